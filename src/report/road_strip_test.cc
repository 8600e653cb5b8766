#include "report/road_strip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/model_file.h"

namespace jounce::report {
namespace {

// A car that rolls straight on for a second at 80 km/h: the road lies under all of its way, facing up,
// and the arrows of its four tyres carry its weight.
TEST(RoadStrip, LiesUnderTheWheelsAndCarriesThem) {
  Model model = LoadModel(std::string(JOUNCE_SOURCE_DIR) + "/examples/drive/car.yaml").model;
  model.solver.end_time = 1;
  Simulation simulation(model);
  RoadStrip strip(simulation);
  const RunSummary summary = RunInto(&simulation, {&strip}, nullptr, {.from_equilibrium = true});
  ASSERT_TRUE(summary.status.ok) << summary.status.reason;
  Scene scene{.times = {0, 0.5, 1}};
  scene.bodies.resize(3);  // those of the vehicle
  strip.AddTo(&scene);
  ASSERT_EQ(scene.bodies.size(), 3u + 2 + 4);
  const SceneBody& road = scene.bodies[3];
  EXPECT_EQ(road.name, "road");
  EXPECT_TRUE(road.scenery);
  const SceneShape& mesh = road.shapes[0];
  const auto [low, high] = std::minmax_element(mesh.points.begin(), mesh.points.end());
  EXPECT_LT((*low)[0], -5.5);
  EXPECT_GT((*high)[0], 22 + 5.5);
  for (const Vec3& point : mesh.points) EXPECT_EQ(point[2], 0);
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 &p = mesh.points[a], &q = mesh.points[b], &r = mesh.points[c];
    EXPECT_GT((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]), 0);
  }
  EXPECT_FALSE(scene.bodies[4].shapes[0].triangles.empty()) << "marks";
  ASSERT_EQ(scene.forces.size(), 4u);
  double weight = 0, left = 0;
  for (const SceneForce& force : scene.forces) {
    ASSERT_EQ(force.force.size(), 3u);
    weight += force.force[2][2];
    const SceneBody& contact = scene.bodies[force.at.body];
    ASSERT_EQ(contact.poses.size(), 3u);
    EXPECT_NEAR(contact.poses[2].position[0] - contact.poses[0].position[0], 80 / 3.6, 0.1);
    EXPECT_NEAR(contact.poses[1].position[2], 0, 1e-12);
    left += contact.poses[1].position[1];
  }
  EXPECT_NEAR(weight, 9.81 * 1824.1, 0.01 * 9.81 * 1824.1);
  EXPECT_NEAR(left, 0, 1e-6);
}

TEST(RoadStrip, IsNotThereWithoutTyres) {
  Model model;
  Body body;
  body.name = "mass";
  body.mass = 1;
  body.inertia = Eigen::Vector3d::Ones();
  model.bodies = {body};
  Simulation simulation(model);
  RoadStrip strip(simulation);
  RunInto(&simulation, {&strip}, nullptr, {});
  Scene scene{.times = {0}};
  strip.AddTo(&scene);
  EXPECT_TRUE(scene.bodies.empty() && scene.forces.empty());
}

}  // namespace
}  // namespace jounce::report
