#include "flex/modal_stress.h"

#include <map>
#include <utility>

#include "flex/element_matrices.h"
#include "flex/outer_surface.h"

namespace jounce::flex {
namespace {

// Faces of shells and solids at one node are kept apart: their stresses have no common mean.
struct PointKey {
  int node;
  std::string surface;
  auto operator<=>(const PointKey&) const = default;
};

Eigen::MatrixXd MotionsOf(const Element& element, int per_node, const Eigen::MatrixXd& motions) {
  const int count = NodeCount(element.shape);
  Eigen::MatrixXd result(per_node * count, motions.cols());
  for (int i = 0; i < count; ++i) {
    result.middleRows(per_node * i, per_node) = motions.middleRows(6 * element.nodes[i], per_node);
  }
  return result;
}

}  // namespace

void AddSurfaceAndStress(const Mesh& mesh, const Eigen::MatrixXd& motions, FlexiblePart* part) {
  FlexibleSurface& surface = part->surface;
  std::vector<int> corner(mesh.nodes.size(), -1);  // of a node on the surface
  std::vector<int> corner_node;
  for (std::array<int, 3> triangle : OuterTriangles(mesh)) {
    for (int& node : triangle) {
      if (corner[node] < 0) {
        corner[node] = static_cast<int>(corner_node.size());
        corner_node.push_back(node);
        surface.node.push_back(mesh.NodeId(node));
        surface.position.push_back(mesh.nodes[node].position);
        surface.translation.push_back(motions.middleRows<3>(6 * node));
      }
      node = corner[node];
    }
    surface.triangles.push_back(triangle);
  }
  std::map<PointKey, std::pair<Eigen::MatrixXd, int>> sums;
  for (const Element& element : mesh.elements) {
    bool seen = false;
    for (int i = 0; i < NodeCount(element.shape); ++i) seen |= corner[element.nodes[i]] >= 0;
    if (!seen || IsLine(element.shape)) continue;
    const ElementStress stress = ComputeElementStress(mesh, element);
    const Eigen::MatrixXd moved = MotionsOf(element, stress.freedoms_per_node, motions);
    for (const ElementStress::Face& face : stress.faces) {
      for (int i = 0; i < NodeCount(element.shape); ++i) {
        if (corner[element.nodes[i]] < 0) continue;
        auto& [sum, count] = sums[{element.nodes[i], face.surface}];
        if (count == 0) sum.setZero(6, motions.cols());
        sum.noalias() += face.at_node[i] * moved;
        ++count;
      }
    }
  }
  surface.stress_point.assign(surface.node.size(), -1);
  for (const auto& [key, sum] : sums) {
    int& shown = surface.stress_point[corner[key.node]];
    if (shown < 0 || key.surface == "top") shown = static_cast<int>(part->stress_points.size());
    part->stress_points.push_back({0, mesh.NodeId(key.node), key.surface,
                                   mesh.nodes[key.node].position, sum.first / sum.second});
  }
}

}  // namespace jounce::flex
