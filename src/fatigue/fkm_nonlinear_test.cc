#include "fatigue/fkm_nonlinear.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace jounce {
namespace {

// Examples 2.7.1 and 2.10.1 of the guideline, "academic example".
FkmSettings AcademicExample() {
  FkmSettings s;
  s.tensile_strength = 600;
  s.roughness = 250;
  s.failure_probability = 7.2e-5;
  s.load_probability = 0.025;
  s.load_deviation = 10;
  s.stress_per_load = 1.4;
  s.highly_loaded_area = 339.4;
  s.stress_gradient = 2.0 / 15;
  s.collapse_ratio = 3.5;
  return s;
}
const std::vector<double> kAcademicLoads = {100, -200, 100, -250, 200, 0, 200, -200};

// Examples 2.7.2 and 2.10.2, "shaft with V notch".
FkmSettings Shaft() {
  FkmSettings s;
  s.tensile_strength = 1251;
  s.roughness = 200;
  s.failure_probability = 7.2e-5;
  s.highly_loaded_area = 4.71;
  s.stress_gradient = 4;
  s.collapse_ratio = 3.5;
  return s;
}
std::vector<double> ShaftLoads() {
  std::vector<double> loads;
  for (const double part : {.3, .5, .6, .3, .7, .2, .6, .8, .8}) {
    loads.push_back(1266.25 * part);
    loads.push_back(-1266.25 * part);
  }
  return loads;
}

// Lines of the component as pyLife's tests have them (test_fkm_nonlinear.py).
TEST(FkmNonlinearTest, LinesOfTheExamples) {
  const FkmSettings s = AcademicExample();
  EXPECT_NEAR(FkmCyclicCurve(s).strength, 1184.470952, 1e-5);
  EXPECT_NEAR(FkmRamLine(s).at_1000, 432.9077, 1e-3 * 433);
  EXPECT_NEAR(FkmRamLine(s).endurance, 149.3838, 1e-3 * 149);
  EXPECT_NEAR(FkmRajLine(s).at_1000, 395.99, 1e-3 * 396);
  EXPECT_NEAR(FkmRajLine(s).endurance, 0.135361, 1e-3 * 0.135);
  EXPECT_NEAR(FkmCyclicCurve(Shaft()).strength, 2650.509115, 1e-5);
}

// What the guideline and pyLife print for whole assessments.
TEST(FkmNonlinearTest, LivesOfTheExamples) {
  const FkmResult ram = AssessFkmRam(kAcademicLoads, AcademicExample());
  EXPECT_FALSE(ram.infinite);
  EXPECT_NEAR(ram.cycles, 13935, 0.005 * 13935);
  EXPECT_NEAR(ram.passes, 3483, 0.005 * 3483);
  const FkmResult raj = AssessFkmRaj(kAcademicLoads, AcademicExample());
  EXPECT_FALSE(raj.infinite);
  EXPECT_NEAR(raj.cycles, 54868, 0.005 * 54868);

  EXPECT_NEAR(AssessFkmRam(ShaftLoads(), Shaft()).cycles, 624.65, 0.005 * 624.65);
  EXPECT_NEAR(AssessFkmRaj(ShaftLoads(), Shaft()).cycles, 1500, 0.005 * 1500);
}

}  // namespace
}  // namespace jounce
