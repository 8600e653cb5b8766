#include "signals/uff58.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "signals/number_text.h"
#include "signals/time_axis.h"

namespace jounce {
namespace {

constexpr int kTimeAxisType = 17;

// Walks through the lines of a file, which binary data may interrupt.
class Lines {
 public:
  Lines(const std::string& name, std::string_view text) : name_(name), rest_(text) {}

  bool AtEnd() const { return rest_.empty(); }
  int number() const { return number_; }

  // The next line without its end.
  std::string_view Next() {
    const size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
  }

  // The next `count` bytes as they are.
  std::string_view Take(size_t count) {
    if (count > rest_.size()) {
      Fail(fmt::format("{} bytes of data are announced, the file ends after {}", count,
                       rest_.size()));
    }
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }

  [[noreturn]] void Fail(const std::string& message, const std::string& remedy = "") const {
    throw InputError({{Severity::kError, Place{name_, number_}, message, remedy}});
  }

 private:
  const std::string& name_;
  std::string_view rest_;
  int number_ = 0;
};

bool IsDelimiter(std::string_view line) { return Trimmed(line) == "-1"; }

// Columns `first` to `first + width` of a line, which may be shorter.
std::string_view Columns(std::string_view line, size_t first, size_t width) {
  return first < line.size() ? Trimmed(line.substr(first, width)) : std::string_view();
}

long long WholeColumns(const Lines& lines, std::string_view line, size_t first, size_t width,
                       const char* what) {
  const std::string_view text = Columns(line, first, width);
  const auto value = ParseWholeNumber(text);
  if (!value) lines.Fail(fmt::format("{} is '{}', not a whole number", what, text));
  return *value;
}

// "NONE" stands for nothing.
std::string Words(std::string_view text) {
  text = Trimmed(text);
  return text == "NONE" ? std::string() : std::string(text);
}

// The head of a dataset 58.
struct Dataset {
  ChannelHead head;
  bool is_time = false;
  bool is_complex = false;
  bool is_double = false;
  bool is_even = true;
  std::string interval;  // as printed
  size_t count = 0;
  bool is_binary = false;
  ByteOrder order = ByteOrder::kLittle;
  size_t num_bytes = 0;
};

// "    58b     1     2          11       80000": byte order, float format, lines, bytes.
void ReadBinaryMark(const Lines& lines, std::string_view line, Dataset* set) {
  set->is_binary = true;
  const long long order = WholeColumns(lines, line, 7, 6, "the byte order");
  const long long format = WholeColumns(lines, line, 13, 6, "the floating-point format");
  const long long bytes = WholeColumns(lines, line, 31, 12, "the number of bytes");
  if (order != 1 && order != 2) lines.Fail(fmt::format("{} is no byte order", order), "1 or 2");
  if (format != 2) lines.Fail("only IEEE 754 numbers are known", "floating-point format 2");
  if (bytes < 0) lines.Fail(fmt::format("{} bytes of data", bytes));
  set->order = order == 1 ? ByteOrder::kLittle : ByteOrder::kBig;
  set->num_bytes = static_cast<size_t>(bytes);
}

void ReadHead(Lines* lines, Dataset* set) {
  set->head.name = Words(lines->Next());
  set->head.description = Words(lines->Next());
  for (int line = 3; line <= 6; ++line) lines->Next();
  const std::string_view shape = lines->Next();
  const long long type = WholeColumns(*lines, shape, 0, 10, "the data type");
  const long long count = WholeColumns(*lines, shape, 10, 10, "the number of values");
  const long long spacing = WholeColumns(*lines, shape, 20, 10, "the spacing");
  if (type != 2 && type != 4 && type != 5 && type != 6) {
    lines->Fail(fmt::format("{} is no data type", type), "2, 4, 5 or 6");
  }
  if (count < 0) lines->Fail(fmt::format("{} values", count));
  set->is_complex = type >= 5;
  set->is_double = type == 4 || type == 6;
  set->count = static_cast<size_t>(count);
  set->is_even = spacing != 0;
  if (set->is_even) {
    set->head.start = ParseNumber(Columns(shape, 30, 13)).value_or(0);
    set->interval = std::string(Columns(shape, 43, 13));
  }
  const std::string_view abscissa = lines->Next();
  set->is_time = ParseWholeNumber(Columns(abscissa, 0, 10)).value_or(0) == kTimeAxisType;
  set->head.unit = Words(Columns(lines->Next(), 47, 20));
  lines->Next();
  lines->Next();
  if (set->head.name.empty()) set->head.name = "unnamed";
}

// The end of the number that begins at text[i]: fields may touch, so blanks do not tell.
size_t NumberEnd(std::string_view text, size_t i) {
  const auto digits = [&]() {
    while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]))) ++i;
  };
  const auto sign = [&]() {
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
  };
  sign();
  digits();
  if (i < text.size() && text[i] == '.') ++i;
  digits();
  if (i >= text.size()) return i;
  if (std::string_view("eEdD").find(text[i]) != std::string_view::npos) {
    ++i;
    sign();
    digits();
  } else if (text[i] == '+' || text[i] == '-') {  // a three-digit exponent without its letter
    ++i;
    digits();
  }
  return i;
}

std::vector<double> ReadTextValues(Lines* lines) {
  std::vector<double> values;
  while (!lines->AtEnd()) {
    const std::string_view line = lines->Next();
    if (IsDelimiter(line)) return values;
    size_t i = 0;
    while (true) {
      while (i < line.size() && std::isspace(static_cast<unsigned char>(line[i]))) ++i;
      if (i >= line.size()) break;
      const size_t end = NumberEnd(line, i);
      const auto value = ParseNumber(line.substr(i, std::max(end, i + 1) - i));
      if (!value) lines->Fail(fmt::format("'{}' is not a number", line.substr(i, 20)));
      values.push_back(*value);
      i = end;
    }
  }
  lines->Fail("the file ends within a dataset");
}

std::vector<double> ReadBinaryValues(Lines* lines, const Dataset& set) {
  const std::string_view text = lines->Take(set.num_bytes);
  const std::byte* bytes = std::as_bytes(std::span(text)).data();
  std::vector<double> values;
  const bool mixed =
      set.is_double && !set.is_even && set.num_bytes / 12 == set.count && set.num_bytes % 12 == 0;
  if (mixed) {  // single precision for the abscissa
    for (size_t i = 0; i < set.count; ++i) {
      values.push_back(LoadNumber<float>(bytes + 12 * i, set.order));
      values.push_back(LoadNumber<double>(bytes + 12 * i + 4, set.order));
    }
  } else if (set.is_double) {
    values.resize(set.num_bytes / 8);
    DecodeScaled<double>(bytes, set.order, 1, values);
  } else {
    values.resize(set.num_bytes / 4);
    DecodeScaled<float>(bytes, set.order, 1, values);
  }
  while (!lines->AtEnd() && !IsDelimiter(lines->Next())) {
  }
  return values;
}

// Values and time axis of a dataset over time.
Channel MakeChannel(const Lines& lines, const Dataset& set, std::vector<double> values) {
  Channel channel;
  static_cast<ChannelHead&>(channel) = set.head;
  const size_t expected = set.is_even ? set.count : 2 * set.count;
  if (set.count == 0 || values.size() != expected || expected / 2 > values.size()) {
    lines.Fail(fmt::format("channel '{}' announces {} values and has {}", set.head.name, set.count,
                           set.is_even ? values.size() : values.size() / 2));
  }
  if (set.is_even) {
    channel.sample_rate = RateOfInterval(set.interval);
    if (!(channel.sample_rate > 0)) {
      lines.Fail(fmt::format("channel '{}' has the time step '{}'", set.head.name, set.interval));
    }
    channel.samples = std::move(values);
    return channel;
  }
  std::vector<double> times;
  for (size_t i = 0; i < values.size(); i += 2) {
    times.push_back(values[i]);
    channel.samples.push_back(values[i + 1]);
  }
  // Six digits of the longest time are printed.
  const TimeAxis axis = EvenTimeAxis(times, 1e-5 * std::abs(times.back()));
  if (!axis.problem.empty()) {
    lines.Fail(fmt::format("channel '{}': {}", set.head.name, axis.problem),
               "Jounce works on evenly sampled channels");
  }
  channel.sample_rate = axis.sample_rate;
  channel.start = axis.start;
  return channel;
}

void SkipDataset(Lines* lines) {
  while (!lines->AtEnd() && !IsDelimiter(lines->Next())) {
  }
}

}  // namespace

std::vector<Channel> ReadUff58(const ByteSource& file) {
  const std::string text = file.ReadText();
  Lines lines(file.name(), text);
  std::vector<Channel> channels;
  size_t passed_over = 0;
  while (!lines.AtEnd()) {
    const std::string_view opening = lines.Next();
    if (Trimmed(opening).empty()) continue;
    if (!IsDelimiter(opening)) {
      lines.Fail(fmt::format("'{}' where a dataset begins", Trimmed(opening).substr(0, 40)),
                 "a universal file has -1 between its datasets");
    }
    if (lines.AtEnd()) break;
    const std::string_view kind = lines.Next();
    const std::string number(Columns(kind, 0, 7));
    if (number != "58" && number != "58b" && number != "58B") {
      ++passed_over;
      SkipDataset(&lines);
      continue;
    }
    Dataset set;
    if (number != "58") ReadBinaryMark(lines, kind, &set);
    ReadHead(&lines, &set);
    std::vector<double> values =
        set.is_binary ? ReadBinaryValues(&lines, set) : ReadTextValues(&lines);
    if (!set.is_time || set.is_complex) {
      ++passed_over;
      continue;
    }
    channels.push_back(MakeChannel(lines, set, std::move(values)));
  }
  if (channels.empty()) {
    throw InputError({{Severity::kError, Place{file.name()},
                       fmt::format("no dataset 58 over time, but {} others", passed_over), ""}});
  }
  return channels;
}

}  // namespace jounce
