// A controller: y = kp e + ki x + kd d, limited, with x' = e the integral of the error e and d its
// rate: a second input, or the rate that a filter of the first order sees, d = (e - z)/T, z' = d.
// While the output is at a limit, the integral does not grow further into it.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "blocks/block_kinds.h"

namespace jounce {
namespace {

struct PidSettings {
  double kp, ki, kd, filter, minimum, maximum, initial;
};

class PidBlock final : public Block {
 public:
  PidBlock(const PidSettings& settings, int inputs)
      : Block(inputs, 1, (settings.ki != 0 ? 1 : 0) + (settings.kd != 0 && inputs == 1 ? 1 : 0), 0),
        s_(settings),
        integrates_(settings.ki != 0),
        filters_(settings.kd != 0 && inputs == 1) {}

  void InitialStates(double* x) const override {
    std::fill(x, x + states(), 0.0);
    if (integrates_) x[0] = s_.initial;
  }

  void Outputs(const BlockPoint& at, double* y) const override {
    *y = std::clamp(Unlimited(at), s_.minimum, s_.maximum);
  }

  void Rates(const BlockPoint& at, double* rates) const override {
    if (integrates_) {
      rates[0] = at.is_static() ? s_.initial - at.x[0] : Winds(at) ? 0 : at.u[0];
    }
    if (filters_) rates[Filter()] = (at.u[0] - at.x[Filter()]) / s_.filter;
  }

  void Differentiate(const BlockPoint& at, BlockSlopes* slopes) const override {
    BlockSlopes& m = *slopes;
    m.A.setZero();
    m.B.setZero();
    m.C.setZero();
    m.D.setZero();
    const double v = Unlimited(at);
    if (integrates_) {
      if (at.is_static()) m.A(0, 0) = -1;
      m.B(0, 0) = at.is_static() || Winds(at) ? 0 : 1;
    }
    if (filters_) {
      m.A(Filter(), Filter()) = -1 / s_.filter;
      m.B(Filter(), 0) = 1 / s_.filter;
    }
    if (v < s_.minimum || v > s_.maximum) return;
    m.D(0, 0) = s_.kp;
    if (integrates_) m.C(0, 0) = s_.ki;
    if (filters_) {
      m.D(0, 0) += s_.kd / s_.filter;
      m.C(0, Filter()) = -s_.kd / s_.filter;
    } else if (inputs() == 2) {
      m.D(0, 1) = s_.kd;
    }
  }

 private:
  int Filter() const { return integrates_ ? 1 : 0; }

  double Unlimited(const BlockPoint& at) const {
    double v = s_.kp * at.u[0];
    if (integrates_) v += s_.ki * at.x[0];
    if (filters_) v += s_.kd * (at.u[0] - at.x[Filter()]) / s_.filter;
    if (inputs() == 2) v += s_.kd * at.u[1];
    return v;
  }

  // At a limit, and pushing further.
  bool Winds(const BlockPoint& at) const {
    const double v = Unlimited(at), push = s_.ki * at.u[0];
    return (v > s_.maximum && push > 0) || (v < s_.minimum && push < 0);
  }

  PidSettings s_;
  bool integrates_, filters_;
};

std::unique_ptr<const Block> MakePid(const BlockSettings& settings, const BlockContext&) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const PidSettings pid = {settings.Number("kp", 0),
                           settings.Number("ki", 0),
                           settings.Number("kd", 0),
                           settings.Number("filter", 0),
                           settings.Number("minimum", -kInfinity),
                           settings.Number("maximum", kInfinity),
                           settings.Number("initial", 0)};
  const auto inputs = static_cast<int>(settings.inputs.size());
  if (pid.kd != 0 && inputs == 1 && !(pid.filter > 0)) {
    throw InputError("the rate of the error is not known",
                     "give `filter`, the time over which it is taken, or the rate as a second "
                     "input");
  }
  if (!(pid.minimum < pid.maximum)) {
    throw InputError(fmt::format("the limits {} and {} leave nothing", pid.minimum, pid.maximum),
                     "the minimum lies below the maximum");
  }
  return std::make_unique<PidBlock>(pid, inputs);
}

}  // namespace

const BlockKind kPidBlock = {
    "pid",
    "kp e + ki integral of e + kd rate of e, limited; the error e is its input",
    1,
    2,
    {{"kp", "factor of the error; 0 by default"},
     {"ki", "factor of its integral; 0 by default"},
     {"kd", "factor of its rate; 0 by default"},
     {"filter", "time over which the rate is taken, unless it is the second input",
      KindField::kNumber, false, quantity::kTime},
     {"minimum", "of the output"},
     {"maximum", "of the output"},
     {"initial", "integral at the start; 0 by default, kept in statics"}},
    MakePid,
    BlockUnits::kErrorAndRate};

}  // namespace jounce
