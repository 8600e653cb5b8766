#include "mechanics/frame_probes.h"

#include <cmath>

#include "mechanics/varied_vector.h"
#include "model/probe_kinds.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// The order of the frames among the variables of a VariedVector.
enum { kFirstFrame, kSecondFrame, kAxesFrame };

// The second end as seen from the first.
template <class V>
struct Sight {
  ProbedMotion<V> first, second;
  Observer observer;
  Vector3d gravity;

  bool moves() const { return observer == Observer::kFirst; }
  V Position() const { return second.place - first.place; }
  V Velocity() const {
    const V v = second.velocity - first.velocity;
    return moves() ? v - Cross(first.angular_velocity, Position()) : v;
  }
  V AngularVelocity() const { return second.angular_velocity - first.angular_velocity; }
};

// What the probes read, of places with or without slopes.
struct ReadPosition {
  template <class V>
  static V Of(const Sight<V>& s) {
    return s.Position();
  }
};
struct ReadVelocity {
  template <class V>
  static V Of(const Sight<V>& s) {
    return s.Velocity();
  }
};
struct ReadAcceleration {
  template <class V>
  static V Of(const Sight<V>& s) {
    const V a = s.second.acceleration - s.first.acceleration;
    if (!s.moves()) return a;
    const V &w = s.first.angular_velocity, r = s.Position();
    return a - Cross(s.first.angular_acceleration, r) - Cross(w, Cross(w, r)) -
           2 * Cross(w, s.Velocity());
  }
};
struct ReadAccelerometer {
  template <class V>
  static V Of(const Sight<V>& s) {
    return s.second.acceleration - s.gravity;
  }
};
struct ReadAngularVelocity {
  template <class V>
  static V Of(const Sight<V>& s) {
    return s.AngularVelocity();
  }
};
struct ReadAngularAcceleration {
  template <class V>
  static V Of(const Sight<V>& s) {
    const V b = s.second.angular_acceleration - s.first.angular_acceleration;
    return s.moves() ? b - Cross(s.first.angular_velocity, s.AngularVelocity()) : b;
  }
};

// What all probes of frames have: the frames, and slopes spread over them.
class FrameProbe : public Probe {
 public:
  FrameProbe(const System& system, const Sensor& sensor)
      : Probe(ChannelsOf(system.model(), sensor)),
        ends_(PlaceSensor(system.geometry(), sensor)),
        axes_(AxesOf(system, sensor, ends_)) {}

  std::optional<SeenUnknowns> Sees() const override {
    return SeenUnknowns{{ends_.first.body, ends_.second.body, axes_.body}, {}, {}};
  }

 protected:
  static void Spread(const VariedVector& x, int component, ScalarGradient* gradient) {
    for (int i = 0; i < VariedVector::kFrames; ++i) {
      const auto own = x.d.row(component).segment<18>(VariedVector::kOfFrame * i);
      gradient->K.segment<6>(6 * i) += own.segment<6>(0);
      gradient->C.segment<6>(6 * i) += own.segment<6>(6);
      gradient->M.segment<6>(6 * i) += own.segment<6>(12);
    }
  }

  FramePair ends_;
  BodyFrame axes_;
};

template <class Quantity>
class VectorProbe final : public FrameProbe {
 public:
  VectorProbe(const System& system, const Sensor& sensor)
      : FrameProbe(system, sensor), observer_(sensor.observer), gravity_(system.model().gravity) {
    if constexpr (std::is_same_v<Quantity, ReadAccelerometer>) axes_ = ends_.second;
  }

  void Read(const Evaluation& at, double* values) const override {
    const Sight<Vector3d> sight{MotionOf(at.state, ends_.first), MotionOf(at.state, ends_.second),
                                observer_, gravity_};
    Eigen::Map<Vector3d>{values} = InAxes(MotionOf(at.state, axes_), Quantity::Of(sight));
  }

  void Differentiate(const Evaluation& at, int channel, ScalarGradient* gradient) const override {
    const Sight<VariedVector> sight{VariedMotionOf(at.state, ends_.first, kFirstFrame),
                                    VariedMotionOf(at.state, ends_.second, kSecondFrame), observer_,
                                    gravity_};
    const ProbedMotion<VariedVector> axes = VariedMotionOf(at.state, axes_, kAxesFrame);
    Spread(InAxes(axes, Quantity::Of(sight)), channel, gradient);
  }

 private:
  Observer observer_;
  Vector3d gravity_;
};

// Angles of a rotation matrix: their values, and their slopes by a rotation of the second frame
// about its own axes, dR = R skew(dw).
struct RotationVectorForm {
  static Vector3d Value(const Matrix3d& R) { return LogRotation(R); }
  static Matrix3d Slope(const Matrix3d& R) { return InverseRotationTangent(LogRotation(R)); }
};

struct CardanForm {
  static Vector3d Value(const Matrix3d& R) {
    return {std::atan2(-R(1, 2), R(2, 2)), std::atan2(R(0, 2), std::hypot(R(0, 0), R(0, 1))),
            std::atan2(-R(0, 1), R(0, 0))};
  }
  // R_y(b) R_z(c) turned back: da = (cos c dw_x - sin c dw_y)/cos b, db = sin c dw_x + cos c dw_y,
  // dc = dw_z - tan b (cos c dw_x - sin c dw_y).
  static Matrix3d Slope(const Matrix3d& R) {
    const Vector3d angles = Value(R);
    const double cb = std::cos(angles.y()), tb = std::tan(angles.y());
    const double cc = std::cos(angles.z()), sc = std::sin(angles.z());
    Matrix3d slope;
    slope << cc / cb, -sc / cb, 0, sc, cc, 0, -tb * cc, tb * sc, 1;
    return slope;
  }
};

struct Euler313Form {
  static constexpr double kSingular = 1e-12;
  static Vector3d Value(const Matrix3d& R) {
    const double sine = std::hypot(R(0, 2), R(1, 2));
    if (sine < kSingular) return {std::atan2(R(1, 0), R(0, 0)), R(2, 2) > 0 ? 0 : M_PI, 0};
    return {std::atan2(R(0, 2), -R(1, 2)), std::atan2(sine, R(2, 2)), std::atan2(R(2, 0), R(2, 1))};
  }
  // da = (sin c dw_x + cos c dw_y)/sin b, db = cos c dw_x - sin c dw_y,
  // dc = dw_z - cot b (sin c dw_x + cos c dw_y). Where there is none, none is given.
  static Matrix3d Slope(const Matrix3d& R) {
    const Vector3d angles = Value(R);
    const double sb = std::sin(angles.y()), cb = std::cos(angles.y());
    const double cc = std::cos(angles.z()), sc = std::sin(angles.z());
    if (std::abs(sb) < kSingular) return Matrix3d::Zero();
    Matrix3d slope;
    slope << sc / sb, cc / sb, 0, cc, -sc, 0, -cb * sc / sb, -cb * cc / sb, 1;
    return slope;
  }
};

template <class Form>
class OrientationProbe final : public FrameProbe {
 public:
  using FrameProbe::FrameProbe;

  void Read(const Evaluation& at, double* values) const override {
    Eigen::Map<Vector3d>{values} = Form::Value(Rotation(at.state));
  }

  void Differentiate(const Evaluation& at, int channel, ScalarGradient* gradient) const override {
    const ProbedMotion<VariedVector> first = VariedMotionOf(at.state, ends_.first, kFirstFrame),
                                     second = VariedMotionOf(at.state, ends_.second, kSecondFrame);
    VariedVector angles;
    angles.d =
        Form::Slope(Rotation(at.state)) * second.R.transpose() * (second.turn.d - first.turn.d);
    Spread(angles, channel, gradient);
  }

 private:
  Matrix3d Rotation(const SystemState& state) const {
    return (state.pose[ends_.first.body].R * ends_.first.frame.R).transpose() *
           (state.pose[ends_.second.body].R * ends_.second.frame.R);
  }
};

template <class T>
std::unique_ptr<Probe> MakeOf(const System& system, const Sensor& sensor) {
  return std::make_unique<T>(system, sensor);
}

}  // namespace

BodyFrame AxesOf(const System& system, const Sensor& sensor, const FramePair& ends) {
  if (sensor.axes == "first") return ends.first;
  if (sensor.axes == "second") return ends.second;
  return system.geometry().ResolveName(sensor.axes);
}

std::unique_ptr<Probe> MakePositionProbe(const System& system, const Sensor& sensor) {
  return MakeOf<VectorProbe<ReadPosition>>(system, sensor);
}
std::unique_ptr<Probe> MakeVelocityProbe(const System& system, const Sensor& sensor) {
  return MakeOf<VectorProbe<ReadVelocity>>(system, sensor);
}
std::unique_ptr<Probe> MakeAccelerationProbe(const System& system, const Sensor& sensor) {
  return MakeOf<VectorProbe<ReadAcceleration>>(system, sensor);
}
std::unique_ptr<Probe> MakeAccelerometerProbe(const System& system, const Sensor& sensor) {
  return MakeOf<VectorProbe<ReadAccelerometer>>(system, sensor);
}
std::unique_ptr<Probe> MakeAngularVelocityProbe(const System& system, const Sensor& sensor) {
  return MakeOf<VectorProbe<ReadAngularVelocity>>(system, sensor);
}
std::unique_ptr<Probe> MakeAngularAccelerationProbe(const System& system, const Sensor& sensor) {
  return MakeOf<VectorProbe<ReadAngularAcceleration>>(system, sensor);
}
std::unique_ptr<Probe> MakeRotationVectorProbe(const System& system, const Sensor& sensor) {
  return MakeOf<OrientationProbe<RotationVectorForm>>(system, sensor);
}
std::unique_ptr<Probe> MakeCardanProbe(const System& system, const Sensor& sensor) {
  return MakeOf<OrientationProbe<CardanForm>>(system, sensor);
}
std::unique_ptr<Probe> MakeEuler313Probe(const System& system, const Sensor& sensor) {
  return MakeOf<OrientationProbe<Euler313Form>>(system, sensor);
}

}  // namespace jounce
