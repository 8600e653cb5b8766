#include "laws/law_settings.h"

namespace jounce {

LawSettings::LawSettings() = default;
LawSettings::LawSettings(const LawSettings&) = default;
LawSettings::LawSettings(LawSettings&&) noexcept = default;
LawSettings& LawSettings::operator=(const LawSettings&) = default;
LawSettings& LawSettings::operator=(LawSettings&&) noexcept = default;
LawSettings::~LawSettings() = default;

bool operator==(const LawSettings& a, const LawSettings& b) {
  return a.kind == b.kind && a.modifiers == b.modifiers && a.motion == b.motion;
}

}  // namespace jounce
