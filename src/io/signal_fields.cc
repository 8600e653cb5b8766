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

// Remembers how it was written, so that a model can be written again.
class SignalFunction : public TimeFunction {
 public:
  SignalFunction(SignalSettings settings, StreamedSignal signal)
      : settings_(std::move(settings)), signal_(std::move(signal)) {}

  Jet At(double t) const override { return signal_.At(t); }
  const SignalSettings& settings() const { return settings_; }

 private:
  SignalSettings settings_;
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

std::shared_ptr<const TimeFunction> MakeSignalFunction(const SignalSettings& settings,
                                                       const Quantity& quantity) {
  const auto source = OpenShared(settings.file);
  const ChannelHead& head = source->Head(FindChannel(*source, settings.channel, settings.file));
  StreamedSignal signal = MakeStreamedSignal(settings, source);
  const std::string& unit = settings.unit.empty() ? head.unit : settings.unit;
  if (!(ParseChannelUnit(unit).dimension == quantity.ToDimension())) {
    throw InputError(
        fmt::format("channel '{}' of {} is in '{}'", head.name, settings.file, unit),
        fmt::format("a signal here must be convertible to {}; say its unit with `unit`",
                    quantity.SiUnit()));
  }
  return std::make_shared<SignalFunction>(settings, std::move(signal));
}

void Describe(Fields& fields, SignalSettings& s) {
  fields.Path({"file", "RPC III, DAC, CSV, UFF 58, MATLAB or a result file", kRequired}, s.file);
  fields.Text({"channel", "its name, or its number from 1", kRequired}, s.channel);
  fields.Text({"unit", "of the samples; as the file says by default"}, s.unit);
  fields.Number({"scale", "a factor"}, s.scale, quantity::kNumber);
  fields.Number({"delay", "by which the signal begins later"}, s.delay, quantity::kTime);
  fields.Flag({"subtract_start", "so that the first value is zero"}, s.subtract_start);
}

}  // namespace

void DescribeSignal(Fields& fields, TimeFunctionSettings& settings, const Quantity& quantity) {
  const Key key = {"signal", "a channel of a file, interpolated by a cubic spline"};
  const auto* current = dynamic_cast<const SignalFunction*>(settings.function.get());
  SignalSettings signal = current ? current->settings() : SignalSettings();
  const bool there = fields.Typed(key, "signal", current != nullptr,
                                  [&](Fields& inner) { Describe(inner, signal); });
  // What misses its file or channel was reported already.
  if (!there || current || signal.file.empty() || signal.channel.empty()) return;
  try {
    settings.function = MakeSignalFunction(signal, quantity);
    fields.Uses(signal.file);
  } catch (const InputError& error) {
    const Diagnostic& reason = error.diagnostics().front();
    fields.Problem(key.name, reason.message, reason.remedy);
  } catch (const FileError& error) {
    fields.Problem(key.name, error.what(), "paths are relative to the file that names them");
  }
}

}  // namespace jounce
