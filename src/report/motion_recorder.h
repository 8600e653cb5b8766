// Takes the rows of a result and makes the scene of its run page: where the bodies were, how loaded
// the connections, what the joints bore that a sensor watches. A long run is thinned to a bounded
// number of frames, evenly in time, and those that are asked for besides.
#ifndef JOUNCE_REPORT_MOTION_RECORDER_H_
#define JOUNCE_REPORT_MOTION_RECORDER_H_

#include <map>
#include <string>
#include <vector>

#include "report/reaction_arrows.h"
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
  // Takes how bodies bend at this output besides, called `name`, in place of what had this name before.
  // They stand where the frames around it say, as results have no more of them.
  void Keep(const std::string& name, const ResultRow& row);

  // The scene of what was recorded; says so where frames were left out.
  Scene MakeScene() const;

 private:
  struct Frame {
    double time = 0;
    std::vector<double> amplitudes;  // of the modes of all bodies, as the state has them
  };
  // Everything at the times of all frames, in their order.
  Scene WithFrames(Scene scene, const std::vector<Frame>& all) const;

  const System& system_;
  ReactionArrows arrows_;
  FrameClock clock_;
  bool thinned_ = false;
  std::vector<Frame> frames_;
  std::vector<double> times_;                  // of the frames
  std::vector<std::vector<ScenePose>> poses_;  // of a body or frame that moves, a frame
  std::vector<std::vector<double>> loads_;     // of a connection, a frame [N]
  std::vector<std::vector<Vec3>> reactions_;   // of an arrow, a frame [N]
  std::map<std::string, Frame> kept_;
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_MOTION_RECORDER_H_
