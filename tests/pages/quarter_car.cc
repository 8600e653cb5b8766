#include "quarter_car.h"

#include <cmath>
#include <random>

namespace jounce::testing {
namespace {

using report::Scene;
using report::SceneAttachment;
using report::SceneBody;
using report::SceneConnectionKind;
using report::ScenePose;
using report::SceneShape;
using report::ShapeKind;
using report::Vec3;

constexpr double kBodyMass = 380, kWheelMass = 42;               // kg
constexpr double kSpring = 24e3, kDamper = 1900, kTyre = 210e3;  // N/m, N s/m, N/m
constexpr double kArm = 0.36;                                    // Length of the wishbones, m.
constexpr double kInnerY = 0.36;                                 // Their inner pivots.

enum Body { kChassis, kLower, kUpper, kKnuckle, kWheel };

SceneShape Box(Vec3 centre, Vec3 size) {
  return {.kind = ShapeKind::kBox, .pose = {.position = centre}, .size = size};
}

// A capsule between two points of a body.
SceneShape Bar(Vec3 a, Vec3 b, double radius) {
  const Vec3 d = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const double length = std::hypot(d[0], d[1], d[2]);
  // Turns z onto d: about the axis z x d by the angle between them.
  const double w = std::sqrt((1 + d[2] / length) / 2);
  const double s = 1 / (2 * w * length);
  return {.kind = ShapeKind::kCapsule,
          .pose = {.position = {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2},
                   .quaternion = {w, -d[1] * s, d[0] * s, 0}},
          .size = {radius, length, 0}};
}

ScenePose AboutX(Vec3 position, double angle) {
  return {.position = position, .quaternion = {std::cos(angle / 2), std::sin(angle / 2), 0, 0}};
}

void AddPoses(double body, double wheel, Scene* scene) {
  const double angle = std::asin((wheel - body) / kArm);
  const double outer = kInnerY + kArm * std::cos(angle);
  scene->bodies[kChassis].poses.push_back({.position = {0, 0, body}});
  scene->bodies[kLower].poses.push_back(AboutX({0, kInnerY, 0.22 + body}, angle));
  scene->bodies[kUpper].poses.push_back(AboutX({0, kInnerY, 0.46 + body}, angle));
  scene->bodies[kKnuckle].poses.push_back({.position = {0, outer, wheel}});
  scene->bodies[kWheel].poses.push_back({.position = {0, outer + 0.1, 0.33 + wheel}});
}

std::vector<SceneBody> MakeBodies() {
  const double q = std::sqrt(0.5);
  const ScenePose across = {.quaternion = {q, q, 0, 0}};
  return {
      {.name = "chassis",
       .shapes = {Box({0, 0.05, 0.62}, {0.9, 0.5, 0.16}), Box({0, 0.3, 0.34}, {0.5, 0.06, 0.4})},
       .colour = 6},
      {.name = "lower wishbone",
       .shapes = {Bar({-0.16, 0, 0}, {0, kArm, 0}, 0.018), Bar({0.16, 0, 0}, {0, kArm, 0}, 0.018)},
       .colour = 0},
      {.name = "upper wishbone",
       .shapes = {Bar({-0.13, 0, 0}, {0, kArm, 0}, 0.014), Bar({0.13, 0, 0}, {0, kArm, 0}, 0.014)},
       .colour = 2},
      {.name = "knuckle", .shapes = {Bar({0, 0, 0.2}, {0, 0, 0.48}, 0.028)}, .colour = 4},
      {.name = "wheel",
       .shapes = {{.kind = ShapeKind::kWheel, .pose = across, .size = {0.31, 0.2, 0}}},
       .colour = 6}};
}

void AddElements(Scene* scene) {
  const double q = std::sqrt(0.5);
  const auto bushing = [&](const char* name, int body, double x, double z) {
    scene->connections.push_back({.name = name,
                                  .kind = SceneConnectionKind::kBushing,
                                  .a = {.body = kChassis, .point = {x, kInnerY, z}},
                                  .b = {.body = body, .point = {x, 0, 0}},
                                  // Along the car.
                                  .axes = {{q, 0, q, 0}, {q, 0, q, 0}}});
  };
  bushing("lower front bushing", kLower, 0.16, 0.22);
  bushing("lower rear bushing", kLower, -0.16, 0.22);
  bushing("upper front bushing", kUpper, 0.13, 0.46);
  bushing("upper rear bushing", kUpper, -0.13, 0.46);
  const SceneAttachment on_arm = {.body = kLower, .point = {0, 0.24, 0.02}};
  const SceneAttachment on_chassis = {.body = kChassis, .point = {0, 0.42, 0.66}};
  scene->connections.push_back(
      {.name = "spring", .kind = SceneConnectionKind::kSpring, .a = on_arm, .b = on_chassis});
  scene->connections.push_back(
      {.name = "damper", .kind = SceneConnectionKind::kDamper, .a = on_arm, .b = on_chassis});
  const SceneAttachment low = {.body = kKnuckle, .point = {0, 0, 0.22}};
  const SceneAttachment high = {.body = kKnuckle, .point = {0, 0, 0.46}};
  scene->joints = {{.name = "lower ball joint", .kind = "spherical", .at = low},
                   {.name = "upper ball joint", .kind = "spherical", .at = high},
                   {.name = "wheel bearing",
                    .kind = "revolute",
                    .at = {.body = kKnuckle, .point = {0, 0.06, 0.33}},
                    .axis = {0, 1, 0}}};
}

void AddLoads(const QuarterCarRun& run, std::size_t i, Scene* scene) {
  auto& connections = scene->connections;
  const double lower = std::abs(run.tyre[i] - run.spring[i]);
  for (int b = 0; b < 4; ++b) {
    connections[b].load.push_back(lower * (b < 2 ? 0.42 : 0.2) * (b % 2 ? 0.8 : 1.1));
  }
  connections[4].load.push_back(run.spring[i]);
  connections[5].load.push_back(run.damper[i]);
  scene->forces[0].force.push_back({0, 0, run.tyre[i]});
}

}  // namespace

QuarterCarRun RunQuarterCar(double duration, double step) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  QuarterCarRun run;
  double road = 0, z_w = 0, z_b = 0, v_w = 0, v_b = 0;
  const auto steps = static_cast<std::size_t>(std::lround(duration / step));
  for (std::size_t i = 0; i <= steps; ++i) {
    const double spring = kSpring * (z_w - z_b);
    const double damper = kDamper * (v_w - v_b);
    const double tyre = kTyre * (road - z_w);
    run.times.push_back(static_cast<double>(i) * step);
    run.road.push_back(road);
    run.wheel.push_back(z_w);
    run.body.push_back(z_b);
    run.spring.push_back(spring + kBodyMass * 9.81);
    run.damper.push_back(damper);
    run.tyre.push_back(tyre + (kBodyMass + kWheelMass) * 9.81);
    v_w += step * (tyre - spring - damper) / kWheelMass;
    v_b += step * (spring + damper) / kBodyMass;
    z_w += step * v_w;
    z_b += step * v_b;
    // A road whose slope is white noise, with a slow pull to level.
    road += step * (-2.0 * road) + 0.03 * std::sqrt(step) * normal(random);
  }
  return run;
}

Scene QuarterCarScene(const QuarterCarRun& run, std::size_t stride) {
  Scene scene{.title = "Front left corner", .bodies = MakeBodies()};
  AddElements(&scene);
  if (stride == 0) {
    AddPoses(0, 0, &scene);
    return scene;
  }
  scene.forces.push_back({.name = "tyre force", .at = {.body = kWheel, .point = {0, 0, -0.31}}});
  for (std::size_t i = 0; i < run.times.size(); i += stride) {
    scene.times.push_back(run.times[i]);
    AddPoses(run.body[i], run.wheel[i], &scene);
    AddLoads(run, i, &scene);
  }
  scene.moments = {{"Middle of the run", scene.times[scene.times.size() / 2]}};
  return scene;
}

}  // namespace jounce::testing
