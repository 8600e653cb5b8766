#include "report/vtk_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace jounce::report {

VtkOutput::VtkOutput(const std::string& name, std::vector<double> times, const System& system,
                     const StressWatch* watch)
    : name_(name), times_(std::move(times)), watch_(watch) {
  std::sort(times_.begin(), times_.end());
  if (!name_.empty()) views_ = ViewsOf(system);
}

void VtkOutput::Record(const SystemState& state) {
  // Times are sums of steps.
  while (next_ < times_.size() && state.time >= times_[next_] * (1 - 1e-9)) {
    for (const FlexibleView& view : views_) Write(view, state);
    ++next_;
  }
}

// A row makes its state when it is asked for: only where a field is due.
void VtkOutput::Row(const ResultRow& row) {
  if (views_.empty() || next_ >= times_.size() || row.time() < times_[next_] * (1 - 1e-9)) return;
  Record(row.state());
}

void VtkOutput::End(RunSummary*) {
  if (watch_) AddPeaks(*watch_);
  Finish();
}

void VtkOutput::AddPeaks(const StressWatch& watch) {
  for (const StressWatch::Body& body : watch.bodies()) {
    for (const FlexibleView& view : views_) {
      if (view.body() == body.body && body.peak.point >= 0) Write(view, body.state);
    }
  }
}

void VtkOutput::Finish() {
  if (views_.empty()) return;
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const VtkEntry& a, const VtkEntry& b) { return a.time < b.time; });
  WritePvd(name_ + ".pvd", entries_);
}

void VtkOutput::Write(const FlexibleView& view, const SystemState& state) {
  const std::string path = fmt::format("{}_{}.vtu", name_, entries_.size() + 1);
  WriteVtu(path, view, state);
  entries_.push_back({state.time, std::filesystem::path(path).filename().string(), view.body()});
}

}  // namespace jounce::report
