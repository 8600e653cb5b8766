// Joints against the results of Adams: the datasets and results that Project Chrono publishes (data
// formats/adams of the shared data). A bar of 4 m, 1 kg, released from rest; positions, velocities
// and accelerations of its centre in ground axes, and the reactions of the joint.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/advance.h"
#include "benchmarks/problem.h"
#include "shared_data.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using testing::AdvanceTo;
using testing::BodyAt;
using testing::JointAt;
using testing::SharedPath;
using testing::Table;

// Adams works with this value.
const Vector3d kAdamsGravity(0, 0, -9.80665);

const double kTolerance = 1e-4;
// A bar that starts at rest in a plane stays in it, so the revolute, the spherical and the
// universal joint let it swing alike, as theta'' = 2 m g cos(theta) / (0.1 + 4 m), of which an
// integrator of order 8 at 1e-12 gives the solution. Adams' run of the revolute joint keeps within
// 2.5e-6 of the range of it in position (angular accelerations 1.2e-4, from the first row on); its
// runs of the other two, which equal each other, depart from it steadily after 1 s, up to 4.2e-4 in
// position and 6.7e-4 in acceleration after 5 s, which is the error of their integration. So these
// are met to 1e-4 up to 1 s and to 8e-4 after that, and all of the motion to 1e-4 by the tables of
// the revolute joint.
const double kLooseRun = 8e-4;
const double kLooseAfter = 1;

void AddSensor(Model* model, const std::string& name, const std::string& kind) {
  Sensor sensor;
  sensor.name = name;
  sensor.kind = kind;
  sensor.ends.second = "bar";
  model->sensors.push_back(sensor);
}

// Compares the columns of Adams' tables with our channels, relative to their range: to `tolerance`,
// after kLooseAfter to `late_tolerance`. Adams' force is what acts on the ground, ours on the bar.
void ExpectTracks(const Model& model, const std::string& prefix, double tolerance,
                  double late_tolerance) {
  const std::string folder = "data/formats/adams/";
  const struct {
    const char* file;
    const char* kind;
  } kQuantities[] = {{"Pos", "position"},
                     {"Vel", "velocity"},
                     {"Acc", "acceleration"},
                     {"Avel", "angular_velocity"},
                     {"Aacc", "angular_acceleration"},
                     {"Rforce", "reaction"}};
  constexpr int kCount = 6;
  Model watched = model;
  for (const auto& q : kQuantities) AddSensor(&watched, q.file, q.kind);
  watched.sensors.back().item =
      model.joints.empty() ? model.connections[0].name : model.joints[0].name;
  Simulation simulation(watched);
  ASSERT_TRUE(simulation.Initialize().ok);
  std::vector<Table> tables;
  for (const auto& q : kQuantities) {
    tables.emplace_back(SharedPath(folder + prefix + "_ADAMS_" + q.file + ".txt"));
    ASSERT_GT(tables.back().rows(), 100u);
  }
  double worst[kCount][2] = {}, range[kCount] = {};
  std::vector<double> values(simulation.sensors().channels().size());
  for (size_t row = 0; row < tables[0].rows(); ++row) {
    const double time = tables[0].Column(0)[row];
    AdvanceTo(time, &simulation);
    simulation.ReadSensors(values.data());
    for (int q = 0; q < kCount; ++q) {
      for (int k = 0; k < 3; ++k) {
        const double adams = tables[q].Column(k + 1)[row];
        const double ours = (q == 5 ? -1 : 1) * values[3 * q + k];
        double& w = worst[q][time > kLooseAfter ? 1 : 0];
        w = std::max(w, std::abs(ours - adams));
        range[q] = std::max(range[q], std::abs(adams));
      }
    }
  }
  for (int q = 0; q < kCount; ++q) {
    // Six digits are printed; quantities that are zero have no range.
    const double unit = std::max(range[q], 1e-3) * (q == 4 ? 1.5 : 1);
    EXPECT_LE(worst[q][0], tolerance * unit) << prefix << " " << kQuantities[q].file;
    EXPECT_LE(worst[q][1], late_tolerance * unit) << prefix << " " << kQuantities[q].file;
  }
}

Model Bar(const Vector3d& centre, const Vector3d& inertia, JointKind kind, const Vector3d& axis) {
  Model model;
  model.gravity = kAdamsGravity;
  model.bodies = {BodyAt("bar", centre, 1, inertia)};
  model.joints = {JointAt("joint", kind, kGroundName, "bar", Vector3d::Zero(), axis)};
  model.solver.step = 2.5e-4;
  model.solver.rho = 0.95;
  // What iterations leave of a constraint shakes accelerations by beta' times as much.
  model.solver.tolerance = 1e-12;
  return model;
}

TEST(AdamsJoints, Revolute) {
  JOUNCE_NEEDS_SHARED("data/formats/adams");
  // IP = 0.04, 0.1, 0.1 in axes turned about x by a quarter: symmetric about the bar all the same.
  ExpectTracks(Bar({2, 0, 0}, {0.04, 0.1, 0.1}, JointKind::kRevolute, Vector3d::UnitY()),
               "Revolute_Case01", kTolerance, kTolerance);
}

TEST(AdamsJoints, Spherical) {
  JOUNCE_NEEDS_SHARED("data/formats/adams");
  ExpectTracks(Bar({2, 0, 0}, {0.04, 0.1, 0.1}, JointKind::kSpherical, Vector3d::UnitZ()),
               "Spherical_Case01", kTolerance, kLooseRun);
  ExpectTracks(Bar({2, 0, 0}, {0.04, 0.1, 0.1}, JointKind::kSpherical, Vector3d::UnitZ()),
               "Revolute_Case01", kTolerance, kTolerance);
}

TEST(AdamsJoints, Translational) {
  JOUNCE_NEEDS_SHARED("data/formats/adams");
  ExpectTracks(Bar({2, 0, 0}, {0.04, 0.1, 0.1}, JointKind::kTranslational, Vector3d::UnitZ()),
               "Prismatic_Case01", kTolerance, kTolerance);
}

TEST(AdamsJoints, Universal) {
  JOUNCE_NEEDS_SHARED("data/formats/adams");
  // The bar along y; IP = 0.1, 0.1, 0.04 with z along it.
  ExpectTracks(Bar({0, 2, 0}, {0.1, 0.04, 0.1}, JointKind::kUniversal, Vector3d(0, -1, 0)),
               "Universal_Case01", kTolerance, kLooseRun);
}

// What the tables show is a mass of 1 kg that falls on a spring of 10 N/m and a damper of 0.5 N s/m
// from where both are free of load (their forces over place and speed are a plane with these slopes
// to 1e-5); the dataset beside them is of another case.
TEST(AdamsJoints, SpringDamper) {
  JOUNCE_NEEDS_SHARED("data/formats/adams");
  Model model;
  model.gravity = kAdamsGravity;
  model.bodies = {BodyAt("bar", Vector3d::Zero(), 1, {0.04, 0.1, 0.1})};
  model.connections = {testing::SpringDamper("spring", kGroundName, "bar", Vector3d(0, 0, 5),
                                             Vector3d::Zero(), 10, 0.5, 5)};
  model.solver.step = 2.5e-4;
  model.solver.rho = 0.95;
  // What iterations leave of a constraint shakes accelerations by beta' times as much.
  model.solver.tolerance = 1e-12;
  ExpectTracks(model, "TranSpring_Case01", kTolerance, kTolerance);
}

}  // namespace
}  // namespace jounce
