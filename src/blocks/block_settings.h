// The description of any block, as plain data: what a model file says, in SI units.
#ifndef JOUNCE_BLOCKS_BLOCK_SETTINGS_H_
#define JOUNCE_BLOCKS_BLOCK_SETTINGS_H_

#include <map>
#include <string>
#include <vector>

namespace jounce {

struct BlockSettings {
  std::string kind;                 // a word of BlockKinds() (block_kinds.h)
  std::vector<std::string> inputs;  // formulas
  // Values of its fields by their names; what was not given is not there.
  std::map<std::string, std::vector<double>> numbers;

  friend bool operator==(const BlockSettings&, const BlockSettings&) = default;

  bool Has(const std::string& field) const { return numbers.contains(field); }
  double Number(const std::string& field, double otherwise) const {
    const auto found = numbers.find(field);
    return found == numbers.end() || found->second.empty() ? otherwise : found->second.front();
  }
  std::vector<double> Numbers(const std::string& field) const {
    const auto found = numbers.find(field);
    return found == numbers.end() ? std::vector<double>() : found->second;
  }
};

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_BLOCK_SETTINGS_H_
