// Derivatives of runs by parameters, and parameters from measurements, as users meet them.
#include <cmath>

#include "command_test.h"

namespace jounce {
namespace {

class SensitivityCommand : public CommandTest {
 protected:
  void Copy(const std::string& example) {
    std::filesystem::copy(std::filesystem::path(JOUNCE_SOURCE_DIR) / "examples" / example, folder_,
                          std::filesystem::copy_options::recursive);
  }

  // The derivative of a channel by the logarithm of a parameter, by the difference of two
  // equilibria.
  double StaticDifference(const std::string& model, const std::string& channel,
                          const std::string& more, const std::string& less, double part) {
    const auto value = [&](const std::string& set) {
      const auto json = Run("static " + model + " --set " + set + " --json").Json();
      return json["sensors"].value(channel, std::nan(""));
    };
    return (value(more) - value(less)) / (2 * part);
  }
};

TEST_F(SensitivityCommand, OfTheQuarterCarAtRestAreDifferences) {
  Copy("quarter_car");
  const Outcome found =
      Run("sensitivity quarter_car.yaml -P coil,tyre -c wheel_travel.z,coil_force --static --json");
  ASSERT_EQ(found.code, 0) << found.err;
  const double slope = found.Json()["channels"]["wheel_travel.z"]["by_logarithm"]["coil"];
  const double expected = StaticDifference("quarter_car.yaml", "wheel_travel.z",
                                           "coil='60.06 N/mm'", "coil='59.94 N/mm'", 1e-3);
  EXPECT_NEAR(slope, expected, 2e-6 * std::abs(expected));
}

TEST_F(SensitivityCommand, OfModesAreDifferences) {
  Copy("quarter_car");
  const std::string what = " --undamped -n 2 --json";
  const auto found = Run("sensitivity quarter_car.yaml -P coil --modes" + what).Json();
  const auto frequency = [&](const std::string& coil) {
    const auto modes = Run("modes quarter_car.yaml --set coil='" + coil + " N/mm'" + what).Json();
    return modes["modes"][0]["frequency"].get<double>();
  };
  const double expected = (frequency("60.06") - frequency("59.94")) / 2e-3;
  const double slope = found["modes"][0]["by_logarithm"]["coil"]["frequency"];
  EXPECT_NEAR(slope, expected, 1e-5 * expected);
  EXPECT_EQ(found["parameters"]["coil"]["unit"], "N/m");
  EXPECT_EQ(Run("sensitivity quarter_car.yaml -P coil --modes --static").code, 2);
}

TEST_F(SensitivityCommand, OfARunGoToAFile) {
  Copy("quarter_car");
  const Outcome found =
      Run("sensitivity quarter_car.yaml -P coil,tyre -c damper_force --equilibrium --end-time 0.3 "
          "-o s.csv");
  ASSERT_EQ(found.code, 0) << found.err;
  const std::string text = ReadTextFile(Path("s.csv"));
  EXPECT_NE(text.find("damper_force by coil"), std::string::npos);
  EXPECT_NE(text.find("damper_force by tyre"), std::string::npos);
  EXPECT_EQ(Run("sensitivity quarter_car.yaml -P coil -o s.csv").code, 2);  // exists
}

TEST_F(SensitivityCommand, AWrongNameIsSaid) {
  Copy("quarter_car");
  const Outcome found = Run("sensitivity quarter_car.yaml -P coyl");
  EXPECT_EQ(found.code, 2);
  EXPECT_NE(found.err.find("did you mean 'coil'"), std::string::npos) << found.err;
}

// A quarter car with another spring and tyre is the measurement.
TEST_F(SensitivityCommand, CorrelateFindsTheOtherCar) {
  Copy("quarter_car");
  const std::string run = "run quarter_car.yaml --equilibrium --end-time 1 -o m.csv";
  ASSERT_EQ(Run(run + " --set coil='66 N/mm' --set tyre='200 N/mm'").code, 0);
  WriteTextFile(Path("plan.yaml"), R"yaml(
model: quarter_car.yaml
find: {coil: {}, tyre: {prior: 0.3}}
events:
  road:
    measured: m.csv
    channels: {coil_force: {}, chassis_acceleration.z: {}, wheel_travel.z: {held_out: true}}
)yaml");
  const Outcome found = Run("correlate plan.yaml -o found.yaml --page fit.html --json");
  ASSERT_EQ(found.code, 0) << found.err;
  const auto json = found.Json();
  EXPECT_NEAR(json["parameters"]["coil"]["value"].get<double>(), 66e3, 66);
  EXPECT_NEAR(json["parameters"]["tyre"]["value"].get<double>(), 200e3, 200);
  const auto& held_out = json["items"][2];
  EXPECT_TRUE(held_out["held_out"].get<bool>());
  EXPECT_LT(held_out["rms_left"]["after"].get<double>(),
            1e-2 * held_out["rms_left"]["before"].get<double>());
  EXPECT_TRUE(std::filesystem::exists(Path("fit.html")));
  EXPECT_NE(ReadTextFile(Path("found.yaml")).find("determined: true"), std::string::npos);
}

TEST_F(SensitivityCommand, AWrongPlanIsSaid) {
  WriteTextFile(Path("plan.yaml"), "model: none.yaml\nfind: {a: {lower: 2}}\nevents: {e: {}}\n");
  const Outcome found = Run("correlate plan.yaml");
  EXPECT_EQ(found.code, 2);
  EXPECT_NE(found.err.find("not between the bounds"), std::string::npos) << found.err;
  EXPECT_NE(found.err.find("nothing was measured"), std::string::npos) << found.err;
}

}  // namespace
}  // namespace jounce
