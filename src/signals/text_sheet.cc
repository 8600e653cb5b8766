#include "signals/text_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>

#include "base/error.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

constexpr size_t kSampleLines = 48;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Most files have nothing else, and eight bytes at once tell.
bool IsAscii(std::string_view text) {
  std::uint64_t high = 0;
  size_t i = 0;
  for (; i + sizeof(high) <= text.size(); i += sizeof(high)) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, text.data() + i, sizeof(eight));
    high |= eight;
  }
  for (; i < text.size(); ++i) high |= static_cast<unsigned char>(text[i]);
  return (high & 0x8080808080808080u) == 0;
}

// Bytes that are no UTF-8 are Latin-1, as Windows programs write it.
bool IsUtf8(std::string_view text) {
  if (IsAscii(text)) return true;
  for (size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const size_t more = lead < 0x80              ? 0
                        : (lead >> 5) == 0b110   ? 1
                        : (lead >> 4) == 0b1110  ? 2
                        : (lead >> 3) == 0b11110 ? 3
                                                 : 4;
    if (more == 4 || i + more >= text.size() + (more == 0)) return false;
    for (size_t k = 1; k <= more; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) >> 6) != 0b10) return false;
    }
    i += more + 1;
  }
  return true;
}

std::string ToUtf8(std::string text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.erase(0, 3);
  if (IsUtf8(text)) return text;
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xC0 | (byte >> 6));
      utf8 += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return utf8;
}

// Where the field that begins at `begin` ends. Quotes keep separators.
size_t FieldEnd(std::string_view line, char separator, size_t begin) {
  bool quoted = false;
  size_t i = begin;
  for (; i < line.size() && (quoted || line[i] != separator); ++i) {
    if (line[i] == '"') quoted = !quoted;
  }
  return i;
}

// The fields of a line. A blank as separator means any number of them.
void SplitLine(std::string_view line, char separator, std::vector<std::string_view>* fields) {
  fields->clear();
  if (separator == ' ') line = Trimmed(line);
  for (size_t begin = 0; begin <= line.size();) {
    const size_t end = FieldEnd(line, separator, begin);
    if (separator != ' ' || end > begin) {
      std::string_view field = Trimmed(line.substr(begin, end - begin));
      if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
        field = Trimmed(field.substr(1, field.size() - 2));
      }
      fields->push_back(field);
    }
    begin = end + 1;
  }
}

// "1.105,3" -> "1105.3": groups of three digits between `group`, then `decimal`. The cell as it is
// where it has no such groups.
std::string Plain(std::string_view cell, char decimal) {
  const char group = decimal == ',' ? '.' : ',';
  const size_t end = std::min(cell.find_first_of(std::string{decimal, 'e', 'E'}), cell.size());
  bool grouped = cell.substr(0, end).find(group) != std::string_view::npos;
  int digits = 0;  // since the last group sign, from the right
  for (size_t i = end; grouped && i-- > 0;) {
    if (cell[i] == group) {
      grouped = digits == 3;
      digits = 0;
    } else if (IsDigit(cell[i])) {
      ++digits;
    } else {
      grouped = i == 0 && (cell[i] == '+' || cell[i] == '-') && digits > 0;
    }
  }
  grouped = grouped && digits >= 1 && digits <= 3;
  std::string plain;
  for (const char c : cell) {
    if (c == group && grouped) continue;
    plain += c == decimal ? '.' : c;
  }
  return plain;
}

std::optional<double> ParseCell(std::string_view cell, bool decimal_comma) {
  if (cell.find(',') == std::string_view::npos && !decimal_comma) return ParseNumber(cell);
  return ParseNumber(Plain(cell, decimal_comma ? ',' : '.'));
}

bool IsNumber(std::string_view cell) {
  return ParseCell(cell, false).has_value() || ParseCell(cell, true).has_value();
}

// "name [unit]", "name (unit)" or "name / unit" taken apart.
SheetHead SplitUnit(std::string_view text) {
  text = Trimmed(text);
  SheetHead head{std::string(text), ""};
  if (text.size() < 3) return head;
  const char close = text.back();
  const char open = close == ']' ? '[' : close == ')' ? '(' : '\0';
  const size_t at = open ? text.rfind(open) : text.rfind(" / ");
  if (at == std::string_view::npos || Trimmed(text.substr(0, at)).empty()) return head;
  head.name = std::string(Trimmed(text.substr(0, at)));
  head.unit =
      std::string(Trimmed(open ? text.substr(at + 1, text.size() - at - 2) : text.substr(at + 3)));
  return head;
}

std::string_view WithoutBrackets(std::string_view unit) {
  if (unit.size() >= 2 && (unit.front() == '[' || unit.front() == '(')) {
    unit = unit.substr(1, unit.size() - 2);
  }
  return Trimmed(unit);
}

}  // namespace

TextSheet::TextSheet(std::string text, std::string name, char separator)
    : text_(ToUtf8(std::move(text))), name_(std::move(name)) {
  if (text_.find('\0') != std::string::npos) {
    throw InputError({{Severity::kError, Place{name_}, "not a text file", ""}});
  }
  FindLines();
  if (lines_.empty()) {
    throw InputError({{Severity::kError, Place{name_}, "the file is empty", ""}});
  }
  separator_ = separator ? separator : FindSeparator();
  decimal_comma_ = FindDecimalComma();
  FindColumns();
  FindHeads();
}

void TextSheet::FindLines() {
  const std::string_view text = text_;
  int number = 0;
  // One sign at a time is found faster than one of two.
  size_t feed = std::min(text.find('\n'), text.size());
  for (size_t begin = 0; begin < text.size();) {
    if (feed < begin) feed = std::min(text.find('\n', begin), text.size());
    const size_t end = std::min(text.substr(0, feed).find('\r', begin), feed);
    const std::string_view line = text.substr(begin, end - begin);
    ++number;
    // Trimmed() takes more kinds of blank away than the separators below: what is left may be nothing.
    const std::string_view content = Trimmed(line);
    const bool is_blank = content.find_first_not_of(" \t;,|\"") == std::string_view::npos;
    if (!is_blank && content.front() != '#') {
      lines_.push_back({begin, line.size(), number});
    }
    begin = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
  }
}

std::vector<std::string_view> TextSheet::Sample() const {
  std::vector<std::string_view> sample;
  const size_t first = lines_.size() / 2;
  for (size_t i = first; i < std::min(lines_.size(), first + kSampleLines); ++i) {
    sample.push_back(TextOf(lines_[i]));
  }
  return sample;
}

// The separator that cuts the rows into cells of which the most are numbers.
char TextSheet::FindSeparator() const {
  char best = ',';
  double most = 0;
  std::vector<std::string_view> cells;
  for (const char candidate : {'\t', ';', '|', ',', ' '}) {
    double score = 0;
    for (const std::string_view line : Sample()) {
      SplitLine(line, candidate, &cells);
      if (cells.size() < 2) continue;
      double numbers = 0, filled = 0;
      for (const std::string_view cell : cells) {
        filled += !cell.empty();
        numbers += !cell.empty() && IsNumber(cell);
      }
      if (filled > 0) score += numbers / filled;
    }
    if (score > most + 1e-9) {
      most = score;
      best = candidate;
    }
  }
  return best;
}

// Cells that are numbers either way, as 1,234, say little; others say all.
bool TextSheet::FindDecimalComma() const {
  constexpr int kSure = 100;
  int comma = 0, point = 0;
  std::vector<std::string_view> cells;
  for (const std::string_view line : Sample()) {
    SplitLine(line, separator_, &cells);
    for (const std::string_view cell : cells) {
      if (cell.find_first_of(",.") == std::string_view::npos) continue;
      const bool as_comma = ParseCell(cell, true).has_value();
      const bool as_point = ParseCell(cell, false).has_value();
      const bool has_comma = cell.find(',') != std::string_view::npos;
      if (as_comma && !as_point) comma += kSure;
      if (as_point && !as_comma) point += kSure;
      if (as_comma && as_point) (has_comma ? comma : point) += 1;
    }
  }
  return comma > point;
}

void TextSheet::FindColumns() {
  std::map<size_t, int> counts;
  std::vector<std::string_view> cells;
  const std::vector<std::string_view> sample = Sample();
  for (const std::string_view line : sample) {
    SplitLine(line, separator_, &cells);
    ++counts[cells.size()];
  }
  size_t width = 0;
  for (const auto& [count, times] : counts) {
    if (width == 0 || times > counts[width]) width = count;
  }
  std::vector<int> numbers(width, 0), words(width, 0);
  for (const std::string_view line : sample) {
    SplitLine(line, separator_, &cells);
    if (cells.size() != width) continue;
    for (size_t c = 0; c < width; ++c) {
      if (!cells[c].empty()) ++(Number(cells[c]) ? numbers : words)[c];
    }
  }
  // A separator at the end of each line is no column.
  if (width > 1 && numbers[width - 1] + words[width - 1] == 0) --width;
  for (size_t c = 0; c < width; ++c) numeric_.push_back(numbers[c] > 0 && numbers[c] >= words[c]);
}

bool TextSheet::IsData(const std::vector<std::string_view>& cells) const {
  if (cells.size() < numeric_.size()) return false;
  bool any = false;
  for (size_t c = 0; c < numeric_.size(); ++c) {
    if (!numeric_[c] || cells[c].empty()) continue;
    if (!Number(cells[c])) return false;
    any = true;
  }
  return any;
}

void TextSheet::FindHeads() {
  std::vector<std::vector<std::string_view>> rows;
  std::vector<std::string_view> cells;
  for (first_row_ = 0; first_row_ < lines_.size(); ++first_row_) {
    SplitLine(TextOf(lines_[first_row_]), separator_, &cells);
    if (IsData(cells)) break;
    rows.push_back(cells);
  }
  if (first_row_ == lines_.size()) {
    throw InputError({{Severity::kError, Place{name_}, "no line of numbers",
                       "columns of numbers below a row of names are expected"}});
  }
  // Titles of another width, or with hardly a cell filled, may stand above the names.
  const auto drop_empty_end = [&](std::vector<std::string_view>* row) {
    while (row->size() > numeric_.size() && row->back().empty()) row->pop_back();
  };
  for (auto& row : rows) drop_empty_end(&row);
  const auto is_head = [&](const auto& row) {
    const auto filled = std::count_if(row.begin(), row.end(), [](auto c) { return !c.empty(); });
    return row.size() == numeric_.size() && 2 * static_cast<size_t>(filled) >= row.size();
  };
  std::vector<std::string_view> widest;
  if (!rows.empty() && rows.back().size() > 1) widest = rows.back();
  std::erase_if(rows, [&](const auto& row) { return !is_head(row); });
  if (rows.empty() && widest.size() > numeric_.size()) rows.push_back(widest);
  heads_.resize(rows.empty() ? numeric_.size() : rows[0].size());
  for (size_t c = 0; c < heads_.size(); ++c) {
    heads_[c].name = fmt::format("Column {}", c + 1);
    if (!rows.empty() && !rows[0][c].empty()) heads_[c] = SplitUnit(rows[0][c]);
    if (rows.size() > 1) heads_[c].unit = std::string(WithoutBrackets(rows[1][c]));
  }
}

void TextSheet::Row(size_t row, std::vector<std::string_view>* cells) const {
  SplitLine(TextOf(lines_[first_row_ + row]), separator_, cells);
  while (cells->size() > heads_.size() && cells->back().empty()) cells->pop_back();
}

std::optional<double> TextSheet::Number(std::string_view cell) const {
  return ParseCell(cell, decimal_comma_);
}

}  // namespace jounce
