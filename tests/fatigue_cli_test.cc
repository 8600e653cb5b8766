// `jounce fatigue` as users and scripts meet it. Expected numbers are closed forms, or those of the
// reference cases that are named.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "command_test.h"
#include "io/text_file.h"

namespace jounce {
namespace {

class FatigueCliTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    WriteTextFile(Path("steel.yaml"), R"(
name: steel
source: round numbers
young_modulus: 206 GPa
tensile_strength: 600 MPa
stress_life: {amplitude: 125 MPa, cycles: 2e6, slope: 7}
strain_life:
  fatigue_strength_coefficient: 948 MPa
  fatigue_strength_exponent: -0.092
  fatigue_ductility_coefficient: 0.26
  fatigue_ductility_exponent: -0.445
cyclic_strength: 1184 MPa
cyclic_exponent: 0.187
force_life: {amplitude: 3 kN, cycles: 1e5, slope: 6}
component:
  group: steel
  roughness: 250 um
  highly_loaded_area: 339.4 mm2
  stress_gradient: 0.13333333333333333 1/mm
  collapse_ratio: 3.5
  failure_probability: 7.2e-5
  load_probability: 0.025
  load_deviation: 10
)");
  }

  // One column of values, ten samples a second.
  void WriteHistory(const std::string& name, const std::string& head,
                    const std::vector<double>& values) const {
    std::string text = "time [s]," + head + "\n";
    for (size_t i = 0; i < values.size(); ++i) {
      text += std::to_string(0.1 * static_cast<double>(i)) + "," + std::to_string(values[i]) + "\n";
    }
    WriteTextFile(Path(name), text);
  }

  nlohmann::json Json(const std::string& arguments, int expected = 0) const {
    const Outcome outcome = Run("fatigue " + arguments + " --material steel.yaml --json");
    EXPECT_EQ(outcome.code, expected) << arguments << "\n" << outcome.err;
    return outcome.Json();
  }
};

// 120 MPa about 80 MPa at R_m = 600 MPa is 138.4615 MPa by Goodman (case ms1), on the line above.
TEST_F(FatigueCliTest, HistoryOfAStress) {
  WriteHistory("loads.csv", "stress", {200, -40, 200, -40, 200});
  const auto json = Json("loads.csv -c stress --unit MPa --mean goodman --residue repeat");
  EXPECT_EQ(json["method"], "stress");
  EXPECT_NEAR(json["cycles"].get<double>(), 2, 1e-12);
  EXPECT_NEAR(json["equivalent_amplitude"].get<double>(), 138.46153846153845, 1e-6);
  const double damage = 2 / 2e6 * std::pow(138.46153846153845 / 125, 7);
  EXPECT_NEAR(json["damage"].get<double>(), damage, 1e-9 * damage);
  EXPECT_NEAR(json["passes"].get<double>(), 1 / damage, 1e-6 / damage);
  EXPECT_EQ(Run("fatigue loads.csv -c stress --unit MPa --material steel.yaml").code, 0);
}

// Haibach 2006, p. 271: 2,167,330 cycles (case mi1).
TEST_F(FatigueCliTest, TableOfCycles) {
  WriteTextFile(Path("table.csv"),
                "amplitude,mean,count\n350,0,10\n300,0,90\n250,0,900\n200,0,9000\n150,0,90000\n"
                "100,0,900000\n");
  const auto json = Json("--cycles table.csv --unit MPa");
  EXPECT_NEAR(json["life_cycles"].get<double>(), 2167333.2230523927, 1);
  EXPECT_EQ(json["miner"], "elementary");
}

// FKM nonlinear, example 2.7.1: 13,935 cycles by P_RAM, 54,868 by P_RAJ.
TEST_F(FatigueCliTest, FkmNonlinear) {
  WriteHistory("loads.csv", "load [MPa]", {100, -200, 100, -250, 200, 0, 200, -200});
  const auto ram = Json("loads.csv --method fkm-ram --factor 1.4");
  EXPECT_NEAR(ram["life_cycles"].get<double>(), 13935, 0.005 * 13935);
  const auto raj = Json("loads.csv --method fkm-raj --factor 1.4");
  EXPECT_NEAR(raj["life_cycles"].get<double>(), 54868, 0.005 * 54868);
}

// The case sl1: a strain amplitude of 0.005 lives 10,127.6 cycles.
TEST_F(FatigueCliTest, MeasuredStrain) {
  WriteHistory("gauge.csv", "gauge [ustrain]", {5000, -5000, 5000, -5000});
  const auto json = Json("gauge.csv --method strain");
  EXPECT_NEAR(json["life_cycles"].get<double>(), 10127.625127427444, 1e-3);
}

// The case sp1 with its own line, N = C S^-k: one cycle at S = C^(1/k).
TEST_F(FatigueCliTest, Spectrum) {
  WriteTextFile(Path("line.yaml"), "stress_life: {amplitude: 1 MPa, cycles: 1.8e19, slope: 6}\n");
  WriteTextFile(Path("psd.csv"),
                "frequency [Hz],density [MPa^2/Hz]\n1,204.08163265306123\n"
                "50,204.08163265306123\n");
  const Outcome outcome = Run("fatigue --psd psd.csv --material line.yaml --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto rates = outcome.Json()["damage_per_second"];
  EXPECT_NEAR(rates["dirlik"].get<double>(), 5.8357069195332614e-05, 1e-12);
  EXPECT_NEAR(rates["tovo-benasciutti-2"].get<double>(), 5.2904467528948675e-05, 1e-12);
}

// Tension and torsion out of phase at a free surface by Findley: 90 MPa (case cp3).
TEST_F(FatigueCliTest, Tensors) {
  std::string text = "time,xx,yy,zz,xy,yz,zx\n";
  for (int i = 0; i <= 720; ++i) {
    const double t = i * M_PI / 180;
    text += std::to_string(0.1 * i) + "," + std::to_string(100 * std::sin(t)) + ",0,0," +
            std::to_string(60 * std::cos(t)) + ",0,0\n";
  }
  WriteTextFile(Path("tensor.csv"), text);
  const auto json = Json("tensor.csv --unit MPa --multiaxial findley --surface --residue repeat");
  EXPECT_NEAR(json["parameter"].get<double>(), 90, 1e-3);
  EXPECT_EQ(json["proportionality"], "not proportional: critical plane");
  const Outcome five =
      Run("fatigue tensor.csv -c xx -c yy --unit MPa --multiaxial findley "
          "--material steel.yaml");
  EXPECT_EQ(five.code, 2);
  EXPECT_NE(five.err.find("six channels, not 2"), std::string::npos) << five.err;
}

// Two roads of a schedule: the damage of each by hand, at 4 and 3 kN on the line of the part.
TEST_F(FatigueCliTest, Schedule) {
  WriteHistory("rough.csv", "Fz [N]", {4000, -4000, 4000});
  WriteHistory("smooth.csv", "Fz [N]", {3000, -3000, 3000});
  WriteTextFile(Path("durability.yaml"),
                "distance: 24140 km\nevents:\n  rough: {file: rough.csv, length: 2 km}\n"
                "  smooth: {file: smooth.csv, length: 1 km}\n");
  const auto json = Json("--schedule durability.yaml -c Fz --residue repeat");
  const auto& channel = json["channels"][0];
  const double rough = 24140.0 / 4 * std::pow(4.0 / 3, 6) / 1e5, smooth = 24140.0 / 2 / 1e5;
  EXPECT_NEAR(channel["damage"].get<double>(), rough + smooth, 1e-9);
  EXPECT_NEAR(channel["events"][0]["share"].get<double>(), rough / (rough + smooth), 1e-9);
  EXPECT_NEAR(channel["distance_km"].get<double>(), 24140 / (rough + smooth), 1e-6);
}

TEST_F(FatigueCliTest, EditedHistoryKeepsItsDamage) {
  std::vector<double> samples;
  for (int i = 0; i < 2000; ++i) samples.push_back(100 * std::sin(0.1 * i) + 5 * std::sin(3.0 * i));
  WriteHistory("loads.csv", "stress [MPa]", samples);
  const auto json = Json("loads.csv --edit rig.csv --keep 0.9 --blocks 4 -o cycles.csv");
  EXPECT_GE(json["edited"][0]["kept_damage"].get<double>(), 0.9);
  EXPECT_LT(json["edited"][0]["reversals"].get<int>(), 200);
  EXPECT_EQ(json["blocks"].size(), 4u);
  EXPECT_EQ(Run("fatigue loads.csv --edit rig.csv --material steel.yaml").code, 2) << "it exists";
}

// Wrong input is named with file, channel and time, and what would be right.
TEST_F(FatigueCliTest, WrongInput) {
  const auto says = [&](const std::string& arguments, const std::string& text) {
    const Outcome outcome = Run("fatigue " + arguments + " --material steel.yaml");
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_NE(outcome.err.find(text), std::string::npos) << arguments << "\n" << outcome.err;
  };
  WriteTextFile(Path("hole.csv"), "time,stress\n0,1\n0.1,nan\n0.2,3\n");
  says("hole.csv --unit MPa", "channel 'stress': sample 2, at 0.1 s, is nan");
  WriteHistory("length.csv", "travel [mm]", {1, 2, 1});
  says("length.csv --method stress", "channel 'travel' is in mm, which is no stress");
  WriteHistory("loads.csv", "stress", {1, 2, 1});
  says("loads.csv", "channel 'stress' has no unit");
  says("loads.csv --unit MPa --mean soderberg", "needs `yield_strength`, which steel.yaml");
  says("loads.csv --unit MPa --method weld", "the material has no `weld`");
  says("loads.csv --unit MPa --mean goodmann", "did you mean 'goodman'");
  WriteTextFile(Path("matrix.csv"), "0,1,2\n3,4,5\n");
  says("--cycles matrix.csv --unit MPa", "a matrix without its bins");
  says("", "nothing to assess");
}

}  // namespace
}  // namespace jounce
