#include "io/signal_fields.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "io/any_signals.h"
#include "signals/channel_units.h"
#include "signals/streamed_signal.h"

namespace jounce {
namespace {

class SignalFunction : public TimeFunction {
 public:
  explicit SignalFunction(StreamedSignal signal) : signal_(std::move(signal)) {}
  Jet At(double t) const override { return signal_.At(t); }

 private:
  StreamedSignal signal_;
};

// Never asked for a value itself, so that copies of it may be made from any thread.
class StreamedSource : public TimeFunctionSource {
 public:
  explicit StreamedSource(StreamedSignal signal) : signal_(std::move(signal)) {}
  std::unique_ptr<TimeFunction> Make() const override {
    return std::make_unique<SignalFunction>(signal_);
  }

 private:
  StreamedSignal signal_;
};

// Many channels of one file share it as long as one of them lives, unless it was written anew.
std::shared_ptr<const SignalSource> OpenShared(const std::string& path) {
  using Version = std::pair<std::string, std::filesystem::file_time_type>;
  static std::mutex mutex;
  static std::map<Version, std::weak_ptr<const SignalSource>> opened;
  std::error_code ignored;
  const Version version(path, std::filesystem::last_write_time(path, ignored));
  const std::lock_guard<std::mutex> lock(mutex);
  if (auto source = opened[version].lock()) return source;
  auto source = OpenAnySignals(path);
  opened[version] = source;
  return source;
}

Unit UnitOf(const SignalSettings& settings, const ChannelHead& head,
            const std::optional<Dimension>& dimension) {
  const std::string& text = settings.unit.empty() ? head.unit : settings.unit;
  Unit unit;
  try {
    unit = ParseChannelUnit(text);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: channel '{}' is in '{}'", settings.file, head.name, text),
                     "say its unit; " + error.diagnostics().front().message);
  }
  if (dimension && !(unit.dimension == *dimension)) {
    throw InputError(
        fmt::format("channel '{}' of {} is in '{}'", head.name, settings.file, text),
        fmt::format("a signal here must be convertible to {}; say its unit with `unit`",
                    dimension->ToString()));
  }
  return unit;
}

}  // namespace

void Describe(Fields& fields, SignalSettings& s) {
  fields.Where(s.place);
  fields.Path({"file", "RPC III, DAC, CSV, UFF 58, MATLAB or a result file", kRequired}, s.file);
  fields.Text({"channel", "its name, or its number from 1", kRequired}, s.channel);
  fields.Text({"unit", "of the samples; as the file says by default"}, s.unit);
  fields.Number({"scale", "a factor"}, s.scale, quantity::kNumber);
  fields.Number({"delay", "by which the signal begins later"}, s.delay, quantity::kTime);
  fields.Flag({"subtract_start", "so that the first value is zero"}, s.subtract_start);
}

std::shared_ptr<const TimeFunctionSource> OpenSignal(const SignalSettings& settings,
                                                     const std::optional<Dimension>& dimension) {
  const auto source = OpenShared(settings.file);
  const size_t channel = FindChannel(*source, settings.channel, settings.file);
  const Unit unit = UnitOf(settings, source->Head(channel), dimension);
  const double factor = settings.scale * unit.scale;
  double offset = settings.scale * unit.offset;
  if (settings.subtract_start && source->Length(channel) > 0) {
    double first = 0;
    source->Read(channel, 0, std::span(&first, 1));
    offset = -factor * first;
  }
  return std::make_shared<StreamedSource>(
      StreamedSignal(source, channel, factor, offset, settings.delay));
}

}  // namespace jounce
