// Where the results of `jounce run` go: the sinks of one run, put together by its arguments.
#ifndef JOUNCE_CLI_RUN_SINKS_H_
#define JOUNCE_CLI_RUN_SINKS_H_

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cli/run_arguments.h"
#include "io/result_file_sink.h"
#include "io/signal_sink.h"
#include "mechanics/rotation_watch.h"
#include "report/flexible_view.h"
#include "report/page_sink.h"
#include "report/vtk_output.h"

namespace jounce {

// Watches the rotations of a simulation while it gives its rows.
class RotationSink : public ResultSink {
 public:
  // `simulation` must outlive this.
  explicit RotationSink(const Simulation& simulation)
      : simulation_(simulation), watch_(simulation.system()) {}

  void Row(const ResultRow& row) override;
  void End(RunSummary* summary) override;
  const RotationWatch& watch() const { return watch_; }

 private:
  const Simulation& simulation_;
  RotationWatch watch_;
};

class RunSinks {
 public:
  // Whether the files may be written was checked before. `simulation` must outlive this; so must
  // `hdf5`, which several runs at a time share.
  RunSinks(const RunArguments& options, const ResultOrigin& origin, size_t earlier_rows,
           const Simulation& simulation, std::mutex* hdf5 = nullptr);

  // Watches first, since files tell what they have found.
  const ResultSinks& all() const { return all_; }
  void Add(ResultSink* sink) { all_.push_back(sink); }
  const RotationWatch& rotations() const { return rotations_.watch(); }
  // None where no page was asked for.
  report::PageSink* page() { return page_.get(); }

  // The files that were written, one line each: "results: car.h5".
  std::vector<std::string> Written() const;

 private:
  std::string output_, page_path_, vtk_name_;
  report::StressWatch stresses_;
  RotationSink rotations_;
  std::unique_ptr<ResultFileSink> result_;
  std::unique_ptr<SignalSink> signals_;
  std::unique_ptr<report::VtkOutput> vtk_;
  std::unique_ptr<report::PageSink> page_;
  ResultSinks all_;
};

}  // namespace jounce

#endif  // JOUNCE_CLI_RUN_SINKS_H_
