#include "study/study.h"

#include <algorithm>
#include <cmath>

#include "fatigue/woehler.h"

namespace jounce::study {
namespace {

constexpr double kMostDeviations = 4;

double Between(double low, double high, double share, bool logarithmic) {
  return logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
}

}  // namespace

double Factor::NumberAt(double u) const {
  if (distribution == Distribution::kUniform) return Between(low, high, u, logarithmic);
  // Beyond four deviations nothing is made, and grids of few runs do not reach them anyway.
  const double z = u <= 0   ? -kMostDeviations
                   : u >= 1 ? kMostDeviations
                            : std::clamp(NormalQuantile(u), -kMostDeviations, kMostDeviations);
  if (distribution == Distribution::kNormal) return nominal + (high - nominal) / sigmas * z;
  return nominal * std::exp(std::log(high / nominal) / sigmas * z);
}

double Factor::NumberAtLevel(int level) const {
  const double share = count > 1 ? static_cast<double>(level) / (count - 1) : 0.5;
  return Between(low, high, share, logarithmic || distribution == Distribution::kLognormal);
}

size_t Factor::PlaceAt(double u) const {
  const int n = static_cast<int>(values.size());
  return static_cast<size_t>(std::clamp(static_cast<int>(u * n), 0, n - 1));
}

int Study::FindOutput(const std::string& output) const {
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].name == output) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace jounce::study
