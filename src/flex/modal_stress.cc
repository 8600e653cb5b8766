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

// What the elements around a node say, added up.
struct NodeSum {
  Eigen::MatrixXd stress;
  double young = 0, poisson = 0;
  int count = 0;
};

Eigen::MatrixXd MotionsOf(const MeshElement& element, int per_node,
                          const Eigen::MatrixXd& motions) {
  const int count = NodeCount(element.shape);
  Eigen::MatrixXd result(per_node * count, motions.cols());
  for (int i = 0; i < count; ++i) {
    result.middleRows(per_node * i, per_node) = motions.middleRows(6 * element.nodes[i], per_node);
  }
  return result;
}

// Of the ply that a face of a shell is.
const Material& MaterialOf(const Mesh& mesh, const MeshElement& element,
                           const std::string& surface) {
  int index = 0;
  if (IsShell(element.shape)) {
    const std::vector<Ply>& plies = mesh.shell_properties[element.property].plies;
    index = (surface == "top" ? plies.back() : plies.front()).material;
  } else {
    index = IsSolid(element.shape) ? mesh.solid_properties[element.property].material
                                   : mesh.beam_properties[element.property].material;
  }
  return mesh.materials[index];
}

Eigen::Vector3d CentreOf(const Mesh& mesh, const MeshElement& element) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  const int count = NodeCount(element.shape);
  for (int i = 0; i < count; ++i) sum += mesh.nodes[element.nodes[i]].position;
  return sum / count;
}

class StressCollector {
 public:
  StressCollector(const Mesh& mesh, const Eigen::MatrixXd& motions, FlexiblePart* part)
      : mesh_(mesh), motions_(motions), part_(part), corner_(mesh.nodes.size(), -1) {}

  void AddSurface() {
    FlexibleSurface& surface = part_->surface;
    has_face_.assign(mesh_.elements.size(), 0);
    for (OuterTriangle triangle : OuterTriangles(mesh_)) {
      for (int& node : triangle.nodes) {
        if (corner_[node] < 0) {
          corner_[node] = static_cast<int>(surface.node.size());
          surface.node.push_back(mesh_.NodeId(node));
          surface.position.push_back(mesh_.nodes[node].position);
          surface.translation.push_back(motions_.middleRows<3>(6 * node));
        }
        node = corner_[node];
      }
      surface.triangles.push_back(triangle.nodes);
      element_of_.push_back(triangle.element);
      has_face_[triangle.element] = 1;
    }
  }

  void AddStress(bool centres) {
    std::vector<int> centre(mesh_.elements.size(), -1);  // stress point that is shown
    for (size_t e = 0; e < mesh_.elements.size(); ++e) {
      const MeshElement& element = mesh_.elements[e];
      bool seen = IsLine(element.shape);
      for (int i = 0; i < NodeCount(element.shape); ++i) seen |= corner_[element.nodes[i]] >= 0;
      if (!seen) continue;
      const ElementStress stress = ComputeElementStress(mesh_, element);
      const Eigen::MatrixXd moved = MotionsOf(element, stress.freedoms_per_node, motions_);
      for (size_t f = 0; f < stress.faces.size(); ++f) {
        const ElementStress::Face& face = stress.faces[f];
        if (IsLine(element.shape)) {
          AddBeamEnds(element, face, static_cast<int>(f), moved);
          continue;
        }
        AddToNodes(element, face, moved);
        if (!centres || !has_face_[e]) continue;
        if (centre[e] < 0) centre[e] = static_cast<int>(part_->stress_points.size());
        AddCentre(element, face, moved);
      }
    }
    AddNodePoints();
    for (size_t t = 0; centres && t < element_of_.size(); ++t) {
      part_->surface.triangle_stress.push_back(centre[element_of_[t]]);
    }
  }

 private:
  void Add(int element, int node, const std::string& surface, const Eigen::Vector3d& position,
           Eigen::MatrixXd stress, double young, double poisson) {
    part_->stress_points.push_back(
        {element, node, surface, position, std::move(stress), young, poisson});
  }

  void AddBeamEnds(const MeshElement& element, const ElementStress::Face& face, int point,
                   const Eigen::MatrixXd& moved) {
    const Material& material = MaterialOf(mesh_, element, face.surface);
    for (int end = 0; end < 2; ++end) {
      Add(element.id, mesh_.NodeId(element.nodes[end]), face.surface,
          BeamStressPosition(mesh_, element, point, end), face.at_node[end] * moved, material.young,
          material.poisson);
    }
  }

  void AddToNodes(const MeshElement& element, const ElementStress::Face& face,
                  const Eigen::MatrixXd& moved) {
    const Material& material = MaterialOf(mesh_, element, face.surface);
    for (int i = 0; i < NodeCount(element.shape); ++i) {
      if (corner_[element.nodes[i]] < 0) continue;
      NodeSum& sum = sums_[{element.nodes[i], face.surface}];
      if (sum.count == 0) sum.stress.setZero(6, motions_.cols());
      sum.stress.noalias() += face.at_node[i] * moved;
      sum.young += material.young;
      sum.poisson += material.poisson;
      ++sum.count;
    }
  }

  // The stress varies linearly between its values at the nodes: their mean is that of the centre.
  void AddCentre(const MeshElement& element, const ElementStress::Face& face,
                 const Eigen::MatrixXd& moved) {
    Eigen::MatrixXd mean = face.at_node[0];
    for (size_t i = 1; i < face.at_node.size(); ++i) mean += face.at_node[i];
    mean /= static_cast<double>(face.at_node.size());
    const Material& material = MaterialOf(mesh_, element, face.surface);
    Add(element.id, 0, face.surface, CentreOf(mesh_, element), mean * moved, material.young,
        material.poisson);
  }

  void AddNodePoints() {
    std::vector<int>& shown = part_->surface.stress_point;
    shown.assign(part_->surface.node.size(), -1);
    for (const auto& [key, sum] : sums_) {
      int& point = shown[corner_[key.node]];
      if (point < 0 || key.surface == "top") point = static_cast<int>(part_->stress_points.size());
      Add(0, mesh_.NodeId(key.node), key.surface, mesh_.nodes[key.node].position,
          sum.stress / sum.count, sum.young / sum.count, sum.poisson / sum.count);
    }
  }

  const Mesh& mesh_;
  const Eigen::MatrixXd& motions_;
  FlexiblePart* part_;
  std::vector<int> corner_;      // of a node on the surface
  std::vector<int> element_of_;  // of a triangle
  std::vector<char> has_face_;   // of an element
  std::map<PointKey, NodeSum> sums_;
};

}  // namespace

void AddSurfaceAndStress(const Mesh& mesh, const Eigen::MatrixXd& motions, bool element_centres,
                         FlexiblePart* part) {
  StressCollector collector(mesh, motions, part);
  collector.AddSurface();
  collector.AddStress(element_centres);
}

}  // namespace jounce::flex
