#include "signals/channel_units.h"

#include <fmt/format.h>

#include <map>

#include "base/error.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

// What measuring systems write in other words, in lower case.
const std::map<std::string, std::string>& Spellings() {
  static const std::map<std::string, std::string> spellings = {{"newton", "N"},
                                                               {"newtons", "N"},
                                                               {"kilonewton", "kN"},
                                                               {"kn", "kN"},
                                                               {"n", "N"},
                                                               {"lb", "lbf"},
                                                               {"lbs", "lbf"},
                                                               {"lbf", "lbf"},
                                                               {"pound", "lbf"},
                                                               {"pounds", "lbf"},
                                                               {"inches", "inch"},
                                                               {"inch", "inch"},
                                                               {"in", "inch"},
                                                               {"in.", "inch"},
                                                               {"millimeter", "mm"},
                                                               {"millimetre", "mm"},
                                                               {"meter", "m"},
                                                               {"metre", "m"},
                                                               {"degree", "deg"},
                                                               {"degrees", "deg"},
                                                               {"deg", "deg"},
                                                               {"°", "deg"},
                                                               {"rad", "rad"},
                                                               {"g", "g"},
                                                               {"g's", "g"},
                                                               {"gs", "g"},
                                                               {"gn", "g"},
                                                               {"m/s/s", "m/s^2"},
                                                               {"m/s²", "m/s^2"},
                                                               {"m/sec^2", "m/s^2"},
                                                               {"seconds", "s"},
                                                               {"second", "s"},
                                                               {"volt", "V"},
                                                               {"in-lbs", "lbf*in"},
                                                               {"in-lb", "lbf*in"},
                                                               {"ft-lbs", "lbf*ft"},
                                                               {"ft-lb", "lbf*ft"},
                                                               {"n-m", "N*m"},
                                                               {"n.m", "N*m"},
                                                               {"newton-meter", "N*m"},
                                                               {"microstrain", "ustrain"},
                                                               {"ue", "ustrain"},
                                                               {"mpa", "MPa"},
                                                               {"percent", "%"},
                                                               {"none", ""},
                                                               {"mm", "mm"}};
  return spellings;
}

}  // namespace

Unit ParseChannelUnit(std::string_view text) {
  const auto found = Spellings().find(LowerCase(Trimmed(text)));
  // The exact name first: mN is not MN.
  try {
    return ParseUnit(Trimmed(text));
  } catch (const InputError&) {
    if (found == Spellings().end()) throw;
  }
  return ParseUnit(found->second);
}

UnitConversion ConversionBetween(std::string_view from, std::string_view to) {
  const Unit source = ParseChannelUnit(from);
  const Unit target = ParseChannelUnit(to);
  if (!(source.dimension == target.dimension)) {
    throw InputError(fmt::format("'{}' cannot be turned into '{}'", from, to),
                     fmt::format("the one is {}, the other {}", source.dimension.ToString(),
                                 target.dimension.ToString()));
  }
  return {source.scale / target.scale, (source.offset - target.offset) / target.scale};
}

std::string SiUnitOf(std::string_view unit) {
  const Dimension dimension = ParseChannelUnit(unit).dimension;
  return dimension.IsNone() ? "" : dimension.ToString();
}

void ConvertChannel(const std::string& unit, Channel* channel) {
  const ConvertedChannels converted(
      std::make_shared<MemorySource>(std::vector<Channel>{std::move(*channel)}), {unit});
  *channel = converted.ReadChannel(0);
}

ConvertedChannels::ConvertedChannels(std::shared_ptr<const SignalSource> source,
                                     const std::vector<std::string>& units)
    : source_(std::move(source)), conversions_(source_->NumChannels()) {
  Diagnostics problems;
  for (size_t c = 0; c < source_->NumChannels(); ++c) {
    heads_.push_back(source_->Head(c));
    if (units[c].empty()) continue;
    try {
      conversions_[c] = ConversionBetween(heads_[c].unit, units[c]);
      heads_[c].unit = units[c];
    } catch (const InputError& error) {
      const Diagnostic& first = error.diagnostics().front();
      problems.Error({}, fmt::format("channel '{}': {}", heads_[c].name, first.message),
                     first.remedy);
    }
  }
  problems.ThrowIfErrors();
}

void ConvertedChannels::Read(size_t channel, size_t first, std::span<double> samples) const {
  source_->Read(channel, first, samples);
  const UnitConversion& conversion = conversions_[channel];
  for (double& sample : samples) sample = conversion.Convert(sample);
}

}  // namespace jounce
