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

// All twelve numbers of examples/suv/correlate.yaml are others in the vehicle that was measured.
TEST_F(SensitivityCommand, CorrelateFindsTwelveNumbersOfTheSuv) {
  const std::string example = JOUNCE_SOURCE_DIR "/examples/suv/";
  std::string plan = ReadTextFile(example + "correlate.yaml");
  plan.replace(plan.find("model: suv.yaml"), 15, "model: '" + example + "suv.yaml'");
  WriteTextFile(Path("plan.yaml"), plan);
  const std::vector<std::pair<std::string, double>> truth = {
      {"front right coil", 50e3}, {"front left coil", 44e3},  {"rear coils", 21.5e3},
      {"roll spring", 52e3},      {"body mass", 1290},        {"axle mass", 112},
      {"powertrain", 330},        {"front right load", 7300}, {"front left load", 6900},
      {"rear loads", 3300}};
  const double knuckles = 1.08, arms = 0.85;  // two pairs, as factors
  std::string set = "--set input=posts --set wheels=on";
  for (const std::string one :
       {"fr_z=0.01*sin(9*t)*sin(9*t)", "fl_z=0.008*sin(7*t)*sin(7*t)",
        "rr_z=0.009*sin(11*t)*sin(11*t)", "rl_z=0.01*sin(13*t)*sin(13*t)",
        "front_right/coil_rate=50 N/mm", "front_left/coil_rate=44 N/mm", "rear/coil_rate=21.5 N/mm",
        "rear/roll_spring=52000 N m/rad", "chassis/bodies.body.mass=1290 kg",
        "rear/bodies.r_axle.mass=112 kg", "drive/bodies.powertrain.mass=330 kg",
        "front_right/coil_force=7300 N", "front_left/coil_force=6900 N", "rear/coil_force=3300 N",
        "front_right/bodies.f_knuckle.mass=25.92 kg", "front_left/bodies.f_knuckle.mass=25.92 kg",
        "front_right/bushings.f_lca.kt_torsional=76.5 N m/rad",
        "front_left/bushings.f_lca.kt_torsional=76.5 N m/rad"}) {
    set += " --set '" + one + "'";
  }
  const Outcome run =
      Run("run '" + example + "suv.yaml' " + set + " --equilibrium --end-time 1 -o measured.csv");
  ASSERT_EQ(run.code, 0) << run.err;
  const Outcome found = Run("correlate plan.yaml --json");
  ASSERT_EQ(found.code, 0) << found.err;
  const auto json = found.Json();
  for (const auto& [name, value] : truth) {
    EXPECT_NEAR(json["parameters"][name]["value"].get<double>(), value, 0.01 * value) << name;
  }
  EXPECT_NEAR(json["parameters"]["knuckles"]["value"].get<double>(), knuckles, 0.01 * knuckles);
  EXPECT_NEAR(json["parameters"]["lower arms"]["value"].get<double>(), arms, 0.01 * arms);
  int held_out = 0;
  for (const auto& item : json["items"]) {
    if (!item["held_out"].get<bool>()) continue;
    ++held_out;
    EXPECT_LT(item["rms_left"]["after"].get<double>(),
              0.1 * item["rms_left"]["before"].get<double>());
  }
  EXPECT_EQ(held_out, 1);
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
