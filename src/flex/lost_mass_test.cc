#include "flex/lost_mass.h"

#include <gtest/gtest.h>

#include "flex/flex_testing.h"

namespace jounce::flex {
namespace {

// A steel cube of 100 mm, and what else is at its corner 7.
std::string CubeDeck(const std::string& more) {
  return "MAT1,1,2.1+11,,.3,7850.\nPSOLID,1,1\n"
         "GRID,1\nGRID,2,,.1\nGRID,3,,.1,.1\nGRID,4,,0.,.1\n"
         "GRID,5,,0.,0.,.1\nGRID,6,,.1,0.,.1\nGRID,7,,.1,.1,.1\nGRID,8,,0.,.1,.1\n"
         "CHEXA,1,1,1,2,3,4,5,6\n,7,8\n" +
         more;
}

// The mass hangs on a spring along x alone: across it, nothing carries it.
TEST(LostMass, MassAcrossASpringIsRefused) {
  const Mesh mesh =
      testing::ReadDeck(CubeDeck("GRID,9,,.2,.1,.1\nCELAS2,9,1.+6,7,1,9,1\nCONM2,10,9,,3.\n"));
  try {
    MakeFeSystem(mesh, {});
    FAIL() << "3 kg are lost";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("node 9 has 3 kg in direction y, where no stiffness carries it"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("direction z"), std::string::npos);
    EXPECT_EQ(text.find("direction x"), std::string::npos);
  }
}

// Rods carry nothing across themselves: the four of a flat frame lose all their mass along z.
TEST(LostMass, AFlatTrussIsRefused) {
  const Mesh mesh = testing::ReadDeck(
      "MAT1,1,2.1+11,,.3,7850.\nPROD,1,1,1.-4\nGRID,1\nGRID,2,,1.\nGRID,3,,0.,1.\n"
      "CROD,1,1,1,2\nCROD,2,1,2,3\nCROD,3,1,3,1\n");
  EXPECT_THROW(MakeFeSystem(mesh, {}), InputError);
}

// A mass beside a node of a solid pulls its centre away, which the node cannot follow.
TEST(LostMass, TheArmOfAMassOnASolidIsRefused) {
  const Mesh mesh = testing::ReadDeck(CubeDeck("CONM2,10,7,,3.,.05\n"));
  EXPECT_THROW(MakeFeSystem(mesh, {}), InputError);
}

TEST(LostMass, WhatNobodySeesIsSaidAndSupportsAreNoLoss) {
  const Mesh mesh = testing::ReadDeck(CubeDeck("CONM2,10,7,,3.\n,1.-9,,1.-9,,,1.-9\n"));
  const FeSystem system = MakeFeSystem(mesh, {});
  EXPECT_NE(testing::AllText(system.warnings).find("node 7 has 1e-09 kg m2 in rotation x"),
            std::string::npos)
      << testing::AllText(system.warnings);
  const RigidProperties body = ComputeRigidProperties(mesh, system);
  EXPECT_NEAR(body.mass, 10.85, 1e-9);
  const Mesh plain = testing::ReadDeck(CubeDeck(""));
  EXPECT_EQ(testing::AllText(MakeFeSystem(plain, {{}, testing::Hold({0, 1})}).warnings), "");
}

}  // namespace
}  // namespace jounce::flex
