// Writes RPC III files: see rpc3.h.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <ctime>
#include <limits>

#include "base/error.h"
#include "base/output_file.h"
#include "signals/number_text.h"
#include "signals/rpc3.h"

namespace jounce {
namespace {

// The largest count MTS software uses of 16 bits.
constexpr double kFullScale = 32752;

// What RPC III cannot hold, all of it at once.
void CheckWritable(const std::string& path, const SignalSource& source,
                   const Rpc3WriteSettings& settings) {
  Diagnostics problems;
  const Place place{path};
  CheckOneTimeAxis(source, path, &problems);
  if (!std::has_single_bit(settings.points_per_frame)) {
    problems.Error(place, fmt::format("{} points per frame", settings.points_per_frame),
                   "RPC III wants a power of 2");
  } else if (settings.points_per_group == 0 ||
             settings.points_per_group % settings.points_per_frame != 0) {
    problems.Error(place, fmt::format("{} points per group", settings.points_per_group),
                   "RPC III wants a multiple of the points per frame");
  }
  problems.ThrowIfErrors();
}

// Calls visit(first sample, samples) for the whole of a channel, group by group.
template <typename Visit>
void ForEachPiece(const SignalSource& source, size_t channel, size_t piece, Visit visit) {
  std::vector<double> samples(piece);
  for (size_t first = 0; first < source.Length(channel); first += piece) {
    const size_t count = std::min(piece, source.Length(channel) - first);
    source.Read(channel, first, std::span(samples).first(count));
    visit(std::span<const double>(samples).first(count));
  }
}

// The value of one count: seven digits, rounded up, so that a file read and written again keeps it.
double ScaleFor(double largest) {
  if (largest == 0) return 1 / kFullScale;
  const double exact = largest / kFullScale * (1 - 1e-12);
  const double unit = std::pow(10.0, std::floor(std::log10(exact)) - 6);
  return ParseNumber(fmt::format("{:.6e}", std::ceil(exact / unit) * unit)).value();
}

std::vector<double> ChooseScales(const std::string& path, const SignalSource& source,
                                 const Rpc3WriteSettings& settings) {
  std::vector<double> scales(source.NumChannels(), 1);
  const bool is_float = settings.data_type == Rpc3DataType::kFloat;
  const double limit = is_float ? std::numeric_limits<float>::max() : 1e30;
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    double largest = 0;
    ForEachPiece(source, c, settings.points_per_group, [&](std::span<const double> samples) {
      for (double value : samples) {
        if (!(std::abs(value) <= limit) && !(is_float && std::isnan(value))) {
          throw InputError(
              {{Severity::kError, Place{path},
                fmt::format("channel '{}' has the value {}", source.Head(c).name, value),
                "RPC III cannot hold it"}});
        }
        largest = std::max(largest, std::abs(value));
      }
    });
    if (!is_float) scales[c] = ScaleFor(largest);
  }
  return scales;
}

std::string HeaderFor(const SignalSource& source, const Rpc3WriteSettings& settings,
                      const std::vector<double>& scales) {
  const bool is_float = settings.data_type == Rpc3DataType::kFloat;
  const size_t samples = source.Length(0);
  const size_t frames = (samples + settings.points_per_frame - 1) / settings.points_per_frame;
  const ChannelHead& first = source.Head(0);
  std::vector<std::pair<std::string, std::string>> records;
  const auto add = [&](std::string key, const auto& value) {
    records.emplace_back(std::move(key), fmt::format("{}", value));
  };
  add("FORMAT",
      settings.order == ByteOrder::kLittle ? "BINARY_IEEE_LITTLE_END" : "BINARY_IEEE_BIG_END");
  add("NUM_HEADER_BLOCKS", 0);
  add("NUM_PARAMS", 0);
  add("FILE_TYPE", "TIME_HISTORY");
  add("TIME_TYPE", settings.time_type);
  add("DELTA_T", 1 / first.sample_rate);
  add("PTS_PER_FRAME", settings.points_per_frame);
  add("CHANNELS", source.NumChannels());
  add("PTS_PER_GROUP", settings.points_per_group);
  add("DATE", settings.date.empty()
                  ? fmt::format("{:%H:%M:%S %d-%b-%y}", fmt::localtime(std::time(nullptr)))
                  : settings.date);
  add("FRAMES", frames);
  add("HALF_FRAMES", 0);
  add("REPEATS", 0);
  add("BYPASS_FILTER", 0);
  add("OPERATION", settings.operation);
  add("DATA_TYPE", is_float ? "FLOATING_POINT" : "SHORT_INTEGER");
  if (!is_float) add("INT_FULL_SCALE", kFullScale);
  if (frames * settings.points_per_frame != samples) add("JOUNCE_SAMPLES", samples);
  if (first.start != 0) add("JOUNCE_START", first.start);
  std::vector<Rpc3Partition> partitions = settings.partitions;
  if (partitions.empty()) partitions = {{1, source.NumChannels()}};
  add("PARTITIONS", partitions.size());
  for (size_t p = 0; p < partitions.size(); ++p) {
    add(fmt::format("PART.CHAN_{}", p + 1), partitions[p].first_channel);
    add(fmt::format("PART.NCHAN_{}", p + 1), partitions[p].num_channels);
  }
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    const double limit = is_float ? 1 : scales[c] * kFullScale;
    add(fmt::format("DESC.CHAN_{}", c + 1), source.Head(c).name);
    add(fmt::format("UNITS.CHAN_{}", c + 1), source.Head(c).unit);
    add(fmt::format("SCALE.CHAN_{}", c + 1), scales[c]);
    add(fmt::format("UPPER_LIMIT.CHAN_{}", c + 1), limit);
    add(fmt::format("LOWER_LIMIT.CHAN_{}", c + 1), -limit);
    add(fmt::format("MAP.CHAN_{}", c + 1), c + 1);
  }
  return Rpc3HeaderBytes(std::move(records));
}

// One channel of one group, encoded; what lies behind the last sample of the last frame is zero.
void EncodeGroup(std::span<const double> samples, double scale, const Rpc3WriteSettings& settings,
                 std::vector<std::byte>* bytes) {
  std::fill(bytes->begin(), bytes->end(), std::byte{0});
  for (size_t i = 0; i < samples.size(); ++i) {
    if (settings.data_type == Rpc3DataType::kFloat) {
      StoreNumber(static_cast<float>(samples[i]), settings.order, bytes->data() + 4 * i);
    } else {
      const double count = std::clamp(std::round(samples[i] / scale), -kFullScale, kFullScale);
      StoreNumber(static_cast<int16_t>(count), settings.order, bytes->data() + 2 * i);
    }
  }
}

}  // namespace

void WriteRpc3(const std::string& path, const SignalSource& source,
               const Rpc3WriteSettings& settings) {
  CheckWritable(path, source, settings);
  const std::vector<double> scales = ChooseScales(path, source, settings);
  OutputFile file(path);
  file.Write(HeaderFor(source, settings, scales));

  const size_t samples = source.Length(0);
  const size_t frame = settings.points_per_frame;
  const size_t padded = (samples + frame - 1) / frame * frame;
  const size_t group = settings.points_per_group;
  std::vector<double> values(group);
  std::vector<std::byte> bytes(group * (settings.data_type == Rpc3DataType::kFloat ? 4 : 2));
  for (size_t first = 0; first < padded; first += group) {
    const size_t count = std::min(group, padded - first);
    const size_t measured = std::min(count, samples - first);
    for (size_t c = 0; c < source.NumChannels(); ++c) {
      source.Read(c, first, std::span(values).first(measured));
      // Hold the last value to the end of the frame: a jump to zero would be a load of its own.
      std::fill(values.begin() + static_cast<std::ptrdiff_t>(measured),
                values.begin() + static_cast<std::ptrdiff_t>(count), values[measured - 1]);
      EncodeGroup(std::span<const double>(values).first(count), scales[c], settings, &bytes);
      file.Write(bytes);
    }
  }
  file.Commit();
}

}  // namespace jounce
