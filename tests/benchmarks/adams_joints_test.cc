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
// universal joint let it swing alike. Adams' own runs of the latter two are off the first by 4e-4
// in position and 7e-4 in acceleration: that is how well they can be met.
const double kLooseRun = 8e-4;

void AddSensor(Model* model, const std::string& name, SensorKind kind) {
  Sensor sensor;
  sensor.name = name;
  sensor.kind = kind;
  sensor.ends.second = "bar";
  model->sensors.push_back(sensor);
}

// Compares the columns of Adams' tables with our channels, relative to their range.
void ExpectTracks(const Model& model, const std::string& prefix, double tolerance) {
  const std::string folder = "data/formats/adams/";
  const struct {
    const char* file;
    SensorKind kind;
  } kQuantities[] = {{"Pos", SensorKind::kPosition},
                     {"Vel", SensorKind::kVelocity},
                     {"Acc", SensorKind::kAcceleration},
                     {"Avel", SensorKind::kAngularVelocity},
                     {"Aacc", SensorKind::kAngularAcceleration}};
  Model watched = model;
  for (const auto& q : kQuantities) AddSensor(&watched, q.file, q.kind);
  Simulation simulation(watched);
  ASSERT_TRUE(simulation.Initialize().ok);
  std::vector<Table> tables;
  for (const auto& q : kQuantities) {
    tables.emplace_back(SharedPath(folder + prefix + "_ADAMS_" + q.file + ".txt"));
    ASSERT_GT(tables.back().rows(), 100u);
  }
  double worst[5] = {}, range[5] = {};
  std::vector<double> values(simulation.sensors().channels().size());
  for (size_t row = 0; row < tables[0].rows(); ++row) {
    AdvanceTo(tables[0].Column(0)[row], &simulation);
    simulation.ReadSensors(values.data());
    for (int q = 0; q < 5; ++q) {
      for (int k = 0; k < 3; ++k) {
        const double adams = tables[q].Column(k + 1)[row];
        worst[q] = std::max(worst[q], std::abs(values[3 * q + k] - adams));
        range[q] = std::max(range[q], std::abs(adams));
      }
    }
  }
  for (int q = 0; q < 5; ++q) {
    // Six digits are printed; quantities that are zero have no range.
    EXPECT_LE(worst[q], tolerance * std::max(range[q], 1e-3))
        << prefix << " " << kQuantities[q].file;
  }
}

Model Bar(const Vector3d& centre, const Vector3d& inertia, JointKind kind, const Vector3d& axis) {
  Model model;
  model.gravity = kAdamsGravity;
  model.bodies = {BodyAt("bar", centre, 1, inertia)};
  model.joints = {JointAt("joint", kind, kGroundName, "bar", Vector3d::Zero(), axis)};
  model.solver.step = 2.5e-4;
  model.solver.rho = 0.95;
  return model;
}

TEST(AdamsJoints, Revolute) {
  JOUNCE_NEEDS_SHARED("data/formats/adams");
  // IP = 0.04, 0.1, 0.1 in axes turned about x by a quarter: symmetric about the bar all the same.
  ExpectTracks(Bar({2, 0, 0}, {0.04, 0.1, 0.1}, JointKind::kRevolute, Vector3d::UnitY()),
               "Revolute_Case01", kTolerance);
}

TEST(AdamsJoints, Spherical) {
  JOUNCE_NEEDS_SHARED("data/formats/adams");
  ExpectTracks(Bar({2, 0, 0}, {0.04, 0.1, 0.1}, JointKind::kSpherical, Vector3d::UnitZ()),
               "Spherical_Case01", kLooseRun);
  ExpectTracks(Bar({2, 0, 0}, {0.04, 0.1, 0.1}, JointKind::kSpherical, Vector3d::UnitZ()),
               "Revolute_Case01", kTolerance);
}

TEST(AdamsJoints, Translational) {
  JOUNCE_NEEDS_SHARED("data/formats/adams");
  ExpectTracks(Bar({2, 0, 0}, {0.04, 0.1, 0.1}, JointKind::kTranslational, Vector3d::UnitZ()),
               "Prismatic_Case01", kTolerance);
}

TEST(AdamsJoints, Universal) {
  JOUNCE_NEEDS_SHARED("data/formats/adams");
  // The bar along y; IP = 0.1, 0.1, 0.04 with z along it.
  ExpectTracks(Bar({0, 2, 0}, {0.1, 0.04, 0.1}, JointKind::kUniversal, Vector3d(0, -1, 0)),
               "Universal_Case01", kLooseRun);
}

}  // namespace
}  // namespace jounce
