#include "io/result_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

#include "base/error.h"
#include "io/result_file.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

class ResultSource : public SignalSource {
 public:
  explicit ResultSource(const std::string& path) : reader_(path) {
    const std::vector<double> time = reader_.ReadTime();
    const double step = EvenStep(time, path);
    const double rate = RoundestRate(step, 1e-12 * step);
    for (const ChannelInfo& channel : reader_.channels()) {
      heads_.push_back(
          {channel.name, channel.description, channel.unit, rate, time.empty() ? 0 : time.front()});
    }
  }

  size_t NumChannels() const override { return heads_.size(); }
  const ChannelHead& Head(size_t channel) const override { return heads_[channel]; }
  size_t Length(size_t) const override { return reader_.rows(); }

  void Read(size_t channel, size_t first, std::span<double> samples) const override {
    // The HDF5 library serves one thread at a time.
    const std::lock_guard<std::mutex> lock(mutex_);
    reader_.ReadChannelPart(heads_[channel].name, first, samples);
  }

 private:
  static double EvenStep(const std::vector<double>& time, const std::string& path) {
    if (time.size() < 2) return 1;
    const double step = (time.back() - time.front()) / static_cast<double>(time.size() - 1);
    for (size_t i = 0; i < time.size(); ++i) {
      const double expected = time.front() + step * static_cast<double>(i);
      if (!(std::abs(time[i] - expected) <= 0.01 * step)) {
        throw InputError(
            fmt::format("{}: row {} at {} s is not evenly spaced in time", path, i + 1, time[i]),
            "run with a fixed output step");
      }
    }
    return step;
  }

  ResultReader reader_;
  std::vector<ChannelHead> heads_;
  mutable std::mutex mutex_;
};

}  // namespace

std::shared_ptr<const SignalSource> OpenResultSource(const std::string& path) {
  return std::make_shared<ResultSource>(path);
}

}  // namespace jounce
