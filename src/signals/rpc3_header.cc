#include "signals/rpc3_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

constexpr size_t kBlock = 512;
constexpr size_t kRecord = 128;
constexpr size_t kKey = 32;

// A text field: up to the first NUL, without blanks around it.
std::string Field(const char* bytes, size_t size) {
  const std::string_view field(bytes, size);
  return std::string(Trimmed(field.substr(0, field.find('\0'))));
}

// Reads records by name and complains in the name of the file.
class Records {
 public:
  Records(const ByteSource& file, const Rpc3Header& header) : file_(file) {
    for (const auto& [key, value] : header.records) values_.emplace(key, value);
  }

  const std::string* Find(const std::string& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
  }

  [[noreturn]] void Fail(const std::string& reason) const { throw FileError(file_.name(), reason); }

  // A count; `fallback` < 0 means that the record must be there.
  size_t Count(const std::string& key, long long fallback) const {
    const std::string* text = Find(key);
    if (!text && fallback < 0) Fail(fmt::format("the RPC III header has no {}", key));
    if (!text) return static_cast<size_t>(fallback);
    const auto value = ParseWholeNumber(*text);
    if (!value || *value < 0) Fail(fmt::format("{} is '{}', not a count", key, *text));
    return static_cast<size_t>(*value);
  }

  size_t PositiveCount(const std::string& key) const {
    const size_t count = Count(key, -1);
    if (count == 0) Fail(fmt::format("{} is 0", key));
    return count;
  }

 private:
  const ByteSource& file_;
  std::map<std::string, std::string> values_;
};

void ReadRecords(const ByteSource& file, Rpc3Header* header) {
  if (file.size() < kBlock) throw FileError(file.name(), "too short for an RPC III header");
  std::string bytes(kBlock, '\0');
  file.ReadAt(0, std::as_writable_bytes(std::span(bytes)));
  const auto key_at = [&](size_t r) { return Field(&bytes[r * kRecord], kKey); };
  const auto value_at = [&](size_t r) { return Field(&bytes[r * kRecord + kKey], kRecord - kKey); };
  if (key_at(0) != "FORMAT" || key_at(1) != "NUM_HEADER_BLOCKS" || key_at(2) != "NUM_PARAMS") {
    throw FileError(file.name(),
                    "not an RPC III file: it does not begin with the records FORMAT, "
                    "NUM_HEADER_BLOCKS and NUM_PARAMS");
  }
  const auto blocks = ParseWholeNumber(value_at(1));
  const auto records = ParseWholeNumber(value_at(2));
  if (!blocks || *blocks < 1 || static_cast<uint64_t>(*blocks) > file.size() / kBlock) {
    throw FileError(file.name(),
                    fmt::format("the header claims {} blocks of {} bytes, the file has {} bytes",
                                value_at(1), kBlock, file.size()));
  }
  header->data_offset = static_cast<uint64_t>(*blocks) * kBlock;
  if (!records || *records < 3 || static_cast<uint64_t>(*records) > header->data_offset / kRecord) {
    throw FileError(file.name(),
                    fmt::format("the header claims {} records in {} blocks", value_at(2), *blocks));
  }
  bytes.resize(static_cast<size_t>(*records) * kRecord);
  file.ReadAt(0, std::as_writable_bytes(std::span(bytes)));
  for (size_t r = 0; r < static_cast<size_t>(*records); ++r) {
    std::string key = key_at(r);
    if (!key.empty()) header->records.emplace_back(std::move(key), value_at(r));
  }
}

void ReadEncoding(const Records& records, Rpc3Header* header) {
  const std::string& format = *records.Find("FORMAT");
  if (format == "BINARY_IEEE_BIG_END") {
    header->order = ByteOrder::kBig;
  } else if (format == "ASCII") {
    records.Fail("RPC III with data as text (FORMAT ASCII) is not supported");
  } else if (format != "BINARY_IEEE_LITTLE_END" && format != "BINARY") {
    records.Fail(
        fmt::format("FORMAT is '{}'; known are BINARY, BINARY_IEEE_LITTLE_END and "
                    "BINARY_IEEE_BIG_END",
                    format));
  }
  const std::string* type = records.Find("FILE_TYPE");
  if (type && *type != "TIME_HISTORY") {
    records.Fail(fmt::format("holds '{}', not a time history", *type));
  }
  const std::string* data = records.Find("DATA_TYPE");
  if (data && *data == "FLOATING_POINT") {
    header->data_type = Rpc3DataType::kFloat;
  } else if (data && *data != "SHORT_INTEGER") {
    records.Fail(
        fmt::format("DATA_TYPE is '{}'; known are SHORT_INTEGER and FLOATING_POINT", *data));
  }
}

// Lengths, each held against the bytes that are really there. Returns the number of channels.
size_t ReadLayout(const Records& records, uint64_t file_size, Rpc3Header* header) {
  const size_t channels = records.PositiveCount("CHANNELS");
  if (channels > header->records.size()) {
    records.Fail(fmt::format("the header claims {} channels in {} records", channels,
                             header->records.size()));
  }
  header->frames = records.PositiveCount("FRAMES");
  header->points_per_frame = records.PositiveCount("PTS_PER_FRAME");
  header->points_per_group = records.PositiveCount("PTS_PER_GROUP");
  header->half_frames = records.Count("HALF_FRAMES", 0) != 0;

  const uint64_t stored = (file_size - header->data_offset) / header->BytesPerSample();
  const size_t frames = header->frames + (header->half_frames ? 1 : 0);
  const auto too_short = [&]() {
    records.Fail(fmt::format(
        "the file ends too early: the header claims {} channels of {} frames of {} points in "
        "groups of {}, the file has {} samples",
        channels, frames, header->points_per_frame, header->points_per_group, stored));
  };
  if (channels > stored || header->points_per_frame > stored ||
      frames > stored / header->points_per_frame) {
    too_short();
  }
  header->samples = frames * header->points_per_frame;
  // The padding behind the last sample of the last channel may be missing, nothing else.
  const size_t full_groups = (header->samples - 1) / header->points_per_group;
  const size_t rest = header->samples - full_groups * header->points_per_group;
  const size_t before_last = full_groups * channels + channels - 1;  // blocks of a group's length
  if (full_groups > stored / channels || rest > stored ||
      (before_last > 0 && header->points_per_group > (stored - rest) / before_last)) {
    too_short();
  }
  // Our own writer tells how much of the last frame is padding.
  header->samples = std::clamp<size_t>(
      records.Count("JOUNCE_SAMPLES", static_cast<long long>(header->samples)), 1, header->samples);
  return channels;
}

void ReadTime(const Records& records, Rpc3Header* header) {
  const std::string* interval = records.Find("DELTA_T");
  if (!interval) records.Fail("the RPC III header has no DELTA_T");
  header->sample_rate = RateOfInterval(*interval);
  if (!(header->sample_rate > 0 && header->sample_rate < 1e12)) {
    records.Fail(fmt::format("DELTA_T is '{}', not a time step", *interval));
  }
  if (header->half_frames) {
    header->start = -0.5 * static_cast<double>(header->points_per_frame) / header->sample_rate;
  }
  if (const std::string* start = records.Find("JOUNCE_START")) {
    header->start = ParseNumber(*start).value_or(header->start);
  }
}

void ReadChannels(const Records& records, size_t channels, Rpc3Header* header) {
  for (size_t c = 1; c <= channels; ++c) {
    ChannelHead head;
    const std::string* name = records.Find(fmt::format("DESC.CHAN_{}", c));
    const std::string* unit = records.Find(fmt::format("UNITS.CHAN_{}", c));
    head.name = name && !name->empty() ? *name : fmt::format("Channel {}", c);
    if (unit) head.unit = *unit;
    head.sample_rate = header->sample_rate;
    head.start = header->start;
    header->channels.push_back(std::move(head));
    if (header->data_type == Rpc3DataType::kFloat) {
      header->scales.push_back(1);
      continue;
    }
    const std::string key = fmt::format("SCALE.CHAN_{}", c);
    const std::string* text = records.Find(key);
    if (!text) records.Fail(fmt::format("the RPC III header has no {}", key));
    const auto scale = ParseNumber(*text);
    if (!scale) records.Fail(fmt::format("{} is '{}', not a number", key, *text));
    header->scales.push_back(*scale);
  }
}

void ReadPartitions(const Records& records, Rpc3Header* header) {
  const size_t channels = header->channels.size();
  const size_t count = records.Count("PARTITIONS", 0);
  if (count > channels) {
    records.Fail(fmt::format("claims {} partitions of {} channels", count, channels));
  }
  for (size_t p = 1; p <= count; ++p) {
    Rpc3Partition partition;
    partition.first_channel = records.Count(fmt::format("PART.CHAN_{}", p), 1);
    partition.num_channels =
        records.Count(fmt::format("PART.NCHAN_{}", p), static_cast<long long>(channels));
    if (partition.first_channel < 1 || partition.first_channel > channels ||
        partition.num_channels > channels + 1 - partition.first_channel) {
      records.Fail(fmt::format("partition {} claims {} channels from {} on, of {}", p,
                               partition.num_channels, partition.first_channel, channels));
    }
    header->partitions.push_back(partition);
  }
}

}  // namespace

const std::string* Rpc3Header::Find(const std::string& key) const {
  for (const auto& [name, value] : records) {
    if (name == key) return &value;
  }
  return nullptr;
}

Rpc3Header ReadRpc3Header(const ByteSource& file) {
  Rpc3Header header;
  ReadRecords(file, &header);
  const Records records(file, header);
  ReadEncoding(records, &header);
  const size_t channels = ReadLayout(records, file.size(), &header);
  ReadTime(records, &header);
  ReadChannels(records, channels, &header);
  ReadPartitions(records, &header);
  return header;
}

std::string Rpc3HeaderBytes(std::vector<std::pair<std::string, std::string>> records) {
  const size_t blocks = (records.size() * kRecord + kBlock - 1) / kBlock;
  std::string bytes(blocks * kBlock, '\0');
  for (size_t r = 0; r < records.size(); ++r) {
    auto& [key, value] = records[r];
    if (key == "NUM_HEADER_BLOCKS") value = fmt::format("{}", blocks);
    if (key == "NUM_PARAMS") value = fmt::format("{}", records.size());
    // The last byte of each field stays NUL.
    key.copy(&bytes[r * kRecord], kKey - 1);
    value.copy(&bytes[r * kRecord + kKey], kRecord - kKey - 1);
  }
  return bytes;
}

}  // namespace jounce
