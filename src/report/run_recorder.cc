#include "report/run_recorder.h"

namespace jounce::report {

RunRecorder::RunRecorder(const Simulation& simulation, int most_frames)
    : simulation_(simulation),
      motion_(simulation, simulation.system().model().solver.end_time, most_frames) {
  recording_.channels = simulation.sensors().channels();
}

void RunRecorder::Record() {
  motion_.Record();
  recording_.time.push_back(simulation_.time());
  const size_t begin = recording_.values.size();
  recording_.values.resize(begin + recording_.channels.size());
  simulation_.ReadSensors(recording_.values.data() + begin);
  energies_.push_back(simulation_.energies());
}

}  // namespace jounce::report
