#include "cli/run_sinks.h"

#include <fmt/format.h>

#include "cli/command.h"

namespace jounce {

// Rows of an earlier run tell of another time than that of the simulation.
void RotationSink::Row(const ResultRow& row) {
  if (row.time() == simulation_.time()) watch_.Record(simulation_.evaluation());
}

void RotationSink::End(RunSummary* summary) {
  for (const RotationWatch::Part& part : watch_.TooFar()) {
    summary->turned_too_far.push_back(part.connection->name);
  }
}

RunSinks::RunSinks(const RunArguments& options, const ResultOrigin& origin, size_t earlier_rows,
                   const Simulation& simulation, std::mutex* hdf5)
    : output_(options.output),
      page_path_(options.page),
      vtk_name_(options.vtk),
      stresses_(simulation.system()),
      rotations_(simulation) {
  all_ = {&stresses_, &rotations_};
  const DisplayUnits units = UnitsToShow("", origin.units);
  if (!output_.empty() && IsResultName(output_)) {
    result_ = std::make_unique<ResultFileSink>(
        output_, origin,
        ResultFileOptions{.overwrite = options.outputs.force() || earlier_rows > 0,
                          .float32 = options.float32,
                          .all_motion = options.all_motion,
                          .checkpoint_seconds = options.checkpoint_seconds,
                          .earlier_rows = earlier_rows,
                          .hdf5 = hdf5},
        simulation);
    all_.push_back(result_.get());
  } else if (!output_.empty()) {
    signals_ =
        std::make_unique<SignalSink>(output_, simulation.system().model().channels.rate, units);
    all_.push_back(signals_.get());
  }
  if (!vtk_name_.empty()) {
    vtk_ = std::make_unique<report::VtkOutput>(vtk_name_, options.vtk_times, simulation.system(),
                                               &stresses_);
    all_.push_back(vtk_.get());
  }
  if (!page_path_.empty()) {
    page_ =
        std::make_unique<report::PageSink>(page_path_, origin.source, simulation.system(), units);
    page_->ShowPeaksOf(&stresses_);
    all_.push_back(page_.get());
  }
}

std::vector<std::string> RunSinks::Written() const {
  std::vector<std::string> lines;
  if (vtk_ && vtk_->count() > 0) lines.push_back(fmt::format("fields: {}.pvd", vtk_name_));
  if (result_) lines.push_back("results: " + output_);
  if (signals_) {
    for (const std::string& file : signals_->files()) lines.push_back("results: " + file);
  }
  if (page_ && page_->is_written()) lines.push_back("page: " + page_path_);
  return lines;
}

}  // namespace jounce
