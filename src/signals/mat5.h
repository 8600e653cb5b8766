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
#include <vector>

#include "signals/byte_source.h"
#include "signals/matlab_variable.h"

namespace jounce {

// Throws a FileError that says what is wrong.
std::vector<MatlabVariable> ReadMat5(const ByteSource& file);

// The bytes of the file's head, and of a variable in it; little-endian, not compressed.
std::string Mat5Head();
std::string Mat5Bytes(const MatlabVariable& variable);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_MAT5_H_
