// What a run of the iteration tells of the response matrix: with the change dD of the drives and dY
// of the targets, H + E where
//
//   E = argmin  sum over lines about this one of |dY - (H + E) dD|^2  +  ridge |E S|^2,
//
// S the size of dD there, drive by drive. One line alone, without a ridge, is the update of Broyden.
#ifndef JOUNCE_REPLICATE_RESPONSE_UPDATE_H_
#define JOUNCE_REPLICATE_RESPONSE_UPDATE_H_

#include <vector>

#include "replicate/response_matrix.h"

namespace jounce {

// `drives` and `targets` have the lines of the matrix; `reach` is how many on either side count.
void UpdateResponses(const std::vector<Lines>& drives, const std::vector<Lines>& targets,
                     size_t reach, double ridge, ResponseMatrix* matrix);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_RESPONSE_UPDATE_H_
