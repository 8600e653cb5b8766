// Drivers as blocks (driver_blocks.cc): a model with them drives itself.
#ifndef JOUNCE_BLOCKS_DRIVER_BLOCKS_H_
#define JOUNCE_BLOCKS_DRIVER_BLOCKS_H_

#include "blocks/block_kinds.h"

namespace jounce {

extern const BlockKind kSpeedDriverBlock, kPathDriverBlock;

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_DRIVER_BLOCKS_H_
