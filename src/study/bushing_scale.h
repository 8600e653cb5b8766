// Scales the laws of connections by name: the bushing editor of a study, in one line.
//
//   force      all that a law does, by one factor: another hardness of the same rubber
//   stiffness  what is elastic; dampers beside springs keep theirs. Laws with memory (Prony,
//              friction, hydraulics) have no elastic part of their own and are scaled as a whole.
//   damping    coefficients and tables of dampers alone
#ifndef JOUNCE_STUDY_BUSHING_SCALE_H_
#define JOUNCE_STUDY_BUSHING_SCALE_H_

#include <string>
#include <vector>

#include "model/model.h"
#include "study/study.h"

namespace jounce::study {

// In place. Directions are those of kDirections; a rod has x alone, a bushing of dimension 3 x, y, z.
// Throws InputError where no connection has such a name or none of them such a part.
void ScaleBushings(const std::vector<std::string>& patterns, ScaledPart part,
                   const std::vector<std::string>& directions, double factor, Model* model);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_BUSHING_SCALE_H_
