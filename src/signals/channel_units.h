// Units of channels as files spell them, and their conversion: lbs to N, inch to mm, g to m/s^2.
#ifndef JOUNCE_SIGNALS_CHANNEL_UNITS_H_
#define JOUNCE_SIGNALS_CHANNEL_UNITS_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

// Another source with its channels converted, one unit each; "" leaves a channel as it is. Throws
// an InputError that names all channels that cannot be converted.
class ConvertedChannels : public SignalSource {
 public:
  ConvertedChannels(std::shared_ptr<const SignalSource> source,
                    const std::vector<std::string>& units);

  size_t NumChannels() const override { return heads_.size(); }
  const ChannelHead& Head(size_t channel) const override { return heads_[channel]; }
  size_t Length(size_t channel) const override { return source_->Length(channel); }
  void Read(size_t channel, size_t first, std::span<double> samples) const override;

 private:
  std::shared_ptr<const SignalSource> source_;
  std::vector<ChannelHead> heads_;
  std::vector<UnitConversion> conversions_;
};

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_CHANNEL_UNITS_H_
