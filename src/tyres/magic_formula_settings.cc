#include "tyres/magic_formula_settings.h"

#include <cctype>

namespace jounce {
namespace {

// Parameters are called like the members, in capitals.
std::string InCapitals(std::string name) {
  for (char& letter : name) letter = static_cast<char>(std::toupper(letter));
  return name;
}

std::vector<MagicFormulaParameter> MakeParameters() {
  using namespace quantity;
  return {
#define JOUNCE_ENTRY(name, standard) {InCapitals(#name), &MagicFormulaSettings::name, kNumber},
      JOUNCE_MAGIC_FORMULA_COEFFICIENTS(JOUNCE_ENTRY)
#undef JOUNCE_ENTRY
#define JOUNCE_ENTRY(name, standard, quantity) \
  {InCapitals(#name), &MagicFormulaSettings::name, quantity},
          JOUNCE_MAGIC_FORMULA_DIMENSIONS(JOUNCE_ENTRY)
#undef JOUNCE_ENTRY
  };
}

}  // namespace

const std::vector<MagicFormulaParameter>& MagicFormulaParameters() {
  static const std::vector<MagicFormulaParameter> parameters = MakeParameters();
  return parameters;
}

std::string NameOf(MagicFormulaVersion version) {
  switch (version) {
    case MagicFormulaVersion::k52:
      return "Magic Formula 5.2";
    case MagicFormulaVersion::k61:
      return "Magic Formula 6.1";
    case MagicFormulaVersion::k62:
      break;
  }
  return "Magic Formula 6.2";
}

}  // namespace jounce
