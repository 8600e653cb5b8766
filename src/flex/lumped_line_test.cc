#include "flex/lumped_line.h"

#include <gtest/gtest.h>

#include "flex/flex_testing.h"

namespace jounce::flex {
namespace {

// A round steel bar of radius 20 mm and length 1 m along x in eight pieces.
std::string BarDeck(const std::string& more) {
  std::string deck =
      "MAT1,1,2.1+11,,.3,7850.\n"
      "PBAR,1,1,1.2566371-3,1.2566371-7,1.2566371-7,2.5132741-7\n" +
      more;
  for (int i = 0; i <= 8; ++i) deck += fmt::format("GRID,{},,{}\n", i + 1, 0.125 * i);
  for (int i = 1; i <= 8; ++i) deck += fmt::format("CBAR,{},1,{},{},0.,1.,0.\n", i, i, i + 1);
  return deck;
}

TEST(LumpedLine, AStraightBarIsGivenItsInertiaAndSaysSo) {
  Mesh mesh = testing::ReadDeck(BarDeck(""));
  ASSERT_TRUE(mesh.lumped_mass);
  Diagnostics diagnostics;
  GiveSpinInertia(&mesh, &diagnostics);
  EXPECT_NE(testing::AllText(diagnostics).find("warning: with lumped masses"), std::string::npos);
  PartOptions options;
  options.interfaces = {{"a", 1}, {"b", 9}};
  options.reduction.modes = 12;
  NoProgress silent;
  const ReducedPart reduced = MakePart(mesh, options, &silent);
  // Of a free uniform beam the first bending has (beta l)^2 = 22.3733 [Blevins 1979, table 8-1];
  // rotary inertia lowers it, with the integral of phi'^2 over that of phi^2 = 49.48 / l^2.
  const double mass = 7850 * 1.2566371e-3;
  const double exact = 22.3733 / (2 * M_PI) * std::sqrt(2.1e11 * 1.2566371e-7 / mass) /
                       std::sqrt(1 + 49.48 * 0.01 * 0.01);
  EXPECT_NEAR(reduced.part.frequencies(0), exact, 5e-4 * exact);
  // Inertia of a solid cylinder about its axis: m r^2 / 2.
  const double spin = mass * 0.02 * 0.02 / 2;
  EXPECT_NEAR(reduced.rigid.inertia_about_centre(0, 0), spin, 1e-3 * spin);
}

TEST(LumpedLine, WhatHasInertiaKeepsItsLumpedMass) {
  Mesh beside = testing::ReadDeck(BarDeck("GRID,99,,.5,.1\nCBAR,99,1,5,99,1.,0.,0.\n"));
  Mesh consistent = testing::ReadDeck(BarDeck("PARAM,COUPMASS,1\n"));
  Diagnostics diagnostics;
  GiveSpinInertia(&beside, &diagnostics);
  GiveSpinInertia(&consistent, &diagnostics);
  EXPECT_TRUE(beside.lumped_mass);
  EXPECT_EQ(testing::AllText(diagnostics), "");
}

}  // namespace
}  // namespace jounce::flex
