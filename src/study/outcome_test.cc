#include "study/outcome.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace jounce::study {
namespace {

Outcome SampleOutcome() {
  return {.key = "0123",
          .state = RunState::kDone,
          .reason = "tab\there, line\nend, back\\slash",
          .outputs = {0.1, -1e-310, 1.0 / 3, std::numeric_limits<double>::infinity(), 0},
          .units = {"N/mm", "", "m/s^2", "", "Hz"},
          .files = {"/a b/model.yaml", "f\tx"}};
}

TEST(Outcome, EveryBitArrives) {
  std::string line = WriteOutcome(SampleOutcome());
  ASSERT_EQ(line.back(), '\n');
  EXPECT_EQ(line.find('\n'), line.size() - 1) << "one line";
  line.pop_back();
  const auto read = ReadOutcome(line);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, SampleOutcome());
}

TEST(Outcome, WhatIsCutOrSpoiltIsNoOutcome) {
  std::string line = WriteOutcome(SampleOutcome());
  line.pop_back();
  for (size_t size = 0; size < line.size(); ++size) {
    EXPECT_FALSE(ReadOutcome(line.substr(0, size))) << size;
    std::string spoilt = line;
    spoilt[size] = static_cast<char>(spoilt[size] ^ 1);
    EXPECT_FALSE(ReadOutcome(spoilt)) << size;
  }
}

}  // namespace
}  // namespace jounce::study
