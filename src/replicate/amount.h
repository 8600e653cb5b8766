// Numbers of a plan whose unit is that of a drive: "75 mm", "2 kN".
#ifndef JOUNCE_REPLICATE_AMOUNT_H_
#define JOUNCE_REPLICATE_AMOUNT_H_

#include <string>

#include "base/error.h"

namespace jounce {

// The value in SI; 0 after a mistake, which goes to `problems`. `unit` is that of the drive in SI,
// empty where it is not known; `rate`: the amount is one of it per second.
double ReadAmount(const std::string& text, const std::string& unit, bool rate,
                  const std::string& what, const Place& place, Diagnostics* problems);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_AMOUNT_H_
