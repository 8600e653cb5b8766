#include "flex/nastran_reader.h"

#include <gtest/gtest.h>

#include <map>

#include "flex/flex_testing.h"

namespace jounce::flex {
namespace {

using testing::AllText;

Mesh Read(const std::string& text, Diagnostics* diagnostics) {
  return ReadNastran(text, "deck.bdf", nullptr, {}, diagnostics);
}

TEST(NastranNumbers, RealsWithoutTheirLetter) {
  EXPECT_EQ(ParseNastranReal("7.86-9"), 7.86e-9);
  EXPECT_EQ(ParseNastranReal("1.17-5"), 1.17e-5);
  EXPECT_EQ(ParseNastranReal("3.0000+7"), 3e7);
  EXPECT_EQ(ParseNastranReal("-1.D+3"), -1000);
  EXPECT_EQ(ParseNastranReal("+.5"), 0.5);
  EXPECT_EQ(ParseNastranReal("1.E5"), 1e5);
  EXPECT_FALSE(ParseNastranReal("1.5X"));
  EXPECT_FALSE(ParseNastranReal(""));
  EXPECT_FALSE(ParseNastranReal("-"));
  EXPECT_FALSE(ParseNastranReal("++"));
  EXPECT_FALSE(ParseNastranReal("+-5"));
  EXPECT_FALSE(ParseNastranInteger("1.5"));
}

// The same node three times over: small, large and free fields, which may touch.
TEST(NastranReader, SmallLargeAndFreeFields) {
  Diagnostics diagnostics;
  const Mesh mesh = Read(
      "GRID           1       0     1.5    -2.5  3.25+1       0\n"
      "GRID*                  2               01.5000000000E+00          -2.5+0\n"
      "*                 3.25D1\n"
      "grid,3,,1.5,-2.5,32.5 $ free\n"
      "MAT1           23.0000+71.1628+7.29000007.4851-4     0.0             0.0\n",
      &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
  ASSERT_EQ(mesh.nodes.size(), 3u);
  for (const Node& node : mesh.nodes) {
    EXPECT_EQ(node.position, Eigen::Vector3d(1.5, -2.5, 32.5)) << node.id;
  }
  ASSERT_EQ(mesh.materials.size(), 1u);
  EXPECT_EQ(mesh.materials[0].young, 3e7);
  EXPECT_EQ(mesh.materials[0].shear, 1.1628e7);
  EXPECT_EQ(mesh.materials[0].poisson, 0.29);
  EXPECT_EQ(mesh.materials[0].density, 7.4851e-4);
}

// The example of the MSC Nastran Quick Reference Guide ("Format of Bulk Data Entries"), which says
// what it continues to, and properties that stand on one line.
TEST(NastranCards, FreeLinesOfMoreThanTenFieldsGoOn) {
  Diagnostics diagnostics;
  const Deck deck = ParseDeck(
      "SPC1,100,12456,1,2,3,4,5,6,7,8,9,10\n"
      "SPC1    100     12456   1       2       3       4       5       6\n"
      "        7       8       9       10\n"
      "PBAR,1,1,1.,2.,3.,4.,,,.1,.1,,,,,,,.83,.84,.5\n"
      "PBARL,2,1,,BAR,,,,,.1,.2\n"
      "PBARL,3,1,,BAR,,,,,+P,+P,.1,.2\n"
      "PBARL,4,1,,BAR,,,,,+1\n+1,.1,.2\n"
      "PBARL,5,1,,BAR,,,,,ABC\n+BC,.1,.2\n",
      "deck.bdf", nullptr, &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
  ASSERT_EQ(deck.cards.size(), 7u);
  EXPECT_EQ(deck.cards[0].fields, deck.cards[1].fields);
  EXPECT_EQ(deck.cards[0].fields.size(), 12u);
  const CardFields bar(deck.cards[2], &diagnostics);
  EXPECT_EQ(bar.Real(17, 0), 0.83);
  EXPECT_EQ(bar.Real(19, 0), 0.5);
  for (int i = 3; i < 7; ++i) {
    const CardFields section(deck.cards[i], &diagnostics);
    EXPECT_EQ(section.Real(9, 0), 0.1) << i;
    EXPECT_EQ(section.Real(10, 0), 0.2) << i;
  }
}

// Paths are found beside the file that includes them or beside the deck, over several lines, and
// with the slashes of either system; the bulk data may begin in an included file.
TEST(NastranCards, IncludesWithinIncludes) {
  const std::map<std::string, std::string> files = {
      {"deck/control.inc", "SOL 103\nCEND\nSPC = 2\nBEGIN BULK\n"},
      {"deck/parts/a.bdf", "GRID,1\nINCLUDE 'b.bdf'\nINCLUDE 'parts\\more/\n  c.bdf'\n"},
      {"deck/parts/b.bdf", "GRID,2\n"},
      {"deck/parts/more/c.bdf", "GRID,3\nINCLUDE \"d.bdf\"\n"},
      {"deck/d.bdf", "GRID,4\n"}};
  const TextLoader load = [&](const std::string& path) {
    const auto found = files.find(path);
    if (found == files.end()) throw FileError(path, "is not there");
    return found->second;
  };
  Diagnostics diagnostics;
  const Deck deck = ParseDeck("INCLUDE 'control.inc'\nINCLUDE parts/a.bdf\nGRID,5\nENDDATA\n",
                              "deck/main.bdf", load, &diagnostics);
  EXPECT_EQ(AllText(diagnostics), "");
  ASSERT_EQ(deck.cards.size(), 5u);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(deck.cards[i].fields[0], std::to_string(i + 1));
  ASSERT_EQ(deck.control.size(), 4u);
  EXPECT_EQ(deck.control[2], "SPC = 2");
  Diagnostics missing;
  ParseDeck("INCLUDE 'nowhere.bdf'\n", "deck/main.bdf", load, &missing);
  EXPECT_NE(AllText(missing).find("main.bdf:1: error: 'nowhere.bdf' cannot be read"),
            std::string::npos)
      << AllText(missing);
}

TEST(NastranReader, CardsOfOtherAnalysesAreNamedOnceAndDoNotStop) {
  Diagnostics diagnostics;
  Read(
      "GRID,1\nRLOAD2,1,2\nRLOAD2,2,2\nRANDPS,1,1,1,1.\nCAERO1,1,1\nPAERO1,1\nCBARAO,1,SCALE\n"
      "MAT4,4,200.\nCHBDYE,5,1,1\nRADM,6\n",
      &diagnostics);
  EXPECT_EQ(
      AllText(diagnostics),
      "deck.bdf: warning: cards of loads, output and other analyses are left out: CAERO1, "
      "CBARAO, CHBDYE, MAT4, PAERO1, RADM, RANDPS, RLOAD2 (they carry no stiffness or mass of "
      "the part)\n");
}

// E and G of a bar are independent: E / 2 G - 1 = 0.75 is no matter, but for a shell.
TEST(NastranReader, BarsTakeAnyShearModulus) {
  const std::string material = "GRID,1\nGRID,2,,1.\nGRID,3,,0.,1.\nMAT1,1,2.1+11,6.+10,,7850.\n";
  Diagnostics bars, shells;
  const Mesh mesh = Read(material + "PBAR,1,1,1.-4,1.-9,1.-9,2.-9\nCBAR,1,1,1,2,0.,1.,0.\n", &bars);
  EXPECT_EQ(AllText(bars), "");
  EXPECT_EQ(mesh.materials[0].shear, 6e10);
  Read(material + "PSHELL,1,1,.001\nCTRIA3,1,1,1,2,3\n", &shells);
  EXPECT_NE(AllText(shells).find("deck.bdf:4: error: MAT1 1: Poisson's ratio 0.75 is not between"),
            std::string::npos)
      << AllText(shells);
}

TEST(NastranReader, CoordinateSystemsStandOnEachOther) {
  Diagnostics diagnostics;
  const Mesh mesh = Read(
      "GRID,1,2,1.,90.,5.\n"                       // cylindrical on a shifted system
      "CORD2C,2,1,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n"  // about z of system 1
      "CORD2R,1,0,10.,0.,0.,10.,0.,1.\n,11.,0.,0.\n"
      "GRID,2,,0.,0.,0.,1\n",
      &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
  EXPECT_NEAR((mesh.nodes[0].position - Eigen::Vector3d(10, 1, 5)).norm(), 0, 1e-12);
}

TEST(NastranReader, LinksMassesAndSprings) {
  Diagnostics diagnostics;
  const Mesh mesh = Read(
      "GRID,1\nGRID,2,,1.\nGRID,3,,0.,1.\nGRID,4,,0.,0.,1.\nGRID,5,,1.,1.,1.\n"
      "RBE2,10,1,123,2,THRU,4\n"
      "RBE3,11,,5,123456,1.,123,2,3\n,2.5,123,4\n"
      "CONM2,12,5,,3.,.1,.2,.3\n,1.,.1,2.,.2,.3,3.\n"
      "CELAS2,13,1.5+3,1,2,5,2\n"
      "PBUSH,7,K,1.,2.,3.,4.,5.,6.\nCBUSH,14,7,1,5,,,,0\n",
      &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
  ASSERT_EQ(mesh.rigid_links.size(), 1u);
  EXPECT_EQ(mesh.rigid_links[0].dependents.size(), 3u);
  EXPECT_EQ(mesh.rigid_links[0].components, 7);
  ASSERT_EQ(mesh.mean_links.size(), 1u);
  ASSERT_EQ(mesh.mean_links[0].shares.size(), 3u);
  EXPECT_EQ(mesh.mean_links[0].shares[2].weight, 2.5);
  ASSERT_EQ(mesh.masses.size(), 1u);
  EXPECT_EQ(mesh.masses[0].inertia(0, 1), -0.1);
  EXPECT_EQ(mesh.masses[0].inertia(2, 2), 3);
  ASSERT_EQ(mesh.springs.size(), 2u);
  EXPECT_EQ(mesh.springs[0].stiffness[0], 1500);
  EXPECT_EQ(mesh.springs[1].stiffness[5], 6);
}

TEST(NastranReader, ManyMistakesAtOnceEachWithItsLine) {
  Diagnostics diagnostics;
  Read(
      "GRID,1\nGRID,1\nGRID,2,,abc\n"
      "CQUAD4,7,9,1,2,77,78\n"
      "CQUAD8,8,1,1,2,3,4\n"
      "MAT1,1,-1.,,.3\n"
      "PSHELL,5,33,1.\n"
      "FOOBAR,1\n",
      &diagnostics);
  const std::string text = AllText(diagnostics);
  EXPECT_NE(text.find("deck.bdf:2: error: GRID 1: this node number is taken"), std::string::npos)
      << text;
  EXPECT_NE(text.find("deck.bdf:3: error: GRID 2: field 4 is 'ABC', a number is wanted"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("deck.bdf:4: error: CQUAD4 7: node 77 does not exist"), std::string::npos);
  EXPECT_NE(text.find("CQUAD4 7: property 9 does not exist"), std::string::npos);
  EXPECT_NE(text.find("deck.bdf:5: error: card CQUAD8 is not known and may carry stiffness"),
            std::string::npos);
  EXPECT_NE(text.find("--ignore CQUAD8"), std::string::npos);
  EXPECT_NE(text.find("MAT1 1: E and G must be above zero"), std::string::npos);
  EXPECT_NE(text.find("property 5: material 33 does not exist"), std::string::npos);
  EXPECT_NE(text.find("warning: card FOOBAR is not known and is left out"), std::string::npos);
}

TEST(NastranReader, DirectMatricesOfAPunchFile) {
  Diagnostics diagnostics;
  const Mesh mesh = Read(
      "GRID,1\nGRID,2,,1.\n"
      "DMIG    KAAX           0       6       2       0                       12\n"
      "DMIG*   KAAX                           1               1\n"
      "*                      1               1 1.000000000D+03\n"
      "*                      2               1-1.000000000D+03\n"
      "DMIG*   MAAX                           2               3\n"
      "*                      2               3 5.000000000D-01\n",
      &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
  ASSERT_EQ(mesh.direct_stiffness.size(), 3u);  // the one off the diagonal twice
  EXPECT_EQ(mesh.direct_stiffness[1].value, -1000);
  EXPECT_EQ(mesh.direct_stiffness[1].row_node, 1);
  ASSERT_EQ(mesh.direct_mass.size(), 1u);
  EXPECT_EQ(mesh.direct_mass[0].value, 0.5);
  EXPECT_EQ(mesh.direct_mass[0].row_component, 2);
}

TEST(NastranReader, OuterNodesOfTheDeckAreSuggested) {
  Diagnostics diagnostics;
  const Mesh mesh = Read("GRID,1\nGRID,2\nGRID,3\nASET1,123456,1,3\nCSUPEXT,100,2\n", &diagnostics);
  ASSERT_EQ(mesh.suggested_interfaces.size(), 3u);
  EXPECT_EQ(mesh.suggested_interfaces[2].node, 2);
}

TEST(MeshUnits, TonsAndMillimetres) {
  const MeshUnits units = ParseMeshUnits("mm-t-s");
  EXPECT_DOUBLE_EQ(units.length, 1e-3);
  EXPECT_DOUBLE_EQ(units.mass, 1e3);
  Diagnostics diagnostics;
  Mesh mesh =
      Read("GRID,1\nMAT1,1,200000.,,.3,7.86-9\nCELAS2,1,10.,1,1\nCELAS2,2,10.,1,4\n", &diagnostics);
  ConvertToSi(units, &mesh);
  EXPECT_NEAR(mesh.materials[0].young, 2e11, 1);
  EXPECT_NEAR(mesh.materials[0].density, 7860, 1e-6);
  EXPECT_NEAR(mesh.springs[0].stiffness[0], 1e4, 1e-6);    // N/mm
  EXPECT_NEAR(mesh.springs[1].stiffness[0], 1e-2, 1e-12);  // N mm
  EXPECT_THROW(ParseMeshUnits("mm-stone-s"), InputError);
  EXPECT_THROW(ParseMeshUnits("mm"), InputError);
}

}  // namespace
}  // namespace jounce::flex
