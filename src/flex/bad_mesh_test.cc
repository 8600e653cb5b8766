// Meshes that cannot work: each is refused with the element and the node named.
#include <gtest/gtest.h>

#include "flex/flex_testing.h"

namespace jounce::flex {
namespace {

const char kProperties[] = "PSOLID,1,1\nPSHELL,2,1,.01,1,,1\nMAT1,1,2.+11,,.3,7800.\n";

const char kCube[] =
    "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.\n"
    "GRID,5,,0.,0.,1.\nGRID,6,,1.,0.,1.\nGRID,7,,1.,1.,1.\nGRID,8,,0.,1.,1.\n"
    "CHEXA,1,1,1,2,3,4,5,6\n,7,8\n";

std::string Findings(const std::string& deck, const std::vector<int>& interfaces) {
  try {
    const Mesh mesh = testing::ReadDeck(deck);
    PartOptions options;
    for (const int node : interfaces) options.interfaces.push_back({"", node});
    options.reduction.modes = 3;
    NoProgress silent;
    MakePart(mesh, options, &silent);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void ExpectFinding(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "wanted: " << part << "\nfound: " << text;
}

TEST(BadMesh, FlatAndFoldedElementsTogether) {
  const std::string text = Findings(std::string(kProperties) + kCube +
                                        "GRID,9,,2.,0.,0.\nGRID,10,,3.,0.,0.\n"
                                        "CTETRA,2,1,1,2,9,10\n"
                                        "CHEXA,3,1,5,6,7,8,1,2\n,3,4\n"
                                        "CTRIA3,4,2,1,2,9\n"
                                        "CQUAD4,5,2,1,3,2,4\n",
                                    {1});
  ExpectFinding(text, "element 2 (4-node tetrahedron, nodes 1, 2, 9, 10) has no volume");
  ExpectFinding(text, "element 3 (8-node brick, nodes 5, 6, 7, 8, 1, 2, 3, 4) is inside out");
  ExpectFinding(text, "element 4 (3-node shell, nodes 1, 2, 9) has no area");
  ExpectFinding(text, "element 5 (4-node shell");
}

TEST(BadMesh, PieceThatHangsOnNothing) {
  const std::string text = Findings(std::string(kProperties) + kCube +
                                        "GRID,21,,5.,0.,0.\nGRID,22,,6.,0.,0.\nGRID,23,,5.,1.,0.\n"
                                        "GRID,24,,5.,0.,1.\nCTETRA,2,1,21,22,23,24\n",
                                    {1});
  ExpectFinding(text, "1 element (the first is 2, at node 21) hangs on nothing else");
}

TEST(BadMesh, NodeOfSolidsAsInterface) {
  const std::string text = Findings(std::string(kProperties) + kCube, {1});
  ExpectFinding(text, "interface node 1 has no rotations: only solids hold it");
  ExpectFinding(text, "RBE2");
}

TEST(BadMesh, InterfaceWithoutStiffnessOrWithoutNode) {
  const std::string deck = std::string(kProperties) + kCube + "GRID,30,,9.\n";
  ExpectFinding(Findings(deck, {30}), "interface node 30 is held by no element");
  ExpectFinding(Findings(deck, {31, 32}), "interface node 32 does not exist");
}

TEST(BadMesh, HingeThatTurnsFreely) {
  // Two bricks that share one edge alone.
  const std::string deck = std::string(kProperties) + kCube +
                           "GRID,12,,2.,1.,0.\nGRID,13,,2.,2.,0.\nGRID,14,,1.,2.,0.\n"
                           "GRID,16,,2.,1.,1.\nGRID,17,,2.,2.,1.\nGRID,18,,1.,2.,1.\n"
                           "CHEXA,2,1,3,12,13,14,7,16\n,17,18\n"
                           "GRID,50,,0.,.5,.5\nRBE2,90,50,123456,1,4,5,8\n";
  ExpectFinding(Findings(deck, {50}), "can move without resistance");
}

TEST(BadMesh, SpringToGround) {
  const std::string deck = std::string(kProperties) + kCube +
                           "GRID,50,,0.,.5,.5\nRBE2,90,50,123456,1,4,5,8\nCELAS2,91,1.+9,2,1\n";
  ExpectFinding(Findings(deck, {50}), "motions without resistance instead of the 6");
}

TEST(BadMesh, NoMass) {
  ExpectFinding(Findings("PSOLID,1,1\nMAT1,1,2.+11,,.3\n" + std::string(kCube), {1}),
                "the mesh has no mass");
}

TEST(BadMesh, MeanLinkOnALine) {
  const std::string deck =
      std::string(kProperties) + kCube + "GRID,50,,0.,.5,.5\nRBE3,90,,50,123456,1.,123,1,2\n";
  ExpectFinding(Findings(deck, {50}), "RBE3 90: its nodes do not fix the motion of node 50");
}

}  // namespace
}  // namespace jounce::flex
