#include "flex/lost_mass.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "math/products.h"
#include "math/rotation.h"

namespace jounce::flex {
namespace {

constexpr int kMostNamed = 10;
// Of the mass, and of its moments with the radius of gyration: what round-off and what nobody sees.
constexpr double kNoMass = 1e-9, kNoMoment = 1e-4;

// Mass, centre and radius of gyration of a body, as scales.
struct Scales {
  double mass = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double radius = 0;
};

Scales ScalesOf(const Mesh& mesh, const FeSystem& system) {
  const Eigen::VectorXd masses =
      system.node_mass * Eigen::VectorXd::Ones(static_cast<Eigen::Index>(mesh.nodes.size()));
  Scales scales;
  scales.mass = masses.sum();
  if (!(scales.mass > 0)) return scales;
  for (Eigen::Index i = 0; i < masses.size(); ++i) {
    scales.centre += masses(i) / scales.mass * mesh.nodes[i].position;
  }
  double square = 0;
  for (Eigen::Index i = 0; i < masses.size(); ++i) {
    square += masses(i) / scales.mass * (mesh.nodes[i].position - scales.centre).squaredNorm();
  }
  scales.radius = std::sqrt(std::max(square, 0.0));
  return scales;
}

// The same rigid mass about another point: p(origin) = p(centre) - centre x rotation.
Eigen::Matrix<double, 6, 6> About(const Eigen::Vector3d& centre,
                                  const Eigen::Matrix<double, 6, 6>& m) {
  Eigen::Matrix<double, 6, 6> move = Eigen::Matrix<double, 6, 6>::Identity();
  move.topRightCorner<3, 3>() = Skew(centre);
  return move.transpose() * m * move;
}

}  // namespace

LostMass::LostMass(const Mesh& mesh, std::vector<char> unheld)
    : mesh_(mesh), unheld_(std::move(unheld)) {}

void LostMass::Add(const int* freedoms, const Eigen::MatrixXd& mass) {
  const Eigen::Index n = mass.rows();
  bool loses = false;
  for (Eigen::Index i = 0; i < n; ++i) loses |= unheld_[freedoms[i]] && mass(i, i) != 0;
  if (!loses) return;
  Eigen::MatrixXd rigid(n, 6), held(n, 6);
  for (Eigen::Index i = 0; i < n; ++i) {
    held.row(i) = rigid.row(i) = RigidRow(mesh_, freedoms[i], Eigen::Vector3d::Zero());
    if (!unheld_[freedoms[i]]) continue;
    held.row(i).setZero();
    if (mass(i, i) != 0) by_freedom_[freedoms[i]] += mass(i, i);
  }
  lost_ += Congruence(rigid, mass) - Congruence(held, mass);
}

void LostMass::Report(const FeSystem& system, Diagnostics* diagnostics) const {
  if (by_freedom_.empty()) return;
  const Scales scales = ScalesOf(mesh_, system);
  const Eigen::Matrix<double, 6, 6> lost = About(scales.centre, lost_);
  const double moment = scales.mass * scales.radius, inertia = moment * scales.radius;
  const bool matters = lost.topLeftCorner<3, 3>().cwiseAbs().maxCoeff() > kNoMass * scales.mass ||
                       lost.topRightCorner<3, 3>().cwiseAbs().maxCoeff() > kNoMoment * moment ||
                       lost.bottomRightCorner<3, 3>().cwiseAbs().maxCoeff() > kNoMoment * inertia;
  int named = 0;
  for (const auto& [freedom, value] : by_freedom_) {
    if (named++ == kMostNamed) break;
    const bool turns = freedom % 6 >= 3;
    const std::string message = fmt::format(
        "node {} has {:.4g} {} in {} {}, where no stiffness carries it", mesh_.NodeId(freedom / 6),
        value, turns ? "kg m2" : "kg", turns ? "rotation" : "direction", "xyz"[freedom % 3]);
    if (matters) {
      diagnostics->Error(
          mesh_.nodes[freedom / 6].place, message,
          "tie the node to its neighbours with an RBE2 or RBE3, or use beams for rods");
    } else {
      diagnostics->Warning(mesh_.nodes[freedom / 6].place, message, "it is left out");
    }
  }
}

}  // namespace jounce::flex
