// The keys of a law, alone in a file or inside a model, in a bushing engineer's words (docs/laws.md
// shows one example per kind):
//
//   law: prony
//   stiffness: 200 N/mm
//   branches:
//     - {stiffness: 300 N/mm, time: 2 ms}
//   preload: [150 N]
#ifndef JOUNCE_IO_LAW_FIELDS_H_
#define JOUNCE_IO_LAW_FIELDS_H_

#include "io/fields.h"
#include "laws/law_settings.h"

namespace jounce {

// A law: the word at `law`, the keys of that kind, and the modifiers.
void Describe(Fields& fields, LawSettings& law);

}  // namespace jounce

#endif  // JOUNCE_IO_LAW_FIELDS_H_
