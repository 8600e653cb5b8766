#include "blocks/block_kinds.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/names.h"
#include "blocks/driver_blocks.h"
#include "blocks/library_block.h"

namespace jounce {

const std::vector<const BlockKind*>& BlockKinds() {
  static const std::vector<const BlockKind*> kinds = {&kGainBlock,
                                                      &kLimiterBlock,
                                                      &kRateLimitBlock,
                                                      &kIntegratorBlock,
                                                      &kTransferFunctionBlock,
                                                      &kStateSpaceBlock,
                                                      &kPidBlock,
                                                      &kTableBlock,
                                                      &kTable2dBlock,
                                                      &kDelayBlock,
                                                      &kSampleAndHoldBlock,
                                                      &kSpeedDriverBlock,
                                                      &kPathDriverBlock};
  return kinds;
}

std::shared_ptr<const BlockKind> KindOf(const BlockSettings& settings) {
  if (settings.kind == kLibraryBlock) return OpenBlockKind(settings.library);
  std::vector<std::string> words = {kLibraryBlock};
  for (const BlockKind* kind : BlockKinds()) {
    if (settings.kind == kind->word) return {std::shared_ptr<const BlockKind>(), kind};
    words.emplace_back(kind->word);
  }
  throw InputError(fmt::format("no block is called '{}'", settings.kind),
                   SuggestName(settings.kind, words));
}

std::unique_ptr<const Block> MakeBlock(const BlockSettings& settings, const BlockContext& context) {
  const std::shared_ptr<const BlockKind> kind = KindOf(settings);
  const auto inputs = static_cast<int>(settings.inputs.size());
  if (inputs < kind->least_inputs || inputs > kind->most_inputs) {
    throw InputError(
        fmt::format("the block {} has {} input{}", kind->word, inputs, inputs == 1 ? "" : "s"),
        kind->least_inputs == kind->most_inputs
            ? fmt::format("it takes {}", kind->least_inputs)
            : fmt::format("it takes {} to {}", kind->least_inputs, kind->most_inputs));
  }
  for (const KindField& field : kind->fields) {
    if (field.required && !settings.Has(field.name)) {
      throw InputError(fmt::format("the block {} needs `{}`", kind->word, field.name),
                       field.meaning);
    }
  }
  return kind->make(settings, context);
}

}  // namespace jounce
