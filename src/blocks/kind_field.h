// A field of a kind of block or element: what a model file may say of it. Readers, writers, the
// schema and the reference follow from it (io/kind_fields.h).
#ifndef JOUNCE_BLOCKS_KIND_FIELD_H_
#define JOUNCE_BLOCKS_KIND_FIELD_H_

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "math/units.h"

namespace jounce {

struct KindField {
  enum Form { kNumber, kNumbers, kRows, kChoice, kFile };  // kRows: rows of two numbers

  const char* name;
  const char* meaning;
  Form form = kNumber;
  bool required = false;
  Quantity quantity = quantity::kNumber;
  std::vector<const char*> words = {};  // of a choice, whose number is kept
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  // Changes its sign in a mirrored sub-assembly; of two words the other holds there.
  bool odd = false;
};

// Values of fields by their names, in SI; what was not given is not there.
struct FieldValues {
  std::map<std::string, std::vector<double>> numbers;
  std::map<std::string, std::string> files;

  friend bool operator==(const FieldValues&, const FieldValues&) = default;

  bool Has(const std::string& field) const {
    return numbers.contains(field) || files.contains(field);
  }
  double Number(const std::string& field, double otherwise) const {
    const auto found = numbers.find(field);
    return found == numbers.end() || found->second.empty() ? otherwise : found->second.front();
  }
  std::vector<double> Numbers(const std::string& field) const {
    const auto found = numbers.find(field);
    return found == numbers.end() ? std::vector<double>() : found->second;
  }
};

// A kind that a shared library holds (jounce/plugin.h).
struct LibraryKind {
  std::string file;
  std::string name;  // empty where the library holds one alone

  friend bool operator==(const LibraryKind&, const LibraryKind&) = default;
};

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_KIND_FIELD_H_
