#include "math/expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <string>

#include "base/error.h"

namespace jounce {
namespace {

double Value(const char* text, double x = 0, double y = 0) {
  const std::array<double, 2> values = {x, y};
  return Expression::Parse(text, {"x", "y"}).Evaluate<double>(values);
}

std::string ErrorOf(const std::string& text) {
  try {
    Expression::Parse(text, {"x", "k_front"});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Expression, FollowsTheUsualPrecedence) {
  EXPECT_EQ(Value("1 + 2*3"), 7);
  EXPECT_EQ(Value("(1 + 2)*3"), 9);
  EXPECT_EQ(Value("2^3^2"), 512);
  EXPECT_EQ(Value("-x^2", 3), -9);
  EXPECT_EQ(Value("8/4/2"), 1);
  EXPECT_EQ(Value("2 - 3 - 4"), -5);
  EXPECT_EQ(Value("2*-3"), -6);
  EXPECT_DOUBLE_EQ(Value("1.5e3 + .5"), 1500.5);
  EXPECT_EQ(Value("1 < 2 && 2 <= 2 || 0"), 1);
}

TEST(Expression, KnowsFunctionsAndConstants) {
  EXPECT_DOUBLE_EQ(Value("sin(pi/6)"), 0.5);
  EXPECT_DOUBLE_EQ(Value("log(e) + log10(1000)"), 4);
  EXPECT_DOUBLE_EQ(Value("atan2(1, -1)"), 0.75 * std::numbers::pi);
  EXPECT_EQ(Value("max(x, y) - min(x, y)", 2, 5), 3);
  EXPECT_EQ(Value("abs(x) + sign(x)", -4), 3);
  EXPECT_EQ(Value("if(x > 1, 10, 20)", 2), 10);
  EXPECT_EQ(Value("if(x > 1, 10, 20)", 1), 20);
  EXPECT_EQ(Value("heaviside(x)", -1e-9), 0);
  EXPECT_DOUBLE_EQ(Value("pow(x, 0.5)", 2), std::sqrt(2));
  EXPECT_DOUBLE_EQ(Value("x^y", 2, 0.5), std::sqrt(2));
}

// Formulas of plain numbers, such as forces over time, have neither vectors nor units.
TEST(Expression, PlainFormulasHaveNoVectors) {
  EXPECT_NE(ErrorOf("norm(x)").find("the function 'norm' is not known"), std::string::npos);
  EXPECT_NE(ErrorOf("x.x").find("the name 'x.x' is not known"), std::string::npos);
  EXPECT_NE(ErrorOf("(x).x").find("'.' is not expected here"), std::string::npos);
  EXPECT_NE(ErrorOf("10 mm").find("'m' is not expected here"), std::string::npos);
  EXPECT_EQ(Value("x-y", 3, 2), 1);
}

TEST(Expression, StepIsACubicWithLevelEnds) {
  EXPECT_EQ(Value("step(x, 1, 10, 3, 20)", 0), 10);
  EXPECT_EQ(Value("step(x, 1, 10, 3, 20)", 2), 15);
  EXPECT_EQ(Value("step(x, 1, 10, 3, 20)", 4), 20);
  EXPECT_NEAR(Value("step(x, 1, 10, 3, 20)", 1.5), 10 + 10 * (3.0 / 16 - 2.0 / 64), 1e-13);
}

TEST(Expression, IntegerPowersWorkForNegativeBases) {
  EXPECT_EQ(Value("x^3", -2), -8);
  EXPECT_EQ(Value("x^-2", -2), 0.25);
  EXPECT_EQ(Value("x^0", 0), 1);
}

// The same program over complex-step numbers gives derivatives to machine precision.
struct ComplexStep {
  std::complex<double> z;
  ComplexStep(double value = 0) : z(value) {}
  explicit ComplexStep(std::complex<double> value) : z(value) {}
  friend ComplexStep operator+(ComplexStep a, ComplexStep b) { return ComplexStep(a.z + b.z); }
  friend ComplexStep operator-(ComplexStep a, ComplexStep b) { return ComplexStep(a.z - b.z); }
  friend ComplexStep operator*(ComplexStep a, ComplexStep b) { return ComplexStep(a.z * b.z); }
  friend ComplexStep operator/(ComplexStep a, ComplexStep b) { return ComplexStep(a.z / b.z); }
  friend ComplexStep operator-(ComplexStep a) { return ComplexStep(-a.z); }
  friend bool operator<(ComplexStep a, ComplexStep b) { return a.z.real() < b.z.real(); }
};
// clang-format off
#define JOUNCE_LIFT(f) ComplexStep f(ComplexStep a) { return ComplexStep(std::f(a.z)); }
JOUNCE_LIFT(sin)
JOUNCE_LIFT(cos)
JOUNCE_LIFT(tan)
JOUNCE_LIFT(asin)
JOUNCE_LIFT(acos)
JOUNCE_LIFT(atan)
JOUNCE_LIFT(sinh)
JOUNCE_LIFT(cosh)
JOUNCE_LIFT(tanh)
JOUNCE_LIFT(exp)
JOUNCE_LIFT(log)
JOUNCE_LIFT(sqrt)
#undef JOUNCE_LIFT
// clang-format on
ComplexStep atan2(ComplexStep a, ComplexStep b) { return atan(a / b); }
ComplexStep pow(ComplexStep a, double b) { return ComplexStep(std::pow(a.z, b)); }

TEST(Expression, EvaluatesOverOtherScalars) {
  const Expression law =
      Expression::Parse("k*x + a*x^3 + c*v^1.5*exp(-x)", {"x", "v", "k", "a", "c"});
  const double h = 1e-30;
  const std::array<ComplexStep, 5> values = {ComplexStep(std::complex<double>(0.3, h)), 2.0, 100.0,
                                             7.0, 5.0};
  const ComplexStep f = law.Evaluate<ComplexStep>(values);
  const double damping = 5 * std::pow(2, 1.5) * std::exp(-0.3);
  EXPECT_DOUBLE_EQ(f.z.real(), 30 + 7 * 0.027 + damping);
  EXPECT_DOUBLE_EQ(f.z.imag() / h, 100 + 21 * 0.09 - damping);
}

TEST(Expression, TellsWhichVariablesItUses) {
  const Expression expression = Expression::Parse("2*x", {"x", "y"});
  EXPECT_TRUE(expression.Uses(0));
  EXPECT_FALSE(expression.Uses(1));
}

TEST(Expression, ErrorsNameColumnAndRemedy) {
  EXPECT_NE(ErrorOf("2*k_frnt").find("column 3: the name 'k_frnt' is not known"),
            std::string::npos);
  EXPECT_NE(ErrorOf("2*k_frnt").find("did you mean 'k_front'?"), std::string::npos);
  EXPECT_NE(ErrorOf("sqrtt(x)").find("did you mean 'sqrt'?"), std::string::npos);
  EXPECT_NE(ErrorOf("2 +").find("a value is missing"), std::string::npos);
  EXPECT_NE(ErrorOf("(x").find("closing parenthesis"), std::string::npos);
  EXPECT_NE(ErrorOf("x x").find("not expected"), std::string::npos);
  EXPECT_NE(ErrorOf("max(x)").find("takes 2 values"), std::string::npos);
  EXPECT_NE(ErrorOf("").find("a value is missing"), std::string::npos);
}

TEST(Expression, RefusesHostileNesting) {
  EXPECT_NE(ErrorOf(std::string(100000, '(')).find("too deeply"), std::string::npos);
  EXPECT_NE(ErrorOf(std::string(100000, '-') + "x").find("too deeply"), std::string::npos);
  std::string right_deep = "x";
  for (int i = 0; i < 60; ++i) right_deep = "1+(" + right_deep + ")";
  EXPECT_NE(ErrorOf(right_deep).find("too deeply"), std::string::npos);
}

}  // namespace
}  // namespace jounce
