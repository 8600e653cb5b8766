#include "laws/law_warnings.h"

#include <gtest/gtest.h>

#include "laws/make_law.h"

namespace jounce {
namespace {

std::string WarningsOf(const LawSettings& law) {
  Diagnostics diagnostics;
  WarnOfLaw(law, "", &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors());
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += d.ToString() + "\n";
  return text;
}

TableSettings Table(std::vector<double> y) { return {{-1, 0, 1}, std::move(y)}; }

TEST(LawWarnings, WhatIsUsualIsNotMentioned) {
  EXPECT_EQ(WarningsOf(LinearSettings{6, {1, 2, 3, 0, 5, 6}, {0}}), "");
  EXPECT_EQ(WarningsOf(PolynomialSettings{{1, -2, 3}, {}}), "");
  EXPECT_EQ(WarningsOf(TableSpringSettings{Table({-5, 0, 0}), {}}), "");
  EXPECT_EQ(WarningsOf(BumperSettings{}), "");
}

TEST(LawWarnings, NegativeNumbersAreNamed) {
  EXPECT_NE(WarningsOf(LinearSettings{1, {-1000}, {}}).find("warning: linear: stiffness is -1000"),
            std::string::npos);
  EXPECT_NE(WarningsOf(LinearSettings{3, {1, 2, 3}, {1, 1, -7}}).find("damping is -7"),
            std::string::npos);
  EXPECT_NE(WarningsOf(PolynomialSettings{{-3}, {}}).find("k1 is -3"), std::string::npos);
  EXPECT_NE(WarningsOf(YeohSettings{-3, 0, 0, {}}).find("d10 is -3"), std::string::npos);
  BumperSettings stop;
  stop.gap = -0.01;
  EXPECT_NE(WarningsOf(stop).find("gap is -0.01"), std::string::npos);
}

// [1 2; 2 1] has the eigenvalues 3 and -1.
TEST(LawWarnings, AMatrixIsJudgedByItsEigenvalues) {
  const LinearSettings coupled{3, {1, 2, 0, 2, 1, 0, 0, 0, 4}, {}};
  EXPECT_NE(WarningsOf(coupled).find("eigenvalue -1)"), std::string::npos) << WarningsOf(coupled);
  EXPECT_EQ(WarningsOf(LinearSettings{3, {2, 1, 0, 1, 2, 0, 0, 0, 4}, {}}), "");
}

TEST(LawWarnings, FallingTablesAreNamedInPartsToo) {
  const LawSettings falling = TableSpringSettings{Table({5, 0, -5}), {}};
  const std::string text = WarningsOf(ParallelSettings{{LinearSettings{1, {1}, {}}, falling}});
  EXPECT_NE(text.find("parallel: part 2 (table): table: the force falls from 5 to 0 at point 2"),
            std::string::npos)
      << text;
  const LawSettings damper = DamperSettings{0, Table({-1, 0, -2})};
  EXPECT_NE(WarningsOf(damper).find("damping_table: the force falls"), std::string::npos);
}

// In a row a part that falls has no balance with the others: with -k and k any strain would do.
TEST(LawWarnings, PartsInARowMustNotFall) {
  const LawSettings rises = LinearSettings{1, {1000}, {}}, falls = LinearSettings{1, {-1000}, {}};
  BumperSettings stop;
  stop.gap = -0.01;
  stop.coefficients = {1000};
  EXPECT_NO_THROW(MakeLaw(SeriesSettings{{rises, rises}}));
  EXPECT_NO_THROW(MakeLaw(SeriesSettings{{rises, stop}}));
  EXPECT_THROW(MakeLaw(SeriesSettings{{rises, falls}}), InputError);
  EXPECT_NO_THROW(MakeLaw(ParallelSettings{{rises, falls}}));
}

}  // namespace
}  // namespace jounce
