#include "math/jet.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "math/expression.h"

namespace jounce {
namespace {

// Every function of the expression language, where it is smooth.
const char* const kFormulas[] = {
    "sin(2*t)",      "cos(t)*t",  "tan(t)",        "asin(t/2)",     "acos(t/3)",      "atan(3*t)",
    "sinh(t)",       "cosh(t)",   "tanh(2*t)",     "exp(-t)*t^3",   "log(1+t)",       "log10(2+t)",
    "sqrt(1+t*t)",   "(1+t)^2.5", "atan2(t, 2-t)", "1/(1+t)",       "t^(1+t)",        "min(t, 5)",
    "max(t*t, t-9)", "abs(-t)",   "if(t<2, t, 0)", "0.02*t*sin(t)", "step(t,0,0,1,2)"};

TEST(Jet, DerivativesMatchFiniteDifferences) {
  const double t = 0.7, d = 1e-3;
  for (const char* text : kFormulas) {
    const Expression expression = Expression::Parse(text, {"t"});
    const auto value = [&](double time) {
      const double variables[] = {time};
      return expression.Evaluate<double>(variables);
    };
    const Jet variables[] = {Jet::Time(t)};
    const Jet jet = expression.Evaluate<Jet>(variables);
    // Central differences of order four.
    const double rate =
        (8 * (value(t + d) - value(t - d)) - value(t + 2 * d) + value(t - 2 * d)) / (12 * d);
    const double acceleration =
        (16 * (value(t + d) + value(t - d)) - value(t + 2 * d) - value(t - 2 * d) - 30 * value(t)) /
        (12 * d * d);
    EXPECT_DOUBLE_EQ(jet.value, value(t)) << text;
    EXPECT_NEAR(jet.rate, rate, 2e-9) << text;
    EXPECT_NEAR(jet.acceleration, acceleration, 2e-8) << text;
  }
}

}  // namespace
}  // namespace jounce
