#include "io/signal_function.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "io/model_file.h"
#include "io/text_file.h"

namespace jounce {
namespace {

class SignalFunctionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("jounce_signal_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    std::string text = "time,height,force\ns,mm,kN\n";
    for (int i = 0; i <= 100; ++i) {
      const double t = 0.01 * i;
      text += std::to_string(t) + "," + std::to_string(5 + 20 * t) + "," + std::to_string(t) + "\n";
    }
    WriteTextFile(Path("road.csv"), text);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  std::string ErrorOf(const std::string& signal) {
    WriteTextFile(
        Path("model.yaml"),
        "bodies: {wheel: {mass: 1, inertia: [1, 1, 1]}}\n"
        "motions: {road: {motion: translation, between: [ground, wheel], axis: [0, 0, 1],\n"
        "  signal: " +
            signal + "}}\n");
    try {
      LoadModel(Path("model.yaml"));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
};

// A straight line has a closed form, also through a spline.
TEST_F(SignalFunctionTest, ServesValueRateAndAcceleration) {
  const auto road = MakeSignalFunction(
      {.file = Path("road.csv"), .channel = "height", .subtract_start = true}, quantity::kLength);
  const Jet at = road->At(0.505);
  EXPECT_NEAR(at.value, 0.020 * 0.505, 1e-9);
  EXPECT_NEAR(at.rate, 0.020, 1e-7);
  EXPECT_NEAR(at.acceleration, 0, 1e-4);
}

TEST_F(SignalFunctionTest, AModelNamesItsChannel) {
  EXPECT_EQ(ErrorOf("{file: road.csv, channel: height}"), "");
  const LoadedModel loaded = LoadModel(Path("model.yaml"));
  EXPECT_EQ(loaded.files.size(), 2u) << "the signal is one of the inputs";
  EXPECT_NEAR(loaded.model.motions[0].function.function->At(0).value, 0.005, 1e-12);
}

TEST_F(SignalFunctionTest, MistakesArePlaced) {
  EXPECT_NE(ErrorOf("{file: road.csv, channel: hight}").find("did you mean 'height'?"),
            std::string::npos);
  EXPECT_NE(ErrorOf("{file: road.csv, channel: force}").find("expected one of m"),
            std::string::npos);
  const std::string missing = ErrorOf("{file: rod.csv, channel: height}");
  EXPECT_NE(missing.find("model.yaml:3:11: error"), std::string::npos) << missing;
}

}  // namespace
}  // namespace jounce
