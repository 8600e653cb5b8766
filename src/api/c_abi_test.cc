#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "api/oscillator_for_test.h"
#include "jounce/jounce.h"
#include "jounce/jounce_c.h"

namespace jounce::api {
namespace {

using testing::ExactHeight;
using testing::Folder;
using testing::kOscillator;

TEST(CAbi, FollowsTheClosedForm) {
  const Folder folder;
  const std::string path = folder.Write("oscillator.yaml", kOscillator);
  const char* settings[] = {"stiffness=400 N/m"};
  jounce_simulation* simulation = jounce_create(path.c_str(), settings, 1, 0);
  ASSERT_NE(simulation, nullptr) << jounce_last_error();
  for (int i = 1; i <= 50; ++i) {
    ASSERT_EQ(jounce_advance_to(simulation, 0.01 * i), JOUNCE_DONE);
    double height = 0;
    ASSERT_EQ(jounce_output(simulation, "mass.z", &height), JOUNCE_DONE);
    ASSERT_NEAR(height, ExactHeight(0.01 * i, 400), 1e-4);
  }
  EXPECT_NEAR(jounce_time(simulation), 0.5, 1e-9);
  ASSERT_EQ(jounce_output_count(simulation), 3);
  EXPECT_STREQ(jounce_output_name(simulation, 2), "mass.z");
  EXPECT_STREQ(jounce_output_unit(simulation, 2), "m");
  EXPECT_EQ(jounce_output_name(simulation, 3), nullptr);
  double all[3], one = 0;
  EXPECT_EQ(jounce_outputs(simulation, all, 3), JOUNCE_DONE);
  jounce_output(simulation, "mass.z", &one);
  EXPECT_EQ(all[2], one);
  EXPECT_EQ(jounce_outputs(simulation, all, 2), JOUNCE_INPUT_WRONG);
  EXPECT_EQ(jounce_warning_count(simulation), 0);
  EXPECT_EQ(jounce_warning(simulation, 0), nullptr);
  jounce_destroy(simulation);
  jounce_destroy(nullptr);
}

TEST(CAbi, StartsInEquilibrium) {
  const Folder folder;
  const std::string path = folder.Write("oscillator.yaml", kOscillator);
  jounce_simulation* simulation = jounce_create(path.c_str(), nullptr, 0, JOUNCE_FROM_EQUILIBRIUM);
  ASSERT_NE(simulation, nullptr) << jounce_last_error();
  double height = 0;
  EXPECT_EQ(jounce_output(simulation, "mass.z", &height), JOUNCE_DONE);
  EXPECT_NEAR(height, -1 - 2 * 9.81 / 100, 1e-9);
  jounce_destroy(simulation);
}

TEST(CAbi, SaysWhatWentWrong) {
  EXPECT_EQ(jounce_create("/nowhere/car.yaml", nullptr, 0, 0), nullptr);
  EXPECT_NE(std::strstr(jounce_last_error(), "/nowhere/car.yaml"), nullptr);
  const Folder folder;
  const std::string path = folder.Write("oscillator.yaml", kOscillator);
  const char* settings[] = {"no setting"};
  EXPECT_EQ(jounce_create(path.c_str(), settings, 1, 0), nullptr);
  EXPECT_STREQ(jounce_last_error(), "'no setting' is not name=value");
  EXPECT_EQ(jounce_create(path.c_str(), nullptr, 0, 64), nullptr);

  jounce_simulation* simulation = jounce_create(path.c_str(), nullptr, 0, 0);
  ASSERT_NE(simulation, nullptr);
  double value = 7;
  EXPECT_EQ(jounce_output(simulation, "mass.w", &value), JOUNCE_INPUT_WRONG);
  EXPECT_EQ(value, 7);
  EXPECT_NE(std::strstr(jounce_last_error(), "did you mean"), nullptr);
  EXPECT_EQ(jounce_advance_to(simulation, -1), JOUNCE_INPUT_WRONG);
  // Each thread has its own last error.
  std::thread([] { EXPECT_STREQ(jounce_last_error(), ""); }).join();
  jounce_destroy(simulation);
}

TEST(CAbi, HasVersions) {
  EXPECT_EQ(jounce_abi_version(), JOUNCE_ABI_VERSION);
  EXPECT_STREQ(jounce_version(), Version());
}

}  // namespace
}  // namespace jounce::api
