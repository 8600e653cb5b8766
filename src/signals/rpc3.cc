#include "signals/rpc3.h"

#include <algorithm>
#include <array>
#include <span>

namespace jounce {
namespace {

// Bytes read at a time: enough to make a system call cheap, few enough to stay in the cache.
constexpr size_t kPiece = 1 << 16;

}  // namespace

Rpc3Source::Rpc3Source(std::shared_ptr<const ByteSource> file)
    : file_(std::move(file)), header_(ReadRpc3Header(*file_)) {}

void Rpc3Source::Read(size_t channel, size_t first, std::span<double> samples) const {
  const size_t group_points = header_.points_per_group;
  const size_t width = header_.BytesPerSample();
  std::array<std::byte, kPiece> piece;
  size_t done = 0;
  while (done < samples.size()) {
    const size_t sample = first + done;
    const size_t group = sample / group_points;
    const size_t within = sample % group_points;
    const size_t count = std::min({samples.size() - done, group_points - within, kPiece / width});
    const uint64_t position = (group * NumChannels() + channel) * group_points + within;
    file_->ReadAt(header_.data_offset + position * width, std::span(piece).first(count * width));
    const std::span<double> out = samples.subspan(done, count);
    if (header_.data_type == Rpc3DataType::kInt16) {
      DecodeScaled<int16_t>(piece.data(), header_.order, header_.scales[channel], out);
    } else {
      DecodeScaled<float>(piece.data(), header_.order, 1, out);
    }
    done += count;
  }
}

std::vector<Channel> Rpc3Source::ReadAll() const {
  std::vector<Channel> channels(NumChannels());
  for (size_t c = 0; c < channels.size(); ++c) {
    static_cast<ChannelHead&>(channels[c]) = header_.channels[c];
    channels[c].samples.resize(header_.samples);
  }
  for (size_t first = 0; first < header_.samples; first += header_.points_per_group) {
    const size_t count = std::min(header_.points_per_group, header_.samples - first);
    for (size_t c = 0; c < channels.size(); ++c) {
      Read(c, first, std::span(channels[c].samples).subspan(first, count));
    }
  }
  return channels;
}

}  // namespace jounce
