#include "io/result_source.h"

#include <mutex>
#include <vector>

#include "io/result_file.h"
#include "io/signal_sink.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

class ResultSource : public SignalSource {
 public:
  explicit ResultSource(const std::string& path) : reader_(path) {
    const std::vector<double> time = reader_.ReadTime();
    const double step = EvenStepOf(time, path, &rows_);
    const double rate = RoundestRate(step, 1e-12 * step);
    for (const ChannelInfo& channel : reader_.channels()) {
      heads_.push_back(
          {channel.name, channel.description, channel.unit, rate, time.empty() ? 0 : time.front()});
    }
  }

  size_t NumChannels() const override { return heads_.size(); }
  const ChannelHead& Head(size_t channel) const override { return heads_[channel]; }
  size_t Length(size_t) const override { return rows_; }

  void Read(size_t channel, size_t first, std::span<double> samples) const override {
    // The HDF5 library serves one thread at a time.
    const std::lock_guard<std::mutex> lock(mutex_);
    reader_.ReadChannelPart(heads_[channel].name, first, samples);
  }

 private:
  ResultReader reader_;
  size_t rows_ = 0;
  std::vector<ChannelHead> heads_;
  mutable std::mutex mutex_;
};

}  // namespace

std::shared_ptr<const SignalSource> OpenResultSource(const std::string& path) {
  return std::make_shared<ResultSource>(path);
}

}  // namespace jounce
