#include "io/model_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/model_memory.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

constexpr char kArm[] = R"(
units: {length: mm, force: N, mass: kg, angle: deg}
ports: [subframe]
parameters: {rate: 30 N/mm, reach: 400}
bodies:
  arm: {mass: 3, position: ["${reach}", 500, 200], inertia: [1e4, 2e4, 2e4], products: [100, 0, 50]}
joints:
  hinge: {joint: revolute, between: [subframe, arm], at: [0, 300, 200], axis: [1, 0, 0]}
connections:
  spring:
    connection: rod
    between: [subframe, arm]
    at: [300, 450, 500]
    at_second: [300, 450, 200]
    law: {law: linear, stiffness: "${rate}", damping: 0.5 N s/mm}
sensors:
  travel: {sensor: position, of: arm}
)";

constexpr char kCar[] = R"(
units: {length: m, force: kN}
parameters: {spring: 45 N/mm}
bodies:
  body: {mass: 300, position: [0, 0, 0.6], inertia: [50, 50, 50]}
joints: {rail: {joint: translational, between: [ground, body], axis: [0, 0, 1]}}
subsystems:
  left: {file: parts/arm.yaml, ports: {subframe: body}, set: {rate: "${2*spring}"}}
  right: {file: parts/arm.yaml, ports: {subframe: body}, mirror: y}
sensors:
  between: {sensor: position, of: left/arm, relative_to: right/arm}
solver: {end_time: 0.1, step: 0.001}
)";

class ModelFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TemporaryPath("")).parent_path();
    fs::create_directories(folder_ / "parts");
    Write("parts/arm.yaml", kArm);
    Write("car.yaml", kCar);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
  }
  std::string ErrorsOf(const std::string& name, const Assignments& assignments = {},
                       const std::vector<std::string>& cases = {""}) const {
    try {
      LoadCases(Path(name), assignments, cases);
    } catch (const InputError& error) {
      std::string all;
      for (const Diagnostic& d : error.diagnostics()) all += d.ToString() + "\n";
      return all;
    }
    return "";
  }

  fs::path folder_;
};

double RateOf(const Model& model, const std::string& name) {
  for (const Connection& c : model.connections) {
    if (c.name == name) return std::get<LinearSettings>(c.law->kind).stiffness[0];
  }
  return 0;
}

TEST_F(ModelFileTest, SubAssembliesHaveTheirOwnUnitsAndParameters) {
  const LoadedModel loaded = LoadModel(Path("car.yaml"));
  ASSERT_EQ(loaded.model.bodies.size(), 3u);
  EXPECT_EQ(loaded.model.bodies[1].name, "left/arm");
  EXPECT_EQ(loaded.model.bodies[1].position, Eigen::Vector3d(0.4, 0.5, 0.2));
  EXPECT_EQ(loaded.model.bodies[2].position, Eigen::Vector3d(0.4, -0.5, 0.2));
  EXPECT_NEAR(RateOf(loaded.model, "left/spring"), 90e3, 1e-6);
  EXPECT_NEAR(RateOf(loaded.model, "right/spring"), 30e3, 1e-6);
  EXPECT_EQ(loaded.files.size(), 2u);
}

TEST_F(ModelFileTest, AssignmentsReachIn) {
  const LoadedModel loaded = LoadModel(Path("car.yaml"), {{"right/rate", "12 N/mm"}});
  EXPECT_NEAR(RateOf(loaded.model, "right/spring"), 12e3, 1e-6);
  EXPECT_NE(ErrorsOf("car.yaml", {{"rihgt/rate", "1"}}).find("did you mean 'right'"),
            std::string::npos);
  EXPECT_NE(ErrorsOf("car.yaml", {{"right/rat", "1"}}).find("did you mean 'rate'"),
            std::string::npos);
}

TEST_F(ModelFileTest, ASubAssemblyStandsAlone) {
  const LoadedModel loaded = LoadModel(Path("parts/arm.yaml"));
  EXPECT_EQ(loaded.model.joints[0].ends.first, kGroundName);
}

// Written and read, flat and with its sub-assemblies: the same model to the last bit.
TEST_F(ModelFileTest, RoundTrip) {
  const LoadedModel loaded = LoadModel(Path("car.yaml"));
  Write("flat.yaml", WriteModel(loaded.model, folder_.string()));
  const LoadedModel flat = LoadModel(Path("flat.yaml"));
  EXPECT_TRUE(SameModel(flat.model, loaded.model));
  fs::create_directories(folder_ / "elsewhere");
  Write("elsewhere/whole.yaml", WriteModel(loaded.written, Path("elsewhere")));
  const LoadedModel whole = LoadModel(Path("elsewhere/whole.yaml"));
  EXPECT_EQ(WriteModel(whole.model, ""), WriteModel(loaded.model, ""));
  EXPECT_EQ(whole.written.subsystems.size(), 2u);
  Model other = loaded.model;
  other.bodies[0].mass += 1e-12;
  EXPECT_FALSE(SameModel(other, loaded.model));
}

// With other numbers in the outermost file, in one sub-assembly or in both: as if nothing were known,
// and what is wrong is told each time. What is known is not read again.
TEST_F(ModelFileTest, FilesAreReadOnceWithAMemory) {
  ModelMemory memory;
  const std::vector<Assignments> all = {{},
                                        {{"spring", "47 N/mm"}},
                                        {{"left/rate", "31 N/mm"}},
                                        {{"left/rate", "32 N/mm"}, {"right/reach", "410"}},
                                        {}};
  for (const Assignments& assignments : all) {
    const LoadedModel fresh = LoadModel(Path("car.yaml"), assignments);
    const LoadedModel known = LoadModel(Path("car.yaml"), assignments, "", &memory);
    EXPECT_TRUE(SameModel(known.model, fresh.model));
    EXPECT_TRUE(SameModel(known.written, fresh.written));
    EXPECT_EQ(known.files, fresh.files);
    EXPECT_EQ(known.parameters.size(), fresh.parameters.size());
  }
  EXPECT_FALSE(SameModel(LoadModel(Path("car.yaml"), all[2], "", &memory).model,
                         LoadModel(Path("car.yaml"), {}, "", &memory).model));
  for (int time = 0; time < 2; ++time) {
    EXPECT_THROW(LoadModel(Path("car.yaml"), {{"left/rate", "31 kg"}}, "", &memory), InputError);
  }
  const LoadedModel before = LoadModel(Path("car.yaml"), {}, "", &memory);
  fs::remove(Path("parts/arm.yaml"));
  EXPECT_TRUE(SameModel(LoadModel(Path("car.yaml"), {}, "", &memory).model, before.model));
  EXPECT_THROW(LoadModel(Path("car.yaml"), {{"left/rate", "33 N/mm"}}, "", &memory), InputError);
}

// The motion of the whole is that of the outermost model, in its units.
TEST_F(ModelFileTest, InitialMotion) {
  Write("parts/arm.yaml", std::string(kArm) + "initial: {velocity: [1, 2, 3]}\n");
  Write("car.yaml",
        std::string(kCar) +
            "initial: {velocity: [79.2 km/h, 0, 0], angular_velocity: [0, 0, 90 deg/s], "
            "about: [2, 0, 0]}\n");
  const LoadedModel loaded = LoadModel(Path("car.yaml"));
  EXPECT_NEAR(loaded.model.initial.velocity.x(), 22, 1e-12);
  EXPECT_EQ(loaded.model.initial.velocity.y(), 0);
  EXPECT_NEAR(loaded.model.initial.angular_velocity.z(), 1.5707963267948966, 1e-12);
  EXPECT_EQ(loaded.model.initial.about.x(), 2);
  Write("flat.yaml", WriteModel(loaded.model, folder_.string()));
  const InitialMotion read = LoadModel(Path("flat.yaml")).model.initial;
  EXPECT_EQ(read.velocity, loaded.model.initial.velocity);
  EXPECT_EQ(read.angular_velocity, loaded.model.initial.angular_velocity);
  EXPECT_EQ(read.about, loaded.model.initial.about);
  const LoadedModel alone = LoadModel(Path("parts/arm.yaml"));
  EXPECT_NEAR(alone.model.initial.velocity.z(), 3e-3, 1e-15);
  Write("car.yaml", std::string(kCar) + "initial: {velocity: [1 m, 0, 0]}\n");
  EXPECT_NE(ErrorsOf("car.yaml").find("velocity"), std::string::npos);
}

TEST_F(ModelFileTest, MistakesInsideNameTheWayThere) {
  Write("parts/arm.yaml", std::string(kArm) + "loads: {push: {load: force, on: nobody}}\n");
  const std::string errors = ErrorsOf("car.yaml");
  EXPECT_NE(errors.find("arm.yaml:"), std::string::npos) << errors;
  EXPECT_NE(errors.find("(in sub-assembly 'left', "), std::string::npos) << errors;
  EXPECT_NE(errors.find("car.yaml:"), std::string::npos) << errors;
  EXPECT_EQ(errors.find("'right'"), std::string::npos) << "once for both: " << errors;
}

TEST_F(ModelFileTest, WrongPortsInstancesAndCircles) {
  Write("parts/loop.yaml", "subsystems: {inner: {file: loop.yaml}}\n");
  Write("bad.yaml", R"(
bodies: {body: {mass: 1, inertia: [1, 1, 1]}}
subsystems:
  a: {file: parts/arm.yaml, ports: {subfrme: body}}
  b: {file: parts/none.yaml}
  c: {file: parts/loop.yaml}
  d: {file: parts/arm.yaml, ports: {subframe: body}, set: {rat: 3}}
sensors: {s: {sensor: position, of: e/arm}}
)");
  const std::string errors = ErrorsOf("bad.yaml");
  EXPECT_NE(errors.find("there is no body or frame 'e/arm'"), std::string::npos) << errors;
  EXPECT_NE(errors.find("none.yaml"), std::string::npos) << errors;
  EXPECT_NE(errors.find("contains itself in a circle"), std::string::npos) << errors;
  EXPECT_NE(errors.find("'rat'"), std::string::npos) << errors;
  Write("ports.yaml", R"(
subsystems:
  a: {file: parts/arm.yaml, ports: {subfrme: ground}}
sensors: {s: {sensor: position, of: a/rma}}
)");
  EXPECT_NE(ErrorsOf("ports.yaml").find("has no port 'subfrme'"), std::string::npos);
  Write("names.yaml", R"(
subsystems:
  a: {file: parts/arm.yaml, ports: {subframe: ground}}
sensors: {s: {sensor: position, of: a/rma}}
)");
  EXPECT_NE(ErrorsOf("names.yaml").find("no body or frame is called 'a/rma'"), std::string::npos);
}

// What a port is connected to is a text like others: a parameter may say it.
TEST_F(ModelFileTest, PortsTakeParameters) {
  std::string car = kCar;
  car.replace(car.find("parameters: {"), 13, "parameters: {carrier: body, ");
  car.replace(car.find("subframe: body"), 14, "subframe: \"${carrier}\"");
  Write("car.yaml", car);
  const Model model = LoadModel(Path("car.yaml")).model;
  EXPECT_EQ(RateOf(model, "left/spring"), 90e3);
  Write("car.yaml", car.replace(car.find("carrier: body"), 13, "carrier: bdy"));
  EXPECT_NE(ErrorsOf("car.yaml").find("'bdy'"), std::string::npos);
}

TEST_F(ModelFileTest, ACaseSetsWhatTheCommandLineMayStillChange) {
  Write("car.yaml", std::string(kCar) +
                        "cases:\n"
                        "  soft: {spring: 20 N/mm, right/rate: 12 N/mm}\n"
                        "  hard: {spring: 80 N/mm}\n");
  Write("parts/arm.yaml", std::string(kArm) + "cases: {soft: {rate: 1 N/mm}, inner: {none: 1}}\n");
  const auto rates = [&](const Assignments& assignments, const std::string& name) {
    const LoadedModel loaded = LoadModel(Path("car.yaml"), assignments, name);
    EXPECT_EQ(loaded.cases, (std::vector<std::string>{"soft", "hard"}));
    return std::pair(RateOf(loaded.model, "left/spring"), RateOf(loaded.model, "right/spring"));
  };
  // The left one is twice `spring`, the right one has its own [N/m].
  EXPECT_EQ(rates({}, ""), std::pair(90e3, 30e3));
  EXPECT_EQ(rates({}, "soft"), std::pair(40e3, 12e3));
  EXPECT_EQ(rates({}, "hard"), std::pair(160e3, 30e3));
  EXPECT_EQ(rates({{"spring", "10 N/mm"}}, "soft"), std::pair(20e3, 12e3));
  EXPECT_EQ(rates({{"spring+", "10 N/mm"}, {"right/rate", "5 N/mm"}}, "soft"),
            std::pair(60e3, 5e3));
}

// kCar is 12 lines long.
TEST_F(ModelFileTest, MistakesInCasesAreToldAtTheirPlacesInOneGo) {
  Write("car.yaml", std::string(kCar) +
                        "cases:\n"
                        "  soft: {sprng: 20 N/mm, right/rat: 12 N/mm}\n"
                        "  hard: {spring: 3 kg m, rihgt/rate: 1, spring.x: 3}\n"
                        "  fine: {spring: 30 N/mm}\n");
  EXPECT_EQ(ErrorsOf("car.yaml"), "");
  EXPECT_EQ(ErrorsOf("car.yaml", {}, {"fine"}), "");
  const std::string errors = ErrorsOf("car.yaml", {}, {"", "soft", "hard", "fine"});
  for (const char* part :
       {"car.yaml:14:10: error: there is no parameter or variant 'sprng'", "did you mean 'spring'?",
        "car.yaml:14:26: error: there is no parameter or variant 'rat'", "did you mean 'rate'?",
        "car.yaml:15:26: error: there is no sub-assembly 'rihgt'", "did you mean 'right'?",
        "car.yaml:15:", "(in case 'soft')", "(in case 'hard')"}) {
    EXPECT_NE(errors.find(part), std::string::npos) << part << "\n" << errors;
  }
  EXPECT_EQ(errors.find("--set"), std::string::npos) << errors;
  const std::string unknown = ErrorsOf("car.yaml", {}, {"sotf"});
  EXPECT_NE(unknown.find("there is no case 'sotf'"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("did you mean 'soft'?"), std::string::npos) << unknown;
}

TEST_F(ModelFileTest, WrongFormsOfCases) {
  const std::string car = kCar;
  for (const char* cases : {"cases: 3\n", "cases: {all: {spring: 1}}\n", "cases: {a/b: {}}\n",
                            "cases: {a: 3}\n", "cases: {a: {spring: {b: 1}}}\n",
                            "cases: {'a,b': {}}\n", "cases: {a: {spring: [[1]]}}\n"}) {
    Write("car.yaml", car + cases);
    EXPECT_NE(ErrorsOf("car.yaml").find("car.yaml:13:"), std::string::npos) << cases;
  }
  Write("car.yaml", car + "cases: {as_it_stands: }\n");
  EXPECT_EQ(ErrorsOf("car.yaml", {}, {"as_it_stands"}), "");
}

// A group's own parameter is known to cases that choose the group; points and texts can be set.
TEST_F(ModelFileTest, CasesChooseVariantsAndComeFromIncludedFiles) {
  Write("base.yaml", R"(
units: {length: mm}
parameters: {which: light, place: 7}
points: {here: [1, 2, 3]}
variants:
  load:
    light: {bodies: {box: {mass: 1, inertia: [1, 1, 1], position: here}}}
    heavy:
      parameters: {extra: 5}
      bodies: {box: {mass: "${10 + extra}", inertia: [1, 1, 1], position: here}}
name: ${which} ${place}
cases:
  full: {load: heavy, extra: 7, here: [4, 5, 6], which: laden}
  other: {place: 8}
)");
  Write("top.yaml", "include: base.yaml\ncases: {other: {place: 9}}\n");
  const LoadedModel full = LoadModel(Path("top.yaml"), {}, "full");
  EXPECT_EQ(full.model.bodies[0].mass, 17);
  EXPECT_TRUE(full.model.bodies[0].position.isApprox(Eigen::Vector3d(4e-3, 5e-3, 6e-3), 1e-15));
  EXPECT_EQ(full.model.name, "laden 7");
  EXPECT_EQ(full.choices.at("load"), "heavy");
  EXPECT_EQ(LoadModel(Path("top.yaml"), {}, "other").model.name, "light 9");
  EXPECT_EQ(LoadModel(Path("top.yaml")).model.bodies[0].mass, 1);
}

// The sheet is that of the file around, not the one that the sub-assembly would read alone; written
// to another folder the model still finds it.
TEST_F(ModelFileTest, AFileHandsItsSheetsOver) {
  Write("masses.csv", "name,mass,cg_x,cg_y,cg_z\nlink,4,0,0,0\n");
  Write("parts/masses.csv", "name,mass,cg_x,cg_y,cg_z\nlink,1,0,0,0\n");
  Write("parts/link.yaml", "tables: {sheet: masses.csv}\nbodies: {link: {row: sheet.link}}\n");
  Write("pair.yaml",
        "parameters: {folder: \".\"}\n"
        "subsystems:\n"
        "  alone: {file: parts/link.yaml}\n"
        "  given: {file: parts/link.yaml, set: {tables.sheet: \"${folder}/masses.csv\"}}\n");
  const LoadedModel loaded = LoadModel(Path("pair.yaml"));
  ASSERT_EQ(loaded.model.bodies.size(), 2u);
  EXPECT_EQ(loaded.model.bodies[0].mass, 1);
  EXPECT_EQ(loaded.model.bodies[1].mass, 4);
  fs::create_directories(folder_ / "elsewhere");
  Write("elsewhere/pair.yaml", WriteModel(loaded.written, Path("elsewhere")));
  EXPECT_EQ(LoadModel(Path("elsewhere/pair.yaml")).model.bodies[1].mass, 4);
}

// A path in `set` that begins with ./ is beside the file that says so, not beside the sub-assembly.
TEST_F(ModelFileTest, AFileHandsItsPathsOver) {
  Write("parts/link.yaml",
        "parameters: {folder: .}\nbodies: {link: {mass: 2, shapes: [{shape: mesh, file: "
        "\"${folder}/none.stl\", units: mm, density: 1}]}}\n");
  Write("pair.yaml",
        "parameters: {here: ./own}\n"
        "subsystems: {given: {file: parts/link.yaml, set: {folder: \"${here}\"}}}\n");
  EXPECT_NE(ErrorsOf("parts/link.yaml").find("none.stl"), std::string::npos);
  EXPECT_EQ(ErrorsOf("parts/link.yaml").find("own"), std::string::npos);
  EXPECT_NE(ErrorsOf("pair.yaml").find(Path("own/none.stl")), std::string::npos)
      << ErrorsOf("pair.yaml");
}

// The library of this test program is that of its sources.
TEST_F(ModelFileTest, LibraryFilesBelongToTheProgram) {
  Write("rear.yaml",
        "subsystems: {rear: {file: library/rear_three_link.yaml, ports: {body: ground}}}\n");
  EXPECT_EQ(LoadModel(Path("rear.yaml")).model.bodies.size(), 4u);
  fs::create_directories(folder_ / "library");
  Write("library/rear_three_link.yaml", "ports: [body]\nbodies: {own: {mass: 2}}\n");
  EXPECT_EQ(LoadModel(Path("rear.yaml")).model.bodies.size(), 1u) << "what is beside comes first";
  Write("none.yaml", "subsystems: {rear: {file: library/nothing.yaml}}\n");
  EXPECT_NE(ErrorsOf("none.yaml").find("nothing.yaml"), std::string::npos);
  Write("twice.yaml",
        "subsystems: {a: {file: library/nothing.yaml}, b: {file: library/nothing.yaml}}\n");
  EXPECT_EQ(ErrorsOf("twice.yaml").find("circle"), std::string::npos);
}

}  // namespace
}  // namespace jounce
