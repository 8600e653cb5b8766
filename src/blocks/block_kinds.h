// The kinds of blocks. The reader of model files, the schema, the check and the reference follow
// from this table: a new kind is one file that describes it and one line in BlockKinds().
#ifndef JOUNCE_BLOCKS_BLOCK_KINDS_H_
#define JOUNCE_BLOCKS_BLOCK_KINDS_H_

#include <memory>
#include <string>
#include <vector>

#include "blocks/block.h"
#include "blocks/block_settings.h"
#include "math/units.h"

namespace jounce {

struct BlockField {
  enum Form { kNumber, kNumbers, kRows, kChoice };  // kRows: rows of two numbers

  const char* name;
  const char* meaning;
  Form form = kNumber;
  bool required = false;
  Quantity quantity = quantity::kNumber;
  std::vector<const char*> words = {};  // of a choice, whose number is kept
};

// What a block may know of the run when it is made.
struct BlockContext {
  double step = 0;  // s; all steps are this long, or halves, quarters, ... of it
};

struct BlockKind {
  const char* word;
  const char* meaning;
  int least_inputs, most_inputs;
  std::vector<BlockField> fields;
  // Throws InputError where the settings make no sense.
  std::unique_ptr<const Block> (*make)(const BlockSettings& settings, const BlockContext& context);
};

const std::vector<const BlockKind*>& BlockKinds();

// nullptr for a word that is none.
const BlockKind* FindBlockKind(const std::string& word);

// Throws InputError for an unknown kind, a wrong number of inputs, a field that is missing, and for
// what the kind itself refuses.
std::unique_ptr<const Block> MakeBlock(const BlockSettings& settings, const BlockContext& context);

// Each in the file of its name.
extern const BlockKind kGainBlock, kLimiterBlock, kRateLimitBlock, kIntegratorBlock,
    kTransferFunctionBlock, kStateSpaceBlock, kPidBlock, kTableBlock, kTable2dBlock, kDelayBlock,
    kSampleAndHoldBlock;

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_BLOCK_KINDS_H_
