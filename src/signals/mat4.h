// The container of MATLAB files, version 4 (save -v4): matrices one after the other, each with a
// head of five 32-bit numbers, its name and its numbers column by column.
//
// Sparse and complex matrices are passed over. The reader is our own for the reason that mat5.h
// gives: every length is held against the bytes that are there.
//
// Reference: MathWorks, MAT-File Format, chapter 2 (version 4).
#ifndef JOUNCE_SIGNALS_MAT4_H_
#define JOUNCE_SIGNALS_MAT4_H_

#include <vector>

#include "signals/byte_source.h"
#include "signals/matlab_variable.h"

namespace jounce {

// Version 4 has no mark of its own: the head and the name of the first matrix must make sense.
bool LooksLikeMat4(const ByteSource& file);

// Throws a FileError that says what is wrong.
std::vector<MatlabVariable> ReadMat4(const ByteSource& file);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_MAT4_H_
