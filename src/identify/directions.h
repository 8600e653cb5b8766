// A bushing of six directions (x, y, z, rx, ry, rz) from what is known of each: a law that was found
// from tests in that direction, or a static rate alone. Where there is no more than a static rate, the
// law of the reference, the first of x, y and z that was tested (radial, as a rule), is carried over:
// the ratio of dynamic to static rates is taken to be the same in all directions
// [Wood 2003, section 4.4.3.4], for stiffness and damping alike.
//
//   translation  F(u) = s F_ref(u),          s = k / k_ref
//   rotation     M(phi) = r F_ref(r phi),    r = sqrt(k / k_ref): the reference at a lever r
//
// k_ref is the static rate of the reference: as given, or that of its law, driven slowly with the
// largest amplitude of its tests.
//
// Reference: [Wood 2003] SUV durability simulation, thesis.
#ifndef JOUNCE_IDENTIFY_DIRECTIONS_H_
#define JOUNCE_IDENTIFY_DIRECTIONS_H_

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "laws/law_settings.h"

namespace jounce::identify {

inline constexpr std::array<const char*, 6> kDirectionNames = {"x", "y", "z", "rx", "ry", "rz"};

// 0 to 5; throws InputError for anything else.
int DirectionOf(const std::string& name);

struct DirectionSource {
  std::optional<LawSettings> measured;  // of one dimension
  std::string data;                     // the file it was found from
  double amplitude = 0;                 // largest of its tests, m
  double static_rate = 0;               // N/m or N m/rad; 0: not said
};

struct BushingLaw {
  LawSettings law;                   // of six dimensions
  std::vector<std::string> origins;  // one per direction: what was measured, and what was scaled
};

// Throws InputError where no translation was tested, or where nothing is known of a direction.
BushingLaw MakeBushingLaw(const std::array<DirectionSource, 6>& sources);

// |K*| of a law of one dimension at rest, driven slowly with this amplitude.
double StaticRate(const LawSettings& law, double amplitude);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_DIRECTIONS_H_
