#include "signals/channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/names.h"
#include "signals/number_text.h"

namespace jounce {

Channel SignalSource::ReadChannel(size_t channel) const {
  Channel result;
  static_cast<ChannelHead&>(result) = Head(channel);
  result.samples.resize(Length(channel));
  Read(channel, 0, result.samples);
  return result;
}

std::vector<Channel> SignalSource::ReadAll() const {
  std::vector<Channel> channels;
  channels.reserve(NumChannels());
  for (size_t c = 0; c < NumChannels(); ++c) channels.push_back(ReadChannel(c));
  return channels;
}

void MemorySource::Read(size_t channel, size_t first, std::span<double> samples) const {
  std::copy_n(channels_[channel].samples.begin() + static_cast<std::ptrdiff_t>(first),
              samples.size(), samples.begin());
}

JoinedChannels::JoinedChannels(std::vector<std::shared_ptr<const SignalSource>> sources)
    : sources_(std::move(sources)) {
  for (size_t s = 0; s < sources_.size(); ++s) {
    for (size_t c = 0; c < sources_[s]->NumChannels(); ++c) places_.push_back({s, c});
  }
}

const ChannelHead& JoinedChannels::Head(size_t channel) const {
  return sources_[places_[channel].source]->Head(places_[channel].channel);
}

size_t JoinedChannels::Length(size_t channel) const {
  return sources_[places_[channel].source]->Length(places_[channel].channel);
}

void JoinedChannels::Read(size_t channel, size_t first, std::span<double> samples) const {
  sources_[places_[channel].source]->Read(places_[channel].channel, first, samples);
}

std::string WithSlashes(std::string name) {
  std::replace(name.begin(), name.end(), '|', '/');
  return name;
}

size_t FindChannel(const SignalSource& source, const std::string& name, const std::string& file) {
  const std::string wanted = LowerCase(Trimmed(name));
  std::vector<size_t> found, alike;
  std::vector<std::string> names;
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    names.push_back(source.Head(c).name);
    const std::string own = LowerCase(Trimmed(names.back()));
    if (own == wanted) found.push_back(c);
    if (WithSlashes(own) == WithSlashes(wanted)) alike.push_back(c);
  }
  if (found.empty()) found = alike;
  if (found.size() == 1) return found.front();
  if (found.size() > 1) {
    throw InputError(
        fmt::format("{}: {} channels are called '{}'", file, found.size(), Trimmed(name)),
        fmt::format("give the number of the channel instead: {} is the first", found[0] + 1));
  }
  size_t number = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  const bool is_number = error == std::errc() && end == wanted.data() + wanted.size();
  if (is_number && number >= 1 && number <= source.NumChannels()) return number - 1;
  throw InputError(fmt::format("{}: no channel '{}' among {}", file, name, source.NumChannels()),
                   SuggestName(name, names));
}

void CheckOneTimeAxis(const SignalSource& source, const std::string& path, Diagnostics* problems) {
  if (source.NumChannels() == 0) problems->Error(Place{path}, "no channels to write");
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    const ChannelHead& head = source.Head(c);
    const ChannelHead& first = source.Head(0);
    if (source.Length(c) == 0) {
      problems->Error(Place{path}, fmt::format("channel '{}' has no samples", head.name));
    } else if (head.sample_rate != first.sample_rate || head.start != first.start ||
               source.Length(c) != source.Length(0)) {
      problems->Error(
          Place{path},
          fmt::format("channel '{}' has {} samples at {} Hz from {} s, '{}' has {} at {} from {}",
                      head.name, source.Length(c), head.sample_rate, head.start, first.name,
                      source.Length(0), first.sample_rate, first.start),
          "the format holds one time axis: resample or cut the channels first");
    }
  }
}

}  // namespace jounce
