#include "io/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

#include "io/text_file.h"
#include "math/units.h"

namespace jounce {
namespace {

// Sheets of hardpoints and data are small; a long measurement named by mistake is not read.
constexpr size_t kMostBytes = 16'000'000;
constexpr size_t kMostCells = 200'000;

std::string WithoutBlanks(const std::string& text) {
  const size_t start = text.find_first_not_of(" \t\r");
  if (start == std::string::npos) return "";
  return text.substr(start, text.find_last_not_of(" \t\r") - start + 1);
}

// The cell that begins at `*at`, which is moved behind its comma. Nothing for a quote that is not
// closed or has letters behind it.
std::optional<std::string> TakeCell(const std::string& line, size_t* at) {
  const size_t start = std::min(line.find_first_not_of(" \t", *at), line.size());
  if (start == line.size() || line[start] != '"') {
    const size_t end = std::min(line.find(',', *at), line.size());
    std::string cell = WithoutBlanks(line.substr(*at, end - *at));
    *at = end + 1;
    return cell;
  }
  std::string cell;
  size_t i = start + 1;
  for (;; ++i) {
    if (i >= line.size()) return std::nullopt;
    if (line[i] == '"') {
      if (i + 1 >= line.size() || line[i + 1] != '"') break;
      ++i;
    }
    cell += line[i];
  }
  i = std::min(line.find_first_not_of(" \t\r", i + 1), line.size());
  if (i < line.size() && line[i] != ',') return std::nullopt;
  *at = i + 1;
  return cell;
}

// "mass [kg]" -> mass, kg.
TextTable::Column ReadHead(const std::string& head) {
  const size_t open = head.find('[');
  if (open == std::string::npos || head.back() != ']') return {head, ""};
  return {WithoutBlanks(head.substr(0, open)),
          WithoutBlanks(head.substr(open + 1, head.size() - open - 2))};
}

class TableParser {
 public:
  TableParser(const std::string& file, Diagnostics* diagnostics) : diagnostics_(diagnostics) {
    table_.file = file;
  }

  TextTable Parse(const std::string& text) {
    std::istringstream stream(text.rfind("\xEF\xBB\xBF", 0) == 0 ? text.substr(3) : text);
    for (std::string line; std::getline(stream, line);) {
      ++line_;
      const std::string bare = WithoutBlanks(line);
      if (bare.empty() || bare.front() == '#') continue;
      if (const auto cells = Split(line)) AddLine(*cells);
      if (no_names_ || cells_ > kMostCells) break;
    }
    if (cells_ > kMostCells) Error(fmt::format("more than {} cells", kMostCells), "");
    if (head_line_ == 0) Error("the table has no line of heads", "for instance name,x,y,z");
    return std::move(table_);
  }

 private:
  Place Here() const { return {table_.file, line_, 0}; }
  void Error(const std::string& message, const std::string& remedy) {
    diagnostics_->Error(Here(), message, remedy);
  }

  std::optional<std::vector<std::string>> Split(const std::string& line) {
    std::vector<std::string> cells;
    for (size_t at = 0; at <= line.size();) {
      const std::optional<std::string> cell = TakeCell(line, &at);
      if (!cell) {
        Error("a quoted cell does not end where its quotes do", "a quote inside is written \"\"");
        return std::nullopt;
      }
      cells.push_back(*cell);
    }
    cells_ += cells.size();
    return cells;
  }

  void AddLine(const std::vector<std::string>& cells) {
    if (head_line_ == 0) {
      ReadHeads(cells);
    } else {
      AddRow(cells);
    }
  }

  void ReadHeads(const std::vector<std::string>& heads) {
    head_line_ = line_;
    const auto name = std::find(heads.begin(), heads.end(), "name");
    no_names_ = name == heads.end();
    if (no_names_) {
      Error("the table has no column 'name'",
            "the first line holds the heads, with commas between");
      return;
    }
    name_ = static_cast<size_t>(name - heads.begin());
    for (size_t i = 0; i < heads.size(); ++i) {
      if (i != name_) AddColumn(ReadHead(heads[i]));
    }
  }

  void AddColumn(const TextTable::Column& column) {
    if (column.name == "name" || table_.Find(column.name) >= 0) {
      Error(fmt::format("the column '{}' stands here a second time", column.name), "rename one");
    } else if (!IsTableName(column.name)) {
      Error(fmt::format("'{}' cannot be the name of a column", column.name),
            "letters, digits, _ and - can, and a unit in brackets: mass [kg]");
    }
    try {
      ParseUnit(column.unit);
    } catch (const InputError& error) {
      const Diagnostic& reason = error.diagnostics().front();
      Error(fmt::format("column '{}': {}", column.name, reason.message), reason.remedy);
    }
    table_.columns.push_back(column);
  }

  void AddRow(std::vector<std::string> cells) {
    if (cells.size() != table_.columns.size() + 1) {
      Error(fmt::format("this row has {} cells, the heads are {}", cells.size(),
                        table_.columns.size() + 1),
            "a cell with a comma in it is to be quoted");
      return;
    }
    const std::string name = cells[name_];
    if (!IsTableName(name)) {
      Error(fmt::format("'{}' cannot be the name of a row", name), "letters, digits, _ and - can");
      return;
    }
    const auto [first, is_new] = lines_.emplace(name, line_);
    if (!is_new) {
      Error(fmt::format("the row '{}' stands here a second time", name),
            fmt::format("the first is in line {}", first->second));
      return;
    }
    cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(name_));
    table_.rows.push_back({name, Here(), std::move(cells)});
  }

  Diagnostics* diagnostics_;
  TextTable table_;
  int line_ = 0;
  int head_line_ = 0;
  bool no_names_ = false;
  size_t name_ = 0;   // position of the column of names
  size_t cells_ = 0;  // read so far
  std::map<std::string, int> lines_;
};

}  // namespace

int TextTable::Find(const std::string& column) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& one) { return one.name == column; });
  return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

TextTable ParseTextTable(const std::string& text, const std::string& file,
                         Diagnostics* diagnostics) {
  return TableParser(file, diagnostics).Parse(text);
}

TextTable ReadTextTable(const std::string& path, Diagnostics* diagnostics) {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path, ignored);
  if (!ignored && size > kMostBytes) {
    throw FileError(path,
                    fmt::format("is larger than {} MB, a table is not", kMostBytes / 1000000));
  }
  return ParseTextTable(ReadTextFile(path), path, diagnostics);
}

bool IsTableName(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-';
  });
}

bool IsFormulaName(const std::string& name) {
  return IsTableName(name) &&
         (std::isalpha(static_cast<unsigned char>(name.front())) || name.front() == '_');
}

}  // namespace jounce
