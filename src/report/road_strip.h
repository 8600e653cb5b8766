// The road under a vehicle that drives, for the scene of its run: a strip along the way of its wheels,
// with marks that show how fast it goes, and what the road does to each tyre as an arrow where they
// touch. Models without tyres on a road get nothing.
#ifndef JOUNCE_REPORT_ROAD_STRIP_H_
#define JOUNCE_REPORT_ROAD_STRIP_H_

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "model/geometry.h"
#include "report/scene.h"
#include "roads/road.h"
#include "solve/result_sink.h"
#include "solve/simulation.h"

namespace jounce::report {

class RoadStrip : public ResultSink {
 public:
  // `simulation` must outlive this.
  explicit RoadStrip(const Simulation& simulation);

  void Row(const ResultRow& row) override;

  // Into a scene of the same run: the road, its marks, and a force a tyre.
  void AddTo(Scene* scene) const;

 private:
  struct Tyre {
    std::string name;
    const FrameElement* element;
    BodyFrame frame;
    int x, y, height;  // places of the contact among its outputs
  };
  struct Touch {
    Eigen::Vector3d point, force;  // of the road on the tyre, ground axes
  };

  // The way of the middle of all wheels in even steps, and some metres before and after.
  std::vector<Eigen::Vector2d> Way() const;
  double HalfWidth() const;
  double HeightAt(const Eigen::Vector2d& at, RoadHint* hint) const;
  void AddForces(Scene* scene) const;

  const Simulation& simulation_;
  std::shared_ptr<const Road> road_;  // none: the plane z = 0
  std::vector<Tyre> tyres_;
  std::vector<double> outputs_;
  std::vector<double> times_;
  std::vector<Touch> touches_;  // row by row, one a tyre
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_ROAD_STRIP_H_
