// Welded bodies, merged, against the same bodies held together by constraints.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "laws/linear_law_for_test.h"
#include "mechanics/beam_part_for_test.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

Body Part(const std::string& name, const Vector3d& position, double mass, const Vector3d& turn) {
  Body body;
  body.name = name;
  body.position = position;
  body.orientation.euler = turn;
  body.mass = mass;
  body.centre = Vector3d(0.02, -0.03, 0.01);
  body.inertia = mass * Vector3d(0.02, 0.03, 0.025);
  body.products = mass * Vector3d(0.001, -0.002, 0.0015);
  return body;
}

Joint Hold(const std::string& name, JointKind kind, const std::string& first,
           const std::string& second, const Vector3d& at) {
  Joint joint;
  joint.name = name;
  joint.kind = kind;
  joint.ends.first = first;
  joint.ends.second = second;
  joint.ends.at = at;
  joint.ends.axis = Vector3d(0.3, 1, 0.2);
  return joint;
}

// An arm that swings, a bracket on it and a tip on that, the second weld named the other way round.
// Held by one fixed joint each (which is merged), or by a ball and a lock of the directions.
Model Arm(bool welded) {
  Model model;
  model.bodies = {Part("arm", {0.3, 0, 0}, 2, {0.3, 0.2, 0.1}),
                  Part("bracket", {0.6, 0.1, 0}, 1, {-0.2, 0.4, 0.3}),
                  Part("tip", {0.8, 0.1, 0.2}, 0.5, {0.5, -0.3, 0.2})};
  model.joints = {Hold("pivot", JointKind::kRevolute, kGroundName, "arm", Vector3d::Zero())};
  const auto hold = [&](const std::string& name, const std::string& first,
                        const std::string& second, const Vector3d& at) {
    if (welded) {
      model.joints.push_back(Hold(name, JointKind::kFixed, first, second, at));
    } else {
      model.joints.push_back(Hold(name + " ball", JointKind::kSpherical, first, second, at));
      model.joints.push_back(Hold(name + " lock", JointKind::kOrientation, first, second, at));
    }
  };
  hold("inner", "arm", "bracket", {0.5, 0.05, 0});
  hold("outer", "tip", "bracket", {0.7, 0.1, 0.1});
  Connection spring;
  spring.name = "spring";
  spring.kind = ConnectionKind::kRod;
  spring.ends.second = "tip";
  spring.ends.at = Vector3d(0.8, 0.5, 0.6);
  spring.ends.at_second = Vector3d(0.85, 0.1, 0.2);
  spring.law = testing::MatrixLaw(MatrixXd::Constant(1, 1, 200), MatrixXd::Constant(1, 1, 2));
  Connection brace =
      spring;  // from the tip to the arm: inside the merged body, but the welds feel it
  brace.name = "brace";
  brace.ends.first = "tip";
  brace.ends.second = "arm";
  brace.ends.at = Vector3d(0.8, 0.15, 0.2);
  brace.ends.at_second = Vector3d(0.3, 0.1, 0.1);
  brace.free_length = 0.4;
  model.connections = {spring, brace};
  Load push;
  push.name = "push";
  push.on = "bracket";
  push.at = Vector3d(0.6, 0.2, 0.1);
  push.direction = Vector3d(0, 1, 2);
  push.follows_body = true;
  push.function.expression = "5*sin(10*t)";
  model.loads = {push};
  return model;
}

// What a joint applies to its second end, in ground axes.
Vector6 LoadOf(const Simulation& simulation, const std::string& joint) {
  const System& system = simulation.system();
  const Element* element = system.FindItem(joint);
  return element ? element->Reaction(System::Slice(simulation.evaluation(), *element))
                 : Vector6(Vector6::Constant(NAN));
}

struct Outcome {
  std::vector<Pose> poses;
  Vector6 inner, outer;
};

Outcome Swing(bool welded, double step) {
  Simulation simulation(Arm(welded));
  EXPECT_EQ(simulation.freedom().degrees_of_freedom, 1);
  EXPECT_EQ(simulation.system().body_count(), welded ? 1 : 3);
  EXPECT_TRUE(simulation.Initialize().ok);
  const int steps = static_cast<int>(0.5 / step + 0.5);
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(simulation.Advance(step).ok);
  Outcome outcome;
  for (const char* name : {"arm", "bracket", "tip"}) {
    outcome.poses.push_back(simulation.BodyPose(name));
  }
  const auto load = [&](const std::string& name) -> Vector6 {
    if (welded) return LoadOf(simulation, name);
    return LoadOf(simulation, name + " ball") + LoadOf(simulation, name + " lock");
  };
  outcome.inner = load("inner");
  outcome.outer = load("outer");
  return outcome;
}

TEST(Welds, MergedAndConstrainedBodiesMoveAlikeAndCarryTheSameLoads) {
  // Steps differ by their errors, which are of second order.
  const Outcome merged = Swing(true, 2e-4), held = Swing(false, 2e-4);
  for (int i = 0; i < 3; ++i) {
    EXPECT_LT((merged.poses[i].p - held.poses[i].p).norm(), 1e-6) << i;
    EXPECT_LT((merged.poses[i].R - held.poses[i].R).norm(), 1e-6) << i;
  }
  EXPECT_GT(held.inner.norm(), 5);
  EXPECT_LT((merged.inner - held.inner).norm(), 1e-4 * held.inner.norm());
  EXPECT_LT((merged.outer - held.outer).norm(), 1e-4 * held.outer.norm());
}

// What else is in the model: what bends hangs on the tip by a fixed joint that stays one.
enum class Companion { kNone, kBlade, kBeam };

void AddCompanion(Companion companion, Model* model) {
  const Vector3d root(0.85, 0.1, 0.2);
  // As the arm will drive it, so that it need not bend to start.
  const Vector3d spin = 2 * Vector3d(0.3, 1, 0.2).normalized();
  std::string end;
  if (companion == Companion::kBlade) {
    testing::BeamPart beam;
    beam.length = 0.3;
    beam.area = 1e-4;
    beam.Iy = beam.Iz = 8e-10;
    beam.J = 1.4e-9;
    beam.nodes = 4;
    beam.damping = 0.02;
    model->bodies.push_back(testing::FlexibleBeam("blade", beam, FlexibilityLevel::kFull));
    model->bodies.back().position = root;
    model->bodies.back().angular_velocity = spin;
    model->bodies.back().velocity = spin.cross(root);
    end = "blade.n1";
  }
  if (companion == Companion::kBeam) {
    Beam rail;
    rail.name = "rail";
    rail.along = {root, root + Vector3d(0.3, 0, 0)};
    rail.section.shape = RoundSection{0.01};
    rail.section.E = 2e9;  // of plastics: round-off of places in steel is a force one can see
    rail.section.density = 1200;
    rail.velocity = spin.cross(root);
    rail.angular_velocity = spin;
    rail.section.damping_time = 1e-4;
    rail.section.points = {{"top", 0, 0.005, 0}};
    rail.elements = 4;
    rail.mass = BeamMass::kConsistent;
    model->beams = {rail};
    end = "rail.start";
  }
  if (companion == Companion::kNone) return;
  Joint clamp = Hold("clamp", JointKind::kFixed, "tip", end, root);
  clamp.ends.at.reset();
  clamp.ends.axis.reset();
  model->joints.push_back(clamp);
}

// Besides: a wheel on the bracket that a coupler turns with the arm, a slider on the tip and the
// arm driven by motions, a sensor of each kind that knows of bodies.
Model Machine(bool welded, Companion companion) {
  Model model = Arm(welded);
  model.bodies.push_back(Part("wheel", {0.6, 0.2, 0.1}, 0.3, {0.1, 0.2, 0.3}));
  model.bodies.push_back(Part("slider", {0.8, 0.3, 0.2}, 0.4, {0.2, 0.1, 0.4}));
  model.joints.push_back(Hold("axle", JointKind::kRevolute, "bracket", "wheel", {0.6, 0.2, 0.1}));
  model.joints.push_back(
      Hold("slide", JointKind::kTranslational, "tip", "slider", {0.8, 0.2, 0.2}));
  AddCompanion(companion, &model);
  Coupler gear;
  gear.name = "gear";
  gear.terms = {{"pivot", MotionKind::kRotation, 2}, {"axle", MotionKind::kRotation, -1}};
  model.couplers = {gear};
  Motion drive;
  drive.name = "drive";
  drive.joint = "pivot";
  drive.function.expression = "2*t+3*t^2";
  Motion shift;
  shift.name = "shift";
  shift.kind = MotionKind::kTranslation;
  shift.joint = "slide";
  shift.function.expression = "0.02*sin(20*t)";
  model.motions = {drive, shift};
  Frame pad;
  pad.name = "pad";
  pad.body = "bracket";
  pad.position = Vector3d(0.01, 0.1, 0.05);
  pad.orientation.euler = Vector3d(0.4, 0.3, 0.2);
  model.frames = {pad};
  model.loads[0].on = "pad";
  model.loads[0].at.reset();
  return model;
}

// A fixed joint between the bodies of the arm is all its ball and its lock are.
Vector6 HeldLoadOf(const Simulation& simulation, const std::string& joint) {
  return LoadOf(simulation, joint + " ball") + LoadOf(simulation, joint + " lock");
}

// At the start positions, velocities and accelerations satisfy the equations of motion exactly,
// so that merged bodies and the same bodies held by constraints differ by round-off.
TEST(Welds, CarryWhatConstraintsCarryBesideFlexibleBodiesAndBeams) {
  for (Companion companion : {Companion::kNone, Companion::kBlade, Companion::kBeam}) {
    SCOPED_TRACE(static_cast<int>(companion));
    Simulation merged(Machine(true, companion)), held(Machine(false, companion));
    EXPECT_EQ(merged.system().body_count() + 2, held.system().body_count());
    EXPECT_EQ(merged.freedom().degrees_of_freedom, held.freedom().degrees_of_freedom);
    ASSERT_TRUE(merged.Initialize().ok);
    ASSERT_TRUE(held.Initialize().ok);
    const auto expect_same = [](const char* name, const Vector6& a, const Vector6& b) {
      EXPECT_LT((a - b).norm(), 1e-9 * b.norm() + 1e-11) << name;
      EXPECT_GT(b.norm(), 1e-3) << name;
    };
    for (const char* weld : {"inner", "outer"}) {
      expect_same(weld, LoadOf(merged, weld), HeldLoadOf(held, weld));
    }
    for (const char* item : {"pivot", "axle", "slide", "drive", "shift", "spring", "brace"}) {
      expect_same(item, LoadOf(merged, item), LoadOf(held, item));
    }
    if (companion == Companion::kNone) continue;
    expect_same("clamp", LoadOf(merged, "clamp"), LoadOf(held, "clamp"));
  }
}

// Inertia of a point mass about the origin.
Eigen::Matrix3d Steiner(double mass, const Vector3d& c) {
  return mass * (c.squaredNorm() * Eigen::Matrix3d::Identity() - c * c.transpose());
}

// Bracket and tip made part of the arm by hand: parallel axes, ends at the same places. The brace
// is then inside one body, which it does not move.
Model MadeOfOne(const Model& machine) {
  Model model = machine;
  std::erase_if(model.joints,
                [](const Joint& joint) { return joint.name == "inner" || joint.name == "outer"; });
  std::erase_if(model.connections, [](const Connection& c) { return c.name == "brace"; });
  std::erase_if(model.sensors, [](const Sensor& sensor) { return sensor.name == "brace"; });
  Body& arm = model.bodies[0];
  const Eigen::Matrix3d R_arm = OrientationMatrix(arm.orientation, arm.position);
  double mass = 0;
  Vector3d moment = Vector3d::Zero();
  Eigen::Matrix3d J_origin = Eigen::Matrix3d::Zero();  // of all, about the ground's origin
  for (int i = 0; i < 3; ++i) {
    const Body& part = model.bodies[i];
    const Eigen::Matrix3d R = OrientationMatrix(part.orientation, part.position);
    const Vector3d c = part.position + R * part.centre;
    Eigen::Matrix3d J = part.inertia.asDiagonal();
    J(0, 1) = J(1, 0) = part.products[0];
    J(1, 2) = J(2, 1) = part.products[1];
    J(2, 0) = J(0, 2) = part.products[2];
    J_origin += R * J * R.transpose() + Steiner(part.mass, c);
    mass += part.mass;
    moment += part.mass * c;
  }
  const Vector3d c = moment / mass;
  const Eigen::Matrix3d J = R_arm.transpose() * (J_origin - Steiner(mass, c)) * R_arm;
  arm.mass = mass;
  arm.centre = R_arm.transpose() * (c - arm.position);
  arm.inertia = J.diagonal();
  arm.products = Vector3d(J(0, 1), J(1, 2), J(2, 0));
  const auto rename = [](std::string* name) {
    if (*name == "bracket" || *name == "tip") *name = "arm";
  };
  const auto rename_ends = [&](auto* items) {
    for (auto& item : *items) {
      rename(&item.ends.first);
      rename(&item.ends.second);
    }
  };
  rename_ends(&model.joints);
  rename_ends(&model.connections);
  for (Sensor& sensor : model.sensors) rename(&sensor.ends.second);
  // What is seen from a part is seen from its own frame.
  for (const Body* part : {&model.bodies[1], &model.bodies[2]}) {
    Frame frame;
    frame.name = part->name;
    frame.body = "arm";
    frame.position = R_arm.transpose() * (part->position - arm.position);
    const Eigen::Matrix3d R_part =
        R_arm.transpose() * OrientationMatrix(part->orientation, part->position);
    frame.orientation.z_axis = R_part.col(2);
    frame.orientation.x_axis = R_part.col(0);
    model.frames.push_back(frame);
  }
  // The one frame, carried from the bracket to the arm.
  const Body& bracket = model.bodies[1];
  Frame& pad = model.frames[0];
  const Eigen::Matrix3d R_bracket = OrientationMatrix(bracket.orientation, bracket.position);
  const Eigen::Matrix3d R =
      R_arm.transpose() * R_bracket * OrientationMatrix(pad.orientation, Vector3d::Zero());
  pad.body = "arm";
  pad.position = R_arm.transpose() * (bracket.position + R_bracket * pad.position - arm.position);
  pad.orientation = {};
  pad.orientation.z_axis = R.col(2);
  pad.orientation.x_axis = R.col(0);
  model.bodies.erase(model.bodies.begin() + 1, model.bodies.begin() + 3);
  return model;
}

void AddSensors(Companion companion, Model* model) {
  const Body tip = model->bodies[2];
  const Vector3d centre =
      tip.position + OrientationMatrix(tip.orientation, tip.position) * tip.centre;
  const auto add = [&](const std::string& name, const char* kind, const std::string& first,
                       const std::string& second) {
    Sensor sensor;
    sensor.name = name;
    sensor.kind = kind;
    sensor.ends.first = first;
    sensor.ends.second = second;
    sensor.ends.at = centre;
    sensor.ends.axis = Vector3d(0.3, 1, 0.2);
    model->sensors.push_back(sensor);
  };
  add("acceleration", "acceleration", kGroundName, "tip");
  add("accelerometer", "accelerometer", kGroundName, "tip");
  add("angles", "euler_313", kGroundName, "bracket");
  add("to slider", "position", "tip", "slider");
  const auto add_reaction = [&](const std::string& item) {
    Sensor sensor;
    sensor.name = item;
    sensor.kind = "reaction";
    sensor.item = item;
    model->sensors.push_back(sensor);
  };
  for (const char* item : {"spring", "brace", "slide", "shift", "drive", "axle"}) {
    add_reaction(item);
  }
  if (companion == Companion::kNone) return;
  add_reaction("clamp");
  Sensor inside;
  inside.name = "inside";
  if (companion == Companion::kBlade) {
    inside.kind = "von_mises";
    inside.ends.second = "blade";
    add("end", "position", "bracket", "blade.n4");
  } else {
    inside.kind = "section_stress";
    inside.beam = "rail";
    inside.along = 0.1;
    inside.point = "top";
    add("end", "position", "bracket", "rail.end");
  }
  model->sensors.push_back(inside);
}

// All channels of a sensor in a row of a recording.
Vector3d Read(const Recording& recording, size_t row, const std::string& sensor) {
  const int first = recording.Find(sensor + ".x");
  return {recording.Value(row, first), recording.Value(row, first + 1),
          recording.Value(row, first + 2)};
}

// Every channel of `b`, to 1e-9 of the largest value of its sensor.
void ExpectSameChannels(const Recording& a, const Recording& b) {
  const auto sensor_of = [](const std::string& name) { return name.substr(0, name.rfind('.')); };
  std::map<std::string, double> ranges;
  for (size_t c = 0; c < b.channels.size(); ++c) {
    double& range = ranges[sensor_of(b.channels[c].name)];
    for (size_t t = 0; t < b.time.size(); ++t) range = std::max(range, std::abs(b.Value(t, c)));
  }
  ASSERT_EQ(a.time.size(), b.time.size());
  for (size_t c = 0; c < b.channels.size(); ++c) {
    const std::string& name = b.channels[c].name;
    const int same = a.Find(name);
    ASSERT_GE(same, 0) << name;
    double error = 0;
    for (size_t t = 0; t < b.time.size(); ++t) {
      error = std::max(error, std::abs(a.Value(t, same) - b.Value(t, c)));
    }
    EXPECT_GT(ranges[sensor_of(name)], 0) << name;
    EXPECT_LT(error, 1e-9 * ranges[sensor_of(name)]) << name;
  }
}

// Newton's law for the tip, in ground axes: what the outer weld applies to the bracket.
void ExpectForceBalanceOfTip(const Recording& merged, const Recording& one, const Body& tip,
                             const Vector3d& gravity) {
  double error = 0, range = 0;
  for (size_t t = 0; t < one.time.size(); ++t) {
    Vector3d on_tip = Read(one, t, "spring") - Read(merged, t, "brace");
    for (const char* item : {"slide", "shift", "clamp"}) {
      if (one.Find(std::string(item) + ".x") >= 0) on_tip -= Read(one, t, item);
    }
    const Vector3d expected = on_tip - tip.mass * (Read(one, t, "acceleration") - gravity);
    error = std::max(error, (Read(merged, t, "outer") - expected).norm());
    range = std::max(range, expected.norm());
  }
  EXPECT_GT(range, 1);
  EXPECT_LT(error, 1e-9 * range);
}

TEST(Welds, MergedBodiesMoveAsOneMadeByHandBesideFlexibleBodiesAndBeams) {
  for (Companion companion : {Companion::kNone, Companion::kBlade, Companion::kBeam}) {
    SCOPED_TRACE(static_cast<int>(companion));
    Model machine = Machine(true, companion);
    // Round-off of places is one of accelerations over the square of the step.
    machine.solver.end_time = 0.5;
    machine.solver.step = 1e-2;
    machine.solver.tolerance = 1e-12;
    AddSensors(companion, &machine);
    const Model by_hand = MadeOfOne(machine);
    Sensor weld;
    weld.name = weld.item = "outer";
    weld.kind = "reaction";
    machine.sensors.push_back(weld);
    Simulation merged(machine), one(by_hand);
    EXPECT_EQ(merged.system().body_count(), one.system().body_count());
    Recording of_merged, of_one;
    ASSERT_TRUE(merged.Run(&of_merged).ok);
    ASSERT_TRUE(one.Run(&of_one).ok);
    ExpectSameChannels(of_merged, of_one);
    ExpectForceBalanceOfTip(of_merged, of_one, machine.bodies[2], machine.gravity);
  }
}

// A coupler may name a weld, whose coordinate stays as it is.
TEST(Welds, CouplersMayNameMergedJoints) {
  Model model = Machine(true, Companion::kBlade);
  model.couplers[0].terms.push_back({"outer", MotionKind::kRotation, 3});
  Simulation with(model), without(Machine(true, Companion::kBlade));
  ASSERT_TRUE(with.Initialize().ok);
  ASSERT_TRUE(without.Initialize().ok);
  const Vector6 axle = LoadOf(without, "axle");
  EXPECT_LT((LoadOf(with, "axle") - axle).norm(), 1e-9 * axle.norm());
  const Vector6 inner = LoadOf(without, "inner");
  EXPECT_LT((LoadOf(with, "inner") - inner).norm(), 1e-9 * inner.norm());
}

TEST(Welds, SensorsReadTheLoadsOfMergedJoints) {
  Model model = Arm(true);
  Sensor sensor;
  sensor.name = "weld";
  sensor.kind = "reaction";
  sensor.item = "outer";
  sensor.axes = "second";
  model.sensors = {sensor};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  ASSERT_TRUE(simulation.Advance(1e-3).ok);
  Vector6 read;
  simulation.ReadSensors(read.data());
  EXPECT_LT((read - LoadOf(simulation, "outer")).norm(), 1e-12);
  EXPECT_GT(read.norm(), 1);
}

}  // namespace
}  // namespace jounce
