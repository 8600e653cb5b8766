#include "report/run_recorder.h"

namespace jounce::report {

RunRecorder::RunRecorder(const System& system, int most_frames)
    : system_(system),
      motion_(system, system.model().solver.end_time, most_frames),
      energy_clock_(FrameClock::OfPoints(system.model().solver.end_time)) {}

void RunRecorder::Begin(const ResultDescription& description) {
  recording_.channels = description.channels;
}

void RunRecorder::Row(const ResultRow& row) {
  motion_.Record(row);
  recording_.time.push_back(row.time());
  const std::span<const double> sensors = row.sensors();
  recording_.values.insert(recording_.values.end(), sensors.begin(), sensors.end());
  if (!energy_clock_.Takes(row.time())) return;
  energy_times_.push_back(row.time());
  energies_.push_back(row.energies());
}

void RunRecorder::KeepPeaks(const StressWatch& stresses, const ResultRow& row) {
  for (const StressWatch::Body& body : stresses.bodies()) {
    if (body.peak.point < 0 || body.peak.time != row.time()) continue;
    motion_.Keep("Largest stress of " + system_.model().bodies[body.body].name, row);
  }
}

}  // namespace jounce::report
