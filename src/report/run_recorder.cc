#include "report/run_recorder.h"

namespace jounce::report {

RunRecorder::RunRecorder(const Simulation& simulation, int most_frames)
    : simulation_(simulation),
      selection_(simulation.SelectChannelsOfRows()),
      row_(simulation.sensors().channels().size()),
      motion_(simulation, simulation.system().model().solver.end_time, most_frames) {
  recording_.channels = selection_.channels();
}

void RunRecorder::Record() {
  motion_.Record();
  simulation_.ReadSensors(row_.data());
  selection_.Add(simulation_.time(), row_.data(), recording_.Appender());
  energies_.push_back(simulation_.energies());
}

}  // namespace jounce::report
