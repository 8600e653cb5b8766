#include "jounce/signals.h"

#include <utility>

#include "api/guard.h"
#include "io/any_signals.h"

namespace jounce::api {

std::vector<Signal> ReadSignals(const std::string& path) {
  return GuardedFile([&] {
    std::vector<Signal> signals;
    for (Channel& channel : OpenAnySignals(path)->ReadAll()) {
      signals.push_back({channel.name, channel.description, channel.unit, channel.sample_rate,
                         channel.start, std::move(channel.samples)});
    }
    return signals;
  });
}

std::vector<std::string> WriteSignals(const std::string& path, const std::vector<Signal>& signals) {
  std::vector<Channel> channels;
  for (const Signal& signal : signals) {
    channels.push_back(
        {{signal.name, signal.description, signal.unit, signal.sample_rate, signal.start},
         signal.samples});
  }
  const MemorySource source(std::move(channels));
  return GuardedFile([&] { return WriteAnySignals(path, source, {}, "jounce::api"); });
}

}  // namespace jounce::api
