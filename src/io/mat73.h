// Time histories in MATLAB files, version 7.3 (save -v7.3): HDF5 behind 512 bytes of their own.
//
// Variables are datasets at the root, structures are groups with their fields as datasets; a matrix
// of m x n is stored as n x m. Attributes say what they are (MATLAB_class). Real numbers, text and
// structures of one element are read, one level of them; the rest is named as left out. What the
// variables mean as channels is said in signals/matlab.h.
//
// Sizes are held against the bytes that are stored for them, links and data that lead elsewhere
// (other files, other places) are not followed. Damage to what HDF5 keeps for itself is left to
// HDF5 to find.
#ifndef JOUNCE_IO_MAT73_H_
#define JOUNCE_IO_MAT73_H_

#include <memory>
#include <string>

#include "signals/channel.h"
#include "signals/matlab.h"

namespace jounce {

// By the first bytes; false where the file cannot be read.
bool LooksLikeMat73(const std::string& path);

// Throws a FileError for a damaged file, an InputError for one that holds no time histories.
std::shared_ptr<const SignalSource> OpenMat73(const std::string& path,
                                              const MatlabReadSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_IO_MAT73_H_
