// `jounce fatigue` as users and scripts meet it. Expected numbers are closed forms, or those of the
// reference cases that are named.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/sanitizer.h"
#include "command_test.h"
#include "io/text_file.h"
#include "signals/signal_file.h"

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

// Two loads on two nodes: 200 MPa at 2 kN is 100 MPa at 1 kN; the moment does nothing to node 7.
TEST_F(FatigueCliTest, HistoriesTimesUnitStresses) {
  WriteTextFile(Path("unit.csv"),
                "load,at,node,xx [MPa],yy,zz,xy,yz,zx,x [mm],y,z\n"
                "Fx,2 kN,7,200,0,0,0,0,0,10,20,30\n"
                "Fx,2 kN,9,0,100,0,0,0,0,10,0,30\n"
                "Mz,1 Nm,9,0,0.5,0,0,0,0,10,0,30\n");
  WriteTextFile(
      Path("loads.csv"),
      "time [s],Fx [kN],Mz [Nm],other [mm]\n0,1,0,3\n1,-1,0,3\n2,1,0,3\n3,-1,0,3\n4,1,0,3\n");
  const auto json =
      Json("loads.csv --unit-stress unit.csv --residue repeat -o nodes.csv --page p.html");
  const double expected = 2 / 2e6 * std::pow(100.0 / 125, 7);
  EXPECT_NEAR(json["damage"].get<double>(), expected, 1e-9 * expected);
  EXPECT_EQ(json["hot_spots"][0]["node"], 7);
  EXPECT_EQ(json["hot_spots"][1]["node"], 9);
  EXPECT_NEAR(json["hot_spots"][1]["damage"].get<double>(), expected / std::pow(2, 7),
              1e-9 * expected);
  EXPECT_EQ(json["hot_spots"][0]["loads"].size(), 1u);
  EXPECT_EQ(json["hot_spots"][0]["loads"][0]["name"], "Fx");
  EXPECT_NEAR(json["hot_spots"][0]["loads"][0]["effect"].get<double>(), 1, 1e-12);
  EXPECT_NE(ReadTextFile(Path("nodes.csv")).find("7,,0.01,0.02,0.03,100,"), std::string::npos);
  const auto says = [&](const std::string& arguments, const std::string& text) {
    const Outcome outcome = Run("fatigue " + arguments + " --material steel.yaml --force");
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_NE(outcome.err.find(text), std::string::npos) << arguments << "\n" << outcome.err;
  };
  WriteTextFile(Path("mm.csv"), "time [s],Fx [mm],Mz [Nm]\n0,1,0\n1,-1,0\n");
  says("mm.csv --unit-stress unit.csv", "channel 'Fx' is in mm, its load in kN");
  WriteTextFile(Path("fy.csv"), "time [s],Fy [kN],Mz [Nm]\n0,1,0\n1,-1,0\n");
  says("fy.csv --unit-stress unit.csv", "unit.csv:2");
  says("loads.csv --unit-stress unit.csv -c Fx", "says which channels are its loads");
  says("loads.csv --unit-stress unit.csv --vtk life", "no surface to write fields of");
  says("--cycles loads.csv --unit-stress unit.csv", "from histories, not from cycles");
}

// Stresses of a beam by its section, M / W, and a bushing by the force of its law, both of slow loads
// of known size.
TEST_F(FatigueCliTest, BeamsBySectionsAndBushingsByTheirForce) {
  WriteTextFile(Path("model.yaml"), R"yaml(
gravity: [0, 0, 0]
beams:
  bar:
    along: [[0, 0, 0], [0.5, 0, 0]]
    elements: 4
    section:
      shape: round
      diameter: 0.02
      E: 206e9
      nu: 0.3
      density: 7850
      damping_time: 1e-4
      points: {top: {y: 0, z: 0.01}}
bodies:
  block: {mass: 0.1, inertia: [1e-4, 1e-4, 1e-4]}
joints:
  clamp: {joint: fixed, between: [ground, bar.start]}
  slide: {joint: translational, between: [ground, block], axis: [0, 0, 1]}
connections:
  bushing:
    connection: bushing
    between: [ground, block]
    law: {law: linear, dimension: 6, stiffnesses: [1e6, 1e6, 1e6, 1e3, 1e3, 1e3], dampings: [200, 200, 200, 1, 1, 1]}
loads:
  push: {load: force, on: bar.end, direction: [0, 0, 1], expression: "100*sin(2*pi*t)"}
  pull: {load: force, on: block, direction: [0, 0, 1], expression: "4000*sin(2*pi*t)"}
sensors:
  root: {sensor: section_stress, beam: bar, along: 0, point: top}
  bushing: {sensor: law_force, item: bushing}
solver: {end_time: 4, step: 2e-3}
)yaml");
  ASSERT_EQ(Run("run model.yaml -o run.h5").code, 0);
  const double stress = 50 / (M_PI * std::pow(0.02, 3) / 32) * 1e-6;
  const auto beam = Json("run.h5 -c root.normal --residue repeat");
  EXPECT_EQ(beam["method"], "stress");
  EXPECT_NEAR(beam["largest_amplitude"].get<double>(), stress, 0.02 * stress);
  const double damage = 4 / 2e6 * std::pow(stress / 125, 7);
  EXPECT_NEAR(beam["damage"].get<double>(), damage, 0.15 * damage);
  const auto bushing = Json("run.h5 -c bushing.z --residue repeat");
  EXPECT_EQ(bushing["method"], "force");
  const double pulled = 4e-5 * std::pow(4.0 / 3, 6);
  EXPECT_NEAR(bushing["damage"].get<double>(), pulled, 0.05 * pulled);
}

// A seam of 2 mm: +-100 N/mm and no moment are +-50 MPa; class 90 bears 2e6 cycles of the range 90. A
// nugget pulled sideways is worst where it pulls the sheet, at 0 or 180 degrees.
TEST_F(FatigueCliTest, WeldsByTheirLoads) {
  WriteTextFile(Path("steel.yaml"),
                "weld: {class: 90 MPa, thickness: 2 mm, nugget_diameter: 5 mm}\n");
  WriteTextFile(Path("seam.csv"), "time [s],n [N/mm],m [N]\n0,100,0\n1,-100,0\n2,100,0\n");
  const auto seam = Json("seam.csv --weld seam --residue repeat");
  EXPECT_NEAR(seam["largest_amplitude"].get<double>(), 50, 1e-9);
  EXPECT_NEAR(seam["life_cycles"].get<double>(), 2e6 * std::pow(90.0 / 100, 3), 1);
  WriteTextFile(Path("spot.csv"),
                "time [s],Fx [kN],Fy [kN],Fz [kN],Mx [Nm],My [Nm]\n0,1,0,0,0,0\n1,-1,0,0,0,0\n"
                "2,1,0,0,0,0\n");
  const auto spot = Json("spot.csv --weld spot --residue repeat");
  EXPECT_NEAR(spot["largest_amplitude"].get<double>(), 1000 / (M_PI * 10), 1e-6);
  EXPECT_EQ(spot["place"], "0 deg");
  const Outcome few = Run("fatigue seam.csv --weld spot --material steel.yaml");
  EXPECT_EQ(few.code, 2);
  EXPECT_NE(few.err.find("2 channels for the loads of a weld"), std::string::npos) << few.err;
  WriteTextFile(Path("plain.yaml"), "weld: {class: 90 MPa}\n");
  const Outcome thin = Run("fatigue seam.csv --weld seam --material plain.yaml");
  EXPECT_EQ(thin.code, 2);
  EXPECT_NE(thin.err.find("`thickness`"), std::string::npos) << thin.err;
}

// A rectangle in the spectrum: of one component von Mises is that component; shear counts 3; two equal
// normal stresses in step are that of one, out of step they add.
TEST_F(FatigueCliTest, SpectraOfSeveralComponents) {
  const auto rms = [&](const std::string& heads, const std::string& values) {
    WriteTextFile(Path("psd.csv"),
                  "frequency [Hz]," + heads + "\n1," + values + "\n50," + values + "\n");
    return Json("--psd psd.csv --unit MPa --multiaxial von-mises")["rms"].get<double>();
  };
  const double one = std::sqrt(49 * 4.0);
  EXPECT_NEAR(rms("xx", "4"), one, 1e-9);
  EXPECT_NEAR(rms("xy", "4"), std::sqrt(3) * one, 1e-9);
  EXPECT_NEAR(rms("xx,yy,xx*yy", "4,4,4"), one, 1e-9);
  EXPECT_NEAR(rms("xx,yy,xx*yy", "4,4,-4"), std::sqrt(3) * one, 1e-9);
  WriteTextFile(Path("psd.csv"), "frequency [Hz],xx,yy,xx*yy\n1,4,4,9\n50,4,4,9\n");
  const Outcome impossible =
      Run("fatigue --psd psd.csv --unit MPa --multiaxial von-mises --material steel.yaml");
  EXPECT_EQ(impossible.code, 2);
  EXPECT_NE(impossible.err.find("no process has them"), std::string::npos) << impossible.err;
}

// A bracket under an acceleration: |H|^2 G. 2 MPa/(m/s^2) on 1 (m/s^2)^2/Hz from 1 to 50 Hz is 4
// MPa^2/Hz; a shear of the same amplitude adds 3 times that to von Mises, whatever its phase.
TEST_F(FatigueCliTest, StressesFromAnAcceleration) {
  WriteTextFile(Path("acceleration.csv"), "frequency [Hz],density [(m/s^2)^2/Hz]\n1,1\n50,1\n");
  WriteTextFile(Path("bracket.csv"),
                "frequency [Hz],xx [MPa/(m/s^2)],xx phase [deg],xy [MPa/(m/s^2)],xy phase [deg]\n"
                "0.5,2,0,2,90\n60,2,0,2,90\n");
  const auto json = Json("--psd acceleration.csv --transfer bracket.csv");
  EXPECT_EQ(json["spectra"].size(), 2u);
  EXPECT_NEAR(json["spectra"][0]["rms"].get<double>(), std::sqrt(49 * 4.0), 1e-6);
  const auto mises = Json("--psd acceleration.csv --transfer bracket.csv --multiaxial von-mises");
  EXPECT_NEAR(mises["rms"].get<double>(), std::sqrt(49 * 16.0), 1e-6);
  WriteTextFile(Path("force.csv"), "frequency [Hz],density [N^2/Hz]\n1,1\n50,1\n");
  const Outcome wrong = Run("fatigue --psd force.csv --transfer bracket.csv --material steel.yaml");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("no density of an acceleration"), std::string::npos) << wrong.err;
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
  // For a rig: 1e6 cycles of one amplitude, and two blocks with the damage of the schedule.
  const auto rig = Json(
      "--schedule durability.yaml -c Fz --residue repeat --equivalent-cycles 1e6 --blocks 2 "
      "-o cycles.csv")["channels"][0];
  EXPECT_NEAR(rig["equivalent"]["amplitude"].get<double>(),
              3000 * std::pow((rough + smooth) / 10, 1.0 / 6), 1e-6);
  double blocks = 0;
  for (const auto& block : rig["blocks"]) {
    blocks +=
        block["cycles"].get<double>() / 1e5 * std::pow(block["amplitude"].get<double>() / 3000, 6);
  }
  EXPECT_NEAR(blocks, rough + smooth, 1e-9);
  EXPECT_NE(ReadTextFile(Path("cycles.csv")).find("\"Fz\",N,4000,0,6035"), std::string::npos);
  // Files of the command line are those of events of their names.
  WriteTextFile(Path("names.yaml"),
                "events: {rough: {repetitions: 2}, smooth: {repetitions: 3}}\n");
  const auto named = Json("rough.csv smooth.csv --schedule names.yaml -c Fz --residue repeat");
  EXPECT_NEAR(named["channels"][0]["damage"].get<double>(), 2e-5 * std::pow(4.0 / 3, 6) + 3e-5,
              1e-12);
  WriteHistory("third.csv", "Fz [N]", {1, 2, 1});
  const auto extra =
      Run("fatigue rough.csv smooth.csv third.csv --schedule names.yaml --material steel.yaml");
  EXPECT_EQ(extra.code, 2);
  EXPECT_NE(extra.err.find("third.csv is no event of names.yaml"), std::string::npos) << extra.err;
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

// Nothing moves, or not enough: both lives are endless, and the reason is said.
TEST_F(FatigueCliTest, EndlessLivesAreRemarked) {
  WriteHistory("still.csv", "stress [MPa]", {50, 50, 50, 50});
  const Outcome still = Run("fatigue still.csv --material steel.yaml --json");
  EXPECT_EQ(still.code, 0);
  EXPECT_TRUE(still.Json()["passes"].is_null());
  EXPECT_NE(still.err.find("channel 'stress' is constant"), std::string::npos) << still.err;
  WriteHistory("small.csv", "stress [MPa]", {5, -5, 5, -5});
  const Outcome small = Run("fatigue small.csv --miner original --material steel.yaml --json");
  EXPECT_TRUE(small.Json()["passes"].is_null());
  EXPECT_NE(small.err.find("none that does damage"), std::string::npos) << small.err;
}

// A longer history costs no more memory: 2 channels of 2^15 and of 2^21 samples (held whole they would
// be 32 MB). What the sanitizers keep of freed memory says nothing about that.
TEST_F(FatigueCliTest, MemoryDoesNotGrowWithTheHistory) {
#ifdef JOUNCE_ADDRESS_SANITIZER
  GTEST_SKIP() << "memory under the sanitizers";
#endif
  const auto peak_of = [&](size_t count, const std::string& name) {
    Channel channel;
    channel.unit = "MPa";
    channel.sample_rate = 400;
    for (size_t i = 0; i < count; ++i) {
      const auto t = static_cast<double>(i);
      channel.samples.push_back(100 * std::sin(0.2 * t) * std::sin(0.0123 * t));
    }
    std::vector<Channel> channels = {channel, channel};
    channels[0].name = "a";
    channels[1].name = "b";
    WriteSignals(Path(name), MemorySource(std::move(channels)));
    const std::string file = Path(name), material = Path("steel.yaml");
    const pid_t child = ::fork();
    if (child == 0) {
      ::execl(JOUNCE_PROGRAM, "jounce", "fatigue", file.c_str(), "--material", material.c_str(),
              "-q", nullptr);
      ::_exit(127);
    }
    int status = -1;
    rusage used{};
    ::wait4(child, &status, 0, &used);
    EXPECT_EQ(status, 0);
    return static_cast<double>(used.ru_maxrss) / 1024;  // MB
  };
  const double small = peak_of(size_t{1} << 15, "short.rsp");
  EXPECT_LT(peak_of(size_t{1} << 21, "long.rsp"), small + 4);
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
  says("loads.csv --unit MPa --page p.html", "pages are those of a surface");
  says("loads.csv --unit MPa -o life.h5", "the damage of a surface");
  says("--psd matrix.csv --unit MPa -o c.csv", "no cycles to write");
}

}  // namespace
}  // namespace jounce
