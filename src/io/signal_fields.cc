#include "io/signal_fields.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "io/any_signals.h"
#include "io/vector_fields.h"
#include "signals/channel_units.h"
#include "signals/integration.h"

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

// How often samples of rates are integrated.
int Integrations(const SignalSettings& settings) { return static_cast<int>(settings.quantity); }

// Of the samples, where their integrals have this one.
Dimension OfSamples(const SignalSettings& settings, Dimension dimension) {
  for (int i = 0; i < Integrations(settings); ++i) {
    dimension = dimension / quantity::kTime.ToDimension();
  }
  return dimension;
}

// The channel in memory, without what is slow, as what its rates amount to. In the file's unit times
// seconds.
std::shared_ptr<const SignalSource> WithoutDrift(const SignalSource& source, size_t index,
                                                 const SignalSettings& settings) {
  constexpr double kUsualHighPass = 0.3;  // Hz
  Channel channel = source.ReadChannel(index);
  channel.samples =
      IntegrateWithoutDrift(channel.samples, channel.sample_rate, Integrations(settings),
                            settings.high_pass.value_or(kUsualHighPass));
  return std::make_shared<MemorySource>(std::vector<Channel>{std::move(channel)});
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
  if (!dimension) return unit;
  const Dimension expected = OfSamples(settings, *dimension);
  if (!(unit.dimension == expected)) {
    throw InputError(
        fmt::format("channel '{}' of {} is in '{}'", head.name, settings.file, text),
        fmt::format("a signal here must be convertible to {}; say its unit with `unit`",
                    expected.ToString()));
  }
  return unit;
}

}  // namespace

void Describe(Fields& fields, SignalSettings& s) {
  static constexpr const char* kQuantities[] = {"position", "velocity", "acceleration"};
  fields.Where(s.place);
  fields.Path({"file", "RPC III, DAC, CSV, UFF 58, MATLAB or a result file", kRequired}, s.file);
  fields.Text({"channel", "its name, or its number from 1", kRequired}, s.channel);
  fields.Text({"unit", "of the samples; as the file says by default"}, s.unit);
  fields.Number({"scale", "a factor"}, s.scale, quantity::kNumber);
  fields.Number({"delay", "by which the signal begins later"}, s.delay, quantity::kTime);
  fields.Flag({"subtract_start", "so that the first value is zero"}, s.subtract_start);
  DescribeChoice(fields,
                 {"quantity", "what was measured: rates are integrated without their drift"},
                 kQuantities, s.quantity);
  OptionalNumber(fields,
                 {"high_pass",
                  "what is slower is taken out; 0.3 Hz by default where rates are "
                  "integrated, else nothing"},
                 s.high_pass, quantity::kFrequency, kPositive);
}

std::shared_ptr<const TimeFunctionSource> OpenSignal(const SignalSettings& settings,
                                                     const std::optional<Dimension>& dimension) {
  auto source = OpenShared(settings.file);
  size_t channel = FindChannel(*source, settings.channel, settings.file);
  const Unit unit = UnitOf(settings, source->Head(channel), dimension);
  const double factor = settings.scale * unit.scale;
  double offset = settings.scale * unit.offset;
  if (Integrations(settings) > 0 || settings.high_pass) {
    source = WithoutDrift(*source, channel, settings);
    channel = 0;
    offset = 0;  // the mean is gone
  }
  if (settings.subtract_start && source->Length(channel) > 0) {
    double first = 0;
    source->Read(channel, 0, std::span(&first, 1));
    offset = -factor * first;
  }
  return AsTimeFunctionSource(StreamedSignal(source, channel, factor, offset, settings.delay));
}

std::shared_ptr<const TimeFunctionSource> AsTimeFunctionSource(StreamedSignal signal) {
  return std::make_shared<StreamedSource>(std::move(signal));
}

}  // namespace jounce
