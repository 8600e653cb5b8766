// Characteristic values of manoeuvres: those of ISO 7401, 4138, 3888-1 and 19365.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "vehicle/driver.h"
#include "vehicle/manoeuvre.h"
#include "vehicle/step_response.h"

namespace jounce {
namespace {

constexpr double kInDegrees = 180 / std::numbers::pi;

double Largest(const std::vector<double>& values) {
  double largest = 0;
  for (double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

using Values = std::vector<DrivingValue>;

Values StepValues(const DrivingRecord& r, const VehicleFacts& facts, const Manoeuvre& m) {
  const double settled = r.time.back() - 0.5;
  const double steer = MeanFrom(r.time, r.steer, settled);
  const double reference = TimeOfPart(r.time, r.steer, steer, 0.5);
  const StepResponse yaw = FindStepResponse(r.time, r.yaw_rate, reference, settled);
  const StepResponse ay = FindStepResponse(r.time, r.lateral_acceleration, reference, settled);
  const double road_wheel = steer / facts.steering_ratio;
  const double sideslip = MeanFrom(r.time, r.sideslip, settled);
  const double roll = MeanFrom(r.time, r.roll, settled);
  return {{"speed_kmh", 3.6 * m.speed, "at the start"},
          {"steer_deg", kInDegrees * steer, "of the steering wheel"},
          {"road_wheel_steer_deg", kInDegrees * road_wheel, "by the steering ratio"},
          {"lateral_acceleration_m_s2", ay.steady, "steady"},
          {"yaw_rate_ss_deg_s", kInDegrees * yaw.steady, "steady"},
          {"yaw_gain_1_per_s", yaw.steady / road_wheel, "by the angle of the road wheels"},
          {"T_yaw_90_s", yaw.time_90, "from half of the steering to 90 % of the yaw rate"},
          {"T_yaw_peak_s", yaw.peak_time, "to the largest yaw rate"},
          {"yaw_overshoot_percent", 100 * yaw.overshoot, "of the yaw rate"},
          {"T_ay_90_s", ay.time_90, "to 90 % of the lateral acceleration"},
          {"sideslip_ss_deg", kInDegrees * sideslip, "of the centre of mass, steady"},
          {"TB_deg_s", yaw.peak_time * kInDegrees * sideslip, "peak response time times side slip"},
          {"roll_gradient_deg_per_m_s2", kInDegrees * roll / ay.steady, "steady"}};
}

// Slopes over the lateral acceleration on its way from a tenth to half of what was wanted: what comes
// after, as where the vehicle spins, is no steady cornering.
Values GradientValues(const DrivingRecord& r, const VehicleFacts& facts, const Manoeuvre& m) {
  std::vector<double> ay, wheels, roll, sideslip, curvature;
  const double most = std::min(Largest(r.lateral_acceleration), m.lateral_acceleration);
  for (size_t i = 0; i < r.time.size(); ++i) {
    const double a = std::abs(r.lateral_acceleration[i]);
    if (r.time[i] < m.start + 1 || a < 0.1 * most) continue;
    if (a > 0.5 * most) break;
    const double sign = r.lateral_acceleration[i] < 0 ? -1 : 1;
    ay.push_back(a);
    wheels.push_back(sign * r.steer[i] / facts.steering_ratio);
    curvature.push_back(sign * r.yaw_rate[i] / r.speed[i]);
    roll.push_back(sign * r.roll[i]);
    sideslip.push_back(sign * r.sideslip[i]);
  }
  if (ay.size() < 10) throw InputError("the manoeuvre is too short for gradients", "--duration");
  // Steering beyond what the path asks for [ISO 4138]: delta - l/R.
  std::vector<double> beyond;
  for (size_t i = 0; i < ay.size(); ++i) {
    beyond.push_back(wheels[i] - facts.wheelbase * curvature[i]);
  }
  return {{"understeer_gradient_deg_per_m_s2", kInDegrees * FitLine(ay, beyond).slope,
           "of the road wheels, beyond what the path asks for"},
          {"steering_gradient_deg_per_m_s2",
           kInDegrees * facts.steering_ratio * FitLine(ay, wheels).slope, "of the steering wheel"},
          {"roll_gradient_deg_per_m_s2", kInDegrees * FitLine(ay, roll).slope, ""},
          {"sideslip_gradient_deg_per_m_s2", kInDegrees * FitLine(ay, sideslip).slope, ""},
          {"lateral_acceleration_max_m_s2", Largest(r.lateral_acceleration), "reached"}};
}

// First peaks, and how long after that of the steering they come.
Values SineValues(const DrivingRecord& r, const VehicleFacts& facts, const Manoeuvre& m) {
  const double end = m.start + 0.5 / m.frequency + 0.5;
  const auto peak = [&](const std::vector<double>& values) {
    size_t at = 0;
    for (size_t i = 0; i < r.time.size() && r.time[i] < end; ++i) {
      if (std::abs(values[i]) > std::abs(values[at])) at = i;
    }
    return at;
  };
  const size_t steer = peak(r.steer), yaw = peak(r.yaw_rate), ay = peak(r.lateral_acceleration);
  const double road_wheel = r.steer[steer] / facts.steering_ratio;
  return {{"steer_deg", kInDegrees * r.steer[steer], "of the steering wheel, first peak"},
          {"yaw_lag_s", r.time[yaw] - r.time[steer], "from peak to peak"},
          {"ay_lag_s", r.time[ay] - r.time[steer], "from peak to peak"},
          {"yaw_gain_1_per_s", r.yaw_rate[yaw] / road_wheel, "by the angle of the road wheels"},
          {"ay_gain_m_s2_per_deg", r.lateral_acceleration[ay] / (kInDegrees * road_wheel),
           "by the angle of the road wheels"}};
}

double ValueAt(const DrivingRecord& r, const std::vector<double>& values, double time) {
  const auto after = std::lower_bound(r.time.begin(), r.time.end(), time - 1e-9);
  if (after == r.time.end()) return std::numeric_limits<double>::quiet_NaN();
  return values[after - r.time.begin()];
}

Values DwellValues(const DrivingRecord& r, const Manoeuvre& m) {
  const double end = m.start + 1 / m.frequency + m.dwell;
  double peak = 0;
  for (size_t i = 0; i < r.time.size(); ++i) {
    if (r.time[i] < m.start + 0.5 / m.frequency || r.time[i] > end) continue;
    if (std::abs(r.yaw_rate[i]) > std::abs(peak)) peak = r.yaw_rate[i];
  }
  const double begin = ValueAt(r, r.y, m.start);
  return {{"steer_deg", kInDegrees * m.steer, "of the steering wheel"},
          {"yaw_rate_peak_deg_s", kInDegrees * peak, "after the steering has turned round"},
          {"yaw_ratio_1_s_percent", 100 * ValueAt(r, r.yaw_rate, end + 1) / peak,
           "1 s after the end of the steering; 35 at most"},
          {"yaw_ratio_1_75_s_percent", 100 * ValueAt(r, r.yaw_rate, end + 1.75) / peak,
           "1.75 s after it; 20 at most"},
          {"displacement_m", std::abs(ValueAt(r, r.y, m.start + 1.07) - begin),
           "to the side, 1.07 s after the start; 1.83 at least up to 3500 kg"},
          {"sideslip_max_deg", kInDegrees * Largest(r.sideslip), ""}};
}

Values BrakeValues(const DrivingRecord& r, const Manoeuvre& m) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  double stop_time = nan, distance = nan;
  const auto begin = static_cast<size_t>(
      std::lower_bound(r.time.begin(), r.time.end(), m.start - 1e-9) - r.time.begin());
  for (size_t i = begin; i < r.time.size(); ++i) {
    if (r.speed[i] > 0.01) continue;
    stop_time = r.time[i] - m.start;
    distance = std::hypot(r.x[i] - r.x[begin], r.y[i] - r.y[begin]);
    break;
  }
  const double v = r.speed[begin];
  return {{"speed_kmh", 3.6 * v, "when the brakes are applied"},
          {"brake_torque_Nm", m.brake_torque, "of all wheels"},
          {"stopping_distance_m", distance, ""},
          {"stopping_time_s", stop_time, ""},
          {"mean_deceleration_m_s2", v * v / (2 * distance), "by the distance"},
          {"largest_deceleration_m_s2", Largest(r.longitudinal_acceleration), ""},
          {"lateral_offset_m", r.y.back() - r.y[begin], "at the end"}};
}

Values LaneValues(const DrivingRecord& r, const Manoeuvre& m) {
  double off = 0;
  const DrivenPath path(m);
  for (size_t i = 0; i < r.time.size(); ++i) {
    off = std::max(off, std::abs(path.Offset(r.x[i], r.y[i])));
  }
  return {{"path_deviation_max_m", off, "of the centre of mass from the path"},
          {"lateral_acceleration_max_m_s2", Largest(r.lateral_acceleration), ""},
          {"yaw_rate_max_deg_s", kInDegrees * Largest(r.yaw_rate), ""},
          {"steer_max_deg", kInDegrees * Largest(r.steer), "of the steering wheel"},
          {"roll_max_deg", kInDegrees * Largest(r.roll), ""},
          {"sideslip_max_deg", kInDegrees * Largest(r.sideslip), ""},
          {"speed_end_kmh", 3.6 * r.speed.back(), ""}};
}

Values RoadValues(const DrivingRecord& r) {
  return {{"distance_m", std::hypot(r.x.back(), r.y.back()), ""},
          {"speed_mean_kmh", 3.6 * MeanFrom(r.time, r.speed, 0), ""},
          {"roll_max_deg", kInDegrees * Largest(r.roll), ""},
          {"pitch_max_deg", kInDegrees * Largest(r.pitch), ""},
          {"longitudinal_acceleration_max_m_s2", Largest(r.longitudinal_acceleration), ""}};
}

}  // namespace

std::vector<DrivingValue> DrivingValues(const DrivingRecord& record, const VehicleFacts& facts,
                                        const Manoeuvre& manoeuvre) {
  if (record.time.size() < 3) return {};
  switch (manoeuvre.kind) {
    case ManoeuvreKind::kStepSteer:
      return StepValues(record, facts, manoeuvre);
    case ManoeuvreKind::kRamp:
    case ManoeuvreKind::kConstantRadius:
      return GradientValues(record, facts, manoeuvre);
    case ManoeuvreKind::kSine:
      return SineValues(record, facts, manoeuvre);
    case ManoeuvreKind::kSineWithDwell:
      return DwellValues(record, manoeuvre);
    case ManoeuvreKind::kBrake:
      return BrakeValues(record, manoeuvre);
    case ManoeuvreKind::kLaneChange:
      return LaneValues(record, manoeuvre);
    case ManoeuvreKind::kRoad:
      break;
  }
  return RoadValues(record);
}

}  // namespace jounce
