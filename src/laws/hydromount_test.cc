// The hydromount law against harmonic balance: the fluid's displacement as a sum of odd harmonics
// that satisfies its equation of motion in the mean, an independent way to K* of a nonlinear part.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <complex>

#include "laws/hydro_laws.h"
#include "laws/make_law.h"
#include "math/dense.h"

namespace jounce {
namespace {

using Complex = std::complex<double>;
constexpr int kSamples = 512, kOdd = 5;  // harmonics 1, 3, 5, 7, 9

HydromountSettings Mount() { return {250e3, 300, {600e3, 40e3, 25, 1500, 60e3, 0.05e-3, 700}}; }

// Force of the bulge at its deflection d.
double Bulge(const HydroPathSettings& s, double d) {
  const double e = d > s.gap ? d - s.gap : d < -s.gap ? d + s.gap : 0;
  return s.pumping_stiffness * e / (1 + s.decline * std::abs(e));
}

class HarmonicBalance {
 public:
  HarmonicBalance(const HydromountSettings& mount, double amplitude, double frequency)
      : mount_(mount), a_(amplitude), w_(2 * M_PI * frequency) {}

  // Newton with differences on the balance of each harmonic; from the motion that the linear
  // path has.
  Complex Stiffness() {
    const HydroPathSettings& s = mount_.path;
    const Complex z(s.chamber_stiffness - s.mass * w_ * w_, w_ * s.linear_loss);
    const Complex q1 = a_ * s.pumping_stiffness / (s.pumping_stiffness + z) * 0.7;
    Eigen::VectorXd q = Eigen::VectorXd::Zero(2 * kOdd);
    q(0) = q1.real();
    q(1) = q1.imag();
    for (int iteration = 0; iteration < 60; ++iteration) {
      const Eigen::VectorXd error = Error(q);
      Eigen::MatrixXd slope(q.size(), q.size());
      for (int i = 0; i < q.size(); ++i) {
        Eigen::VectorXd moved = q;
        moved(i) += 1e-6 * a_;
        slope.col(i) = (Error(moved) - error) / (1e-6 * a_);
      }
      const Eigen::VectorXd step = SolveSquare(slope, error);
      q -= 0.7 * step;
      if (step.norm() < 1e-12 * a_) break;
    }
    EXPECT_LT(Error(q).norm(), 1e-6 * a_ * s.pumping_stiffness);
    return Complex(mount_.stiffness, w_ * mount_.damping) + Harmonic(q, 1, true) / a_;
  }

 private:
  struct Motion {
    double x, q, rate, acceleration;
  };
  Motion At(const Eigen::VectorXd& q, int sample) const {
    const double phase = 2 * M_PI * sample / kSamples;
    Motion m{a_ * std::cos(phase), 0, 0, 0};
    for (int k = 0; k < kOdd; ++k) {
      const double n = 2 * k + 1;
      const Complex turn = Complex(q(2 * k), q(2 * k + 1)) * std::polar(1.0, n * phase);
      m.q += turn.real();
      m.rate += (turn * Complex(0, n * w_)).real();
      m.acceleration -= (turn * n * n * w_ * w_).real();
    }
    return m;
  }

  // Of the force of the bulge, or of what the equation of motion lacks.
  Complex Harmonic(const Eigen::VectorXd& q, int n, bool force) const {
    const HydroPathSettings& s = mount_.path;
    Complex sum = 0;
    for (int i = 0; i < kSamples; ++i) {
      const Motion m = At(q, i);
      const double f = Bulge(s, m.x - m.q);
      const double lacks = s.mass * m.acceleration + s.linear_loss * m.rate +
                           s.quadratic_loss * std::abs(m.rate) * m.rate +
                           s.chamber_stiffness * m.q - f;
      sum += (force ? f : lacks) * std::polar(2.0 / kSamples, -2 * M_PI * n * i / kSamples);
    }
    return sum;
  }

  Eigen::VectorXd Error(const Eigen::VectorXd& q) const {
    Eigen::VectorXd error(2 * kOdd);
    for (int k = 0; k < kOdd; ++k) {
      const Complex e = Harmonic(q, 2 * k + 1, false);
      error(2 * k) = e.real();
      error(2 * k + 1) = e.imag();
    }
    return error;
  }

  HydromountSettings mount_;
  double a_, w_;
};

// K* of the law in time: many periods from rest, the first harmonic of the last one.
Complex TimeStiffness(const HydromountSettings& mount, double amplitude, double frequency) {
  constexpr int kSteps = 2000, kPeriods = 40;
  const std::unique_ptr<Law> law = MakeLaw(mount);
  std::vector<double> state(law->state_size()), next(law->state_size());
  double strain = amplitude;
  law->Start(&strain, state.data());
  Complex sum = 0;
  for (int i = 1; i <= kSteps * kPeriods; ++i) {
    const double phase = 2 * M_PI * i / kSteps;
    strain = amplitude * std::cos(phase);
    const double rate = -amplitude * 2 * M_PI * frequency * std::sin(phase);
    LawResponse response;
    law->Update({&strain, &rate, 1 / (frequency * kSteps)}, state.data(), next.data(), &response);
    state.swap(next);
    if (i > kSteps * (kPeriods - 1)) {
      sum += response.force[0] * std::polar(2.0 / kSteps, -phase);
    }
  }
  return sum / amplitude;
}

TEST(Hydromount, TimeAndHarmonicBalanceAgree) {
  for (const double amplitude : {0.2e-3, 1e-3, 3e-3}) {
    for (const double frequency : {5.0, 14.0, 40.0}) {
      const Complex balance = HarmonicBalance(Mount(), amplitude, frequency).Stiffness();
      const Complex time = TimeStiffness(Mount(), amplitude, frequency);
      EXPECT_LT(std::abs(time - balance), 1e-3 * std::abs(balance))
          << amplitude << " m, " << frequency << " Hz: " << time << " and " << balance;
    }
  }
}

// Small motion, without gap: K* of the header, to which the bulge gives its slope at rest.
TEST(Hydromount, SmallMotionIsTheClosedForm) {
  HydromountSettings mount = Mount();
  mount.path.gap = 0;
  mount.path.quadratic_loss = 0;
  const double w = 2 * M_PI * 14, strain = 0;
  const HydroPathSettings& s = mount.path;
  const Complex z(s.chamber_stiffness - s.mass * w * w, w * s.linear_loss);
  const Complex exact = Complex(mount.stiffness, w * mount.damping) +
                        s.pumping_stiffness * z / (s.pumping_stiffness + z);
  Complex stiffness;
  MakeLaw(mount)->ComplexStiffness(w, &strain, &stiffness);
  EXPECT_LT(std::abs(stiffness - exact), 1e-12 * std::abs(exact));
  EXPECT_LT(std::abs(TimeStiffness(mount, 1e-7, 14) - exact), 1e-4 * std::abs(exact));
}

// At rest the bulge and the chamber share the strain: kb e/(1 + b e) = k2 (x - e), the positive
// root of k2 b e^2 + (kb + k2 - k2 b x) e - k2 x = 0.
TEST(Hydromount, StaticForceIsTheRootOfItsQuadratic) {
  HydromountSettings mount = Mount();
  mount.path.gap = 0;
  const double kb = mount.path.pumping_stiffness, b = mount.path.decline;
  for (const double k2 : {4e4, 2e6}) {
    mount.path.chamber_stiffness = k2;
    for (const double x : {1e-4, 2e-3, 2e-2}) {
      const double linear = kb + k2 - k2 * b * x;
      const double e = (-linear + std::sqrt(linear * linear + 4 * k2 * b * k2 * x)) / (2 * k2 * b);
      const std::unique_ptr<Law> law = MakeLaw(mount);
      std::vector<double> state(law->state_size()), next(law->state_size());
      const double zero = 0;
      law->Start(&zero, state.data());
      LawResponse response;
      law->Update({&x, &zero, HUGE_VAL}, state.data(), next.data(), &response);
      EXPECT_NEAR(response.force[0], mount.stiffness * x + k2 * (x - e),
                  1e-9 * std::abs(response.force[0]));
    }
  }
}

}  // namespace
}  // namespace jounce
