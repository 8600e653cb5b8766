#include "flex/nastran_cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace jounce::flex {
namespace {

constexpr int kDeepestInclude = 20;
constexpr size_t kMostFindings = 200;  // then the deck is not worth more reading
constexpr int kLongestRange = 10'000'000;

std::string_view Trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) {
    text.remove_suffix(1);
  }
  return text;
}

std::string Upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

std::string ExpandTabs(std::string_view line) {
  std::string result;
  for (const char c : line) {
    if (c == '\t') {
      do result += ' ';
      while (result.size() % 8 != 0);
    } else if (c != '\r') {
      result += c;
    }
  }
  return result;
}

// One line cut into its first field and the data of it; large fields fill four places, not eight.
struct Line {
  std::string head;
  std::vector<std::string> data;
  std::string mark;  // a lone tenth field: data, or "ABC" where the continuation begins with "+BC"
};

// "+", "+A1" or "*3" where a line ends, and where its continuation begins; a number only as the
// tenth and last field.
bool IsContinuationMark(std::string_view field, bool last) {
  return !field.empty() && (field[0] == '+' || field[0] == '*') &&
         (last || !ParseNastranReal(field));
}

// A line may hold more than its ten fields: the rest is what its continuation would be, as in
// SPC1,100,12456,1,2,3,4,5,6,7,8,9,10 [MSC Nastran Quick Reference Guide, "Format of Bulk Data
// Entries", automatic continuation].
Line CutFree(std::string_view line) {
  Line result;
  size_t begin = 0;
  std::vector<std::string> parts;
  while (begin <= line.size()) {
    const size_t end = std::min(line.find(',', begin), line.size());
    parts.push_back(Upper(Trim(line.substr(begin, end - begin))));
    begin = end + 1;
  }
  result.head = parts[0];
  const size_t most = result.head.find('*') != std::string::npos ? 4 : 8;
  const size_t tenth = most + 1;
  const bool marked =
      parts.size() > tenth && IsContinuationMark(parts[tenth], parts.size() == tenth + 1);
  for (size_t i = 1; i < parts.size(); ++i) {
    if (marked && i == tenth) continue;
    if (marked && i == tenth + 1 && IsContinuationMark(parts[i], false)) continue;
    result.data.push_back(parts[i]);
  }
  while (result.data.size() > most && result.data.back().empty()) result.data.pop_back();
  if (result.data.size() == tenth && parts.size() == tenth + 1) result.mark = parts[tenth];
  result.data.resize(std::max<size_t>(1, (result.data.size() + most - 1) / most) * most);
  return result;
}

Line CutFixed(std::string_view line) {
  Line result;
  result.head = Upper(Trim(line.substr(0, 8)));
  const bool large = result.head.find('*') != std::string::npos;
  const size_t width = large ? 16 : 8;
  for (size_t at = 8; at < 72; at += width) {
    result.data.push_back(at < line.size() ? Upper(Trim(line.substr(at, width))) : "");
  }
  return result;
}

struct LoadedText {
  std::string text, path;
};

// Beside the file that includes it, or beside the deck, as programs differ in this.
std::optional<LoadedText> LoadIncluded(const TextLoader& load, std::string name,
                                       const std::string& from, const std::string& root) {
  namespace fs = std::filesystem;
  std::replace(name.begin(), name.end(), '\\', '/');
  for (const std::string& base : {from, root}) {
    const std::string path = (fs::path(base).parent_path() / name).string();
    try {
      return LoadedText{load(path), path};
    } catch (const FileError&) {
      continue;
    }
  }
  return std::nullopt;
}

class DeckParser {
 public:
  DeckParser(const TextLoader& load, const std::string& root, Diagnostics* diagnostics, Deck* deck)
      : load_(load), root_(root), diagnostics_(diagnostics), deck_(deck) {}

  void ParseFile(const std::string& text, const std::string& path, int depth) {
    size_t begin = 0;
    int number = 0;
    while (begin < text.size() && !ended_ && diagnostics_->all().size() < kMostFindings) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      ++number;
      ParseLine(std::string_view(text).substr(begin, end - begin), {path, number, 0}, depth);
      begin = end + 1;
    }
  }

  // A deck without BEGIN BULK is bulk data alone.
  void StartInBulk() { in_bulk_ = true; }

 private:
  void ParseLine(std::string_view raw, const Place& place, int depth) {
    const std::string line = ExpandTabs(raw.substr(0, raw.find('$')));
    const std::string_view text = Trim(line);
    if (text.empty()) return;
    const std::string upper = Upper(text.substr(0, 80));
    if (including_) return Include(text, place, depth);
    if (upper.starts_with("INCLUDE")) return Include(text.substr(7), place, depth);
    if (!in_bulk_) {
      deck_->control.push_back(Upper(text));
      if (upper.starts_with("BEGIN")) in_bulk_ = true;
      return;
    }
    if (upper.starts_with("ENDDATA")) {
      ended_ = true;
      return;
    }
    Line cut = line.find(',') != std::string::npos ? CutFree(line) : CutFixed(line);
    const bool continues = cut.head.empty() || cut.head[0] == '+' || cut.head[0] == '*';
    if (continues) {
      if (deck_->cards.empty()) {
        diagnostics_->Error(place, "a continuation without a card before it");
        return;
      }
      DropMark(cut.head, &deck_->cards.back());
      AppendFields(cut, &deck_->cards.back());
      return;
    }
    std::erase(cut.head, '*');
    deck_->cards.push_back({cut.head, {}, place});
    AppendFields(cut, &deck_->cards.back());
  }

  void AppendFields(const Line& line, Card* card) {
    card->fields.insert(card->fields.end(), line.data.begin(), line.data.end());
    mark_ = line.mark;
  }

  // What was taken for a ninth number was the name of this continuation.
  void DropMark(const std::string& head, Card* card) const {
    if (mark_.size() < 2 || head.size() < 2 || mark_.substr(1) != head.substr(1)) return;
    while (card->fields.back() != mark_) card->fields.pop_back();
    card->fields.pop_back();
  }

  // The path may go on over lines until its quote is closed.
  void Include(std::string_view text, const Place& place, int depth) {
    include_ += Trim(text);
    const char quote = include_.empty() ? ' ' : include_[0];
    const bool quoted = quote == '\'' || quote == '"';
    including_ = quoted && include_.find(quote, 1) == std::string::npos;
    if (including_) return;
    const std::string name = quoted ? include_.substr(1, include_.find(quote, 1) - 1) : include_;
    include_.clear();
    IncludeFile(name, place, depth);
  }

  void IncludeFile(const std::string& name, const Place& place, int depth) {
    if (depth >= kDeepestInclude) {
      diagnostics_->Error(place, "includes are nested too deeply", "does a file include itself?");
      return;
    }
    if (!load_) {
      diagnostics_->Error(place, fmt::format("'{}' cannot be included here", name));
      return;
    }
    const std::optional<LoadedText> file = LoadIncluded(load_, name, place.file, root_);
    if (!file) {
      diagnostics_->Error(place, fmt::format("'{}' cannot be read", name),
                          "it is looked for beside this file and beside the deck");
      return;
    }
    ParseFile(file->text, file->path, depth + 1);
  }

  const TextLoader& load_;
  const std::string& root_;  // the deck that includes the others
  Diagnostics* diagnostics_;
  Deck* deck_;
  bool in_bulk_ = false;
  bool including_ = false;  // within the path of an INCLUDE
  std::string include_;
  bool ended_ = false;
  std::string mark_;  // of the line before
};

// Also in a file that it includes with a path on one line.
bool HasBeginBulk(const std::string& text, const std::string& path, const std::string& root,
                  const TextLoader& load, int depth) {
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = Trim(std::string_view(text).substr(begin, end - begin));
    const std::string upper = Upper(line.substr(0, 80));
    if (upper.starts_with("BEGIN") && upper.find("BULK") != std::string::npos) return true;
    if (upper.starts_with("INCLUDE") && load && depth < kDeepestInclude) {
      std::string name(Trim(line.substr(7)));
      std::erase_if(name, [](char c) { return c == '\'' || c == '"'; });
      const auto file = LoadIncluded(load, name, path, root);
      if (file && HasBeginBulk(file->text, file->path, root, load, depth + 1)) return true;
    }
    begin = end + 1;
  }
  return false;
}

}  // namespace

Deck ParseDeck(const std::string& text, const std::string& path, const TextLoader& load,
               Diagnostics* diagnostics) {
  Deck deck;
  DeckParser parser(load, path, diagnostics, &deck);
  if (!HasBeginBulk(text, path, path, load, 0)) parser.StartInBulk();
  parser.ParseFile(text, path, 0);
  // Trailing blank fields say nothing.
  for (Card& card : deck.cards) {
    while (!card.fields.empty() && card.fields.back().empty()) card.fields.pop_back();
  }
  return deck;
}

std::optional<int> ParseNastranInteger(std::string_view text) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> ParseNastranReal(std::string_view text) {
  const auto is_letter = [](char c) { return c == 'D' || c == 'd' || c == 'E' || c == 'e'; };
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_letter(c)) {
      plain += 'e';
    } else if ((c == '+' || c == '-') && i > 0 && !is_letter(text[i - 1])) {
      plain += 'e';  // an exponent without its letter
      plain += c;
    } else if (c == '+' && i == 0) {
      continue;
    } else {
      plain += c;
    }
  }
  const size_t exponent = plain.find("e+");
  if (exponent != std::string::npos) plain.erase(exponent + 1, 1);
  double value = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (error != std::errc() || end != plain.data() + plain.size()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

void CardFields::Error(const std::string& message, const std::string& remedy) const {
  diagnostics_->Error(card_.place, fmt::format("{} {}: {}", card_.name, Text(1), message), remedy);
}

int CardFields::Integer(size_t i, int otherwise) const {
  if (!Has(i)) return otherwise;
  const std::optional<int> value = ParseNastranInteger(Text(i));
  if (!value) Error(fmt::format("field {} is '{}', an integer is wanted", i + 1, Text(i)));
  return value.value_or(otherwise);
}

int CardFields::NeedInteger(size_t i) const {
  if (!Has(i)) Error(fmt::format("field {} is blank, an integer is wanted", i + 1));
  return Integer(i, 0);
}

double CardFields::Real(size_t i, double otherwise) const {
  if (!Has(i)) return otherwise;
  const std::optional<double> value = ParseNastranReal(Text(i));
  if (!value) Error(fmt::format("field {} is '{}', a number is wanted", i + 1, Text(i)));
  return value.value_or(otherwise);
}

double CardFields::NeedReal(size_t i) const {
  if (!Has(i)) Error(fmt::format("field {} is blank, a number is wanted", i + 1));
  return Real(i, 0);
}

int CardFields::Components(size_t i, int otherwise) const {
  if (!Has(i)) return otherwise;
  int bits = 0;
  for (const char c : Text(i)) {
    if (c == '0') continue;
    if (c < '1' || c > '6') {
      Error(fmt::format("field {} is '{}', components 1 to 6 are wanted", i + 1, Text(i)));
      return otherwise;
    }
    bits |= 1 << (c - '1');
  }
  return bits;
}

std::vector<int> CardFields::Numbers(size_t i) const {
  std::vector<int> numbers;
  for (; i <= size(); ++i) {
    if (!Has(i)) continue;
    if (Text(i) != "THRU") {
      numbers.push_back(Integer(i, 0));
      continue;
    }
    const int last = NeedInteger(i + 1);
    int step = 1;
    ++i;
    if (Text(i + 1) == "BY") {
      step = Integer(i + 2, 1);
      i += 2;
    }
    if (numbers.empty() || step < 1 || last < numbers.back() ||
        last - static_cast<long>(numbers.back()) > kLongestRange) {
      Error("THRU without a range that can be");
      return numbers;
    }
    for (long n = static_cast<long>(numbers.back()) + step; n <= last; n += step) {
      numbers.push_back(static_cast<int>(n));
    }
  }
  return numbers;
}

}  // namespace jounce::flex
