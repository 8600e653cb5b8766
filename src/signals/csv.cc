#include "signals/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/output_file.h"
#include "signals/number_text.h"
#include "signals/time_axis.h"

namespace jounce {
namespace {

struct Line {
  std::string_view text;
  int number = 0;
};

// Lines that are neither empty nor comments.
std::vector<Line> ContentLines(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  std::vector<Line> lines;
  int number = 0;
  while (!text.empty()) {
    const size_t end = text.find_first_of("\r\n");
    const std::string_view line = text.substr(0, end);
    ++number;
    if (!Trimmed(line).empty() && Trimmed(line).front() != '#') lines.push_back({line, number});
    if (end == std::string_view::npos) break;
    const bool two = text.substr(end, 2) == "\r\n";
    text.remove_prefix(end + (two ? 2 : 1));
  }
  return lines;
}

// The fields of a line. Quotes keep separators; a blank as separator means any number of them.
void SplitLine(std::string_view line, char separator, std::vector<std::string_view>* fields) {
  fields->clear();
  if (separator == ' ') line = Trimmed(line);
  size_t begin = 0;
  bool quoted = false;
  for (size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    const bool ends = i == line.size() || (line[i] == separator && !quoted);
    if (!ends) continue;
    if (separator != ' ' || i > begin) {
      std::string_view field = Trimmed(line.substr(begin, i - begin));
      if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
        field = field.substr(1, field.size() - 2);
      }
      fields->push_back(field);
    }
    begin = i + 1;
  }
}

std::optional<double> ParseCell(std::string_view cell, bool decimal_comma) {
  if (!decimal_comma) return ParseNumber(cell);
  std::string text(cell);
  std::replace(text.begin(), text.end(), ',', '.');
  return ParseNumber(text);
}

bool AllNumbers(const std::vector<std::string_view>& cells, bool decimal_comma) {
  return std::all_of(cells.begin(), cells.end(), [&](std::string_view cell) {
    return ParseCell(cell, decimal_comma).has_value();
  });
}

// The first separator that cuts the line in the middle of the file into several numbers.
char FindSeparator(const std::vector<Line>& lines) {
  std::vector<std::string_view> cells;
  const std::string_view line = lines[lines.size() / 2].text;
  for (const char candidate : {'\t', ';', '|', ',', ' '}) {
    SplitLine(line, candidate, &cells);
    if (cells.size() > 1 && AllNumbers(cells, candidate != ',')) return candidate;
  }
  return ',';
}

// "name [unit]" or "name (unit)" taken apart.
void SplitUnit(std::string_view text, ChannelHead* head) {
  text = Trimmed(text);
  head->name = std::string(text);
  if (text.size() < 3) return;
  const char close = text.back();
  const char open = close == ']' ? '[' : close == ')' ? '(' : '\0';
  const size_t at = open ? text.rfind(open) : std::string_view::npos;
  if (at == std::string_view::npos || Trimmed(text.substr(0, at)).empty()) return;
  head->name = std::string(Trimmed(text.substr(0, at)));
  head->unit = std::string(Trimmed(text.substr(at + 1, text.size() - at - 2)));
}

// The table as it stands in the file.
struct Table {
  std::vector<ChannelHead> heads;  // one per column
  std::vector<std::vector<double>> columns;
  std::vector<int> line_numbers;
  std::vector<int> decimals;  // digits behind the point, most of any row
};

int Decimals(std::string_view cell) {
  const size_t point = cell.find_first_of(".,");
  if (point == std::string_view::npos) return 0;
  const size_t exponent = cell.find_first_of("eEdD");
  // With an exponent the last digit stands for something else: take the number as exact.
  if (exponent != std::string_view::npos) return 15;
  return static_cast<int>(cell.size() - point - 1);
}

class TableReader {
 public:
  TableReader(const ByteSource& file, const std::vector<Line>& lines, char separator)
      : file_(file), lines_(lines), separator_(separator), decimal_comma_(FindComma()) {}

  Table Read() {
    ReadHeads();
    for (size_t l = first_data_; l < lines_.size(); ++l) ReadRow(lines_[l]);
    problems_.ThrowIfErrors();
    return std::move(table_);
  }

 private:
  // A decimal comma is possible where the separator is another one, and there is no point.
  bool FindComma() const {
    const std::string_view line = lines_[lines_.size() / 2].text;
    return separator_ != ',' && line.find(',') != std::string_view::npos &&
           line.find('.') == std::string_view::npos;
  }

  void ReadHeads() {
    std::vector<std::vector<std::string_view>> rows;
    for (first_data_ = 0; first_data_ < lines_.size(); ++first_data_) {
      SplitLine(lines_[first_data_].text, separator_, &cells_);
      if (AllNumbers(cells_, decimal_comma_)) break;
      rows.push_back(cells_);
    }
    if (first_data_ == lines_.size()) {
      throw InputError({{Severity::kError, Place{file_.name()}, "no line of numbers",
                         "columns of numbers below a row of names are expected"}});
    }
    const size_t columns = cells_.size();
    table_.heads.resize(columns);
    table_.columns.resize(columns);
    table_.decimals.resize(columns, 0);
    for (size_t c = 0; c < columns; ++c) table_.heads[c].name = fmt::format("Column {}", c + 1);
    // Title lines of another width may stand above the names.
    std::erase_if(rows, [&](const auto& row) { return row.size() != columns; });
    for (size_t c = 0; c < columns; ++c) {
      if (!rows.empty() && !rows[0][c].empty()) SplitUnit(rows[0][c], &table_.heads[c]);
      if (rows.size() < 2) continue;
      std::string_view unit = rows[1][c];
      if (unit.size() >= 2 && (unit.front() == '[' || unit.front() == '(')) {
        unit = unit.substr(1, unit.size() - 2);
      }
      table_.heads[c].unit = std::string(Trimmed(unit));
    }
  }

  void ReadRow(const Line& line) {
    SplitLine(line.text, separator_, &cells_);
    const Place place{file_.name(), line.number};
    if (cells_.size() != table_.columns.size()) {
      Complain(place, fmt::format("{} values in a table of {} columns", cells_.size(),
                                  table_.columns.size()));
      return;
    }
    table_.line_numbers.push_back(line.number);
    for (size_t c = 0; c < cells_.size(); ++c) {
      const auto value = ParseCell(cells_[c], decimal_comma_);
      if (!value) {
        Complain(place, fmt::format("'{}' in column '{}' is not a number", cells_[c].substr(0, 40),
                                    table_.heads[c].name));
      }
      table_.columns[c].push_back(value.value_or(0));
      table_.decimals[c] = std::max(table_.decimals[c], Decimals(cells_[c]));
    }
  }

  // The first mistakes tell; a thousand would not tell more.
  void Complain(const Place& place, const std::string& message) {
    problems_.Error(place, message);
    if (problems_.all().size() >= 10) problems_.ThrowIfErrors();
  }

  const ByteSource& file_;
  const std::vector<Line>& lines_;
  char separator_;
  bool decimal_comma_;
  size_t first_data_ = 0;
  std::vector<std::string_view> cells_;
  Table table_;
  Diagnostics problems_;
};

// The column of times, or the number of columns where there is none.
size_t FindTimeColumn(const ByteSource& file, const Table& table, const std::string& wanted) {
  for (size_t c = 0; c < table.heads.size(); ++c) {
    const std::string name = LowerCase(table.heads[c].name);
    const bool is_time = wanted.empty() ? name == "time" || name == "t" : name == LowerCase(wanted);
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
  if (name.empty() || name == "s" || name == "sec" || name == "second" || name == "seconds") {
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
  const std::string text = file.ReadText();
  if (text.find('\0') != std::string::npos) {
    throw InputError({{Severity::kError, Place{file.name()}, "not a text file", ""}});
  }
  const std::vector<Line> lines = ContentLines(text);
  if (lines.empty()) {
    throw InputError({{Severity::kError, Place{file.name()}, "the file is empty", ""}});
  }
  const char separator = settings.separator ? settings.separator : FindSeparator(lines);
  Table table = TableReader(file, lines, separator).Read();

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
