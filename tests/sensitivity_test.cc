// Derivatives of the runs of whole examples by their parameters, against central differences of
// whole runs that are solved to the last digits.
#include "solve/sensitivity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "io/varied_model.h"

namespace jounce {
namespace {

struct Case {
  std::string file;
  Assignments assignments;
  std::vector<std::string> parameters, channels;
  double end_time = 0;
};

std::string Example(const std::string& name) {
  return std::string(JOUNCE_SOURCE_DIR) + "/examples/" + name;
}

auto Preparing(const Case& c, bool to_the_last_digits) {
  return [&c, to_the_last_digits](Model* model) {
    model->solver.end_time = c.end_time;
    model->channels.list.clear();
    for (const std::string& name : c.channels) {
      ChannelChoice choice;
      choice.name = name;
      model->channels.list.push_back(choice);
    }
    if (!to_the_last_digits) return;
    model->solver.matrix = MatrixMode::kNewton;
    model->solver.tolerance = 1e-13;
    model->solver.verify = true;
  };
}

std::vector<double> ValuesOf(const VariedModel& varied) {
  std::vector<double> values;
  for (const VariedParameter& parameter : varied.parameters()) values.push_back(parameter.value);
  return values;
}

Recording RunOf(const Model& model) {
  Recording recording;
  Simulation simulation(model);
  EXPECT_TRUE(simulation.Run(&recording, nullptr, true).ok);
  return recording;
}

// The largest error of any channel by any parameter, as a part of the largest slope there.
double WorstError(const Case& c, double part) {
  const VariedModel varied(c.file, c.assignments, "", c.parameters);
  const auto prepare = Preparing(c, true);
  const std::vector<double> values = ValuesOf(varied);
  Model model = varied.loaded().model;
  prepare(&model);
  SensitivityRecording found;
  const RunStatus status =
      RunWithSensitivities(model, varied.Variations(values, prepare), true, &found);
  EXPECT_TRUE(status.ok) << status.reason;
  const size_t channels = found.run.channels.size();
  double worst = 0;
  size_t compared = 0;
  for (size_t k = 0; k < values.size(); ++k) {
    // By Richardson: of fourth order in the part.
    const auto difference = [&](double moved_by) {
      Recording sides[2];
      for (int side = 0; side < 2; ++side) {
        std::vector<double> moved = values;
        moved[k] *= side == 0 ? 1 + moved_by : 1 - moved_by;
        Model other = varied.At(moved).model;
        prepare(&other);
        sides[side] = RunOf(other);
      }
      for (size_t i = 0; i < sides[0].values.size(); ++i) {
        sides[0].values[i] = (sides[0].values[i] - sides[1].values[i]) / (2 * moved_by * values[k]);
      }
      return sides[0].values;
    };
    const std::vector<double> wide = difference(2 * part), narrow = difference(part);
    for (size_t i = 0; i < channels; ++i) {
      double largest = 0, error = 0, size = 0;
      for (size_t at = i; at < wide.size(); at += channels) {
        const double expected = (4 * narrow[at] - wide[at]) / 3;
        largest = std::max(largest, std::abs(expected));
        error = std::max(error, std::abs(found.slopes[k][at] - expected));
        size = std::max(size, std::abs(found.run.values[at]));
      }
      // What hardly does anything is drowned in the digits of the equilibria of those runs.
      if (largest * std::abs(values[k]) < 1e-3 * size) continue;
      ++compared;
      if (error > 1e-6 * largest) {
        std::printf("%s by %s: %g of %g\n", found.run.channels[i].name.c_str(),
                    c.parameters[k].c_str(), error / largest, largest);
      }
      worst = std::max(worst, error / largest);
    }
  }
  EXPECT_GE(compared, values.size());
  return worst;
}

// With friction in its rubber, over half a second. The differences are by less than what moves a
// turn of a slider into another step, which changes more than a slope says.
TEST(SensitivityOfExamples, QuarterCar) {
  Case c{Example("quarter_car/quarter_car.yaml"),
         {},
         {"coil"},
         {"chassis_acceleration.z", "wheel_travel.z", "coil_force", "lower_rear.y"},
         0.5};
  EXPECT_LT(WorstError(c, 5e-5), 2e-6);
  c.parameters = {"tyre"};
  EXPECT_LT(WorstError(c, 5e-6), 5e-6);
}

Case Suv() {
  return {Example("suv/suv.yaml"),
          {{"input", "posts"},
           {"wheels", "on"},
           {"payload", "hrl"},
           {"fr_z", "0.004*sin(12*t)*sin(12*t)"},
           {"rl_z", "0.003*sin(31*t)*sin(31*t)"}},
          {"front_right/coil_rate",
           "front_left/coil_rate",
           "rear/coil_rate",
           "rear/roll_spring",
           "drive/damping_time",
           "drive/yoke_rate",
           "load",
           "chassis/bodies.body.mass",
           "rear/bodies.r_axle.mass",
           "front_*/bodies.f_knuckle.mass",
           "front_right/coil_force",
           "rear/coil_force",
           "front_*/bushings.f_lca.k_radial1",
           "front_*/bushings.f_lca.k_axial",
           "front_*/bushings.f_uca.k_radial1",
           "front_*/bushings.f_uca.kt_torsional",
           "front_right/bushings.f_lca.kt_torsional",
           "front_right/f_lca_front.z",
           "front_right/f_lca_rear.y",
           "drive/shaft_torsion"},
          {"wheel_fr/load.z", "wheel_rl/load.z", "front_right/coil", "rear/right coil"},
          0.3};
}

TEST(SensitivityOfExamples, SuvByTwentyParameters) {
  const Case c = Suv();
  ASSERT_EQ(c.parameters.size(), 20u);
  EXPECT_LT(WorstError(c, 2e-4), 2e-5);
}

}  // namespace
}  // namespace jounce
