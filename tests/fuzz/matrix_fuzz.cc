// Any bytes as matrices of other programs: read, or refused with findings.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "flex/direct_matrices.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace jounce;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  for (const flex::NamedMatrix& matrix : flex::ReadOp4(text, "fuzz", &diagnostics)) {
    for (const flex::MatrixEntry& e : matrix.entries) {
      if (e.row < 0 || e.row >= matrix.rows || e.column < 0 || e.column >= matrix.columns) {
        std::abort();
      }
    }
  }
  const flex::Mesh mesh = flex::ReadCalculixNodes(text, "fuzz", &diagnostics);
  const auto rows = flex::ReadCalculixRows(text, "fuzz", mesh, &diagnostics);
  const auto matrix = flex::ReadCalculixMatrix(text, "fuzz", &diagnostics);
  flex::PlaceMatrix(matrix, rows, "fuzz", &diagnostics);
  return 0;
}
