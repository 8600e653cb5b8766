#include "solve/modes.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "math/dense.h"
#include "solve/poles.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXcd;
using Complex = std::complex<double>;
using MassBlock = Eigen::Matrix<double, 6, 6>;
using BodyMotion = Eigen::Matrix<Complex, 6, 1>;

constexpr int kMaxRefinements = 30;
constexpr double kSettled = 1e-10;
// Eigenvalues below this part of the largest are rigid-body motion.
constexpr double kRigid = 1e-12;
// Directions with less than this part of the largest mass have none.
constexpr double kMassless = 1e-12;
// Growth below this part of |s| is rounding.
constexpr double kGrowth = 1e-9;
// The frequency [rad/s] at which laws that depend on it are first asked.
constexpr double kFirstOmega = 2 * M_PI;

[[noreturn]] void Fail(const LinearSystem& linear, const char* message, const char* remedy) {
  throw InputError({{Severity::kError, linear.system().model().place, message, remedy}});
}

void CheckFreedoms(const LinearSystem& linear) {
  if (linear.system().body_count() == 0) {
    Fail(linear, "the model has no bodies: there are no modes", "add a body");
  }
  if (linear.freedoms() == 0) {
    Fail(linear, "nothing in the model can move: there are no modes",
         "take out a joint or a motion");
  }
  const MatrixXd& M = linear.mass();
  if (!(M.cwiseAbs().maxCoeff() > 0)) {
    Fail(linear, "nothing that can move has mass: there are no modes",
         "give mass and inertia to the bodies");
  }
}

// The part of the freedoms that has mass: the rest follows it statically. With y = V m + U s, V and
// U the eigenvectors of M with and without mass, s = -(U^T K U)^-1 U^T K V m.
struct Condensed {
  MatrixXd K, M;
  MatrixXd back;  // y from m

  Condensed(const MatrixXd& stiffness, const MatrixXd& mass) {
    const auto [values, vectors] = SymmetricEigen(0.5 * (mass + mass.transpose()));
    const double largest = values.maxCoeff();
    int massless = 0;
    while (massless < values.size() && values[massless] < kMassless * largest) ++massless;
    const MatrixXd U = vectors.leftCols(massless);
    const MatrixXd V = vectors.rightCols(values.size() - massless);
    back = V;
    if (massless > 0) {
      const MatrixXd inner = U.transpose() * stiffness * U;
      back -= U * SolveSquare(inner, U.transpose() * stiffness * V);
    }
    if (!back.allFinite()) {
      throw InputError("some motion has neither mass nor stiffness: it has no frequency",
                       "hold it by a joint or a spring, or give its body mass and inertia");
    }
    K = V.transpose() * stiffness * back;
    M = V.transpose() * mass * back;
  }
};

// Where the centre of mass is, from the coupling -m [c]x of translation and rotation.
Vector3d CentreOf(const MassBlock& mass) {
  const double m = mass(0, 0);
  return m > 0 ? Vector3d(-mass(2, 4) / m, -mass(0, 5) / m, -mass(1, 3) / m)
               : Vector3d(Vector3d::Zero());
}

// A motion and the momentum that belongs to it, of the body's frame in its own axes, seen at its
// centre of mass in the axes of the ground.
struct CentreMotion {
  BodyMotion motion, momentum;

  CentreMotion(const BodyMotion& x, const BodyMotion& p, const Vector3d& c,
               const Eigen::Matrix3d& R) {
    const Eigen::Vector3cd centre = c.cast<Complex>();
    const Eigen::Vector3cd v = x.head<3>(), w = x.tail<3>(), f = p.head<3>(), t = p.tail<3>();
    // v + w x c and t - c x f, written without conjugation.
    const Eigen::Vector3cd v_c = v - Cross(centre, w), t_c = t - Cross(centre, f);
    const Eigen::Matrix3cd turn = R.cast<Complex>();
    motion << turn * v_c, turn * w;
    momentum << turn * f, turn * t_c;
  }

  static Eigen::Vector3cd Cross(const Eigen::Vector3cd& a, const Eigen::Vector3cd& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
};

// At the phase of the entry with the largest share, scaled to 1.
void SetDirectionMotion(const Eigen::MatrixXcd& motion, Mode* mode) {
  mode->direction_motion = MatrixXd::Zero(motion.rows(), 6);
  if (motion.rows() == 0) return;
  Eigen::Index body = 0, direction = 0;
  mode->direction_shares.maxCoeff(&body, &direction);
  const Complex leader = motion(body, direction);
  if (std::abs(leader) == 0) return;
  mode->direction_motion = (motion * (std::conj(leader) / std::abs(leader))).real();
  mode->direction_motion /= mode->direction_motion.cwiseAbs().maxCoeff();
}

// Kinetic energy, entry by entry: Re(conj(x_i) (M x)_i), of bodies, modes and fluid.
void SetShares(const LinearSystem& linear, const MatrixXd& mass, const VectorXcd& x, Mode* mode) {
  const VectorXcd momentum = mass * x;
  const Eigen::VectorXd energy = x.conjugate().cwiseProduct(momentum).real();
  const double sum = energy.sum(), total = sum > 0 ? sum : 1;
  const System& system = linear.system();
  const int bodies = system.body_count();
  mode->direction_shares = MatrixXd::Zero(bodies, 6);
  Eigen::MatrixXcd motion(bodies, 6);
  for (int i = 0; i < bodies; ++i) {
    const CentreMotion centre(x.segment<6>(6 * i), momentum.segment<6>(6 * i),
                              CentreOf(mass.block<6, 6>(6 * i, 6 * i)),
                              system.geometry().BodyPose(i).R);
    motion.row(i) = centre.motion.transpose();
    mode->direction_shares.row(i) =
        centre.motion.conjugate().cwiseProduct(centre.momentum).real().transpose() / total;
    const BodyElement& body = *system.bodies()[i];
    const double bending = energy.segment(6 * bodies + body.first_mode(), body.modes()).sum();
    mode->body_shares.push_back(energy.segment<6>(6 * i).sum() / total + bending / total);
  }
  SetDirectionMotion(motion, mode);
  int first = system.motion_count();
  for (int points : linear.inner_points()) {
    mode->connection_shares.push_back(energy.segment(first, points).sum() / total);
    first += points;
  }
}

Mode Describe(const LinearSystem& linear, const MatrixXd& mass, const Pole& pole) {
  Mode mode;
  const int freedoms = linear.freedoms(), motion = linear.system().motion_count();
  VectorXcd x(mass.rows());
  x.head(motion) = linear.basis() * pole.y.head(freedoms);
  x.tail(mass.rows() - motion) = pole.y.tail(pole.y.size() - freedoms);
  mode.shape = x.head(motion);
  const double size = mode.shape.cwiseAbs().maxCoeff();
  if (size > 0) mode.shape /= size;
  SetShares(linear, mass, x, &mode);
  const double w = std::abs(pole.s);
  mode.stable = pole.s.real() <= kGrowth * w;
  if (pole.s.imag() > 0) {
    mode.frequency = w / (2 * M_PI);
    mode.damped_frequency = pole.s.imag() / (2 * M_PI);
    mode.damping = -pole.s.real() / w;
  } else if (w > 0) {
    mode.time_constant = -1 / pole.s.real();
  }
  return mode;
}

// Poles by rising |s| in the order of the modes.
std::vector<Mode> DescribeAll(const LinearSystem& linear, const MatrixXd& mass,
                              const std::vector<Pole>& poles, int count) {
  std::vector<Mode> modes, still;
  for (const Pole& pole : poles) {
    const bool swings = pole.s.imag() > 0 || pole.s == 0.0;
    std::vector<Mode>& list = swings ? modes : still;
    if (static_cast<int>(list.size()) < count) list.push_back(Describe(linear, mass, pole));
  }
  modes.insert(modes.end(), still.begin(), still.end());
  return modes;
}

// A pole with the laws taken at its own frequency.
Pole Refine(const LinearSystem& linear, Pole pole, int count) {
  for (int k = 0; k < kMaxRefinements && pole.s.imag() > 0; ++k) {
    const std::vector<Pole> there = FindPoles(linear.Quadratic(pole.s.imag()), count);
    const Complex last = pole.s;
    pole = *std::min_element(there.begin(), there.end(), [&](const Pole& a, const Pole& b) {
      return std::abs(a.s - last) < std::abs(b.s - last);
    });
    if (std::abs(pole.s - last) <= kSettled * std::abs(last)) break;
  }
  return pole;
}

}  // namespace

std::vector<Mode> UndampedModes(const LinearSystem& linear, int count) {
  CheckFreedoms(linear);
  const Condensed condensed(linear.stiffness(), linear.mass());
  const MatrixXd K = 0.5 * (condensed.K + condensed.K.transpose());
  const MatrixXd M = 0.5 * (condensed.M + condensed.M.transpose());
  const RealEigen eigen = GeneralizedEigen(K, M);
  const double largest = eigen.values.cwiseAbs().maxCoeff();
  const MatrixXd mass = linear.FullQuadratic(kFirstOmega).M;
  const Eigen::Index points = mass.rows() - linear.system().motion_count();
  std::vector<Pole> poles;
  for (Eigen::Index i = 0; i < eigen.values.size(); ++i) {
    const double square = eigen.values[i];
    Pole pole{std::sqrt(Complex(-square, 0)), VectorXcd::Zero(linear.freedoms() + points)};
    if (std::abs(square) <= kRigid * largest) pole.s = 0;
    pole.y.head(linear.freedoms()) = (condensed.back * eigen.vectors.col(i)).cast<Complex>();
    poles.push_back(pole);
  }
  std::stable_sort(poles.begin(), poles.end(),
                   [](const Pole& a, const Pole& b) { return std::abs(a.s) < std::abs(b.s); });
  return DescribeAll(linear, mass, poles, count);
}

std::vector<Mode> ComplexModes(const LinearSystem& linear, int count) {
  CheckFreedoms(linear);
  const QuadraticProblem problem = linear.Quadratic(kFirstOmega);
  std::vector<Pole> poles = FindPoles(problem, count);
  if (problem.at_one_frequency) {
    int refined = 0;  // those beyond are not shown
    for (Pole& pole : poles) {
      if (pole.s.imag() > 0 && refined++ < count) pole = Refine(linear, pole, count);
    }
    std::stable_sort(poles.begin(), poles.end(),
                     [](const Pole& a, const Pole& b) { return std::abs(a.s) < std::abs(b.s); });
  }
  return DescribeAll(linear, linear.FullQuadratic(kFirstOmega).M, poles, count);
}

}  // namespace jounce
