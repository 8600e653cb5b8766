// A force over displacement without memory: a polynomial (the Yeoh spring is one) or a table.
#ifndef JOUNCE_LAWS_ELASTIC_CURVE_H_
#define JOUNCE_LAWS_ELASTIC_CURVE_H_

#include <optional>
#include <string>
#include <vector>

#include "laws/kernels/spring.h"
#include "laws/parameter_check.h"
#include "math/spline.h"

namespace jounce {

// Points of a curve and what lies between and beyond them.
struct TableSettings {
  std::vector<double> x;  // displacement [m, rad] or velocity [m/s], rising
  std::vector<double> y;  // force [N, N m]
  Interpolation interpolation = Interpolation::kMonotone;
  Extrapolation extrapolation = Extrapolation::kLinear;

  friend bool operator==(const TableSettings&, const TableSettings&) = default;
};

void Validate(const TableSettings& settings, const ParameterCheck& check);

class ElasticCurve {
 public:
  // f = c[0] u + c[1] u^2 + ...
  static ElasticCurve Polynomial(std::vector<double> coefficients);
  static ElasticCurve Table(const TableSettings& table);

  // Force, stiffness and the energy from u = 0.
  kernels::SpringPoint<double> At(double u) const {
    if (!spline_) {
      return kernels::PolynomialSpring(coefficients_.data(), static_cast<int>(coefficients_.size()),
                                       u);
    }
    const Spline::Point p = spline_->Evaluate(u);
    return {p.value, p.slope, p.integral - integral_at_zero_};
  }

 private:
  std::vector<double> coefficients_;
  std::optional<Spline> spline_;
  double integral_at_zero_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_ELASTIC_CURVE_H_
