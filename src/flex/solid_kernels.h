// Shape functions and integration points of the solids in their own coordinates.
#ifndef JOUNCE_FLEX_SOLID_KERNELS_H_
#define JOUNCE_FLEX_SOLID_KERNELS_H_

#include <Eigen/Core>
#include <vector>

#include "flex/mesh.h"

namespace jounce::flex {

struct SolidShape {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 10, 1> values;
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 10> gradient;  // by the element's coordinates
};

struct SolidPlace {
  Eigen::Vector3d at;
  double weight;
};

SolidShape EvaluateShape(ElementShape shape, const Eigen::Vector3d& at);

// Points for stiffness, and those, more of them, for mass.
const std::vector<SolidPlace>& StiffnessPoints(ElementShape shape);
const std::vector<SolidPlace>& MassPoints(ElementShape shape);

// The nodes in the element's coordinates.
const std::vector<Eigen::Vector3d>& NodePlaces(ElementShape shape);
Eigen::Vector3d CentrePlace(ElementShape shape);

// Gradients of the incompatible modes, a column each; none for tetrahedra.
Eigen::Matrix3Xd BubbleGradients(ElementShape shape, const Eigen::Vector3d& at);

// Values at the nodes from those at the stiffness points.
const Eigen::MatrixXd& PointsToNodes(ElementShape shape);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_SOLID_KERNELS_H_
