#include "replicate/live_drive.h"

#include <algorithm>
#include <utility>

namespace jounce {
namespace {

class LiveFunction : public TimeFunction {
 public:
  explicit LiveFunction(std::shared_ptr<const LiveDrive> drive) : drive_(std::move(drive)) {}
  Jet At(double t) const override { return drive_->At(t); }

 private:
  std::shared_ptr<const LiveDrive> drive_;
};

class LiveSource : public TimeFunctionSource {
 public:
  explicit LiveSource(std::shared_ptr<const LiveDrive> drive) : drive_(std::move(drive)) {}
  std::unique_ptr<TimeFunction> Make() const override {
    return std::make_unique<LiveFunction>(drive_);
  }

 private:
  std::shared_ptr<const LiveDrive> drive_;
};

}  // namespace

void LiveDrive::Rest(double value) {
  std::fill(std::begin(values_), std::end(values_), value);
  std::fill(std::begin(rates_), std::end(rates_), 0.0);
  end_ = 0;
}

void LiveDrive::Begin(double end, double h) {
  end_ = end;
  h_ = h;
  for (double* old : {values_, rates_}) {
    old[2] = old[1];
    old[1] = old[0];
  }
  Set(values_[0]);
}

void LiveDrive::Set(double value) {
  values_[0] = value;
  rates_[0] = (3 * values_[0] - 4 * values_[1] + values_[2]) / (2 * h_);
}

// Within a step: the parabola through its end and the two before.
Jet LiveDrive::At(double t) const {
  const double x = t - end_;
  const double curvature = (values_[0] - 2 * values_[1] + values_[2]) / (h_ * h_);
  return {values_[0] + x * (rates_[0] + 0.5 * x * curvature), rates_[0] + x * curvature,
          (3 * rates_[0] - 4 * rates_[1] + rates_[2]) / (2 * h_)};
}

std::shared_ptr<const TimeFunctionSource> AsTimeFunctionSource(
    std::shared_ptr<const LiveDrive> drive) {
  return std::make_shared<LiveSource>(std::move(drive));
}

}  // namespace jounce
