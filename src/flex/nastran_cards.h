// Nastran bulk data as cards: small fields (8 columns), large ones (16, `NAME*`) and free ones
// (commas), continued over lines, from a deck and the files it includes.
#ifndef JOUNCE_FLEX_NASTRAN_CARDS_H_
#define JOUNCE_FLEX_NASTRAN_CARDS_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace jounce::flex {

// The content of a file by its path; throws FileError.
using TextLoader = std::function<std::string(const std::string& path)>;

struct Card {
  std::string name;                 // upper case, without the star
  std::vector<std::string> fields;  // from the second on, upper case, without blanks around
  Place place;
};

struct Deck {
  std::vector<Card> cards;
  std::vector<std::string> control;  // executive and case control lines, upper case
};

Deck ParseDeck(const std::string& text, const std::string& path, const TextLoader& load,
               Diagnostics* diagnostics);

// "7.86-9" is 7.86e-9, "1.D+3" is 1000; nothing where it is not a number.
std::optional<double> ParseNastranReal(std::string_view text);
std::optional<int> ParseNastranInteger(std::string_view text);

// Reads the fields of one card and reports what is wrong with them. Fields count from 1, the first
// after the name.
class CardFields {
 public:
  CardFields(const Card& card, Diagnostics* diagnostics) : card_(card), diagnostics_(diagnostics) {}

  bool Has(size_t i) const { return i <= card_.fields.size() && !card_.fields[i - 1].empty(); }
  size_t size() const { return card_.fields.size(); }
  std::string Text(size_t i) const { return Has(i) ? card_.fields[i - 1] : std::string(); }
  bool IsInteger(size_t i) const { return Has(i) && ParseNastranInteger(Text(i)).has_value(); }

  int Integer(size_t i, int otherwise) const;
  int NeedInteger(size_t i) const;
  double Real(size_t i, double otherwise) const;
  double NeedReal(size_t i) const;
  // "123" as bits 0 to 2; `otherwise` where blank.
  int Components(size_t i, int otherwise) const;
  // Integers from field i on, with THRU (and BY) spelled out.
  std::vector<int> Numbers(size_t i) const;

  void Error(const std::string& message, const std::string& remedy = "") const;
  const Card& card() const { return card_; }

 private:
  const Card& card_;
  Diagnostics* diagnostics_;
};

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_NASTRAN_CARDS_H_
