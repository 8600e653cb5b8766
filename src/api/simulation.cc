#include "jounce/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

#include "api/guard.h"
#include "api/model_impl.h"
#include "base/names.h"
#include "io/result_file_sink.h"
#include "solve/simulation.h"

namespace jounce::api {
namespace {

// Times that differ by less than this part of a step are one.
constexpr double kRounding = 1e-6;

}  // namespace

struct Simulation::Impl {
  explicit Impl(const jounce::Model& model) : engine(model), step(model.solver.step) {
    for (const ProbeChannel& channel : engine.sensors().channels()) {
      indices.emplace(channel.name, static_cast<int>(outputs.size()));
      outputs.push_back({channel.name, channel.unit});
    }
    values.resize(outputs.size());
    for (const std::string& name : engine.system().signals().input_names()) {
      input_indices.emplace(name, static_cast<int>(inputs.size()));
      inputs.push_back(name);
    }
  }

  // The length of equal steps over this time. It is the last one again, to the bit, where that fits
  // up to rounding: the solver then keeps its matrix and its prediction.
  double StepOver(double duration, long long* count) {
    *count = std::max(1LL, static_cast<long long>(std::ceil(duration / step - kRounding)));
    const double steps = static_cast<double>(*count);
    if (std::abs(duration - steps * last_h) > kRounding * step) last_h = duration / steps;
    return last_h;
  }

  jounce::Simulation engine;
  double step;
  double last_h = 0;
  std::vector<OutputChannel> outputs;
  std::map<std::string, int, std::less<>> indices;
  std::vector<std::string> inputs;
  std::map<std::string, int, std::less<>> input_indices;
  std::vector<double> values;  // of the outputs
  bool values_are_old = true;
};

Simulation::Simulation(const Model& model, Start start) {
  impl_ = Guarded([&] { return std::make_unique<Impl>(model.impl().loaded.model); });
  RequireOk(Guarded([&] {
    return start == Start::kEquilibrium ? impl_->engine.FindEquilibrium()
                                        : impl_->engine.Initialize();
  }));
}

Simulation::Simulation(Simulation&& other) noexcept = default;
Simulation& Simulation::operator=(Simulation&& other) noexcept = default;
Simulation::~Simulation() = default;

double Simulation::time() const { return impl_->engine.time(); }

void Simulation::AdvanceTo(double time) {
  const double duration = time - this->time(), rounding = kRounding * impl_->step;
  if (!std::isfinite(time) || duration < -rounding) {
    throw std::invalid_argument(
        fmt::format("cannot advance to {} s: the time is {} s", time, this->time()));
  }
  if (duration <= rounding) return;
  long long count = 0;
  const double h = impl_->StepOver(duration, &count);
  impl_->values_are_old = true;
  for (long long i = 0; i < count; ++i) RequireOk(impl_->engine.Advance(h));
}

const std::vector<std::string>& Simulation::inputs() const { return impl_->inputs; }

int Simulation::InputIndex(std::string_view name) const {
  const auto found = impl_->input_indices.find(name);
  if (found != impl_->input_indices.end()) return found->second;
  return Guarded([&]() -> int {
    throw jounce::InputError(fmt::format("no signal is an input called '{}'", name),
                             SuggestName(name, impl_->inputs));
  });
}

void Simulation::SetInput(std::string_view name, double value) {
  SetInput(InputIndex(name), value);
}

void Simulation::SetInput(int index, double value) {
  if (index < 0 || static_cast<size_t>(index) >= impl_->inputs.size() || !std::isfinite(value)) {
    throw std::invalid_argument(
        fmt::format("input {} of {} cannot be {}", index, impl_->inputs.size(), value));
  }
  impl_->engine.SetInput(index, value);
}

std::vector<std::byte> Simulation::Save() const { return ToBytes(impl_->engine.Save()); }

void Simulation::Restore(std::span<const std::byte> saved) {
  Guarded([&] {
    const SavedState before = impl_->engine.Save();
    try {
      impl_->engine.Restore(FromBytes(saved, "the saved state"));
    } catch (...) {
      impl_->engine.Restore(before);
      throw;
    }
  });
  impl_->values_are_old = true;
}

const std::vector<OutputChannel>& Simulation::outputs() const { return impl_->outputs; }

int Simulation::OutputIndex(std::string_view name) const {
  const auto found = impl_->indices.find(name);
  if (found != impl_->indices.end()) return found->second;
  std::vector<std::string> known;
  for (const OutputChannel& channel : impl_->outputs) known.push_back(channel.name);
  return Guarded([&]() -> int {
    throw jounce::InputError(fmt::format("no sensor has a channel '{}'", name),
                             SuggestName(name, known));
  });
}

double Simulation::Output(std::string_view name) const { return Output(OutputIndex(name)); }

double Simulation::Output(int index) const {
  if (index < 0 || static_cast<size_t>(index) >= impl_->outputs.size()) {
    throw std::invalid_argument(
        fmt::format("there is no output {} among {}", index, impl_->outputs.size()));
  }
  return Outputs()[static_cast<size_t>(index)];
}

std::span<const double> Simulation::Outputs() const {
  if (impl_->values_are_old) impl_->engine.ReadSensors(impl_->values.data());
  impl_->values_are_old = false;
  return impl_->values;
}

const std::vector<std::string>& Simulation::warnings() const { return impl_->engine.warnings(); }

RunStatistics Simulation::statistics() const {
  const jounce::RunStatistics& s = impl_->engine.statistics();
  return {.steps = s.steps,
          .iterations = s.iterations,
          .factorizations = s.factorizations,
          .halvings = s.halvings,
          .steps_above_tolerance = s.steps_above_tolerance,
          .worst_residual = s.worst_residual,
          .median_step_seconds = s.step_times.Quantile(0.5),
          .worst_step_seconds = s.step_times.worst()};
}

}  // namespace jounce::api
