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

double ValueOf(const std::string& text, double x) {
  const double values[] = {x};
  return Expression::Parse(text, {"x"}).Evaluate<double>(values);
}

TEST(Expression, StepsGoFromOneLevelToAnother) {
  for (const char* name : {"step", "step5", "haversine"}) {
    const std::string f = std::string(name) + "(x, 1, 2, 3, 6)";
    EXPECT_EQ(ValueOf(f, 0.5), 2) << name;
    EXPECT_EQ(ValueOf(f, 4), 6) << name;
    EXPECT_NEAR(ValueOf(f, 2), 4, 1e-15) << name;
    // Level at both ends.
    EXPECT_NEAR(ValueOf(f, 1 + 1e-5), 2, 1e-8) << name;
    EXPECT_NEAR(ValueOf(f, 3 - 1e-5), 6, 1e-8) << name;
  }
  // A quarter of the way: 3 s^2 - 2 s^3, 10 s^3 - 15 s^4 + 6 s^5 and (1 - cos(pi s))/2.
  EXPECT_NEAR(ValueOf("step(x, 0, 0, 1, 1)", 0.25), 0.15625, 1e-15);
  EXPECT_NEAR(ValueOf("step5(x, 0, 0, 1, 1)", 0.25), 0.103515625, 1e-15);
  EXPECT_NEAR(ValueOf("haversine(x, 0, 0, 1, 1)", 0.25), 0.5 * (1 - std::sqrt(0.5)), 1e-15);
}

// k depth^e - c v with the damping full beyond d, never pulling.
TEST(Expression, StopsPushOnly) {
  EXPECT_EQ(ValueOf("impact(x, 1, 0, 1e4, 1.5, 20, 0.01)", 0.02), 0);
  EXPECT_NEAR(ValueOf("impact(x, 2, 0, 1e4, 1.5, 20, 0.01)", -0.04), 1e4 * 0.008 - 20 * 2, 1e-10);
  EXPECT_NEAR(ValueOf("impact(x, -2, 0, 1e4, 1.5, 20, 0.01)", -0.04), 1e4 * 0.008 + 20 * 2, 1e-10);
  EXPECT_EQ(ValueOf("impact(x, 100, 0, 1e4, 1.5, 20, 0.01)", -0.04), 0);
  EXPECT_EQ(ValueOf("bistop(x, 3, -1, 1, 1e4, 2, 20, 0.01)", 0.5), 0);
  EXPECT_NEAR(ValueOf("bistop(x, 3, -1, 1, 1e4, 2, 20, 0.01)", 1.1), -(1e4 * 0.01 + 20 * 3), 1e-9);
  EXPECT_NEAR(ValueOf("bistop(x, -3, -1, 1, 1e4, 2, 20, 0.01)", -1.1), 1e4 * 0.01 + 20 * 3, 1e-9);
}

// The frequency is the rate of the phase: at the end of both it is f1.
TEST(Expression, ChirpAndSweepGoFromOneFrequencyToAnother) {
  const double h = 1e-6;
  for (const char* name : {"chirp", "sweep"}) {
    const std::string f = std::string(name) + "(x, 2, 8, 5)";
    EXPECT_NEAR(ValueOf(f, 0), 0, 1e-15);
    EXPECT_NEAR((ValueOf(f, h) - ValueOf(f, -h)) / (2 * h), 2 * M_PI * 2, 1e-6) << name;
    const double s = ValueOf(f, 5), slope = (ValueOf(f, 5 + h) - ValueOf(f, 5 - h)) / (2 * h);
    EXPECT_NEAR(std::abs(slope), 2 * M_PI * 8 * std::sqrt(1 - s * s), 1e-5) << name;
  }
  // 2 t + 6 t^2/10 cycles after 1 s.
  EXPECT_NEAR(ValueOf("chirp(x, 2, 8, 5)", 1), std::sin(2 * M_PI * 2.6), 1e-13);
}

TEST(Expression, NamesInAFormula) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(Expression::NamesIn("2e3*wheel.z - sin(pi*t) + wheel.z*b_1"),
            (Names{"wheel.z", "t", "b_1"}));
  EXPECT_EQ(Expression::NamesIn("1.5e-3 + .5"), Names{});
  EXPECT_EQ(Expression::NamesIn("max (a, b"), (Names{"a", "b"}));
}

}  // namespace
}  // namespace jounce
