// A servo-hydraulic actuator between two points [Merritt 1967, chapter 6]: a piston of area A with
// the load pressure p, the difference of its chambers,
//
//   V/(4 B) p' = q - A l' - c p,          force A p, pushing the points apart,
//
// with l the distance of the points, V the oil under compression, B its bulk modulus, c what leaks
// past the piston. The valve gives the flow q = u sqrt(1 - sign(u) p/p_s) of a sharp edge at the
// supply pressure p_s, u being the flow without load; without a supply pressure q = u.
//
// Near where no pressure is left for the flow, 1 - sign(u) p/p_s < 1e-3, the root goes on as its
// tangent, so that slopes stay finite. At rest q = 0 means u = 0 or p = p_s; statics hold the
// pressure at which leakage and flow balance.
//
// Energy: V/(8 B) p^2 is stored in the oil, c p^2 leaks away.
//
// Reference: [Merritt 1967] H. E. Merritt, Hydraulic Control Systems, Wiley 1967.
#include <Eigen/Core>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "elements/element_kinds.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

struct HydraulicSettings {
  double area, volume, bulk_modulus, leakage, supply;
};

class HydraulicActuator final : public ForceModel {
 public:
  HydraulicActuator(const HydraulicSettings& settings, const Sizes& sizes)
      : ForceModel(sizes), s_(settings) {}

  void Evaluate(const JounceElementPoint& at, JounceElementAnswer* answer) const override {
    const double p = at.states[0];
    const Line line = LineAt(at);
    const Vector3d force = s_.area * p * line.direction;
    Eigen::Map<Vector3d>{answer->loads} = -force;
    Eigen::Map<Vector3d>{answer->loads + 6} = force;
    answer->rates[0] = Stiffness() * (Flow(at.inputs[0], p) - s_.area * line.rate - s_.leakage * p);
    answer->stored_energy = 0.5 * p * p / Stiffness();
    answer->dissipated_power = s_.leakage * p * p;
  }

  void Outputs(const JounceElementPoint& at, double* values) const override {
    const Line line = LineAt(at);
    values[0] = at.states[0];
    values[1] = s_.area * at.states[0];
    values[2] = line.length;
  }

 private:
  struct Line {
    Vector3d direction;
    double length, rate;
  };

  static Line LineAt(const JounceElementPoint& at) {
    const auto vector = [](const double* v) { return Eigen::Map<const Vector3d>(v); };
    const JounceFrameMotion &a = at.frames[0], &b = at.frames[1];
    const Vector3d between = vector(b.position) - vector(a.position);
    const double length = between.norm();
    const Vector3d direction = between / length;
    return {direction, length, direction.dot(vector(b.velocity) - vector(a.velocity))};
  }

  double Stiffness() const { return 4 * s_.bulk_modulus / s_.volume; }

  double Flow(double u, double p) const {
    if (std::isinf(s_.supply)) return u;
    constexpr double kLeast = 1e-3;
    const double left = 1 - std::copysign(1.0, u) * p / s_.supply;
    if (left > kLeast) return u * std::sqrt(left);
    return u * (std::sqrt(kLeast) + 0.5 / std::sqrt(kLeast) * (left - kLeast));
  }

  HydraulicSettings s_;
};

std::unique_ptr<const ForceModel> Make(const ElementSettings& element) {
  const FieldValues& values = element.values;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const HydraulicSettings settings = {values.Number("area", 0), values.Number("volume", 0),
                                      values.Number("bulk_modulus", 0), values.Number("leakage", 0),
                                      values.Number("supply_pressure", kInfinity)};
  if (!(settings.area > 0) || !(settings.volume > 0) || !(settings.bulk_modulus > 0) ||
      !(settings.supply > 0)) {
    throw InputError("area, volume, bulk modulus and supply pressure are not all positive");
  }
  return std::make_unique<HydraulicActuator>(settings, kHydraulicActuator.sizes());
}

constexpr Quantity kVolume{.length = 3};
constexpr Quantity kFlow{.length = 3, .time = -1};

KindField Positive(const char* name, const char* meaning, const Quantity& quantity, bool required) {
  KindField field{name, meaning, KindField::kNumber, required, quantity};
  field.least = 0;
  return field;
}

}  // namespace

const ElementKind kHydraulicActuator = {
    "hydraulic_actuator",
    "a piston between two points, driven by a flow of oil",
    {"the cylinder", "the rod"},
    true,
    {Positive("area", "of the piston", quantity::kArea, true),
     Positive("volume", "of oil in both chambers", kVolume, true),
     Positive("bulk_modulus", "of the oil", quantity::kStress, true),
     Positive("leakage", "flow past the piston per pressure; 0 by default",
              kFlow / quantity::kStress, false),
     Positive("supply_pressure", "which limits the flow as a sharp edge does; none by default",
              quantity::kStress, false)},
    {{"flow", "of oil, without load; positive pushes the points apart", kFlow, 1e-4}},
    {{"pressure", "difference of the chambers", quantity::kStress, 1e6}},
    {{"pressure", "difference of the chambers", quantity::kStress, 1e6},
     {"force", "with which it pushes the points apart", quantity::kForce, 1e3},
     {"length", "distance of the points", quantity::kLength, 1}},
    0,
    Make};

}  // namespace jounce
