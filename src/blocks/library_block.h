// A kind of block from a shared library (jounce/plugin.h says what it must offer).
#ifndef JOUNCE_BLOCKS_LIBRARY_BLOCK_H_
#define JOUNCE_BLOCKS_LIBRARY_BLOCK_H_

#include <memory>

#include "blocks/block_kinds.h"

namespace jounce {

// Open as long as a copy, or a block that it made, lives. Throws FileError where the library cannot
// be opened, InputError where it does not hold such a kind, or describes it wrongly.
std::shared_ptr<const BlockKind> OpenBlockKind(const LibraryKind& library);

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_LIBRARY_BLOCK_H_
