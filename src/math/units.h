// Units: SI inside, the user's units in files. Dimensions are checked, nothing is guessed.
//
// Two notions. A Dimension is physics: exponents of length, mass, time, angle and temperature; the
// angle counts, so that Nm and Nm/rad, or Hz and rad/s, cannot be mixed up. A Quantity is what a
// value means to an engineer: a stiffness is force per length. A file that says
// `units: {length: mm, force: N, mass: kg}` has its plain stiffnesses in N/mm and its plain
// inertias in kg mm2, although N, mm and kg do not fit together: which is why a Quantity keeps
// force and mass apart.
#ifndef JOUNCE_MATH_UNITS_H_
#define JOUNCE_MATH_UNITS_H_

#include <string>
#include <string_view>
#include <vector>

namespace jounce {

// Exponents of the physical base dimensions.
struct Dimension {
  int length = 0;
  int mass = 0;
  int time = 0;
  int angle = 0;
  int temperature = 0;

  friend bool operator==(const Dimension&, const Dimension&) = default;
  bool IsNone() const { return *this == Dimension{}; }
  // In SI units as an engineer writes them, with forces where mass meets time: "N/m", not "kg/s^2";
  // "1" for none.
  std::string ToString() const;
};

Dimension operator*(const Dimension& a, const Dimension& b);
Dimension operator/(const Dimension& a, const Dimension& b);
Dimension Power(const Dimension& a, int exponent);

// Exponents of what a file can set the unit of.
struct Quantity {
  int length = 0;
  int force = 0;
  int mass = 0;
  int time = 0;
  int angle = 0;
  int temperature = 0;

  friend constexpr bool operator==(const Quantity&, const Quantity&) = default;
  // Force resolved into mass, length and time.
  Dimension ToDimension() const;
  // In SI units as an engineer writes it, e.g. "N/m", "N*m/rad", "kg*m^2".
  std::string SiUnit() const;
};

constexpr Quantity operator*(const Quantity& a, const Quantity& b) {
  return {a.length + b.length, a.force + b.force, a.mass + b.mass,
          a.time + b.time,     a.angle + b.angle, a.temperature + b.temperature};
}
constexpr Quantity operator/(const Quantity& a, const Quantity& b) {
  return {a.length - b.length, a.force - b.force, a.mass - b.mass,
          a.time - b.time,     a.angle - b.angle, a.temperature - b.temperature};
}

// The quantities of the field.
namespace quantity {
inline constexpr Quantity kNumber{};
inline constexpr Quantity kLength{.length = 1};
inline constexpr Quantity kForce{.force = 1};
inline constexpr Quantity kMass{.mass = 1};
inline constexpr Quantity kTime{.time = 1};
inline constexpr Quantity kAngle{.angle = 1};
inline constexpr Quantity kTemperature{.temperature = 1};
inline constexpr Quantity kArea{.length = 2};
inline constexpr Quantity kFrequency{.time = -1};
inline constexpr Quantity kVelocity = kLength / kTime;
inline constexpr Quantity kAcceleration = kVelocity / kTime;
inline constexpr Quantity kAngularVelocity = kAngle / kTime;
inline constexpr Quantity kAngularAcceleration = kAngularVelocity / kTime;
inline constexpr Quantity kTorque = kForce * kLength;
inline constexpr Quantity kEnergy = kForce * kLength;
inline constexpr Quantity kPower = kEnergy / kTime;
inline constexpr Quantity kStress = kForce / kArea;
inline constexpr Quantity kInertia = kMass * kArea;
inline constexpr Quantity kDensity = kMass / kArea / kLength;
inline constexpr Quantity kStiffness = kForce / kLength;
inline constexpr Quantity kDamping = kStiffness * kTime;
inline constexpr Quantity kAngularStiffness = kTorque / kAngle;
inline constexpr Quantity kAngularDamping = kAngularStiffness * kTime;
}  // namespace quantity

// A unit: SI value = scale * value + offset (the offset is for degC alone).
struct Unit {
  double scale = 1;
  double offset = 0;
  Dimension dimension;

  double ToSi(double value) const { return scale * value + offset; }
  double FromSi(double value) const { return (value - offset) / scale; }
};

// Reads "N/mm", "N*s/mm", "kg mm^2", "Nm/deg", "m/s2", "1/s", "%", "" (no unit).
// Throws InputError for a name that is not known (with the nearest known one) or bad syntax.
Unit ParseUnit(std::string_view text);

// What a number in this SI unit means to an engineer: "N/m" is a force per length, and not a mass per
// time squared. Throws InputError for another unit than those of SI.
Quantity SiQuantity(std::string_view unit);

// Names that ParseUnit knows, sorted; for messages and documentation.
std::vector<std::string> KnownUnits();

// Converts between two units of the same dimension; throws InputError otherwise.
double ConvertUnit(double value, std::string_view from, std::string_view to);

// The units that plain numbers of a file are in. The default is SI.
struct UnitSystem {
  std::string length = "m";
  std::string force = "N";
  std::string mass = "kg";
  std::string time = "s";
  std::string angle = "rad";
  std::string temperature = "K";

  // The unit of a plain number of this quantity, e.g. N/mm. Throws InputError if a member is not a
  // unit of its own dimension.
  Unit UnitOf(const Quantity& quantity) const;
};

}  // namespace jounce

#endif  // JOUNCE_MATH_UNITS_H_
