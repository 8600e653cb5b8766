// The contract between what makes results and what keeps them. A run, or a result file that is read
// again, describes itself once, gives one row an output and tells how it ended; files, pages,
// fields and watches are sinks that take of it what they need, and none of them knows where it
// comes from.
//
// The groups of a row:
//   sensors     one number a channel, as the model's `channels` choose them (model/channels.h)
//   motion      where the bodies are
//   modal       coordinates of the modes of flexible bodies
//   energies    of the whole model
//   loads       size of the force in each connection
// Values are made when they are asked for: a sink that needs no energies costs none. A result file
// has motion and loads at frames and energies at points only (frame_clock.h); who asks by the same
// clocks gets what it would have got from the run.
#ifndef JOUNCE_SOLVE_RESULT_SINK_H_
#define JOUNCE_SOLVE_RESULT_SINK_H_

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "solve/run_summary.h"
#include "solve/simulation.h"

namespace jounce {

struct ResultDescription {
  struct BodyEntry {
    std::string name;
    int first_mode = 0, modes = 0;  // in SystemState::modal
  };

  std::vector<ProbeChannel> channels;
  std::vector<BodyEntry> bodies;
  std::vector<std::string> connections;
  size_t rows = 0;      // where nothing goes wrong
  double end_time = 0;  // s
};

// Where a body is: x, y, z of its origin [m] and the quaternion w, x, y, z of its axes.
using Placement7 = std::array<double, 7>;

class ResultRow {
 public:
  virtual ~ResultRow() = default;

  virtual double time() const = 0;
  virtual std::span<const double> sensors() const = 0;
  virtual Placement7 PlacementOf(size_t body) const = 0;
  // Time, poses of the bodies and modal coordinates; no more than that where it was read.
  virtual const SystemState& state() const = 0;
  virtual Energies energies() const = 0;
  virtual double LoadOf(size_t connection) const = 0;  // N
};

// What a simulation says of where it stands.
class SimulationRow : public ResultRow {
 public:
  // `simulation` must outlive this.
  explicit SimulationRow(const Simulation& simulation);

  // The simulation has moved on.
  void Renew() { has_sensors_ = false; }

  double time() const override { return simulation_.time(); }
  std::span<const double> sensors() const override;
  Placement7 PlacementOf(size_t body) const override;
  const SystemState& state() const override { return simulation_.state(); }
  Energies energies() const override { return simulation_.energies(); }
  double LoadOf(size_t connection) const override;

 private:
  const Simulation& simulation_;
  ChannelSelection selection_;
  std::vector<int> read_;                      // the sensors that the channels need
  mutable std::vector<double> all_, sensors_;  // of all sensors, and what was chosen of them
  mutable bool has_sensors_ = false;
};

class ResultSink {
 public:
  virtual ~ResultSink() = default;

  // Whether it asks rows for energies. Where no sink does, what is supplied is no number in them.
  virtual bool needs_energies() const { return false; }

  // Before anything is computed.
  virtual void Begin(const ResultDescription& /*description*/) {}
  virtual void Row(const ResultRow& row) = 0;
  // Also where not one row came. What a sink has found it adds to the summary, for those after it.
  virtual void End(RunSummary* /*summary*/) {}
};

using ResultSinks = std::vector<ResultSink*>;

// `rows`: outputs where nothing goes wrong.
ResultDescription DescribeResult(const System& system, std::vector<ProbeChannel> channels,
                                 size_t rows);

// How a run begins.
struct RunStart {
  bool from_equilibrium = false;
  // Of a simulation that was restored: gives the rows that it has told already.
  std::function<void(const std::function<void(const ResultRow&)>&)> earlier = nullptr;
};

// Runs to the end, or until it is stopped, and gives all of it to the sinks. What a sink throws
// goes through.
RunSummary RunInto(Simulation* simulation, const ResultSinks& sinks, Progress* progress,
                   const RunStart& start = {});

}  // namespace jounce

#endif  // JOUNCE_SOLVE_RESULT_SINK_H_
