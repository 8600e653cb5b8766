// Watches a simulation and makes the scene of its run page: where the bodies were, how loaded the
// connections. A long run is thinned to a bounded number of frames, evenly in time.
#ifndef JOUNCE_REPORT_MOTION_RECORDER_H_
#define JOUNCE_REPORT_MOTION_RECORDER_H_

#include <vector>

#include "report/scene.h"
#include "solve/simulation.h"

namespace jounce::report {

// The model as it stands, without motion: bodies at one pose, joints and connections.
Scene MakeStillScene(const Simulation& simulation);

class MotionRecorder {
 public:
  // At most this many frames of the time from 0 to `end_time` [s]. `simulation` must outlive this.
  MotionRecorder(const Simulation& simulation, double end_time, int most_frames = 1500);

  // Call at the start and after each step: takes a frame when one is due.
  void Record();

  // The scene of what was recorded; says so where frames were left out.
  Scene MakeScene() const;

 private:
  double ConnectionLoad(size_t connection) const;

  const Simulation& simulation_;
  double interval_;
  double next_time_ = 0;
  bool thinned_ = false;
  std::vector<double> times_;
  std::vector<std::vector<Pose>> poses_;         // a body, a frame
  std::vector<std::vector<double>> amplitudes_;  // a body, its modes frame after frame
  std::vector<std::vector<Pose>> frames_;   // one that moves on the ground, a frame of the film
  std::vector<std::vector<double>> loads_;  // a connection, a frame [N]
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_MOTION_RECORDER_H_
