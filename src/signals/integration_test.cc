#include "signals/integration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "base/error.h"

namespace jounce {
namespace {

constexpr double kRecordRate = 400;

std::vector<double> Sampled(double seconds, const std::function<double(double)>& f) {
  std::vector<double> samples(static_cast<size_t>(seconds * kRecordRate) + 1);
  for (size_t i = 0; i < samples.size(); ++i) samples[i] = f(static_cast<double>(i) / kRecordRate);
  return samples;
}

// Cubics exactly, but for the first and the last interval; sines to fourth order.
TEST(Integration, OfCubicsAndSines) {
  const auto cubic =
      Integrate(Sampled(1, [](double t) { return 4 * t * t * t - 2 * t; }), kRecordRate);
  const auto way = [](double t) { return t * t * t * t - t * t; };
  EXPECT_EQ(cubic[0], 0);
  EXPECT_NEAR(cubic[300] - cubic[100], way(0.75) - way(0.25), 1e-14);
  const double w = 2 * std::numbers::pi * 20;
  const auto sine = Integrate(Sampled(1, [&](double t) { return std::cos(w * t); }), kRecordRate);
  // A period of it, from crest to crest: 11/720 (w h)^4 of the amplitude.
  const double error = 11.0 / 720 * std::pow(w / kRecordRate, 4);
  for (size_t i = 105; i < 125; ++i) {
    EXPECT_NEAR(sine[i] - sine[100], std::sin(w * i / kRecordRate) / w, 1.1 * error / w);
  }
}

// A pulse from rest to rest, (1 - 2 u^2) exp(-u^2) at 2 Hz and more, seen by an accelerometer with an
// offset of a tenth of g, that wanders: the way comes back, while the plain integral is lost.
TEST(Integration, WaysComeBackFromAccelerationsThatDrift) {
  const double c = 0.12, middle = 10;
  const auto way = [&](double t) {
    const double u = (t - middle) / c;
    return 0.03 * (1 - 2 * u * u) * std::exp(-u * u);
  };
  // d2/dt2 of (1 - 2 u^2) exp(-u^2), by hand: (-6 + 24 u^2 - 8 u^4) exp(-u^2)/c^2.
  const auto measured = [&](double t) {
    const double u = (t - middle) / c;
    const double a = (-6 + 24 * u * u - 8 * u * u * u * u) * std::exp(-u * u) / (c * c);
    return 0.03 * a + 0.98 + 0.02 * t + 0.01 * std::sin(2 * std::numbers::pi * 0.05 * t);
  };
  const auto samples = Sampled(20, measured);
  const auto found = IntegrateWithoutDrift(samples, kRecordRate, 2, 0.25);
  const auto plain = Integrate(Integrate(samples, kRecordRate), kRecordRate);
  EXPECT_GT(std::abs(plain.back()), 100);
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], way(static_cast<double>(i) / kRecordRate), 0.02 * 0.03) << i;
  }
}

// In the pass band neither amplitude nor phase change; what is slow goes.
TEST(Integration, PassesTheBandAndStopsTheRest) {
  const double w = 2 * std::numbers::pi * 3, slow = 2 * std::numbers::pi * 0.1;
  const auto velocity = [&](double t) { return std::cos(w * t) + std::cos(slow * t); };
  const auto found = IntegrateWithoutDrift(Sampled(60, velocity), kRecordRate, 1, 0.5);
  for (size_t i = 30 * 400; i < 31 * 400; ++i) {
    EXPECT_NEAR(found[i], std::sin(w * i / kRecordRate) / w, 2e-3 / w);
  }
  const auto same = IntegrateWithoutDrift(Sampled(60, velocity), kRecordRate, 0, 0.5);
  EXPECT_NEAR(same[30 * 400], 1, 1e-3);
}

TEST(Integration, RecordsThatAreTooShort) {
  EXPECT_THROW(IntegrateWithoutDrift({}, kRecordRate, 2, 0.5), InputError);
  EXPECT_THROW(IntegrateWithoutDrift(Sampled(1, [](double) { return 1; }), kRecordRate, 2, 0.5),
               InputError);
  EXPECT_THROW(IntegrateWithoutDrift(Sampled(9, [](double) { return 1; }), kRecordRate, 2, 0),
               InputError);
  EXPECT_THROW(IntegrateWithoutDrift(Sampled(9, [](double) { return 1; }), kRecordRate, 2, 250),
               InputError);
  EXPECT_TRUE(Integrate({}, kRecordRate).empty());
}

}  // namespace
}  // namespace jounce
