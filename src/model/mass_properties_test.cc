// By parallel axes written out by hand, and by the property that a whole is the sum of its parts.
#include "model/mass_properties.h"

#include <gtest/gtest.h>

#include "model/flatten.h"
#include "model/mass_sum.h"
#include "model/shape_mass.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

template <class Shape>
MassShape Any(const Shape& shape) {
  MassShape any;
  any.kind = shape;
  return any;
}

Body MakeBody(const std::string& name, double mass, const Vector3d& position) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.position = position;
  body.inertia = mass * Vector3d(0.02, 0.03, 0.04);
  return body;
}

PointShape Point(double mass, const Vector3d& centre) {
  PointShape point;
  point.mass = mass;
  point.centre = centre;
  return point;
}

void Resolve(Model* model) {
  Diagnostics diagnostics;
  ResolveMasses(model, &diagnostics);
  diagnostics.ThrowIfErrors();
}

std::vector<std::string> Mistakes(Model model) {
  Diagnostics diagnostics;
  ResolveMasses(&model, &diagnostics);
  std::vector<std::string> messages;
  for (const Diagnostic& d : diagnostics.all()) messages.push_back(d.message);
  return messages;
}

MassSum TotalOf(const Model& model) {
  MassSum sum;
  for (const Body& body : model.bodies) {
    sum.Add(MassOf(body, {OrientationMatrix(body.orientation, body.position), body.position}));
  }
  return sum;
}

void ExpectSame(const MassSum& a, const MassSum& b, double tolerance) {
  EXPECT_NEAR(a.mass, b.mass, tolerance * b.mass);
  EXPECT_LT((a.moment - b.moment).norm(), tolerance * b.mass);
  EXPECT_LT((a.inertia - b.inertia).norm(), tolerance * b.inertia.norm()) << a.inertia << "\n"
                                                                          << b.inertia;
}

TEST(MassPropertiesTest, GivenNumbersAndShapesAreSummedInTheBodysFrame) {
  // A bar of 3 kg about its middle at (1, 0, 0), turned by a quarter about z; at its own x of 0.2 m
  // (ground: y = 0.2) a point of 1 kg. Centre at 1/4 of the way; 3*0.05^2 + 1*0.15^2 = 0.03 kg m2.
  Model model;
  Body bar = MakeBody("bar", 3, {1, 0, 0});
  bar.inertia = Vector3d(0.01, 0.4, 0.4);
  bar.orientation.z_axis = Vector3d(0, 0, 1);
  bar.orientation.x_axis = Vector3d(0, 1, 0);
  bar.shapes = {Any(Point(1, {1, 0.2, 0}))};
  model.bodies = {bar, MakeBody("other", 2, {0, 0, 0})};
  Diagnostics diagnostics;
  EXPECT_EQ(ResolveMasses(&model, &diagnostics), std::vector<std::string>{"bar"});
  const Body& body = model.bodies[0];
  EXPECT_DOUBLE_EQ(body.mass, 4);
  EXPECT_LT((body.centre - Vector3d(0.05, 0, 0)).norm(), 1e-15);
  EXPECT_LT((body.inertia - Vector3d(0.01, 0.43, 0.43)).norm(), 1e-14);
  EXPECT_LT(body.products.norm(), 1e-15);
  EXPECT_TRUE(body.shapes.empty());
  // A second time nothing is left to do.
  EXPECT_TRUE(ResolveMasses(&model, &diagnostics).empty());
  EXPECT_EQ(model.bodies[0].mass, 4);
}

TEST(MassPropertiesTest, ARemainderAndItsPartsAreTheWhole) {
  Model model;
  model.bodies = {Body(), MakeBody("arm", 20, {0.5, 0.7, 0.3}),
                  MakeBody("axle", 90, {2.6, 0, 0.3})};
  model.bodies[1].orientation.euler = Vector3d(0.3, 0.4, 0.5);
  model.bodies[1].shapes = {Any(RodShape{{0.4, 0.3, 0.2}, {0.6, 0.9, 0.3}, 4})};
  Body& hull = model.bodies[0];
  hull.name = "hull";
  hull.position = Vector3d(1, 0, 0.5);
  hull.orientation.euler = Vector3d(0.1, 0, 0);
  Remainder remainder;
  remainder.whole.mass = 1500;
  remainder.whole.centre = Vector3d(1.2, 0.01, 0.6);
  remainder.whole.inertia = Vector3d(500, 2200, 2300);
  remainder.whole.products = Vector3d(5, -3, 40);
  hull.remainder_of = remainder;
  for (BeamMass mass : {BeamMass::kLumped, BeamMass::kConsistent}) {
    Beam bar;
    bar.name = "bar";
    bar.along = {{0, -0.5, 0.3}, {0.1, 0.5, 0.4}};
    bar.elements = 5;
    bar.section.shape = RoundSection{0.02};
    bar.section.E = 2e11;
    bar.section.density = 7850;
    bar.mass = mass;
    Model resolved = model;
    resolved.beams = {bar};
    Resolve(&resolved);
    EXPECT_FALSE(resolved.bodies[0].remainder_of.has_value());
    // A straight beam weighs what a cylinder does.
    MassSum total = TotalOf(resolved);
    total.Add(MassOf(Any(CylinderShape{bar.along[0], bar.along[1], 0.02, {{}, 7850}}), Pose()));
    ExpectSame(total, MassOf(remainder.whole), 1e-12);
  }
}

TEST(MassPropertiesTest, AFlexiblePartCountsInTheRemainder) {
  // 10 kg with its centre at (0.2, 0, 0) of a frame at (1, 0, 0), 1 kg m2 about the centre.
  auto part = std::make_shared<FlexiblePart>();
  part->inertia.i1 = 10;
  part->inertia.i2 = Vector3d(2, 0, 0);
  part->inertia.i7 = Matrix3d::Identity() + PointInertia(10, {0.2, 0, 0});
  Model model;
  model.bodies.resize(2);
  model.bodies[0].name = "hull";
  model.bodies[1].name = "arm";
  model.bodies[1].position = Vector3d(1, 0, 0);
  model.bodies[1].flexible.part = part;
  Remainder remainder;
  remainder.whole.mass = 30;
  remainder.whole.centre = Vector3d(0.4, 0, 0);
  remainder.whole.inertia = Vector3d(21, 30, 31);
  model.bodies[0].remainder_of = remainder;
  Resolve(&model);
  // Centre (30*0.4 - 10*1.2)/20 = 0; inertia 30 + 30*0.16 - (1 + 10*1.44) = 19.4.
  EXPECT_DOUBLE_EQ(model.bodies[0].mass, 20);
  EXPECT_LT(model.bodies[0].centre.norm(), 1e-15);
  EXPECT_LT((model.bodies[0].inertia - Vector3d(20, 19.4, 20.4)).norm(), 1e-13);
}

TEST(MassPropertiesTest, PayloadsAreNoPartOfTheWhole) {
  Model empty;
  empty.bodies = {Body(), MakeBody("arm", 20, {0.5, 0.7, 0.3})};
  empty.bodies[0].name = "hull";
  Remainder remainder;
  remainder.whole.mass = 500;
  remainder.whole.inertia = Vector3d(100, 200, 210);
  empty.bodies[0].remainder_of = remainder;
  Model laden = empty;
  Payload load;
  load.name = "driver";
  load.properties.mass = 75;
  load.properties.centre = Vector3d(0.3, 0.4, 0.9);
  laden.bodies[0].payloads = {load};
  load.properties.mass = 5;
  laden.bodies[1].payloads = {load};
  Resolve(&empty);
  Resolve(&laden);
  EXPECT_DOUBLE_EQ(empty.bodies[0].mass, 480);
  EXPECT_DOUBLE_EQ(laden.bodies[0].mass, 555);
  EXPECT_DOUBLE_EQ(laden.bodies[1].mass, 25);
  MassSum total = TotalOf(empty);
  load.properties.mass = 80;
  total.Add(MassOf(load.properties));
  ExpectSame(TotalOf(laden), total, 1e-13);
}

TEST(MassPropertiesTest, OnlyNamedPartsAreTakenOff) {
  Model model;
  model.bodies = {Body(), MakeBody("arm", 20, {0.5, 0.7, 0.3}), MakeBody("dummy", 70, {0, 0, 1})};
  model.bodies[0].name = "hull";
  Remainder remainder;
  remainder.whole.mass = 100;
  remainder.whole.inertia = Vector3d(100, 150, 160);
  remainder.parts = {"arm"};
  model.bodies[0].remainder_of = remainder;
  Model resolved = model;
  Resolve(&resolved);
  EXPECT_DOUBLE_EQ(resolved.bodies[0].mass, 80);
  model.bodies[0].remainder_of->parts = {"amr"};
  ASSERT_EQ(Mistakes(model).size(), 1u);
  EXPECT_EQ(Mistakes(model)[0], "body 'hull': no other body, beam or sub-assembly is called 'amr'");
}

TEST(MassPropertiesTest, AnImpossibleRemainderIsNamedWithItsNumbers) {
  Model model;
  model.bodies = {Body(), MakeBody("arm", 120, {0, 0, 0})};
  model.bodies[0].name = "hull";
  Remainder remainder;
  remainder.whole.mass = 100;
  model.bodies[0].remainder_of = remainder;
  ASSERT_EQ(Mistakes(model).size(), 1u);
  EXPECT_EQ(Mistakes(model)[0],
            "body 'hull': what is left has a mass of -20 kg: the whole has 100 kg, its parts have "
            "120 kg");
  model.bodies[1] = MakeBody("arm", 50, {0, 0, 0});  // 1, 1.5, 2 kg m2
  model.bodies[0].remainder_of->whole.inertia = Vector3d(2, 2.5, 6);
  ASSERT_EQ(Mistakes(model).size(), 1u);  // 4 > 1 + 1
  EXPECT_NE(Mistakes(model)[0].find("principal moments of inertia 1, 1, 4 kg m2"),
            std::string::npos)
      << Mistakes(model)[0];
}

TEST(MassPropertiesTest, AllMistakesInOneGo) {
  Model model;
  model.bodies = {MakeBody("a", 1, {0, 0, 0}), MakeBody("b", 1, {0, 0, 0})};
  model.bodies[0].shapes = {Any(RodShape{{0, 0, 0}, {0, 0, 0}, 1}), Any(BoxShape())};
  EXPECT_EQ(Mistakes(model).size(), 2u);
  EXPECT_EQ(Mistakes(model)[0],
            "body 'a': shape 1 (rod): `from` and `to` are the same point, so it has no length");
  model.bodies[0].remainder_of = Remainder();
  model.bodies[1].remainder_of = Remainder();
  model.bodies[1].flexible.file = "b.h5";
  const std::vector<std::string> mistakes = Mistakes(model);
  ASSERT_EQ(mistakes.size(), 4u);
  EXPECT_EQ(mistakes[0], "body 'a': it is a remainder, and has a mass of its own besides");
  EXPECT_EQ(mistakes[1], "body 'b': its mass is that of its flexible part");
  EXPECT_EQ(mistakes[3], "body 'b': 'a' is a remainder already");
}

// What a placed sub-assembly weighs is the image of what it weighs alone: for every shape, with the
// inertia as the matrix it is.
TEST(MassPropertiesTest, PlacedShapesAreTheImageOfTheSum) {
  auto inner = std::make_shared<Model>();
  Body body = MakeBody("arm", 3, {0.1, 0.2, 0.3});
  body.orientation.euler = Vector3d(0.3, 1.1, -0.4);
  body.products = Vector3d(0.01, 0.02, -0.01);
  PointShape point = Point(2, {0.5, 0.1, 0});
  point.inertia = Vector3d(0.3, 0.4, 0.5);
  point.products = Vector3d(0.05, 0.02, -0.03);
  BoxShape box{{0.3, 0.2, 0.1}, {0.1, 0.2, 0.3}, {}, {2, {}}};
  box.orientation.euler = Vector3d(0.5, 0.6, 0.7);
  MeshShape mesh;
  MassProperties of_file = point;
  mesh.properties = std::make_shared<MassProperties>(of_file);
  body.shapes = {Any(RodShape{{0.4, 0.3, 0.2}, {0.6, 0.9, 0.3}, 4}),
                 Any(TubeShape{{0.4, 0, 0.2}, {0.6, 0.4, 0.3}, 0.1, 0.01, {1, {}}}),
                 Any(PlateShape{{{0, 0, 0}, {0.3, 0.1, 0}, {0.1, 0.4, 0.2}}, 0.02, {3, {}}}),
                 Any(WheelShape{{0.1, 0.7, 0.2}, {0.1, 1, 0.2}, 0.6, 0.3, 0.2, {5, {}}}),
                 Any(point),
                 Any(box),
                 Any(mesh)};
  Payload load;
  load.properties = of_file;
  body.payloads = {load};
  inner->bodies = {body};
  Model alone = *inner;
  Resolve(&alone);
  const MassSum before = TotalOf(alone);
  for (MirrorPlane mirror :
       {MirrorPlane::kNone, MirrorPlane::kX, MirrorPlane::kY, MirrorPlane::kZ}) {
    Model around;
    Subsystem left;
    left.name = "left";
    left.model = inner;
    left.mirror = mirror;
    left.position = Vector3d(1, -2, 0.5);
    left.orientation.euler = Vector3d(0.2, -0.4, 0.9);
    around.subsystems = {left};
    Diagnostics diagnostics;
    Model flat = Flatten(around, &diagnostics);
    Resolve(&flat);
    const MassSum after = TotalOf(flat);
    Matrix3d G = OrientationMatrix(left.orientation, left.position);
    if (mirror != MirrorPlane::kNone) G.col(static_cast<int>(mirror) - 1) *= -1;
    EXPECT_NEAR(after.mass, before.mass, 1e-13);
    EXPECT_LT((after.Centre() - (G * before.Centre() + left.position)).norm(), 1e-14);
    EXPECT_LT((after.InertiaAboutCentre() - G * before.InertiaAboutCentre() * G.transpose()).norm(),
              1e-13);
  }
}

}  // namespace
}  // namespace jounce
