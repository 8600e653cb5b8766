#include "jounce/results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "api/guard.h"
#include "api/model_impl.h"
#include "io/result_file.h"
#include "jounce/jounce.h"
#include "model/run_schedule.h"

namespace jounce::api {

struct Results::Impl {
  explicit Impl(const std::string& path) : reader(path) {
    for (const ChannelInfo& channel : reader.channels()) {
      channels.push_back({channel.name, channel.unit});
    }
  }

  ResultReader reader;
  std::vector<OutputChannel> channels;
};

Results::Results(const std::string& path)
    : impl_(GuardedFile([&] { return std::make_unique<Impl>(path); })) {}
Results::Results(Results&& other) noexcept = default;
Results& Results::operator=(Results&& other) noexcept {
  std::swap(impl_, other.impl_);  // what was open here is closed by the other
  return *this;
}
Results::~Results() {
  const std::lock_guard lock(FileMutex());
  impl_.reset();
}

size_t Results::rows() const { return impl_->reader.rows(); }
const std::vector<OutputChannel>& Results::channels() const { return impl_->channels; }

std::vector<double> Results::Time() const {
  return GuardedFile([&] { return impl_->reader.ReadTime(); });
}

std::vector<double> Results::Channel(const std::string& name) const {
  return GuardedFile([&] { return impl_->reader.ReadChannel(name); });
}

std::string Results::Summary() const {
  return GuardedFile([&] { return impl_->reader.ReadSummary(); });
}

struct ResultWriter::Impl {
  jounce::ResultWriter writer;
  size_t columns;
};

ResultWriter::ResultWriter(const std::string& path, const std::vector<OutputChannel>& channels,
                           size_t rows, const Model& model, bool replace) {
  std::vector<ChannelInfo> infos;
  for (const OutputChannel& channel : channels) infos.push_back({channel.name, channel.unit, ""});
  const Model::Impl& made = model.impl();
  const ResultOrigin origin{"jounce::api", Version(), made.loaded.files, made.settings};
  impl_ = GuardedFile([&] {
    return std::unique_ptr<Impl>(
        new Impl{jounce::ResultWriter(path, infos, rows, origin, replace), channels.size()});
  });
}

ResultWriter::ResultWriter(ResultWriter&& other) noexcept = default;
ResultWriter& ResultWriter::operator=(ResultWriter&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
ResultWriter::~ResultWriter() {
  const std::lock_guard lock(FileMutex());
  impl_.reset();
}

void ResultWriter::Append(double time, std::span<const double> values) {
  if (values.size() != impl_->columns) {
    throw std::invalid_argument(
        fmt::format("a row of {} values for {} channels", values.size(), impl_->columns));
  }
  GuardedFile([&] { impl_->writer.Append(time, values); });
}

void ResultWriter::Close() {
  GuardedFile([&] { impl_->writer.Close(); });
}

void ResultWriter::SetSummary(const std::string& json) {
  GuardedFile([&] { impl_->writer.SetSummary(json); });
}

RunStatistics RunToFile(const Model& model, const std::string& path, Start start, bool replace) {
  const RunSchedule schedule = MakeRunSchedule(model.impl().loaded.model.solver);
  Simulation simulation(model, start);
  ResultWriter writer(path, simulation.outputs(), schedule.OutputCount(), model, replace);
  nlohmann::json summary = {{"status", "done"}};
  const auto finish = [&] {
    const RunStatistics s = simulation.statistics();
    summary["end_time"] = simulation.time();
    summary["steps"] = s.steps;
    summary["iterations"] = s.iterations;
    summary["factorizations"] = s.factorizations;
    summary["halvings"] = s.halvings;
    summary["residual_left"] = s.worst_residual;
    summary["steps_above_tolerance"] = s.steps_above_tolerance;
    summary["warnings"] = simulation.warnings();
    writer.SetSummary(summary.dump(2));
    writer.Close();
    return s;
  };
  writer.Append(simulation.time(), simulation.Outputs());
  try {
    const double interval = static_cast<double>(schedule.steps) * schedule.step;
    for (long long i = 1; i <= schedule.intervals; ++i) {
      simulation.AdvanceTo(static_cast<double>(i) * interval);
      writer.Append(simulation.time(), simulation.Outputs());
    }
    if (schedule.last_steps > 0) {
      simulation.AdvanceTo(model.end_time());
      writer.Append(simulation.time(), simulation.Outputs());
    }
  } catch (const RunError& error) {
    summary["status"] = "failed";
    summary["reason"] = error.what();
    finish();
    throw;
  }
  return finish();
}

}  // namespace jounce::api
