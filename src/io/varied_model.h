// A model file as a function of some of its parameters: each a number that `--set` knows
// ("front_left/coil_rate", "lca.z"), or several of them by a pattern ("front_*/coil_rate"), which are
// scaled together by one factor.
#ifndef JOUNCE_IO_VARIED_MODEL_H_
#define JOUNCE_IO_VARIED_MODEL_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/model_file.h"
#include "io/model_memory.h"
#include "solve/sensitivity.h"

namespace jounce {

struct VariedParameter {
  std::string name;  // as it was asked for
  std::string unit;  // "" for a plain number and a factor
  double value = 0;  // in the model as it stands: SI, plain, or 1 for a factor
  // What `--set` has to change, with the values there: what stands for `value`.
  struct Target {
    std::string name, unit;
    double value = 0;
  };
  std::vector<Target> targets;
};

class VariedModel {
 public:
  // Reads the model (LoadModel). `wanted` are names and patterns, whose `*` stands for any text.
  // Throws InputError, also for what is no number of this model.
  VariedModel(std::string path, Assignments assignments, std::string case_name,
              const std::vector<std::string>& wanted);

  const LoadedModel& loaded() const { return loaded_; }
  const std::vector<VariedParameter>& parameters() const { return parameters_; }

  // The assignments that give the parameters these values.
  Assignments With(const std::vector<double>& values) const;
  // The model with them.
  LoadedModel At(const std::vector<double>& values) const;
  // For each parameter the models a little above and below these values. `prepare` is applied to
  // all of them, as to the one that is run.
  template <class Prepare>
  std::vector<ModelVariation> Variations(const std::vector<double>& values,
                                         const Prepare& prepare) const {
    std::vector<ModelVariation> variations;
    for (size_t k = 0; k < values.size(); ++k) {
      ModelVariation variation{parameters_[k].name, StepOf(values[k]), {}, {}};
      for (const bool more : {true, false}) {
        std::vector<double> moved = values;
        moved[k] += more ? variation.step : -variation.step;
        Model& model = more ? variation.plus : variation.minus;
        model = At(moved).model;
        prepare(&model);
      }
      variations.push_back(std::move(variation));
    }
    return variations;
  }

 private:
  // Small enough for differences of second order to be exact to nine digits, large enough for
  // rounding to leave as many.
  static double StepOf(double value) {
    return value == 0 ? 1e-6 : 1e-5 * (value < 0 ? -value : value);
  }
  VariedParameter Find(const std::string& wanted) const;

  std::string path_, case_name_;
  Assignments assignments_;
  std::shared_ptr<ModelMemory> memory_ = std::make_shared<ModelMemory>();
  LoadedModel loaded_;
  std::vector<VariedParameter> parameters_;
};

}  // namespace jounce

#endif  // JOUNCE_IO_VARIED_MODEL_H_
