// Derivatives of probes against central differences of what they read, in any state. What they read
// is compared with closed forms in solve/sensors_test.cc and solve/probe_values_test.cc.
#include "mechanics/probes.h"

#include <gtest/gtest.h>

#include <map>

#include "laws/linear_law_for_test.h"
#include "mechanics/beam_part_for_test.h"
#include "mechanics/element_test_support.h"
#include "model/probe_kinds.h"

namespace jounce::probes_test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

Ends EndsOf(const std::string& first, const std::string& second) {
  Ends ends;
  ends.first = first;
  ends.second = second;
  return ends;
}

Body RigidAt(const std::string& name) {
  Body body;
  body.name = name;
  body.mass = 1;
  body.inertia = Vector3d::Ones();
  return body;
}

Joint JointOf(const std::string& name, JointKind kind) {
  Joint joint;
  joint.name = name;
  joint.kind = kind;
  joint.ends = EndsOf("on a", "on b");
  return joint;
}

Connection ConnectionOf(const std::string& name, ConnectionKind kind, Attachment attachment,
                        const Ends& ends) {
  Connection connection;
  connection.name = name;
  connection.kind = kind;
  connection.attachment = attachment;
  connection.ends = ends;
  const int n = StrainDimension(kind);
  // Neither symmetric nor diagonal, so that nothing cancels.
  MatrixXd K(n, n), C(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      K(i, j) = i == j ? 3 + i : 0.3 * (i - j) + 0.1;
      C(i, j) = i == j ? 2 - 0.1 * i : 0.1 * j;
    }
  }
  connection.law = testing::MatrixLaw(K, C);
  return connection;
}

// Two bodies with frames that meet, a flexible body, and all kinds of items.
Model Everything() {
  Model model;
  testing::BeamPart beam;
  beam.nodes = 4;
  beam.modes = 7;
  model.bodies = {RigidAt("a"), RigidAt("b"),
                  testing::FlexibleBeam("blade", beam, FlexibilityLevel::kFull)};
  Frame on_a, on_b;
  on_a.name = "on a";
  on_a.body = "a";
  on_a.position = Vector3d(0.2, -0.1, 0.3);
  on_a.orientation.euler = Vector3d(0.3, 0.5, -0.2);
  on_b = on_a;
  on_b.name = "on b";
  on_b.body = "b";
  model.frames = {on_a, on_b};
  model.joints = {JointOf("slide", JointKind::kCylindrical), JointOf("hinge", JointKind::kRevolute),
                  JointOf("cross", JointKind::kUniversal)};
  Motion turn;
  turn.name = "turn";
  turn.joint = "hinge";
  turn.function.expression = "0.1*t";
  model.motions = {turn};
  Load push;
  push.name = "push";
  push.on = "b";
  push.function.expression = "3 + 2*t";
  model.loads = {push};
  const Ends between = EndsOf("on a", "on b"), to_node = EndsOf("b", "blade.n4");
  model.connections = {
      ConnectionOf("rod", ConnectionKind::kRod, Attachment::kInvariant, EndsOf("on a", "blade.n4")),
      ConnectionOf("spring", ConnectionKind::kLinearSpring, Attachment::kFirst, between),
      ConnectionOf("torsion", ConnectionKind::kAngularSpring, Attachment::kSecond, between),
      ConnectionOf("rubber", ConnectionKind::kBushing, Attachment::kInvariant, to_node),
      ConnectionOf("turned", ConnectionKind::kBushing, Attachment::kSecond, to_node)};
  return model;
}

Sensor SensorOf(const std::string& kind, const std::string& item = "") {
  Sensor sensor;
  sensor.kind = kind;
  sensor.item = item;
  return sensor;
}

// Compares the probes of these sensors in a state where everything is somewhere and moves.
void ExpectExactDerivatives(std::vector<Sensor> sensors) {
  Model model = Everything();
  for (size_t i = 0; i < sensors.size(); ++i) sensors[i].name = "s" + std::to_string(i);
  model.sensors = sensors;
  const System system(model);
  const SensorReader reader(system);
  SystemState state = system.StartState();
  std::vector<double> history(system.history_size() + 1), next(history);
  system.StartHistory(state, history.data());
  std::mt19937 random(7);
  for (size_t i = 0; i < state.pose.size(); ++i) {
    state.pose[i] = ExpPose(testing::RandomVector6(&random, 0.6));
    state.velocity[i] = testing::RandomVector6(&random, 1);
    state.acceleration[i] = testing::RandomVector6(&random, 1);
  }
  for (double& lambda : state.multiplier) lambda = testing::RandomVector6(&random, 2)[0];

  const double eps = 1e-5;
  for (size_t i = 0; i < sensors.size(); ++i) {
    const Probe& probe = *reader.probes()[i];
    SCOPED_TRACE(sensors[i].kind + " " + sensors[i].item + " in axes of " + sensors[i].axes);
    const std::optional<SeenUnknowns> seen = probe.Sees();
    ASSERT_TRUE(seen.has_value());
    const int n = static_cast<int>(probe.channels().size());
    const auto read = [&](const SystemState& s) {
      Eigen::VectorXd values(n);
      probe.Read({s, 1e-2, history.data(), next.data()}, values.data());
      return values;
    };
    const auto difference = [&](auto change) {
      SystemState plus = state, minus = state;
      change(&plus, eps);
      change(&minus, -eps);
      return Eigen::VectorXd((read(plus) - read(minus)) / (2 * eps));
    };
    std::vector<ScalarGradient> gradients(n);
    for (int c = 0; c < n; ++c) {
      gradients[c].Reset(seen->size());
      probe.Differentiate({state, 1e-2, history.data(), next.data()}, c, &gradients[c]);
    }
    // A slot may be seen several times; it moves once.
    for (int slot = 0; slot < static_cast<int>(state.pose.size()); ++slot) {
      for (int k = 0; k < 6; ++k) {
        const Eigen::VectorXd K = difference([&](SystemState* s, double e) {
          s->pose[slot] = s->pose[slot] * ExpPose(e * Vector6::Unit(k));
        });
        const Eigen::VectorXd C =
            difference([&](SystemState* s, double e) { s->velocity[slot][k] += e; });
        const Eigen::VectorXd M =
            difference([&](SystemState* s, double e) { s->acceleration[slot][k] += e; });
        for (int c = 0; c < n; ++c) {
          Vector3d own = Vector3d::Zero();
          for (size_t j = 0; j < seen->slots.size(); ++j) {
            if (seen->slots[j] != slot) continue;
            const int at = static_cast<int>(6 * j) + k;
            own += Vector3d(gradients[c].K[at], gradients[c].C[at], gradients[c].M[at]);
          }
          EXPECT_NEAR(own[0], K[c], 2e-8 * (1 + std::abs(K[c]))) << "K " << c << ' ' << slot << k;
          EXPECT_NEAR(own[1], C[c], 2e-8 * (1 + std::abs(C[c]))) << "C " << c << ' ' << slot << k;
          EXPECT_NEAR(own[2], M[c], 2e-8 * (1 + std::abs(M[c]))) << "M " << c << ' ' << slot << k;
        }
      }
    }
    const int first = static_cast<int>(6 * seen->slots.size() + seen->scalars.size());
    for (size_t j = 0; j < seen->multipliers.size(); ++j) {
      const Eigen::VectorXd K =
          difference([&](SystemState* s, double e) { s->multiplier[seen->multipliers[j]] += e; });
      for (int c = 0; c < n; ++c) {
        EXPECT_NEAR(gradients[c].K[first + static_cast<int>(j)], K[c], 1e-8) << "multiplier " << j;
      }
    }
  }
}

TEST(Probes, EveryKindHasAClass) {
  for (const ProbeKind& kind : ProbeKinds()) EXPECT_TRUE(HasProbe(kind.word)) << kind.word;
  EXPECT_FALSE(HasProbe("angles"));
}

TEST(Probes, FramesNodesAndBodiesAsSeenFromEachOther) {
  std::vector<Sensor> sensors;
  const std::pair<const char*, const char*> ends[] = {
      {"ground", "b"}, {"on a", "on b"}, {"blade.n2", "on a"}, {"a", "blade.n4"}};
  for (const ProbeKind& kind : ProbeKinds()) {
    if (kind.placing == ProbePlacing::kNone) continue;
    for (const auto& [from, of] : ends) {
      Sensor sensor = SensorOf(kind.word);
      sensor.ends = EndsOf(kind.keys & kKeyFrom ? from : "ground", of);
      sensors.push_back(sensor);
      if (!(kind.keys & kKeyAxes)) continue;
      for (const char* axes : {"first", "second", "on a", "blade.n4"}) {
        sensor.axes = axes;
        sensors.push_back(sensor);
      }
      if (!(kind.keys & kKeyObserver)) continue;
      sensor.observer = Observer::kGround;
      sensors.push_back(sensor);
    }
  }
  EXPECT_GT(sensors.size(), 100u);
  ExpectExactDerivatives(sensors);
}

TEST(Probes, CoordinatesOfJoints) {
  std::vector<Sensor> sensors;
  for (const char* joint : {"slide", "hinge"}) {
    sensors.push_back(SensorOf("joint_coordinate", joint));
    sensors.push_back(SensorOf("joint_velocity", joint));
  }
  ExpectExactDerivatives(sensors);
}

TEST(Probes, StrainsAndForcesOfLaws) {
  std::vector<Sensor> sensors;
  for (const char* item : {"rod", "spring", "torsion", "rubber", "turned"}) {
    sensors.push_back(SensorOf("strain", item));
    sensors.push_back(SensorOf("law_force", item));
  }
  ExpectExactDerivatives(sensors);
}

TEST(Probes, ReactionsInAnyAxesAboutAnyPoint) {
  std::vector<Sensor> sensors;
  for (const char* item : {"slide", "cross", "turn", "rod", "spring", "torsion", "turned"}) {
    for (const char* axes : {"ground", "first", "second", "blade.n4"}) {
      Sensor sensor = SensorOf("reaction", item);
      sensor.axes = axes;
      sensors.push_back(sensor);
    }
    Sensor wheel = SensorOf("reaction", item);
    wheel.axes = "on a";
    wheel.about = "blade.n2";
    sensors.push_back(wheel);
    wheel.direction = Vector3d(1, -2, 2);
    sensors.push_back(wheel);
  }
  ExpectExactDerivatives(sensors);
}

TEST(Probes, InputsDependOnTimeAlone) {
  ExpectExactDerivatives({SensorOf("input", "push"), SensorOf("input", "turn")});
}

// Of an axis that turns with the first body: W at p, about c, in other axes, by hand.
TEST(Probes, AWrenchIsCarriedToThePointAndTurnedIntoTheAxes) {
  Model model = Everything();
  Sensor plain = SensorOf("reaction", "cross"), moved = plain, along = plain;
  plain.name = "plain";
  moved.name = "moved";
  along.name = "along";
  moved.axes = along.axes = "on a";
  moved.about = along.about = "a";
  along.direction = Vector3d(0, 3, 4);
  model.sensors = {plain, moved, along};
  const System system(model);
  const SensorReader reader(system);
  SystemState state = system.StartState();
  for (double& lambda : state.multiplier) lambda = 1 + 0.5 * (&lambda - state.multiplier.data());
  state.pose[0] = Pose{ExpRotation(Vector3d(0.4, -0.2, 0.1)), Vector3d(1, 2, 3)};
  std::vector<double> memory(system.history_size() + 1);
  double values[14];
  reader.Read({state, 1, memory.data(), memory.data()}, values);
  ASSERT_EQ(reader.channels().size(), 14u);
  EXPECT_EQ(reader.channels()[12].name, "along.force");
  const Vector3d f(values), m(values + 3), arm = Vector3d(0.2, -0.1, 0.3) - Vector3d(1, 2, 3);
  const Vector3d euler = *model.frames[0].orientation.euler;
  const Eigen::Matrix3d in_a = (Eigen::AngleAxisd(euler[0], Vector3d::UnitZ()) *
                                Eigen::AngleAxisd(euler[1], Vector3d::UnitX()) *
                                Eigen::AngleAxisd(euler[2], Vector3d::UnitZ()))
                                   .toRotationMatrix();
  const Eigen::Matrix3d back = (ExpRotation(Vector3d(0.4, -0.2, 0.1)) * in_a).transpose();
  EXPECT_LT((Vector3d(values + 6) - back * f).norm(), 1e-13);
  const Vector3d moment = back * (m + arm.cross(f));
  EXPECT_LT((Vector3d(values + 9) - moment).norm(), 1e-13);
  EXPECT_NEAR(values[12], Vector3d(0, 0.6, 0.8).dot(back * f), 1e-13);
  EXPECT_NEAR(values[13], Vector3d(0, 0.6, 0.8).dot(moment), 1e-13);
  EXPECT_GT(f.norm(), 0.5);
}

}  // namespace
}  // namespace jounce::probes_test
