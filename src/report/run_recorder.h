// Keeps of a run what its page shows: the sensors and energies at every output, the motion in
// frames.
#ifndef JOUNCE_REPORT_RUN_RECORDER_H_
#define JOUNCE_REPORT_RUN_RECORDER_H_

#include <vector>

#include "report/motion_recorder.h"
#include "solve/simulation.h"

namespace jounce::report {

class RunRecorder {
 public:
  // `simulation` must outlive this.
  explicit RunRecorder(const Simulation& simulation, int most_frames = 1500);

  // Call at every output.
  void Record();

  const Recording& recording() const { return recording_; }
  const std::vector<Energies>& energies() const { return energies_; }
  Scene MakeScene() const { return motion_.MakeScene(); }

 private:
  const Simulation& simulation_;
  ChannelSelection selection_;
  std::vector<double> row_;  // of all sensors
  MotionRecorder motion_;
  Recording recording_;
  std::vector<Energies> energies_;
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_RUN_RECORDER_H_
