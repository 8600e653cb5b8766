#include "report/stress_envelope.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"

namespace jounce::report {

StressEnvelope::StressEnvelope(const std::string& name, const System& system)
    : name_(name), drawn_(system.StartState()), views_(ViewsOf(system)) {
  for (const FlexibleView& view : views_) {
    const auto corners = static_cast<size_t>(view.corners());
    fields_.push_back({std::vector<double>(corners, 0), std::vector<double>(corners, 0)});
  }
}

void StressEnvelope::Row(const ResultRow& row) {
  const SystemState& state = row.state();
  for (size_t i = 0; i < views_.size(); ++i) {
    EnvelopeField& field = fields_[i];
    for (size_t corner = 0; corner < field.von_mises.size(); ++corner) {
      const double now = VonMises(views_[i].Stress(static_cast<int>(corner), state));
      if (now <= field.von_mises[corner]) continue;
      field.von_mises[corner] = now;
      field.time[corner] = row.time();
    }
  }
}

void StressEnvelope::End(RunSummary*) {
  std::vector<VtkEntry> entries;
  for (size_t i = 0; i < views_.size(); ++i) {
    const std::string path = fmt::format("{}_{}.vtu", name_, i + 1);
    WriteEnvelopeVtu(path, views_[i], drawn_, fields_[i]);
    entries.push_back({0, std::filesystem::path(path).filename().string(), views_[i].body()});
  }
  WritePvd(name_ + ".pvd", entries);
}

}  // namespace jounce::report
