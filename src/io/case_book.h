// The cases of a model file: choices of parameters, points, texts and variants under a name.
//
//   cases:
//     laden_rough: {payload: 400, road: rough, front_left/spring: 45 N/mm}
//
// Each value is what `--set` takes, and does what `--set` would do before those that were typed.
#ifndef JOUNCE_IO_CASE_BOOK_H_
#define JOUNCE_IO_CASE_BOOK_H_

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "io/parameter_book.h"
#include "io/yaml_tree.h"

namespace jounce {

class CaseBook {
 public:
  // The mapping behind `cases`. Of two of the same name the first stands: an including file is
  // read before those that it includes.
  void Add(const YamlNode& node, Diagnostics* diagnostics);

  // In the order of the file.
  const std::vector<std::string>& names() const { return names_; }

  // What a case sets, at its places in the file; an unknown one is reported for the model `path`.
  Assignments Find(const std::string& name, const std::string& path,
                   Diagnostics* diagnostics) const;

  // A list of all values, which may mention parameters.
  YamlNode Values() const;

 private:
  std::vector<std::string> names_;
  std::map<std::string, Assignments> cases_;
};

}  // namespace jounce

#endif  // JOUNCE_IO_CASE_BOOK_H_
