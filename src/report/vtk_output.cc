#include "report/vtk_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/error.h"

namespace jounce::report {

VtkOutput::VtkOutput(const std::string& name, std::vector<double> times, const System& system)
    : name_(name), times_(std::move(times)) {
  std::sort(times_.begin(), times_.end());
  for (int i = 0; i < system.body_count() && !name_.empty(); ++i) {
    const Flexibility& flexible = system.model().bodies[i].flexible;
    if (flexible.part && !flexible.part->surface.position.empty()) views_.emplace_back(system, i);
  }
  if (!name_.empty() && views_.empty()) {
    throw InputError("no body of the model has a flexible part with a surface",
                     "VTK fields are those of flexible bodies");
  }
}

void VtkOutput::Record(const SystemState& state) {
  // Times are sums of steps.
  while (next_ < times_.size() && state.time >= times_[next_] * (1 - 1e-9)) {
    for (const FlexibleView& view : views_) Write(view, state);
    ++next_;
  }
}

void VtkOutput::AddPeaks(const StressWatch& watch) {
  for (const StressWatch::Body& body : watch.bodies()) {
    for (const FlexibleView& view : views_) {
      if (view.body() == body.body && body.peak.point >= 0) Write(view, body.state);
    }
  }
}

int VtkOutput::Finish() {
  if (views_.empty()) return 0;
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const VtkEntry& a, const VtkEntry& b) { return a.time < b.time; });
  WritePvd(name_ + ".pvd", entries_);
  return static_cast<int>(entries_.size());
}

void VtkOutput::Write(const FlexibleView& view, const SystemState& state) {
  const std::string path = fmt::format("{}_{}.vtu", name_, entries_.size() + 1);
  WriteVtu(path, view, state);
  entries_.push_back({state.time, std::filesystem::path(path).filename().string(), view.body()});
}

}  // namespace jounce::report
