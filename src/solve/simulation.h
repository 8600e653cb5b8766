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
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/progress.h"
#include "mechanics/probes.h"
#include "mechanics/system.h"
#include "model/model.h"
#include "solve/channel_selection.h"
#include "solve/design_position.h"
#include "solve/freedom.h"
#include "solve/initial_conditions.h"
#include "solve/integrator.h"
#include "solve/redundant_rows.h"
#include "solve/run_statistics.h"
#include "solve/run_status.h"
#include "solve/statics.h"

namespace jounce {

// A state to go on from (Simulation::Save). Its bytes are nobody else's business.
struct SavedState {
  static constexpr std::uint32_t kVersion = 4;

  std::uint32_t version = 0;
  std::uint64_t fingerprint = 0;  // of the model, with the solver's settings but for the end
  std::vector<std::byte> bytes;
};

// The channels of the sensors over time, as the model's `channels` choose them.
struct Recording {
  std::vector<ProbeChannel> channels;
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
  explicit Simulation(const Model& model)
      : Simulation(FindDesignPreloads(jounce::Assemble(model))) {}

  // What the start changed of what the user gave: bodies that were moved, velocities that did not
  // fit. Empty before anything was initialized, and where all is as given.
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Degrees of freedom where the user placed the model.
  const Freedom& freedom() const { return freedom_; }

  // Whether somebody will ask for energies() of the steps to come, as if nothing is said. Where
  // nobody will, and no sensor reads them, what is supplied from outside costs no time and is no
  // number in them.
  void NeedEnergies(bool needed) { integrator_.CountSupply(needed || sensors_.reads_energies()); }

  // Sets an input of the model (Signal::input), for the start or from the next step on. Throws
  // InputError for a name that is none.
  void SetInput(const std::string& name, double value);
  // Number of an input, for the quick form.
  int FindInput(const std::string& name) const;
  void SetInput(int input, double value);
  // Of connections that hold the model where it is drawn (design_position.h).
  const std::vector<DesignPreload>& design_preloads() const { return design_preloads_; }

  // Makes initial conditions. Must be called, once, before anything moves.
  RunStatus Initialize();
  // The same for those who look and go no further: without the matrix of the first step.
  RunStatus FindStart();

  // Static equilibrium near where the model is placed, for loads and motions at t = 0, at rest,
  // with what laws that rub remember of the way there (statics.h). Instead of Initialize().
  RunStatus FindEquilibrium();

  // The same, and from there on with the velocities that were given, made to fit joints and
  // motions. Instead of Initialize().
  RunStatus StartFromEquilibrium();

  // Equilibria while the time of loads and motions runs from 0 to the model's end time (statics.h,
  // FollowPath), the sensors recorded at each; the simulation is left at the last.
  RunStatus FollowPath(double arc, int max_points, Recording* recording);

  // One step of h [s], in parts where elements switch. Never allocates, but for a step at whose end
  // samples are put out, or in which something switches.
  RunStatus Advance(double h);

  // Initialize(), or StartFromEquilibrium(), and steps to the end time of the model's solver
  // settings (run_schedule.h), recording the sensors. Whatever happens, what was computed is in the
  // recording.
  RunStatus Run(Recording* recording, Progress* progress = nullptr, bool from_equilibrium = false);

  // The same, with `output` called at the start and after each output step instead: for whoever
  // writes results out as they come.
  using Output = std::function<void(const Simulation&)>;
  RunStatus Run(const Output& output, Progress* progress = nullptr, bool from_equilibrium = false);
  // The rest of a run that was stopped, or restored: steps and outputs are those that it would have
  // had.
  RunStatus Continue(const Output& output, Progress* progress = nullptr);

  // All that decides how the run goes on, to the last bit; and back, into a simulation of the same
  // model that need not be initialized. Restore throws InputError where the state is another
  // model's or was saved by another version.
  SavedState Save() const;
  void Restore(const SavedState& saved);

  // Tells `watcher`, which must outlive this, of each step from now on; nullptr: nobody.
  void Watch(StepWatcher* watcher) { integrator_.Watch(watcher); }
  // Accelerations and multipliers of another state of the model, where forces have jumped; of what is
  // light the velocities as well.
  RunStatus MakeAccelerations(SystemState* state, const std::vector<double>& memory);
  // What elements remember of the last step.
  const std::vector<double>& memory() const { return integrator_.history(); }

  // A place to come back to in this very simulation, for steps that are tried again with other
  // drives: quick, since the matrix of the iterations stays as it is. So a step that is repeated is
  // the same to the tolerance of the solver, not to the last bit.
  std::vector<std::byte> Mark() const;
  void Rewind(const std::vector<std::byte>& mark);

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
  // The same of these sensors alone, by their numbers in the model.
  void ReadSensors(const std::vector<int>& some, double* values) const {
    sensors_.ReadSome(some, integrator_.Converged(), values);
  }
  // The converged state with the memory of the elements, as elements want it.
  Evaluation evaluation() const { return integrator_.Converged(); }
  // Pose of a body, by name, also of one that is welded to another; throws InputError for an
  // unknown one.
  Pose BodyPose(const std::string& name) const;

 private:
  RunStatus BeginAnew();
  explicit Simulation(DesignedAssembly designed);
  // The model as placed, moved until its constraints hold.
  RunStatus Assemble(SystemState* state);
  RunStatus SolveStatics(StaticResult* result);
  // Starts from poses and velocities that were given, and memory at rest there.
  RunStatus SetInMotion(const std::vector<double>& at_rest, SystemState* state);
  // What steps need before the first of them.
  void PrepareSteps();
  bool IsAtRest(const SystemState& state) const;
  void WarnOfMoves(const SystemState& assembled);
  void WarnOfVelocities(const SystemState& given, const SystemState& made);
  using Clock = std::chrono::steady_clock;
  RunStatus Report(double wall_seconds, double* told, Progress* progress);
  void Exchange(StateStream* stream);
  std::uint64_t Fingerprint() const;
  void Record(const std::vector<int>& sensors, ChannelSelection* selection,
              Recording* recording) const;

  // How far a run is: intervals whose result was told, and steps of the one at hand.
  struct Position {
    long long intervals = 0;
    long long steps = 0;
  };

  std::vector<DesignPreload> design_preloads_;
  System system_;
  SensorReader sensors_;
  Freedom freedom_;
  RedundantRows redundant_rows_;
  Integrator integrator_;
  std::unique_ptr<InitialConditions> conditions_;  // where forces jump; made when they first do
  std::vector<std::string> warnings_;
  std::vector<double> inputs_;
  Position position_;
  double wall_seconds_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_SIMULATION_H_
