#include "model/time_function.h"

#include <utility>

#include "base/error.h"
#include "math/expression.h"

namespace jounce {
namespace {

class ConstantFunction final : public TimeFunction {
 public:
  explicit ConstantFunction(double value) : value_(value) {}
  Jet At(double) const override { return value_; }

 private:
  double value_;
};

class FormulaFunction final : public TimeFunction {
 public:
  explicit FormulaFunction(Expression expression) : expression_(std::move(expression)) {}
  Jet At(double t) const override {
    const Jet variables[] = {Jet::Time(t)};
    return expression_.Evaluate<Jet>(variables);
  }

 private:
  Expression expression_;
};

}  // namespace

std::shared_ptr<const TimeFunction> MakeTimeFunction(const TimeFunctionSettings& settings) {
  const int given = (settings.constant ? 1 : 0) + (settings.expression.empty() ? 0 : 1) +
                    (settings.function ? 1 : 0);
  if (given != 1) {
    throw InputError("a function of time needs a number, a formula or a signal",
                     given == 0 ? "give one of them" : "give only one of them");
  }
  if (settings.constant) return std::make_shared<ConstantFunction>(*settings.constant);
  if (settings.function) return settings.function;
  return std::make_shared<FormulaFunction>(Expression::Parse(settings.expression, {"t"}));
}

}  // namespace jounce
