#include "report/flexible_view.h"

#include "base/error.h"
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

std::vector<FlexibleView> ViewsOf(const System& system) {
  std::vector<FlexibleView> views;
  for (int i = 0; i < system.body_count(); ++i) {
    const Flexibility& flexible = system.model().bodies[i].flexible;
    if (flexible.part && !flexible.part->surface.position.empty()) views.emplace_back(system, i);
  }
  if (views.empty()) {
    throw InputError("no body of the model has a flexible part with a surface",
                     "VTK fields are those of flexible bodies");
  }
  return views;
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
    const StressPeak& known = bodies_[i].peak;
    const StressPeak now = fields_[i].Largest(state, known.point < 0 ? -1 : known.von_mises);
    if (now.point < 0) continue;
    bodies_[i].peak = now;
    bodies_[i].state = state;
  }
}

void StressWatch::Row(const ResultRow& row) {
  if (!bodies_.empty()) Record(row.state());
}

void StressWatch::End(RunSummary* summary) { summary->stresses = Peaks(); }

std::vector<RunSummary::Stress> StressWatch::Peaks() const {
  std::vector<RunSummary::Stress> peaks;
  for (const Body& body : bodies_) {
    if (body.peak.point < 0) continue;
    const jounce::Body& model = system_.model().bodies[body.body];
    const StressPoint& point = model.flexible.part->stress_points[body.peak.point];
    peaks.push_back({model.name, body.peak.von_mises, body.peak.time, point.element, point.node,
                     point.surface, point.position});
  }
  return peaks;
}

}  // namespace jounce::report
