#include "study/law_draw.h"

#include <gtest/gtest.h>

#include <cmath>

#include "io/text_file.h"
#include "study/plan.h"
#include "study/study_file.h"

namespace jounce::study {
namespace {

constexpr char kUncertainty[] =
    "format: jounce-uncertainty-1\nlaw: \"kelvin\"\nparameters:\n"
    "  - {name: spring.k1, unit: \"N/m\", value: 200000, lower: 190000, upper: 210000}\n"
    "  - {name: dashpot.c, unit: \"N*s/m\", value: 300, lower: 200, upper: 400}\n"
    "fixed:\n  - {name: spring.k3, unit: \"N/m^3\", value: 0}\n"
    "log_covariance:\n  - [0.0004, -0.0001]\n  - [-0.0001, 0.01]\n";

// Spread and correlation of many draws are those of the file: ln p is normal.
TEST(LawDraw, DrawsHaveTheCovarianceOfTheFile) {
  const std::string folder = ::testing::TempDir();
  WriteTextFile(folder + "kelvin.yaml", kUncertainty);
  const Study study = ParseStudy(
      "model: none.yaml\nvary: {rubber: {uncertainty: kelvin.yaml, bushings: [front], directions: "
      "[y]}}\nsampling: {method: sobol, runs: 4096}\noutputs: {y: {take: static, channel: c}}\n",
      folder + "s.yaml");
  ASSERT_EQ(study.factors.size(), 2U);
  EXPECT_EQ(study.factors[0].name, "rubber.spring.k1");
  double a = 0, b = 0, aa = 0, ab = 0, bb = 0;
  for (const study::Run& run : Planner(study).Sampled()) {
    const double x = std::log(std::get<double>(run.values[0]) / 200000);
    const double y = std::log(std::get<double>(run.values[1]) / 300);
    a += x / 4096;
    b += y / 4096;
    aa += x * x / 4096;
    ab += x * y / 4096;
    bb += y * y / 4096;
  }
  EXPECT_NEAR(a, 0, 1e-4);
  EXPECT_NEAR(b, 0, 1e-3);
  EXPECT_NEAR(aa, 0.0004, 4e-6);
  EXPECT_NEAR(ab, -0.0001, 5e-6);
  EXPECT_NEAR(bb, 0.01, 1e-4);
}

TEST(LawDraw, TheLawStandsInItsPlace) {
  LawDraw draw = ParseLawDraw(kUncertainty, "u.yaml");
  draw.bushings = {"fr*"};
  draw.directions = {"y"};
  Model model;
  Connection& bushing = model.connections.emplace_back();
  bushing.name = "front";
  bushing.law = LawSettings(AxesSettings{.axes = std::vector<LawSettings>(6)});
  const double parameters[] = {1000, 7};
  PlaceLaw(draw, parameters, &model);
  const auto& axes = std::get<AxesSettings>(model.connections[0].law->kind).axes;
  EXPECT_TRUE(axes[0] == LawSettings());
  EXPECT_TRUE(axes[1] == LawOf(draw, parameters));
  EXPECT_FALSE(axes[1] == LawOf(draw, draw.values));
  draw.directions = {"x"};
  draw.bushings = {"rear"};
  EXPECT_THROW(PlaceLaw(draw, parameters, &model), InputError);
}

TEST(LawDraw, WrongFilesAreSaid) {
  EXPECT_THROW(
      ParseLawDraw("format: other\nlaw: a\nparameters: []\nlog_covariance: []\n", "u.yaml"),
      InputError);
  std::string wrong = kUncertainty;
  wrong.replace(wrong.find("dashpot.c"), 9, "dishpan.c");
  EXPECT_THROW(ParseLawDraw(wrong, "u.yaml"), InputError);
}

}  // namespace
}  // namespace jounce::study
