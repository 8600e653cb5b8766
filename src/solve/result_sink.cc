#include "solve/result_sink.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace jounce {

SimulationRow::SimulationRow(const Simulation& simulation)
    : simulation_(simulation),
      selection_(simulation.SelectChannelsOfRows()),
      read_(selection_.SensorsIn(simulation.sensors())),
      all_(simulation.sensors().channels().size()),
      sensors_(selection_.channels().size()) {}

std::span<const double> SimulationRow::sensors() const {
  if (!has_sensors_) {
    simulation_.ReadSensors(read_, all_.data());
    selection_.Choose(all_.data(), sensors_.data());
  }
  has_sensors_ = true;
  return sensors_;
}

Placement7 SimulationRow::PlacementOf(size_t body) const {
  const Pose& pose = simulation_.state().pose[body];
  const Eigen::Quaterniond q(pose.R);
  return {pose.p.x(), pose.p.y(), pose.p.z(), q.w(), q.x(), q.y(), q.z()};
}

double SimulationRow::LoadOf(size_t connection) const {
  const ConnectionElement& element = *simulation_.system().connections()[connection];
  double strain[kMaxLawDimension] = {}, force[kMaxLawDimension] = {};
  element.Measure(System::Slice(simulation_.evaluation(), element), strain, force);
  double sum = 0;
  // Forces only: what is shown in N has no moments in it.
  for (int i = 0; i < std::min(3, element.dimension()); ++i) sum += force[i] * force[i];
  return std::sqrt(sum);
}

ResultDescription DescribeResult(const System& system, std::vector<ProbeChannel> channels,
                                 size_t rows) {
  ResultDescription description;
  description.channels = std::move(channels);
  for (int i = 0; i < system.body_count(); ++i) {
    const BodyElement& element = *system.bodies()[i];
    description.bodies.push_back(
        {system.model().bodies[i].name, element.first_mode(), element.modes()});
  }
  for (const Connection& connection : system.model().connections) {
    description.connections.push_back(connection.name);
  }
  description.rows = rows;
  description.end_time = system.model().solver.end_time;
  return description;
}

RunSummary RunInto(Simulation* simulation, const ResultSinks& sinks, Progress* progress,
                   const RunStart& start) {
  const ResultDescription description =
      DescribeResult(simulation->system(), simulation->SelectChannelsOfRows().channels(),
                     simulation->OutputCount());
  simulation->NeedEnergies(std::any_of(sinks.begin(), sinks.end(),
                                       [](ResultSink* sink) { return sink->needs_energies(); }));
  for (ResultSink* sink : sinks) sink->Begin(description);
  const auto give = [&sinks](const ResultRow& row) {
    for (ResultSink* sink : sinks) sink->Row(row);
  };
  SimulationRow now(*simulation);
  const auto output = [&](const Simulation&) {
    now.Renew();
    give(now);
  };
  if (start.earlier) start.earlier(give);
  const RunStatus status = start.earlier
                               ? simulation->Continue(output, progress)
                               : simulation->Run(output, progress, start.from_equilibrium);
  RunSummary summary = Summarize(*simulation, status);
  for (ResultSink* sink : sinks) sink->End(&summary);
  return summary;
}

}  // namespace jounce
