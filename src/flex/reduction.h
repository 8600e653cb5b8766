// Craig-Bampton reduction: fixed-interface normal modes and constraint modes, made orthonormal, the
// six rigid ones dropped [Wood 2003, 3.39 to 3.46; Craig & Bampton 1968].
#ifndef JOUNCE_FLEX_REDUCTION_H_
#define JOUNCE_FLEX_REDUCTION_H_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "base/progress.h"
#include "flex/fe_system.h"

namespace jounce::flex {

struct ReductionOptions {
  int modes = 20;              // fixed-interface normal modes
  double frequency_limit = 0;  // Hz: all below it instead, where > 0
  bool residual = false;       // also the six shapes that even acceleration makes
};

struct Reduction {
  // Fixed-interface normal modes.
  Eigen::VectorXd fixed_frequencies;  // Hz
  Eigen::MatrixXd effective_mass;     // modes x 6: kg, kg m2 about the mass centre
  // Orthonormal modes without rigid motion.
  Eigen::VectorXd frequencies;  // Hz
  Eigen::MatrixXd shapes;       // freedoms x modes, modal mass 1
  std::vector<std::string> origins;
  Eigen::VectorXd rigid_frequencies;  // Hz: the six that were dropped, zero but for round-off
};

// The rigid body that a system is.
struct RigidProperties {
  double mass = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia_about_origin = Eigen::Matrix3d::Zero();
  Eigen::Matrix3d inertia_about_centre = Eigen::Matrix3d::Zero();
};

RigidProperties ComputeRigidProperties(const Mesh& mesh, const FeSystem& system);

// `interfaces`: indices of nodes, each with six freedoms in `system`. Throws InputError where the
// part falls apart or is held. StopRequested leaves a reduction without shapes.
Reduction Reduce(const Mesh& mesh, const FeSystem& system, const std::vector<int>& interfaces,
                 const ReductionOptions& options, Progress* progress);

// Static displacements of all freedoms under loads, columns; the system must be supported.
Eigen::MatrixXd SolveStatic(const Mesh& mesh, const FeSystem& system, const Eigen::MatrixXd& loads);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_REDUCTION_H_
