// From a mesh to a flexible part: reduction, invariants, modal stress and surface in one step.
#ifndef JOUNCE_FLEX_MAKE_PART_H_
#define JOUNCE_FLEX_MAKE_PART_H_

#include <string>
#include <vector>

#include "base/progress.h"
#include "flex/fe_system.h"
#include "flex/mesh.h"
#include "flex/reduction.h"
#include "model/flexible_part.h"

namespace jounce::flex {

struct InterfaceRequest {
  std::string name;  // the node's number where empty
  int node = 0;      // its number in the mesh
};

struct PartOptions {
  std::vector<InterfaceRequest> interfaces;
  ReductionOptions reduction;
  double damping = -1;  // ratio for all modes; below zero the usual one by frequency
  // Numbers of the interface nodes that carry the part for its geometric stiffening
  // (stiffening.h); without them it has none.
  std::vector<int> stiffening_held;
  bool element_stress = false;  // at centres of elements besides nodes
};

struct ReducedPart {
  FlexiblePart part;
  FeSystem system;
  Reduction reduction;
  RigidProperties rigid;
  std::vector<int> interfaces;  // indices of nodes
};

// The mesh must have passed CheckMesh. Throws InputError; where `progress` asks to stop, a part
// without modes comes back.
ReducedPart MakePart(const Mesh& mesh, const PartOptions& options, Progress* progress);

// 1 % below 100 Hz, 10 % below 1 kHz, critical above.
double UsualDamping(double frequency);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_MAKE_PART_H_
