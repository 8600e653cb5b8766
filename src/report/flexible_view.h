// The outer surface of a flexible body in a state: where its corners are and what stress they
// bear. For pages and for VTK.
#ifndef JOUNCE_REPORT_FLEXIBLE_VIEW_H_
#define JOUNCE_REPORT_FLEXIBLE_VIEW_H_

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "mechanics/stress.h"
#include "mechanics/system.h"
#include "solve/result_sink.h"

namespace jounce::report {

class FlexibleView {
 public:
  // Of body number `body`, which has a flexible part. `system` must outlive this.
  FlexibleView(const System& system, int body);

  int body() const { return body_; }
  const FlexiblePart& part() const { return *system_.model().bodies[body_].flexible.part; }
  int corners() const { return static_cast<int>(part().surface.position.size()); }

  // In the axes of the body: the place of a corner without load, and how far it has moved.
  Eigen::Vector3d Displacement(int corner, const SystemState& state) const;
  // Zero where the stress is not known.
  Vector6 Stress(int corner, const SystemState& state) const;
  // Of a triangle's element at its centre, where the part holds it.
  bool HasElementStress() const { return !part().surface.triangle_stress.empty(); }
  Vector6 ElementStress(int triangle, const SystemState& state) const;

 private:
  const System& system_;
  int body_;
  StressField stress_;
  std::vector<int> active_;
  double scale_;
};

// Of all bodies with a surface; throws InputError where there is none. `system` must outlive them.
std::vector<FlexibleView> ViewsOf(const System& system);

// Watches the largest von Mises stress of each flexible body over a run.
class StressWatch : public ResultSink {
 public:
  // `system` must outlive this.
  explicit StressWatch(const System& system);

  void Record(const SystemState& state);
  void Row(const ResultRow& row) override;
  void End(RunSummary* summary) override;

  struct Body {
    int body = 0;
    StressPeak peak;
    SystemState state;  // at the peak
  };
  const std::vector<Body>& bodies() const { return bodies_; }
  // Of those that bore any.
  std::vector<RunSummary::Stress> Peaks() const;

 private:
  const System& system_;
  std::vector<StressField> fields_;
  std::vector<Body> bodies_;
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_FLEXIBLE_VIEW_H_
