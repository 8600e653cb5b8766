#include "tyres/tir_file.h"

#include <gtest/gtest.h>

#include "tyres/tyre_testing.h"

namespace jounce {
namespace {

using testing::SmallTir;

struct Parsed {
  MagicFormulaSettings settings;
  Diagnostics diagnostics;

  // All findings, one a line.
  std::string Findings() const {
    std::string text;
    for (const Diagnostic& finding : diagnostics.all()) text += finding.ToString() + "\n";
    return text;
  }
};

Parsed Parse(const std::string& text) {
  Parsed parsed;
  parsed.settings = ParseTir(text, "a.tir", &parsed.diagnostics);
  return parsed;
}

std::string Replaced(std::string text, const std::string& what, const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

TEST(TirFileTest, VersionsAndSides) {
  EXPECT_EQ(Parse(SmallTir("FITTYP = 6")).settings.version, MagicFormulaVersion::k52);
  EXPECT_EQ(Parse(SmallTir("FITTYP = 21")).settings.version, MagicFormulaVersion::k52);
  EXPECT_EQ(Parse(SmallTir("FITTYP = 61.0")).settings.version, MagicFormulaVersion::k61);
  EXPECT_EQ(Parse(SmallTir("FITTYP = 62")).settings.version, MagicFormulaVersion::k62);
  const Parsed pac =
      Parse(SmallTir("PROPERTY_FILE_FORMAT ='PAC2002' ! no FITTYP\nTYRESIDE='LEFT'"));
  EXPECT_EQ(pac.settings.version, MagicFormulaVersion::k52);
  EXPECT_EQ(pac.settings.side, TyreSide::kLeft);
  EXPECT_EQ(pac.Findings(), "");
}

// The format takes what is not said as zero: a file that was cut off must not pass for a whole one.
TEST(TirFileTest, WarnsOfGroupsThatAreMissing) {
  const std::string whole = SmallTir("FITTYP = 61");
  const Parsed cut = Parse(whole.substr(0, whole.find("[OVERTURNING")));
  EXPECT_FALSE(cut.diagnostics.HasErrors());
  EXPECT_NE(cut.Findings().find("QDZ1 is missing: no aligning moment"), std::string::npos);
  EXPECT_NE(cut.Findings().find("QSX3 is missing"), std::string::npos);
  EXPECT_NE(cut.Findings().find("QSY1 is missing"), std::string::npos);
  EXPECT_EQ(cut.Findings().find("RBX1"), std::string::npos);
}

TEST(TirFileTest, NumbersCommentsAndLineEnds) {
  std::string text = SmallTir("fittyp = 6 $ comment\r",
                              "PTX1=+1.5D+000\nPTX2\t=\t-3.7604e-005!x\n"
                              "! PTX3 = 7\n[SHAPE]\n{radial width}\n"
                              " 1.0 0.0\n");
  const Parsed parsed = Parse(text);
  EXPECT_EQ(parsed.Findings(), "");
  EXPECT_DOUBLE_EQ(parsed.settings.ptx1, 1.5);
  EXPECT_DOUBLE_EQ(parsed.settings.ptx2, -3.7604e-5);
  EXPECT_EQ(parsed.settings.ptx3, 0);
  // What the file does not say: scale factors one, the exponent of the cornering stiffness two.
  EXPECT_EQ(parsed.settings.lky, 1);
  EXPECT_EQ(parsed.settings.pky4, 2);
}

TEST(TirFileTest, UnitsAreHonoured) {
  const Parsed parsed = Parse(
      "[UNITS]\nLENGTH='mm'\nFORCE='kN'\nANGLE='degrees'\nTIME='ms'\n"
      "MASS='kg'\n" +
      SmallTir("FITTYP=61", "ALPMAX = 30\nKPUMAX = 1.5\n"));
  EXPECT_DOUBLE_EQ(parsed.settings.unloaded_radius, 0.32e-3);
  EXPECT_DOUBLE_EQ(parsed.settings.fnomin, 4e6);
  EXPECT_DOUBLE_EQ(parsed.settings.vertical_stiffness, 200000 * 1e6);
  EXPECT_DOUBLE_EQ(parsed.settings.nompres, 220000 * 1e9);
  EXPECT_DOUBLE_EQ(parsed.settings.longvl, 16.7);  // mm/ms
  EXPECT_DOUBLE_EQ(parsed.settings.alpmax, 30 * M_PI / 180);
  EXPECT_DOUBLE_EQ(parsed.settings.kpumax, 1.5);
  EXPECT_DOUBLE_EQ(parsed.settings.pky1, -18);  // coefficients are pure numbers
  EXPECT_EQ(parsed.Findings(), "");
}

TEST(TirFileTest, MistakesAreNamedWithTheirLines) {
  EXPECT_NE(Parse(SmallTir("FITTYP = 5")).Findings().find("a.tir:2: error: FITTYP = 5"),
            std::string::npos);
  EXPECT_NE(Parse(SmallTir("PROPERTY_FILE_FORMAT = 'PAC89'")).Findings().find("a.tir:2: error"),
            std::string::npos);
  EXPECT_NE(Parse("nothing at all").Findings().find("no .tir file"), std::string::npos);
  EXPECT_NE(Parse("").Findings().find("no .tir file"), std::string::npos);
  const std::string good = SmallTir("FITTYP = 61");
  EXPECT_NE(Parse(Replaced(good, "PCY1 = 1.35", "PCY1 = abc"))
                .Findings()
                .find("PCY1 = 'abc' is not a finite number"),
            std::string::npos);
  EXPECT_NE(Parse(Replaced(good, "PCY1 = 1.35", "PCY1 = nan")).Findings().find("not a finite"),
            std::string::npos);
  // A slip of the pen: the missing one is named, and the line where it probably is.
  const std::string slip = Parse(Replaced(good, "PDY1 = 1.0", "PDYY1 = 1.0")).Findings();
  EXPECT_NE(slip.find("PDY1 is missing"), std::string::npos) << slip;
  EXPECT_NE(slip.find("'PDYY1'"), std::string::npos) << slip;
  EXPECT_NE(Parse(Replaced(good, "FNOMIN = 4000", "FNOMIN = -4"))
                .Findings()
                .find("FNOMIN = -4 is not above zero"),
            std::string::npos);
  EXPECT_NE(Parse(Replaced(good, "LATERAL_STIFFNESS = 1.5e5", ""))
                .Findings()
                .find("LATERAL_STIFFNESS is missing"),
            std::string::npos);
  EXPECT_NE(Parse("[UNITS]\nLENGTH = 'parsec'\n" + good).Findings().find("a.tir:2: error: LENGTH"),
            std::string::npos);
  EXPECT_NE(Parse("[MODEL\n" + good).Findings().find("a.tir:1: error: the section"),
            std::string::npos);
  EXPECT_NE(Parse(good + "TYRESIDE = 'MIDDLE'\n").Findings().find("TYRESIDE"), std::string::npos);
}

TEST(TirFileTest, DoublesAndUnknownsAreWarnings) {
  const Parsed parsed = Parse(SmallTir("FITTYP = 61", "PCX1 = 1.7\nPXX9 = 3\n"));
  EXPECT_FALSE(parsed.diagnostics.HasErrors());
  EXPECT_DOUBLE_EQ(parsed.settings.pcx1, 1.7);
  EXPECT_NE(parsed.Findings().find("PCX1 stands here for the second time"), std::string::npos);
  EXPECT_NE(parsed.Findings().find("PXX9 is not known"), std::string::npos);
}

}  // namespace
}  // namespace jounce
