// Columns of text as laboratories and test machines write them: the one reader of CSV of the
// product, for time histories and for tables alike.
//
//   Prüfstand 4; Probe 17                 lines above the heads, of any kind
//   Zeit;      Weg [mm];   Kraft          names, with the unit in brackets or behind a slash
//   s;         mm;         N              units; this row may be left out
//   0,000;     0,12;       1.105,3;       numbers; commas, groups of thousands, a separator too many
//
// The separator (tab, ';', '|', ',' or blanks) and the decimal sign are found out from the rows.
// Quotes keep separators. UTF-8, with or without a mark at the beginning, and Latin-1. Lines that
// begin with '#' and lines without content are left out.
#ifndef JOUNCE_SIGNALS_TEXT_SHEET_H_
#define JOUNCE_SIGNALS_TEXT_SHEET_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

struct SheetHead {
  std::string name;  // "Column 3" where the file has none
  std::string unit;  // as written; empty where it is not said
};

class TextSheet {
 public:
  // `separator` NUL: find out. Throws InputError for what is no table.
  TextSheet(std::string text, std::string name, char separator = '\0');

  const std::string& name() const { return name_; }
  const std::vector<SheetHead>& heads() const { return heads_; }
  size_t rows() const { return lines_.size() - first_row_; }
  int LineOf(size_t row) const { return lines_[first_row_ + row].number; }

  // The cells of a row, without their quotes: as many as there are heads, unless the row is wrong.
  void Row(size_t row, std::vector<std::string_view>* cells) const;

  // A cell as a number, by the decimal sign of the file.
  std::optional<double> Number(std::string_view cell) const;

 private:
  struct Line {
    size_t begin, length;
    int number;
  };
  std::string_view TextOf(const Line& line) const {
    return std::string_view(text_).substr(line.begin, line.length);
  }
  void FindLines();
  // Rows from the middle of the file: what tells the dialect.
  std::vector<std::string_view> Sample() const;
  char FindSeparator() const;
  bool FindDecimalComma() const;
  void FindColumns();
  bool IsData(const std::vector<std::string_view>& cells) const;
  void FindHeads();

  std::string text_, name_;
  std::vector<Line> lines_;
  char separator_ = ',';
  bool decimal_comma_ = false;
  size_t first_row_ = 0;
  std::vector<bool> numeric_;  // which columns hold numbers
  std::vector<SheetHead> heads_;
};

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_TEXT_SHEET_H_
