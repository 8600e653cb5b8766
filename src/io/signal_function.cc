#include "io/signal_function.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "signals/channel_units.h"
#include "signals/signal_file.h"

namespace jounce {
namespace {

class SignalFunction final : public TimeFunction {
 public:
  explicit SignalFunction(StreamedSignal signal) : signal_(std::move(signal)) {}
  Jet At(double t) const override { return signal_.At(t); }

 private:
  StreamedSignal signal_;
};

}  // namespace

void Describe(Fields& f, SignalSettings& s) {
  f.Path({"file", "RPC III, DAC, CSV, UFF 58 or MATLAB file", kRequired}, s.file);
  f.Text({"channel", "its name, or its number from 1", kRequired}, s.channel);
  f.Text({"unit", "of the samples, where the file does not say it or says it wrongly"}, s.unit);
  f.Number({"scale", "factor after conversion to SI"}, s.scale, quantity::kNumber);
  f.Number({"delay", "the signal begins that much later"}, s.delay, quantity::kTime);
  f.Flag({"subtract_start", "so that the first value is zero"}, s.subtract_start);
}

std::shared_ptr<const TimeFunction> MakeSignalFunction(const SignalSettings& settings,
                                                       const Quantity& quantity) {
  const std::shared_ptr<const SignalSource> source = OpenSignals(settings.file);
  StreamedSignal signal = MakeStreamedSignal(settings, source);
  const ChannelHead& head = source->Head(FindChannel(*source, settings.channel, settings.file));
  const std::string& unit = settings.unit.empty() ? head.unit : settings.unit;
  const Dimension found = ParseChannelUnit(unit).dimension;
  if (found != quantity.ToDimension()) {
    throw InputError(
        fmt::format("{}: channel '{}' is in '{}', a number of {}, expected one of {}",
                    settings.file, head.name, unit, found.ToString(), quantity.SiUnit()),
        "choose another channel, or say its unit");
  }
  return std::make_shared<SignalFunction>(std::move(signal));
}

}  // namespace jounce
