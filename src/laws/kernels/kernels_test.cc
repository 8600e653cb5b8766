// The kernels against closed forms, over double, dual numbers and lanes.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "laws/kernels/berg.h"
#include "laws/kernels/elastoplastic.h"
#include "laws/kernels/fluid.h"
#include "laws/kernels/hydro_path.h"
#include "laws/kernels/maxwell.h"
#include "laws/kernels/spring.h"
#include "math/dual.h"
#include "math/lanes.h"

namespace jounce::kernels {
namespace {

using Complex = std::complex<double>;
const double kInfinity = std::numeric_limits<double>::infinity();

TEST(Decay, KeepsAllDigitsFromZeroToInfinity) {
  for (double x = 1e-9; x < 40; x *= 1.3) {
    const long double y = x, e = -expm1l(-y);
    // Quadrature-free forms in extended precision; they lose digits themselves below 1e-3.
    if (x > 1e-3) {
      EXPECT_NEAR(Phi1(x), double(e / y), 1e-15);
      EXPECT_NEAR(Phi2(x), double((y - e) / (y * y)), 1e-13);
      EXPECT_NEAR(RampLoss(x), double((y - 2 * e - expm1l(-2 * y) / 2) / (y * y)), 1e-12);
    } else {
      EXPECT_NEAR(Phi1(x), 1 - x / 2 + x * x / 6, x * x * x + 1e-15);
      EXPECT_NEAR(Phi2(x), 0.5 - x / 6 + x * x / 24, x * x * x + 1e-15);
      EXPECT_NEAR(RampLoss(x), x / 3 - x * x / 4, x * x * x);
    }
  }
  EXPECT_EQ(Phi1(0.0), 1);
  EXPECT_EQ(RampLoss(0.0), 0);
}

TEST(Spring, ForceStiffnessAndEnergyBelongTogether) {
  const double c[] = {3, -2, 5, 0.5};
  for (double u : {-1.2, 0.0, 0.7}) {
    const auto at = PolynomialSpring(c, 4, u);
    EXPECT_NEAR(at.force, 3 * u - 2 * u * u + 5 * u * u * u + 0.5 * std::pow(u, 4), 1e-14);
    const Dual<1> x = Dual<1>::Variable(u, 0);
    EXPECT_NEAR(at.stiffness, PolynomialSpring(c, 4, x).force.d[0], 1e-13);
    EXPECT_NEAR(at.force, PolynomialSpring(c, 4, x).energy.d[0], 1e-13);
    const auto yeoh = YeohSpring(2.0, 0.3, 0.1, u);
    EXPECT_NEAR(yeoh.force, 2 * (2 * u + 0.6 * u * u * u + 0.3 * std::pow(u, 5)), 1e-14);
    const auto dual = YeohSpring(Dual<1>(2.0), Dual<1>(0.3), Dual<1>(0.1), x);
    EXPECT_NEAR(yeoh.stiffness, dual.force.d[0], 1e-13);
    EXPECT_NEAR(yeoh.force, dual.energy.d[0], 1e-13);
  }
}

TEST(Maxwell, RampFromRestIsExactAtAnyStep) {
  const double tau = 0.02, rate = 3;
  for (double h : {1e-6, 1e-3, 0.05, 2.0}) {
    const auto p = PrepareMaxwell(tau, h);
    double q = 0, loss = 0;
    const int steps = std::min(1000, static_cast<int>(2 / h));
    for (int i = 0; i < steps; ++i) {
      loss += MaxwellLoss(p, q, rate * h);
      q = MaxwellStep(p, q, rate * h);
    }
    const double t = steps * h, e = -std::expm1(-t / tau);
    EXPECT_NEAR(q, rate * tau * e, 1e-12 * rate * tau);
    // Work = integral of k q v; what is not in the spring was lost.
    const double work = rate * rate * tau * (t - tau * e);
    EXPECT_NEAR(loss + q * q / 2, work, 1e-12 * work + 1e-17);
  }
}

TEST(Maxwell, LimitsOfTheStep) {
  const auto jump = PrepareMaxwell(0.1, 0.0), relaxed = PrepareMaxwell(0.1, kInfinity);
  EXPECT_EQ(MaxwellStep(jump, 2.0, 0.5), 2.5);
  EXPECT_EQ(MaxwellLoss(jump, 2.0, 0.5), 0);
  EXPECT_NEAR(MaxwellStep(relaxed, 2.0, 0.5), 0, 1e-100);
  EXPECT_EQ(MaxwellLoss(relaxed, 2.0, 0.5), 2.0);  // all that was stored, q^2/2
}

TEST(Maxwell, DerivativesByTheTimeConstant) {
  const double h = 1e-3;
  for (double tau : {1e-6, 1e-3, 0.01, 1e4}) {
    const auto p = PrepareMaxwell(Dual<1>::Variable(tau, 0), h);
    const double d = 1e-6 * tau;
    const auto low = PrepareMaxwell(tau - d, h), high = PrepareMaxwell(tau + d, h);
    EXPECT_NEAR(p.gain.d[0] * tau, (high.gain - low.gain) / 2e-6, 1e-7);
    EXPECT_NEAR(p.decay.d[0] * tau, (high.decay - low.decay) / 2e-6, 1e-7);
    EXPECT_NEAR(p.ramp_loss.d[0] * tau, (high.ramp_loss - low.ramp_loss) / 2e-6, 1e-7);
  }
}

TEST(ElastoPlastic, LoopAreaIsThatOfTheParallelogram) {
  const double kp = 442.2, fy = 88.44, amplitude = 0.5;
  const double yield = YieldElongation(kp, fy);
  double x = 0, loss = 0;
  const double path[] = {0.5, -0.3, -0.5, 0.1, 0.5};  // loading, then one closed loop
  for (int i = 0; i < 5; ++i) {
    const auto r = ElastoPlasticStep(kp, fy, yield, x, path[i] - (i ? path[i - 1] : 0));
    if (i > 0) loss += r.loss;
    x = r.x;
  }
  EXPECT_NEAR(loss, 4 * fy * (amplitude - yield), 1e-12);
  EXPECT_EQ(YieldElongation(0.0, 0.0), 0);
}

// Steady loop of Berg's friction at amplitude x0: top force and area in closed form.
TEST(Berg, SteadyLoopMatchesTheClosedForm) {
  const double f_max = 100, x2 = 0.3e-3, x0 = 0.8e-3;
  BergState<double> s = BergStart(0.0);
  double loss = 0;
  for (int cycle = 0; cycle < 40; ++cycle) {
    loss = 0;
    for (int i = 1; i <= 200; ++i) {
      const auto r = BergStep(f_max, x2, s, x0 * std::sin(2 * M_PI * i / 200));
      loss += BergWork(f_max, s, r);
      s = r.state;
    }
  }
  const double a = (std::sqrt(x2 * x2 + x0 * x0 + 6 * x2 * x0) - x2 - x0) / (2 * x2);
  const auto top = BergStep(f_max, x2, s, x0);
  EXPECT_NEAR(top.state.f, a * f_max, 1e-9 * f_max);
  const double area =
      2 * f_max * (2 * x0 - x2 * (1 + a) * (1 + a) * std::log1p(2 * x0 / (x2 * (1 + a))));
  EXPECT_NEAR(loss, area, 1e-9 * area);
}

TEST(Berg, RecoversWhatItSaysIsStored) {
  const double f_max = 100, x2 = 0.3e-3;
  BergState<double> s = BergStep(f_max, x2, BergStart(0.0), 0.5e-3).state;
  const double stored = BergStored(f_max, x2, s.f);
  // Unload to zero force: d = mu x2 (1 + mu).
  const double mu = s.f / f_max;
  const auto r = BergStep(f_max, x2, s, s.x - mu * x2 * (1 + mu));
  EXPECT_NEAR(r.state.f, 0, 1e-10);
  EXPECT_NEAR(-BergWork(f_max, s, r), stored, 1e-12 * f_max * x2);
}

// K* of the fluid element: i w c (k - m w^2) / (k - m w^2 + i w c).
Complex FluidStiffness(double m, double k, double tr, double w) {
  const Complex d = k - m * w * w, iwc(0, w * k * tr);
  return iwc * d / (d + iwc);
}

// Steady response to a sine by stepping, against K*, from no mass to an undamped one.
TEST(Fluid, HarmonicResponseIsTheComplexStiffness) {
  const double k = 500e3, w = 2 * M_PI * 30;
  for (double m : {0.0, 1e-9, 1e-3, 2.0, 60.0}) {
    for (double tr : {1e-6, 2.4e-3, 0.5}) {
      const int n = 4000;
      const double h = 2 * M_PI / w / n, c = k * tr;
      const auto f = PrepareFluid(m, k, tr, h);
      // Start on the steady solution p = Re(P e^iwt), so that no transient needs waiting for.
      const Complex steady = Complex(0, w * c) / (k - m * w * w + Complex(0, w * c));
      FluidState<double> s{steady.real(), (steady * Complex(0, w)).real()};
      double worst = 0;
      const Complex kw = FluidStiffness(m, k, tr, w);
      for (int i = 1; i <= 3 * n; ++i) {
        const double t = i * h, rate = -w * std::sin(w * t);
        s = FluidStep(f, s, std::cos(w * t) - std::cos(w * (t - h)), rate * h);
        const Complex turn(std::cos(w * t), std::sin(w * t));
        worst = std::max(worst, std::abs(c * (rate - s.w) - (kw * turn).real()));
      }
      EXPECT_LT(worst, 1e-6 * std::max(std::abs(kw), c * w)) << "m " << m << " tr " << tr;
    }
  }
}

TEST(Fluid, RampIsExactAtAnyStepAndInAllRegimes) {
  const double k = 500e3, v = 0.1;
  for (double m : {0.0, 1e-6, 0.02, 0.72, 2.0, 300.0}) {
    const double tr = 2.4e-3;
    FluidState<double> fine{0, 0}, coarse{0, 0};
    for (int i = 0; i < 1000; ++i) {
      fine = FluidStep(PrepareFluid(m, k, tr, 1e-5), fine, v * 1e-5, v * 1e-5);
    }
    coarse = FluidStep(PrepareFluid(m, k, tr, 1e-2), coarse, v * 1e-2, v * 1e-2);
    EXPECT_NEAR(fine.p, coarse.p, 1e-11 * v * tr) << m;
    EXPECT_NEAR(fine.w, coarse.w, 1e-11 * v) << m;
  }
}

TEST(Fluid, DerivativesByTheParameters) {
  using D = Dual<3>;
  const double h = 1e-3;
  for (double m : {1e-4, 0.3, 0.72, 5.0}) {  // k = 500e3, tr = 2.4e-3: critical at 0.72
    for (double scale : {0.01, 1.0, 100.0}) {
      const double x[3] = {m, 500e3, 2.4e-3};
      const auto step = [&](auto mass, auto k, auto tr) {
        using T = decltype(mass);
        return FluidStep(PrepareFluid(mass, k, tr, h * scale), FluidState<T>{T(1e-4), T(0.02)},
                         T(2e-4), T(1e-4));
      };
      const auto r = step(D::Variable(x[0], 0), D::Variable(x[1], 1), D::Variable(x[2], 2));
      for (int i = 0; i < 3; ++i) {
        double low[3] = {x[0], x[1], x[2]}, high[3] = {x[0], x[1], x[2]};
        const double d = 1e-5;
        low[i] *= 1 - d;
        high[i] *= 1 + d;
        const auto a = step(low[0], low[1], low[2]), b = step(high[0], high[1], high[2]);
        EXPECT_NEAR(r.p.d[i] * x[i], (b.p - a.p) / (2 * d), 1e-9 + 1e-6 * std::abs(r.p.value));
        EXPECT_NEAR(r.w.d[i] * x[i], (b.w - a.w) / (2 * d), 1e-6 + 1e-5 * std::abs(r.w.value));
      }
    }
  }
}

HydroPathParameters<double> Track() { return {4e5, 3e4, 12, 900, 0, 0}; }

double HydroPathError(const HydroPathParameters<double>& m, double w, int steps_a_cycle) {
  const Complex z(m.chamber_stiffness - m.mass * w * w, w * m.linear_loss);
  const Complex kw = m.pumping_stiffness * z / (m.pumping_stiffness + z);
  const Complex q = m.pumping_stiffness / (m.pumping_stiffness + z);
  HydroPathState<double> s{q.real(), (q * Complex(0, w)).real()};
  const double h = 2 * M_PI / w / steps_a_cycle;
  double worst = 0;
  for (int i = 1; i <= 3 * steps_a_cycle; ++i) {
    const double t = i * h;
    const auto r = HydroPathStep(m, s, std::cos(w * (t - h)), std::cos(w * t), h);
    s = r.state;
    worst = std::max(worst,
                     std::abs(r.force - (kw * Complex(std::cos(w * t), std::sin(w * t))).real()));
  }
  return worst / std::abs(kw);
}

TEST(HydroPath, ConvergesWithSecondOrderToTheComplexStiffness) {
  const double w = 2 * M_PI * 12;
  const double coarse = HydroPathError(Track(), w, 400), fine = HydroPathError(Track(), w, 800);
  EXPECT_LT(fine, 2e-4);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1);
}

TEST(HydroPath, EnergyBalanceOfALossyTrackWithGapConvergesWithSecondOrder) {
  auto m = Track();
  m.quadratic_loss = 2e5;
  m.gap = 0.2e-3;
  double error[3];
  for (int level = 0; level < 3; ++level) {
    const int n = 2000 << level;
    const double h = 0.5 / n, a = 1e-3, w = 2 * M_PI * 12;
    HydroPathState<double> s{0, 0};
    double work = 0, loss = 0, force = 0;
    for (int i = 1; i <= n; ++i) {
      const double x0 = a * std::sin(w * (i - 1) * h), x1 = a * std::sin(w * i * h);
      const auto r = HydroPathStep(m, s, x0, x1, h);
      work += (force + r.force) / 2 * (x1 - x0);
      loss += r.loss;
      force = r.force;
      s = r.state;
    }
    const double end = a * std::sin(w * n * h);
    error[level] = std::abs(work - loss - HydroPathStored(m, s, end)) / work;
  }
  EXPECT_LT(error[2], 1e-5);
  EXPECT_GT(error[0] / error[2], 8);
}

TEST(HydroPath, RestAndJumpAreItsLimits) {
  auto m = Track();
  m.gap = 0.1e-3;
  const auto relaxed = HydroPathStep(m, {0.0, 0.5}, 0.0, 1e-3, kInfinity);
  const double series =
      m.pumping_stiffness * m.chamber_stiffness / (m.pumping_stiffness + m.chamber_stiffness);
  EXPECT_NEAR(relaxed.force, series * (1e-3 - m.gap), 1e-12);
  EXPECT_EQ(relaxed.state.w, 0);
  const auto jump = HydroPathStep(m, {0.0, 0.5}, 0.0, 1e-3, 0.0);
  EXPECT_NEAR(jump.force, m.pumping_stiffness * (1e-3 - m.gap), 1e-9);
  EXPECT_NEAR(jump.state.w, 0.5, 1e-12);
}

// Eight series with different amplitudes side by side give the same as one by one.
TEST(Lanes, RunTheSameKernels) {
  using L = Lanes<8>;
  constexpr double h = 1e-3;
  L amplitude;
  for (int i = 0; i < 8; ++i) amplitude.Set(i, 0.1e-3 * (i + 1));
  const auto run = [&](auto unit, auto a) {
    using T = decltype(unit);
    const MaxwellPropagator<double> md = PrepareMaxwell(0.01, h);
    const FluidPropagator<double> fd = PrepareFluid(0.0135, 1365e3, 0.0026, h);
    const MaxwellPropagator<T> m{T(md.decay), T(md.gain), T(md.ramp_loss)};
    const FluidPropagator<T> f{T(fd.pp), T(fd.pw), T(fd.wp), T(fd.ww),
                               T(fd.pa), T(fd.pb), T(fd.wa), T(fd.wb)};
    const HydroPathParameters<T> track{T(4e5), T(3e4), T(12.0), T(900.0), T(2e5), T(0.1e-3)};
    const T yield = YieldElongation(T(4e5), T(80.0));
    T q(0.0), x(0.0), before(0.0), force(0.0);
    BergState<T> berg = BergStart(T(0.0));
    FluidState<T> fluid{T(0.0), T(0.0)};
    HydroPathState<T> path{T(0.0), T(0.0)};
    for (int i = 1; i < 200; ++i) {
      const T e = a * std::sin(0.1 * i);
      const T de = e - before;
      q = MaxwellStep(m, q, de);
      x = ElastoPlasticStep(T(4e5), T(80.0), yield, x, de).x;
      berg = BergStep(T(50.0), T(0.2e-3), berg, e).state;
      fluid = FluidStep(f, fluid, de, de);
      const auto track_step = HydroPathStep(track, path, before, e, h);
      path = track_step.state;
      force = YeohSpring(T(2e5), T(1e9), T(3e14), e).force + q * 1e5 + x * 4e5 + berg.f +
              (de / h - fluid.w) * 3552.0 + track_step.force;
      before = e;
    }
    return force;
  };
  const L together = run(L(1.0), amplitude);
  for (int i = 0; i < 8; ++i) {
    const double alone = run(1.0, amplitude[i]);
    EXPECT_NEAR(together[i], alone, 1e-10 * std::abs(alone) + 1e-10);
  }
}

}  // namespace
}  // namespace jounce::kernels
