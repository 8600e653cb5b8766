// The state of an iteration in a file, so that what was killed goes on where it was: written whole
// or not at all, with a checksum, and bound to what it belongs to.
#ifndef JOUNCE_REPLICATE_STATE_FILE_H_
#define JOUNCE_REPLICATE_STATE_FILE_H_

#include <cstdint>
#include <string>

#include "replicate/iteration.h"

namespace jounce {

std::string EncodeState(const IterationState& state, std::uint64_t fingerprint);

// Throws InputError where the bytes are no state, are damaged, or belong to something else; `name`
// stands for them in messages.
IterationState DecodeState(const std::string& bytes, std::uint64_t fingerprint,
                           const std::string& name);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_STATE_FILE_H_
