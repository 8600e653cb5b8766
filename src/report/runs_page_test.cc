#include "report/runs_page.h"

#include <fmt/format.h>
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
  EXPECT_EQ(NamesOfRuns(files, {"jounce run car.yaml -o 'my runs/a.h5'",
                                "jounce run car.yaml --set 'k=2 N/mm' -o 'my runs/b.h5'"}),
            (Names{"as it is", "k=2 N/mm"}));
  EXPECT_EQ(NamesOfRuns(files, {"jounce run car.yaml --end-time 5 --force",
                                "jounce run car.yaml --equilibrium --end-time 10"}),
            (Names{"end-time 5", "equilibrium, end-time 10"}));
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
      "stiff: arm/force.x changes most, from 200 to 400 N from lowest to highest (+100 %). Damage "
      "changes most in arm/force.x, to 32 times that in soft.");
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

// A small force that grows tenfold is not what breaks; a way is no load.
TEST(RunsPage, DamageIsToldOfWhatMatters) {
  NamedRun soft = SineRun("soft", 100, 3), stiff = SineRun("stiff", 120, 6);
  const auto add = [](const char* name, double part, NamedRun* run) {
    RunChannel channel{.name = name, .group = "arm", .unit = "N"};
    for (const double x : run->run.channels[0].values) channel.values.push_back(part * x);
    run->run.channels.push_back(std::move(channel));
  };
  add("arm/small.x", 0.001, &soft);
  add("arm/small.x", 0.01, &stiff);
  add("arm/other.x", 0.5, &soft);
  add("arm/other.x", 0.25, &stiff);
  const Page page = MakeRunsPage({soft, stiff});
  // 50 becomes 30: (3/5)^5; 100 becomes 120.
  EXPECT_EQ(
      page.findings[1].text,
      "stiff: wheel.z changes most, from 6 to 12 mm from lowest to highest (+100 %). Damage "
      "changes most in arm/other.x, to 0.07776 times that in soft; of the 2 loads that matter "
      "it grows in 1 and falls in 1.");
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

// What changes most stands first in the table, though its channel is the last of the file.
TEST(RunsPage, TheTableBeginsWithWhatChangesMost) {
  NamedRun soft = SineRun("soft", 100, 3), stiff = SineRun("stiff", 100, 6);
  const Page page = MakeRunsPage({soft, stiff});
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  EXPECT_EQ(std::get<std::string>(table.rows[0][0].value), soft.run.channels[1].name);
  EXPECT_NEAR(std::get<double>(table.rows[0][4].value), 2, 1e-9);
  const auto& channels = std::get<ChannelBrowser>(page.sections[1].items[0]).channels;
  EXPECT_EQ(table.rows[0][0].anchor, channels[1].anchor);
}

// The same sine for half as long has the same range, and the same damage of the time that both have.
TEST(RunsPage, RunsOfUnequalLengthAreComparedWhereBothAre) {
  NamedRun whole = SineRun("whole", 100, 3), half = SineRun("half", 100, 3);
  const size_t count = half.run.times.size() / 2;
  half.run.times.resize(count);
  for (RunChannel& channel : half.run.channels) channel.values.resize(count);
  const Page page = MakeRunsPage({whole, half});
  EXPECT_EQ(page.findings[1].text,
            fmt::format("The runs are not equally long: what is compared are the first {:.4g} s, "
                        "which all of them have.",
                        half.run.times.back()));
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  for (const auto& row : table.rows) {
    EXPECT_EQ(std::get<double>(row[4].value), 1);
    EXPECT_EQ(std::get<double>(row[5].value), 1);
  }
}

// A run that is not to be trusted says why, wherever among its findings that is.
TEST(RunsPage, WarningsOfRunsAreTold) {
  NamedRun turned = SineRun("stiff", 100, 3);
  turned.run.findings = {{"It went through.", Mark::kGood}, {"It turned.", Mark::kWarning}};
  const Page page = MakeRunsPage({SineRun("soft", 100, 3), turned});
  EXPECT_EQ(page.findings[0].text, "stiff: It turned.");
  EXPECT_EQ(page.findings[0].mark, Mark::kWarning);
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

// A mesh whose one mode grows with time, and a beam between two of its bodies.
TEST(RunsPage, GhostsBendAsTheyDid) {
  Scene scene{.times = {0, 0.25, 0.5, 3}}, other{.times = {0, 0.5, 1}};
  scene.bodies = {{.name = "first", .poses = {{}}}};
  SceneShape mesh{.kind = ShapeKind::kMesh, .points = {{0, 0, 0}}};
  mesh.modes = {.count = 2,
                .shapes = {1, 2, 3, 4, 5, 6},
                .stresses = std::vector<float>(12, 1),
                .amplitudes = {0, 0, 10, -1, 30, -2},
                .largest = 7};
  other.bodies = {{.name = "road", .poses = {{}}, .scenery = true},
                  {.name = "part", .shapes = {mesh}, .poses = {{}}},
                  {.name = "node", .poses = {{}}}};
  const SceneConnection beam{.name = "beam",
                             .kind = SceneConnectionKind::kBeam,
                             .a = {1, {0, 0, 0}},
                             .b = {2, {0, 0, 1}},
                             .load = {1, 2, 3}};
  SceneConnection foot = beam;
  foot.a.body = kGround;
  other.connections = {beam, {.name = "bush", .a = {1, {}}, .b = {2, {}}}, foot};
  AddGhosts(other, 1, &scene);
  ASSERT_EQ(scene.bodies.size(), 3u) << "scenery has no ghost";
  const MeshModes& modes = scene.bodies[1].shapes[0].modes;
  EXPECT_EQ(modes.amplitudes, (std::vector<double>{0, 0, 5, -0.5, 10, -1, 30, -2}));
  EXPECT_EQ(modes.shapes.size(), 6u);
  EXPECT_TRUE(modes.stresses.empty());
  EXPECT_EQ(modes.largest, 0) << "the scale of stresses is that of the first run";
  ASSERT_EQ(scene.connections.size(), 2u) << "beams alone";
  EXPECT_EQ(scene.connections[0].a.body, 1);
  EXPECT_EQ(scene.connections[0].b.body, 2);
  EXPECT_EQ(scene.connections[0].run, 1);
  EXPECT_TRUE(scene.connections[0].load.empty());
  EXPECT_EQ(scene.connections[1].a.body, kGround);
}

}  // namespace
}  // namespace jounce::report
