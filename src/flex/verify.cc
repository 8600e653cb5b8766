#include "flex/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "flex/natural_modes.h"
#include "flex/sparse_factor.h"
#include "math/dense.h"
#include "math/products.h"
#include "math/rotation.h"

namespace jounce::flex {
namespace {

// The reduced part as six rigid coordinates about the origin and its modes.
struct SmallSystem {
  Eigen::MatrixXd stiffness, mass;
};

SmallSystem MakeSmall(const FlexiblePart& part) {
  const int n = part.mode_count();
  const InertiaInvariants& inertia = part.inertia;
  SmallSystem small;
  small.stiffness.setZero(6 + n, 6 + n);
  small.stiffness.diagonal().tail(n) = (2 * std::numbers::pi * part.frequencies).array().square();
  small.mass.setZero(6 + n, 6 + n);
  small.mass.topLeftCorner<3, 3>().diagonal().setConstant(inertia.i1);
  small.mass.block<3, 3>(0, 3) = -Skew(inertia.i2);
  small.mass.block<3, 3>(3, 0) = Skew(inertia.i2);
  small.mass.block<3, 3>(3, 3) = inertia.i7;
  small.mass.block(0, 6, 3, n) = inertia.i3;
  small.mass.block(3, 6, 3, n) = inertia.i4;
  small.mass.block(6, 0, n, 3) = inertia.i3.transpose();
  small.mass.block(6, 3, n, 3) = inertia.i4.transpose();
  small.mass.bottomRightCorner(n, n) = inertia.i6;
  return small;
}

// What an interface node does, 6 x (6 + modes).
Eigen::MatrixXd MotionOf(const InterfaceNode& node) {
  const Eigen::Index n = node.translation.cols();
  Eigen::MatrixXd motion = Eigen::MatrixXd::Zero(6, 6 + n);
  motion.leftCols<6>().setIdentity();
  motion.block<3, 3>(0, 3) = -Skew(node.position);
  motion.block(0, 6, 3, n) = node.translation;
  motion.block(3, 6, 3, n) = node.rotation;
  return motion;
}

// Coordinates that keep some interfaces still, as columns.
Eigen::MatrixXd StillBasis(const FlexiblePart& part, const std::vector<int>& held) {
  Eigen::MatrixXd conditions(6 * held.size(), 6 + part.mode_count());
  for (size_t i = 0; i < held.size(); ++i) {
    conditions.middleRows<6>(6 * i) = MotionOf(part.interfaces[held[i]]);
  }
  return NullSpace(conditions, 1e-10);
}

std::vector<double> Frequencies(const NaturalModes& modes, size_t count, double above = 0) {
  std::vector<double> result;
  for (const double value : modes.eigenvalues) {
    if (FrequencyOf(value) > above && result.size() < count) result.push_back(FrequencyOf(value));
  }
  return result;
}

std::vector<Support> Hold(const std::vector<int>& nodes) {
  std::vector<Support> supports;
  for (const int node : nodes) supports.push_back({node, 63});
  return supports;
}

Comparison CompareFree(const ReducedPart& reduced, int count, Progress* progress) {
  const Eigen::VectorXd& f = reduced.part.frequencies;
  const double first = f.size() > 0 ? f(0) : 1;
  const double shift = -std::pow(2 * std::numbers::pi * first, 2);
  const FeSystem& system = reduced.system;
  const SparseFactor factor(system.stiffness - shift * system.mass);
  const NaturalModes modes =
      LowestModes(system.stiffness, system.mass, factor, shift, count + 6, progress);
  Comparison result{"free", "Hz", Frequencies(modes, count, 1e-2 * first), {}};
  for (Eigen::Index i = 0; i < f.size() && i < count; ++i) result.reduced.push_back(f(i));
  return result;
}

// Frequencies with some interfaces held, and deflections of the others under unit forces.
std::vector<Comparison> CompareHeld(const Mesh& mesh, const ReducedPart& reduced,
                                    const std::vector<int>& held, const std::string& name,
                                    int count, Progress* progress) {
  std::vector<int> nodes;
  for (const int i : held) nodes.push_back(reduced.interfaces[i]);
  const FeSystem system = MakeFeSystem(mesh, {{}, Hold(nodes)});
  const SparseFactor factor(system.stiffness);
  if (!factor.ok()) return {};
  const SmallSystem small = MakeSmall(reduced.part);
  const Eigen::MatrixXd basis = StillBasis(reduced.part, held);
  const Eigen::MatrixXd k = Congruence(basis, small.stiffness);
  std::vector<Comparison> results;
  results.push_back(
      {name, "Hz",
       Frequencies(LowestModes(system.stiffness, system.mass, factor, 0, count, progress), count),
       Frequencies(DenseModes(k, Congruence(basis, small.mass), 0), count)});
  for (size_t i = 0; i < reduced.interfaces.size(); ++i) {
    if (std::find(held.begin(), held.end(), static_cast<int>(i)) != held.end()) continue;
    const InterfaceNode& node = reduced.part.interfaces[i];
    Comparison c{fmt::format("deflection of {} along x, y, z, {}", node.name, name), "m/N", {}, {}};
    const Eigen::MatrixXd motion = MotionOf(node) * basis;
    for (int direction = 0; direction < 3; ++direction) {
      const int row = 6 * reduced.interfaces[i] + direction;
      Eigen::MatrixXd load = Eigen::VectorXd(system.motion.row(row).transpose());
      const Eigen::VectorXd pull = load.col(0);
      factor.Solve(load);
      c.full.push_back(pull.dot(load.col(0)));
      const Eigen::VectorXd small_pull = motion.row(direction).transpose();
      c.reduced.push_back(small_pull.dot(SolveSquare(k, Eigen::MatrixXd(small_pull)).col(0)));
    }
    results.push_back(std::move(c));
  }
  return results;
}

}  // namespace

std::vector<Comparison> Verify(const Mesh& mesh, const ReducedPart& reduced, int count,
                               Progress* progress) {
  std::vector<Comparison> results = {CompareFree(reduced, count, progress)};
  const auto add = [&](const std::vector<int>& held, const std::string& name) {
    for (Comparison& c : CompareHeld(mesh, reduced, held, name, count, progress)) {
      results.push_back(std::move(c));
    }
  };
  if (progress->StopRequested()) return results;
  add({0}, fmt::format("held at {}", reduced.part.interfaces[0].name));
  if (reduced.interfaces.size() > 1 && !progress->StopRequested()) {
    std::vector<int> all(reduced.interfaces.size());
    for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    add(all, "held at all interfaces");
  }
  return results;
}

double LargestDifference(const Comparison& comparison) {
  double largest = 0;
  for (size_t i = 0; i < std::min(comparison.full.size(), comparison.reduced.size()); ++i) {
    if (comparison.full[i] == 0) continue;
    largest = std::max(largest, std::abs(comparison.reduced[i] / comparison.full[i] - 1));
  }
  return largest;
}

}  // namespace jounce::flex
