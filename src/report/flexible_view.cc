#include "report/flexible_view.h"

#include <fmt/format.h>

#include "mechanics/flexible_body.h"

namespace jounce::report {

FlexibleView::FlexibleView(const System& system, int body)
    : system_(system),
      body_(body),
      stress_(system, body),
      active_(system.model().bodies[body].flexible.ActiveModes()),
      scale_(ModalScale(part())) {}

Eigen::Vector3d FlexibleView::Displacement(int corner, const SystemState& state) const {
  const Eigen::MatrixXd& shapes = part().surface.translation[corner];
  const int first = system_.bodies()[body_]->first_mode();
  Eigen::Vector3d moved = Eigen::Vector3d::Zero();
  for (size_t i = 0; i < active_.size(); ++i) {
    moved += scale_ * state.modal[first + static_cast<int>(i)] * shapes.col(active_[i]);
  }
  return moved;
}

Vector6 FlexibleView::Stress(int corner, const SystemState& state) const {
  const int point = part().surface.stress_point[corner];
  return point < 0 ? Vector6(Vector6::Zero()) : stress_.At(point, state);
}

Vector6 FlexibleView::ElementStress(int triangle, const SystemState& state) const {
  const int point = part().surface.triangle_stress[triangle];
  return point < 0 ? Vector6(Vector6::Zero()) : stress_.At(point, state);
}

StressWatch::StressWatch(const System& system) : system_(system) {
  for (int i = 0; i < system.body_count(); ++i) {
    const Flexibility& flexible = system.model().bodies[i].flexible;
    if (!flexible.bends() || flexible.part->stress_points.empty()) continue;
    fields_.emplace_back(system, i);
    bodies_.push_back({i, {}, {}});
  }
}

void StressWatch::Record(const SystemState& state) {
  for (size_t i = 0; i < bodies_.size(); ++i) {
    const StressPeak now = fields_[i].Largest(state);
    if (bodies_[i].peak.point >= 0 && now.von_mises <= bodies_[i].peak.von_mises) continue;
    bodies_[i].peak = now;
    bodies_[i].state = state;
  }
}

std::string StressWatch::PlaceOf(const Body& body) const {
  const FlexiblePart& part = *system_.model().bodies[body.body].flexible.part;
  if (body.peak.point < 0) return "nowhere";
  const StressPoint& point = part.stress_points[body.peak.point];
  std::string text;
  if (point.element != 0) text += fmt::format("element {}, ", point.element);
  if (point.node != 0) text += fmt::format("node {}, ", point.node);
  if (!point.surface.empty()) text += point.surface + ", ";
  return text + fmt::format("at {:.4g} {:.4g} {:.4g} m", point.position.x(), point.position.y(),
                            point.position.z());
}

}  // namespace jounce::report
