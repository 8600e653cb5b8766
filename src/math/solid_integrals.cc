#include "math/solid_integrals.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <map>
#include <utility>

#include "base/error.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// A body whose volume is less than this part of its size cubed is a sheet.
constexpr double kLeastVolume = 1e-12;

using Edge = std::pair<int, int>;

// The number of the first vertex at the same place, for each.
std::vector<int> UniqueVertices(const std::vector<Vector3d>& vertices) {
  std::map<std::array<double, 3>, int> known;
  std::vector<int> unique;
  for (size_t i = 0; i < vertices.size(); ++i) {
    const Vector3d p = vertices[i] + Vector3d::Zero();  // no -0
    unique.push_back(
        known.emplace(std::array{p.x(), p.y(), p.z()}, static_cast<int>(i)).first->second);
  }
  return unique;
}

std::string Shown(const Vector3d& p) {
  return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", p.x(), p.y(), p.z());
}

// Every edge is passed as often one way as the other, each time by another triangle.
void CheckClosed(const TriangleSurface& surface) {
  const std::vector<int> unique = UniqueVertices(surface.vertices);
  std::map<Edge, std::array<int, 2>> edges;  // by smaller and larger end: passed up, passed down
  for (const std::array<int, 3>& triangle : surface.triangles) {
    const int corners[] = {unique[triangle[0]], unique[triangle[1]], unique[triangle[2]]};
    for (int i = 0; i < 3; ++i) {
      const int a = corners[i], b = corners[(i + 1) % 3];
      if (a != b) ++edges[std::minmax(a, b)][a < b ? 0 : 1];
    }
  }
  int open = 0, turned = 0;
  Edge first_open, first_turned;
  for (const auto& [edge, passed] : edges) {
    if (passed[0] == passed[1]) continue;
    const bool is_open = (passed[0] + passed[1]) % 2 == 1;
    if ((is_open ? open : turned)++ == 0) (is_open ? first_open : first_turned) = edge;
  }
  const auto ends = [&](const Edge& edge) {
    return Shown(surface.vertices[edge.first]) + " to " + Shown(surface.vertices[edge.second]);
  };
  if (open > 0) {
    throw InputError(fmt::format("the surface is open: {} edges have no neighbour, one from {}",
                                 open, ends(first_open)),
                     "a body is enclosed by a surface without holes");
  }
  if (turned > 0) {
    throw InputError(fmt::format("neighbouring triangles face different ways at {} edges, one from "
                                 "{}",
                                 turned, ends(first_turned)),
                     "all triangles are counterclockwise as seen from outside");
  }
}

}  // namespace

SolidIntegrals IntegrateSolid(const TriangleSurface& surface) {
  if (surface.triangles.empty()) throw InputError("there are no triangles");
  CheckClosed(surface);
  // About a point of the body, so that a far origin costs no digits.
  const Vector3d origin = surface.vertices[surface.triangles[0][0]];
  double volume = 0, size = 0;
  Vector3d first = Vector3d::Zero();
  Matrix3d second = Matrix3d::Zero();
  for (const std::array<int, 3>& triangle : surface.triangles) {
    const Vector3d a = surface.vertices[triangle[0]] - origin;
    const Vector3d b = surface.vertices[triangle[1]] - origin;
    const Vector3d c = surface.vertices[triangle[2]] - origin, s = a + b + c;
    const double V = a.dot(b.cross(c)) / 6;
    volume += V;
    first += V / 4 * s;
    second +=
        V / 20 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
    size = std::max(size, a.norm());
  }
  if (!(std::abs(volume) > kLeastVolume * size * size * size)) {
    throw InputError("the surface encloses no volume");
  }
  if (volume < 0) {
    throw InputError(fmt::format("the surface is inside out: its volume is {:.6g} m3", volume),
                     "turn its triangles over, counterclockwise as seen from outside");
  }
  const Vector3d centre = first / volume;
  const Matrix3d spread = second - volume * centre * centre.transpose();
  return {volume, origin + centre, spread.trace() * Matrix3d::Identity() - spread};
}

}  // namespace jounce
