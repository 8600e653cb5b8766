#include "report/run_findings.h"

#include <gtest/gtest.h>

namespace jounce::report {
namespace {

bool Says(const std::vector<Note>& findings, const std::string& text) {
  for (const Note& finding : findings) {
    if (finding.text.find(text) != std::string::npos) return true;
  }
  return false;
}

RunSummary GoodRun() {
  RunSummary summary;
  summary.status.ok = true;
  summary.steps = 2000;
  summary.end_time = 20;
  summary.wall_seconds = 0.5;
  return summary;
}

TEST(RunFindings, TheVerdictComesFirst) {
  const std::vector<Note> good = RunFindings({}, GoodRun());
  ASSERT_EQ(good.size(), 1u);
  EXPECT_EQ(good[0].mark, Mark::kGood);
  EXPECT_TRUE(Says(good, "to 20 s in 0.5 s of computing, 40 times real time"));

  RunSummary rough = GoodRun();
  rough.residual_left = 57;
  rough.halvings = 2;
  EXPECT_TRUE(Says(RunFindings({}, rough),
                   "met its tolerance, or a thousandth of its own error, 2 after it was halved"));

  RunSummary loose = GoodRun();
  loose.steps_above_tolerance = 7;
  loose.residual_left = 6.3;
  const std::vector<Note> doubtful = RunFindings({}, loose);
  EXPECT_EQ(doubtful[0].mark, Mark::kWarning);
  EXPECT_TRUE(Says(doubtful, "7 of 2000 steps left more than the tolerance, the worst 6.3 times"));

  RunSummary failed = GoodRun();
  failed.status = RunStatus{};
  failed.status.ok = false;
  failed.status.reason = "the step became too short";
  failed.status.remedy = "shorter steps";
  const std::vector<Note> bad = RunFindings({}, failed);
  EXPECT_EQ(bad[0].mark, Mark::kBad);
  EXPECT_TRUE(Says(bad, "failed at 20 s: the step became too short (shorter steps)"));
}

// Behind the verdict, for no residual shows it.
TEST(RunFindings, WhatTurnedTooFarIsToldBehindTheVerdict) {
  RunSummary summary = GoodRun();
  EXPECT_FALSE(Says(RunFindings({}, summary), "turned"));
  for (int i = 0; i < 8; ++i) summary.turned_too_far.push_back("link " + std::to_string(i));
  const std::vector<Note> findings = RunFindings({}, summary);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[1].mark, Mark::kWarning);
  EXPECT_TRUE(Says(findings, "8 connections turned further than a law attached to one end"));
  EXPECT_TRUE(Says(findings, "link 0, link 1, link 2, link 3, link 4, link 5 and 2 more ("));
}

// Rounding is no motion.
TEST(RunFindings, AStandstillIsToldAsOne) {
  RunPageInput input{.times = {0, 1, 2}};
  input.channels = {{.name = "mount.z", .unit = "N", .values = {-900, -900 * (1 + 1e-12), -900}}};
  EXPECT_TRUE(Says(RunFindings(input, GoodRun()), "Nothing moves"));
  input.channels.push_back({.name = "rod", .unit = "N", .values = {0, 1, 0}});
  EXPECT_FALSE(Says(RunFindings(input, GoodRun()), "Nothing moves"));
}

TEST(RunFindings, TheLargestOfWhatIsWatched) {
  RunPageInput input{.times = {0, 1, 2}};
  input.channels = {
      {.name = "mount.z", .unit = "N", .values = {1, -900, 3}},
      {.name = "rod.axial", .unit = "N", .values = {1, 2, 800}},
      {.name = "seat.z", .unit = "m/s^2", .values = {0, 0, 4.25}},
      {.name = "travel.z", .unit = "mm", .values = {70, 0, 0}},
      {.name = "mount.rx", .unit = "N m", .values = {0, 12.5, 0}},  // as sensors say it
      {.name = "heat", .unit = "J", .values = {99, 0, 0}},
      {.name = "shock", .unit = "lbf", .values = {2000, 0, 0}},
      {.name = "lamp", .unit = "candles", .values = {5, 0, 0}}};
  const std::vector<Note> findings = RunFindings(input, GoodRun());
  ASSERT_EQ(findings.size(), 4u);
  EXPECT_TRUE(
      Says(findings, "largest force watched is -900 N in mount.z at 1 s, of 2 channels in N"));
  EXPECT_TRUE(Says(findings, "largest moment watched is 12.5 N m in mount.rx at 1 s"));
  EXPECT_TRUE(Says(findings, "largest acceleration watched is 4.25 m/s² in seat.z at 2 s"));
}

TEST(RunFindings, WhoCarriesMostAndWhatIsNotAccountedFor) {
  RunPageInput input{.times = {0, 1}};
  input.motion = Scene{.times = {0, 0.5}};
  input.motion->connections = {{.name = "front", .load = {10, 70}},
                               {.name = "rear", .load = {20, 60}}};
  input.energies = {{"kinetic", {10, 20}}, {"not accounted for", {0, 0.1}}};
  EXPECT_TRUE(Says(RunFindings(input, GoodRun()), "front carries most: 70 N at 0.5 s"));
  EXPECT_FALSE(Says(RunFindings(input, GoodRun()), "accounted"));
  input.energies[1].values = {0, -1};
  EXPECT_TRUE(Says(RunFindings(input, GoodRun()), "5 % of the largest energy"));
}

}  // namespace
}  // namespace jounce::report
