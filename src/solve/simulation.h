// A simulation: a model that moves. This is what a program that links the engine uses.
//
//   Simulation simulation(model);                  checks the model; throws InputError
//   RunStatus status = simulation.Initialize();    consistent positions, velocities, accelerations
//   while (status.ok && simulation.time() < 1) status = simulation.Advance(1e-3);
//
// or all at once, with the sensors recorded: simulation.Run(&recording).
#ifndef JOUNCE_SOLVE_SIMULATION_H_
#define JOUNCE_SOLVE_SIMULATION_H_

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/progress.h"
#include "mechanics/probes.h"
#include "mechanics/system.h"
#include "model/model.h"
#include "solve/channel_selection.h"
#include "solve/freedom.h"
#include "solve/integrator.h"
#include "solve/redundant_rows.h"
#include "solve/run_statistics.h"
#include "solve/run_status.h"

namespace jounce {

// The channels of the sensors over time, as the model's `channels` choose them.
struct Recording {
  std::vector<SensorChannel> channels;
  std::vector<double> time;
  std::vector<double> values;  // row by row: one row a time, one column a channel

  double Value(size_t row, size_t channel) const { return values[row * channels.size() + channel]; }
  // Number of the channel of this name, or -1.
  int Find(const std::string& name) const;
  // Adds rows to this, which must outlive it.
  ChannelSelection::Row Appender();
};

class Simulation {
 public:
  explicit Simulation(const Model& model);

  // What the start changed of what the user gave: bodies that were moved, velocities that did not
  // fit. Empty before anything was initialized, and where all is as given.
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Degrees of freedom where the user placed the model.
  const Freedom& freedom() const { return freedom_; }

  // Makes initial conditions. Must be called, once, before anything moves.
  RunStatus Initialize();

  // Static equilibrium near where the model is placed, for loads and motions at t = 0; the
  // simulation then starts from there, at rest, with what laws that rub remember of the way there
  // (statics.h). Instead of Initialize().
  RunStatus FindEquilibrium();

  // Equilibria while the time of loads and motions runs from 0 to the model's end time (statics.h,
  // FollowPath), the sensors recorded at each; the simulation is left at the last.
  RunStatus FollowPath(double arc, int max_points, Recording* recording);

  // One step of h [s]. Never allocates.
  RunStatus Advance(double h);

  // Initialize(), or FindEquilibrium(), and steps to the end time of the model's solver settings
  // (run_schedule.h), recording the sensors. Whatever happens, what was computed is in the
  // recording.
  RunStatus Run(Recording* recording, Progress* progress = nullptr, bool from_equilibrium = false);

  // The same, with `output` called at the start and after each output step instead: for whoever
  // writes results out as they come.
  using Output = std::function<void(const Simulation&)>;
  RunStatus Run(const Output& output, Progress* progress = nullptr, bool from_equilibrium = false);
  // How many times `output` is called when nothing goes wrong.
  size_t OutputCount() const;

  double time() const { return state().time; }
  const System& system() const { return system_; }
  const SystemState& state() const { return integrator_.state(); }
  Energies energies() const { return system_.TotalEnergies(integrator_.Converged()); }
  const RunStatistics& statistics() const { return integrator_.statistics(); }
  // Wall clock of Run [s].
  double wall_seconds() const { return wall_seconds_; }

  const SensorReader& sensors() const { return sensors_; }
  // What the model's `channels` choose of sensors(), at their rate: for whoever writes results.
  ChannelSelection SelectChannels() const {
    return ChannelSelection(system_.model().channels, sensors_.channels());
  }
  // The same, one row for each that is read.
  ChannelSelection SelectChannelsOfRows() const;
  // One value a channel of sensors().
  void ReadSensors(double* values) const { sensors_.Read(integrator_.Converged(), values); }
  // The converged state with the memory of the elements, as elements want it.
  Evaluation evaluation() const { return integrator_.Converged(); }
  // Pose of a body, by name, also of one that is welded to another; throws InputError for an
  // unknown one.
  Pose BodyPose(const std::string& name) const;

 private:
  // The model as placed, moved until its constraints hold.
  RunStatus Assemble(SystemState* state);
  void WarnOfMoves(const SystemState& assembled);
  void WarnOfVelocities(const SystemState& given, const SystemState& made);
  using Clock = std::chrono::steady_clock;
  RunStatus Report(Clock::time_point start, double* told, Progress* progress);
  void Record(ChannelSelection* selection, Recording* recording) const;

  System system_;
  SensorReader sensors_;
  Freedom freedom_;
  RedundantRows redundant_rows_;
  Integrator integrator_;
  std::vector<std::string> warnings_;
  double wall_seconds_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_SIMULATION_H_
