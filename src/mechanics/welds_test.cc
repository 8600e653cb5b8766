// Models before and after their welded bodies are merged. How merged bodies move, and what their
// welds carry, is tested in solve/welds_test.cc.
#include "mechanics/welds.h"

#include <gtest/gtest.h>

#include <ctime>

#include "laws/linear_law_for_test.h"
#include "mechanics/beam_part_for_test.h"
#include "model/expand_beams.h"
#include "model/geometry.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

Body Block(const std::string& name, const Vector3d& position) {
  Body body;
  body.name = name;
  body.position = position;
  body.mass = 2;
  body.inertia = Vector3d(0.02, 0.03, 0.04);
  return body;
}

// The frames of two ends without a point are those of their bodies, or of the one that has one.
Joint Clamp(const std::string& name, const std::string& first, const std::string& second) {
  Joint joint;
  joint.name = name;
  joint.ends.first = first;
  joint.ends.second = second;
  return joint;
}

Joint WeldJoint(const std::string& name, const std::string& first, const std::string& second) {
  Joint joint = Clamp(name, first, second);
  joint.ends.at = Vector3d(0.3, 0.2, 0.1);
  return joint;
}

// Two pairs of blocks; one of each holds a blade that bends or the start of a beam.
Model PairsWithBladeAndBeam() {
  Model model;
  model.bodies = {Block("a", {0, 0, 0}), Block("b", {0.1, 0, 0}), Block("c", {0, 1, 0}),
                  Block("d", {0.1, 1, 0}),
                  testing::FlexibleBeam("blade", {}, FlexibilityLevel::kPartial)};
  model.bodies[4].position = Vector3d(0.1, 0, 0);
  Beam rail;
  rail.name = "rail";
  rail.along = {{0.1, 1, 0}, {1.1, 1, 0}};
  rail.section.shape = RoundSection{0.02};
  rail.section.E = 2e11;
  rail.section.density = 7800;
  rail.elements = 2;
  model.beams = {rail};
  model.joints = {WeldJoint("ab", "a", "b"), Clamp("b blade", "b", "blade.n1"),
                  WeldJoint("dc", "d", "c"), Clamp("d rail", "d", "rail.start"),
                  WeldJoint("ground", "ground", "c")};
  return ExpandBeams(model);
}

std::vector<std::string> NamesOf(const auto& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

TEST(MergeWelds, MergesGroupsBesideFlexibleBodiesAndBeams) {
  const MergedModel merged = MergeWelds(PairsWithBladeAndBeam());
  EXPECT_EQ(NamesOf(merged.model.bodies),
            (std::vector<std::string>{"a", "c", "blade", "rail.0", "rail.1", "rail.2"}));
  // Welds to a node of the blade, to one of the beam and to the ground stay joints.
  EXPECT_EQ(NamesOf(merged.model.joints),
            (std::vector<std::string>{"b blade", "d rail", "ground"}));
  EXPECT_EQ(NamesOf(merged.welds), (std::vector<std::string>{"ab", "dc"}));
  ASSERT_EQ(merged.groups.size(), 2u);
  EXPECT_EQ(merged.groups[0].body, "a");
  EXPECT_EQ(merged.groups[0].parts, std::vector<std::string>{"b"});
  EXPECT_EQ(merged.groups[1].body, "c");
  EXPECT_EQ(merged.groups[1].parts, std::vector<std::string>{"d"});
}

// Where an item was attached at the start, in ground axes.
void ExpectSamePlace(const ModelGeometry& before, const Ends& old_ends, const ModelGeometry& after,
                     const Ends& new_ends) {
  const FramePair was = before.Resolve(old_ends), is = after.Resolve(new_ends);
  for (const auto& [a, b] : {std::pair{was.first, is.first}, std::pair{was.second, is.second}}) {
    EXPECT_LT((before.FramePose(a).p - after.FramePose(b).p).norm(), 1e-15);
    EXPECT_LT((before.FramePose(a).R - after.FramePose(b).R).norm(), 1e-15);
    // On the body or node itself, not beside it.
    EXPECT_EQ(a.body > before.ground(), b.body > after.ground());
  }
}

TEST(MergeWelds, EndsStayWhereTheyAre) {
  const Model model = PairsWithBladeAndBeam();
  const MergedModel merged = MergeWelds(model);
  const ModelGeometry before(model), after(merged.model);
  ExpectSamePlace(before, model.joints[1].ends, after, merged.model.joints[0].ends);
  ExpectSamePlace(before, model.joints[3].ends, after, merged.model.joints[1].ends);
  EXPECT_EQ(after.Resolve(merged.model.joints[0].ends).second.body, after.ground() + 1);
  // Elements of beams and what hangs on bodies that remain keep their words.
  EXPECT_EQ(merged.model.connections[0].ends.first, "rail.0");
  EXPECT_EQ(merged.model.joints[2].ends.second, "c");
}

TEST(MergeWelds, FramesThatItAddsTakeNoNameOfTheUsers) {
  Model model;
  model.bodies = {Block("a", {0, 0, 0}), Block("b", {1, 0, 0})};
  Frame mine;
  mine.name = "b at spring";
  mine.body = "a";
  mine.position = Vector3d(7, 8, 9);
  model.frames = {mine};
  Connection spring;
  spring.name = "spring";
  spring.kind = ConnectionKind::kLinearSpring;
  spring.ends.second = "b";
  spring.ends.at = Vector3d(1, 2, 3);
  spring.law = testing::MatrixLaw(Eigen::Matrix3d::Identity(), Eigen::Matrix3d::Zero());
  model.connections = {spring};
  model.joints = {WeldJoint("ab", "a", "b")};
  const Model merged = MergeWelds(model).model;
  const ModelGeometry geometry(merged);
  const FramePair ends = geometry.Resolve(merged.connections[0].ends);
  EXPECT_LT((geometry.FramePose(ends.second).p - Vector3d(1, 2, 3)).norm(), 1e-15);
  EXPECT_EQ(geometry.Resolve({.second = "b at spring"}).second.frame.p, Vector3d(7, 8, 9));
}

// v + w x r: a velocity given to a part behind the first is that of the whole.
TEST(MergeWelds, TheWholeStartsAsItsMovingPart) {
  Model model;
  model.bodies = {Block("a", {0, 0, 0}), Block("b", {1, 0, 0})};
  model.bodies[1].velocity = Vector3d(0, 5, 0);
  model.bodies[1].angular_velocity = Vector3d(0, 0, 2);
  model.joints = {WeldJoint("ab", "a", "b")};
  const Model merged = MergeWelds(model).model;
  EXPECT_LT((merged.bodies[0].velocity - Vector3d(0, 3, 0)).norm(), 1e-15);
  EXPECT_EQ(merged.bodies[0].angular_velocity, Vector3d(0, 0, 2));
}

// A chain of n blocks of mass m, d apart, about its middle: J = n Jc + m d^2 n (n^2 - 1) / 12.
TEST(MergeWelds, LongChainsTakeNoLongTime) {
  constexpr int kLinks = 500;
  constexpr double kDistance = 0.1;
  Model model;
  for (int i = 0; i < 2 * kLinks; ++i) {
    model.bodies.push_back(Block("b" + std::to_string(i), {kDistance * i, 0, 0}));
    if (i == 0) continue;
    const std::string last = model.bodies[i - 1].name, now = model.bodies[i].name;
    model.joints.push_back(WeldJoint("j" + std::to_string(i), last, now));
    if (i >= kLinks) model.joints.back().kind = JointKind::kSpherical;
  }
  const std::clock_t start = std::clock();
  const MergedModel merged = MergeWelds(model);
  const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  // 20 ms are wanted; sanitizers are slow.
  EXPECT_LT(taken, 0.5);
  RecordProperty("milliseconds", std::to_string(1e3 * taken));
  ASSERT_EQ(merged.model.bodies.size(), static_cast<size_t>(kLinks + 1));
  const Body& chain = merged.model.bodies[0];
  EXPECT_NEAR(chain.mass, 2 * kLinks, 1e-9);
  EXPECT_NEAR(chain.centre.x(), 0.5 * kDistance * (kLinks - 1), 1e-12);
  const double n = kLinks;
  const double J = n * 0.04 + 2 * kDistance * kDistance * n * (n * n - 1) / 12;
  EXPECT_NEAR(chain.inertia.z(), J, 1e-9 * J);
  // Behind the weld of link i hang the links i to n - 1, and the ball at the last.
  EXPECT_NEAR(merged.welds[99].behind.mass, 2 * (kLinks - 100), 1e-9);
  EXPECT_EQ(merged.welds[99].attached.size(), 1u);
}

// What is drawn on a part stays where it was in the ground, on the body that it became part of; of a mesh,
// which is in the frame of the part, that frame is kept.
TEST(Welds, DrawingsOfPartsAreKept) {
  Model model;
  model.bodies = {Block("a", {0, 0, 0}), Block("b", {0.1, 0, 0})};
  model.bodies[0].drawing = {{.kind = DrawnSphere{.centre = {0, 0, 1}, .diameter = 0.1}}};
  model.bodies[1].drawing = {{.kind = DrawnSphere{.centre = {0, 0, 2}, .diameter = 0.1}},
                             {.kind = DrawnMesh{.file = "part.stl"}}};
  model.joints = {WeldJoint("ab", "a", "b")};
  const Model merged = MergeWelds(model).model;
  ASSERT_EQ(merged.bodies.size(), 1u);
  const std::vector<DrawnShape>& drawing = merged.bodies[0].drawing;
  ASSERT_EQ(drawing.size(), 3u);
  EXPECT_LT((std::get<DrawnSphere>(drawing[1].kind).centre - Vector3d(0, 0, 2)).norm(), 1e-15);
  const DrawnMesh& mesh = std::get<DrawnMesh>(drawing[2].kind);
  ASSERT_TRUE(mesh.centre.has_value());
  EXPECT_LT((*mesh.centre - Vector3d(0.1, 0, 0)).norm(), 1e-15);
}

}  // namespace
}  // namespace jounce
