// Beams of a material that relaxes, against closed forms of one Maxwell branch beside a spring
// (Zener's solid).
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "benchmarks/advance.h"
#include "benchmarks/beam_problem.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using testing::AdvanceTo;
using testing::BeamOf;
using testing::Cantilever;
using testing::LoadOn;
using testing::SectionOf;

constexpr double kRatio = 0.8, kTime = 0.5;  // E(t) = E (1 + 0.8 exp(-t/0.5 s))
constexpr double kBending = 20, kShear = 4e4, kLength = 1;

Model RelaxingCantilever(double mass, int elements) {
  BeamSection section =
      SectionOf({1e5, kShear, kShear, 10, kBending, kBending}, mass, {2e-6, 1e-6, 1e-6});
  section.relaxation = {{kRatio, kTime}};
  return Cantilever(BeamOf({{0, 0, 0}, {kLength, 0, 0}}, section, elements));
}

// Creep under a load that is there from t = 0: with the deflection u of the relaxed beam,
//   u(t) = u (1 - g/(1 + g) exp(-t/((1 + g) tau))).
// The beam is so light that it follows at once; the load comes as a ramp of 4 ms, whose middle is
// the time zero of the formula.
TEST(ViscoelasticBeam, CreepsAsZenersSolid) {
  const double P = 0.01, ramp = 4e-3;
  Model model = RelaxingCantilever(1e-5, 4);
  model.loads = {LoadOn("beam.end", LoadKind::kForce, {0, 0, P}, "min(t/0.004, 1)")};
  model.solver.step = 1e-3;
  model.solver.rho = 0.5;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const double relaxed = P * (std::pow(kLength, 3) / (3 * kBending) + kLength / kShear);
  for (double t : {0.05, 0.2, 0.5, 1.0, 2.0, 4.0}) {
    AdvanceTo(t, &simulation);
    const double creep =
        1 - kRatio / (1 + kRatio) * std::exp(-(t - ramp / 2) / ((1 + kRatio) * kTime));
    EXPECT_NEAR(simulation.BodyPose("beam.4").p.z(), relaxed * creep, 1e-4 * relaxed) << t;
  }
  // At last it is the relaxed beam.
  AdvanceTo(12, &simulation);
  EXPECT_NEAR(simulation.BodyPose("beam.4").p.z(), relaxed, 1e-5 * relaxed);
}

// Free vibration in the first mode. For one mode of the stiffness k(s) = k (1 + g s tau/(1 + s
// tau)) and frequency w0 when relaxed, motion is exp(s t) with s^2 + w0^2 (1 + g s tau/(1 + s tau))
// = 0.
TEST(ViscoelasticBeam, DecaysAsItsComplexModulusSays) {
  const double tau = 0.02, mass = 0.3;
  Model model = RelaxingCantilever(mass, 10);
  model.beams[0].section.relaxation = {{0.1, tau}};
  model.beams[0].mass = BeamMass::kConsistent;
  // Bends nearly as the first mode does, then let go.
  model.loads = {LoadOn("beam.end", LoadKind::kForce, {0, 0, 0.05}, "max(0, 1-max(t-1,0)/0.05)")};
  model.solver.step = 5e-4;
  model.solver.rho = 1;

  const System system(model);
  const double w0 =
      2 * M_PI * UndampedModes(LinearSystem(system, system.StartState()), 1)[0].frequency;
  // Newton's method in the upper half plane.
  std::complex<double> s(-0.05 * w0, w0);
  for (int i = 0; i < 30; ++i) {
    const std::complex<double> d = 1.0 + s * tau;
    s -= (s * s + w0 * w0 * (1.0 + 0.1 * s * tau / d)) / (2.0 * s + w0 * w0 * 0.1 * tau / (d * d));
  }
  Simulation simulation(model);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  AdvanceTo(1.1, &simulation);
  // Two maxima ten periods apart, by a parabola through three points.
  std::vector<double> times, heights;
  double before = 0, last = 0;
  while (times.size() < 16) {
    ASSERT_TRUE(simulation.Advance(5e-4).ok);
    const double z = simulation.BodyPose("beam.10").p.z();
    if (last > before && last > z && last > 0) {
      const double a = 0.5 * (before + z) - last, b = 0.5 * (z - before);
      times.push_back(simulation.time() - 5e-4 * (1 + 0.5 * b / a));
      heights.push_back(last - 0.25 * b * b / a);
    }
    before = last;
    last = z;
  }
  const double duration = times[15] - times[5];
  EXPECT_NEAR(2 * M_PI * 10 / duration, s.imag(), 1e-3 * s.imag());
  EXPECT_NEAR(std::log(heights[15] / heights[5]) / duration, s.real(), 0.01 * std::abs(s.real()));
  // The complex modes say the same.
  const Mode mode = ComplexModes(LinearSystem(system, system.StartState()), 1)[0];
  EXPECT_NEAR(2 * M_PI * mode.frequency, std::abs(s), 2e-6 * std::abs(s));
  EXPECT_NEAR(mode.damping, -s.real() / std::abs(s), 1e-5 * mode.damping);
}

}  // namespace
}  // namespace jounce
