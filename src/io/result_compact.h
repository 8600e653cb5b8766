// A finished result, made smaller: a copy whose numbers are compressed (shuffle and deflate, which
// every HDF5 has) takes the place of the file. Until it does, the file stands as it is; whatever
// goes wrong on the way, such as a disk without room for the copy, leaves it so.
#ifndef JOUNCE_IO_RESULT_COMPACT_H_
#define JOUNCE_IO_RESULT_COMPACT_H_

#include <string>

namespace jounce {

// The caller holds the lock on the file (io/result_lock.h). Small files, and those whose numbers do
// not get smaller, stay as they are.
void CompactResult(const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_RESULT_COMPACT_H_
