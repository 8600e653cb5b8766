// The driver of a manoeuvre (manoeuvre.h): sees how the vehicle moves at the end of each step, and
// gives the inputs for the next.
#ifndef JOUNCE_VEHICLE_DRIVER_H_
#define JOUNCE_VEHICLE_DRIVER_H_

#include <Eigen/Core>
#include <chrono>
#include <optional>
#include <string>

#include "blocks/driver_laws.h"
#include "model/geometry.h"
#include "solve/result_sink.h"
#include "solve/simulation.h"
#include "vehicle/manoeuvre.h"

namespace jounce {

// The path of a lane change or a circle, in axes of the start: x forward, y to the left.
class DrivenPath {
 public:
  explicit DrivenPath(const Manoeuvre& manoeuvre);

  // How far a point is to the left of the path [m].
  double Offset(double x, double y) const;
  // The place of the path that is this far ahead of the one beside a point.
  Eigen::Vector2d Ahead(double x, double y, double distance) const;

 private:
  bool is_circle_;
  double radius_;
};

// Says how long steps take, without what others do with their results: the first of all sinks asks
// it, and it is the last.
class StepClock : public ResultSink {
 public:
  void Row(const ResultRow&) override { begin_ = Clock::now(); }
  double Seconds() const {
    return begin_ ? std::chrono::duration<double>(Clock::now() - *begin_).count() : 0;
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> begin_;
};

class Driver : public ResultSink {
 public:
  // All must outlive this.
  Driver(Simulation* simulation, const VehicleFacts& facts, const PreparedManoeuvre& manoeuvre,
         const StepClock& clock, DrivingRecord* record);

  void Row(const ResultRow& row) override;

 private:
  struct Inputs {
    double steer = 0, drive = 0, brake = 0;
  };

  void Observe();
  Inputs Decide(double time);
  // What the manoeuvre asks for, and that without its corners.
  double SteerAsked(double time) const;
  double SmoothSteer(double time) const;
  double SteerAlongPath() const;
  double SpeedWanted(double time) const;

  Simulation* simulation_;
  const VehicleFacts& facts_;
  const PreparedManoeuvre& manoeuvre_;
  const StepClock& clock_;
  DrivingRecord* record_;
  DrivenPath path_;
  SpeedControl speed_control_;
  Hands hands_;
  double step_;
  int steer_input_, drive_input_ = -1, brake_input_ = -1;
  BodyFrame body_;  // the vehicle's axes: x forward, z up, at its centre of mass
  Eigen::Vector3d start_place_;
  Eigen::Matrix3d start_axes_;
  Inputs now_;
  double heading_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_VEHICLE_DRIVER_H_
