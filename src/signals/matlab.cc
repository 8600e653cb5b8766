#include "signals/matlab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "base/error.h"
#include "signals/mat5.h"
#include "signals/number_text.h"
#include "base/output_file.h"
#include "signals/time_axis.h"

namespace jounce {
namespace {

using Kind = Mat5Variable::Kind;

// A structure with data and sample_rate; nothing for others.
std::optional<Channel> ChannelOfStructure(Mat5Variable* structure) {
  const auto text = [&](const char* name) {
    const Mat5Variable* field = structure->Field(name);
    return std::string(Trimmed(field ? field->text : ""));
  };
  const auto scalar = [&](const char* name, double fallback) {
    const Mat5Variable* field = structure->Field(name);
    return field && field->numbers.size() == 1 ? field->numbers[0] : fallback;
  };
  const Mat5Variable* data = structure->Field("data");
  const double rate = scalar("sample_rate", 0);
  if (!data || data->numbers.empty() || !(rate > 0) || !std::isfinite(rate)) return {};
  Channel channel;
  channel.name = text("name").empty() ? structure->name : text("name");
  channel.description = text("description");
  channel.unit = text("unit");
  channel.sample_rate = rate;
  channel.start = scalar("start", 0);
  channel.samples = data->numbers;
  return channel;
}

// What the plain variables say of time: a vector of times, or a rate.
struct PlainTime {
  TimeAxis axis;
  size_t length = 0;  // of the vector of times; 0 where there is a rate only
};

bool IsTime(const Mat5Variable& variable) {
  const std::string name = LowerCase(variable.name);
  return name == "t" || name == "time";
}

std::optional<PlainTime> FindTime(const std::string& path,
                                  const std::vector<Mat5Variable>& variables) {
  std::optional<PlainTime> found;
  for (const Mat5Variable& variable : variables) {
    const std::vector<double>& numbers = variable.numbers;
    PlainTime time;
    if (IsTime(variable) && numbers.size() > 1 && (variable.rows == 1 || variable.columns == 1)) {
      time.axis = EvenTimeAxis(numbers, 1e-12 * std::abs(numbers.back()));
      time.length = numbers.size();
      if (!time.axis.problem.empty()) {
        throw InputError({{Severity::kError, Place{path},
                           fmt::format("variable '{}': {}", variable.name, time.axis.problem),
                           "Jounce works on evenly sampled channels"}});
      }
      return time;
    }
    if (numbers.size() != 1 || !(numbers[0] > 0) || !std::isfinite(numbers[0])) continue;
    const std::string name = LowerCase(variable.name);
    const bool is_interval = name == "dt";
    if (!is_interval && name != "fs" && name != "sample_rate") continue;
    time.axis.sample_rate = is_interval ? 1 / numbers[0] : numbers[0];
    found = time;
  }
  return found;
}

// The channels in one array: its columns, or its rows where those are as long as the time.
void AddChannels(const Mat5Variable& array, const PlainTime& time, std::vector<Channel>* channels) {
  if (array.kind != Kind::kNumbers || IsTime(array) || array.numbers.size() < 2) return;
  bool by_columns = array.columns == 1 || (array.rows > 1 && array.rows >= array.columns);
  if (time.length > 0) {
    if (array.rows != time.length && array.columns != time.length) return;
    by_columns = array.rows == time.length;
  }
  const size_t count = by_columns ? array.columns : array.rows;
  const size_t length = by_columns ? array.rows : array.columns;
  for (size_t c = 0; c < count; ++c) {
    Channel channel;
    channel.name = count == 1 ? array.name : fmt::format("{}_{}", array.name, c + 1);
    channel.sample_rate = time.axis.sample_rate;
    channel.start = time.axis.start;
    channel.samples.resize(length);
    for (size_t i = 0; i < length; ++i) {
      channel.samples[i] = array.numbers[by_columns ? c * length + i : i * count + c];
    }
    channels->push_back(std::move(channel));
  }
}

// A name MATLAB accepts for a variable, not yet in `taken`.
std::string VariableName(const std::string& channel_name, std::set<std::string>* taken) {
  std::string name;
  for (const char c : channel_name) {
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  }
  if (name.empty() || !std::isalpha(static_cast<unsigned char>(name[0]))) name = "ch_" + name;
  name.resize(std::min<size_t>(name.size(), 56));
  std::string unique = name;
  for (int i = 2; !taken->insert(unique).second; ++i) unique = fmt::format("{}_{}", name, i);
  return unique;
}

Mat5Variable StructureOfChannel(Channel channel, const std::string& name) {
  Mat5Variable structure;
  structure.name = name;
  structure.kind = Kind::kStructure;
  const auto add = [&](const char* field, Kind kind) -> Mat5Variable& {
    Mat5Variable& variable = structure.fields.emplace_back();
    variable.name = std::string(field);
    variable.kind = kind;
    return variable;
  };
  const auto add_numbers = [&](const char* field, std::vector<double> numbers) {
    Mat5Variable& variable = add(field, Kind::kNumbers);
    variable.rows = numbers.size();
    variable.columns = 1;
    variable.numbers = std::move(numbers);
  };
  add("name", Kind::kText).text = channel.name;
  add("description", Kind::kText).text = channel.description;
  add("unit", Kind::kText).text = channel.unit;
  add_numbers("sample_rate", {channel.sample_rate});
  add_numbers("start", {channel.start});
  add_numbers("data", std::move(channel.samples));
  return structure;
}

}  // namespace

std::vector<Channel> ReadMatlab(const ByteSource& file) {
  std::vector<Mat5Variable> variables = ReadMat5(file);
  std::vector<Channel> channels;
  for (Mat5Variable& variable : variables) {
    if (auto channel = ChannelOfStructure(&variable)) channels.push_back(std::move(*channel));
  }
  if (const auto time = FindTime(file.name(), variables)) {
    for (const Mat5Variable& variable : variables) AddChannels(variable, *time, &channels);
  }
  if (channels.empty()) {
    throw InputError({{Severity::kError, Place{file.name()}, "no time histories in the file",
                       "vectors with a variable time, t, fs or dt are expected, or structures with "
                       "the fields data and sample_rate"}});
  }
  return channels;
}

void WriteMatlab(const std::string& path, const SignalSource& source) {
  if (source.NumChannels() == 0) {
    throw InputError({{Severity::kError, Place{path}, "no channels to write", ""}});
  }
  OutputFile file(path);
  file.Write(Mat5Head());
  std::set<std::string> taken;
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    // A variable counts its bytes with 32 bits.
    if (source.Length(c) > std::numeric_limits<int32_t>::max() / 8 - 1024) {
      throw InputError(
          {{Severity::kError, Place{path},
            fmt::format("channel '{}' has {} samples", source.Head(c).name, source.Length(c)),
            "a variable of a MATLAB file holds 2 GB at most: cut it"}});
    }
    Channel channel = source.ReadChannel(c);
    const std::string name = VariableName(channel.name, &taken);
    file.Write(Mat5Bytes(StructureOfChannel(std::move(channel), name)));
  }
  file.Commit();
}

}  // namespace jounce
