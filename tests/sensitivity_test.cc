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
  // Runs begin with what their equilibria leave of the residual, 1e-9 of the weight: that moves with the
  // parameter and shakes the first outputs, which are not compared.
  size_t first_output = 0;
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

Recording RecordedRun(const Model& model) {
  Recording recording;
  Simulation simulation(model);
  EXPECT_TRUE(simulation.Run(&recording, nullptr, true).ok);
  return recording;
}

// Central differences of whole runs by one parameter that is moved by this part of itself.
std::vector<double> Difference(const VariedModel& varied, const Case& c, size_t parameter,
                               double part) {
  const auto prepare = Preparing(c, true);
  const std::vector<double> values = ValuesOf(varied);
  Recording sides[2];
  for (int side = 0; side < 2; ++side) {
    std::vector<double> moved = values;
    moved[parameter] *= side == 0 ? 1 + part : 1 - part;
    Model other = varied.At(moved).model;
    prepare(&other);
    sides[side] = RecordedRun(other);
  }
  for (size_t i = 0; i < sides[0].values.size(); ++i) {
    sides[0].values[i] = (sides[0].values[i] - sides[1].values[i]) / (2 * part * values[parameter]);
  }
  return sides[0].values;
}

struct Compared {
  double largest = 0, error = 0, size = 0;
};

// A channel by a parameter: its largest slope, and the largest error of one.
Compared CompareChannel(const SensitivityRecording& found, size_t parameter, size_t channel,
                        size_t first_output, const std::vector<double>& expected) {
  Compared result;
  const size_t channels = found.run.channels.size();
  for (size_t at = first_output * channels + channel; at < expected.size(); at += channels) {
    result.largest = std::max(result.largest, std::abs(expected[at]));
    result.error = std::max(result.error, std::abs(found.slopes[parameter][at] - expected[at]));
    result.size = std::max(result.size, std::abs(found.run.values[at]));
  }
  return result;
}

// The largest error of any channel by any parameter, as a part of the largest slope there. Small parts
// drown in the digits of the equilibria where those runs begin (1e-10 of the forces), large ones reach
// a knee of a law or a turn of a slider in another step: each channel is judged by the part that suits
// it, the first that comes up to `good`, and a wrong slope agrees with none.
double WorstError(const Case& c, const std::vector<double>& parts, double good) {
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
    std::vector<double> errors(channels, HUGE_VAL);
    std::vector<bool> counts(channels);
    const auto is_good = [&] {
      for (size_t i = 0; i < channels; ++i) {
        if (errors[i] > good && (counts[i] || errors[i] == HUGE_VAL)) return false;
      }
      return true;
    };
    for (size_t p = 0; p < parts.size() && !is_good(); ++p) {
      const double part = parts[p];
      // By Richardson: of fourth order in the part.
      const std::vector<double> wide = Difference(varied, c, k, 2 * part);
      std::vector<double> expected = Difference(varied, c, k, part);
      for (size_t i = 0; i < wide.size(); ++i) expected[i] = (4 * expected[i] - wide[i]) / 3;
      for (size_t i = 0; i < channels; ++i) {
        const Compared one = CompareChannel(found, k, i, c.first_output, expected);
        // What hardly does anything is all drowned.
        counts[i] = one.largest * std::abs(values[k]) >= 3e-3 * one.size;
        errors[i] = std::min(errors[i], one.error / one.largest);
      }
    }
    for (size_t i = 0; i < channels; ++i) {
      if (!counts[i]) continue;
      ++compared;
      worst = std::max(worst, errors[i]);
      if (errors[i] <= good) continue;
      std::printf("%s by %s: %g\n", found.run.channels[i].name.c_str(), c.parameters[k].c_str(),
                  errors[i]);
    }
  }
  EXPECT_GE(compared, values.size());
  std::printf("worst of %zu: %g\n", compared, worst);
  return worst;
}

constexpr double kGood = 1e-6;

// With friction in its rubber, until a slider turns in another step where a parameter is moved by less
// than what digits allow: that changes more than a slope says.
TEST(SensitivityOfExamples, QuarterCar) {
  Case c{Example("quarter_car/quarter_car.yaml"),
         {},
         {"coil"},
         {"chassis_acceleration.z", "wheel_travel.z", "coil_force", "lower_rear.y"},
         0.38,
         8};
  EXPECT_LT(WorstError(c, {2e-4, 1e-3, 5e-4, 5e-5}, kGood), kGood);
  c.parameters = {"tyre"};
  EXPECT_LT(WorstError(c, {2e-4, 1e-3, 5e-4, 5e-5}, kGood), kGood);
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
  EXPECT_LT(WorstError(c, {6e-4, 2e-4, 2e-3}, kGood), kGood);
}

}  // namespace
}  // namespace jounce
