#include "signals/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/error.h"
#include "base/output_file.h"
#include "signals/number_text.h"
#include "signals/text_sheet.h"
#include "signals/time_axis.h"

namespace jounce {
namespace {

// The table as it stands in the file.
struct Table {
  std::vector<ChannelHead> heads;  // one per column
  std::vector<std::vector<double>> columns;
  std::vector<int> line_numbers;
  std::vector<int> decimals;  // digits behind the point, most of any row
};

int Decimals(std::string_view cell) {
  size_t decimals = 0;
  bool behind_point = false;
  for (const char c : cell) {
    // With an exponent the last digit stands for something else: take the number as exact.
    if (behind_point && (c == 'e' || c == 'E' || c == 'd' || c == 'D')) return 15;
    if (behind_point) ++decimals;
    if (c == '.' || c == ',') {
      behind_point = true;
      decimals = 0;
    }
  }
  return static_cast<int>(decimals);
}

class TableReader {
 public:
  explicit TableReader(const TextSheet& sheet) : sheet_(sheet) {}

  Table Read() {
    const size_t columns = sheet_.heads().size();
    for (const SheetHead& head : sheet_.heads()) {
      table_.heads.emplace_back();
      table_.heads.back().name = head.name;
      table_.heads.back().unit = head.unit;
    }
    table_.columns.resize(columns);
    table_.decimals.resize(columns, 0);
    for (auto& column : table_.columns) column.reserve(sheet_.rows());
    for (size_t row = 0; row < sheet_.rows(); ++row) ReadRow(row);
    problems_.ThrowIfErrors();
    return std::move(table_);
  }

 private:
  void ReadRow(size_t row) {
    sheet_.Row(row, &cells_);
    if (cells_.size() != table_.columns.size()) {
      Complain(row, fmt::format("{} values in a table of {} columns", cells_.size(),
                                table_.columns.size()));
      return;
    }
    table_.line_numbers.push_back(sheet_.LineOf(row));
    for (size_t c = 0; c < cells_.size(); ++c) {
      const auto value = sheet_.Number(cells_[c]);
      if (!value) {
        Complain(row, fmt::format("'{}' in column '{}' is not a number", cells_[c].substr(0, 40),
                                  table_.heads[c].name));
      }
      table_.columns[c].push_back(value.value_or(0));
      table_.decimals[c] = std::max(table_.decimals[c], Decimals(cells_[c]));
    }
  }

  // The first mistakes tell; a thousand would not tell more.
  void Complain(size_t row, const std::string& message) {
    problems_.Error(Place{sheet_.name(), sheet_.LineOf(row)}, message);
    if (problems_.all().size() >= 10) problems_.ThrowIfErrors();
  }

  const TextSheet& sheet_;
  std::vector<std::string_view> cells_;
  Table table_;
  Diagnostics problems_;
};

// "time" as instruments of several countries call it.
bool IsTimeName(const std::string& name) {
  for (const char* known : {"time", "t", "zeit", "temps", "tempo", "tiempo"}) {
    if (name == known) return true;
  }
  return false;
}

// The column of times, or the number of columns where there is none.
size_t FindTimeColumn(const ByteSource& file, const Table& table, const std::string& wanted) {
  for (size_t c = 0; c < table.heads.size(); ++c) {
    const std::string name = LowerCase(table.heads[c].name);
    const bool is_time = wanted.empty() ? IsTimeName(name) : name == LowerCase(wanted);
    if (is_time) return c;
  }
  if (!wanted.empty()) {
    throw InputError(
        {{Severity::kError, Place{file.name()}, fmt::format("no column '{}'", wanted), ""}});
  }
  return table.heads.size();
}

// Seconds per unit of the time column.
double TimeUnit(const ByteSource& file, const std::string& unit) {
  const std::string name = LowerCase(unit);
  if (name.empty() || name == "s" || name == "sec" || name == "second" || name == "seconds" ||
      name == "sekunden") {
    return 1;
  }
  if (name == "ms" || name == "msec") return 1e-3;
  if (name == "us") return 1e-6;
  if (name == "min") return 60;
  throw InputError(
      {{Severity::kError, Place{file.name()},
        fmt::format("the time column has the unit '{}'", unit), "s, ms, us and min are known"}});
}

// Rate and start from a column of times that are rounded to some decimals.
TimeAxis ReadTimeAxis(const ByteSource& file, const Table& table, size_t column) {
  const double unit = TimeUnit(file, table.heads[column].unit);
  std::vector<double> times = table.columns[column];
  for (double& time : times) time *= unit;
  const double rounding = unit * std::pow(10.0, -std::min(table.decimals[column], 15));
  const TimeAxis axis = EvenTimeAxis(times, rounding);
  if (!axis.problem.empty()) {
    throw InputError({{Severity::kError, Place{file.name(), table.line_numbers[axis.problem_index]},
                       axis.problem, "Jounce works on evenly sampled channels"}});
  }
  return axis;
}

std::string Quoted(const std::string& text, char separator) {
  std::string clean = text;
  // The reader knows no escapes: a quote or line break inside a name becomes a plain one.
  for (char& c : clean) {
    if (c == '"') c = '\'';
    if (c == '\n' || c == '\r') c = ' ';
  }
  const bool needs = clean.find(separator) != std::string::npos || clean.find('#') == 0;
  return needs ? '"' + clean + '"' : clean;
}

}  // namespace

std::vector<Channel> ReadCsv(const ByteSource& file, const CsvReadSettings& settings) {
  const TextSheet sheet(file.ReadText(), file.name(), settings.separator);
  Table table = TableReader(sheet).Read();

  const size_t time_column = FindTimeColumn(file, table, settings.time_column);
  TimeAxis axis;
  axis.sample_rate = settings.sample_rate;
  if (time_column < table.heads.size()) {
    axis = ReadTimeAxis(file, table, time_column);
  } else if (!(settings.sample_rate > 0)) {
    throw InputError({{Severity::kError, Place{file.name()}, "no column 'time'",
                       "name the time column, or give the sample rate"}});
  }
  std::vector<Channel> channels;
  for (size_t c = 0; c < table.heads.size(); ++c) {
    if (c == time_column) continue;
    Channel channel;
    channel.name = table.heads[c].name;
    channel.unit = table.heads[c].unit;
    channel.sample_rate = axis.sample_rate;
    channel.start = axis.start;
    channel.samples = std::move(table.columns[c]);
    channels.push_back(std::move(channel));
  }
  if (channels.empty()) {
    throw InputError({{Severity::kError, Place{file.name()}, "no column besides the time", ""}});
  }
  return channels;
}

void WriteCsv(const std::string& path, const SignalSource& source,
              const CsvWriteSettings& settings) {
  Diagnostics problems;
  CheckOneTimeAxis(source, path, &problems);
  problems.ThrowIfErrors();
  OutputFile file(path);
  std::string names = "time", units = "s";
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    names += settings.separator + Quoted(source.Head(c).name, settings.separator);
    units += settings.separator + Quoted(source.Head(c).unit, settings.separator);
  }
  file.Write(names + '\n');
  if (settings.units_row) file.Write(units + '\n');

  constexpr size_t kRows = 1024;
  std::vector<std::vector<double>> columns(source.NumChannels(), std::vector<double>(kRows));
  for (size_t first = 0; first < source.Length(0); first += kRows) {
    const size_t rows = std::min(kRows, source.Length(0) - first);
    for (size_t c = 0; c < columns.size(); ++c) {
      source.Read(c, first, std::span(columns[c]).first(rows));
    }
    fmt::memory_buffer text;
    for (size_t r = 0; r < rows; ++r) {
      const ChannelHead& head = source.Head(0);
      const double time = head.start + static_cast<double>(first + r) / head.sample_rate;
      fmt::format_to(std::back_inserter(text), "{}", time);
      for (const auto& column : columns) {
        text.push_back(settings.separator);
        fmt::format_to(std::back_inserter(text), "{}", column[r]);
      }
      text.push_back('\n');
    }
    file.Write(std::string_view(text.data(), text.size()));
  }
  file.Commit();
}

}  // namespace jounce
