#include "solve/modes.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "solve/poles.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXcd;
using Eigen::VectorXd;
using Complex = std::complex<double>;
using MassBlock = Eigen::Matrix<double, 6, 6>;
using BodyMotion = Eigen::Matrix<Complex, 6, 1>;

constexpr int kMaxRefinements = 30;
constexpr double kSettled = 1e-10;
// Growth below this part of |s| is rounding.
constexpr double kGrowth = 1e-9;
// The frequency [rad/s] at which laws that depend on it are first asked.
constexpr double kFirstOmega = 2 * M_PI;

[[noreturn]] void Fail(const LinearSystem& linear, const char* message, const char* remedy) {
  throw InputError({{Severity::kError, linear.system().model().place, message, remedy}});
}

// Poles, or why there are none, with the place of the model.
std::vector<Pole> PolesOf(const LinearSystem& linear, const QuadraticProblem& problem, int count) {
  try {
    return FindPoles(problem, count);
  } catch (const InputError& error) {
    std::vector<Diagnostic> findings = error.diagnostics();
    for (Diagnostic& finding : findings) {
      if (finding.place.line <= 0) finding.place = linear.system().model().place;
    }
    throw InputError(findings);
  }
}

void CheckFreedoms(const LinearSystem& linear) {
  if (linear.system().body_count() == 0) {
    Fail(linear, "the model has no bodies: there are no modes", "add a body");
  }
  if (linear.freedoms() == 0) {
    Fail(linear, "nothing in the model can move: there are no modes",
         "take out a joint or a motion");
  }
}

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

// The block of a body on the diagonal.
MassBlock BlockOf(const SparseMatrix& mass, int body) {
  return MassBlock(mass.block(6 * body, 6 * body, 6, 6));
}

// Kinetic energy, entry by entry: Re(conj(x_i) (M x)_i), of bodies, modes and fluid.
void SetShares(const LinearSystem& linear, const SparseMatrix& mass, const VectorXcd& x,
               Mode* mode) {
  const VectorXd re = x.real(), im = x.imag(), p_re = mass * re, p_im = mass * im;
  VectorXcd momentum(x.size());
  momentum.real() = p_re;
  momentum.imag() = p_im;
  const VectorXd energy = re.cwiseProduct(p_re) + im.cwiseProduct(p_im);
  const double sum = energy.sum(), total = sum > 0 ? sum : 1;
  const System& system = linear.system();
  const int bodies = system.body_count();
  mode->direction_shares = MatrixXd::Zero(bodies, 6);
  Eigen::MatrixXcd motion(bodies, 6);
  for (int i = 0; i < bodies; ++i) {
    const CentreMotion centre(x.segment<6>(6 * i), momentum.segment<6>(6 * i),
                              CentreOf(BlockOf(mass, i)), system.geometry().BodyPose(i).R);
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

Mode Describe(const LinearSystem& linear, const SparseMatrix& mass, const Pole& pole) {
  Mode mode;
  mode.shape = pole.y.head(linear.system().motion_count());
  Eigen::Index largest = 0;
  mode.shape.cwiseAbs().maxCoeff(&largest);
  const Complex size = mode.shape.size() > 0 ? mode.shape[largest] : 0;
  if (size != 0.0) mode.shape /= size;
  SetShares(linear, mass, pole.y, &mode);
  const double w = std::abs(pole.s);
  mode.stable = pole.s.real() <= kGrowth * w;
  if (pole.s.imag() > 0) {
    mode.frequency = w / (2 * M_PI);
    mode.damped_frequency = pole.s.imag() / (2 * M_PI);
    mode.damping = 0 - pole.s.real() / w;  // no -0
  } else if (w > 0) {
    mode.time_constant = -1 / pole.s.real();
  }
  return mode;
}

// Poles by rising |s| in the order of the modes.
std::vector<Mode> DescribeAll(const LinearSystem& linear, const SparseMatrix& mass,
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
    const std::vector<Pole> there = PolesOf(linear, linear.Quadratic(pole.s.imag()), count);
    const Complex last = pole.s;
    pole = *std::min_element(there.begin(), there.end(), [&](const Pole& a, const Pole& b) {
      return std::abs(a.s - last) < std::abs(b.s - last);
    });
    if (std::abs(pole.s - last) <= kSettled * std::abs(last)) break;
  }
  return pole;
}

// Of an undamped mode, whose parts all swing together, in the phase of the largest.
VectorXcd RealShape(const VectorXcd& y) {
  Eigen::Index largest = 0;
  y.cwiseAbs().maxCoeff(&largest);
  return (y / y[largest]).real().cast<Complex>();
}

}  // namespace

std::vector<Mode> UndampedModes(const LinearSystem& linear, int count) {
  CheckFreedoms(linear);
  std::vector<Pole> poles = PolesOf(linear, linear.Undamped(), count);
  // s^2 is real; of the two motions without stiffness that it stands for, the one that grows.
  std::erase_if(poles, [](const Pole& pole) { return pole.s.imag() == 0 && pole.s.real() < 0; });
  const SparseMatrix mass = linear.Quadratic(kFirstOmega).M;
  for (Pole& pole : poles) {
    pole.s = std::sqrt(Complex((pole.s * pole.s).real(), 0));
    pole.y = RealShape(pole.y);
    pole.y.conservativeResizeLike(VectorXcd::Zero(mass.rows()));
  }
  return DescribeAll(linear, mass, poles, count);
}

std::vector<Mode> ComplexModes(const LinearSystem& linear, int count) {
  CheckFreedoms(linear);
  const QuadraticProblem problem = linear.Quadratic(kFirstOmega);
  std::vector<Pole> poles = PolesOf(linear, problem, count);
  if (problem.at_one_frequency) {
    int refined = 0;  // those beyond are not shown
    for (Pole& pole : poles) {
      if (pole.s.imag() > 0 && refined++ < count) pole = Refine(linear, pole, count);
    }
    std::stable_sort(poles.begin(), poles.end(),
                     [](const Pole& a, const Pole& b) { return std::abs(a.s) < std::abs(b.s); });
  }
  return DescribeAll(linear, linear.Quadratic(kFirstOmega).M, poles, count);
}

}  // namespace jounce
