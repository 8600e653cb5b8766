#include "vehicle/driver.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/run_schedule.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

// The double lane change of ISO 3888-1 as it is commonly quoted: lengths of its sections [m], and
// how far the second lane is to the left.
constexpr double kEntry = 15, kOver = 30, kSecond = 25, kBack = 25, kLaneOffset = 3.5;

double LaneAt(double x) {
  const auto blend = [](double part) { return 0.5 - 0.5 * std::cos(std::numbers::pi * part); };
  x -= kEntry;
  if (x <= 0) return 0;
  if (x < kOver) return kLaneOffset * blend(x / kOver);
  x -= kOver + kSecond;
  if (x <= 0) return kLaneOffset;
  return x < kBack ? kLaneOffset * (1 - blend(x / kBack)) : 0;
}

constexpr double kBrakeRise = 0.2;  // s
// Arms have mass: where a manoeuvre asks for a steering speed that jumps, it changes within this time
// before and after [s]. Steering gear that is driven with a jump of its speed would ring.
constexpr double kCorner = 0.01;
constexpr int kCornerSamples = 10;
constexpr double kPeriod = 2 * std::numbers::pi;

}  // namespace

DrivenPath::DrivenPath(const Manoeuvre& manoeuvre)
    : is_circle_(manoeuvre.kind == ManoeuvreKind::kConstantRadius), radius_(manoeuvre.radius) {}

double DrivenPath::Offset(double x, double y) const {
  if (is_circle_) return radius_ - std::hypot(x, y - radius_);
  const double slope = (LaneAt(x + 0.05) - LaneAt(x - 0.05)) / 0.1;
  return (y - LaneAt(x)) / std::hypot(1, slope);
}

Vector2d DrivenPath::Ahead(double x, double y, double distance) const {
  if (!is_circle_) return {x + distance, LaneAt(x + distance)};
  const double angle = std::atan2(x, radius_ - y) + distance / radius_;
  return {radius_ * std::sin(angle), radius_ * (1 - std::cos(angle))};
}

Driver::Driver(Simulation* simulation, const VehicleFacts& facts,
               const PreparedManoeuvre& manoeuvre, const StepClock& clock, DrivingRecord* record)
    : simulation_(simulation),
      facts_(facts),
      manoeuvre_(manoeuvre),
      clock_(clock),
      record_(record),
      path_(manoeuvre),
      step_(MakeRunSchedule(simulation->system().model().solver).step),
      steer_input_(simulation->FindInput(kSteerInput)) {
  if (facts.drives) drive_input_ = simulation->FindInput(kDriveInput);
  if (facts.brakes) brake_input_ = simulation->FindInput(kBrakeInput);
  const ModelGeometry geometry(simulation->system().model());
  body_ = geometry.ResolveName(facts.body);
  Matrix3d axes;
  axes << facts.forward, Vector3d::UnitZ().cross(facts.forward), Vector3d::UnitZ();
  body_.frame = Relative(geometry.BodyPose(body_.body), Pose{axes, facts.centre});
}

void Driver::Row(const ResultRow& row) {
  record_->step_seconds.push_back(clock_.Seconds());
  Observe();
  now_ = Decide(row.time() + step_);
  simulation_->SetInput(steer_input_, now_.steer);
  if (drive_input_ >= 0) simulation_->SetInput(drive_input_, now_.drive);
  if (brake_input_ >= 0) simulation_->SetInput(brake_input_, now_.brake);
}

void Driver::Observe() {
  const SystemState& state = simulation_->state();
  const Pose pose = state.pose[body_.body] * body_.frame;
  const Matrix3d& R = state.pose[body_.body].R;
  const Vector3d& r = body_.frame.p;
  const Vector3d v = state.velocity[body_.body].head<3>(), w = state.velocity[body_.body].tail<3>();
  const Vector3d v1 = state.acceleration[body_.body].head<3>();
  const Vector3d w1 = state.acceleration[body_.body].tail<3>();
  const Vector3d speed = R * (v + w.cross(r));
  const Vector3d acceleration = R * (v1 + w.cross(v) + w1.cross(r) + w.cross(w.cross(r)));
  const Vector3d forward = Vector3d(pose.R(0, 0), pose.R(1, 0), 0).normalized();
  const Vector3d left = Vector3d::UnitZ().cross(forward);
  DrivingRecord& record = *record_;
  if (record.time.empty()) {
    start_place_ = pose.p;
    start_axes_ << forward, left, Vector3d::UnitZ();
  }
  const Vector3d place = start_axes_.transpose() * (pose.p - start_place_);
  const Vector3d ahead = start_axes_.transpose() * forward;
  // Headings go on beyond half a turn.
  heading_ += std::remainder(std::atan2(ahead.y(), ahead.x()) - heading_, kPeriod);
  record.time.push_back(state.time);
  record.steer.push_back(now_.steer);
  record.drive.push_back(now_.drive);
  record.brake.push_back(now_.brake);
  record.speed.push_back(speed.dot(forward));
  record.sideslip.push_back(std::atan2(speed.dot(left), speed.dot(forward)));
  record.yaw_rate.push_back((R * w).z());
  record.longitudinal_acceleration.push_back(acceleration.dot(forward));
  record.lateral_acceleration.push_back(acceleration.dot(left));
  record.roll.push_back(std::asin(std::clamp(pose.R(2, 1), -1.0, 1.0)));
  record.pitch.push_back(-std::asin(std::clamp(pose.R(2, 0), -1.0, 1.0)));
  record.x.push_back(place.x());
  record.y.push_back(place.y());
  record.heading.push_back(heading_);
}

Driver::Inputs Driver::Decide(double time) {
  Inputs inputs;
  const ManoeuvreKind kind = manoeuvre_.kind;
  const bool follows_path =
      kind == ManoeuvreKind::kConstantRadius || kind == ManoeuvreKind::kLaneChange;
  inputs.steer = follows_path ? hands_.Follow(SteerAlongPath(), step_) : SmoothSteer(time);
  const bool begun = time > manoeuvre_.start;
  const bool coasts =
      begun && (kind == ManoeuvreKind::kBrake || kind == ManoeuvreKind::kSineWithDwell);
  if (!coasts) {
    const double error = SpeedWanted(time) - record_->speed.back();
    inputs.drive = facts_.wheel_radius * facts_.mass * speed_control_.Acceleration(error, step_);
  }
  if (kind == ManoeuvreKind::kBrake) {
    inputs.brake =
        manoeuvre_.brake_torque * std::clamp((time - manoeuvre_.start) / kBrakeRise, 0.0, 1.0);
  }
  return inputs;
}

double Driver::SpeedWanted(double time) const {
  if (manoeuvre_.kind != ManoeuvreKind::kConstantRadius) return manoeuvre_.speed;
  const double most = std::sqrt(std::abs(manoeuvre_.lateral_acceleration * manoeuvre_.radius));
  return std::min(manoeuvre_.speed + manoeuvre_.acceleration * time,
                  std::max(most, manoeuvre_.speed));
}

// The mean about a time, the nearer the heavier.
double Driver::SmoothSteer(double time) const {
  double sum = 0;
  for (int i = 1 - kCornerSamples; i < kCornerSamples; ++i) {
    sum += (kCornerSamples - std::abs(i)) * SteerAsked(time + kCorner * i / kCornerSamples);
  }
  return sum / (kCornerSamples * kCornerSamples);
}

double Driver::SteerAsked(double time) const {
  const double t = time - manoeuvre_.start;
  const double period = 1 / manoeuvre_.frequency;
  switch (manoeuvre_.kind) {
    case ManoeuvreKind::kStepSteer:
      return manoeuvre_.steer * std::clamp(t / manoeuvre_.ramp_time, 0.0, 1.0);
    case ManoeuvreKind::kRamp:
      return manoeuvre_.steer_rate * std::max(t, 0.0);
    case ManoeuvreKind::kSine:
      return t > 0 && t < period ? manoeuvre_.steer * std::sin(kPeriod * t / period) : 0;
    case ManoeuvreKind::kSineWithDwell: {
      // It stays at its second peak, three quarters of a period on.
      const double peak = 0.75 * period;
      const double phase = t < peak ? t : std::max(peak, t - manoeuvre_.dwell);
      return t > 0 && phase < period ? manoeuvre_.steer * std::sin(kPeriod * phase / period) : 0;
    }
    case ManoeuvreKind::kConstantRadius:
    case ManoeuvreKind::kLaneChange:
    case ManoeuvreKind::kBrake:
    case ManoeuvreKind::kRoad:
      break;
  }
  return 0;
}

double Driver::SteerAlongPath() const {
  const PlaneMotion now{{record_->x.back(), record_->y.back()},
                        heading_ + record_->sideslip.back(),
                        record_->yaw_rate.back(),
                        record_->speed.back()};
  const PlaneMotion then = now.AfterHands();
  const Vector2d to = path_.Ahead(then.place.x(), then.place.y(), then.Preview(manoeuvre_.preview));
  return then.CurvatureTo(to) / manoeuvre_.curvature_gain;
}

}  // namespace jounce
