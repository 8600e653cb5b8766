#include "io/signal_sink.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "signals/number_text.h"
#include "signals/signal_file.h"

namespace jounce {

double EvenStepOf(const std::vector<double>& time, const std::string& path, size_t* rows) {
  *rows = time.size();
  if (time.size() < 2) return 1;
  const double step = time[1] - time[0];
  const double last = time.back() - time[time.size() - 2];
  if (time.size() > 2 && !(std::abs(last - step) <= 0.01 * step)) --*rows;
  const double even = (time[*rows - 1] - time[0]) / static_cast<double>(*rows - 1);
  for (size_t i = 0; i < *rows; ++i) {
    const double expected = time[0] + even * static_cast<double>(i);
    if (std::abs(time[i] - expected) <= 0.01 * even) continue;
    throw InputError(
        fmt::format("{}: row {} at {} s is not evenly spaced in time", path, i + 1, time[i]),
        "run with a fixed output step, or write CSV");
  }
  return even;
}

void SignalSink::Begin(const ResultDescription& description) {
  channels_ = description.channels;
  ChannelSettings settings;
  settings.rate = rate_;
  selection_ = std::make_unique<ChannelSelection>(settings, channels_);
  if (!channels_.empty()) return;
  throw InputError(fmt::format("'{}' would be empty: the model has no sensors", path_),
                   "add sensors, or write a result (.h5)");
}

void SignalSink::Row(const ResultRow& row) {
  selection_->Add(row.time(), row.sensors().data(), Appender());
}

ChannelSelection::Row SignalSink::Appender() {
  return [this](double time, const std::vector<double>& values) {
    time_.push_back(time);
    values_.insert(values_.end(), values.begin(), values.end());
  };
}

void SignalSink::End(RunSummary* /*summary*/) {
  selection_->Finish(Appender());
  if (time_.empty()) return;
  size_t rows = 0;
  const double step = EvenStepOf(time_, path_, &rows);
  std::vector<Channel> channels(channels_.size());
  for (size_t c = 0; c < channels.size(); ++c) {
    Channel& channel = channels[c];
    channel.name = channels_[c].name;
    channel.unit = channels_[c].unit;
    channel.sample_rate = RoundestRate(step, 1e-12 * step);
    channel.start = time_.front();
    for (size_t row = 0; row < rows; ++row) {
      channel.samples.push_back(values_[row * channels.size() + c]);
    }
    units_.Convert(&channel.unit, channel.samples);
  }
  files_ = WriteSignals(path_, MemorySource(std::move(channels)));
}

}  // namespace jounce
