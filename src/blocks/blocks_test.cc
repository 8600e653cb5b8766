#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <random>

#include "base/error.h"
#include "blocks/block_kinds.h"

namespace jounce {
namespace {

constexpr BlockContext kContext = {.step = 1e-3};

BlockSettings Settings(const std::string& kind, size_t inputs,
                       std::map<std::string, std::vector<double>> numbers) {
  return {kind, std::vector<std::string>(inputs, "u"), {std::move(numbers)}, {}};
}

// One block of every kind, away from its limits where it has any.
std::vector<BlockSettings> OneOfEach() {
  return {
      Settings("gain", 1, {{"gain", {2.5}}}),
      Settings("limiter", 1, {{"minimum", {-5}}, {"maximum", {5}}}),
      Settings("rate_limit", 1, {{"rising", {1e6}}}),
      Settings("integrator", 1, {{"gain", {3}}, {"initial", {1}}}),
      Settings("transfer_function", 1, {{"numerator", {1, 2}}, {"denominator", {0.5, 3, 4}}}),
      Settings("state_space", 2,
               {{"A", {-1, 2, 0, -3}}, {"B", {1, 0, 0.5, 1}}, {"C", {1, 1}}, {"D", {0, 2}}}),
      Settings("pid", 1, {{"kp", {2}}, {"ki", {3}}, {"kd", {0.1}}, {"filter", {0.05}}}),
      Settings("table", 1, {{"points", {-2, 1, 0, 0, 1, 3, 2, 2}}, {"interpolation", {3}}}),
      Settings("table_2d", 2,
               {{"x", {-2, 0, 2}},
                {"y", {-2, 1, 3}},
                {"values", {1, 2, 4, 0, 1, 5, -1, 3, 2}},
                {"interpolation", {1}}}),
      Settings("delay", 1, {{"time", {0.01}}}),
      Settings("sample_and_hold", 1, {{"period", {0.01}}}),
      Settings("speed_driver", 2, {{"period", {0.01}}}),
      Settings("path_driver", 5,
               {{"period", {0.01}}, {"points", {0, 0, 9, 0}}, {"curvature_gain", {1}}}),
  };
}

// A block at some point, with its own memory.
struct Bench {
  std::unique_ptr<const Block> block;
  std::vector<double> x, u, memory, next;

  explicit Bench(const BlockSettings& settings) : block(MakeBlock(settings, kContext)) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> any(-0.9, 0.9);
    x.resize(block->states());
    u.resize(block->inputs());
    for (double& value : x) value = any(random);
    for (double& value : u) value = any(random);
    memory.resize(block->memory());
    next.resize(block->memory());
    block->StartMemory(0, u.data(), memory.data());
  }

  BlockPoint At(double time = 0.1, double h = 1e-3) {
    return {time, h, x.data(), u.data(), memory.data(), next.data()};
  }
  std::vector<double> Outputs(double h = 1e-3) {
    std::vector<double> y(block->outputs());
    block->Outputs(At(0.1, h), y.data());
    return y;
  }
  std::vector<double> Rates(double h = 1e-3) {
    std::vector<double> rates(block->states());
    block->Rates(At(0.1, h), rates.data());
    return rates;
  }
};

TEST(Blocks, TheTableHasOneOfEachKind) { EXPECT_EQ(OneOfEach().size(), BlockKinds().size()); }

TEST(Blocks, SlopesMatchFiniteDifferences) {
  constexpr double kStep = 1e-6;
  for (const BlockSettings& settings : OneOfEach()) {
    for (double h : {1e-3, std::numeric_limits<double>::infinity()}) {
      Bench bench(settings);
      const Block& block = *bench.block;
      BlockSlopes slopes;
      slopes.A.setZero(block.states(), block.states());
      slopes.B.setZero(block.states(), block.inputs());
      slopes.C.setZero(block.outputs(), block.states());
      slopes.D.setZero(block.outputs(), block.inputs());
      block.Differentiate(bench.At(0.1, h), &slopes);
      const auto compare = [&](double& variable, const auto& rates, const auto& outputs) {
        const double value = variable;
        variable = value + kStep;
        const std::vector<double> r1 = bench.Rates(h), y1 = bench.Outputs(h);
        variable = value - kStep;
        const std::vector<double> r0 = bench.Rates(h), y0 = bench.Outputs(h);
        variable = value;
        for (int i = 0; i < block.states(); ++i) {
          EXPECT_NEAR(rates[i], (r1[i] - r0[i]) / (2 * kStep), 1e-7) << settings.kind;
        }
        for (int i = 0; i < block.outputs(); ++i) {
          EXPECT_NEAR(outputs[i], (y1[i] - y0[i]) / (2 * kStep), 1e-7) << settings.kind;
        }
      };
      for (int i = 0; i < block.states(); ++i) {
        compare(bench.x[i], slopes.A.col(i), slopes.C.col(i));
      }
      for (int i = 0; i < block.inputs(); ++i) {
        compare(bench.u[i], slopes.B.col(i), slopes.D.col(i));
      }
    }
  }
}

// What does not feed through must not look at its inputs when it is asked for outputs.
TEST(Blocks, OutputsWithoutFeedThroughDoNotReadInputs) {
  for (const BlockSettings& settings : OneOfEach()) {
    Bench bench(settings);
    if (bench.block->feeds_through()) continue;
    const std::vector<double> before = bench.Outputs();
    for (double& u : bench.u) u = std::nan("");
    EXPECT_EQ(bench.Outputs(), before) << settings.kind;
  }
}

// b(s)/a(s) at s = i w, from the matrices.
TEST(Blocks, TransferFunctionHasTheResponseOfItsPolynomials) {
  Bench bench(Settings("transfer_function", 1,
                       {{"numerator", {3, 1, 2}}, {"denominator", {2, 0.5, 4, 1}}}));
  BlockSlopes m;
  bench.block->Differentiate(bench.At(), &m);
  for (double w : {0.1, 1.0, 7.0}) {
    const std::complex<double> s(0, w);
    const Eigen::MatrixXcd resolvent = s * Eigen::MatrixXcd::Identity(3, 3) - m.A;
    const std::complex<double> answer =
        (m.C * resolvent.inverse() * m.B)(0, 0) + std::complex<double>(m.D(0, 0));
    const std::complex<double> exact =
        (3.0 * s * s + s + 2.0) / (2.0 * s * s * s + 0.5 * s * s + 4.0 * s + 1.0);
    EXPECT_LT(std::abs(answer - exact), 1e-13);
  }
}

TEST(Blocks, PidDoesNotWindUp) {
  Bench bench(Settings("pid", 1, {{"kp", {1}}, {"ki", {1}}, {"maximum", {2}}, {"minimum", {-2}}}));
  bench.x = {3};
  bench.u = {1};
  EXPECT_EQ(bench.Outputs()[0], 2);
  EXPECT_EQ(bench.Rates()[0], 0);
  bench.u = {-0.5};
  EXPECT_EQ(bench.Rates()[0], -0.5);
}

TEST(Blocks, DelayIsALineBetweenSteps) {
  Bench bench(Settings("delay", 1, {{"time", {0.0025}}}));
  // u = t^2 at steps of 1 ms; memory moves on with each.
  for (int i = 0; i <= 20; ++i) {
    const double t = 1e-3 * i;
    bench.u = {t * t};
    if (i == 0) bench.block->StartMemory(0, bench.u.data(), bench.memory.data());
    double y = 0;
    bench.next = bench.memory;
    const BlockPoint at = {
        t, 1e-3, nullptr, bench.u.data(), bench.memory.data(), bench.next.data()};
    bench.block->Outputs(at, &y);
    bench.block->Remember(at);
    bench.memory = bench.next;
    const double a = std::max(0.0, 1e-3 * (i - 3)), b = std::max(0.0, 1e-3 * (i - 2));
    EXPECT_NEAR(y, 0.5 * (a * a + b * b), 1e-15) << i;
  }
}

TEST(Blocks, RefusesWhatMakesNoSense) {
  const auto message = [](const BlockSettings& settings) -> std::string {
    try {
      MakeBlock(settings, kContext);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message(Settings("gian", 1, {})).find("gain"), std::string::npos);
  EXPECT_NE(message(Settings("gain", 2, {{"gain", {1}}})), "");
  EXPECT_NE(message(Settings("gain", 1, {})).find("`gain`"), std::string::npos);
  EXPECT_NE(message(Settings("pid", 1, {{"kd", {1}}})).find("filter"), std::string::npos);
  EXPECT_NE(message(Settings("limiter", 1, {{"minimum", {2}}, {"maximum", {1}}})), "");
  EXPECT_NE(
      message(Settings("transfer_function", 1, {{"numerator", {1, 0}}, {"denominator", {1}}})), "");
  EXPECT_NE(message(Settings("state_space", 1, {{"A", {1, 2, 3}}, {"B", {1}}, {"C", {1}}})), "");
  EXPECT_NE(message(Settings("delay", 1, {{"time", {1e-4}}})), "");
  EXPECT_NE(message(Settings("sample_and_hold", 1, {{"period", {0.0015}}})), "");
  EXPECT_NE(message(Settings("table", 1, {{"points", {1, 0, 0, 1}}})), "");
  EXPECT_NE(message(Settings("table_2d", 2, {{"x", {0, 1}}, {"y", {0, 1}}, {"values", {1, 2, 3}}})),
            "");
}

}  // namespace
}  // namespace jounce
