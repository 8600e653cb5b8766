// Stress fields of all flexible bodies at chosen times of a run, as VTK files: NAME_1.vtu, ... and
// a list of them, NAME.pvd.
#ifndef JOUNCE_REPORT_VTK_OUTPUT_H_
#define JOUNCE_REPORT_VTK_OUTPUT_H_

#include <string>
#include <vector>

#include "report/flexible_view.h"
#include "report/vtk_file.h"
#include "solve/result_sink.h"

namespace jounce::report {

class VtkOutput : public ResultSink {
 public:
  // With an empty name nothing is written. Throws InputError where there is nothing to write of.
  // `system` must outlive this.
  // The moments of the largest stresses that `watch` has seen are written besides.
  VtkOutput(const std::string& name, std::vector<double> times, const System& system,
            const StressWatch* watch = nullptr);

  // Call at the start and after each step: writes where a time asked for has come.
  void Record(const SystemState& state);
  void Row(const ResultRow& row) override;
  void End(RunSummary* summary) override;
  // Writes the list.
  void Finish();
  // Number of fields written.
  int count() const { return static_cast<int>(entries_.size()); }

 private:
  void AddPeaks(const StressWatch& watch);
  void Write(const FlexibleView& view, const SystemState& state);

  std::string name_;
  std::vector<double> times_;
  size_t next_ = 0;
  std::vector<FlexibleView> views_;
  std::vector<VtkEntry> entries_;
  const StressWatch* watch_;
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_VTK_OUTPUT_H_
