#include "fatigue/material.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace jounce {
namespace {

template <class Group>
const Group& Need(const std::optional<Group>& group, const char* key, const char* method,
                  const FatigueMaterial& material) {
  if (group) return *group;
  throw InputError({{Severity::kError,
                     {material.file},
                     fmt::format("the material has no `{}`, which {} needs", key, method),
                     "add the group, or choose another --method"}});
}

}  // namespace

WoehlerLine WeldClass::Line() const {
  double strength = 0.5 * range;
  if (thickness > reference_thickness) {
    strength *= std::pow(reference_thickness / thickness, thickness_exponent);
  }
  WoehlerLine line;
  line.cycles = cycles;
  line.amplitude = strength * std::pow(2e6 / cycles, 1 / slope);
  line.slope = slope;
  line.slope_below = slope_below;
  line.failure = 0.023;
  return line;
}

CyclicCurve FatigueMaterial::Curve() const {
  if (cyclic_strength > 0 && cyclic_exponent > 0) return {young, cyclic_strength, cyclic_exponent};
  return {young, 1e300, 1};
}

const WoehlerLine& FatigueMaterial::StressLife() const {
  return Need(stress_life, "stress_life", "stress life", *this);
}
const WoehlerLine& FatigueMaterial::ForceLife() const {
  return Need(force_life, "force_life", "life by force", *this);
}
const WoehlerLine& FatigueMaterial::ElongationLife() const {
  return Need(elongation_life, "elongation_life", "life by elongation", *this);
}
const StrainLifeLine& FatigueMaterial::StrainLife() const {
  return Need(strain_life, "strain_life", "strain life", *this);
}
const CrackGrowthLaw& FatigueMaterial::CrackGrowth() const {
  return Need(crack_growth, "crack_growth", "crack growth", *this);
}
const WeldClass& FatigueMaterial::Weld() const { return Need(weld, "weld", "a weld", *this); }
const FkmSettings& FatigueMaterial::Component() const {
  return Need(component, "component", "the FKM assessment", *this);
}

}  // namespace jounce
