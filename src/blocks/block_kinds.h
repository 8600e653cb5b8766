// The kinds of blocks. The reader of model files, the schema, the check and the reference follow
// from this table: a new kind is one file that describes it and one line in BlockKinds(). The kind
// "library" is one that a shared library holds (library_block.h).
#ifndef JOUNCE_BLOCKS_BLOCK_KINDS_H_
#define JOUNCE_BLOCKS_BLOCK_KINDS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "blocks/block.h"
#include "blocks/block_settings.h"
#include "blocks/kind_field.h"

namespace jounce {

// What a block may know of the run when it is made.
struct BlockContext {
  double step = 0;  // s; all steps are this long, or halves, quarters, ... of it
};

// What a block does to the unit of its first input; kErrorAndRate: the second is the first one's rate.
enum class BlockUnits { kAny, kKept, kIntegrated, kErrorAndRate };

struct BlockKind {
  const char* word;
  const char* meaning;
  int least_inputs, most_inputs;
  std::vector<KindField> fields;
  // Throws InputError where the settings make no sense.
  std::function<std::unique_ptr<const Block>(const BlockSettings&, const BlockContext&)> make;
  BlockUnits units = BlockUnits::kAny;
};

inline constexpr char kLibraryBlock[] = "library";

const std::vector<const BlockKind*>& BlockKinds();

// That of the settings. Throws InputError for a word that is none, and with FileError what
// OpenBlockKind (library_block.h) throws.
std::shared_ptr<const BlockKind> KindOf(const BlockSettings& settings);

// Throws InputError for an unknown kind, a wrong number of inputs, a field that is missing, and for
// what the kind itself refuses.
std::unique_ptr<const Block> MakeBlock(const BlockSettings& settings, const BlockContext& context);

// Each in the file of its name.
extern const BlockKind kGainBlock, kLimiterBlock, kRateLimitBlock, kIntegratorBlock,
    kTransferFunctionBlock, kStateSpaceBlock, kPidBlock, kTableBlock, kTable2dBlock, kDelayBlock,
    kSampleAndHoldBlock;

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_BLOCK_KINDS_H_
