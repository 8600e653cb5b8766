// Vectors and optional values, as the keys of a model use them.
#ifndef JOUNCE_IO_VECTOR_FIELDS_H_
#define JOUNCE_IO_VECTOR_FIELDS_H_

#include <Eigen/Core>
#include <limits>
#include <optional>
#include <span>

#include "io/fields.h"

namespace jounce {

template <int kSize>
void Vector(Fields& f, const Key& key, Eigen::Matrix<double, kSize, 1>& value,
            const Quantity& quantity, const Range& range = kAnyNumber) {
  f.Array(key, {value.data(), kSize}, std::span<const Quantity>(&quantity, 1), range);
}

template <int kSize>
void OptionalVector(Fields& f, const Key& key,
                    std::optional<Eigen::Matrix<double, kSize, 1>>& value,
                    std::span<const Quantity> quantity) {
  if (!f.Visit(key, value.has_value())) return;
  Eigen::Matrix<double, kSize, 1> read = value.value_or(Eigen::Matrix<double, kSize, 1>::Zero());
  f.Array(key, {read.data(), kSize}, quantity);
  value = read;
}

inline void OptionalNumber(Fields& f, const Key& key, std::optional<double>& value,
                           const Quantity& quantity, const Range& range = kAnyNumber) {
  if (!f.Visit(key, value.has_value())) return;
  double read = value.value_or(std::numeric_limits<double>::quiet_NaN());  // no default
  f.Number(key, read, quantity, range);
  value = read;
}

}  // namespace jounce

#endif  // JOUNCE_IO_VECTOR_FIELDS_H_
