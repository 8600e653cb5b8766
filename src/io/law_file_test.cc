#include "io/law_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "io/field_schema.h"
#include "io/law_fields.h"
#include "laws/law_gallery.h"
#include "laws/make_law.h"

namespace jounce {
namespace {

std::vector<std::string> Errors(const std::string& text) {
  try {
    ParseLaw(text, "law.yaml");
  } catch (const InputError& error) {
    std::vector<std::string> lines;
    for (const Diagnostic& d : error.diagnostics()) lines.push_back(d.ToString());
    return lines;
  }
  return {};
}

TEST(LawFile, ReadsAHydrobushingInTheFieldsUnits) {
  const LawSettings law = ParseLaw(R"(units: {length: mm, force: N, mass: kg}
law: hydrobushing
D10: 217.2
D20: 1.256
D30: 0.3461
Kp: [442.2, 23.27]
Fy: [88.44, 4.652]
M: [0.0135, 0.00154]
Kf: [1365.4, 1365.4 N/mm]
Tr: [2.602 ms, 0.5057 ms]
)",
                                   "law.yaml");
  const auto& s = std::get<HydrobushingSettings>(law.kind);
  const HydrobushingSettings lund = LundHydrobushing();
  EXPECT_NEAR(s.d10, lund.d10, 1e-9 * lund.d10);
  EXPECT_NEAR(s.d20, lund.d20, 1e-9 * lund.d20);
  EXPECT_NEAR(s.d30, lund.d30, 1e-9 * lund.d30);
  EXPECT_NEAR(s.kp[1], lund.kp[1], 1e-9 * lund.kp[1]);
  EXPECT_EQ(s.fy, lund.fy);
  EXPECT_EQ(s.m, lund.m);
  EXPECT_NEAR(s.tr[1], lund.tr[1], 1e-12);
}

TEST(LawFile, RotationsOfABushingTakeMomentsAndAngles) {
  const LawSettings law = ParseLaw(R"(
law: axes
axes:
  - {law: prony, stiffness: 200 N/mm}
  - {law: prony, stiffness: 200 N/mm}
  - {law: prony, stiffness: 100 N/mm}
  - {law: prony, stiffness: 2 Nm/deg}
  - {law: prony, stiffness: 2 Nm/deg}
  - {law: prony, stiffness: 1 Nm/deg}
preload: [100 N, 0, 0, 0, 0, 2 Nm]
)",
                                   "law.yaml");
  const auto& axes = std::get<AxesSettings>(law.kind).axes;
  EXPECT_NEAR(std::get<PronySettings>(axes[3].kind).stiffness, 2 * 180 / M_PI, 1e-9);
  EXPECT_EQ(law.modifiers.preload[5], 2);
  EXPECT_EQ(MakeLaw(law)->dimension(), 6);
}

TEST(LawFile, NamesEveryMistakeWithItsPlace) {
  const std::vector<std::string> errors = Errors(R"(law: prony
stifness: 3
branches:
  - {stiffness: 300 N/mm, time: -2 ms}
  - {stiffness: 300 N, time: 2 ms}
)");
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_NE(errors[0].find("law.yaml:2:1: error: "), std::string::npos) << errors[0];
  EXPECT_NE(errors[0].find("did you mean 'stiffness'"), std::string::npos) << errors[0];
  EXPECT_NE(errors[1].find("law.yaml:4:"), std::string::npos) << errors[1];
  EXPECT_NE(errors[2].find("law.yaml:5:"), std::string::npos) << errors[2];
}

TEST(LawFile, NamesWhatTheLawItselfRefuses) {
  const std::vector<std::string> errors = Errors(R"(law: parallel
parts:
  - {law: bouc-wen, stiffness: 1, beta: 1, gamma: 3}
  - {law: hydrobushing, D10: 1, Kp: [1, 2], Fy: [1]}
)");
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_NE(errors[0].find("law.yaml:3:5: error: parallel: part 1 (bouc-wen): gamma is 3"),
            std::string::npos)
      << errors[0];
  EXPECT_NE(errors[1].find("part 2 (hydrobushing): Fy has 1 numbers, Kp has 2"), std::string::npos)
      << errors[1];
}

// What is written is read again as the same law: all kinds, in two systems of units.
TEST(LawFile, EveryLawSurvivesWritingAndReading) {
  UnitSystem millimetres;
  millimetres.length = "mm";
  for (const UnitSystem& units : {UnitSystem{}, millimetres}) {
    for (const GalleryLaw& item : LawGallery()) {
      const std::string text = WriteLaw(item.settings, units, item.name);
      SCOPED_TRACE(text);
      const LawSettings again = ParseLaw(text, "written.yaml");
      const auto before = MakeLaw(item.settings), after = MakeLaw(again);
      ASSERT_EQ(before->state_size(), after->state_size());
      const int n = before->dimension();
      std::vector<double> strain(n), rate(n, 0.01);
      for (int i = 0; i < n; ++i) strain[i] = 1e-3 * (i + 1) * item.amplitude / 2e-3;
      const auto force = [&](const Law& law) {
        std::vector<double> zero(n, 0.0), state(law.state_size()), next(state);
        law.Start(zero.data(), state.data());
        LawResponse r;
        law.Update({strain.data(), rate.data(), 1e-3}, state.data(), next.data(), &r);
        return std::vector<double>(r.force, r.force + n);
      };
      const std::vector<double> f = force(*before), g = force(*after);
      for (int i = 0; i < n; ++i) EXPECT_NEAR(f[i], g[i], 1e-9 * std::abs(f[i]) + 1e-12);
    }
  }
}

TEST(LawFile, HasASchemaWithEveryKind) {
  const nlohmann::json schema = MakeSchema("law", [](Fields& f) {
    LawSettings law;
    Describe(f, law);
  });
  const std::string text = schema.dump();
  for (const std::string& kind : LawKindNames()) {
    EXPECT_NE(text.find("\"" + kind + "\""), std::string::npos) << kind;
  }
}

// Every block of YAML on the page of the laws is a law, and every kind has one.
TEST(LawFile, ThePageOfTheLawsIsRight) {
  std::ifstream page(std::string(JOUNCE_SOURCE_DIR) + "/docs/laws.md");
  std::set<std::string> kinds;
  std::string block;
  bool inside = false;
  const std::function<void(const LawSettings&)> collect = [&](const LawSettings& law) {
    kinds.insert(KindName(law));
    if (const auto* p = std::get_if<ParallelSettings>(&law.kind)) {
      for (const LawSettings& part : p->parts) collect(part);
    } else if (const auto* q = std::get_if<SeriesSettings>(&law.kind)) {
      for (const LawSettings& part : q->parts) collect(part);
    }
  };
  for (std::string line; std::getline(page, line);) {
    if (line == "```yaml") {
      inside = true;
      block.clear();
    } else if (line == "```" && inside) {
      inside = false;
      SCOPED_TRACE(block);
      ASSERT_NO_THROW(collect(ParseLaw(block, "laws.md")));
    } else if (inside) {
      block += line + "\n";
    }
  }
  for (const std::string& kind : LawKindNames()) EXPECT_TRUE(kinds.count(kind)) << kind;
}

TEST(LawFile, ExamplesAreGood) {
  int count = 0;
  const std::string folder = std::string(JOUNCE_SOURCE_DIR) + "/examples/laws";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    SCOPED_TRACE(entry.path());
    EXPECT_NO_THROW(MakeLaw(LoadLaw(entry.path().string())));
    ++count;
  }
  EXPECT_GE(count, 5);
}

}  // namespace
}  // namespace jounce
