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

SolidShape EvaluateShape(Shape shape, const Eigen::Vector3d& at);

// Points for stiffness, and those, more of them, for mass.
const std::vector<SolidPlace>& StiffnessPoints(Shape shape);
const std::vector<SolidPlace>& MassPoints(Shape shape);

// The nodes in the element's coordinates.
const std::vector<Eigen::Vector3d>& NodePlaces(Shape shape);
Eigen::Vector3d CentrePlace(Shape shape);

// Gradients of the incompatible modes, a column each; none for tetrahedra.
Eigen::Matrix3Xd BubbleGradients(Shape shape, const Eigen::Vector3d& at);

// Values at the nodes from those at the stiffness points.
const Eigen::MatrixXd& PointsToNodes(Shape shape);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_SOLID_KERNELS_H_
