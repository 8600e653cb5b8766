#include "report/road_strip.h"

#include <algorithm>
#include <cmath>

#include "report/scene_poses.h"

namespace jounce::report {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kBesideWheels = 2;  // m of road beside the outer wheels
constexpr double kBeyondEnds = 6;    // m before the start and after the end
constexpr double kShortestStep = 0.5;
constexpr int kMostSteps = 1500;
constexpr int kFieldsAcross = 8;  // fields across the strip
constexpr double kMarkLength = 3, kMarkEvery = 9, kMarkHalfWidth = 0.06, kMarkLift = 0.004;  // m

constexpr int kGrey = 0, kWhite = 1;  // what colours of scenery mean

int PlaceOf(const ElementKind& kind, const std::string& output) {
  for (size_t i = 0; i < kind.outputs.size(); ++i) {
    if (kind.outputs[i].name == output) return static_cast<int>(i);
  }
  return -1;
}

// Two triangles that face up, of a field whose corners are counted clockwise as seen from above.
void AddField(int a, int b, int c, int d, SceneShape* shape) {
  shape->triangles.push_back({a, c, b});
  shape->triangles.push_back({a, d, c});
}

// To the left of the way at one of its points.
Vector2d LeftAt(const std::vector<Vector2d>& way, size_t i) {
  const Vector2d along = way[std::min(i + 1, way.size() - 1)] - way[i > 0 ? i - 1 : 0];
  return Vector2d(-along.y(), along.x()).normalized();
}

}  // namespace

RoadStrip::RoadStrip(const Simulation& simulation) : simulation_(simulation) {
  const System& system = simulation.system();
  const ModelGeometry geometry(system.model());
  for (size_t i = 0; i < system.frame_elements().size(); ++i) {
    const ElementItem& item = system.model().elements[i];
    const auto kind = KindOf(item.settings);
    const int x = PlaceOf(*kind, "contact_x"), y = PlaceOf(*kind, "contact_y"),
              height = PlaceOf(*kind, "road_height");
    if (!kind->on_road || x < 0 || y < 0 || height < 0) continue;
    road_ = item.settings.road;
    outputs_.resize(std::max(outputs_.size(), kind->outputs.size()));
    tyres_.push_back({item.name, system.frame_elements()[i], geometry.ResolveName(item.frames[0]),
                      x, y, height});
  }
}

void RoadStrip::Row(const ResultRow& row) {
  if (tyres_.empty()) return;
  times_.push_back(row.time());
  for (const Tyre& tyre : tyres_) {
    const Evaluation at = System::Slice(simulation_.evaluation(), *tyre.element);
    tyre.element->Outputs(at, outputs_.data());
    const Vector3d load = tyre.element->LinkReaction(at, 0).head<3>();
    const Pose& body = simulation_.state().pose[tyre.frame.body];
    touches_.push_back({{outputs_[tyre.x], outputs_[tyre.y], outputs_[tyre.height]},
                        body.R * (tyre.frame.frame.R * load)});
  }
}

std::vector<Vector2d> RoadStrip::Way() const {
  std::vector<Vector2d> middles;
  for (size_t row = 0; row < times_.size(); ++row) {
    Vector2d sum = Vector2d::Zero();
    for (size_t i = 0; i < tyres_.size(); ++i) {
      sum += touches_[row * tyres_.size() + i].point.head<2>();
    }
    const Vector2d middle = sum / static_cast<double>(tyres_.size());
    if (middle.allFinite()) middles.push_back(middle);
  }
  if (middles.empty()) return {};
  double length = 0;
  for (size_t i = 1; i < middles.size(); ++i) length += (middles[i] - middles[i - 1]).norm();
  const double step = std::max(kShortestStep, length / kMostSteps);
  std::vector<Vector2d> way = {middles[0]};
  for (const Vector2d& middle : middles) {
    if ((middle - way.back()).norm() >= step) way.push_back(middle);
  }
  // What stands has the road along x.
  const Vector2d first = way.size() > 1 ? (way[1] - way[0]).normalized() : Vector2d::UnitX();
  const Vector2d last =
      way.size() > 1 ? (way.back() - way[way.size() - 2]).normalized() : Vector2d::UnitX();
  const int more = static_cast<int>(std::ceil(kBeyondEnds / step));
  std::vector<Vector2d> longer;
  for (int i = more; i > 0; --i) longer.push_back(way[0] - i * step * first);
  longer.insert(longer.end(), way.begin(), way.end());
  for (int i = 1; i <= more; ++i) longer.push_back(way.back() + i * step * last);
  return longer;
}

// Half of the way between the wheels that are farthest apart at the start, and some road beside them.
double RoadStrip::HalfWidth() const {
  double most = 0;
  for (size_t i = 0; i < tyres_.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      most = std::max(most, (touches_[i].point - touches_[k].point).head<2>().norm());
    }
  }
  return 0.5 * most + kBesideWheels;
}

double RoadStrip::HeightAt(const Vector2d& at, RoadHint* hint) const {
  const double height = road_ ? road_->At(at.x(), at.y(), hint).height : 0;
  return std::isfinite(height) ? height : 0;
}

void RoadStrip::AddTo(Scene* scene) const {
  const std::vector<Vector2d> way = Way();
  if (way.empty() || scene->times.empty()) return;
  SceneShape road{.kind = ShapeKind::kMesh}, marks{.kind = ShapeKind::kMesh};
  const double half = HalfWidth();
  RoadHint hint;
  double travelled = 0, mark_from = 0;
  for (size_t i = 0; i < way.size(); ++i) {
    const Vector2d left = LeftAt(way, i);
    const auto put = [&](double across, double lift, SceneShape* shape) {
      const Vector2d at = way[i] + across * left;
      shape->points.push_back(ToVec3({at.x(), at.y(), HeightAt(at, &hint) + lift}));
      return static_cast<int>(shape->points.size()) - 1;
    };
    for (int k = 0; k <= kFieldsAcross; ++k) {
      const int point = put(half * (1 - 2.0 * k / kFieldsAcross), 0, &road);
      if (i > 0 && k > 0) {
        AddField(point - 1 - kFieldsAcross - 1, point - 1, point, point - kFieldsAcross - 1, &road);
      }
    }
    if (i > 0) travelled += (way[i] - way[i - 1]).norm();
    if (travelled - mark_from > kMarkEvery) mark_from = travelled;
    const int mark = put(kMarkHalfWidth, kMarkLift, &marks);
    put(-kMarkHalfWidth, kMarkLift, &marks);
    if (i > 0 && travelled > mark_from && travelled - mark_from <= kMarkLength) {
      AddField(mark - 2, mark, mark + 1, mark - 1, &marks);
    }
  }
  scene->bodies.push_back(
      {.name = "road", .shapes = {road}, .poses = {{}}, .colour = kGrey, .scenery = true});
  scene->bodies.push_back(
      {.name = "road marks", .shapes = {marks}, .poses = {{}}, .colour = kWhite, .scenery = true});
  AddForces(scene);
}

void RoadStrip::AddForces(Scene* scene) const {
  for (size_t i = 0; i < tyres_.size(); ++i) {
    SceneBody contact{.name = "contact " + tyres_[i].name, .scenery = true};
    SceneForce force{.name = tyres_[i].name,
                     .at = {.body = static_cast<int>(scene->bodies.size()), .point = {0, 0, 0}}};
    for (double time : scene->times) {
      const auto after = std::lower_bound(times_.begin(), times_.end(), time - 1e-9);
      const size_t row = std::min<size_t>(after - times_.begin(), times_.size() - 1);
      const Touch& touch = touches_[row * tyres_.size() + i];
      contact.poses.push_back({.position = ToVec3(touch.point)});
      force.force.push_back(ToVec3(touch.force));
    }
    scene->bodies.push_back(std::move(contact));
    scene->forces.push_back(std::move(force));
  }
}

}  // namespace jounce::report
