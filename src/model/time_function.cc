#include "model/time_function.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/error.h"
#include "math/expression.h"
#include "math/units.h"

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
  double Value(double t) const override {
    const double variables[] = {t};
    return expression_.Evaluate<double>(variables);
  }

 private:
  Expression expression_;
};

class TableFunction final : public TimeFunction {
 public:
  explicit TableFunction(Spline spline) : spline_(std::move(spline)) {}
  Jet At(double t) const override {
    const Spline::Point point = spline_.Evaluate(t);
    return {point.value, point.slope, point.bend};
  }

 private:
  Spline spline_;
};

std::shared_ptr<const TimeFunction> MakeTableFunction(const TimeTable& table) {
  std::vector<double> times, values;
  for (size_t i = 0; i + 1 < table.rows.size(); i += 2) {
    times.push_back(table.rows[i]);
    values.push_back(table.rows[i + 1]);
  }
  return std::make_shared<TableFunction>(
      Spline(std::move(times), std::move(values), table.interpolation, Extrapolation::kConstant));
}

}  // namespace

bool IsNumberWithUnit(const std::string& text) {
  double value = 0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  return std::from_chars(begin, text.data() + text.size(), value).ec == std::errc();
}

double NumberWithUnit(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const char* rest = std::from_chars(text.data() + (text.starts_with('+') ? 1 : 0), end, value).ptr;
  while (rest != end && *rest == ' ') ++rest;
  return rest == end ? value : ParseUnit(std::string_view(rest, end - rest)).ToSi(value);
}

bool UsesSignals(const TimeFunctionSettings& settings) {
  const std::vector<std::string> names = Expression::NamesIn(settings.expression);
  return std::any_of(names.begin(), names.end(), [](const std::string& n) { return n != "t"; });
}

std::shared_ptr<const TimeFunction> MakeTimeFunction(const TimeFunctionSettings& settings) {
  const int given = (settings.constant ? 1 : 0) + (settings.expression.empty() ? 0 : 1) +
                    (settings.table.rows.empty() ? 0 : 1) +
                    (settings.signal || settings.source ? 1 : 0);
  if (given != 1) {
    throw InputError("a function of time needs a number, a formula, a table or a signal",
                     given == 0 ? "give one of them" : "give only one of them");
  }
  if (settings.constant) return std::make_shared<ConstantFunction>(*settings.constant);
  if (settings.source) return settings.source->Make();
  if (settings.signal) throw InputError("the file of the signal was not read");
  if (!settings.table.rows.empty()) return MakeTableFunction(settings.table);
  return std::make_shared<FormulaFunction>(Expression::Parse(settings.expression, {"t"}));
}

}  // namespace jounce
