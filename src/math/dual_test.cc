#include "math/dual.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "math/expression.h"
#include "math/lanes.h"

namespace jounce {
namespace {

using D1 = Dual<1>;
using D2 = Dual<2>;

// d/dx of a function at x, from the dual number and from a central difference.
void CheckDerivative(const char* name, double x, const std::function<D1(const D1&)>& f) {
  const double d = 1e-6;
  const double difference = (f(D1(x + d)).value - f(D1(x - d)).value) / (2 * d);
  EXPECT_NEAR(f(D1::Variable(x, 0)).d[0], difference, 1e-8 * (1 + std::abs(difference))) << name;
}

TEST(Dual, FunctionsHaveTheDerivativesOfTheirValues) {
  CheckDerivative("exp", 0.7, [](const D1& x) { return exp(x); });
  CheckDerivative("expm1", 0.7, [](const D1& x) { return expm1(x); });
  CheckDerivative("log", 0.7, [](const D1& x) { return log(x); });
  CheckDerivative("log1p", 0.7, [](const D1& x) { return log1p(x); });
  CheckDerivative("sqrt", 0.7, [](const D1& x) { return sqrt(x); });
  CheckDerivative("sin", 0.7, [](const D1& x) { return sin(x); });
  CheckDerivative("cos", 0.7, [](const D1& x) { return cos(x); });
  CheckDerivative("tan", 0.7, [](const D1& x) { return tan(x); });
  CheckDerivative("asin", 0.7, [](const D1& x) { return asin(x); });
  CheckDerivative("acos", 0.7, [](const D1& x) { return acos(x); });
  CheckDerivative("atan", 0.7, [](const D1& x) { return atan(x); });
  CheckDerivative("sinh", 0.7, [](const D1& x) { return sinh(x); });
  CheckDerivative("cosh", 0.7, [](const D1& x) { return cosh(x); });
  CheckDerivative("tanh", 0.7, [](const D1& x) { return tanh(x); });
  CheckDerivative("abs", -0.7, [](const D1& x) { return abs(x); });
  CheckDerivative("pow", -0.7, [](const D1& x) { return pow(x, 3.0); });
  CheckDerivative("pow of x", 0.7, [](const D1& x) { return pow(x, x); });
  CheckDerivative("atan2", -0.7, [](const D1& x) { return atan2(x, 2.0 - x); });
  CheckDerivative("quotient", 0.7, [](const D1& x) { return (1 + x) / (x * x - 3.0) - 2 / x; });
}

TEST(Dual, KeepsSeveralVariablesApart) {
  const D2 x = D2::Variable(3, 0), y = D2::Variable(4, 1);
  const D2 z = 2 * x * x * y + y / 2 - 5.0;
  EXPECT_DOUBLE_EQ(z.value, 69);
  EXPECT_DOUBLE_EQ(z.d[0], 48);
  EXPECT_DOUBLE_EQ(z.d[1], 18.5);
}

TEST(Dual, ChoicesFollowTheValues) {
  const D1 x = D1::Variable(3, 0);
  EXPECT_EQ(Min(x, D1(2.0)).d[0], 0);
  EXPECT_EQ(Max(x, D1(2.0)).d[0], 1);
  EXPECT_EQ(Clamp(x, D1(-1.0), D1(1.0)).value, 1);
  EXPECT_EQ(Abs(-x).d[0], 1);
}

TEST(Dual, RunsThroughExpressions) {
  const Expression f = Expression::Parse("k*x^3 + sin(x)", {"x", "k"});
  const D2 variables[] = {D2::Variable(0.5, 0), D2::Variable(2, 1)};
  const D2 result = f.Evaluate<D2>(variables);
  EXPECT_NEAR(result.d[0], 2 * 3 * 0.25 + std::cos(0.5), 1e-15);
  EXPECT_NEAR(result.d[1], 0.125, 1e-15);
}

TEST(Dual, CarriesLanes) {
  using L = Lanes<8>;
  L start;
  for (int i = 0; i < 8; ++i) start.Set(i, 0.1 * (i + 1));
  const Dual<1, L> x = Dual<1, L>::Variable(start, 0);
  const Dual<1, L> y = Where(x > Dual<1, L>(0.45), exp(x), x * x);
  for (int i = 0; i < 8; ++i) {
    const double v = 0.1 * (i + 1);
    EXPECT_DOUBLE_EQ(y.value[i], v > 0.45 ? std::exp(v) : v * v);
    EXPECT_DOUBLE_EQ(y.d[0][i], v > 0.45 ? std::exp(v) : 2 * v);
  }
}

}  // namespace
}  // namespace jounce
