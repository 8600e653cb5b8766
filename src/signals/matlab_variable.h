// A variable of a MATLAB file, whatever the version of the file: numbers, text or a structure.
#ifndef JOUNCE_SIGNALS_MATLAB_VARIABLE_H_
#define JOUNCE_SIGNALS_MATLAB_VARIABLE_H_

#include <cstddef>
#include <string>
#include <vector>

namespace jounce {

struct MatlabVariable {
  enum class Kind { kNumbers, kText, kStructure, kOther };

  std::string name;
  Kind kind = Kind::kOther;
  std::string other;  // what it is where it is of the other kind: "complex", "a cell array"
  size_t rows = 0;
  size_t columns = 0;
  std::vector<double> numbers;  // rows * columns, column by column
  std::string text;
  std::vector<MatlabVariable> fields;  // of a structure of one element, each with its name

  // A field of a structure, or nullptr.
  const MatlabVariable* Field(const std::string& field_name) const {
    for (const MatlabVariable& field : fields) {
      if (field.name == field_name) return &field;
    }
    return nullptr;
  }
};

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_MATLAB_VARIABLE_H_
