#include "io/fatigue_file.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

constexpr const char* kSteelText = R"(
name: C45
source: constants of an SAE 1045-like steel
young_modulus: 206 GPa
tensile_strength: 600 MPa
stress_life: {range: 250 MPa, cycles: 2e6, slope: 7, strength_scatter: 1.25}
strain_life:
  fatigue_strength_coefficient: 948 MPa
  fatigue_strength_exponent: -0.092
  fatigue_ductility_coefficient: 0.26
  fatigue_ductility_exponent: -0.445
weld: {class: 90 MPa}
component: {roughness: 250 um, highly_loaded_area: 339.4 mm2, stress_gradient: 0.1 1/mm, collapse_ratio: 3.5}
)";

std::string MistakesOf(const std::string& text) {
  try {
    ParseFatigueMaterial(text, "steel.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(FatigueFileTest, ReadsAMaterialWithUnits) {
  const FatigueMaterial m = ParseFatigueMaterial(kSteelText, "steel.yaml");
  EXPECT_DOUBLE_EQ(m.StressLife().amplitude, 125e6) << "half the range";
  EXPECT_DOUBLE_EQ(m.StrainLife().young, 206e9);
  EXPECT_DOUBLE_EQ(m.mean_stress.fatigue_strength, 948e6)
      << "Morrow's rule takes that of strain life";
  EXPECT_NEAR(m.Component().roughness, 250, 1e-9);
  EXPECT_NEAR(m.Component().stress_gradient, 0.1, 1e-12);
  EXPECT_NEAR(m.Component().tensile_strength, 600, 1e-9);
  // FAT 90: range 90 MPa at 2e6 cycles; at the knee 90 (2e6/1e7)^(1/3) = 52.63 MPa range.
  EXPECT_NEAR(2 * m.Weld().Line().amplitude, 52.63e6, 1e4);
  EXPECT_NEAR(m.Weld().Line().Life(45e6, MinerRule::kOwn), 2e6, 1);
  EXPECT_THROW(m.ForceLife(), InputError);
}

TEST(FatigueFileTest, MistakesAreNamedWithTheirPlace) {
  EXPECT_NE(MistakesOf("stress_life: {cycles: 1e6, slope: 5}").find("neither `amplitude` nor"),
            std::string::npos);
  EXPECT_NE(MistakesOf("stress_life: {amplitude: 3 N, cycles: 1, slope: 5}").find("steel.yaml:1"),
            std::string::npos);
  EXPECT_NE(MistakesOf("stress_life: {amplitude: 3 MPa, range: 6 MPa, cycles: 1, slope: 5}")
                .find("both an amplitude and a range"),
            std::string::npos);
  EXPECT_NE(MistakesOf("tensile_strenght: 3 MPa").find("tensile_strength"), std::string::npos);
}

TEST(FatigueFileTest, TablesOfCycles) {
  const CycleTable table =
      ParseCycleTable("amplitude [MPa],mean [MPa],count\n100,10,5\n# more\n50,0,1e3\n", "t.csv");
  ASSERT_EQ(table.levels.size(), 2u);
  EXPECT_EQ(table.unit, "MPa");
  EXPECT_EQ(table.levels[1].cycles, 1000);
  const CycleTable ranges = ParseCycleTable("range;count\n100;5\n", "t.csv");
  EXPECT_EQ(ranges.levels[0].amplitude, 50);
  const CycleTable matrix = ParseCycleTable("from/to [N],-10,10\n-10,0,3\n10,2,0\n", "m.csv");
  ASSERT_EQ(matrix.levels.size(), 2u);
  EXPECT_EQ(matrix.levels[0].amplitude, 10);
  EXPECT_EQ(matrix.levels[0].cycles, 3);
}

TEST(FatigueFileTest, BadTablesAreRefusedWithTheLine) {
  const auto mistake = [](const char* text) {
    try {
      ParseCycleTable(text, "m.csv");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(mistake("1,2,3\n4,5,6\n").find("a matrix without its bins"), std::string::npos);
  EXPECT_NE(mistake("amplitude,count\n1,x\n").find("m.csv:2: error: 'x' is not a number"),
            std::string::npos);
  EXPECT_NE(mistake("amplitude,count\n1,nan\n").find("m.csv:2"), std::string::npos);
  EXPECT_NE(mistake("mean,count\n1,2\n").find("needs `amplitude` or `range`"), std::string::npos);
  EXPECT_THROW(ParseDensityTable("f,g\n3,1\n2,1\n", "p.csv"), InputError);
}

// 200 MPa at 2 kN is 1e5 Pa for each N; positions in mm become m.
TEST(FatigueFileTest, UnitStresses) {
  const UnitStressTable table = ParseUnitStresses(
      "load,at,node,xx [MPa],yy,zz,xy,yz,zx,x [mm],y,z\n"
      "Fx,2 kN,7,200,0,0,50,0,0,10,20,30\n"
      "Mz,1 N m,7,0,3,0,0,0,0,10,20,30\n"
      "Fx,1 N,9,1,0,0,0,0,0,0,0,0\n",
      "u.csv");
  ASSERT_EQ(table.loads.size(), 2u);
  ASSERT_EQ(table.points.size(), 2u);
  EXPECT_EQ(table.loads[1].name, "Mz");
  EXPECT_NEAR(table.points[0].stress(0, 0), 1e5, 1e-9);
  EXPECT_NEAR(table.points[0].stress(3, 0), 25e3, 1e-9);
  EXPECT_NEAR(table.points[0].stress(1, 1), 3e6, 1e-9);
  EXPECT_NEAR(table.points[1].stress(0, 0), 1e6, 1e-9);
  EXPECT_EQ(table.points[1].stress(1, 1), 0) << "no line: no stress";
  EXPECT_NEAR(table.points[0].position.z(), 0.03, 1e-15);
}

TEST(FatigueFileTest, BadUnitStressesAreRefusedWithTheLine) {
  const auto mistake = [](const std::string& lines, const std::string& unit = "MPa") {
    try {
      ParseUnitStresses("load,at,node,xx [" + unit + "],yy,zz,xy,yz,zx\n" + lines, "u.csv");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto says = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(says(mistake(""), "the table is empty"));
  EXPECT_TRUE(says(mistake("Fx,1,7,1,0,0,0,0,0\n"), "u.csv:2")) << "a load without its unit";
  EXPECT_TRUE(says(mistake("Fx,0 N,7,1,0,0,0,0,0\n"), "no load that makes a stress"));
  EXPECT_TRUE(says(mistake("Fx,1 N,7.5,1,0,0,0,0,0\n"), "no number of a node"));
  EXPECT_TRUE(says(mistake("Fx,1 N,7,1,0,0,0,0,0\nFx,1 N,7,1,0,0,0,0,0\n"), "already"));
  EXPECT_TRUE(says(mistake("Fx,1 N,7,1,0,0,0,0,0\nFx,1 Nm,8,1,0,0,0,0,0\n"), "in N and in Nm"));
  EXPECT_TRUE(says(mistake("Fx,1 N,7,1,0,0,0,0,0\n", "mm"), "no unit of a stress"));
  EXPECT_TRUE(says(mistake("Fx,1 N,7,1,0\n"), "only 5 cells"));
}

}  // namespace
}  // namespace jounce
