#include "io/point_table.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

std::string Findings(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& finding : diagnostics.all()) text += finding.ToString() + "\n";
  return text;
}

TEST(PointTableTest, ReadsColumnsByNameInTheirUnits) {
  Diagnostics diagnostics;
  const PointTable table(
      "# points\nFz [kN]; alpha [deg]; note; gamma\n4.2; 180; \"a;b\"; 0.1\n"
      "1; -90; ; \r\n",
      "p.csv", &diagnostics);
  EXPECT_EQ(table.size(), 2u);
  EXPECT_TRUE(table.Has("note"));
  EXPECT_EQ(table.Column("fz", quantity::kForce, std::nullopt, &diagnostics),
            (std::vector<double>{4200, 1000}));
  EXPECT_NEAR(table.Column("alpha", quantity::kAngle, 0, &diagnostics)[0], M_PI, 1e-15);
  EXPECT_EQ(table.Column("gamma", quantity::kAngle, 0.5, &diagnostics),
            (std::vector<double>{0.1, 0.5}));
  EXPECT_EQ(table.Column("vx", quantity::kVelocity, 7, &diagnostics), (std::vector<double>{7, 7}));
  EXPECT_EQ(Findings(diagnostics), "");
}

TEST(PointTableTest, MistakesAreNamedWithTheirLines) {
  Diagnostics diagnostics;
  const PointTable table("fz,kapa,vx [deg]\n1,x,2\n1,2\n", "p.csv", &diagnostics);
  EXPECT_NE(Findings(diagnostics).find("p.csv:3: error: 2 cells under 3 heads"), std::string::npos);
  table.Column("kappa", quantity::kNumber, std::nullopt, &diagnostics);
  EXPECT_NE(Findings(diagnostics).find("no column 'kappa'"), std::string::npos);
  table.Column("kapa", quantity::kNumber, 0, &diagnostics);
  EXPECT_NE(Findings(diagnostics).find("p.csv:2: error: 'x' in column 'kapa'"), std::string::npos);
  table.Column("vx", quantity::kVelocity, 0, &diagnostics);
  EXPECT_NE(Findings(diagnostics).find("the unit of 'vx' does not fit"), std::string::npos);
  Diagnostics empty;
  PointTable("", "p.csv", &empty);
  EXPECT_TRUE(empty.HasErrors());
}

}  // namespace
}  // namespace jounce
