// The fluid path of a mount as a part of identification: pump, inertia track and decoupler
// (laws/kernels/hydro_path.h), brought to its periodic answer by Newton.
#ifndef JOUNCE_IDENTIFY_HYDRO_PATH_PART_H_
#define JOUNCE_IDENTIFY_HYDRO_PATH_PART_H_

#include "identify/part.h"

namespace jounce::identify {

void EvaluateHydroPath(const Group& group, const double* parameters, GridForce* out);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_HYDRO_PATH_PART_H_
