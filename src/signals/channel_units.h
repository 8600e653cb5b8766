// Units of channels as files spell them, and their conversion: lbs to N, inch to mm, g to m/s^2.
#ifndef JOUNCE_SIGNALS_CHANNEL_UNITS_H_
#define JOUNCE_SIGNALS_CHANNEL_UNITS_H_

#include <string>
#include <string_view>

#include "math/units.h"
#include "signals/channel.h"

namespace jounce {

// As ParseUnit, and knows what measuring systems write: "LBS", "Newton", "inches", "degrees", "G".
Unit ParseChannelUnit(std::string_view text);

// y = factor * x + offset turns values of `from` into values of `to`.
struct UnitConversion {
  double factor = 1;
  double offset = 0;

  double Convert(double value) const { return factor * value + offset; }
};
// Throws an InputError where the dimensions differ or a unit is not known.
UnitConversion ConversionBetween(std::string_view from, std::string_view to);

// The SI unit an engineer would choose for it: "lbs" gives "N", "inch" gives "m", "G" "m/s^2".
std::string SiUnitOf(std::string_view unit);

// Converts the samples and sets the unit. An error names the channel.
void ConvertChannel(const std::string& unit, Channel* channel);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_CHANNEL_UNITS_H_
