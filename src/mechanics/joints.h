// Joints, motions and couplers as rows of link functions.
//
// Let x, y, z be unit vectors, d the second point in the first frame's axes and R the orientation
// of the second frame in the first:
//   point       d_x = d_y = d_z = 0
//   z parallel  x . R z = y . R z = 0
//   no turning  z parallel and x . R y = 0
// Each joint is made of these [Wood 2003, 2.4.2; Haug 1989, chapter 9].
#ifndef JOUNCE_MECHANICS_JOINTS_H_
#define JOUNCE_MECHANICS_JOINTS_H_

#include <memory>

#include "mechanics/constraint.h"
#include "model/geometry.h"
#include "model/model.h"

namespace jounce {

// `first` is the pose of the first frame at the start, in which points of a curve are seen.
std::unique_ptr<Constraint> MakeJoint(const Joint& joint, const FramePair& frames,
                                      const Pose& first = Pose());
std::unique_ptr<Constraint> MakeMotion(const Motion& motion, const FramePair& frames);
// `frames` are those of the coupler's terms.
std::unique_ptr<Constraint> MakeCoupler(const Coupler& coupler,
                                        const std::vector<FramePair>& frames);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_JOINTS_H_
