// A flexible part as reduction leaves it: modes of a mesh, what they weigh, and where they can be
// held. Plain data in SI units, in the axes of the mesh about its origin; `flex/` makes it,
// `io/flexible_part_file.h` keeps it, `mechanics/flexible_body.h` lets it move.
//
// The elastic displacement of a mesh point is u(t) = sum_i mode_i q_i(t), its small rotation
// likewise. Modes are orthonormal with respect to mass (modal mass 1) and stiffness (frequency
// squared), and free of rigid motion [Wood 2003, 3.41 to 3.46].
#ifndef JOUNCE_MODEL_FLEXIBLE_PART_H_
#define JOUNCE_MODEL_FLEXIBLE_PART_H_

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

namespace jounce {

// A node of the mesh to which joints, bushings, loads and sensors attach.
struct InterfaceNode {
  std::string name;  // the user's, or the node's number in the mesh
  int id = 0;        // in the mesh
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // m
  Eigen::MatrixXd translation;  // 3 x modes: displacement of the node in each mode
  Eigen::MatrixXd rotation;     // 3 x modes: its rotation, rad
};

// The nine inertia invariants of the thesis [Wood 2003, 3.3.8], sums over the nodes p with mass
// m_p, position s_p, translation modes phi_p (3 x n) and, where nodes have rotary inertia J_p,
// rotation modes psi_p. The hat is the skew matrix.
struct InertiaInvariants {
  double i1 = 0;                                 // sum m
  Eigen::Vector3d i2 = Eigen::Vector3d::Zero();  // sum m s
  Eigen::MatrixXd i3;                            // 3 x n: sum m phi
  Eigen::MatrixXd i4;                            // 3 x n: sum m s^ phi + J psi
  std::vector<Eigen::MatrixXd> i5;               // n of 3 x n: sum m phi_j^ phi
  Eigen::MatrixXd i6;                            // n x n: sum m phi^T phi + psi^T J psi
  Eigen::Matrix3d i7 = Eigen::Matrix3d::Zero();  // sum m s^T^ s^ + J: inertia about the origin
  std::vector<Eigen::Matrix3d> i8;               // n: sum m s^ phi_j^
  std::vector<std::vector<Eigen::Matrix3d>> i9;  // n x n: sum m phi_j^ phi_k^
};

// Six components (xx, yy, zz, xy, yz, zx) of stress [Pa] in each mode, at a place that can be
// named: a node (the mean of the elements around it), the centre of an element, or, with both
// numbers, the end of a beam.
struct StressPoint {
  int element = 0;      // of the mesh; 0 where the stress is that of a node
  int node = 0;         // of the mesh; 0 where the stress is that of an element's centre
  std::string surface;  // "top" or "bottom" of a shell, "C" to "F" of a beam, empty for solids
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  Eigen::MatrixXd stress;  // 6 x modes
  // Of the isotropic material there, for strains; 0 Pa where it is not known.
  double young = 0;    // Pa
  double poisson = 0;  // -
};

// The outer faces of the mesh, for pages and VTK: triangles and what their corners do.
struct FlexibleSurface {
  std::vector<int> node;                      // mesh numbers of the corners
  std::vector<Eigen::Vector3d> position;      // m
  std::vector<Eigen::MatrixXd> translation;   // 3 x modes
  std::vector<int> stress_point;              // index into stress_points, -1 where unknown
  std::vector<std::array<int, 3>> triangles;  // indices into the corners above
  // For each triangle the stress point of its element's centre; empty where these are not known.
  std::vector<int> triangle_stress;
};

struct FlexiblePart {
  std::string name;
  std::string source;           // the mesh file it came from
  Eigen::VectorXd frequencies;  // Hz, of each mode
  Eigen::VectorXd damping;      // ratio of each mode to critical
  // Where each mode came from: "normal", "constraint" or "residual".
  std::vector<std::string> origins;
  std::vector<InterfaceNode> interfaces;
  InertiaInvariants inertia;
  // Geometric stiffening, where asked for: twelve matrices n x n, one per unit of the acceleration
  // of the origin less gravity (x, y, z), of the angular acceleration (x, y, z) and of the products
  // of angular velocity (xx, yy, zz, xy, yz, zx), all in the part's axes. Their sum G q stands
  // beside the stiffness times q: positive where the inertia forces pull (flex/stiffening.h).
  std::vector<Eigen::MatrixXd> stiffening;
  std::vector<StressPoint> stress_points;
  FlexibleSurface surface;

  int mode_count() const { return static_cast<int>(frequencies.size()); }
};

}  // namespace jounce

#endif  // JOUNCE_MODEL_FLEXIBLE_PART_H_
