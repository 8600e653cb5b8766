// Keeps of a result what its page shows: the sensors at every output, energies at points of a
// plot, the motion in frames.
#ifndef JOUNCE_REPORT_RUN_RECORDER_H_
#define JOUNCE_REPORT_RUN_RECORDER_H_

#include <vector>

#include "report/flexible_view.h"
#include "report/motion_recorder.h"
#include "solve/result_sink.h"

namespace jounce::report {

class RunRecorder : public ResultSink {
 public:
  // `system` must outlive this.
  explicit RunRecorder(const System& system, int most_frames = FrameClock::kMostFrames);

  bool needs_energies() const override { return true; }
  void Begin(const ResultDescription& description) override;
  void Row(const ResultRow& row) override;

  // Frames of the motion at the largest stresses besides those that are due; the watch was given the
  // row before.
  void KeepPeaks(const StressWatch& stresses, const ResultRow& row);

  const Recording& recording() const { return recording_; }
  // At these times; not every output of a long run.
  const std::vector<double>& energy_times() const { return energy_times_; }
  const std::vector<Energies>& energies() const { return energies_; }
  Scene MakeScene() const { return motion_.MakeScene(); }

 private:
  const System& system_;
  MotionRecorder motion_;
  FrameClock energy_clock_;
  Recording recording_;
  std::vector<double> energy_times_;
  std::vector<Energies> energies_;
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_RUN_RECORDER_H_
