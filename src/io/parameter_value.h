// What a parameter can be: a number, a vector of three or a text. Numbers and vectors carry their
// dimension; one without takes the unit of the place where it is used. The arithmetic is that of
// the formulas in ${...}: a force plus a length, a vector plus a number or anything with a text
// throws InputError.
#ifndef JOUNCE_IO_PARAMETER_VALUE_H_
#define JOUNCE_IO_PARAMETER_VALUE_H_

#include <Eigen/Core>
#include <array>
#include <string>
#include <utility>
#include <variant>

#include "io/dimensioned_number.h"
#include "math/expression.h"

namespace jounce {

struct DimensionedVector {
  Eigen::Vector3d value = Eigen::Vector3d::Zero();  // SI where there is a dimension
  Dimension dimension;

  // The dimension that the numbers share; throws InputError where they do not.
  static DimensionedVector Of(const std::array<DimensionedNumber, 3>& components);

  DimensionedNumber Component(int axis) const { return {value[axis], dimension}; }
  friend bool operator==(const DimensionedVector&, const DimensionedVector&) = default;
};

class ParameterValue {
 public:
  // NOLINTBEGIN(google-explicit-constructor): formulas make them of constants and results
  ParameterValue(double plain = 0) : held_(DimensionedNumber(plain)) {}
  ParameterValue(const DimensionedNumber& number) : held_(number) {}
  ParameterValue(const DimensionedVector& vector) : held_(vector) {}
  ParameterValue(std::string text) : held_(std::move(text)) {}

  // So that the functions of numbers (sin, sqrt, ...) serve here; throws InputError otherwise.
  operator DimensionedNumber() const { return Number(); }
  // NOLINTEND(google-explicit-constructor)

  bool IsNumber() const { return std::holds_alternative<DimensionedNumber>(held_); }
  bool IsVector() const { return std::holds_alternative<DimensionedVector>(held_); }
  bool IsText() const { return std::holds_alternative<std::string>(held_); }

  // Each throws InputError where the value is of another kind.
  const DimensionedNumber& Number() const;
  const DimensionedVector& Vector() const;
  const std::string& Text() const;

  // Is every number in it finite?
  bool IsFinite() const;

  // Dimension of a number or vector; none for a text.
  Dimension dimension() const;

  // "a number", "a vector", "the text 'abc'": for messages.
  std::string Description() const;

  friend bool operator==(const ParameterValue&, const ParameterValue&) = default;

 private:
  std::variant<DimensionedNumber, DimensionedVector, std::string> held_;
};

ParameterValue operator+(const ParameterValue& a, const ParameterValue& b);
ParameterValue operator-(const ParameterValue& a, const ParameterValue& b);
ParameterValue operator-(const ParameterValue& a);
ParameterValue operator*(const ParameterValue& a, const ParameterValue& b);
ParameterValue operator/(const ParameterValue& a, const ParameterValue& b);
bool operator<(const ParameterValue& a, const ParameterValue& b);

// Its products with others are of this type again.
inline ParameterValue log(const ParameterValue& a) { return log(a.Number()); }

// For Expression: the functions of vectors.
ParameterValue CallVectorFunction(VectorFunction function, const ParameterValue* arguments);

// A number without dimension becomes one in this unit, a vector likewise; "" changes nothing.
ParameterValue WithUnit(const ParameterValue& value, const std::string& unit);

}  // namespace jounce

#endif  // JOUNCE_IO_PARAMETER_VALUE_H_
