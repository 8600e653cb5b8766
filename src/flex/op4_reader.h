// Matrices of Nastran's OUTPUT4: text or binary of either byte order, dense or sparse, single or
// double precision, real.
#ifndef JOUNCE_FLEX_OP4_READER_H_
#define JOUNCE_FLEX_OP4_READER_H_

#include <string>
#include <vector>

#include "base/error.h"

namespace jounce::flex {

struct MatrixEntry {
  int row = 0, column = 0;  // from 0
  double value = 0;
};

struct NamedMatrix {
  std::string name;
  int rows = 0, columns = 0;
  std::vector<MatrixEntry> entries;  // all that are stored
};

// All matrices of a file; what cannot be read goes to `diagnostics`.
std::vector<NamedMatrix> ReadOp4(const std::string& bytes, const std::string& path,
                                 Diagnostics* diagnostics);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_OP4_READER_H_
