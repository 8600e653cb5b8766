// A simulation: a model that moves, one call of AdvanceTo after the other.
//
//   jounce::api::Simulation car(jounce::api::Model::Load("car.yaml"));
//   for (double t = 0.01; t < 10; t += 0.01) {
//     car.SetInput("force", Controller(car.Output("wheel.z")));
//     car.AdvanceTo(t);
//   }
#ifndef JOUNCE_SIMULATION_H_
#define JOUNCE_SIMULATION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jounce/error.h"
#include "jounce/export.h"
#include "jounce/model.h"

namespace jounce::api {

// Where a simulation starts: as the model is placed, with its start velocities; or at rest in the
// static equilibrium nearest to that, as `jounce run --equilibrium` does.
enum class Start { kAsPlaced, kEquilibrium };

// A channel of a sensor.
struct OutputChannel {
  std::string name;  // "wheel.z"
  std::string unit;  // SI: "m", "N", "rad/s", "1"
};

// What the steps so far have cost.
struct RunStatistics {
  std::int64_t steps = 0;
  std::int64_t iterations = 0;
  std::int64_t factorizations = 0;
  std::int64_t halvings = 0;               // steps that had to be done in parts
  std::int64_t steps_above_tolerance = 0;  // ended with a residual above the tolerance
  double worst_residual = 0;               // of all steps, in units of the tolerance
  double median_step_seconds = 0;          // wall clock, to 2 %
  double worst_step_seconds = 0;
};

// Simulations are independent of each other, also those of one Model: any number can live in one
// process, each in a thread of its own. One simulation is for one thread at a time. It can be
// moved, not copied.
class JOUNCE_EXPORT Simulation {
 public:
  // Assembles the model and makes its initial conditions. Afterwards time() is 0 and the outputs
  // are those of the start. The model is copied as far as it is needed.
  // Throws InputError for a model that cannot be assembled, RunError where initial conditions or
  // the equilibrium cannot be found.
  explicit Simulation(const Model& model, Start start = Start::kAsPlaced);
  Simulation(Simulation&& other) noexcept;
  Simulation& operator=(Simulation&& other) noexcept;
  ~Simulation();

  // The time of the last step [s].
  double time() const;

  // Goes on to `time` [s], in equal steps that are no longer than the model's `step`. Afterwards
  // time() is `time` up to rounding (a millionth of a step). Does nothing where that is where the
  // simulation is. Never allocates memory, so it can stand in a real-time loop.
  // Throws std::invalid_argument where `time` is not finite or lies in the past. Throws RunError
  // where a step fails; the simulation then stands at the last step that did not.
  void AdvanceTo(double time);

  // The names of the signals that the model takes from outside (`signals: {NAME: {input: ...}}`).
  const std::vector<std::string>& inputs() const;
  // Number of the input of this name. Throws InputError with the nearest name for an unknown one.
  int InputIndex(std::string_view name) const;
  // Gives an input its value, in the SI unit of where it is used, for all steps from now on until
  // it is set again. Never allocates. Throws std::invalid_argument for a value that is not finite
  // or an index that is none.
  void SetInput(std::string_view name, double value);
  void SetInput(int index, double value);

  // The channels of all sensors, in the order of the model.
  const std::vector<OutputChannel>& outputs() const;
  // Number of the channel of this name. Throws InputError with the nearest name for an unknown one.
  int OutputIndex(std::string_view name) const;
  // The value of a channel at time(), in SI units. `index` counts from 0 as in outputs();
  // std::invalid_argument is thrown for any other.
  double Output(std::string_view name) const;
  double Output(int index) const;
  // All of them, valid until the simulation moves on.
  std::span<const double> Outputs() const;

  // What the start changed of what the user gave: bodies that were moved until joints closed,
  // velocities that did not fit. Those of the file are Model::warnings().
  const std::vector<std::string>& warnings() const;

  RunStatistics statistics() const;

  // All that changes in a run, inputs and the memory of laws included, as bytes whose meaning is
  // the library's. A simulation of the same model, in this process or another one of the same
  // version of the library, goes on from there as this one would, to the last bit.
  std::vector<std::byte> Save() const;
  // Throws InputError for bytes that are damaged or of another model; nothing is then changed.
  void Restore(std::span<const std::byte> saved);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace jounce::api

#endif  // JOUNCE_SIMULATION_H_
