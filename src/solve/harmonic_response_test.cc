#include "solve/harmonic_response.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solve/masses_in_a_row_for_test.h"

namespace jounce {
namespace {

using Complex = std::complex<double>;
using Eigen::VectorXcd;

// A force on the last of n masses: the recursion of a chain from its free end,
// D_n = K - m w^2, D_i = 2 K - m w^2 - K^2 / D_(i+1) read from the ground.
TEST(HarmonicResponse, OfMassesInARow) {
  const int n = 5;
  const double m = 2, k = 800, branch = 500, time = 0.03;
  const System system(MassesInARow(n, m, {k, {{branch, time}}}));
  const LinearSystem linear(system, system.StartState());
  EXPECT_EQ(linear.freedoms(), n);
  HarmonicResponse response(linear);
  HarmonicInput input{VectorXcd::Zero(system.motion_count())};
  input.wrenches[6 * (n - 1)] = 3;
  for (double omega : {1.0, 12.0, 40.0, 300.0}) {
    const Complex K = k + branch * Complex(0, omega * time) / Complex(1, omega * time);
    const Complex inertia = m * omega * omega;
    Complex D = 2.0 * K - inertia;  // of the first mass
    for (int i = 1; i < n; ++i) D = (i + 1 < n ? 2.0 : 1.0) * K - inertia - K * K / D;
    const VectorXcd x = response.At(omega, input);
    EXPECT_LT(std::abs(x[6 * (n - 1)] - 3.0 / D), 1e-12 * std::abs(3.0 / D)) << omega;
    EXPECT_LT(std::abs(x[1]), 1e-15);
  }
}

// The bits are those of one frequency after the other, whatever the threads.
TEST(HarmonicResponse, IsTheSameWithAnyNumberOfThreads) {
  const System system(MassesInARow(8, 2, {800, {{500, 0.03}, {200, 0.3}}}));
  const LinearSystem linear(system, system.StartState());
  HarmonicInput input{VectorXcd::Zero(system.motion_count())};
  input.wrenches[0] = 1;
  std::vector<double> omegas;
  for (int i = 1; i <= 75; ++i) omegas.push_back(2.5 * i);
  std::vector<std::vector<VectorXcd>> results;
  for (int threads : {1, 2, 5}) {
    results.emplace_back(omegas.size());
    RespondAtAll(
        linear, [&](double) { return std::vector{input}; }, omegas, threads,
        [&](size_t i, size_t, const VectorXcd& x) { results.back()[i] = x; });
  }
  for (size_t i = 0; i < omegas.size(); ++i) {
    ASSERT_TRUE(results[0][i].allFinite());
    EXPECT_EQ(results[0][i], results[1][i]) << i;
    EXPECT_EQ(results[0][i], results[2][i]) << i;
  }
}

// A motion that says what another said before has no answer of its own; the first one moves all.
TEST(HarmonicResponse, OfMotions) {
  Model model = MassesInARow(2, 2, {800, {}});
  for (const char* name : {"shaker", "the same"}) {
    Motion motion;
    motion.name = name;
    motion.kind = MotionKind::kTranslation;
    motion.joint = "rail 0";
    motion.function.constant = 0;
    model.motions.push_back(motion);
  }
  const System system(model);
  const LinearSystem linear(system, system.StartState());
  HarmonicResponse response(linear);
  HarmonicInput input{VectorXcd::Zero(system.motion_count()),
                      VectorXcd::Zero(system.multiplier_count())};
  input.motions[system.FindItem("shaker")->first_multiplier()] = 1;
  const VectorXcd x = response.At(10, input);
  EXPECT_LT(std::abs(x[0] - 1.0), 1e-12);
  EXPECT_LT(std::abs(x[6] - 800.0 / (800 - 2 * 100)), 1e-12);
  input.motions.setZero();
  input.motions[system.FindItem("the same")->first_multiplier()] = 1;
  EXPECT_EQ(response.At(10, input).norm(), 0);
  // What the shaker pushes with: the inertia of both masses, with the sign of the rows J^T l.
  input.motions.setZero();
  const int shaker = system.FindItem("shaker")->first_multiplier();
  input.motions[shaker] = 1;
  const double exact = 2 * 100 * (1 + 800.0 / (800 - 2 * 100)) - 800;
  EXPECT_LT(
      std::abs(std::abs(response.At(10, input)[system.motion_count() + shaker]) - std::abs(exact)),
      1e-9);
}

}  // namespace
}  // namespace jounce
