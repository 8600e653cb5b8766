// What a mirrored sub-assembly does is the image of what it does as it stands: run(mirror(m)) is
// mirror(run(m)), for models drawn at random with everything that a model can hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "laws/linear_law_for_test.h"
#include "mechanics/beam_part_for_test.h"
#include "model/flatten.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

// How the channels of a sensor change: by the mirror's own signs or by those of local axes, polar
// or axial.
enum class Kind {
  kPolar,
  kAxial,
  kLocalPolar,
  kLocalAxial,
  kWrench,
  kStrain3,
  kTurn3,
  kStrain6,
  kSame
};

class RandomModel {
 public:
  explicit RandomModel(unsigned seed) : random_(seed) {
    AddBodies();
    AddFlexibleArm();
    AddBeam();
    AddJoints();
    AddConnections();
    AddLoads();
    AddSensors();
    model.gravity = Vector3d(0.3, -0.5, -9.7);
    // Long steps: what round-off leaves in accelerations goes with the square of 1/h.
    model.solver.step = 0.01;
    model.solver.end_time = 0.4;
    model.solver.tolerance = 1e-13;
    model.solver.matrix = MatrixMode::kNewton;
  }

  Model model;
  std::vector<Kind> kinds;  // one for each sensor

 private:
  double Number(double size) {
    return std::uniform_real_distribution<double>(-size, size)(random_);
  }
  Vector3d Vector(double size) { return {Number(size), Number(size), Number(size)}; }

  void AddBodies() {
    for (const char* name : {"a", "b", "c"}) {
      Body body;
      body.name = name;
      body.position = Vector(0.5);
      body.orientation.euler = Vector(2);
      body.mass = 2 + Number(1);
      body.centre = Vector(0.05);
      body.inertia = Vector3d(0.3, 0.35, 0.4);
      body.products = Vector(0.03);
      body.velocity = Vector(0.1);
      model.bodies.push_back(body);
    }
    model.bodies[1].orientation = {};
    model.bodies[1].orientation.z_axis = Vector(1);  // x is chosen by a rule
    model.bodies[2].inertia_axes.euler = Vector(1);
    model.bodies[2].inertia_point = Vector(0.02);
    model.bodies[2].mass = 5;
    model.bodies[2].inertia = Vector3d(0.5, 0.6, 0.7);
    AddShapes(&model.bodies[0]);
    Frame frame;
    frame.name = "eye";
    frame.body = "b";
    frame.position = Vector(0.2);
    frame.orientation.euler = Vector(1.5);
    model.frames.push_back(frame);
    frame.name = "post";
    frame.body = kGroundName;
    model.frames.push_back(frame);
  }

  // Masses that are given in ground axes.
  void AddShapes(Body* body) {
    MassShape shape;
    shape.kind = RodShape{Vector(0.4), Vector(0.4), 1.5};
    body->shapes.push_back(shape);
    BoxShape box;
    box.centre = Vector(0.4);
    box.size = Vector3d(0.1, 0.2, 0.3);
    box.orientation.z_axis = Vector(1);
    box.amount.mass = 2;
    shape.kind = box;
    body->shapes.push_back(shape);
    Payload load;
    load.name = "load";
    load.properties = {1, Vector(0.4), Vector3d(0.05, 0.06, 0.07), Vector(0.01)};
    body->payloads.push_back(load);
  }

  void AddFlexibleArm() {
    testing::BeamPart part;
    part.nodes = 4;
    part.modes = 6;
    part.damping = 0.02;
    part.Iz = 2 * part.Iy;
    Body arm = testing::FlexibleBeam("arm", part, FlexibilityLevel::kFull);
    arm.position = Vector(0.3);
    arm.orientation.euler = Vector(1);
    model.bodies.push_back(arm);
  }

  // A curved beam whose section is not symmetric.
  void AddBeam() {
    Beam beam;
    beam.name = "rail";
    const Vector3d start = Vector(0.3);
    beam.along = {start, start + Vector3d(0.2, 0.05, 0.1), start + Vector3d(0.35, 0.2, 0.15)};
    beam.curve = BeamCurve::kSpline;
    beam.twist = {0.1, 0.4, -0.2};
    beam.elements = 3;
    beam.section.shape = RectangleSection{0.02, 0.03};
    beam.section.E = 2e9;
    beam.section.density = 2000;
    beam.section.centroid << 0.004, -0.002;
    beam.section.damping_time = 1e-3;
    LineLoad load;
    load.name = "wind";
    load.direction = Vector(1);
    load.follows_section = true;
    load.function.expression = "30*sin(40*t)";
    beam.loads.push_back(load);
    model.beams.push_back(beam);
  }

  Joint MakeJoint(const char* name, JointKind kind, const char* first, const char* second) {
    Joint joint;
    joint.name = name;
    joint.kind = kind;
    joint.ends.first = first;
    joint.ends.second = second;
    joint.ends.at = Vector(0.4);
    joint.ends.axis = Vector(1);
    return joint;
  }

  void AddJoints() {
    model.joints.push_back(MakeJoint("hinge", JointKind::kRevolute, kGroundName, "a"));
    model.joints.push_back(MakeJoint("cross", JointKind::kUniversal, "a", "b"));
    model.joints.push_back(MakeJoint("slide", JointKind::kCylindrical, "b", "c"));
    model.joints.push_back(MakeJoint("ball", JointKind::kSpherical, "c", "arm.n1"));
    model.joints.back().ends.at.reset();
    model.joints.back().ends.axis.reset();
    model.joints.push_back(MakeJoint("root", JointKind::kFixed, kGroundName, "rail.start"));
    model.joints.back().ends.at.reset();
    model.joints.back().ends.axis.reset();
    Motion turn;
    turn.name = "turn";
    turn.joint = "hinge";
    turn.kind = MotionKind::kRotation;
    turn.function.expression = "0.3*sin(20*t)*t";
    model.motions.push_back(turn);
    Coupler screw;
    screw.name = "screw";
    screw.terms = {{"slide", MotionKind::kRotation, 0.05}, {"slide", MotionKind::kTranslation, 1}};
    model.couplers.push_back(screw);
  }

  LawSettings CoupledLaw() {
    MatrixXd K = MatrixXd::Zero(6, 6), C = K;
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < i; ++j) K(i, j) = K(j, i) = Number(100);
    }
    K.diagonal() << 4e3, 5e3, 6e3, 800, 900, 700;
    C.diagonal() << 40, 50, 60, 8, 9, 7;
    return testing::MatrixLaw(K, C);
  }

  // Every direction another law with a memory, or one that is not symmetric.
  static LawSettings HistoryLaw() {
    AxesSettings axes;
    axes.axes = {PronySettings{3e3, {{2e3, 0.01}, {1e3, 0.1}}},
                 PolynomialSettings{{4e3, 6e4}, {}},
                 ElastoPlasticSettings{{{5e3, 30}, {2e3, 5}}},
                 BergSettings{4, 0.01},
                 PolynomialSettings{{300, 900}, {}},
                 ExpressionSettings{{"200*x + 500*x^2 + 3*xdot"}, {}}};
    return axes;
  }

  void AddConnection(const char* name, ConnectionKind kind, const char* first, const char* second,
                     const LawSettings& law) {
    Connection c;
    c.name = name;
    c.kind = kind;
    c.ends.first = first;
    c.ends.second = second;
    if (kind == ConnectionKind::kRod || second != std::string("eye")) c.ends.at = Vector(0.4);
    c.ends.at_second = Vector(0.4);
    if (kind != ConnectionKind::kRod) {
      c.ends.at_second.reset();
      c.ends.axis = Vector(1);
    }
    c.law = law;
    model.connections.push_back(c);
  }

  void AddConnections() {
    AddConnection("mount", ConnectionKind::kBushing, kGroundName, "c", CoupledLaw());
    model.connections.back().preload = {10, -20, 30, 1, 2, -3};
    AddConnection("rubber", ConnectionKind::kBushing, "b", "arm.n3", HistoryLaw());
    model.connections.back().ends.at.reset();
    model.connections.back().ends.axis.reset();
    model.connections.back().zero_as_placed = true;
    model.connections.back().attachment = Attachment::kSecond;
    AddConnection("coil", ConnectionKind::kRod, kGroundName, "a",
                  PolynomialSettings{{2e3, 5e3}, {}});
    AddConnection(
        "spring", ConnectionKind::kLinearSpring, "post", "eye",
        testing::MatrixLaw(MatrixXd(Vector3d(900, 1200, 700).asDiagonal()), MatrixXd::Zero(3, 3)));
    AddConnection("torsion", ConnectionKind::kAngularSpring, "a", "c",
                  ExpressionSettings{{"9*x + 4*x*y", "7*y + 3*x^2", "8*z + 0.1*zdot"}, {}});
    model.connections.back().zero_as_placed = true;
    AddConnection("tie", ConnectionKind::kRod, "rail.end", "arm.n4", PolynomialSettings{{3e3}, {}});
    model.connections.back().ends.at.reset();
    model.connections.back().ends.at_second.reset();
  }

  void AddLoad(const char* name, LoadKind kind, const char* on, bool follows) {
    Load load;
    load.name = name;
    load.kind = kind;
    load.on = on;
    load.direction = Vector(1);
    load.follows_body = follows;
    load.function.expression = "20*sin(30*t + 1)";
    model.loads.push_back(load);
  }

  void AddLoads() {
    AddLoad("push", LoadKind::kForce, "b", false);
    model.loads.back().at = Vector(0.3);
    AddLoad("thrust", LoadKind::kForce, "eye", true);
    AddLoad("wrench", LoadKind::kTorque, "c", false);
    AddLoad("motor", LoadKind::kTorque, "c", true);
    AddLoad("tip", LoadKind::kForce, "arm.n4", true);
  }

  void AddSensor(const std::string& kind, Kind changes, const std::string& of,
                 const std::string& item = "", const std::string& axes = "ground") {
    Sensor sensor;
    sensor.name = "s" + std::to_string(model.sensors.size());
    sensor.kind = kind;
    if (!of.empty()) sensor.ends.second = of;
    sensor.item = item;
    sensor.axes = axes;
    model.sensors.push_back(sensor);
    kinds.push_back(changes);
  }

  void AddSensors() {
    for (const char* of : {"a", "b", "c", "arm", "rail.2"}) {
      AddSensor("position", Kind::kPolar, of);
      AddSensor("velocity", Kind::kPolar, of);
      AddSensor("angular_velocity", Kind::kAxial, of);
    }
    AddSensor("accelerometer", Kind::kLocalPolar, "eye");
    AddSensor("velocity", Kind::kLocalPolar, "c", "", "second");
    AddSensor("angular_velocity", Kind::kLocalAxial, "c", "", "second");
    for (const char* item : {"hinge", "cross", "ball", "turn", "mount", "coil"}) {
      AddSensor("reaction", Kind::kWrench, "", item);
    }
    for (const char* item : {"mount", "rubber"}) {
      AddSensor("strain", Kind::kStrain6, "", item);
      AddSensor("law_force", Kind::kStrain6, "", item);
    }
    AddSensor("law_force", Kind::kSame, "", "coil");
    AddSensor("law_force", Kind::kStrain3, "", "spring");
    AddSensor("law_force", Kind::kTurn3, "", "torsion");
    AddSensor("energy", Kind::kSame, "");
    AddSensor("section_force", Kind::kStrain6, "");
    model.sensors.back().beam = "rail";
    model.sensors.back().along = 0.4;
    AddSensor("von_mises", Kind::kSame, "arm");
  }

  std::mt19937 random_;
};

std::vector<double> SignsOf(Kind kind, int plane, int size) {
  std::vector<double> polar(3, 1), axial(3, -1);
  polar[plane] = -1;
  axial[plane] = 1;
  switch (kind) {
    case Kind::kPolar:
      return polar;
    case Kind::kAxial:
      return axial;
    case Kind::kLocalPolar:
    case Kind::kStrain3:
      return {1, -1, 1};
    case Kind::kLocalAxial:
    case Kind::kTurn3:
      return {-1, 1, -1};
    case Kind::kWrench:
      polar.insert(polar.end(), axial.begin(), axial.end());
      return polar;
    case Kind::kStrain6:
      return {1, -1, 1, -1, 1, -1};
    case Kind::kSame:
      break;
  }
  return std::vector<double>(size, 1.0);
}

Recording RunOf(const Model& model) {
  Simulation simulation(model);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  EXPECT_TRUE(status.ok) << status.reason;
  return recording;
}

// `model` alone as a mirrored sub-assembly.
Model Mirrored(const Model& model, int plane) {
  Model outer;
  outer.solver = model.solver;
  outer.gravity = model.gravity;
  outer.gravity[plane] = -outer.gravity[plane];
  Subsystem image;
  image.name = "m";
  image.mirror = static_cast<MirrorPlane>(plane + 1);
  image.model = std::make_shared<Model>(model);
  outer.subsystems.push_back(image);
  Diagnostics diagnostics;
  Model flat = Flatten(outer, &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors()) << diagnostics.all()[0].message;
  return flat;
}

TEST(Mirror, TheRunOfTheImageIsTheImageOfTheRun) {
  for (unsigned seed : {1u, 2u, 3u}) {
    const RandomModel random(seed);
    const Recording plain = RunOf(random.model);
    ASSERT_GT(plain.time.size(), 30u);
    for (int plane : {0, 1, 2}) {
      const Recording image = RunOf(Mirrored(random.model, plane));
      ASSERT_EQ(image.time.size(), plain.time.size());
      ASSERT_EQ(image.channels.size(), plain.channels.size());
      size_t channel = 0;
      for (size_t s = 0; s < random.kinds.size(); ++s) {
        const std::string prefix = random.model.sensors[s].name;
        size_t end = channel;
        while (end < plain.channels.size() &&
               plain.channels[end].name.substr(0, plain.channels[end].name.find('.')) == prefix) {
          ++end;
        }
        ASSERT_GT(end, channel) << prefix;
        double range = 0;
        for (size_t row = 0; row < plain.time.size(); ++row) {
          for (size_t k = channel; k < end; ++k) {
            range = std::max(range, std::abs(plain.Value(row, k)));
          }
        }
        const std::vector<double> signs =
            SignsOf(random.kinds[s], plane, static_cast<int>(end - channel));
        ASSERT_EQ(signs.size(), end - channel) << prefix;
        double worst = 0;
        for (size_t row = 0; row < plain.time.size(); ++row) {
          for (size_t k = channel; k < end; ++k) {
            const double expected = signs[k - channel] * plain.Value(row, k);
            worst = std::max(worst, std::abs(image.Value(row, k) - expected));
          }
        }
        EXPECT_LT(worst, 1e-10 * range + 1e-13)
            << plain.channels[channel].name << " (kind " << random.model.sensors[s].kind
            << "), plane " << plane << ", seed " << seed;
        channel = end;
      }
    }
  }
}

}  // namespace
}  // namespace jounce
