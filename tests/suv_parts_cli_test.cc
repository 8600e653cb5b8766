// The compact SUV of the examples with flexible parts in its rear suspension and with other laws in
// its bushings: the same masses and rates, so nearly the same low modes; the parts themselves against
// closed forms and the thesis.
//
// [Wood 2003] J. C. Wood, thesis on the virtual durability test of a sport utility vehicle, 2003.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "command_test.h"

namespace jounce {
namespace {

class SuvPartsCli : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    std::filesystem::copy(std::filesystem::path(JOUNCE_SOURCE_DIR) / "examples/suv", folder_,
                          std::filesystem::copy_options::recursive);
  }

  nlohmann::json Reduce(const std::string& part, const std::string& interfaces) const {
    const Outcome outcome = Run("reduce flexible/" + part + ".bdf --units mm-t-s -i " + interfaces +
                                " -o flexible/" + part + ".h5 --force --json");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.Json();
  }
  void ReduceAll() const {
    Reduce("r3_uca", "right=1,left=2,ball=3");
    Reduce("r_lca_right", "front=1,rear=2");
    Reduce("r_lca_left", "front=1,rear=2");
    Reduce("r_bar", "left=1,right=2");
  }

  std::vector<double> Frequencies(const std::string& sets, int count) const {
    const Outcome outcome = Run("modes suv.yaml --set detail=thesis --undamped --json -n " +
                                std::to_string(count) + " " + sets);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::vector<double> frequencies;
    const nlohmann::json json = outcome.Json();
    for (const auto& mode : json["modes"]) frequencies.push_back(mode["frequency"]);
    return frequencies;
  }
};

// A free steel tube of 45 mm and 3.08 kg on 527 mm: 22.3733/(2 pi L^2) sqrt(E I/(rho A)) by Euler and
// Bernoulli, of which shear and rotary inertia of so short a tube take some per cent.
TEST_F(SuvPartsCli, TheLowerArmBendsAsATube) {
  const nlohmann::json part = Reduce("r_lca_right", "front=1,rear=2");
  EXPECT_NEAR(part["mass"].get<double>(), 0.7 * 4.4, 1e-4);
  const double length = std::hypot(0.523, 0.060, 0.019), inner = 2 * 0.0164062;
  const double inertia = M_PI / 64 * (std::pow(0.045, 4) - std::pow(inner, 4));
  const double euler =
      22.3733 / (2 * M_PI * length * length) * std::sqrt(208e9 * inertia / (0.7 * 4.4 / length));
  const double found = part["frequencies"][0];
  EXPECT_LT(found, euler);
  EXPECT_NEAR(found, euler, 0.05 * euler);
}

// Table 5.3 of the thesis has 470 and 484 Hz for its upper arm, a stamping of another shape; a tubular
// arm of the sheet's mass is near. Mass and centre are the sheet's.
TEST_F(SuvPartsCli, TheUpperArmIsLikeThatOfTheThesis) {
  const nlohmann::json part = Reduce("r3_uca", "right=1,left=2,ball=3");
  EXPECT_NEAR(part["mass"].get<double>(), 5.2, 1e-3);
  EXPECT_NEAR(part["centre"][0].get<double>(), 2.335, 1e-3);
  EXPECT_NEAR(part["frequencies"][0].get<double>(), 470.08, 0.05 * 470);
  EXPECT_NEAR(part["frequencies"][1].get<double>(), 484.29, 0.05 * 484);
}

// Mass is that of the rigid parts. Parts that bend above 300 Hz change the low modes little: those of
// roll and side shake most, for bar and arms give way where the rigid ones were tied to each other.
// A bar of beams and one of finite elements are the same tube by two ways.
TEST_F(SuvPartsCli, FlexiblePartsKeepMassesAndLowModes) {
  ReduceAll();
  const std::vector<double> rigid = Frequencies("", 16);
  ASSERT_EQ(rigid.size(), 16u);
  for (const char* sets :
       {"--set rear_parts=upper_arm", "--set rear_parts=flexible", "--set rear_bar=beams",
        "--set rear_bar=flexible", "--set rear_parts=flexible --set rear_bar=beams",
        "--set front_bar=beams"}) {
    const Outcome check = Run(std::string("static suv.yaml --set detail=thesis --json ") + sets);
    ASSERT_EQ(check.code, 0) << check.err;
    double weight = 0;
    const nlohmann::json json = check.Json();
    for (const char* wheel : {"fl", "fr", "rl", "rr"}) {
      weight += json["sensors"]["wheel_" + std::string(wheel) + "/load.z"].get<double>();
    }
    EXPECT_NEAR(weight, 1726.1 * 9.81, 0.02) << sets;
    const std::vector<double> modes = Frequencies(sets, 16);
    ASSERT_EQ(modes.size(), 16u);
    for (size_t i = 0; i < 15; ++i) EXPECT_NEAR(modes[i], rigid[i], 0.03 * rigid[i]) << sets << i;
    EXPECT_LT(modes[2], rigid[2]) << sets;
  }
  const std::vector<double> beams = Frequencies("--set rear_bar=beams", 16);
  const std::vector<double> elements = Frequencies("--set rear_bar=flexible", 16);
  for (size_t i = 0; i < 16; ++i) EXPECT_NEAR(beams[i], elements[i], 1e-4 * elements[i]) << i;
  // Flexible parts belong to the detail that splits the arms.
  EXPECT_EQ(Run("check suv.yaml --set rear_parts=flexible").code, 2);
}

// Tables begin with the sheet's rates: where bushings give way by less than half a millimetre the
// modes are those of the linear ones. The identified law at rest has 0.665 of its dynamic rate.
TEST_F(SuvPartsCli, BushingsByTablesAndByIdentifiedLaws) {
  const std::vector<double> linear = Frequencies("", 12);
  const std::vector<double> tables = Frequencies("--set bushings=tables", 12);
  ASSERT_EQ(linear.size(), tables.size());
  for (size_t i = 0; i < linear.size(); ++i) EXPECT_NEAR(tables[i], linear[i], 0.02 * linear[i]);
  const Outcome outcome =
      Run("run suv.yaml --set detail=thesis --set bushings=identified --equilibrium --end-time 0.1 "
          "--json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Outcome rest = Run("static suv.yaml --set detail=thesis --set bushings=identified --json");
  ASSERT_EQ(rest.code, 0) << rest.err;
  EXPECT_EQ(rest.err, "");  // no parameter is left over
  double weight = 0;
  const nlohmann::json json = rest.Json();
  for (const char* wheel : {"fl", "fr", "rl", "rr"}) {
    weight += json["sensors"]["wheel_" + std::string(wheel) + "/load.z"].get<double>();
  }
  EXPECT_NEAR(weight, 1726.1 * 9.81, 0.02);
}

// The shapes in a file for other programs.
TEST_F(SuvPartsCli, ShapesOfModesInHdf5) {
  const Outcome outcome = Run("modes suv.yaml --undamped -n 4 -o modes.h5");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("modes: modes.h5"), std::string::npos);
  EXPECT_EQ(Run("modes suv.yaml --undamped -n 4 -o modes.h5").code, 2) << "exists";
  EXPECT_EQ(Run("modes suv.yaml --undamped -n 4 -o modes.h5 --force").code, 0);
}

}  // namespace
}  // namespace jounce
