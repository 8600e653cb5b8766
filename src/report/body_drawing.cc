#include "report/body_drawing.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "model/orientation.h"
#include "report/scene_poses.h"
#include "tyres/tyre.h"

namespace jounce::report {
namespace {

constexpr double kStrut = 0.012;  // radius of a strut, of the size of the model
constexpr int kFrame = 4;         // points up to which every pair is joined
constexpr int kPieces = 6;        // straight ones of a bent bar from point to point

using Points = std::vector<Eigen::Vector3d>;

ScenePose Turned(const Eigen::Vector3d& place, const Eigen::Matrix3d& axes) {
  const Eigen::Quaterniond q(axes);
  return {ToVec3(place), {q.w(), q.x(), q.y(), q.z()}};
}

// A solid of revolution from one point of a body to another.
SceneShape Between(ShapeKind kind, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                   double radius) {
  const Eigen::Vector3d along = to - from;
  return {kind, Turned(0.5 * (from + to), MatrixFromZ(along)), {radius, along.norm(), 0}};
}

SceneShape Ball(const Eigen::Vector3d& place, double radius) {
  return {ShapeKind::kSphere, {ToVec3(place), {1, 0, 0, 0}}, {radius, 0, 0}};
}

// A polygon of some thickness: both faces as fans, and its rim.
SceneShape Plate(const Points& corners, double thickness) {
  SceneShape shape{.kind = ShapeKind::kMesh};
  const int n = static_cast<int>(corners.size());
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  for (int i = 1; i + 1 < n; ++i) {
    normal += (corners[i] - corners[0]).cross(corners[i + 1] - corners[0]);
  }
  normal = 0.5 * thickness * normal.normalized();
  for (const double side : {1.0, -1.0}) {
    for (const Eigen::Vector3d& corner : corners) {
      const Eigen::Vector3d point = corner + side * normal;
      shape.points.push_back(ToVec3(point));
    }
  }
  for (int i = 1; i + 1 < n; ++i) {
    shape.triangles.push_back({0, i, i + 1});
    shape.triangles.push_back({n, n + i + 1, n + i});
  }
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    shape.triangles.push_back({i, n + i, n + next});
    shape.triangles.push_back({i, n + next, next});
  }
  return shape;
}

// The image of a surface in its plane y = 0 faces outward again with its triangles turned round.
SceneShape Surface(const TriangleSurface& surface, bool mirrored) {
  SceneShape shape{.kind = ShapeKind::kMesh};
  for (const Eigen::Vector3d& p : surface.vertices) {
    shape.points.push_back({p.x(), mirrored ? -p.y() : p.y(), p.z()});
  }
  for (const auto& [a, b, c] : surface.triangles) {
    shape.triangles.push_back(mirrored ? std::array<int, 3>{a, c, b} : std::array<int, 3>{a, b, c});
  }
  return shape;
}

// Turns what a body looks like into solids in its axes.
class Drawing {
 public:
  Drawing(const jounce::Pose& start, double strut) : start_(start), strut_(strut) {}

  void operator()(const DrawnRod& s) {
    Add(ShapeKind::kCapsule, s.from, s.to, s.diameter > 0 ? 0.5 * s.diameter : strut_);
  }
  void operator()(const DrawnTube& s) { Add(ShapeKind::kCylinder, s.from, s.to, 0.5 * s.diameter); }
  void operator()(const DrawnPlate& s) {
    Points corners;
    for (const Eigen::Vector3d& corner : s.corners) corners.push_back(OnBody(corner));
    if (corners.size() >= 3) shapes.push_back(Plate(corners, s.thickness));
  }
  void operator()(const DrawnBox& s) {
    const Eigen::Matrix3d axes = start_.R.transpose() * OrientationMatrix(s.orientation, s.centre);
    shapes.push_back({ShapeKind::kBox, Turned(OnBody(s.centre), axes), ToVec3(s.size)});
  }
  void operator()(const DrawnSphere& s) {
    shapes.push_back(Ball(OnBody(s.centre), 0.5 * s.diameter));
  }
  void operator()(const DrawnWheel& s) {
    const Eigen::Vector3d half = 0.5 * s.width * s.axis.normalized();
    Add(ShapeKind::kWheel, s.centre - half, s.centre + half, 0.5 * s.diameter);
  }
  void operator()(const DrawnSpline& s) {
    const Points bend = SmoothCurve(s.corners);
    for (size_t i = 1; i < bend.size(); ++i) (*this)(DrawnRod{bend[i - 1], bend[i], s.diameter});
  }
  void operator()(const DrawnMesh& s) {
    if (!s.surface) return;
    shapes.push_back(Surface(*s.surface, s.mirrored));
    if (!s.centre) return;
    const Eigen::Matrix3d axes = start_.R.transpose() * OrientationMatrix(s.orientation, *s.centre);
    shapes.back().pose = Turned(OnBody(*s.centre), axes);
  }

  std::vector<SceneShape> shapes;

 private:
  Eigen::Vector3d OnBody(const Eigen::Vector3d& point) const {
    return start_.R.transpose() * (point - start_.p);
  }
  void Add(ShapeKind kind, const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius) {
    if ((to - from).norm() > 0) shapes.push_back(Between(kind, OnBody(from), OnBody(to), radius));
  }

  const jounce::Pose& start_;
  double strut_;
};

// Without those that lie in one place.
Points Distinct(const Points& points, double distance) {
  Points out;
  for (const Eigen::Vector3d& point : points) {
    const bool known = std::any_of(out.begin(), out.end(), [&](const Eigen::Vector3d& other) {
      return (point - other).norm() < distance;
    });
    if (!known) out.push_back(point);
  }
  return out;
}

std::pair<int, int> Ordered(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

// Each to its two nearest.
void JoinNeighbours(const Points& points, std::set<std::pair<int, int>>* pairs) {
  const int n = static_cast<int>(points.size());
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  for (int i = 0; i < n; ++i) {
    std::vector<int> near = order;
    std::partial_sort(near.begin(), near.begin() + 3, near.end(), [&](int a, int b) {
      return (points[a] - points[i]).squaredNorm() < (points[b] - points[i]).squaredNorm();
    });
    for (int k = 0; k < 3; ++k) {
      if (near[k] != i) pairs->insert(Ordered(i, near[k]));
    }
  }
}

// A minimum spanning tree (Prim), so that all is one piece.
void JoinAll(const Points& points, std::set<std::pair<int, int>>* pairs) {
  const int n = static_cast<int>(points.size());
  std::vector<double> distance(n, std::numeric_limits<double>::infinity());
  std::vector<int> nearest(n, 0);
  std::vector<bool> joined(n, false);
  int last = 0;
  for (int count = 1; count < n; ++count) {
    joined[last] = true;
    int next = -1;
    for (int i = 0; i < n; ++i) {
      if (joined[i]) continue;
      const double d = (points[i] - points[last]).norm();
      if (d < distance[i]) {
        distance[i] = d;
        nearest[i] = last;
      }
      if (next < 0 || distance[i] < distance[next]) next = i;
    }
    pairs->insert(Ordered(nearest[next], next));
    last = next;
  }
}

}  // namespace

std::vector<std::pair<int, int>> StrutsBetween(const std::vector<Eigen::Vector3d>& points) {
  std::set<std::pair<int, int>> pairs;
  const int n = static_cast<int>(points.size());
  if (n <= kFrame) {
    for (int i = 0; i < n; ++i) {
      for (int j = i + 1; j < n; ++j) pairs.insert({i, j});
    }
  } else {
    JoinNeighbours(points, &pairs);
    JoinAll(points, &pairs);
  }
  return {pairs.begin(), pairs.end()};
}

// Cubic pieces whose slope at a point is that of the chord between its neighbours, each way weighed by
// how near they are (Catmull and Rom 1974, over the lengths of the chords).
std::vector<Eigen::Vector3d> SmoothCurve(const std::vector<Eigen::Vector3d>& points) {
  Points through = points;  // without those that repeat the one before
  through.erase(std::unique(through.begin(), through.end()), through.end());
  const size_t n = through.size();
  if (n < 3) return through;
  std::vector<double> length(n - 1);
  for (size_t i = 0; i + 1 < n; ++i) length[i] = (through[i + 1] - through[i]).norm();
  const auto chord = [&](size_t i) -> Eigen::Vector3d {
    return (through[i + 1] - through[i]) / length[i];
  };
  const auto slope = [&](size_t i) -> Eigen::Vector3d {
    if (i == 0) return chord(0);
    if (i + 1 == n) return chord(n - 2);
    return (length[i] * chord(i - 1) + length[i - 1] * chord(i)) / (length[i - 1] + length[i]);
  };
  Points curve = {through[0]};
  for (size_t i = 0; i + 1 < n; ++i) {
    const Eigen::Vector3d from = length[i] * slope(i), to = length[i] * slope(i + 1);
    for (int k = 1; k <= kPieces; ++k) {
      const double t = static_cast<double>(k) / kPieces, u = 1 - t;
      curve.push_back(u * u * (1 + 2 * t) * through[i] + u * u * t * from +
                      t * t * (3 - 2 * t) * through[i + 1] - t * t * u * to);
    }
  }
  return curve;
}

std::optional<SceneShape> DrawWheel(const ElementItem& element, const jounce::Pose& frame) {
  const ElementSettings& settings = element.settings;
  double radius = settings.values.Number("radius", 0), width = settings.values.Number("width", 0.2);
  if (settings.tyre) {
    radius = settings.tyre->dimensions().radius;
    width = settings.tyre->dimensions().width;
  }
  const bool rolls = settings.kind.ends_with("tyre") || settings.kind.ends_with("wheel");
  if (!rolls || !(radius > 0) || !(width > 0)) return std::nullopt;
  const Eigen::Vector3d half = 0.5 * width * frame.R.col(1);
  return Between(ShapeKind::kWheel, frame.p - half, frame.p + half, radius);
}

std::vector<SceneShape> DrawBody(const Body& body, const jounce::Pose& start,
                                 const Eigen::Vector3d& centre,
                                 const std::vector<Eigen::Vector3d>& points, double size) {
  const double radius = kStrut * size;
  Drawing drawing(start, radius);
  for (const DrawnShape& shape : body.drawing) std::visit(drawing, shape.kind);
  if (!drawing.shapes.empty()) return std::move(drawing.shapes);
  Points ends = Distinct(points, 2 * radius);
  std::vector<SceneShape> shapes;
  if (ends.size() < 2) {
    shapes.push_back(Ball(centre, 2 * radius));
    ends.push_back(centre);
    if ((ends.front() - centre).norm() < 2 * radius) return shapes;
  }
  for (const auto& [a, b] : StrutsBetween(ends)) {
    shapes.push_back(Between(ShapeKind::kCapsule, ends[a], ends[b], radius));
  }
  return shapes;
}

}  // namespace jounce::report
