// Stress of modes on what one sees of a part: at the nodes of its outer faces, the mean of what the
// elements around say, top and bottom of shells; where asked for at the centres of the elements
// that have outer faces; and at both ends of beams, at the points of their section.
#ifndef JOUNCE_FLEX_MODAL_STRESS_H_
#define JOUNCE_FLEX_MODAL_STRESS_H_

#include <Eigen/Core>

#include "flex/mesh.h"
#include "model/flexible_part.h"

namespace jounce::flex {

// `motions`: (6 nodes) x modes. Fills surface and stress_points of the part.
void AddSurfaceAndStress(const Mesh& mesh, const Eigen::MatrixXd& motions, bool element_centres,
                         FlexiblePart* part);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_MODAL_STRESS_H_
