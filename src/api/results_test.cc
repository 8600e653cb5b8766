#include "jounce/results.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "api/oscillator_for_test.h"

namespace jounce::api {
namespace {

using testing::ExactHeight;
using testing::Folder;
using testing::kOscillator;

TEST(ApiResults, OfARunFollowTheClosedForm) {
  const Folder folder;
  const RunStatistics statistics = RunToFile(Model::Parse(kOscillator), folder.Path("run.h5"));
  EXPECT_EQ(statistics.steps, 1000);
  const Results results(folder.Path("run.h5"));
  ASSERT_EQ(results.rows(), 11u);
  EXPECT_EQ(results.channels()[2].name, "mass.z");
  EXPECT_EQ(results.channels()[2].unit, "m");
  const std::vector<double> time = results.Time(), height = results.Channel("mass.z");
  for (size_t i = 0; i < 11; ++i) {
    EXPECT_NEAR(time[i], 0.1 * static_cast<double>(i), 1e-9);
    EXPECT_NEAR(height[i], ExactHeight(time[i]), 1e-5);
  }
  EXPECT_NE(results.Summary().find("\"status\": \"done\""), std::string::npos);
  EXPECT_THROW(results.Channel("mass.w"), InputError);
}

// Two motions of one joint that part from the start. What was reached is kept.
TEST(ApiResults, OfAFailedRunHoldWhatWasReached) {
  const Folder folder;
  const Model model = Model::Parse(R"(
bodies: {mass: {mass: 1, inertia: [1, 1, 1]}}
joints: {guide: {joint: translational, between: [ground, mass], at: [0, 0, 0], axis: [0, 0, 1]}}
motions:
  first: {motion: translation, joint: guide, expression: t^2}
  second: {motion: translation, joint: guide, expression: t^3}
sensors: {mass: {sensor: position, of: mass}}
solver: {end_time: 1, step: 1e-2}
)");
  EXPECT_THROW(RunToFile(model, folder.Path("run.h5")), RunError);
  const Results results(folder.Path("run.h5"));
  EXPECT_GE(results.rows(), 1u);
  EXPECT_LT(results.rows(), 101u);
  EXPECT_NE(results.Summary().find("\"status\": \"failed\""), std::string::npos);
}

TEST(ApiResults, AreWrittenRowByRow) {
  const Folder folder;
  const Model model = Model::Parse(kOscillator);
  {
    ResultWriter writer(folder.Path("own.h5"), {{"force", "N"}, {"way", "m"}}, 2, model);
    for (int i = 0; i < 5; ++i) writer.Append(0.5 * i, std::vector<double>{1.0 * i, 10.0 * i});
    EXPECT_THROW(writer.Append(3, std::vector<double>{1}), std::invalid_argument);
    writer.Close();
  }
  const Results results(folder.Path("own.h5"));
  EXPECT_EQ(results.Time(), (std::vector<double>{0, 0.5, 1, 1.5, 2}));
  EXPECT_EQ(results.Channel("way"), (std::vector<double>{0, 10, 20, 30, 40}));
}

TEST(ApiResults, OfOtherInputsAreNotReplaced) {
  const Folder folder;
  const Model model = Model::Parse(kOscillator);
  RunToFile(model, folder.Path("run.h5"));
  RunToFile(model, folder.Path("run.h5"));  // the same once more
  const Model stiff = Model::Parse(kOscillator, "model.yaml", {{"stiffness", "400 N/m"}});
  EXPECT_THROW(RunToFile(stiff, folder.Path("run.h5")), InputError);
  RunToFile(stiff, folder.Path("run.h5"), Start::kAsPlaced, /*replace=*/true);
  EXPECT_NEAR(Results(folder.Path("run.h5")).Channel("mass.z")[10], ExactHeight(1, 400), 1e-4);
  EXPECT_THROW(Results(folder.Write("no.h5", "no result")), FileError);
}

TEST(ApiResults, ManyThreadsWriteTheirOwn) {
  const Folder folder;
  const Model model = Model::Parse(kOscillator);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&, i] { RunToFile(model, folder.Path(std::to_string(i) + ".h5")); });
    }
  }
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(Results(folder.Path(std::to_string(i) + ".h5")).Channel("mass.z")[10],
                ExactHeight(1), 1e-5);
  }
}

}  // namespace
}  // namespace jounce::api
