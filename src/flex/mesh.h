// A finite element mesh as plain data, in SI units and the axes of the mesh. Readers
// (nastran_reader.h, gmsh_reader.h) fill it, fe_system.h turns it into matrices.
//
// Nodes are referred to by index, not by number; the user's numbers are kept for messages. Every
// node has six freedoms (translations, rotations); those that nothing holds are left out later.
#ifndef JOUNCE_FLEX_MESH_H_
#define JOUNCE_FLEX_MESH_H_

#include <Eigen/Core>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"

namespace jounce::flex {

struct Node {
  int id = 0;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  // Columns: the axes in which constraints, springs and loads at this node are given.
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  Place place;
  // A scalar point: its first freedom is a number without a place, such as the amplitude of a mode
  // of a superelement. Rigid motion leaves it as it is.
  bool scalar = false;
};

// Isotropic and linear.
struct Material {
  int id = 0;
  double young = 0;    // Pa
  double shear = 0;    // Pa
  double poisson = 0;  // -
  double density = 0;  // kg/m3
};

// A layer of a shell, from the bottom upwards.
struct Ply {
  int material = 0;  // index
  double thickness = 0;
};

struct ShellProperty {
  int id = 0;
  std::vector<Ply> plies;    // one for a homogeneous shell
  double bottom = 0;         // z of the lowest face; -thickness/2 where the nodes are mid-way
  double bending_ratio = 1;  // actual bending inertia over t^3/12
  double shear_factor = 5. / 6;
  bool shear_rigid = false;  // no transverse shear deformation
  bool membrane = true;
  bool bending = true;
  double added_mass = 0;  // kg/m2
};

struct SolidProperty {
  int id = 0;
  int material = 0;  // index
};

// Section of a beam or rod; 1 and 2 as in Nastran: plane 1 holds the orientation vector.
struct BeamProperty {
  int id = 0;
  int material = 0;  // index
  double area = 0;
  double i1 = 0;  // bending in plane 1 (about the element's z)
  double i2 = 0;  // bending in plane 2 (about the element's y)
  double i12 = 0;
  double torsion = 0;
  double k1 = 0;  // shear area over area in plane 1; 0 is shear-rigid
  double k2 = 0;
  double added_mass = 0;  // kg/m
  // Points (y, z) of the section, at most four, at which stress is asked for: C, D, E, F. y lies in
  // plane 1.
  std::vector<Eigen::Vector2d> stress_points;
};

enum class ElementShape { kTriangle, kQuad, kTet4, kTet10, kPenta6, kHex8, kBeam, kBar, kRod };

bool IsShell(ElementShape shape);
bool IsSolid(ElementShape shape);
bool IsLine(ElementShape shape);
int NodeCount(ElementShape shape);
const char* NameOf(ElementShape shape);  // "4-node shell"

struct MeshElement {
  int id = 0;
  ElementShape shape = ElementShape::kQuad;
  int property = 0;                // index into the list of the shape's kind
  std::array<int, 10> nodes = {};  // indices, NodeCount(shape) of them
  Place place;
  Eigen::Vector3d orientation = Eigen::Vector3d::Zero();  // of a beam: in plane 1
  std::array<Eigen::Vector3d, 2> offsets = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  double normal_offset = 0;          // of a shell, along its normal
  std::array<int, 2> releases = {};  // of a beam: bit c set: component c carries nothing
};

// One node drives others rigidly: chosen components of the dependent nodes follow.
struct RigidLink {
  int id = 0;
  int master = 0;
  std::vector<int> dependents;
  int components = 63;  // bits, 0 to 5
  Place place;
};

// One node follows the weighted mean motion of others.
struct MeanLink {
  struct Share {
    int node = 0;
    double weight = 1;
    int components = 7;
  };
  int id = 0;
  int reference = 0;
  int components = 63;
  std::vector<Share> shares;
  Place place;
};

struct PointMass {
  int id = 0;
  int node = 0;
  double mass = 0;
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // about the mass's own centre
};

// Six stiffnesses (or one) between two nodes, or one node and ground (second node -1).
struct Spring {
  int id = 0;
  std::array<int, 2> nodes = {-1, -1};
  std::array<int, 2> components = {-1, -1};  // of a scalar spring; -1: all six, `stiffness` in axes
  std::array<double, 6> stiffness = {};      // the first for a scalar spring
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  Place place;
};

// Entries of matrices given directly: (node, component) by (node, component).
struct DirectEntry {
  int row_node = 0, row_component = 0, column_node = 0, column_component = 0;
  double value = 0;
};

struct Support {
  int node = 0;
  int components = 63;
};

struct PointLoad {
  int node = 0;
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
};

struct Mesh {
  std::string source;
  std::vector<Node> nodes;
  std::unordered_map<int, int> node_index;    // number to index
  std::unordered_map<int, int> scalar_index;  // the same of scalar points
  std::vector<Material> materials;
  std::vector<ShellProperty> shell_properties;
  std::vector<SolidProperty> solid_properties;
  std::vector<BeamProperty> beam_properties;
  std::vector<MeshElement> elements;
  std::vector<RigidLink> rigid_links;
  std::vector<MeanLink> mean_links;
  std::vector<PointMass> masses;
  std::vector<Spring> springs;
  std::vector<DirectEntry> direct_stiffness;  // both triangles
  std::vector<DirectEntry> direct_mass;
  std::vector<Support> supports;  // of the deck; a part that moves is free of them
  std::vector<PointLoad> loads;
  bool lumped_mass = false;       // masses of elements on the translations of their nodes
  double drilling_factor = 1e-4;  // stiffness against rotation about a shell's normal, over G t
  // Nodes that the file itself marks as outer (ASET1, CSUPEXT, attachments), by number.
  struct Interface {
    int node = 0;
    std::string name;
  };
  std::vector<Interface> suggested_interfaces;

  // Adds a node; false where the number is taken.
  bool AddNode(const Node& node);
  // Adds a scalar point; false where the number is taken.
  bool AddScalarPoint(int id, const Place& place);
  // Index of a node by its number, -1 where there is none.
  int FindNode(int id) const;
  int FindScalarPoint(int id) const;
  int NodeId(int index) const { return nodes[index].id; }
};

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_MESH_H_
