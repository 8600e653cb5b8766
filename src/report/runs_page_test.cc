#include "report/runs_page.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce::report {
namespace {

using Names = std::vector<std::string>;

// A sine of 5 periods in 5 s and one of other size.
NamedRun SineRun(const std::string& name, double force, double way) {
  RunPageInput run{.title = "car", .findings = {{"went through", Mark::kGood}}};
  RunChannel f{.name = "arm/force.x", .group = "arm", .unit = "N"};
  RunChannel z{.name = "wheel.z", .group = "wheel", .unit = "mm"};
  for (int i = 0; i <= 1000; ++i) {
    run.times.push_back(i / 200.0);
    f.values.push_back(force * std::sin(2 * M_PI * i / 200.0));
    z.values.push_back(way * std::sin(2 * M_PI * i / 200.0));
  }
  run.channels = {f, z};
  return {name, name + ".h5", run};
}

TEST(RunsPage, RunsAreCalledByWhatDiffers) {
  const Names files = {"out/a.h5", "out/b.h5"};
  EXPECT_EQ(NamesOfRuns(files, {"jounce run car.yaml --set k=1 -o out/a.h5",
                                "jounce run car.yaml --set k=2 m=3 -o out/b.h5"}),
            (Names{"k=1", "k=2, m=3"}));
  EXPECT_EQ(NamesOfRuns(files, {"jounce run car.yaml -o out/a.h5",
                                "jounce run car.yaml --set k=2 -o out/b.h5 --page b.html"}),
            (Names{"as it is", "k=2"}));
  EXPECT_EQ(NamesOfRuns(files, {"jounce run car.yaml -o x.h5", "jounce run van.yaml -o y.h5"}),
            (Names{"car.yaml", "van.yaml"}));
  EXPECT_EQ(NamesOfRuns(files, {"jounce run car.yaml -o x.h5", "jounce run car.yaml -o y.h5"}),
            (Names{"a", "b"}))
      << "nothing else tells them apart";
  EXPECT_EQ(NamesOfRuns({"x/a.h5", "y/a.h5"}, {"", ""}), (Names{"x/a.h5", "y/a.h5"}));
}

// Twice the force is 2^5 times the damage of a slope of 5; the way stays as it was.
TEST(RunsPage, TellsWhatChangedAndWhatItDoesToDamage) {
  const Page page = MakeRunsPage({SineRun("soft", 100, 3), SineRun("stiff", 200, 3)});
  ASSERT_EQ(page.findings.size(), 2u);
  EXPECT_EQ(
      page.findings[1].text,
      "stiff: arm/force.x changes most, from 200 to 400 N from lowest to highest (+100 %); the "
      "damage of arm/force.x is 32 times that in soft.");
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_NEAR(std::get<double>(table.rows[0][4].value), 2, 1e-12);
  EXPECT_NEAR(std::get<double>(table.rows[0][5].value), 32, 1e-9);
  EXPECT_NEAR(std::get<double>(table.rows[1][5].value), 1, 1e-12);
  const auto& channels = std::get<ChannelBrowser>(page.sections[1].items[0]).channels;
  ASSERT_EQ(channels[0].plots[0].curves.size(), 2u);
  EXPECT_EQ(channels[0].plots[0].curves[1].name, "stiff");
  EXPECT_TRUE(channels[0].visible);
}

// What a symmetric model leaves of a channel is not a change, however large its factor.
TEST(RunsPage, RoundingIsNotCompared) {
  NamedRun soft = SineRun("soft", 100, 3), stiff = SineRun("stiff", 100, 3);
  RunChannel still{.name = "arm/force.y", .group = "arm", .unit = "N"};
  for (const double x : soft.run.channels[0].values) still.values.push_back(1e-16 * x);
  soft.run.channels.push_back(still);
  for (double& x : still.values) x *= 50;
  stiff.run.channels.push_back(still);
  const Page page = MakeRunsPage({soft, stiff});
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_TRUE(std::isnan(std::get<double>(table.rows[2][4].value)));
  EXPECT_TRUE(std::isnan(std::get<double>(table.rows[2][5].value)));
  EXPECT_EQ(table.rows[2][5].shade, 0);
}

TEST(RunsPage, ARunThatFailedIsToldFirst) {
  NamedRun failed = SineRun("stiff", 100, 3);
  failed.run.findings = {{"The run failed at 1 s: too stiff.", Mark::kBad}};
  const Page page = MakeRunsPage({SineRun("soft", 100, 3), failed, SineRun("same", 100, 3)});
  EXPECT_EQ(page.findings[0].text, "stiff: The run failed at 1 s: too stiff.");
  EXPECT_EQ(page.findings[0].mark, Mark::kBad);
  EXPECT_EQ(page.findings[2].text, "same: no channel moves otherwise than in soft.");
}

// A body that goes along x at 1 m/s and turns about z at 1 rad/s, told at other times.
TEST(RunsPage, GhostsAreWhereTheyWereAtTheTimesOfTheScene) {
  const auto pose = [](double t) {
    return ScenePose{{t, 0, 0}, {std::cos(t / 2), 0, 0, std::sin(t / 2)}};
  };
  Scene scene{.times = {0, 0.25, 0.5, 3}}, other{.times = {0, 0.5, 1}};
  SceneBody body{.name = "wheel"};
  for (const double t : other.times) body.poses.push_back(pose(t));
  other.bodies = {body};
  AddGhosts(other, 1, &scene);
  ASSERT_EQ(scene.bodies.size(), 1u);
  EXPECT_EQ(scene.bodies[0].run, 1);
  ASSERT_EQ(scene.bodies[0].poses.size(), 4u);
  const ScenePose between = scene.bodies[0].poses[1], last = scene.bodies[0].poses[3];
  EXPECT_NEAR(between.position[0], 0.25, 1e-15);
  EXPECT_NEAR(between.quaternion[3], std::sin(0.125), 1e-15);
  EXPECT_NEAR(last.position[0], 1, 1e-15) << "its run ended there";
}

}  // namespace
}  // namespace jounce::report
