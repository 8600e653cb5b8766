// `jounce identify`: what it reads, prints and writes. Its numbers are tested beside the code of
// src/identify.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <numbers>

#include "command_test.h"
#include "io/law_file.h"
#include "laws/make_law.h"
#include "laws/small_motion.h"

namespace jounce {
namespace {

class IdentifyCli : public CommandTest {
 protected:
  // A table of K' and damping coefficient of a spring with a dashpot, N/mm and N s/mm.
  void WriteKelvin(const std::string& name, double stiffness, double damping) {
    std::string text = "amplitude [mm];frequency [Hz];K' [N/mm];c [Ns/mm];temperature [C]\n";
    for (const double f : {1, 2, 5, 10, 20}) {
      text += fmt::format("0.5;{};{};{};23\n0.5;{};{};{};-30\n", f, stiffness, damping, f,
                          2 * stiffness, 3 * damping);
    }
    WriteTextFile(Path(name), text);
  }
};

// Radial and axial tests and static rates: one law of six directions, whose file says what was
// measured. The ratio of dynamic to static stiffness is that of x everywhere but in z.
TEST_F(IdentifyCli, AWholeBushing) {
  WriteKelvin("radial.csv", 300, 0.5);
  WriteKelvin("axial.csv", 50, 0.02);
  const std::string command =
      "identify --law kelvin --fix spring.k3=0 --fix spring.k5=0 --hold-out 0 "
      "--select temperature=23 --direction x=radial.csv --direction z=axial.csv --static "
      "y=600:N/mm --static rx=270:Nm/rad --static ry=30:Nm/rad ";
  const Outcome missing = Run(command + "-o bushing.yaml");
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("nothing is known of rz"), std::string::npos) << missing.err;
  const Outcome outcome = Run(command + "--static rz=30:Nm/rad -o bushing.yaml");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string text = ReadTextFile(Path("bushing.yaml"));
  EXPECT_NE(text.find("x: measured (radial.csv)"), std::string::npos) << text;
  EXPECT_NE(text.find("y: scaled from x"), std::string::npos) << text;
  const std::unique_ptr<Law> law = MakeLaw(LoadLaw(Path("bushing.yaml")));
  ASSERT_EQ(law->dimension(), 6);
  const double omega = 2 * std::numbers::pi * 10, rest[6] = {};
  const Eigen::MatrixXcd stiffness = law->Linearize(omega, rest).StiffnessAt(omega);
  const std::complex<double> radial(300e3, omega * 500), axial(50e3, omega * 20);
  const std::complex<double> expected[] = {radial,        2.0 * radial,  axial,
                                           9e-4 * radial, 1e-4 * radial, 1e-4 * radial};
  for (int i = 0; i < 6; ++i) {
    EXPECT_LT(std::abs(stiffness(i, i) - expected[i]), 5e-3 * std::abs(expected[i])) << i;
  }
}

TEST_F(IdentifyCli, TablesOfSeveralTemperaturesAreTakenApart) {
  WriteKelvin("radial.csv", 300, 0.5);
  const Outcome both = Run("identify radial.csv --law kelvin --hold-out 0");
  EXPECT_EQ(both.code, 2);
  EXPECT_NE(both.err.find("--select temperature="), std::string::npos) << both.err;
  const Outcome cold =
      Run("identify radial.csv --law kelvin --fix spring.k3=0 --fix spring.k5=0 --hold-out 0 "
          "--select temperature=-30 --uncertainty u.yaml --json --quiet");
  ASSERT_EQ(cold.code, 0) << cold.err;
  EXPECT_NEAR(cold.Json()["parameters"]["spring.k1"], 600e3, 600);
  EXPECT_NEAR(cold.Json()["parameters"]["dashpot.c"], 1500, 2);
  EXPECT_EQ(ReadTextFile(Path("u.yaml")).find("# Parameters identified from radial.csv"), 0u);
}

// Moments over angles beside a radial test: the file has the rate of the rotation, not one scaled.
TEST_F(IdentifyCli, TestsOfRotationsAreMoments) {
  WriteKelvin("radial.csv", 300, 0.5);
  std::string text = "amplitude [deg];frequency [Hz];K' [Nm/deg];loss_factor;temperature [C]\n";
  for (const double f : {1, 2, 5, 10, 20}) text += fmt::format("2;{};1.5;{};23\n", f, 0.01 * f);
  WriteTextFile(Path("torsion.csv"), text);
  const std::string command =
      "identify --law kelvin --fix spring.k3=0 --fix spring.k5=0 --hold-out 0 "
      "--select temperature=23 --static y=300:N/mm --static z=300:N/mm --static ry=30:Nm/rad "
      "--static rz=30:Nm/rad --direction ";
  const Outcome outcome = Run(command + "x=radial.csv --direction rx=torsion.csv -o bushing.yaml");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::unique_ptr<Law> law = MakeLaw(LoadLaw(Path("bushing.yaml")));
  const double omega = 2 * std::numbers::pi * 5, rest[6] = {};
  const std::complex<double> torsion = law->Linearize(omega, rest).StiffnessAt(omega)(3, 3);
  EXPECT_NEAR(torsion.real(), 1.5 * 180 / std::numbers::pi, 0.5);
  EXPECT_NEAR(torsion.imag() / torsion.real(), 0.05, 5e-3);
  const Outcome wrong = Run(command + "x=torsion.csv --static rx=30:Nm/rad");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("not those of direction x"), std::string::npos) << wrong.err;
}

// Sweeps of a fractional solid, 1 + s^0.2, with shifts of one decade in 10 K.
TEST_F(IdentifyCli, MasterCurve) {
  std::string text =
      "f;T;E\xB4;E\xB4\xB4\nHz;\xB0"
      "C;MPa;MPa\n";
  for (const double t : {0, 10, 20, 30, 40}) {
    for (double f = 0.1; f < 100; f *= 1.6) {
      const std::complex<double> e =
          1.0 + std::pow(std::complex<double>(0, f * std::pow(10.0, (20 - t) / 10)), 0.2);
      text += fmt::format("{};{};{};{}\n", f, t, e.real(), e.imag());
    }
  }
  WriteTextFile(Path("dma.csv"), text);
  const Outcome outcome = Run("identify dma.csv --master-curve --json --quiet -o law.yaml");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json shifts = outcome.Json()["wlf"];
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(shifts["log_shift"][i], 2 - i, 0.05);
    EXPECT_EQ(shifts["log_vertical_shift"][i], 0);
    EXPECT_LT(shifts["errors"][i], 0.02);
  }
}

}  // namespace
}  // namespace jounce
