// Drivers (driver_laws.h) who look at the vehicle at the times k `period` and decide where their hands
// and feet are at the next one; between the two they move evenly, so that nothing jumps. Before the
// first look they do nothing. Both break loops, and linear analyses refuse them.
#include "blocks/driver_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "blocks/driver_laws.h"
#include "blocks/sampling.h"

namespace jounce {
namespace {

// Memory: what is put out at the last look and at the next, number of the next look, and one number
// of the driver's own.
class DriverBlock : public Block {
 public:
  DriverBlock(int inputs, double period) : Block(inputs, 1, 0, kSize), period_(period) {}
  bool feeds_through() const override { return false; }
  bool has_small_motion() const override { return false; }
  void Differentiate(const BlockPoint&, BlockSlopes* slopes) const override { slopes->D.setZero(); }

  void StartMemory(double time, const double*, double* memory) const override {
    memory[kFrom] = memory[kTo] = memory[kOwn] = 0;
    memory[kNumber] = std::floor(time / period_ + kWhole) + 1;
  }
  void Outputs(const BlockPoint& at, double* y) const override {
    const double* memory = at.memory;
    const double part = std::clamp(at.time / period_ - (memory[kNumber] - 1), 0.0, 1.0);
    *y = memory[kFrom] + part * (memory[kTo] - memory[kFrom]);
  }
  void Remember(const BlockPoint& at) const override {
    std::copy(at.memory, at.memory + kSize, at.next);
    if (at.is_static()) {
      StartMemory(at.time, at.u, at.next);
      return;
    }
    if (at.time < (at.memory[kNumber] - kWhole) * period_) return;
    at.next[kFrom] = at.memory[kTo];
    at.next[kTo] = Decide(at.u, at.memory[kTo], &at.next[kOwn]);
    at.next[kNumber] = at.memory[kNumber] + 1;
  }

 protected:
  enum { kFrom, kTo, kNumber, kOwn, kSize };
  // What is put out a period after a look, from what is put out at it.
  virtual double Decide(const double* u, double now, double* own) const = 0;
  double period() const { return period_; }

 private:
  double period_;
};

class SpeedDriverBlock final : public DriverBlock {
 public:
  SpeedDriverBlock(double period, double factor, double least, double most)
      : DriverBlock(2, period), factor_(factor), least_(least), most_(most) {}

 private:
  // The sum is not wound up while more than there is would be asked for.
  double Decide(const double* u, double /*now*/, double* own) const override {
    SpeedControl control{*own};
    const double asked = factor_ * control.Acceleration(u[0] - u[1], period());
    const double given = std::clamp(asked, least_, most_);
    if (given == asked) *own = control.sum;
    return given;
  }

  double factor_, least_, most_;
};

class PathDriverBlock final : public DriverBlock {
 public:
  PathDriverBlock(double period, PointPath path, double preview, double curvature_gain)
      : DriverBlock(5, period),
        path_(std::move(path)),
        preview_(preview),
        curvature_gain_(curvature_gain) {}

 private:
  double Decide(const double* u, double now, double* own) const override {
    PlaneMotion motion{{u[0], u[1]}, std::atan2(u[3], u[2]), u[4], std::hypot(u[2], u[3])};
    motion = motion.AfterHands();
    const double curvature =
        motion.CurvatureTo(path_.Ahead(motion.place, motion.Preview(preview_)));
    Hands hands{now, *own};
    hands.Follow(curvature / curvature_gain_, period());
    *own = hands.rate;
    return hands.angle;
  }

  PointPath path_;
  double preview_, curvature_gain_;
};

double PeriodOf(const BlockSettings& settings, const BlockContext& context) {
  const double period = settings.Number("period", 0);
  if (!(period > 0)) {
    throw InputError("the period is not positive", "give the time between looks");
  }
  if (!IsMultiple(period, context.step)) {
    throw InputError(
        fmt::format("looks every {:.6g} s do not fall on steps of {:.6g} s", period, context.step),
        "choose a step that divides the period");
  }
  return period;
}

std::unique_ptr<const Block> MakeSpeedDriver(const BlockSettings& settings,
                                             const BlockContext& context) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const double least = settings.Number("minimum", -kNone), most = settings.Number("maximum", kNone);
  if (!(least < most)) throw InputError("the minimum is not below the maximum");
  return std::make_unique<SpeedDriverBlock>(PeriodOf(settings, context),
                                            settings.Number("factor", 1), least, most);
}

std::unique_ptr<const Block> MakePathDriver(const BlockSettings& settings,
                                            const BlockContext& context) {
  const double gain = settings.Number("curvature_gain", 0);
  if (gain == 0) throw InputError("the curvature gain is zero", "how does the vehicle steer?");
  const double preview = settings.Number("preview", 0.7);
  if (!(preview > 0)) throw InputError("the preview is not positive", "say how far ahead in time");
  const std::vector<double> rows = settings.Numbers("points");
  std::vector<Eigen::Vector2d> points;
  for (size_t i = 0; i + 1 < rows.size(); i += 2) points.emplace_back(rows[i], rows[i + 1]);
  return std::make_unique<PathDriverBlock>(PeriodOf(settings, context),
                                           PointPath(std::move(points)), preview, gain);
}

const KindField kPeriod = {"period", "time between looks; steps must meet it", KindField::kNumber,
                           true, quantity::kTime};

}  // namespace

const BlockKind kSpeedDriverBlock = {
    "speed_driver",
    "holds a speed: of the speed that is wanted and the one that is there [m/s], the acceleration "
    "to ask for, times `factor`",
    2,
    2,
    {kPeriod,
     {"factor",
      "what is put out for 1 m/s^2, as mass times wheel radius for a torque; 1 by default",
      KindField::kNumber},
     {"minimum", "of what is put out", KindField::kNumber},
     {"maximum", "of what is put out", KindField::kNumber}},
    MakeSpeedDriver};

const BlockKind kPathDriverBlock = {
    "path_driver",
    "follows a path: of place x, y and velocity x, y of the vehicle in ground axes [m, m/s] and "
    "its "
    "yaw rate [rad/s], the steering angle",
    5,
    5,
    {kPeriod,
     {"points", "of the path: rows of x and y [m], straight between", KindField::kRows, true},
     {"curvature_gain", "curvature of the circle by steering angle [1/m/rad]", KindField::kNumber,
      true},
     {"preview", "how far ahead the driver looks; 0.7 s by default", KindField::kNumber, false,
      quantity::kTime}},
    MakePathDriver};

}  // namespace jounce
