#include "io/mass_fields.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/model_file.h"
#include "shared_data.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;
using Eigen::Vector3d;

class MassFieldsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TemporaryPath("")).parent_path();
    Write("bodies.csv",
          "name,mass,cg_x,cg_y,cg_z,Ixx,Iyy,Izz,Ixy,Iyz,Izx,sides\n"
          "arm,7.6,0.015,0.52,0.272,0.062,0.085,0.138,0.001,0.002,0.003,both\n"
          "rack,5.2,-0.118,0,0.326,0.22,0.004,0.22,,,,centre\n"
          "bent,5.2,-0.118,0.1,0.326,0.22,0.004,0.22,,,,centre\n");
    Write("bushings.csv",
          "name,k_radial1,k_radial2,k_axial,kt_conical1,kt_conical2,kt_torsional\n"
          "front,5500000,5400000,900000,900,800,90\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
  }
  LoadedModel Load(const std::string& text, const Assignments& assignments = {},
                   const std::string& case_name = "") const {
    Write("model.yaml", text);
    return LoadModel(Path("model.yaml"), assignments, case_name);
  }
  std::string ErrorsOf(const std::string& text) const {
    try {
      Load(text);
    } catch (const InputError& error) {
      std::string all;
      for (const Diagnostic& d : error.diagnostics()) all += d.ToString() + "\n";
      return all;
    }
    return "";
  }

  fs::path folder_;
};

const Body& BodyOf(const Model& model, const std::string& name) {
  for (const Body& body : model.bodies) {
    if (body.name == name) return body;
  }
  throw InputError("no body " + name);
}

constexpr char kEveryShape[] = R"(
units: {length: mm}
points: {a: [0, 0, 0], b: [400, 0, 0], c: [400, 300, 0]}
bodies:
  arm:
    position: a
    mass: 1 kg
    inertia: [100, 200, 200]
    shapes:
      - {shape: rod, from: a, to: b, mass: 2 kg}
      - {shape: tube, from: b, to: c, diameter: 30, wall: 3, density: 7850 kg/m^3}
      - {shape: cylinder, from: b, to: c, diameter: 30, mass: 0.5}
      - {shape: plate, corners: [a, b, c], thickness: 5, density: 7850 kg/m^3}
      - {shape: box, at: c, size: [10, 20, 30], orientation: {z_axis: [1, 0, 1]}, mass: 0.25}
      - {shape: wheel, at: [400, 600, 0], axis: [0, 1, 0], diameter: 700, inner_diameter: 400, width: 200, mass: 24}
      - {shape: point, at: "${(a + b)/2}", mass: 3, inertia: [1000, 2000, 2000]}
    payloads:
      driver: {mass: 75, at: b}
  hull:
    remainder_of: {mass: 300, centre: [200, 0, 100], inertia: {value: [100, 100, 100], unit: kg*m^2}, parts: [arm]}
)";

constexpr char kEveryLook[] = R"(
units: {length: mm}
points: {a: [0, 10, 0], b: [400, 10, 0], c: [400, 300, 0]}
bodies:
  arm:
    position: a
    mass: 1 kg
    drawing:
      - {shape: rod, from: a, to: b}
      - {shape: tube, from: b, to: c, diameter: 30}
      - {shape: plate, corners: [a, b, c], thickness: 5}
      - {shape: box, at: c, size: [10, 20, 30], orientation: {z_axis: [1, 0, 1]}}
      - {shape: sphere, at: c, diameter: 40}
      - {shape: wheel, at: c, axis: [0, 1, 0], diameter: 700, width: 200}
      - {shape: spline, points: [a, b, c], diameter: 20}
      - {shape: mesh, file: tetra.obj, units: mm, at: c}
)";

TEST_F(MassFieldsTest, ADrawingIsReadWrittenBackAndWeighsNothing) {
  Write("tetra.obj", "v 0 0 0\nv 3 0 0\nv 0 4 0\nv 0 0 5\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  const LoadedModel loaded = Load(kEveryLook);
  const Body& arm = BodyOf(loaded.model, "arm");
  EXPECT_EQ(arm.mass, 1);
  EXPECT_TRUE(arm.inertia.isZero(0));
  ASSERT_EQ(arm.drawing.size(), 8u);
  EXPECT_EQ(std::get<DrawnSpline>(arm.drawing[6].kind).corners[2], Vector3d(0.4, 0.3, 0));
  const DrawnMesh& mesh = std::get<DrawnMesh>(arm.drawing[7].kind);
  ASSERT_TRUE(mesh.surface);
  EXPECT_EQ(mesh.surface->vertices[3], Vector3d(0, 0, 0.005));
  Write("again.yaml", WriteModel(loaded.model, folder_.string()));
  EXPECT_TRUE(SameModel(loaded.model, LoadModel(Path("again.yaml")).model));
}

// A sub-assembly in the plane y = 0: points change the sign of y, axes of frames turn by the rule of
// placement.h, and the file of a mesh is its image.
TEST_F(MassFieldsTest, ADrawingIsMirroredWithItsSubAssembly) {
  Write("tetra.obj", "v 0 0 0\nv 3 0 0\nv 0 4 0\nv 0 0 5\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  Write("corner.yaml", kEveryLook);
  const LoadedModel loaded = Load("subsystems: {left: {file: corner.yaml, mirror: y}}\n");
  const Body& arm = BodyOf(loaded.model, "left/arm");
  ASSERT_EQ(arm.drawing.size(), 8u);
  EXPECT_EQ(std::get<DrawnRod>(arm.drawing[0].kind).to, Vector3d(0.4, -0.01, 0));
  EXPECT_EQ(std::get<DrawnPlate>(arm.drawing[2].kind).corners[2], Vector3d(0.4, -0.3, 0));
  EXPECT_EQ(std::get<DrawnBox>(arm.drawing[3].kind).centre, Vector3d(0.4, -0.3, 0));
  EXPECT_EQ(std::get<DrawnSphere>(arm.drawing[4].kind).centre, Vector3d(0.4, -0.3, 0));
  EXPECT_EQ(std::get<DrawnWheel>(arm.drawing[5].kind).axis, Vector3d(0, -1, 0));
  EXPECT_EQ(std::get<DrawnSpline>(arm.drawing[6].kind).corners[0], Vector3d(0, -0.01, 0));
  const DrawnMesh& mesh = std::get<DrawnMesh>(arm.drawing[7].kind);
  EXPECT_TRUE(mesh.mirrored);
  EXPECT_EQ(*mesh.centre, Vector3d(0.4, -0.3, 0));
}

// Shapes of mass are summed and gone; how they look stays, unless something else was drawn.
TEST_F(MassFieldsTest, ShapesOfMassAreSeen) {
  const LoadedModel loaded = Load(kEveryShape);
  EXPECT_TRUE(BodyOf(loaded.model, "arm").shapes.empty());
  EXPECT_EQ(BodyOf(loaded.model, "arm").drawing.size(), 6u) << "all but the point";
  const LoadedModel drawn = Load(
      "bodies: {a: {shapes: [{shape: rod, from: [0, 0, 0], to: [1, 0, 0], mass: 1}], drawing: "
      "[{shape: sphere, at: [0, 0, 0], diameter: 1}]}}\n");
  ASSERT_EQ(BodyOf(drawn.model, "a").drawing.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<DrawnSphere>(BodyOf(drawn.model, "a").drawing[0].kind));
}

TEST_F(MassFieldsTest, MistakesOfADrawingAreNamed) {
  const std::string errors = ErrorsOf(R"(
bodies:
  one: {mass: 1, drawing: [{shape: ball, at: [0, 0, 0]}]}
  two: {mass: 1, drawing: [{shape: sphere, at: [0, 0, 0], diameter: -1}]}
  three: {mass: 1, drawing: [{shape: spline, points: [[0, 0, 0]]}]}
)");
  EXPECT_NE(errors.find("model.yaml:3"), std::string::npos) << errors;
  EXPECT_NE(errors.find("'ball'"), std::string::npos) << errors;
  EXPECT_NE(errors.find("model.yaml:4"), std::string::npos) << errors;
  EXPECT_NE(errors.find("model.yaml:5"), std::string::npos) << errors;
  const std::string files = ErrorsOf(
      "bodies:\n  one: {mass: 1, drawing: [{shape: mesh, file: none.stl, units: mm}]}\n"
      "  two: {mass: 1, drawing: [{shape: mesh, file: model.yaml, units: mm}]}\n");
  EXPECT_NE(files.find("body 'one'"), std::string::npos) << files;
  EXPECT_NE(files.find("is no surface: .stl, .obj, .gltf and .glb are"), std::string::npos)
      << files;
}

TEST_F(MassFieldsTest, EveryShapeIsReadAndWrittenBack) {
  const LoadedModel loaded = Load(kEveryShape);
  EXPECT_EQ(loaded.computed, (std::vector<std::string>{"arm", "hull"}));
  // Triangle of 0.06 m2, 5 mm; tube of pi*27*3 mm2 over 300 mm.
  const double tube = 7850 * 3.14159265358979 * 0.027 * 0.003 * 0.3;
  const double empty = 1 + 2 + tube + 0.5 + 7850 * 0.06 * 0.005 + 0.25 + 24 + 3;
  EXPECT_NEAR(BodyOf(loaded.model, "arm").mass, empty + 75, 1e-9);
  EXPECT_NEAR(BodyOf(loaded.model, "hull").mass, 300 - empty, 1e-9);
  EXPECT_EQ(BodyOf(loaded.written, "arm").shapes.size(), 7u);
  // As the user wrote it, with its shapes, and as it was understood, with numbers.
  Write("again.yaml", WriteModel(loaded.written, folder_.string()));
  const LoadedModel again = LoadModel(Path("again.yaml"));
  EXPECT_TRUE(SameModel(loaded.written, again.written));
  EXPECT_TRUE(SameModel(loaded.model, again.model));
  Write("flat.yaml", WriteModel(loaded.model, folder_.string()));
  EXPECT_TRUE(SameModel(loaded.model, LoadModel(Path("flat.yaml")).model));
}

TEST_F(MassFieldsTest, MistakesAreToldTogetherWithTheirLines) {
  const std::string errors = ErrorsOf(R"(
points: {a: [0, 0, 0]}
bodies:
  one: {shapes: [{shape: rod, from: a, to: nowhere, mass: 2}]}
  two: {shapes: [{shape: rod, from: a, to: [0, 0, 1], mass: -2}]}
  three: {shapes: [{shape: ball, at: a}]}
  four: {payloads: {x: {mass: 3}}}
)");
  EXPECT_NE(errors.find("model.yaml:4:"), std::string::npos) << errors;
  EXPECT_NE(errors.find("nowhere"), std::string::npos) << errors;
  EXPECT_NE(errors.find("model.yaml:5:"), std::string::npos) << errors;
  EXPECT_NE(errors.find("mass: '-2' is out of range"), std::string::npos) << errors;
  EXPECT_NE(errors.find("shape: 'ball' is not known"), std::string::npos) << errors;
  EXPECT_NE(errors.find("model.yaml:7:"), std::string::npos) << errors;
  const std::string wrong = ErrorsOf(R"(
points: {a: [0, 0, 0], b: [1, 0, 0]}
bodies:
  one: {shapes: [{shape: rod, from: a, to: a, mass: 2}]}
  two: {shapes: [{shape: cylinder, from: a, to: b, diameter: 1, mass: 2, density: 3}]}
)");
  EXPECT_NE(wrong.find("model.yaml:4:"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("body 'one': shape 1 (rod): `from` and `to` are the same point"),
            std::string::npos)
      << wrong;
  EXPECT_NE(wrong.find("body 'two': shape 1 (cylinder): both mass and density are given"),
            std::string::npos)
      << wrong;
  const std::string files = ErrorsOf(R"(
bodies:
  one: {shapes: [{shape: mesh, file: none.stl, units: mm, density: 7850}]}
  two: {shapes: [{shape: mesh, file: bodies.csv, units: mm}]}
)");
  EXPECT_NE(files.find("model.yaml:3:"), std::string::npos) << files;
  EXPECT_NE(files.find("body 'one':"), std::string::npos) << files;
  EXPECT_NE(files.find("none.stl"), std::string::npos) << files;
  EXPECT_NE(files.find("model.yaml:4:"), std::string::npos) << files;
}

TEST_F(MassFieldsTest, AMeshIsAttachedAndNamedAmongTheFiles) {
  // A tetrahedron of the legs 3, 4, 5 m: 10 m3 of 2 kg/m3.
  Write("tetra.obj", "v 0 0 0\nv 3 0 0\nv 0 4 0\nv 0 0 5\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  const LoadedModel loaded = Load(
      "bodies: {a: {position: [1, 0, 0], shapes: [{shape: mesh, file: tetra.obj, units: m, "
      "density: "
      "2}]}}\n");
  EXPECT_NEAR(loaded.model.bodies[0].mass, 20, 1e-12);
  EXPECT_LT((loaded.model.bodies[0].centre - Vector3d(0.75, 1, 1.25)).norm(), 1e-14);
  EXPECT_EQ(loaded.files.back(), Path("tetra.obj"));
}

TEST_F(MassFieldsTest, ACaseAddsAPayload) {
  const std::string text = R"(
parameters: {luggage: 0 kg}
bodies:
  hull: {mass: 1000, inertia: [100, 200, 210], payloads: {luggage: {mass: "${luggage}", at: [2, 0, 1]}}}
cases:
  laden: {luggage: 250 kg}
)";
  EXPECT_EQ(Load(text).model.bodies[0].mass, 1000);
  const Body laden = Load(text, {}, "laden").model.bodies[0];
  EXPECT_EQ(laden.mass, 1250);
  EXPECT_LT((laden.centre - Vector3d(0.4, 0, 0.2)).norm(), 1e-15);
  EXPECT_NEAR(laden.inertia.x(), 100 + 1000. * 250 / 1250, 1e-12);  // reduced mass times 1 m2
}

// Two corners of one file, the second its image, and what is left: (100 - 2*20) kg. By parallel
// axes Ixx = 60 - 2*(m l^2/12 + m (0.7^2 + 0.2^2)), with m = 20 kg, l = 0.4 m: 60 - 2*(0.2667
// + 10.6).
TEST_F(MassFieldsTest, SubAssembliesArePartsOfTheWhole) {
  Write("corner.yaml",
        "units: {length: mm}\n"
        "bodies: {arm: {shapes: [{shape: rod, from: [0, 500, 200], to: [0, 900, 200], mass: "
        "20}]}}\n");
  const std::string corners =
      "subsystems: {left: {file: corner.yaml}, right: {file: corner.yaml, mirror: y}}\n"
      "bodies:\n  dummy: {mass: 5, inertia: [1, 1, 1]}\n"
      "  hull: {remainder_of: {mass: 100, centre: [0, 0, 0], inertia: [60, 70, 80], parts: [";
  for (const char* parts : {"left, right", "left/arm, right", "left/arm, right/arm"}) {
    const Body hull = BodyOf(Load(corners + parts + "]}}\n").model, "hull");
    EXPECT_NEAR(hull.mass, 60, 1e-12);
    EXPECT_LT((hull.centre - Vector3d(0, 0, -2 * 20 * 0.2 / 60)).norm(), 1e-15);
    EXPECT_NEAR(hull.inertia.x() + 60 * hull.centre.z() * hull.centre.z(),
                60 - 2 * (20 * 0.16 / 12 + 20 * (0.49 + 0.04)), 1e-12);
    EXPECT_LT(hull.products.norm(), 1e-14);
  }
  EXPECT_NE(ErrorsOf(corners + "lfet]}}\n").find("'lfet'"), std::string::npos);
}

constexpr char kSheets[] = R"(
tables: {bodies: bodies.csv, bushings: bushings.csv}
bodies:
  right: {row: bodies.arm}
  left: {row: bodies.arm.mirrored, position: [0, -0.5, 0.3]}
  rack: {row: bodies.rack, shapes: [{shape: point, at: [0, 0, 0], mass: 1}]}
connections:
  front: {connection: bushing, between: [right, left], at: [0, 0, 0], law: {law: linear, row: bushings.front, damping_time: 1 ms}}
)";

TEST_F(MassFieldsTest, RowsOfSheetsAndTheirImages) {
  const LoadedModel loaded = Load(kSheets);
  const Body right = BodyOf(loaded.model, "right"), left = BodyOf(loaded.model, "left");
  EXPECT_DOUBLE_EQ(right.mass, 7.6);
  EXPECT_LT((right.centre - Vector3d(0.015, 0.52, 0.272)).norm(), 1e-15);
  EXPECT_LT((right.inertia - Vector3d(0.062, 0.085, 0.138)).norm(), 1e-14);
  EXPECT_LT((right.products - Vector3d(0.001, 0.002, 0.003)).norm(), 1e-14);
  // In the frame of the body, which is elsewhere.
  EXPECT_LT((left.centre - Vector3d(0.015, -0.02, -0.028)).norm(), 1e-15);
  EXPECT_LT((left.inertia - right.inertia).norm(), 1e-14);
  EXPECT_LT((left.products - Vector3d(-0.001, -0.002, 0.003)).norm(), 1e-14);
  EXPECT_DOUBLE_EQ(BodyOf(loaded.model, "rack").mass, 6.2);
  const auto& law = std::get<LinearSettings>(loaded.model.connections[0].law->kind);
  EXPECT_EQ(law.dimension, 6);
  EXPECT_EQ(law.stiffness, (std::vector<double>{5500000, 5400000, 900000, 900, 800, 90}));
  EXPECT_DOUBLE_EQ(law.damping[1], 5400);
  // A cell can be changed, on both sides at once.
  const Model heavy = Load(kSheets, {{"bodies.arm.mass", "8", {}}}).model;
  EXPECT_EQ(BodyOf(heavy, "left").mass, 8);
  // What is written needs no sheet.
  Write("flat.yaml", WriteModel(loaded.written, folder_.string()));
  EXPECT_TRUE(SameModel(loaded.model, LoadModel(Path("flat.yaml")).model));
}

// Laws of rate 1 take the rates of a row.
TEST_F(MassFieldsTest, ARowOfRatesMultipliesAxes) {
  const std::string before =
      "tables: {bodies: bodies.csv, bushings: bushings.csv}\n"
      "bodies: {right: {row: bodies.arm}, left: {row: bodies.arm.mirrored}}\n"
      "connections: {front: {connection: bushing, between: [right, left], at: [0, 0, 0], "
      "law: {law: axes, row: bushings.front, axes: [";
  const std::string one = "{law: table, points: [[-1, -1], [0, 0], [1, 1]]}";
  const std::string five = ", " + one + ", " + one + ", " + one + ", " + one + ", " + one;
  const LoadedModel loaded = Load(before + one + five + "]}}}\n");
  const auto& axes = std::get<AxesSettings>(loaded.model.connections[0].law->kind).axes;
  const std::vector<double> rates = {5500000, 5400000, 900000, 900, 800, 90};
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(axes[i].modifiers.force_scale, rates[i]);
  Write("flat.yaml", WriteModel(loaded.written, folder_.string()));
  EXPECT_TRUE(SameModel(loaded.model, LoadModel(Path("flat.yaml")).model));
  EXPECT_NE(ErrorsOf(before + one + "]}}}\n").find("it has six rates"), std::string::npos);
}

// Two bodies with shares of one row are together what the row says.
TEST_F(MassFieldsTest, SharesOfARow) {
  const LoadedModel loaded = Load(
      "tables: {bodies: bodies.csv}\n"
      "bodies: {a: {row: bodies.arm, share: 0.25}, b: {row: bodies.arm, share: 0.75}}\n");
  const Body& a = BodyOf(loaded.model, "a");
  const Body& b = BodyOf(loaded.model, "b");
  EXPECT_NEAR(a.mass, 0.25 * 7.6, 1e-12);
  EXPECT_NEAR(a.mass + b.mass, 7.6, 1e-12);
  EXPECT_TRUE(a.inertia.isApprox(0.25 * Vector3d(0.062, 0.085, 0.138), 1e-12));
  EXPECT_TRUE((a.products + b.products).isApprox(Vector3d(0.001, 0.002, 0.003), 1e-9));
  EXPECT_TRUE(a.centre.isApprox(Vector3d(0.015, 0.52, 0.272), 1e-12));
}

TEST_F(MassFieldsTest, AShareNeedsARow) {
  EXPECT_NE(ErrorsOf("bodies: {a: {mass: 3, share: 0.5}}\n").find("no row to take a share of"),
            std::string::npos);
}

TEST_F(MassFieldsTest, WrongRows) {
  const std::string errors = ErrorsOf(R"(
tables: {bodies: bodies.csv, bushings: bushings.csv}
bodies:
  one: {row: bodies.amr}
  two: {row: bodies.rack.mirrored}
  three: {row: bodies.bent}
  four: {row: bushings.front}
  five: {row: bodies.arm, mass: 3}
)");
  EXPECT_NE(errors.find("model.yaml:4:14: error: row: there is no row 'bodies.amr'"),
            std::string::npos)
      << errors;
  EXPECT_NE(errors.find("bodies.arm"), std::string::npos) << errors;
  EXPECT_NE(errors.find("row: 'bodies.rack' is not on both sides"), std::string::npos) << errors;
  EXPECT_NE(errors.find("row: 'bodies.bent' is in the centre, but its cg_y is 0.1"),
            std::string::npos)
      << errors;
  EXPECT_NE(errors.find("row: the row 'bushings.front' has no 'mass'"), std::string::npos)
      << errors;
  EXPECT_NE(errors.find("the row of the sheet has the mass already"), std::string::npos) << errors;
}

// The sheets of the compact SUV. Its README gives, with wheels, 1824.1 kg and Ixx 626, Iyy 2623,
// Izz 2772 kg m2 about the centre at x = 1.173, z = 0.656 m: so a body that is what is left of that
// whole has to come out as the sheet has it.
TEST_F(MassFieldsTest, TheBodyOfTheSuvIsWhatIsLeftOfTheVehicle) {
  JOUNCE_NEEDS_SHARED("data/suv/bodies.csv");
  for (const char* file : {"bodies.csv", "bushings.csv", "hardpoints.csv"}) {
    fs::copy_file(testing::SharedPath(std::string("data/suv/") + file), Path(file),
                  fs::copy_options::overwrite_existing);
  }
  std::string text = R"(
tables: {bodies: bodies.csv, bushings: bushings.csv}
points: {file: hardpoints.csv}
bodies:
  body: {remainder_of: {mass: 1824.1, centre: [1.173, 0, 0.656], inertia: [626, 2623, 2772]}}
)";
  for (const char* name : {"powertrain", "slip_yoke", "driveshaft", "rack", "r_axle", "r3_uca"}) {
    text += fmt::format("  {0}: {{row: bodies.{0}}}\n", name);
  }
  for (const char* name :
       {"f_lca", "f_uca", "f_knuckle", "f_strut", "f_tie", "f_bar", "f_link", "r_lca"}) {
    text +=
        fmt::format("  {0}: {{row: bodies.{0}}}\n  {0}_left: {{row: bodies.{0}.mirrored}}\n", name);
  }
  for (const char* wheel : {"f_wheel", "f_wheel.mirrored", "r_wheel", "r_wheel.mirrored"}) {
    text += fmt::format(
        "  '{0}': {{shapes: [{{shape: point, at: {0}, mass: 24.5, inertia: [0.8, 1.32, 0.8]}}]}}\n",
        wheel);
  }
  text += "connections:\n";
  for (const char* name : {"f_lca", "f_uca", "f_clevis", "engine", "trans"}) {
    text += fmt::format(
        "  {0}: {{connection: bushing, between: [body, f_lca], at: [0, 0, 0], "
        "law: {{law: linear, row: bushings.{0}, damping_time: 1 ms}}}}\n",
        name);
  }
  const LoadedModel loaded = Load(text);
  const Body body = BodyOf(loaded.model, "body");
  EXPECT_NEAR(body.mass, 1192, 1e-9);
  // The whole is printed in whole mm and kg m2.
  EXPECT_NEAR(body.centre.x(), 1.335, 0.002);
  EXPECT_NEAR(body.centre.y(), 0, 1e-12);
  EXPECT_NEAR(body.centre.z(), 0.755, 0.002);
  EXPECT_NEAR(body.inertia.x(), 452, 4);
  EXPECT_NEAR(body.inertia.y(), 1715, 6);
  EXPECT_NEAR(body.inertia.z(), 1795, 6);
  EXPECT_EQ(loaded.model.connections.size(), 5u);
}

}  // namespace
}  // namespace jounce
