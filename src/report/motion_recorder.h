// Takes the rows of a result and makes the scene of its run page: where the bodies were, how loaded
// the connections. A long run is thinned to a bounded number of frames, evenly in time.
#ifndef JOUNCE_REPORT_MOTION_RECORDER_H_
#define JOUNCE_REPORT_MOTION_RECORDER_H_

#include <vector>

#include "report/scene.h"
#include "solve/frame_clock.h"
#include "solve/result_sink.h"

namespace jounce::report {

// The model as it stands, without motion: bodies at one pose, joints and connections.
Scene MakeStillScene(const System& system, const SystemState& state);

class MotionRecorder {
 public:
  // At most this many frames of the time from 0 to `end_time` [s]. `system` must outlive this.
  MotionRecorder(const System& system, double end_time, int most_frames = FrameClock::kMostFrames);

  // Call at each output: takes a frame when one is due.
  void Record(const ResultRow& row);

  // The scene of what was recorded; says so where frames were left out.
  Scene MakeScene() const;

 private:
  const System& system_;
  FrameClock clock_;
  bool thinned_ = false;
  std::vector<double> times_;
  std::vector<std::vector<ScenePose>> poses_;    // a body, a frame
  std::vector<std::vector<double>> amplitudes_;  // a body, its modes frame after frame
  std::vector<std::vector<ScenePose>> frames_;  // one that moves on the ground, a frame of the film
  std::vector<std::vector<double>> loads_;      // a connection, a frame [N]
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_MOTION_RECORDER_H_
