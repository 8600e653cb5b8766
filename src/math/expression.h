// Formulas as users write them: "k*x + a*x^3 + c*xdot", "0.02*sin(2*pi*5*t)", "2*k_front".
//
// A formula is parsed once into a short program for a stack machine and then evaluated as often as
// one likes over any scalar type: double, dual numbers (derivatives of any order by nesting them)
// or numbers that carry their dimension. Evaluation allocates nothing.
//
// Grammar, loosest first:  a || b,  a && b,  a < b (also <= > >= == !=),  a + b,  a * b,  -a,  a ^
// b (right to left, binds tighter than the sign: -x^2 is -(x^2)),  numbers, names, f(a, ...), (a).
// Constants: pi, e. Functions: sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 sqrt
// abs sign min max pow and
//   if(c, a, b)                   a where c is not 0, else b
//   heaviside(x)                  0 for x < 0, else 1
//   step(x, x0, y0, x1, y1)       y0 before x0, y1 after x1, a cubic with level ends between
//   step5(x, x0, y0, x1, y1)      the same of degree 5, whose ends have no curvature either
//   haversine(x, x0, y0, x1, y1)  the same as half a wave of a sine
//   impact(x, v, x1, k, e, c, d)  a stop at x1 that pushes up what comes from above with the speed
//                                 v = x': k (x1 - x)^e - c v, the damping growing over the depth d;
//                                 never pulls
//   bistop(x, v, x1, x2, k, e, c, d)  the same between two stops, x1 below and x2 above
//   chirp(t, f0, f1, T)           a sine whose frequency [Hz] goes from f0 to f1 in the time T,
//                                 evenly; its phase is 2 pi (f0 t + (f1 - f0) t^2/(2 T))
//   sweep(t, f0, f1, T)           the same with as much time for each octave
//
// Formulas over quantities (those of model files) know vectors and units besides: vec(x, y, z),
// dot(a, b), cross(a, b), norm(a), unit(a), mirror_x(a), mirror_y(a), mirror_z(a), the components
// a.x, a.y, a.z of anything, and a unit after a number: 10 mm.
#ifndef JOUNCE_MATH_EXPRESSION_H_
#define JOUNCE_MATH_EXPRESSION_H_

#include <array>
#include <cassert>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

// Functions of vectors. A scalar type that has vectors offers, for the arguments in their order,
//   T CallVectorFunction(VectorFunction function, const T* arguments);
enum class VectorFunction {
  kVec,
  kDot,
  kCross,
  kNorm,
  kUnit,
  kMirrorX,
  kMirrorY,
  kMirrorZ,
  kX,
  kY,
  kZ
};
int ArgumentCount(VectorFunction function);

// What the names in a formula over quantities stand for.
class QuantityNames {
 public:
  virtual ~QuantityNames() = default;

  // Position of the name's value among those given to Evaluate; -1 where it is not known.
  virtual int IndexOf(const std::string& name) = 0;
  // The same for the value that is 1 in this unit's dimension; `value` is converted to SI. Throws
  // InputError for a unit that is not known.
  virtual int IndexOfUnit(const std::string& unit, double* value) = 0;
  // All names, for "did you mean".
  virtual std::vector<std::string> All() const = 0;
};

class Expression {
 public:
  // Names in `variables` may occur; Evaluate() takes their values in the same order. Throws
  // InputError that names the column and, for an unknown name, the nearest known one.
  static Expression Parse(std::string_view text, const std::vector<std::string>& variables);

  // The same over quantities and vectors. A name may hold dots and minus signs: the longest known
  // one counts, so that a - b with blanks is always a difference.
  static Expression Parse(std::string_view text, QuantityNames* names);

  // Value for these values of the variables.
  template <class T>
  T Evaluate(std::span<const T> variables) const;

  const std::string& text() const { return text_; }

  // The names in a formula that are neither functions nor constants, each once, in their order;
  // whether or not the formula can be parsed.
  static std::vector<std::string> NamesIn(std::string_view text);

  // Does the formula use this variable? False means its derivative is zero.
  bool Uses(int variable) const;

  // The most values on the stack at once; Parse refuses what would need more.
  static constexpr int kMaxDepth = 48;

  enum class Code : unsigned char {
    kConstant,
    kVariable,
    kNegate,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kPowerInteger,
    kPowerConstant,
    kPower,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kEqual,
    kNotEqual,
    kAnd,
    kOr,
    kSin,
    kCos,
    kTan,
    kAsin,
    kAcos,
    kAtan,
    kAtan2,
    kSinh,
    kCosh,
    kTanh,
    kExp,
    kLog,
    kLog10,
    kSqrt,
    kAbs,
    kSign,
    kMin,
    kMax,
    kIf,
    kHeaviside,
    kStep,
    kStep5,
    kHaversine,
    kImpact,
    kBistop,
    kChirp,
    kSweep,
    kVector
  };

 private:
  friend class ExpressionParser;
  struct Op {
    Code code;
    int index = 0;     // of a variable or a vector function, or an integer exponent
    double value = 0;  // of a constant, or a constant exponent
  };

  template <class T>
  static int Apply(const Op& op, std::array<T, kMaxDepth>& stack, int top);

  std::string text_;
  std::vector<Op> program_;
};

namespace expression_detail {

template <class T>
bool IsTrue(const T& x) {
  return x < T(0.0) || T(0.0) < x;
}

template <class T>
T Truth(bool value) {
  return T(value ? 1.0 : 0.0);
}

// x^n by squaring: right for negative x, exact for dual numbers at x = 0.
template <class T>
T PowerInteger(T x, int n) {
  const bool invert = n < 0;
  unsigned left = invert ? 0u - static_cast<unsigned>(n) : static_cast<unsigned>(n);
  if (left == 0) return T(1.0);
  while ((left & 1u) == 0) {
    x = x * x;
    left >>= 1;
  }
  T result = x;
  while ((left >>= 1) != 0) {
    x = x * x;
    if (left & 1u) result = result * x;
  }
  return invert ? T(1.0) / result : result;
}

template <class T>
T SmoothStep(const T& x, const T& x0, const T& y0, const T& x1, const T& y1) {
  if (x < x0 || !(x0 < x1)) return x < x0 ? y0 : y1;
  if (x1 < x) return y1;
  const T s = (x - x0) / (x1 - x0);
  return y0 + (y1 - y0) * s * s * (T(3.0) - T(2.0) * s);
}

template <class T>
T SmoothStep5(const T& x, const T& x0, const T& y0, const T& x1, const T& y1) {
  if (x < x0 || !(x0 < x1)) return x < x0 ? y0 : y1;
  if (x1 < x) return y1;
  const T s = (x - x0) / (x1 - x0);
  return y0 + (y1 - y0) * s * s * s * (T(10.0) + s * (T(6.0) * s - T(15.0)));
}

template <class T>
T Haversine(const T& x, const T& x0, const T& y0, const T& x1, const T& y1) {
  using std::cos;
  if (x < x0 || !(x0 < x1)) return x < x0 ? y0 : y1;
  if (x1 < x) return y1;
  const T s = (x - x0) / (x1 - x0);
  return y0 + (y1 - y0) * T(0.5) * (T(1.0) - T(cos(T(T(std::numbers::pi) * s))));
}

// The force of a stop that is pressed by `depth` > 0 with the rate `rate`.
template <class T>
T StopForce(const T& depth, const T& rate, const T& k, const T& e, const T& c, const T& d) {
  using std::exp, std::log;
  const T power = T(exp(T(e * T(log(depth)))));
  const T force = k * power + rate * SmoothStep(depth, T(0.0), T(0.0), d, c);
  return force < T(0.0) ? T(0.0) : force;
}

template <class T>
T Impact(const T* a) {
  return a[0] < a[2] ? StopForce(T(a[2] - a[0]), T(-a[1]), a[3], a[4], a[5], a[6]) : T(0.0);
}

template <class T>
T Bistop(const T* a) {
  if (a[0] < a[2]) return StopForce(T(a[2] - a[0]), T(-a[1]), a[4], a[5], a[6], a[7]);
  if (a[3] < a[0]) return -StopForce(T(a[0] - a[3]), a[1], a[4], a[5], a[6], a[7]);
  return T(0.0);
}

template <class T>
T Chirp(const T* a) {
  using std::sin;
  const T cycles = a[1] * a[0] + (a[2] - a[1]) * a[0] * a[0] / (T(2.0) * a[3]);
  return T(sin(T(T(2 * std::numbers::pi) * cycles)));
}

template <class T>
T Sweep(const T* a) {
  using std::exp, std::log, std::sin;
  const T octaves = T(log(T(a[2] / a[1])));
  const T growth = T(exp(T(octaves * a[0] / a[3])));
  const T cycles = a[1] * a[3] / octaves * (growth - T(1.0));
  return T(sin(T(T(2 * std::numbers::pi) * cycles)));
}

}  // namespace expression_detail

template <class T>
int Expression::Apply(const Op& op, std::array<T, kMaxDepth>& stack, int top) {
  using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp;
  using std::log, std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  namespace detail = expression_detail;
  T& a = stack[top];                    // the only operand of a function of one
  T& p = stack[top > 0 ? top - 1 : 0];  // first operand of a function of two
  switch (op.code) {
    case Code::kNegate:
      a = -a;
      return top;
    case Code::kAdd:
      p = p + a;
      return top - 1;
    case Code::kSubtract:
      p = p - a;
      return top - 1;
    case Code::kMultiply:
      p = p * a;
      return top - 1;
    case Code::kDivide:
      p = p / a;
      return top - 1;
    case Code::kPowerInteger:
      a = detail::PowerInteger(a, op.index);
      return top;
    case Code::kPowerConstant:
      a = pow(a, op.value);
      return top;
    case Code::kPower:
      p = exp(a * log(p));
      return top - 1;
    case Code::kLess:
      p = detail::Truth<T>(p < a);
      return top - 1;
    case Code::kLessEqual:
      p = detail::Truth<T>(!(a < p));
      return top - 1;
    case Code::kGreater:
      p = detail::Truth<T>(a < p);
      return top - 1;
    case Code::kGreaterEqual:
      p = detail::Truth<T>(!(p < a));
      return top - 1;
    case Code::kEqual:
      p = detail::Truth<T>(!(p < a) && !(a < p));
      return top - 1;
    case Code::kNotEqual:
      p = detail::Truth<T>(p < a || a < p);
      return top - 1;
    case Code::kAnd:
      p = detail::Truth<T>(detail::IsTrue(p) && detail::IsTrue(a));
      return top - 1;
    case Code::kOr:
      p = detail::Truth<T>(detail::IsTrue(p) || detail::IsTrue(a));
      return top - 1;
    case Code::kSin:
      a = sin(a);
      return top;
    case Code::kCos:
      a = cos(a);
      return top;
    case Code::kTan:
      a = tan(a);
      return top;
    case Code::kAsin:
      a = asin(a);
      return top;
    case Code::kAcos:
      a = acos(a);
      return top;
    case Code::kAtan:
      a = atan(a);
      return top;
    case Code::kAtan2:
      p = atan2(p, a);
      return top - 1;
    case Code::kSinh:
      a = sinh(a);
      return top;
    case Code::kCosh:
      a = cosh(a);
      return top;
    case Code::kTanh:
      a = tanh(a);
      return top;
    case Code::kExp:
      a = exp(a);
      return top;
    case Code::kLog:
      a = log(a);
      return top;
    case Code::kLog10:
      a = log(a) * T(0.43429448190325182765);
      return top;
    case Code::kSqrt:
      a = sqrt(a);
      return top;
    case Code::kAbs:
      a = a < T(0.0) ? -a : a;
      return top;
    case Code::kSign:
      a = T((a < T(0.0) ? -1.0 : 0.0) + (T(0.0) < a ? 1.0 : 0.0));
      return top;
    case Code::kMin:
      p = a < p ? a : p;
      return top - 1;
    case Code::kMax:
      p = p < a ? a : p;
      return top - 1;
    case Code::kHeaviside:
      a = detail::Truth<T>(!(a < T(0.0)));
      return top;
    case Code::kIf:
      stack[top - 2] = detail::IsTrue(stack[top - 2]) ? p : a;
      return top - 2;
    case Code::kStep:
      stack[top - 4] = detail::SmoothStep(stack[top - 4], stack[top - 3], stack[top - 2], p, a);
      return top - 4;
    case Code::kStep5:
      stack[top - 4] = detail::SmoothStep5(stack[top - 4], stack[top - 3], stack[top - 2], p, a);
      return top - 4;
    case Code::kHaversine:
      stack[top - 4] = detail::Haversine(stack[top - 4], stack[top - 3], stack[top - 2], p, a);
      return top - 4;
    case Code::kImpact:
      stack[top - 6] = detail::Impact(&stack[top - 6]);
      return top - 6;
    case Code::kBistop:
      stack[top - 7] = detail::Bistop(&stack[top - 7]);
      return top - 7;
    case Code::kChirp:
      stack[top - 3] = detail::Chirp(&stack[top - 3]);
      return top - 3;
    case Code::kSweep:
      stack[top - 3] = detail::Sweep(&stack[top - 3]);
      return top - 3;
    case Code::kVector:
      // Parse lets only formulas over quantities have them.
      if constexpr (requires { CallVectorFunction(VectorFunction{}, &a); }) {
        const auto function = static_cast<VectorFunction>(op.index);
        const int first = top + 1 - ArgumentCount(function);
        stack[first] = CallVectorFunction(function, &stack[first]);
        return first;
      }
      break;
    case Code::kConstant:
    case Code::kVariable:
      break;  // pushed by Evaluate
  }
  return top;
}

template <class T>
T Expression::Evaluate(std::span<const T> variables) const {
  assert(!program_.empty());
  std::array<T, kMaxDepth> stack;
  stack[0] = T(0.0);
  int top = -1;
  for (const Op& op : program_) {
    if (op.code == Code::kConstant) {
      stack[++top] = T(op.value);
    } else if (op.code == Code::kVariable) {
      stack[++top] = variables[op.index];
    } else {
      top = Apply(op, stack, top);
    }
  }
  return stack[0];
}

}  // namespace jounce

#endif  // JOUNCE_MATH_EXPRESSION_H_
