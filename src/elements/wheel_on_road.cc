#include "elements/wheel_on_road.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "roads/made_road.h"

namespace jounce {
namespace {

// The columns of slopes: place, turn, velocity and angular velocity of the wheel, and both states.
using Slope = Dual<14>;
constexpr int kTurning = 3, kMoving = 6, kSpinning = 9, kCarcass = 12;

template <class T>
using Vector = std::array<T, 3>;

template <class T>
Vector<T> Cross(const Vector<T>& a, const Vector<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <class T>
T Dot(const Vector<T>& a, const Vector<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class T>
Vector<T> Sum(const T& p, const Vector<T>& a, const T& q, const Vector<T>& b) {
  return {p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]};
}
template <class T>
Vector<T> Constant(const Eigen::Vector3d& v) {
  return {T(v.x()), T(v.y()), T(v.z())};
}

template <class T>
struct Wheel {
  Vector<T> c, s, v, w;  // centre, axis, velocity, angular velocity
};

Wheel<double> WheelAt(const JounceFrameMotion& f) {
  const auto vector = [](const double* x) { return Vector<double>{x[0], x[1], x[2]}; };
  return {vector(f.position),
          {f.rotation[1], f.rotation[4], f.rotation[7]},
          vector(f.velocity),
          vector(f.angular_velocity)};
}

// With all its derivatives: the axis s turns by theta x s.
Wheel<Slope> VariedWheel(const JounceFrameMotion& f) {
  const Wheel<double> at = WheelAt(f);
  Wheel<Slope> wheel;
  for (int i = 0; i < 3; ++i) {
    wheel.c[i] = Slope::Variable(at.c[i], i);
    wheel.s[i] = Slope(at.s[i]);
    wheel.v[i] = Slope::Variable(at.v[i], kMoving + i);
    wheel.w[i] = Slope::Variable(at.w[i], kSpinning + i);
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    wheel.s[k].d[kTurning + i] = at.s[j];
    wheel.s[j].d[kTurning + i] = -at.s[k];
  }
  return wheel;
}

// How the wheel moves over its contact plane.
template <class T>
struct OverPlane {
  Vector<T> x, y, n, arm;  // axes of the contact, and from the centre to the contact point
  T radius, radius_rate, wheel_speed, vx, vy, camber;

  OverPlane(const Wheel<T>& wheel, const WheelContact& contact) : n(Constant<T>(contact.z)) {
    using std::asin;
    using std::sqrt;
    const T one(1.0);
    x = Cross(wheel.s, n);
    const T length = sqrt(Dot(x, x));
    for (T& component : x) component = component / length;
    y = Cross(n, x);
    const Vector<T> up = Cross(x, wheel.s);
    const T cosine = Dot(up, n);
    radius = Dot(Sum(one, wheel.c, -one, Constant<T>(contact.point)), n) / cosine;
    for (int i = 0; i < 3; ++i) arm[i] = -radius * up[i];
    wheel_speed = Dot(wheel.w, wheel.s);
    const Vector<T> turning = Sum(one, wheel.w, -wheel_speed, wheel.s);
    const Vector<T> velocity = Sum(one, wheel.v, one, Cross(turning, arm));
    vx = Dot(velocity, x);
    vy = Dot(velocity, y);
    radius_rate = Dot(velocity, n) / cosine;
    camber = asin(Dot(wheel.s, n));
  }

  // Force on the wheel, and moment about its centre.
  std::array<T, 6> Load(const T& fx, const T& fy, const T& fz, const Vector<T>& moment) const {
    const T one(1.0);
    const Vector<T> force = Sum(one, Sum(fx, x, fy, y), fz, n);
    const Vector<T> own = Sum(one, Sum(moment[0], x, moment[1], y), moment[2], n);
    const Vector<T> about = Sum(one, Cross(arm, force), one, own);
    return {force[0], force[1], force[2], about[0], about[1], about[2]};
  }
};

// What depends on the motion over the plane and on the states, as what depends on the wheel.
Slope Chained(const RollingNumber& f, const OverPlane<Slope>& over) {
  Slope y;
  y.value = f.value;
  for (int i = 0; i < Slope::kSize; ++i) {
    y.d[i] = f.d[kByRadius] * over.radius.d[i] + f.d[kByRadiusRate] * over.radius_rate.d[i] +
             f.d[kByWheelSpeed] * over.wheel_speed.d[i] + f.d[kByVx] * over.vx.d[i] +
             f.d[kByVy] * over.vy.d[i] + f.d[kByCamber] * over.camber.d[i];
  }
  y.d[kCarcass] = f.d[kByU];
  y.d[kCarcass + 1] = f.d[kByV];
  return y;
}

// Beyond this a wheel lies on its side and no longer rolls.
constexpr double kLyingDown = 0.98;  // sine of the camber

bool Touches(const WheelContact& contact) {
  return std::isfinite(contact.loaded_radius) && std::abs(std::sin(contact.camber)) < kLyingDown;
}

// A deflection goes back in statics and where the wheel is far from any road, at this rate [1/s].
constexpr double kFading = 100;

// Holds wheels in statics, in nominal loads a metre.
constexpr double kHolding = 0.05;

// What the weak spring of statics adds to the force on the centre.
template <class T>
void AddHolding(double nominal_load, const Eigen::Vector3d& drawn_at, const Vector<T>& centre,
                const OverPlane<T>& over, std::array<T, 6>* load) {
  const T stiffness(kHolding * nominal_load);
  const Vector<T> off = Sum(T(1.0), centre, T(-1.0), Constant<T>(drawn_at));
  const Vector<T> force =
      Sum(-stiffness * Dot(off, over.x), over.x, -stiffness * Dot(off, over.y), over.y);
  for (int i = 0; i < 3; ++i) (*load)[i] += force[i];
}

std::shared_ptr<const Road> OrPlane(std::shared_ptr<const Road> road) {
  return road ? std::move(road) : std::make_shared<MadeRoad>(MadeRoadSettings());
}

}  // namespace

WheelOnRoad::WheelOnRoad(std::shared_ptr<const Tyre> tyre,
                         std::unique_ptr<const ContactModel> contact,
                         std::shared_ptr<const Road> road, double pressure)
    : ForceModel({1, 0, 2, kOutputs, 0}),
      tyre_(std::move(tyre), {}),
      contact_(std::move(contact)),
      road_(OrPlane(std::move(road))),
      pressure_(pressure),
      memory_(contact_->MakeMemory()),
      drawn_at_(Eigen::Vector3d::Zero()) {}

WheelContact WheelOnRoad::Meet(const JounceElementPoint& at) const {
  const Wheel<double> wheel = WheelAt(at.frames[0]);
  const auto vector = [](const Vector<double>& v) { return Eigen::Vector3d(v[0], v[1], v[2]); };
  return contact_->Meet(*road_, {vector(wheel.c), vector(wheel.s)}, &memory_);
}

RollingMotion WheelOnRoad::MotionOf(const JounceElementPoint& at,
                                    const WheelContact& contact) const {
  const OverPlane<double> over(WheelAt(at.frames[0]), contact);
  return {over.radius, over.radius_rate, over.wheel_speed, over.vx,
          over.vy,     over.camber,      contact.friction, pressure_};
}

RollingForces WheelOnRoad::Roll(const RollingMotion& motion, const JounceElementPoint& at) const {
  if (!at.is_static) return tyre_.Evaluate(motion, {at.states[0], at.states[1]});
  RollingForces f = tyre_.Evaluate(motion, {});
  f.fx = f.fy = f.mx = f.my = f.mz = RollingNumber(0.0);
  f.u_rate = -kFading * RollingNumber::Variable(at.states[0], kByU);
  f.v_rate = -kFading * RollingNumber::Variable(at.states[1], kByV);
  return f;
}

// Of the vertical spring alone, whatever it is softened by.
double WheelOnRoad::SpringLoad(const RollingMotion& motion, double radius) const {
  return tyre_.tyre().LoadAt(radius, motion.wheel_speed, 0, 0, motion.camber, motion.pressure).load;
}

// ---- At the start -------------------------------------------------------------------------------

void WheelOnRoad::Start(const JounceElementPoint& at, double* /*states*/) const {
  drawn_at_ = Eigen::Map<const Eigen::Vector3d>(at.frames[0].position);
}

void WheelOnRoad::StartMoving(const JounceElementPoint& at, double* states) const {
  const WheelContact contact = Meet(at);
  if (!Touches(contact)) return;
  const RollingState steady = tyre_.SteadyState(MotionOf(at, contact));
  states[0] = steady.u;
  states[1] = steady.v;
}

// Where the moment about the spin axis is none: by secants from the speed of pure rolling.
std::optional<double> WheelOnRoad::FreeSpin(const JounceElementPoint& at) const {
  const WheelContact contact = Meet(at);
  if (!Touches(contact)) return {};
  RollingMotion motion = MotionOf(at, contact);
  const auto moment = [&](double spin) {
    motion.wheel_speed = spin;
    const RollingForces f = tyre_.Evaluate(motion, tyre_.SteadyState(motion));
    return f.my.value * std::cos(motion.camber) + f.mz.value * std::sin(motion.camber) -
           motion.loaded_radius * f.fx.value;
  };
  motion.wheel_speed = 0;
  for (int i = 0; i < 5; ++i) {
    const double load = tyre_.Evaluate(motion, {}).fz.value;
    motion.wheel_speed =
        motion.vx / tyre_.tyre().RollingRadius(load, motion.wheel_speed, pressure_).radius;
  }
  double last = motion.wheel_speed, spin = last * (1 - 1e-4);
  if (std::abs(motion.vx) < tyre_.tyre().dimensions().low_speed) return last;
  double moment_last = moment(last);
  for (int i = 0; i < 20; ++i) {
    const double now = moment(spin), slope = (now - moment_last) / (spin - last);
    if (!(std::abs(slope) > 0) || !std::isfinite(slope)) break;
    last = spin;
    moment_last = now;
    spin -= now / slope;
    if (std::abs(spin - last) <= 1e-14 * std::abs(spin)) break;
  }
  return std::isfinite(spin) ? spin : last;
}

// ---- Loads --------------------------------------------------------------------------------------

void WheelOnRoad::Evaluate(const JounceElementPoint& at, JounceElementAnswer* answer) const {
  const WheelContact contact = Meet(at);
  if (!Touches(contact)) {
    for (int i = 0; i < 2; ++i) answer->rates[i] = -kFading * at.states[i];
    return;
  }
  const Wheel<double> wheel = WheelAt(at.frames[0]);
  const OverPlane<double> over(wheel, contact);
  const RollingMotion motion = MotionOf(at, contact);
  const RollingForces f = Roll(motion, at);
  auto load = over.Load(f.fx.value, f.fy.value, f.fz.value, {f.mx.value, f.my.value, f.mz.value});
  if (at.is_static) AddHolding(NominalLoad(), drawn_at_, wheel.c, over, &load);
  std::copy(load.begin(), load.end(), answer->loads);
  answer->rates[0] = f.u_rate.value;
  answer->rates[1] = f.v_rate.value;
  // The spring's energy by Simpson's rule, exact for springs that grow with the square.
  const double free = tyre_.tyre().dimensions().radius, deflection = free - motion.loaded_radius;
  if (!(deflection > 0)) return;
  const double spring = SpringLoad(motion, motion.loaded_radius);
  answer->stored_energy = deflection / 6 *
                          (spring + 4 * SpringLoad(motion, motion.loaded_radius + deflection / 2) +
                           SpringLoad(motion, free));
  double power = spring * motion.radius_rate;
  for (int i = 0; i < 3; ++i) power -= load[i] * wheel.v[i] + load[3 + i] * wheel.w[i];
  answer->dissipated_power = power;
}

bool WheelOnRoad::Slopes(const JounceElementPoint& at, double* slopes) const {
  const int columns = sizes().columns();
  const WheelContact contact = Meet(at);
  if (!Touches(contact)) {
    for (int i = 0; i < 2; ++i) slopes[(6 + i) * columns + kCarcass + i] = -kFading;
    return true;
  }
  const Wheel<Slope> wheel = VariedWheel(at.frames[0]);
  const OverPlane<Slope> over(wheel, contact);
  const RollingForces f = Roll(MotionOf(at, contact), at);
  const auto chained = [&](const RollingNumber& x) { return Chained(x, over); };
  auto load = over.Load(chained(f.fx), chained(f.fy), chained(f.fz),
                        {chained(f.mx), chained(f.my), chained(f.mz)});
  if (at.is_static) AddHolding(NominalLoad(), drawn_at_, wheel.c, over, &load);
  for (int row = 0; row < 6; ++row) {
    std::copy(load[row].d.begin(), load[row].d.end(), slopes + row * columns);
  }
  const Slope u = chained(f.u_rate), v = chained(f.v_rate);
  std::copy(u.d.begin(), u.d.end(), slopes + 6 * columns);
  std::copy(v.d.begin(), v.d.end(), slopes + 7 * columns);
  return true;
}

void WheelOnRoad::Outputs(const JounceElementPoint& at, double* values) const {
  const WheelContact contact = Meet(at);
  const Wheel<double> wheel = WheelAt(at.frames[0]);
  values[kSpin] = Dot(wheel.w, wheel.s);
  values[kContactX] = contact.point.x();
  values[kContactY] = contact.point.y();
  RoadHint hint;
  values[kRoadHeight] = road_->At(contact.point.x(), contact.point.y(), &hint).height;
  values[kFriction] = contact.friction;
  values[kCamber] = contact.camber;
  if (!Touches(contact)) return;
  const RollingMotion motion = MotionOf(at, contact);
  const RollingForces f = Roll(motion, at);
  values[kFx] = f.fx.value;
  values[kFy] = f.fy.value;
  values[kFz] = f.fz.value;
  values[kMx] = f.mx.value;
  values[kMy] = f.my.value;
  values[kMz] = f.mz.value;
  values[kKappa] = f.kappa;
  values[kAlpha] = f.alpha;
  values[kLoadedRadius] = motion.loaded_radius;
}

}  // namespace jounce
