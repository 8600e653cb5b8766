// Decks are written in any consistent units; inside they are SI.
#ifndef JOUNCE_FLEX_MESH_UNITS_H_
#define JOUNCE_FLEX_MESH_UNITS_H_

#include <string>

#include "flex/mesh.h"

namespace jounce::flex {

struct MeshUnits {
  double length = 1;  // m
  double mass = 1;    // kg
  double time = 1;    // s
};

// "mm-t-s", "m-kg-s", "mm-kg-ms", "in-slinch-s", ...: length-mass-time. Throws InputError.
MeshUnits ParseMeshUnits(const std::string& text);

void ConvertToSi(const MeshUnits& units, Mesh* mesh);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_MESH_UNITS_H_
