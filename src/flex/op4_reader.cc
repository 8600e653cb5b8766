#include "flex/op4_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "flex/nastran_cards.h"

namespace jounce::flex {
namespace {

// Above this many rows a sparse string says its length and row apart ("bigmat").
constexpr int kBigRows = 65536;
constexpr int kLargestSize = 50'000'000;

struct Malformed {
  std::string message;
};

std::string Stripped(std::string_view text) {
  constexpr std::string_view kBlank(" \t\r\0", 4);
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin));
}

// What a header says.
struct Header {
  int columns = 0, rows = 0, form = 0, type = 0;
  bool big = false;
  std::string name;

  void Check() {
    big = rows < 0 || rows >= kBigRows;
    rows = std::abs(rows);
    if (rows == 0 || columns <= 0 || rows > kLargestSize || columns > kLargestSize) {
      throw Malformed{fmt::format("a matrix of {} x {} cannot be", rows, columns)};
    }
    if (type > 2)
      throw Malformed{fmt::format("matrix {} is complex: only real ones are read", name)};
    if (type < 1) throw Malformed{"this is no OUTPUT4 file"};
  }
  int words_per_value() const { return type == 2 ? 2 : 1; }
};

void AddColumn(int row, int column, const std::vector<double>& values, NamedMatrix* matrix) {
  if (row < 0 || static_cast<size_t>(row) + values.size() > static_cast<size_t>(matrix->rows)) {
    throw Malformed{fmt::format("column {} of {} leaves the matrix", column + 1, matrix->name)};
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] != 0) matrix->entries.push_back({row + static_cast<int>(i), column, values[i]});
  }
}

class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  bool AtEnd() const { return text_.find_first_not_of(" \t\r\n", at_) == std::string_view::npos; }
  int line() const { return line_; }

  NamedMatrix Read() {
    const std::string_view line = NextLine();
    Header header;
    header.columns = Integer(line, 0);
    header.rows = Integer(line, 8);
    header.form = Integer(line, 16);
    header.type = Integer(line, 24);
    header.name = Stripped(line.substr(std::min<size_t>(32, line.size()), 8));
    header.Check();
    ReadFormat(line);
    NamedMatrix matrix{header.name, header.rows, header.columns, {}};
    for (;;) {
      const std::string_view head = NextLine();
      const int column = Integer(head, 0) - 1, row = Integer(head, 8), words = Integer(head, 16);
      if (column >= header.columns) {
        Values(1);  // a last column that only ends the matrix
        return matrix;
      }
      if (column < 0 || words < 0) throw Malformed{"a column is numbered wrongly"};
      if (row > 0) {
        AddColumn(row - 1, column, Values(words), &matrix);
      } else {
        ReadStrings(header, column, words, &matrix);
      }
    }
  }

 private:
  std::string_view NextLine() {
    if (at_ >= text_.size()) throw Malformed{"the file ends too early"};
    const size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
  }

  static int Integer(std::string_view line, size_t at) {
    const std::string field = at < line.size() ? Stripped(line.substr(at, 8)) : "";
    const std::optional<int> value = ParseNastranInteger(field);
    if (!value) throw Malformed{fmt::format("'{}' is found where an integer is wanted", field)};
    return *value;
  }

  // "1P,3E23.16" at column 41; 5E16.9 where it is missing.
  void ReadFormat(std::string_view line) {
    per_line_ = 5;
    width_ = 16;
    if (line.size() <= 43) return;
    const std::string format = Stripped(line.substr(43));
    const size_t letter = format.find_first_of("ED"), point = format.find('.');
    if (letter == std::string::npos || point == std::string::npos || letter > point) return;
    per_line_ = ParseNastranInteger(format.substr(0, letter)).value_or(0);
    width_ = ParseNastranInteger(format.substr(letter + 1, point - letter - 1)).value_or(0);
    if (per_line_ < 1 || width_ < 1) throw Malformed{"the format of numbers cannot be read"};
  }

  std::vector<double> Values(int count) {
    std::vector<double> values;
    while (static_cast<int>(values.size()) < count) {
      const std::string_view line = NextLine();
      for (int i = 0; i < per_line_ && static_cast<int>(values.size()) < count; ++i) {
        const size_t at = static_cast<size_t>(i) * width_;
        const std::string field = at < line.size() ? Stripped(line.substr(at, width_)) : "";
        const std::optional<double> value = ParseNastranReal(field);
        if (!value) throw Malformed{fmt::format("'{}' is found where a number is wanted", field)};
        values.push_back(*value);
      }
    }
    return values;
  }

  // Strings of a sparse column: length in words and row, in one integer or in two.
  void ReadStrings(const Header& header, int column, int words, NamedMatrix* matrix) {
    while (words > 0) {
      const std::string_view head = NextLine();
      int length = 0, row = 0;
      if (header.big) {
        length = Integer(head, 0) - 1;
        row = Integer(head, 8);
        words -= length + 2;
      } else {
        const std::optional<int> packed = ParseNastranInteger(Stripped(head));
        if (!packed || *packed < 0) throw Malformed{"a string's head cannot be read"};
        length = (*packed >> 16) - 1;
        row = *packed & 0xffff;
        words -= length + 1;
      }
      if (length < 0) throw Malformed{"a string's length cannot be this"};
      AddColumn(row - 1, column, Values(length / header.words_per_value()), matrix);
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  int line_ = 0;
  int per_line_ = 5, width_ = 16;
};

// Fortran records: a length of four bytes before and after each.
class BinaryReader {
 public:
  BinaryReader(std::string_view bytes, bool swap) : bytes_(bytes), swap_(swap) {}

  bool AtEnd() const { return at_ >= bytes_.size(); }

  NamedMatrix Read() {
    std::string_view record = NextRecord();
    const bool wide = record.size() == 48;  // integers of eight bytes
    if (record.size() != 24 && !wide) throw Malformed{"a matrix does not begin where it should"};
    word_ = wide ? 8 : 4;
    Header header;
    header.columns = Integer(record, 0);
    header.rows = Integer(record, 1);
    header.form = Integer(record, 2);
    header.type = Integer(record, 3);
    header.name = Stripped(record.substr(4 * word_));
    header.Check();
    NamedMatrix matrix{header.name, header.rows, header.columns, {}};
    for (;;) {
      record = NextRecord();
      const int column = Integer(record, 0) - 1, row = Integer(record, 1);
      const int words = Integer(record, 2);
      if (column >= header.columns) return matrix;
      if (column < 0 || words < 0) throw Malformed{"a column is numbered wrongly"};
      record.remove_prefix(3 * word_);
      if (row > 0) {
        AddColumn(row - 1, column, Values(header, words, &record), &matrix);
      } else {
        ReadStrings(header, column, words, record, &matrix);
      }
    }
  }

 private:
  template <class T>
  T Get(std::string_view record, size_t at) const {
    if (at + sizeof(T) > record.size()) throw Malformed{"a record ends too early"};
    char raw[sizeof(T)];
    std::memcpy(raw, record.data() + at, sizeof(T));
    if (swap_) std::reverse(raw, raw + sizeof(T));
    T value;
    std::memcpy(&value, raw, sizeof(T));
    return value;
  }

  int Integer(std::string_view record, size_t index) const {
    const int64_t value =
        word_ == 8 ? Get<int64_t>(record, 8 * index) : Get<int32_t>(record, 4 * index);
    if (std::abs(value) > 2'000'000'000) throw Malformed{"a number is out of range"};
    return static_cast<int>(value);
  }

  std::string_view NextRecord() {
    const std::string_view rest = bytes_.substr(std::min(at_, bytes_.size()));
    const int64_t length = Get<int32_t>(rest, 0);
    if (length < 0 || static_cast<size_t>(length) + 8 > rest.size()) {
      throw Malformed{"the file ends too early"};
    }
    at_ += length + 8;
    return rest.substr(4, length);
  }

  int WordsPerValue(const Header& header) const {
    return word_ == 8 ? 1 : header.words_per_value();
  }

  std::vector<double> Values(const Header& header, int words, std::string_view* record) const {
    const int count = words / WordsPerValue(header);
    const size_t size = word_ == 8 || header.type == 2 ? 8 : 4;
    if (static_cast<size_t>(count) * size > record->size()) {
      throw Malformed{"a record ends too early"};
    }
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
      values.push_back(size == 8 ? Get<double>(*record, 8 * i) : Get<float>(*record, 4 * i));
    }
    record->remove_prefix(count * size);
    return values;
  }

  void ReadStrings(const Header& header, int column, int words, std::string_view record,
                   NamedMatrix* matrix) const {
    while (words > 0) {
      int length = 0, row = 0;
      if (header.big) {
        length = Integer(record, 0) - 1;
        row = Integer(record, 1);
        record.remove_prefix(2 * word_);
        words -= length + 2;
      } else {
        const int packed = Integer(record, 0);
        length = (packed >> 16) - 1;
        row = packed & 0xffff;
        record.remove_prefix(word_);
        words -= length + 1;
      }
      if (length < 0) throw Malformed{"a string's length cannot be this"};
      AddColumn(row - 1, column, Values(header, length, &record), matrix);
    }
  }

  std::string_view bytes_;
  bool swap_;
  size_t at_ = 0;
  size_t word_ = 4;
};

// A binary file begins with the length of its first record, 24 or 48.
std::optional<bool> BinaryNeedsSwap(const std::string& bytes) {
  if (bytes.size() < 4) return std::nullopt;
  const auto at = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const bool little = (at(0) == 24 || at(0) == 48) && at(1) == 0 && at(2) == 0 && at(3) == 0;
  const bool big = (at(3) == 24 || at(3) == 48) && at(0) == 0 && at(1) == 0 && at(2) == 0;
  if (!little && !big) return std::nullopt;
  return little != (std::endian::native == std::endian::little);
}

}  // namespace

std::vector<NamedMatrix> ReadOp4(const std::string& bytes, const std::string& path,
                                 Diagnostics* diagnostics) {
  std::vector<NamedMatrix> matrices;
  const std::optional<bool> swap = BinaryNeedsSwap(bytes);
  TextReader text(bytes);
  BinaryReader binary(bytes, swap.value_or(false));
  try {
    while (swap ? !binary.AtEnd() : !text.AtEnd()) {
      matrices.push_back(swap ? binary.Read() : text.Read());
    }
  } catch (const Malformed& problem) {
    diagnostics->Error({path, swap ? 0 : text.line(), 0}, problem.message);
  }
  if (matrices.empty() && !diagnostics->HasErrors()) {
    diagnostics->Error({path, 0, 0}, "the file has no matrix");
  }
  return matrices;
}

}  // namespace jounce::flex
