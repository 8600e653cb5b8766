#include "study/workers.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <map>

namespace jounce::study {
namespace {

Outcome DoneWith(double value) {
  return {.key = "", .state = RunState::kDone, .outputs = {value}, .units = {""}, .files = {}};
}

std::map<int, Outcome> RunAll(int count, const WorkerSettings& settings,
                              const std::function<Outcome(int)>& work) {
  std::map<int, Outcome> taken;
  const NoProgress progress;
  EXPECT_TRUE(RunInWorkers(
      count, settings, work,
      [&](int job, Outcome outcome) { EXPECT_TRUE(taken.emplace(job, outcome).second); }, [] {},
      progress));
  return taken;
}

TEST(Workers, EachJobOnceInProcessesOfTheirOwn) {
  const pid_t here = ::getpid();
  const auto taken = RunAll(40, {.workers = 3}, [here](int job) {
    return DoneWith(::getpid() == here ? -1 : job * job);
  });
  ASSERT_EQ(taken.size(), 40U);
  for (const auto& [job, outcome] : taken) EXPECT_EQ(outcome.outputs[0], job * job);
}

// One crashes, one ends, one hangs: each is a row with its reason, and the others are done.
TEST(Workers, WhoDiesOrHangsTakesNothingWithIt) {
  const auto taken = RunAll(12, {.workers = 2, .time_limit = 0.4}, [](int job) {
    if (job == 3) ::raise(SIGKILL);
    if (job == 5) ::_exit(9);
    while (job == 7) ::pause();
    return DoneWith(job);
  });
  ASSERT_EQ(taken.size(), 12U);
  EXPECT_EQ(taken.at(3).state, RunState::kCrashed);
  EXPECT_NE(taken.at(3).reason.find("signal 9"), std::string::npos) << taken.at(3).reason;
  EXPECT_EQ(taken.at(5).state, RunState::kCrashed);
  EXPECT_NE(taken.at(5).reason.find("code 9"), std::string::npos) << taken.at(5).reason;
  EXPECT_EQ(taken.at(7).state, RunState::kLate);
  EXPECT_NE(taken.at(7).reason.find("0.4 s"), std::string::npos) << taken.at(7).reason;
  for (const int job : {0, 1, 2, 4, 6, 8, 9, 10, 11}) {
    EXPECT_EQ(taken.at(job).state, RunState::kDone) << job;
  }
}

class StopAtOnce : public Progress {
 public:
  void Update(double, double, std::string_view) override {}
  bool StopRequested() const override { return true; }
};

TEST(Workers, StopsWhenAsked) {
  const StopAtOnce progress;
  EXPECT_FALSE(RunInWorkers(
      2, {.workers = 1},
      [](int) -> Outcome {
        for (;;) ::pause();
      },
      [](int, const Outcome&) {}, [] {}, progress));
}

}  // namespace
}  // namespace jounce::study
