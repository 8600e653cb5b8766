#include "roads/crg_road.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "shared_data.h"

namespace jounce {
namespace {

using testing::SharedPath;

std::string NoFile(const std::string& name) { throw FileError(name, "no such file"); }

// A grid of three sections and five rows, one metre apart, with a line that bends and climbs.
std::string Text(const std::string& more = "", const std::string& header = "") {
  return "$CT\nany words\n$ROAD_CRG\nREFERENCE_LINE_INCREMENT = 1.0 ! metres\n" + header + "$\n" +
         more +
         "$KD_DEFINITION\n#:LRFI\nD:reference line phi,rad\nD:reference line slope,m/m\n"
         "D:long section at v = -1,m\nD:long section at v = 0.5,m\nD:long section at v = 2,m\n$\n"
         "$$$$$$$$\n"
         "**unused****unused** 0.0000000 0.1000000 0.0000000\n"
         " 0.0000000 0.0100000 0.0200000 0.3000000 0.1000000\n"
         " 0.1000000 0.0100000 0.0400000 0.2000000**missing*\n"
         " 0.2000000 0.0200000 0.0100000 0.1000000 0.3000000\n"
         " 0.2500000 0.0200000 0.0000000 0.0000000 0.0000000\n";
}

CrgRoad RoadOf(const std::string& text) {
  Diagnostics diagnostics;
  CrgData data = ParseCrg(text, "a.crg", NoFile, &diagnostics);
  diagnostics.ThrowIfErrors();
  return CrgRoad(std::move(data), 0.7, &diagnostics);
}

std::string FindingsOf(const std::string& text) {
  Diagnostics diagnostics;
  ParseCrg(text, "a.crg", NoFile, &diagnostics);
  std::string findings;
  for (const Diagnostic& finding : diagnostics.all()) findings += finding.ToString() + "\n";
  return findings;
}

std::string Replaced(std::string text, const std::string& what, const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

// What the reference library of ASAM says, to 1e-9 m.
void CompareWithTable(const std::string& name) {
  SCOPED_TRACE(name);
  Diagnostics warnings;
  const CrgRoad road(ReadCrg(SharedPath("data/formats/crg/" + name + ".crg"), &warnings), 1,
                     &warnings);
  std::ifstream file(SharedPath("benchmarks/road_crg/" + name + ".csv"));
  std::string line;
  std::getline(file, line);
  const bool has_xy = line.find(",x,") != std::string::npos;
  int rows = 0;
  while (std::getline(file, line)) {
    std::vector<double> c;
    std::stringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) c.push_back(std::stod(cell));
    const double z = has_xy ? c[4] : c[2];
    // Bytes that git took for line ends make some heights huge; beside those, the last digit of a
    // place 733 m away is worth up to 3e-10 of a height.
    EXPECT_NEAR(road.HeightOnPath(c[0], c[1]), z, 1e-9 * std::max(1.0, std::abs(z))) << line;
    ++rows;
    if (!has_xy) continue;
    const RoadPlace place = road.FromPath(c[0], c[1]);
    EXPECT_NEAR(place.x, c[2], 1e-9) << line;
    EXPECT_NEAR(place.y, c[3], 1e-9) << line;
    EXPECT_NEAR(place.heading, c[5], 1e-9) << line;
    EXPECT_NEAR(place.curvature, c[6], 1e-9) << line;
    RoadHint hint;
    const PathPlace back = road.ToPath(place.x, place.y, &hint);
    EXPECT_NEAR(back.u, c[7], 1e-6) << line;
    EXPECT_NEAR(back.v, c[8], 1e-6) << line;
    EXPECT_NEAR(road.At(place.x, place.y, &hint).height, z, 1e-7) << line;
  }
  EXPECT_GE(rows, 36);
}

TEST(CrgRoadTest, AgreesWithTheReferenceLibrary) {
  JOUNCE_NEEDS_SHARED("benchmarks/road_crg/handmade_arc.csv");
  for (const char* name : {"handmade_straight", "handmade_arc", "handmade_curved_banked_sloped",
                           "handmade_sloped_opts", "handmade_vtest", "belgian_block"}) {
    CompareWithTable(name);
  }
}

// A file that refers to another is the other, found beside it.
TEST(CrgRoadTest, ReferredFilesAreFound) {
  JOUNCE_NEEDS_SHARED("data/formats/crg/fileref_opts.crg");
  Diagnostics warnings;
  const CrgData data = ReadCrg(SharedPath("data/formats/crg/fileref_opts.crg"), &warnings);
  EXPECT_EQ(data.rows, 23u);
  EXPECT_FALSE(data.modifiers.has_value());
  const CrgData empty = ReadCrg(SharedPath("data/formats/crg/fileref.crg"), &warnings);
  ASSERT_TRUE(empty.modifiers.has_value());
  EXPECT_TRUE(empty.modifiers->empty());
  EXPECT_THROW(ReadCrg(SharedPath("data/formats/crg/testOptionBorderMode.crg"), &warnings),
               InputError);
}

// By hand: half way between rows 1 and 2, a third between the first sections. The first point of
// the right edge is the origin.
TEST(CrgRoadTest, HeightsAreBilinearOnTheSlope) {
  const CrgRoad road = RoadOf(Text());
  const double grid = 0.5 * (0.02 + (0.3 - 0.02) / 3) + 0.5 * (0.04 + (0.2 - 0.04) / 3);
  EXPECT_NEAR(road.HeightOnPath(1.5, -0.5), grid + 0.01 + 0.005, 1e-8);
  EXPECT_NEAR(road.HeightOnPath(0, -1), 0, 1e-12);
  // The gap has the height of its neighbour.
  EXPECT_NEAR(road.HeightOnPath(2, 2), road.HeightOnPath(2, 0.5), 1e-9);
  const RoadPlace place = road.FromPath(0, -1);
  EXPECT_NEAR(place.x, 0, 1e-12);
  EXPECT_NEAR(place.y, 0, 1e-12);
}

TEST(CrgRoadTest, SlopesAreThoseOfTheHeight) {
  const CrgRoad road = RoadOf(Text());
  RoadHint hint;
  for (const double u : {0.3, 1.4, 2.6, 3.7}) {
    for (const double v : {-0.8, 0.2, 1.1}) {
      const RoadPlace p = road.FromPath(u, v);
      const RoadSurface s = road.At(p.x, p.y, &hint);
      const double h = 1e-6;
      EXPECT_NEAR(
          s.slope_x,
          (road.At(p.x + h, p.y, &hint).height - road.At(p.x - h, p.y, &hint).height) / (2 * h),
          1e-7);
      EXPECT_NEAR(
          s.slope_y,
          (road.At(p.x, p.y + h, &hint).height - road.At(p.x, p.y - h, &hint).height) / (2 * h),
          1e-7);
      EXPECT_EQ(s.friction, 0.7);
      const PathPlace back = road.ToPath(p.x, p.y, &hint);
      EXPECT_NEAR(back.u, u, 1e-9);
      EXPECT_NEAR(back.v, v, 1e-9);
    }
  }
}

TEST(CrgRoadTest, BordersFollowTheirModes) {
  const auto height = [](const std::string& options, double u, double v) {
    return RoadOf(Text("$ROAD_CRG_OPTS\n" + options + "$\n$ROAD_CRG_MODS\nGRID_NAN_MODE = 2\n$\n"))
        .HeightOnPath(u, v);
  };
  const std::string none = "";
  const double inside = height(none, 1.5, 0.7), edge = height(none, 1.5, 2);
  EXPECT_NEAR(height(none, 1.5, 3), edge, 1e-12);
  EXPECT_NEAR(height("BORDER_OFFSET_V = 0.5\n", 1.5, 3), edge + 0.5, 1e-12);
  EXPECT_TRUE(std::isnan(height("BORDER_MODE_V = 0\n", 1.5, 3)));
  EXPECT_EQ(height("BORDER_MODE_V = 1\n", 1.5, 3), 0);
  EXPECT_EQ(height("BORDER_MODE_U = 1\nBORDER_OFFSET_U = 0.2\n", -1, 0), 0.2);
  EXPECT_NEAR(height("BORDER_MODE_V = 3\n", 1.5, 0.7 + 6), inside, 1e-9);
  EXPECT_NEAR(height("BORDER_MODE_V = 4\n", 1.5, 4 - 0.7), inside, 1e-9);
  EXPECT_NEAR(height("BORDER_MODE_U = 3\n", 1.5 - 8, 0.7), inside, 1e-9);
  EXPECT_NEAR(height("BORDER_MODE_U = 4\n", -1.5, 0.7), inside, 1e-9);
  EXPECT_NEAR(height("BORDER_SMOOTH_UBEG = 4\n", 1.5, 0.7), inside * 1.5 / 4, 1e-9);
}

TEST(CrgRoadTest, ModifiersScaleAndMove) {
  const auto road = [](const std::string& modifiers) {
    return RoadOf(Text("$ROAD_CRG_MODS\n" + modifiers + "$\n"));
  };
  EXPECT_TRUE(std::isnan(road("").HeightOnPath(2, 2)));  // gaps stay
  EXPECT_NEAR(road("GRID_NAN_MODE = 1\nGRID_NAN_OFFSET = 0.9\n").HeightOnPath(2, 2), 0.92, 1e-7);
  EXPECT_NEAR(road("SCALE_Z_GRID = 2\nGRID_NAN_MODE = 2\n").HeightOnPath(1, 0.5), 0.61, 1e-7);
  EXPECT_NEAR(road("SCALE_SLOPE = 3\nGRID_NAN_MODE = 2\n").HeightOnPath(1, 0.5), 0.33, 1e-7);
  EXPECT_NEAR(road("SCALE_WIDTH = 2\n").extent().v_high, 4, 1e-12);
  EXPECT_NEAR(road("SCALE_LENGTH = 2\n").extent().u_high, 8, 1e-12);
  EXPECT_NEAR(road("SCALE_CURVATURE = 2\n").FromPath(3.5, 0).heading, 0.4, 1e-12);
  const RoadPlace moved =
      road("REFPOINT_U = 2\nREFPOINT_V = 0.5\nREFPOINT_X = 7\nREFPOINT_Y = -3\nREFPOINT_PHI = 1\n")
          .FromPath(2, 0.5);
  EXPECT_NEAR(moved.x, 7, 1e-12);
  EXPECT_NEAR(moved.y, -3, 1e-12);
  EXPECT_NEAR(moved.heading, 1, 1e-12);
  EXPECT_NEAR(road("REFLINE_OFFSET_X = 5\nREFLINE_OFFSET_PHI = 0.5\n").FromPath(0, 0).x, 5, 1e-12);
}

TEST(CrgRoadTest, BinaryIsTheSameAsText) {
  std::string binary = Replaced(Text("", "REFERENCE_LINE_END_U = 4.0\n"), "#:LRFI", "#:KRBI");
  binary.resize(binary.find("$$$$$$$$\n") + 9);
  const float nan = std::nanf("");
  const float rows[] = {0,    0,    0,     0.1f,  0,    0,   0.01f, 0.02f, 0.3f,
                        0.1f, 0.1f, 0.01f, 0.04f, 0.2f, nan, 0.2f,  0.02f, 0.01f,
                        0.1f, 0.3f, 0.25f, 0.02f, 0,    0,   0};
  for (const float value : rows) {
    const auto bits = std::bit_cast<uint32_t>(value);
    for (const int shift : {24, 16, 8, 0}) binary += static_cast<char>(bits >> shift & 0xff);
  }
  const CrgRoad a = RoadOf(Text()), b = RoadOf(binary);
  for (const double u : {0.0, 0.7, 2.2, 3.9}) {
    EXPECT_NEAR(a.HeightOnPath(u, 0.3), b.HeightOnPath(u, 0.3), 1e-8);
  }
  const std::string cut = binary.substr(0, binary.size() - 8);
  EXPECT_NE(FindingsOf(cut).find("the data end after 4 of 5 rows"), std::string::npos);
}

// A file of references: its own blocks count, wherever they stand, and the others' where it has none.
TEST(CrgRoadTest, BlocksOfTheReferringFileReplaceTheOthers) {
  const auto modifiers = [](const std::string& text) {
    Diagnostics diagnostics;
    const CrgData data = ParseCrg(
        text, "a.crg",
        [](const std::string&) {
          return Text(
              "$ROAD_CRG_MODS\nSCALE_Z_GRID = 2\n$\n$ROAD_CRG_OPTS\nBORDER_MODE_U = 1\n$\n");
        },
        &diagnostics);
    diagnostics.ThrowIfErrors();
    EXPECT_EQ(data.options.at("border_mode_u"), 1);
    return *data.modifiers;
  };
  const std::string file = "$ROAD_CRG_FILE\nb.crg\n$\n",
                    own = "$ROAD_CRG_MODS\nREFPOINT_X = 3\n$\n";
  EXPECT_EQ(modifiers(file).count("scale_z_grid"), 1u);
  EXPECT_EQ(modifiers(file + own), (std::map<std::string, double>{{"refpoint_x", 3}}));
  EXPECT_EQ(modifiers(own + file), (std::map<std::string, double>{{"refpoint_x", 3}}));
}

// u by a column of its own instead of by an increment.
TEST(CrgRoadTest, ACurveMayGiveItsOwnU) {
  std::string text = Replaced(Text(), "D:reference line slope,m/m", "D:reference line u,m");
  text = Replaced(text, "**unused****unused**", "**unused** 5.0000000");
  text = Replaced(text, "0.0000000 0.0100000 0.02", "0.0000000 7.0000000 0.02");
  text = Replaced(text, "0.1000000 0.0100000", "0.1000000 9.0000000");
  text = Replaced(text, "0.2000000 0.0200000", "0.200000011.0000000");
  text = Replaced(text, "0.2500000 0.0200000", "0.250000013.0000000");
  const CrgRoad road = RoadOf(text);
  EXPECT_DOUBLE_EQ(road.extent().u_low, 5);
  EXPECT_DOUBLE_EQ(road.extent().u_high, 13);
  EXPECT_NEAR(road.HeightOnPath(7, 0.5), 0.3, 1e-7);
}

TEST(CrgRoadTest, MistakesAreNamedWithTheirLines) {
  EXPECT_NE(FindingsOf("").find("no data"), std::string::npos);
  EXPECT_NE(FindingsOf(Replaced(Text(), "= 1.0", "= 1,0")).find("a.crg:4: error"),
            std::string::npos);
  EXPECT_NE(FindingsOf(Replaced(Text(), "#:LRFI", "#:LRZI")).find("format 'lrzi'"),
            std::string::npos);
  EXPECT_NE(FindingsOf(Replaced(Text(), "phi,rad", "phi,deg")).find("rad is what"),
            std::string::npos);
  EXPECT_NE(FindingsOf(Text().substr(0, Text().size() - 12)).find("too few columns"),
            std::string::npos);
  EXPECT_NE(FindingsOf(Replaced(Text(), "v = 0.5", "v = 2")).find("upon each other"),
            std::string::npos);
  EXPECT_NE(FindingsOf("$ROAD_CRG_FILE\nnothing.crg\n$\n").find("nothing.crg"), std::string::npos);
  EXPECT_NE(
      FindingsOf(Replaced(Text(), "REFERENCE_LINE_INC", "REFERENC_LINE_INC")).find("did you mean"),
      std::string::npos);
  Diagnostics diagnostics;
  EXPECT_THROW(RoadOf(Text("$ROAD_CRG_OPTS\nBORDER_MODE_U = 7\n$\n")), InputError);
}

}  // namespace
}  // namespace jounce
