// The container of MATLAB files, version 5 (save -v6 and -v7): variables as numbers, text and
// structures. Cells, objects, sparse and complex arrays are passed over.
//
// The reader is our own because files come from anywhere: every length is held against the bytes
// that are there, which libmatio does not do in all places; libmatio checks us in the tests.
//
// Reference: MathWorks, MAT-File Format, chapter 1 (version 5).
#ifndef JOUNCE_SIGNALS_MAT5_H_
#define JOUNCE_SIGNALS_MAT5_H_

#include <string>
#include <utility>
#include <vector>

#include "signals/byte_source.h"

namespace jounce {

struct Mat5Variable {
  enum class Kind { kNumbers, kText, kStructure, kOther };

  std::string name;
  Kind kind = Kind::kOther;
  size_t rows = 0;
  size_t columns = 0;
  std::vector<double> numbers;  // rows * columns, column by column
  std::string text;
  std::vector<Mat5Variable> fields;  // of a structure of one element, each with its name

  // A field of a structure, or nullptr.
  const Mat5Variable* Field(const std::string& field_name) const;
};

// Throws a FileError that says what is wrong.
std::vector<Mat5Variable> ReadMat5(const ByteSource& file);

// The bytes of the file's head, and of a variable in it; little-endian, not compressed.
std::string Mat5Head();
std::string Mat5Bytes(const Mat5Variable& variable);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_MAT5_H_
