// Any text is an expression that can be evaluated, a unit, units to show values in that say themselves
// again, or an InputError.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "math/display_units.h"
#include "math/expression.h"
#include "math/units.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::array<double, 2> values = {0.5, -2.0};
  try {
    jounce::Expression::Parse(text, {"x", "y"}).Evaluate<double>(values);
  } catch (const jounce::InputError&) {
  }
  try {
    jounce::ParseUnit(text);
  } catch (const jounce::InputError&) {
  }
  try {
    const jounce::DisplayUnits units = jounce::DisplayUnits::Parse(text);
    for (const char* unit : {"N*m/rad", "Pa", "J", "K", "my own"}) units.Show(1, unit);
    if (jounce::DisplayUnits::Parse(units.ToString()).ToString() != units.ToString()) std::abort();
  } catch (const jounce::InputError&) {
  }
  return 0;
}
