// Beams that turn fast, from a mesh through reduction with geometric stiffening into the engine.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "benchmarks/problem.h"
#include "flex/flex_testing.h"
#include "reference_data.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

struct SpinningBeam {
  double length = 1;
  double young = 1e9, shear = 4e8, density = 1000;
  double area = 4e-4, in_plane = 5.3e-8, out_of_plane = 3.3e-9;
  double shear_factor = 0;  // 0: it does not shear
  int elements = 24;
  int modes = 12;
};

// Along x from its root at the origin, where a revolute joint about z drives it.
Model Spinning(const SpinningBeam& beam, const std::string& angle) {
  flex::Mesh mesh;
  mesh.source = "beam";
  mesh.materials = {{1, beam.young, beam.shear, beam.young / (2 * beam.shear) - 1, beam.density}};
  flex::BeamProperty section;
  section.area = beam.area;
  section.i1 = beam.in_plane;
  section.i2 = beam.out_of_plane;
  section.torsion = beam.in_plane + beam.out_of_plane;
  section.k1 = section.k2 = beam.shear_factor;
  mesh.beam_properties = {section};
  for (int i = 0; i <= beam.elements; ++i) {
    flex::testing::AddNode(&mesh, {i * beam.length / beam.elements, 0, 0});
  }
  for (int i = 0; i < beam.elements; ++i) {
    flex::testing::AddElement(&mesh, flex::ElementShape::kBeam, {i, i + 1});
  }
  flex::PartOptions options;
  options.interfaces = {{"root", 1}, {"tip", beam.elements + 1}};
  options.reduction.modes = beam.modes;
  options.stiffening_held = {1};
  options.damping = 0;
  NoProgress silent;
  Model model;
  model.gravity.setZero();
  Body body;
  body.name = "beam";
  body.flexible.part = std::make_shared<FlexiblePart>(flex::MakePart(mesh, options, &silent).part);
  body.flexible.level = FlexibilityLevel::kFull;
  body.flexible.stiffening = true;
  model.bodies = {body};
  Joint pin;
  pin.name = "pin";
  pin.kind = JointKind::kRevolute;
  pin.ends.second = "beam.root";
  model.joints = {pin};
  Motion turn;
  turn.name = "turn";
  turn.joint = "pin";
  turn.function.expression = angle;
  model.motions = {turn};
  model.solver.rho = 0.6;
  return model;
}

// Of the tip from the root, in the root's axes.
Vector3d TipFromRoot(const Simulation& simulation) {
  const SystemState& s = simulation.state();
  const auto& nodes = simulation.system().nodes();
  return Relative(s.pose[nodes[0].slot()], s.pose[nodes[1].slot()]).p;
}

// Time of one swing of the tip along z, from the first and the last time it passes upwards.
double Period(Simulation* simulation, double h, int swings) {
  double first = 0, last = 0, before = 0;
  int seen = 0;
  while (seen <= swings && simulation->time() < 1e4 * h) {
    if (!simulation->Advance(h).ok) return NAN;
    const double z = TipFromRoot(*simulation).z();
    if (before < 0 && z >= 0) {
      last = simulation->time() - h * z / (z - before);
      if (seen++ == 0) first = last;
    }
    before = z;
  }
  return (last - first) / swings;
}

// Wright, Smith, Thresher & Wang 1982, Vibration modes of centrifugally stiffened beams, J. Appl.
// Mech. 49, 197-202: first frequency of flapping for a hub of radius 0, by sqrt(E I / rho A L^4).
TEST(FlexibleSpin, FlapOfARotatingBeamIsThatOfTheTable) {
  const SpinningBeam beam;
  const double unit =
      std::sqrt(beam.young * beam.out_of_plane / (beam.density * beam.area)) / beam.length;
  for (const auto& [speed, flap] : {std::pair(2.0, 4.1373), {6.0, 7.3604}, {10.0, 11.2023}}) {
    SCOPED_TRACE(speed);
    Model model = Spinning(beam, "w*t");
    model.motions[0].function.expression = std::to_string(speed * unit) + "*t";
    // A soft push along the first mode: grows and goes over two swings.
    const double period = 2 * M_PI / (flap * unit);
    Load push;
    push.name = "push";
    push.on = "beam.tip";
    push.direction = Vector3d::UnitZ();
    push.function.expression = "if(t < " + std::to_string(period) + ", 1e-4*sin(" +
                               std::to_string(2 * M_PI / period) + "*t), 0)";
    model.loads = {push};
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    const double h = period / 200;
    while (simulation.time() < 2 * period) ASSERT_TRUE(simulation.Advance(h).ok);
    EXPECT_NEAR(2 * M_PI / Period(&simulation, h, 6) / unit, flap, 0.005 * flap);
  }
}

// Spin-up to 6 rad/s in 15 s [Kane, Ryan & Banerjee 1987; Wu & Haug 1988]: the converged solution
// of the geometrically exact beam.
TEST(FlexibleSpin, SpinUpOfABeam) {
  const testing::Table reference(testing::ReferencePath("beam_spinup.csv"));
  SpinningBeam beam;
  beam.length = 10;
  beam.area = 1;
  beam.density = 1.2;
  beam.young = 2.8e7;
  beam.shear = 1e7;
  beam.in_plane = 5e-4;
  beam.out_of_plane = 1e-3;  // so that no mode bends in both planes
  beam.shear_factor = 1;
  Model model =
      Spinning(beam, "if(t < 15, 6/15*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1)), 6*t - 45)");
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const double h = 1e-2;
  double worst = 0, left_over = 0, stretch = 0;
  int rows = 0;
  for (size_t i = 1; i < reference.rows(); ++i) {
    const double time = reference["t"][i];
    while (simulation.time() < time - 0.5 * h) ASSERT_TRUE(simulation.Advance(h).ok);
    const Vector3d tip = TipFromRoot(simulation);
    const double u2 = reference["u2_tip_transverse"][i];
    if (time <= 15) worst = std::max(worst, std::abs(tip.y() - u2));
    if (time > 15) left_over = std::max(left_over, std::abs(tip.y()));
    if (time > 20) {
      stretch += tip.x() - beam.length;
      ++rows;
    }
  }
  EXPECT_LT(worst, 0.01 * 0.5738);
  EXPECT_LT(left_over, 0.01);
  // tan(k L) / k - L with k = w sqrt(rho A / E A), at steady speed.
  EXPECT_NEAR(stretch / rows, 5.14317e-4, 0.02 * 5.14317e-4);
}

}  // namespace
}  // namespace jounce
