#include "laws/elastic_curve.h"

namespace jounce {

void Validate(const TableSettings& settings, const ParameterCheck& check) {
  // The spline knows what a good table is; its words are passed on.
  try {
    Spline(settings.x, settings.y, settings.interpolation, settings.extrapolation);
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics()) check.That(false, d.message, d.remedy);
  }
}

ElasticCurve ElasticCurve::Polynomial(std::vector<double> coefficients) {
  ElasticCurve curve;
  curve.coefficients_ = std::move(coefficients);
  return curve;
}

ElasticCurve ElasticCurve::Table(const TableSettings& table) {
  ElasticCurve curve;
  curve.spline_.emplace(table.x, table.y, table.interpolation, table.extrapolation);
  curve.integral_at_zero_ = curve.spline_->Evaluate(0).integral;
  return curve;
}

}  // namespace jounce
