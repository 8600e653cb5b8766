// An assembly: a model resolved. Three stages follow each other:
//
//   Model      what the user wrote: plain data, sub-assemblies and beams as such
//   Assembly   one flat model: sub-assemblies placed, beams expanded, welded bodies merged, laws
//              made, what is wrong reported
//   System     run-time elements in flat arrays (system.h)
//
// An Assembly does not change once made. Two Systems of one Assembly share its laws and parts,
// which are const, and nothing else.
#ifndef JOUNCE_MECHANICS_ASSEMBLY_H_
#define JOUNCE_MECHANICS_ASSEMBLY_H_

#include <memory>
#include <vector>

#include "laws/law.h"
#include "mechanics/open_joints.h"
#include "mechanics/welds.h"
#include "model/model.h"

namespace jounce {

struct Assembly : MergedModel {
  std::vector<std::shared_ptr<const Law>> laws;  // one for each connection of `model`
  std::vector<OpenJoint> open_joints;            // as drawn, before welded bodies were merged
  double size = 1;                               // half the diagonal of what bounds it [m]
};

// Throws InputError with all that is wrong with the model.
Assembly Assemble(const Model& model);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_ASSEMBLY_H_
