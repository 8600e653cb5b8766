// What stands in a Gmsh file: nodes, elements and the names of their physical groups. Versions 2.2
// and 4.1, as text or binary [Geuzaine & Remacle, Gmsh reference manual, "MSH file format"].
#ifndef JOUNCE_FLEX_GMSH_FILE_H_
#define JOUNCE_FLEX_GMSH_FILE_H_

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "flex/mesh.h"

namespace jounce::flex {

struct GmshType {
  const char* name;  // "6-node triangle"
  int nodes;
  std::optional<ElementShape> shape;  // none: not an element, only a way to name nodes
};

// By Gmsh's number of it; nothing for types that are not read.
const GmshType* FindGmshType(int type);

struct GmshElement {
  long id;
  int type;
  std::pair<int, int> group;  // dimension, physical tag; 0 where it has none
  std::vector<int> nodes;     // indices
  int line;                   // 0 in a binary file
};

struct GmshFile {
  Mesh mesh;  // nodes alone
  std::vector<GmshElement> elements;
  std::map<std::pair<int, int>, std::string> names;  // (dimension, tag) to name
  bool whole = false;                                // read to its end without a mistake
};

// Positions in the file are multiplied by `length`.
GmshFile ReadGmshFile(const std::string& text, const std::string& path, double length,
                      Diagnostics* diagnostics);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_GMSH_FILE_H_
