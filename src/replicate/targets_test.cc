#include "replicate/targets.h"

#include <gtest/gtest.h>

#include <cmath>

#include "replicate/state_file.h"

namespace jounce {
namespace {

// Ten bursts of a sine of amplitude 1 in 100 s of one of 0.1: with a slope of 5 the quiet part has
// 1e-5 times the damage a second, so a tenth of the time keeps nearly all.
TEST(Targets, QuietWindowsAreCutOut) {
  const double rate = 100;
  Histories histories(1);
  for (int i = 0; i < 10000; ++i) {
    const bool loud = (i / 1000) % 2 == 1 && i % 1000 < 200;
    histories[0].push_back((loud ? 1 : 0.1) * std::sin(2 * M_PI * i / 20.0));
  }
  Histories cut = histories;
  const double whole = DamageOf(histories[0], 5);
  // A cycle of range 2 is 32: 5 bursts of 10 cycles.
  EXPECT_NEAR(whole, 50 * 32, 0.03 * 50 * 32);
  const double part = CutQuietWindows(0.95, 1, rate, 5, &cut);
  EXPECT_EQ(part, static_cast<double>(cut[0].size()) / 10000);
  EXPECT_LE(part, 0.11);
  EXPECT_GE(DamageOf(cut[0], 5), 0.95 * whole);
  EXPECT_LE(DamageOf(cut[0], 5), 1.02 * whole);
  // Nothing jumps where pieces are joined.
  for (size_t i = 1; i < cut[0].size(); ++i) {
    EXPECT_LT(std::abs(cut[0][i] - cut[0][i - 1]), 0.4);
  }
}

IterationState SomeState() {
  IterationState state;
  state.records = {{.number = 1, .step = 1, .errors = {0.5, 0.25}, .error = 0.4, .kept = true},
                   {.number = 2, .step = 0.5, .errors = {}, .error = 1e300, .note = "worse"}};
  state.step = 0.25;
  state.error = 0.4;
  state.errors = {0.5, 0.25};
  state.drives = {{1, 2, 3}, {}};
  state.responses = {{-0.0, 1e-300, 5}};
  state.strayed_drives = {{4, 5}};
  state.strayed_responses = {{6}, {7, 8}};
  state.strayed_error = 0.7;
  state.matrix = {{1, 2}, {3, -4}};
  return state;
}

TEST(StateFile, ReadAgainAndRefused) {
  const IterationState state = SomeState();
  const std::string bytes = EncodeState(state, 77);
  const IterationState again = DecodeState(bytes, 77, "a.state");
  EXPECT_EQ(EncodeState(again, 77), bytes);
  EXPECT_EQ(again.drives, state.drives);
  EXPECT_EQ(again.strayed_responses, state.strayed_responses);
  EXPECT_EQ(again.matrix, state.matrix);
  EXPECT_EQ(again.records[1].note, "worse");
  EXPECT_TRUE(again.records[0].kept);
  EXPECT_THROW(DecodeState(bytes, 78, "a.state"), InputError);
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(DecodeState(bytes.substr(0, length), 77, "a.state"), InputError);
  }
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 64);
    EXPECT_THROW(DecodeState(damaged, 77, "a.state"), InputError);
  }
}

}  // namespace
}  // namespace jounce
