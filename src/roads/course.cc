#include "roads/course.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"

namespace jounce {
namespace {

constexpr double kInch = 0.0254, kPound = 4.4482216152605;

void CheckQuarter(const QuarterCar& q) {
  if (!(q.wheel_mass > 0) || !(q.body_mass > 0) || !(q.spring_rate > 0) || !(q.damping >= 0) ||
      !(q.tyre_rate > 0) || !(q.tyre_damping >= 0)) {
    throw InputError("a drive needs masses and rates above zero at its front and rear wheels");
  }
}

void CheckCourse(const CourseSettings& s) {
  if (!(s.speed > 0) || !(s.time > 0) || !(s.rate > 0) || !(s.time * s.rate < 1e7) ||
      !(s.time * s.rate >= 2)) {
    throw InputError("a drive needs a speed, and between 2 and ten million samples");
  }
  if (!(s.wheelbase >= 0) || !(s.track >= 0) || !(s.rise >= 0) || !(s.hold >= 0)) {
    throw InputError("a drive needs lengths and times that are not negative");
  }
  CheckQuarter(s.front);
  CheckQuarter(s.rear);
}

// The road as a wheel meets it.
struct Plane {
  double height, along, left;
};

// From 0 to 1 and back, smoothly.
double RiseAt(double t, const CourseSettings& s) {
  const double edge = std::min(t, s.time - t);
  if (edge >= s.rise) return 1;
  const double x = std::max(0.0, edge / s.rise);
  return x * x * (3 - 2 * x);
}

std::vector<Plane> PlanesUnder(const Road& road, const CourseSettings& s, double ahead, double v,
                               size_t count) {
  const CamContact cams(s.cams);
  ContactMemory memory = cams.MakeMemory();
  std::vector<Plane> planes(count);
  for (size_t i = 0; i < count; ++i) {
    const double t = static_cast<double>(i) / s.rate, u = s.start + ahead + s.speed * t;
    const RoadPlace place = road.FromPath(u, v);
    const WheelPose wheel{{place.x, place.y, s.cams.radius},
                          {-std::sin(place.heading), std::cos(place.heading), 0}};
    const WheelContact contact = cams.Meet(road, wheel, &memory);
    if (!std::isfinite(contact.loaded_radius)) {
      throw InputError(
          fmt::format("there is no road under a wheel at u = {:g} m, v = {:g} m", u, v),
          "drive slower, for a shorter time or from another start");
    }
    // Slopes in the directions of the wheel; the point is in its plane.
    const double c = std::cos(place.heading), sine = std::sin(place.heading);
    const double slope_x = -contact.z.x() / contact.z.z(), slope_y = -contact.z.y() / contact.z.z();
    const double height = contact.point.z() + slope_x * (place.x - contact.point.x()) +
                          slope_y * (place.y - contact.point.y());
    const double rise = RiseAt(t, s);
    planes[i] = {rise * height, rise * (c * slope_x + sine * slope_y),
                 rise * (c * slope_y - sine * slope_x)};
  }
  return planes;
}

// A quarter of a car in time.
class Quarter {
 public:
  Quarter(const QuarterCar& settings, double rate) : q_(settings) {
    // Runge-Kutta's method wants a fraction of a radian a step of the fastest motion.
    const double stiffness = q_.tyre_rate + q_.spring_rate;
    const double fastest = std::sqrt(stiffness / std::min(q_.wheel_mass, q_.body_mass)) +
                           (q_.damping + q_.tyre_damping) / q_.wheel_mass;
    steps_ = static_cast<int>(std::clamp(std::ceil(fastest / (0.2 * rate)), 1.0, 1000.0));
    step_ = 1 / (rate * steps_);
  }

  // From one sample of the road to the next.
  void Advance(double from, double to) {
    road_rate_ = (to - from) / (step_ * steps_);
    for (int i = 0; i < steps_; ++i) {
      road_ = from + road_rate_ * step_ * i;
      Step();
    }
    road_ = to;
  }

  double way() const { return state_[0]; }
  double Load() const { return TyreLoad(state_, road_); }

 private:
  using State = std::array<double, 4>;  // z, z', y, y'

  double TyreLoad(const State& x, double road) const {
    return std::max(
        0.0, q_.Load() + q_.tyre_rate * (road - x[0]) + q_.tyre_damping * (road_rate_ - x[1]));
  }

  State Rate(const State& x, double road) const {
    const double strut = q_.spring_rate * (x[0] - x[2]) + q_.damping * (x[1] - x[3]);
    return {x[1], (TyreLoad(x, road) - q_.Load() - strut) / q_.wheel_mass, x[3],
            strut / q_.body_mass};
  }

  static State Along(const State& x, const State& rate, double time) {
    State sum = x;
    for (size_t i = 0; i < sum.size(); ++i) sum[i] += time * rate[i];
    return sum;
  }

  void Step() {
    const double middle = road_ + road_rate_ * step_ / 2, end = road_ + road_rate_ * step_;
    const State k1 = Rate(state_, road_), k2 = Rate(Along(state_, k1, step_ / 2), middle);
    const State k3 = Rate(Along(state_, k2, step_ / 2), middle);
    const State k4 = Rate(Along(state_, k3, step_), end);
    for (size_t i = 0; i < state_.size(); ++i) {
      state_[i] += step_ / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
  }

  QuarterCar q_;
  int steps_ = 1;
  double step_ = 0;
  double road_ = 0, road_rate_ = 0;
  State state_ = {};
};

struct Corner {
  const char* name;
  bool is_front;
  int side;  // 1: left
};
// In the order of table 4.4.
constexpr Corner kCorners[] = {
    {"LF", true, 1}, {"LR", false, 1}, {"RF", true, -1}, {"RR", false, -1}};

struct CornerSignals {
  std::vector<double> way, lateral, longitudinal, road;
};

// Of `half` samples to each side, or as many as there are at both.
void TakeOffMean(size_t half, std::vector<double>* samples) {
  std::vector<double> sums = {0};
  for (const double x : *samples) sums.push_back(sums.back() + x);
  for (size_t i = 0; i < samples->size(); ++i) {
    const size_t reach = std::min({half, i, samples->size() - 1 - i});
    (*samples)[i] -= (sums[i + reach + 1] - sums[i - reach]) / static_cast<double>(2 * reach + 1);
  }
}

CornerSignals DriveCorner(const Road& road, const CourseSettings& s, const Corner& corner,
                          size_t count) {
  const std::vector<Plane> planes =
      PlanesUnder(road, s, corner.is_front ? 0 : -s.wheelbase, corner.side * s.track / 2, count);
  Quarter quarter(corner.is_front ? s.front : s.rear, s.rate);
  CornerSignals out;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) quarter.Advance(planes[i - 1].height, planes[i].height);
    const double load = quarter.Load();
    out.way.push_back(quarter.way() / kInch);
    out.lateral.push_back(load * planes[i].left / kPound);
    out.longitudinal.push_back(load * planes[i].along / kPound);
    out.road.push_back(planes[i].height / kInch);
  }
  const auto half = static_cast<size_t>(std::fmin(0.5 * s.hold * s.rate, 1e7));
  if (half > 0) {
    for (std::vector<double>* load : {&out.lateral, &out.longitudinal}) TakeOffMean(half, load);
  }
  return out;
}

}  // namespace

std::vector<Channel> DriveCourse(const Road& road, const CourseSettings& settings) {
  CheckCourse(settings);
  const auto count = static_cast<size_t>(std::floor(settings.time * settings.rate + 1e-9)) + 1;
  std::array<CornerSignals, std::size(kCorners)> corners;
  for (size_t i = 0; i < corners.size(); ++i) {
    corners[i] = DriveCorner(road, settings, kCorners[i], count);
  }
  std::vector<Channel> channels;
  const auto add = [&](const char* kind, const char* unit,
                       std::vector<double> CornerSignals::*samples) {
    for (size_t i = 0; i < corners.size(); ++i) {
      Channel& channel = channels.emplace_back();
      channel.name = fmt::format("{} {}", kCorners[i].name, kind);
      channel.unit = unit;
      channel.sample_rate = settings.rate;
      channel.samples = std::move(corners[i].*samples);
    }
  };
  add("Spindle Vert. Disp.", "in", &CornerSignals::way);
  add("Spindle Lat. Load", "lb", &CornerSignals::lateral);
  add("Spindle Long. Load", "lb", &CornerSignals::longitudinal);
  add("Road", "in", &CornerSignals::road);
  return channels;
}

}  // namespace jounce
