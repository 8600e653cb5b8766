#include "signals/matlab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/output_file.h"
#include "signals/mat4.h"
#include "signals/mat5.h"
#include "signals/number_text.h"
#include "signals/time_axis.h"

namespace jounce {
namespace {

using Kind = MatlabVariable::Kind;

// A structure with data and sample_rate; nothing for others.
std::optional<Channel> ChannelOfStructure(MatlabVariable* structure) {
  const auto text = [&](const char* name) {
    const MatlabVariable* field = structure->Field(name);
    return std::string(Trimmed(field ? field->text : ""));
  };
  const auto scalar = [&](const char* name, double fallback) {
    const MatlabVariable* field = structure->Field(name);
    return field && field->numbers.size() == 1 ? field->numbers[0] : fallback;
  };
  const MatlabVariable* data = structure->Field("data");
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

// Numbers over time, perhaps: a vector, or a column of a matrix.
struct Column {
  std::string name;
  std::vector<double> numbers;
};

// What is said of time: a vector of times, or a rate.
struct PlainTime {
  TimeAxis axis;
  std::string name;   // of the vector of times; empty where there is a rate only
  size_t length = 0;  // of that vector
};

// All variables that are no channels by themselves, those of structures by the name "s.x".
void Flatten(const std::string& prefix, std::vector<MatlabVariable>* variables,
             std::vector<MatlabVariable>* plain, std::vector<Channel>* channels) {
  for (MatlabVariable& variable : *variables) {
    variable.name = prefix + variable.name;
    if (auto channel = ChannelOfStructure(&variable)) {
      channels->push_back(std::move(*channel));
    } else if (variable.kind == Kind::kStructure) {
      Flatten(variable.name + ".", &variable.fields, plain, channels);
    } else {
      plain->push_back(std::move(variable));
    }
  }
}

// The vectors in an array: itself, or its columns, or its rows where those are as long as the time.
std::vector<Column> ColumnsOf(const MatlabVariable& array, size_t time_length) {
  std::vector<Column> columns;
  if (array.kind != Kind::kNumbers || array.numbers.size() < 2) return columns;
  const bool by_rows = array.rows == 1 || (time_length > 0 && array.columns == time_length &&
                                           array.rows != time_length);
  const size_t count = by_rows ? array.rows : array.columns;
  const size_t length = by_rows ? array.columns : array.rows;
  for (size_t c = 0; c < count; ++c) {
    Column column;
    column.name = count == 1 ? array.name : fmt::format("{}_{}", array.name, c + 1);
    column.numbers.resize(length);
    for (size_t i = 0; i < length; ++i) {
      column.numbers[i] = array.numbers[by_rows ? i * count + c : c * length + i];
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

// "s.time" is a time as "time" is.
bool IsTimeName(const std::string& name, const std::string& wanted) {
  if (!wanted.empty()) return LowerCase(name) == LowerCase(wanted);
  const std::string last = LowerCase(name.substr(name.rfind('.') + 1));
  return last == "t" || last == "time";
}

std::optional<PlainTime> FindTimeVector(const std::string& path,
                                        const std::vector<MatlabVariable>& variables,
                                        const std::string& wanted) {
  for (const MatlabVariable& variable : variables) {
    for (const Column& column : ColumnsOf(variable, 0)) {
      if (column.numbers.size() < 2 || !IsTimeName(column.name, wanted)) continue;
      PlainTime time;
      time.axis = EvenTimeAxis(column.numbers, 1e-12 * std::abs(column.numbers.back()));
      time.name = column.name;
      time.length = column.numbers.size();
      if (time.axis.problem.empty()) return time;
      throw InputError({{Severity::kError, Place{path},
                         fmt::format("variable '{}': {}", column.name, time.axis.problem),
                         "Jounce works on evenly sampled channels"}});
    }
  }
  if (wanted.empty()) return std::nullopt;
  throw InputError({{Severity::kError, Place{path},
                     fmt::format("no vector '{}' for the time is in the file", wanted),
                     "name a vector, or the column of a matrix as m_1"}});
}

std::optional<PlainTime> FindTime(const std::string& path,
                                  const std::vector<MatlabVariable>& variables,
                                  const MatlabReadSettings& settings) {
  if (auto time = FindTimeVector(path, variables, settings.time_column)) return time;
  PlainTime time;
  time.axis.sample_rate = settings.sample_rate;
  for (const MatlabVariable& variable : variables) {
    const std::vector<double>& numbers = variable.numbers;
    if (time.axis.sample_rate > 0) break;
    if (numbers.size() != 1 || !(numbers[0] > 0) || !std::isfinite(numbers[0])) continue;
    const std::string name = LowerCase(variable.name.substr(variable.name.rfind('.') + 1));
    if (name == "dt") time.axis.sample_rate = 1 / numbers[0];
    if (name == "fs" || name == "sample_rate") time.axis.sample_rate = numbers[0];
  }
  return time.axis.sample_rate > 0 ? std::optional(time) : std::nullopt;
}

// The channels in one array, or why there are none: empty for single numbers.
std::string AddChannels(const MatlabVariable& array, const std::optional<PlainTime>& time,
                        std::vector<Channel>* channels) {
  if (array.kind == Kind::kText && !array.name.empty()) {
    return fmt::format("variable '{}' is left out: it is text", array.name);
  }
  if (!array.other.empty() && !array.name.empty()) {
    return fmt::format("variable '{}' is left out: it is {}", array.name, array.other);
  }
  std::vector<Column> columns = ColumnsOf(array, time ? time->length : 0);
  if (columns.empty()) return "";
  const std::string size =
      fmt::format("variable '{}' of {} x {} is left out", array.name, array.rows, array.columns);
  if (!time) return size + ": nothing says its time";
  if (time->length > 0 && columns[0].numbers.size() != time->length) {
    return fmt::format("{}: the time '{}' has {} values", size, time->name, time->length);
  }
  for (Column& column : columns) {
    if (column.name == time->name) continue;
    Channel channel;
    channel.name = std::move(column.name);
    channel.sample_rate = time->axis.sample_rate;
    channel.start = time->axis.start;
    channel.samples = std::move(column.numbers);
    channels->push_back(std::move(channel));
  }
  return "";
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

MatlabVariable StructureOfChannel(Channel channel, const std::string& name) {
  MatlabVariable structure;
  structure.name = name;
  structure.kind = Kind::kStructure;
  const auto add = [&](const char* field, Kind kind) -> MatlabVariable& {
    MatlabVariable& variable = structure.fields.emplace_back();
    variable.name = std::string(field);
    variable.kind = kind;
    return variable;
  };
  const auto add_numbers = [&](const char* field, std::vector<double> numbers) {
    MatlabVariable& variable = add(field, Kind::kNumbers);
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

std::vector<Channel> ChannelsOfMatlab(const std::string& path,
                                      std::vector<MatlabVariable> variables,
                                      const MatlabReadSettings& settings,
                                      std::vector<std::string>* left_out) {
  std::vector<MatlabVariable> plain;
  std::vector<Channel> channels;
  Flatten("", &variables, &plain, &channels);
  const auto time = FindTime(path, plain, settings);
  std::vector<std::string> reasons;
  for (const MatlabVariable& variable : plain) {
    std::string reason = AddChannels(variable, time, &channels);
    if (!reason.empty()) reasons.push_back(std::move(reason));
  }
  if (channels.empty()) {
    std::string why = "no time histories in the file";
    for (size_t i = 0; i < std::min<size_t>(reasons.size(), 5); ++i) why += "; " + reasons[i];
    throw InputError({{Severity::kError, Place{path}, why,
                       "give --rate or --time-column; else vectors with a variable time, t, fs or "
                       "dt are expected, or structures with the fields data and sample_rate"}});
  }
  if (left_out) *left_out = std::move(reasons);
  return channels;
}

std::vector<Channel> ReadMatlab(const ByteSource& file, const MatlabReadSettings& settings,
                                std::vector<std::string>* left_out) {
  return ChannelsOfMatlab(file.name(), LooksLikeMat4(file) ? ReadMat4(file) : ReadMat5(file),
                          settings, left_out);
}

std::shared_ptr<const SignalSource> OpenMatlab(const ByteSource& file,
                                               const MatlabReadSettings& settings) {
  std::vector<std::string> left_out;
  std::vector<Channel> channels = ReadMatlab(file, settings, &left_out);
  return std::make_shared<MemorySource>(std::move(channels), std::move(left_out));
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
