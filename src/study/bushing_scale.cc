#include "study/bushing_scale.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cmath>

#include "base/names.h"
#include "laws/make_law.h"

namespace jounce::study {
namespace {

using Factors = std::vector<double>;  // one a direction of the law

void ScaleAll(double factor, std::vector<double>* numbers) {
  for (double& number : *numbers) number *= factor;
}

// Symmetry is kept: sqrt(s_i) K_ij sqrt(s_j), as MakeLaw has it.
int ScaleMatrix(const Factors& s, std::vector<double>* m) {
  const size_t n = s.size();
  if (m->empty()) return 0;
  if (m->size() == 1) m->assign(n, m->front());
  for (size_t i = 0; i < m->size(); ++i) {
    (*m)[i] *= m->size() == n ? s[i] : std::sqrt(s[i / n] * s[i % n]);
  }
  return 1;
}

int ScaleDamper(double s, DamperSettings* damper) {
  damper->damping *= s;
  if (damper->damping_table) ScaleAll(s, &damper->damping_table->y);
  return damper->damping != 0 || damper->damping_table ? 1 : 0;
}

// Each returns how many parts it has scaled.
int ScaleForce(const Factors& s, LawSettings* law) {
  if (std::all_of(s.begin(), s.end(), [&s](double one) { return one == s[0]; })) {
    law->modifiers.force_scale *= s[0];
  } else {
    if (law->modifiers.factor.empty()) law->modifiers.factor.assign(s.size(), 1.0);
    for (size_t i = 0; i < s.size(); ++i) law->modifiers.factor[i] *= s[i];
  }
  return 1;
}

int ScaleSpring(const Factors& s, LawSettings* law) {
  if (auto* linear = std::get_if<LinearSettings>(&law->kind)) {
    return ScaleMatrix(s, &linear->stiffness);
  }
  if (auto* polynomial = std::get_if<PolynomialSettings>(&law->kind)) {
    ScaleAll(s[0], &polynomial->coefficients);
    return polynomial->coefficients.empty() ? 0 : 1;
  }
  if (auto* yeoh = std::get_if<YeohSettings>(&law->kind)) {
    yeoh->d10 *= s[0];
    yeoh->d20 *= s[0];
    yeoh->d30 *= s[0];
    return 1;
  }
  if (auto* table = std::get_if<TableSpringSettings>(&law->kind)) {
    ScaleAll(s[0], &table->table.y);
    return 1;
  }
  return std::holds_alternative<DamperSettings>(law->kind) ? 0 : ScaleForce(s, law);
}

int ScaleDamping(const Factors& s, LawSettings* law) {
  if (auto* linear = std::get_if<LinearSettings>(&law->kind)) {
    return ScaleMatrix(s, &linear->damping);
  }
  if (auto* polynomial = std::get_if<PolynomialSettings>(&law->kind)) {
    return ScaleDamper(s[0], &polynomial->damper);
  }
  if (auto* yeoh = std::get_if<YeohSettings>(&law->kind)) return ScaleDamper(s[0], &yeoh->damper);
  if (auto* table = std::get_if<TableSpringSettings>(&law->kind)) {
    return ScaleDamper(s[0], &table->damper);
  }
  if (auto* damper = std::get_if<DamperSettings>(&law->kind)) return ScaleDamper(s[0], damper);
  return 0;
}

int Scale(const Factors& s, ScaledPart part, LawSettings* law) {
  if (std::all_of(s.begin(), s.end(), [](double one) { return one == 1; })) return 0;
  if (part == ScaledPart::kForce) return ScaleForce(s, law);
  int scaled = 0;
  if (auto* axes = std::get_if<AxesSettings>(&law->kind)) {
    for (size_t i = 0; i < axes->axes.size(); ++i) scaled += Scale({s[i]}, part, &axes->axes[i]);
    return scaled;
  }
  if (auto* parallel = std::get_if<ParallelSettings>(&law->kind)) {
    for (LawSettings& one : parallel->parts) scaled += Scale(s, part, &one);
    return scaled;
  }
  return part == ScaledPart::kStiffness ? ScaleSpring(s, law) : ScaleDamping(s, law);
}

Factors FactorsOf(int dimension, const std::vector<std::string>& directions, double factor) {
  Factors factors(static_cast<size_t>(dimension), directions.empty() ? factor : 1.0);
  for (size_t i = 0; i < factors.size(); ++i) {
    if (std::find(directions.begin(), directions.end(), kDirections[i]) != directions.end()) {
      factors[i] = factor;
    }
  }
  return factors;
}

}  // namespace

void ScaleBushings(const std::vector<std::string>& patterns, ScaledPart part,
                   const std::vector<std::string>& directions, double factor, Model* model) {
  std::vector<std::string> names;
  int scaled = 0;
  for (const std::string& pattern : patterns) {
    bool found = false;
    for (Connection& connection : model->connections) {
      names.push_back(connection.name);
      if (!connection.law || ::fnmatch(pattern.c_str(), connection.name.c_str(), 0) != 0) continue;
      found = true;
      scaled += Scale(FactorsOf(DimensionOf(*connection.law), directions, factor), part,
                      &*connection.law);
    }
    if (found) continue;
    throw InputError(fmt::format("no connection with a law is called '{}'", pattern),
                     SuggestName(pattern, names));
  }
  if (scaled == 0 && factor != 1) {
    throw InputError(fmt::format("nothing of '{}' was scaled", patterns[0]),
                     "their laws have no such part in these directions: scale: force, or others");
  }
}

}  // namespace jounce::study
