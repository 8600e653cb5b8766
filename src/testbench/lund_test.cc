// The bench and the laws together against published tables: the hydrobushing of [Svensson 2004,
// appendix B, no weighting], whose steady loops are known in closed form (tests/data).
#include <gtest/gtest.h>

#include <fstream>
#include <numbers>
#include <sstream>

#include "laws/make_law.h"
#include "reference_data.h"
#include "testbench/steady.h"

namespace jounce::testbench {
namespace {

TEST(Lund, LoopsOfTheThesisToATenthOfAPerCent) {
  HydrobushingSettings settings;
  settings.d10 = 217.2e3;
  settings.d20 = 1.256e9;
  settings.d30 = 0.3461e15;
  settings.kp = {442.2e3, 23.27e3};
  settings.fy = {88.44, 4.652};
  settings.m = {0.01350, 0.001540};
  settings.kf = {1365.4e3, 1365.4e3};
  settings.tr = {0.002602, 0.0005057};
  const std::unique_ptr<Law> law = MakeLaw(settings);
  Driver driver(*law);
  std::ifstream file(testing::ReferencePath("lund_loops.csv"));
  std::string line;
  std::getline(file, line);
  int compared = 0;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string cell;
    std::getline(cells, cell, ',');
    if (cell != "SI") continue;
    double value[11];
    for (double& v : value) {
      std::getline(cells, cell, ',');
      v = std::stod(cell);
    }
    const double amplitude = value[0] * 1e-3, frequency = value[1];
    const LoopProperties loop =
        DriveToSteadyState(&driver, SineCycle(amplitude, frequency, 1024)).properties;
    const double degree = std::numbers::pi / 180;
    EXPECT_NEAR(loop.peak_stiffness, value[2] * 1e3, 1e-3 * value[2] * 1e3) << line;
    EXPECT_NEAR(loop.peak_loss_angle, value[3] * degree, 1e-3 * value[3] * degree) << line;
    EXPECT_NEAR(loop.harmonic_stiffness(), value[4] * 1e3, 1e-3 * value[4] * 1e3) << line;
    EXPECT_NEAR(loop.harmonic_loss_angle(), value[5] * degree, 1e-3 * value[5] * degree) << line;
    EXPECT_NEAR(loop.energy, value[9] * 1e-3, 1e-3 * value[9] * 1e-3) << line;
    ++compared;
  }
  EXPECT_GE(compared, 60);
}

}  // namespace
}  // namespace jounce::testbench
