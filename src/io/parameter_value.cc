#include "io/parameter_value.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "base/error.h"

namespace jounce {
namespace {

// Stands for a vector where dimensions are compared: a vector of plain zeros goes with any.
DimensionedNumber SizeOf(const DimensionedVector& a) { return {a.value.norm(), a.dimension}; }

[[noreturn]] void FailOnKinds(const char* verb, const ParameterValue& a, const ParameterValue& b) {
  throw InputError(fmt::format("cannot {} {} and {}", verb, a.Description(), b.Description()));
}

DimensionedVector Mirrored(DimensionedVector a, int axis) {
  a.value[axis] = -a.value[axis];
  return a;
}

DimensionedVector UnitVector(const DimensionedVector& a) {
  if (a.value.norm() == 0) throw InputError("unit() of a vector of length 0 has no direction");
  return {a.value.normalized(), {}};
}

}  // namespace

DimensionedVector DimensionedVector::Of(const std::array<DimensionedNumber, 3>& components) {
  DimensionedVector vector;
  DimensionedNumber all;
  for (int i = 0; i < 3; ++i) {
    vector.value[i] = components[i].value;
    vector.dimension = CommonDimension(all, components[i], "make a vector of");
    all = {1, vector.dimension};
    if (vector.dimension.IsNone() && vector.value.head(i + 1).isZero(0)) all = 0;
  }
  return vector;
}

const DimensionedNumber& ParameterValue::Number() const {
  if (const auto* number = std::get_if<DimensionedNumber>(&held_)) return *number;
  throw InputError("a number is needed here, not " + Description(),
                   IsVector() ? "a component is written a.x, a.y or a.z" : "");
}

const DimensionedVector& ParameterValue::Vector() const {
  if (const auto* vector = std::get_if<DimensionedVector>(&held_)) return *vector;
  throw InputError("a vector is needed here, not " + Description(),
                   "for instance a point, or vec(x, y, z)");
}

const std::string& ParameterValue::Text() const {
  if (const auto* text = std::get_if<std::string>(&held_)) return *text;
  throw InputError("a text is needed here, not " + Description());
}

bool ParameterValue::IsFinite() const {
  if (IsVector()) return Vector().value.allFinite();
  return !IsNumber() || std::isfinite(Number().value);
}

Dimension ParameterValue::dimension() const {
  if (IsVector()) return Vector().dimension;
  return IsNumber() ? Number().dimension : Dimension{};
}

std::string ParameterValue::Description() const {
  if (IsNumber()) return "a number";
  if (IsVector()) return "a vector";
  return fmt::format("the text '{}'", Text());
}

ParameterValue operator+(const ParameterValue& a, const ParameterValue& b) {
  if (a.IsNumber() && b.IsNumber()) return a.Number() + b.Number();
  if (!a.IsVector() || !b.IsVector()) FailOnKinds("add", a, b);
  return DimensionedVector{a.Vector().value + b.Vector().value,
                           CommonDimension(SizeOf(a.Vector()), SizeOf(b.Vector()), "add")};
}

ParameterValue operator-(const ParameterValue& a, const ParameterValue& b) {
  if (a.IsNumber() && b.IsNumber()) return a.Number() - b.Number();
  if (!a.IsVector() || !b.IsVector()) FailOnKinds("subtract", a, b);
  return DimensionedVector{a.Vector().value - b.Vector().value,
                           CommonDimension(SizeOf(a.Vector()), SizeOf(b.Vector()), "subtract")};
}

ParameterValue operator-(const ParameterValue& a) {
  if (a.IsVector()) return DimensionedVector{-a.Vector().value, a.Vector().dimension};
  return -a.Number();
}

ParameterValue operator*(const ParameterValue& a, const ParameterValue& b) {
  if (a.IsNumber() && b.IsNumber()) return a.Number() * b.Number();
  if (b.IsVector() && a.IsNumber()) return b * a;
  if (a.IsVector() && b.IsVector()) {
    throw InputError("cannot multiply a vector and a vector", "write dot(a, b) or cross(a, b)");
  }
  if (!a.IsVector() || !b.IsNumber()) FailOnKinds("multiply", a, b);
  return DimensionedVector{a.Vector().value * b.Number().value,
                           a.Vector().dimension * b.Number().dimension};
}

ParameterValue operator/(const ParameterValue& a, const ParameterValue& b) {
  if (a.IsNumber() && b.IsNumber()) return a.Number() / b.Number();
  if (!a.IsVector() || !b.IsNumber()) FailOnKinds("divide", a, b);
  return DimensionedVector{a.Vector().value / b.Number().value,
                           a.Vector().dimension / b.Number().dimension};
}

bool operator<(const ParameterValue& a, const ParameterValue& b) {
  if (!a.IsNumber() || !b.IsNumber()) FailOnKinds("compare", a, b);
  return a.Number() < b.Number();
}

ParameterValue CallVectorFunction(VectorFunction function, const ParameterValue* arguments) {
  if (function == VectorFunction::kVec) {
    return DimensionedVector::Of(
        {arguments[0].Number(), arguments[1].Number(), arguments[2].Number()});
  }
  const DimensionedVector& a = arguments[0].Vector();
  switch (function) {
    case VectorFunction::kDot: {
      const DimensionedVector& b = arguments[1].Vector();
      return DimensionedNumber(a.value.dot(b.value), a.dimension * b.dimension);
    }
    case VectorFunction::kCross: {
      const DimensionedVector& b = arguments[1].Vector();
      return DimensionedVector{a.value.cross(b.value), a.dimension * b.dimension};
    }
    case VectorFunction::kNorm:
      return SizeOf(a);
    case VectorFunction::kUnit:
      return UnitVector(a);
    case VectorFunction::kMirrorX:
      return Mirrored(a, 0);
    case VectorFunction::kMirrorY:
      return Mirrored(a, 1);
    case VectorFunction::kMirrorZ:
      return Mirrored(a, 2);
    case VectorFunction::kX:
      return a.Component(0);
    case VectorFunction::kY:
      return a.Component(1);
    case VectorFunction::kZ:
      return a.Component(2);
    case VectorFunction::kVec:
      break;
  }
  return a;
}

ParameterValue WithUnit(const ParameterValue& value, const std::string& unit_text) {
  if (unit_text.empty() || value.IsText() || !value.dimension().IsNone()) return value;
  const Unit unit = ParseUnit(unit_text);
  if (value.IsNumber()) return DimensionedNumber(unit.ToSi(value.Number().value), unit.dimension);
  const Eigen::Vector3d si = value.Vector().value.unaryExpr([&](double x) { return unit.ToSi(x); });
  return DimensionedVector{si, unit.dimension};
}

}  // namespace jounce
