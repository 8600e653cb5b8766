// What a rigid body looks like: its drawing, which the shapes of its mass become where there is none
// (model/drawn_shapes.h), or else struts between the points where something is attached, as arms and
// links are made.
#ifndef JOUNCE_REPORT_BODY_DRAWING_H_
#define JOUNCE_REPORT_BODY_DRAWING_H_

#include <Eigen/Core>
#include <optional>
#include <utility>
#include <vector>

#include "math/pose.h"
#include "model/model.h"
#include "report/scene.h"

namespace jounce::report {

// Points of a body that belong together [m, in its axes]: two make a link, three and four a frame
// with all its sides, more are joined each to its two nearest and all to one piece. Pairs of indices,
// the smaller first, ascending.
std::vector<std::pair<int, int>> StrutsBetween(const std::vector<Eigen::Vector3d>& points);

// Points along a smooth curve through those given, which are among them; two are a line.
std::vector<Eigen::Vector3d> SmoothCurve(const std::vector<Eigen::Vector3d>& points);

// Solids of a body: those of its drawing, if it has one, else struts between `points`, where
// something is attached, or from its centre of mass to a single one. `start` is the pose of the body
// at the start, as its drawing is in ground axes there; `size` [m] that of the model.
std::vector<SceneShape> DrawBody(const Body& body, const jounce::Pose& start,
                                 const Eigen::Vector3d& centre,
                                 const std::vector<Eigen::Vector3d>& points, double size);

// The wheel of an element that is a tyre, in the axes of its body; none of others. `frame` is where
// its frame is on the body: the centre of the wheel, y along its axis.
std::optional<SceneShape> DrawWheel(const ElementItem& element, const jounce::Pose& frame);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_BODY_DRAWING_H_
