// What probes read, against closed forms: of bodies, frames, nodes and beam ends that all move as
// one rigid body; of joints that turn many times; in a run, in statics and in frequency responses.
#include <gtest/gtest.h>

#include <cmath>

#include "laws/linear_law_for_test.h"
#include "mechanics/beam_part_for_test.h"
#include "model/probe_kinds.h"
#include "solve/frequency_response.h"
#include "solve/simulation.h"

namespace jounce::probe_values_test {
namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Complex = std::complex<double>;

Sensor SensorOf(const std::string& name, const std::string& kind, const std::string& item) {
  Sensor sensor;
  sensor.name = name;
  sensor.kind = kind;
  sensor.item = item;
  return sensor;
}

// ---- All that can be looked at, moving as one body ----------------------------------------------

struct Place {
  const char* name;
  Vector3d p;
  Matrix3d R = Matrix3d::Identity();
};

Model Things(std::vector<Place>* places) {
  Model model;
  Body body;
  body.name = "body";
  body.mass = 1;
  body.inertia = Vector3d::Ones();
  body.position = Vector3d(0.3, 0, 0);
  Frame frame;
  frame.name = "frame";
  frame.body = "body";
  frame.position = Vector3d(0, 0.2, -0.4);
  frame.orientation.euler = Vector3d(0.2, 0.4, 0.6);
  testing::BeamPart part;
  part.nodes = 4;
  part.modes = 7;
  model.bodies = {body, testing::FlexibleBeam("blade", part, FlexibilityLevel::kFull)};
  model.frames = {frame};
  Beam rail;
  rail.name = "rail";
  rail.along = {Vector3d(0, 1, 0), Vector3d(2, 1, 0)};
  rail.section.shape = RectangleSection{0.02, 0.02};
  rail.section.E = 2e11;
  rail.section.density = 1;
  rail.elements = 2;
  model.beams = {rail};
  *places = {{"body", Vector3d(0.3, 0, 0)},
             {"frame", Vector3d(0.3, 0.2, -0.4),
              (AngleAxisd(0.2, Vector3d::UnitZ()) * AngleAxisd(0.4, Vector3d::UnitX()) *
               AngleAxisd(0.6, Vector3d::UnitZ()))
                  .toRotationMatrix()},
             {"blade.n4", Vector3d(1, 0, 0)},
             {"rail.end", Vector3d(2, 1, 0)}};
  return model;
}

// A rigid motion: where things go, and how fast, with the velocity V, A of the origin.
struct RigidMotion {
  Pose T{ExpRotation(Vector3d(0.5, -0.3, 0.8)), Vector3d(1, -2, 0.5)};
  Vector3d V{1, 2, 3}, W{0.7, -0.4, 1.1}, A{-2, 1, 4}, B{0.3, 0.9, -0.6};

  Vector3d Velocity(const Vector3d& x) const { return V + W.cross(x); }
  Vector3d Acceleration(const Vector3d& x) const { return A + B.cross(x) + W.cross(W.cross(x)); }

  void Move(const System& system, SystemState* state) const {
    for (int i = 0; i < system.body_count(); ++i) {
      const Pose pose = T * state->pose[i];
      const Matrix3d back = pose.R.transpose();
      const Vector3d u = back * Velocity(pose.p), w = back * W;
      state->pose[i] = pose;
      state->velocity[i] = Join(u, w);
      state->acceleration[i] = Join(back * Acceleration(pose.p) - w.cross(u), back * B);
    }
    system.UpdateNodes(state);
  }
};

Matrix3d FromCardan(const Vector3d& a) {
  return (AngleAxisd(a.x(), Vector3d::UnitX()) * AngleAxisd(a.y(), Vector3d::UnitY()) *
          AngleAxisd(a.z(), Vector3d::UnitZ()))
      .toRotationMatrix();
}
Matrix3d FromEuler313(const Vector3d& a) {
  return (AngleAxisd(a.x(), Vector3d::UnitZ()) * AngleAxisd(a.y(), Vector3d::UnitX()) *
          AngleAxisd(a.z(), Vector3d::UnitZ()))
      .toRotationMatrix();
}

TEST(ProbeValues, BodiesFramesNodesAndBeamEndsMeanTheSame) {
  std::vector<Place> places;
  Model model = Things(&places);
  const char* const kinds[] = {"position",        "velocity",         "acceleration",
                               "accelerometer",   "cardan",           "euler_313",
                               "rotation_vector", "angular_velocity", "angular_acceleration"};
  for (const Place& place : places) {
    for (const char* kind : kinds) {
      Sensor sensor = SensorOf(std::string(place.name) + " " + kind, kind, "");
      sensor.ends.second = place.name;
      model.sensors.push_back(sensor);
    }
  }
  const System system(model);
  const SensorReader reader(system);
  SystemState state = system.StartState();
  const RigidMotion motion;
  motion.Move(system, &state);
  std::vector<double> memory(system.history_size() + 1), values(reader.channels().size());
  reader.Read({state, 1, memory.data(), memory.data()}, values.data());
  const double* at = values.data();
  const auto expect = [&](const Vector3d& value, const char* what, const char* of) {
    EXPECT_LT((Vector3d(at) - value).norm(), 1e-11) << what << " of " << of;
    at += 3;
  };
  for (const Place& place : places) {
    const Vector3d x = motion.T * place.p;
    const Matrix3d R = motion.T.R * place.R;
    expect(x, "position", place.name);
    expect(motion.Velocity(x), "velocity", place.name);
    expect(motion.Acceleration(x), "acceleration", place.name);
    expect(R.transpose() * (motion.Acceleration(x) - model.gravity), "feeling", place.name);
    EXPECT_LT((FromCardan(Vector3d(at)) - R).norm(), 1e-12) << place.name;
    at += 3;
    EXPECT_LT((FromEuler313(Vector3d(at)) - R).norm(), 1e-12) << place.name;
    at += 3;
    EXPECT_LT((ExpRotation(Vector3d(at)) - R).norm(), 1e-12) << place.name;
    at += 3;
    expect(motion.W, "angular velocity", place.name);
    expect(motion.B, "angular acceleration", place.name);
  }
}

// What moves with the observer is at rest for him, whatever both are; for one in the ground the
// difference of the velocities is left.
TEST(ProbeValues, AsSeenFromWhatMovesAlongOrFromTheGround) {
  std::vector<Place> places;
  Model model = Things(&places);
  for (const Place& from : places) {
    for (const char* kind :
         {"velocity", "acceleration", "angular_velocity", "angular_acceleration"}) {
      Sensor sensor = SensorOf(std::string(from.name) + " " + kind, kind, "");
      sensor.ends.first = from.name;
      sensor.ends.second = "frame";
      model.sensors.push_back(sensor);
      sensor.name += " in ground";
      sensor.observer = Observer::kGround;
      model.sensors.push_back(sensor);
    }
  }
  const System system(model);
  const SensorReader reader(system);
  SystemState state = system.StartState();
  const RigidMotion motion;
  motion.Move(system, &state);
  std::vector<double> memory(system.history_size() + 1), values(reader.channels().size());
  reader.Read({state, 1, memory.data(), memory.data()}, values.data());
  const Vector3d frame = motion.T * places[1].p;
  for (size_t i = 0; i < places.size(); ++i) {
    const double* own = values.data() + 24 * i;
    const Vector3d from = motion.T * places[i].p;
    EXPECT_LT(Vector3d(own).norm(), 1e-11) << places[i].name;
    EXPECT_LT((Vector3d(own + 3) - motion.W.cross(frame - from)).norm(), 1e-11);
    EXPECT_LT(Vector3d(own + 6).norm(), 1e-11) << places[i].name;
    EXPECT_LT((Vector3d(own + 9) - motion.Acceleration(frame) + motion.Acceleration(from)).norm(),
              1e-11);
    for (int k = 4; k < 8; ++k) EXPECT_LT(Vector3d(own + 3 * k).norm(), 1e-11);
  }
}

// ---- Joints -------------------------------------------------------------------------------------

// A wheel on a hinge about z that a motor turns, and a block that slides on it along z on a spring.
Model WheelAndSlide() {
  Model model;
  model.gravity = Vector3d(0, 0, -10);
  Body wheel, block;
  wheel.name = "wheel";
  wheel.mass = 3;
  wheel.inertia = Vector3d(1, 1, 2);
  block = wheel;
  block.name = "block";
  block.mass = 2;
  model.bodies = {wheel, block};
  Joint hinge, slide;
  hinge.name = "hinge";
  hinge.kind = JointKind::kRevolute;
  hinge.ends.second = "wheel";
  hinge.ends.at = Vector3d::Zero();
  hinge.ends.axis = Vector3d::UnitZ();
  slide = hinge;
  slide.name = "slide";
  slide.kind = JointKind::kTranslational;
  slide.ends.second = "block";
  model.joints = {hinge, slide};
  Connection spring;
  spring.name = "spring";
  spring.kind = ConnectionKind::kLinearSpring;
  spring.ends.second = "block";
  spring.ends.at = Vector3d::Zero();
  spring.law = testing::MatrixLaw(1000 * MatrixXd::Identity(3, 3), 4 * MatrixXd::Identity(3, 3));
  model.connections = {spring};
  Load push;
  push.name = "push";
  push.on = "block";
  push.direction = Vector3d::UnitZ();
  push.function.constant = 5;
  model.loads = {push};
  Sensor angle = SensorOf("angle", "angle", "");
  angle.ends.second = "wheel";
  angle.ends.axis = Vector3d::UnitZ();
  model.sensors = {SensorOf("turn", "joint_coordinate", "hinge"),
                   SensorOf("speed", "joint_velocity", "hinge"),
                   angle,
                   SensorOf("travel", "joint_coordinate", "slide"),
                   SensorOf("rate", "joint_velocity", "slide"),
                   SensorOf("force", "input", "push")};
  return model;
}

const std::vector<std::pair<std::string, std::string>> kJointChannels = {
    {"turn", "rad"}, {"speed", "rad/s"}, {"angle", "rad"},
    {"travel", "m"}, {"rate", "m/s"},    {"force", "N"}};

void ExpectChannels(const std::vector<ProbeChannel>& channels) {
  ASSERT_EQ(channels.size(), kJointChannels.size());
  for (size_t i = 0; i < channels.size(); ++i) {
    EXPECT_EQ(channels[i].name, kJointChannels[i].first);
    EXPECT_EQ(channels[i].unit, kJointChannels[i].second);
    EXPECT_NE(channels[i].description, "");
  }
}

// 50 rad in a second are almost eight turns; backwards and forwards likewise.
TEST(ProbeValues, TurnsOfAJointAreCounted) {
  for (double speed : {50.0, -50.0}) {
    Model model = WheelAndSlide();
    Motion motor;
    motor.name = "motor";
    motor.joint = "hinge";
    motor.quantity = MotionQuantity::kVelocity;
    motor.function.constant = speed;
    model.motions = {motor};
    model.sensors.push_back(SensorOf("motor", "input", "motor"));
    model.solver.end_time = 1;
    model.solver.step = 5e-3;
    Recording recording;
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Run(&recording).ok);
    for (size_t row = 0; row < recording.time.size(); ++row) {
      const double turned = speed * recording.time[row];
      EXPECT_NEAR(recording.Value(row, 0), turned, 1e-8);
      EXPECT_NEAR(recording.Value(row, 2), turned, 1e-8);
      EXPECT_EQ(recording.Value(row, 6), speed);
      EXPECT_NEAR(recording.Value(row, 1), speed, 1e-6);
    }
    EXPECT_EQ(recording.channels[6].unit, "rad/s");
  }
}

// m g - F = k z.
TEST(ProbeValues, JointsInStatics) {
  Model model = WheelAndSlide();
  Motion hold;
  hold.name = "hold";
  hold.joint = "hinge";
  hold.function.constant = 0.4;
  model.motions = {hold};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  ExpectChannels(simulation.sensors().channels());
  double values[6];
  simulation.ReadSensors(values);
  EXPECT_NEAR(values[0], 0.4, 1e-9);
  EXPECT_NEAR(values[1], 0, 1e-12);
  EXPECT_NEAR(values[2], 0.4, 1e-9);
  EXPECT_NEAR(values[3], (5 - 2 * 10) / 1000.0, 1e-9);
  EXPECT_NEAR(values[4], 0, 1e-12);
  EXPECT_EQ(values[5], 5);
}

// z = 1/(k + i w c - m w^2); the wheel does not feel it. What is given is no answer.
TEST(ProbeValues, JointsInFrequencyResponses) {
  const Model model = WheelAndSlide();
  const System system(model);
  const SystemState start = system.StartState();
  std::vector<double> history(system.history_size() + 1), next(history);
  system.StartHistory(start, history.data());
  const double w = 20;
  const FrequencyResponse response = ComputeFrequencyResponse(
      system, {start, std::numeric_limits<double>::infinity(), history.data(), next.data()}, "push",
      {w / (2 * M_PI)});
  ASSERT_EQ(response.channels.size(), 5u);
  ASSERT_EQ(response.left_out.size(), 1u);
  EXPECT_EQ(response.left_out[0].name, "force");
  const Complex z = 1.0 / Complex(1000 - 2 * w * w, 4 * w);
  EXPECT_LT(std::abs(response.Value(0, 3) - z), 1e-7 * std::abs(z));
  EXPECT_LT(std::abs(response.Value(0, 4) - Complex(0, w) * z), 1e-7 * std::abs(w * z));
  EXPECT_LT(std::abs(response.Value(0, 0)), 1e-12);
}

// The same motion, with the block's rise in millimetres under a test engineer's name.
TEST(ProbeValues, ChannelsAreRenamedScaledAndSampled) {
  Model model = WheelAndSlide();
  model.solver.end_time = 0.1;
  model.solver.step = 1e-3;
  Recording raw, chosen;
  ASSERT_TRUE(Simulation(model).Run(&raw).ok);
  ChannelChoice rise;
  rise.name = "LVDT rise";
  rise.from = "travel";
  rise.unit = "mm";
  model.channels.list = {rise};
  model.channels.rate = 250;
  ASSERT_TRUE(Simulation(model).Run(&chosen).ok);
  ASSERT_EQ(chosen.channels.size(), 1u);
  EXPECT_EQ(chosen.channels[0].name, "LVDT rise");
  EXPECT_EQ(chosen.channels[0].unit, "mm");
  ASSERT_EQ(chosen.time.size(), 26u);
  for (size_t i = 0; i < chosen.time.size(); ++i) {
    EXPECT_NEAR(chosen.time[i], raw.time[4 * i], 1e-12);
    EXPECT_NEAR(chosen.Value(i, 0), 1e3 * raw.Value(4 * i, 3), 1e-12);
  }
}

}  // namespace
}  // namespace jounce::probe_values_test
