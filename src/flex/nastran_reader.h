// A mesh from Nastran bulk data. docs/flexible.md lists the cards.
#ifndef JOUNCE_FLEX_NASTRAN_READER_H_
#define JOUNCE_FLEX_NASTRAN_READER_H_

#include <set>
#include <string>

#include "base/error.h"
#include "flex/mesh.h"
#include "flex/nastran_cards.h"

namespace jounce::flex {

struct NastranOptions {
  std::set<std::string> ignore;  // names of cards to pass over although they matter
};

// In the units of the deck (see mesh_units.h). Errors and warnings go to `diagnostics`.
Mesh ReadNastran(const std::string& text, const std::string& path, const TextLoader& load,
                 const NastranOptions& options, Diagnostics* diagnostics);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_NASTRAN_READER_H_
