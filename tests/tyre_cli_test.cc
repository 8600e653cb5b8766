// `jounce tyre` as users and scripts meet it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "command_test.h"
#include "tyres/magic_formula.h"
#include "tyres/small_tir_for_test.h"
#include "tyres/tir_file.h"

namespace jounce {
namespace {

class TyreCliTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    WriteTextFile(Path("car.tir"), testing::SmallTir("FITTYP = 61\nTYRESIDE = 'LEFT'"));
    WriteTextFile(Path("points.csv"), "fz [kN],kappa,alpha [deg],gamma,vx\n4,0.02,-3,0.01,20\n");
  }

  // The cell of the first row under this head.
  static double Cell(const std::string& csv, const std::string& head) {
    std::stringstream lines(csv);
    std::string heads, cells;
    std::getline(lines, heads);
    std::getline(lines, cells);
    std::stringstream names(heads), values(cells);
    std::string name, value;
    while (std::getline(names, name, ',') && std::getline(values, value, ',')) {
      if (name == head) return std::stod(value);
    }
    ADD_FAILURE() << "no column " << head;
    return 0;
  }
};

TEST_F(TyreCliTest, PointsAreEvaluated) {
  const Outcome outcome = Run("tyre car.tir --points points.csv -o out.csv --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.Json()["version"], "Magic Formula 6.1");
  Diagnostics diagnostics;
  const MagicFormula tyre(ParseTir(testing::SmallTir("FITTYP = 61"), "", &diagnostics));
  const TyreReport expected = tyre.Report({4000, 0.02, -3 * M_PI / 180, 0.01, 20});
  const std::string csv = ReadTextFile(Path("out.csv"));
  EXPECT_DOUBLE_EQ(Cell(csv, "fy"), expected.forces.fy);
  EXPECT_DOUBLE_EQ(Cell(csv, "mz"), expected.forces.mz);
  EXPECT_DOUBLE_EQ(Cell(csv, "cornering_stiffness"), expected.stiffness_y);
  EXPECT_DOUBLE_EQ(Cell(csv, "relaxation_y"), expected.relaxation.y);
  EXPECT_DOUBLE_EQ(Cell(csv, "fz"), 4000);
  // Nothing that exists is replaced, and inputs never.
  EXPECT_EQ(Run("tyre car.tir --points points.csv -o out.csv").code, 2);
  EXPECT_EQ(Run("tyre car.tir --points points.csv -o out.csv --force").code, 0);
  EXPECT_EQ(Run("tyre car.tir --points points.csv -o points.csv --force").code, 2);
  EXPECT_EQ(Run("tyre car.tir --points points.csv").code, 2);
}

TEST_F(TyreCliTest, TheOtherSideIsTheImage) {
  ASSERT_EQ(Run("tyre car.tir --points points.csv -o left.csv --side left").code, 0);
  WriteTextFile(Path("image.csv"), "fz,kappa,alpha [deg],gamma,vx\n4000,0.02,3,-0.01,20\n");
  ASSERT_EQ(Run("tyre car.tir --points image.csv -o right.csv --side right").code, 0);
  const std::string left = ReadTextFile(Path("left.csv")), right = ReadTextFile(Path("right.csv"));
  EXPECT_DOUBLE_EQ(Cell(left, "fy"), -Cell(right, "fy"));
  EXPECT_DOUBLE_EQ(Cell(left, "fx"), Cell(right, "fx"));
}

TEST_F(TyreCliTest, PageAndMistakes) {
  const Outcome outcome = Run("tyre car.tir --page tyre.html --load 2000,4000 --camber=-2,2");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("Magic Formula 6.1"), std::string::npos);
  EXPECT_NE(ReadTextFile(Path("tyre.html")).find("Aligning moment"), std::string::npos);
  std::string bad = testing::SmallTir("FITTYP = 61");
  bad.replace(bad.find("PCX1"), 4, "PCQ1");
  WriteTextFile(Path("bad.tir"), bad);
  const Outcome refused = Run("tyre bad.tir");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("PCX1 is missing"), std::string::npos) << refused.err;
  EXPECT_EQ(Run("tyre nothing.tir").code, 3);
  EXPECT_EQ(Run("tyre car.tir --turn-slip").code, 2);
  WriteTextFile(Path("no_load.csv"), "kappa\n0.1\n");
  EXPECT_NE(Run("tyre car.tir --points no_load.csv -o x.csv").err.find("no column 'fz'"),
            std::string::npos);
}

}  // namespace
}  // namespace jounce
