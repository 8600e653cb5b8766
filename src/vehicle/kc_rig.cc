#include "vehicle/kc_rig.h"

#include <algorithm>
#include <limits>

#include "math/dense.h"
#include "math/pose.h"
#include "math/products.h"
#include "solve/freedom.h"
#include "solve/linear_system.h"
#include "solve/static_response.h"
#include "vehicle/kc_model.h"

namespace jounce {

using Eigen::Vector3d;
using Eigen::VectorXd;

// m or rad; what would be moved further is no rest of an iteration.
static constexpr double kLargestPolish = 1e-7;

KcRig::KcRig(const Model& model, const KcAxle& axle, const KcSetup& setup)
    : axle_(axle), setup_(setup), sides_(KcSides(model, axle)) {
  const Model rigged = MakeKcModel(model, axle, setup);
  system_ = std::make_unique<System>(rigged);
  sensors_ = std::make_unique<SensorReader>(*system_);
  start_ = state_ = system_->StartState();
  active_ = CountFreedom(*system_, start_).active;
  const ModelGeometry& geometry = system_->geometry();
  const auto has_frame = [&](const std::string& name) {
    return std::any_of(rigged.frames.begin(), rigged.frames.end(),
                       [&](const Frame& frame) { return frame.name == name; });
  };
  for (size_t i = 0; i < axle.wheels.size(); ++i) {
    const BodyFrame wheel = geometry.ResolveName(KcWheelFrame(i));
    const Vector3d outwards = state_.pose[wheel.body].R.transpose() * sides_[i].outwards;
    Vector3d spin = wheel.frame.R.col(1);
    if (spin.dot(outwards) < 0) spin = -spin;
    Carrier carrier{wheel.body,
                    {.centre = wheel.frame.p,
                     .spin = spin,
                     .contact = geometry.ResolveName(KcContactFrame(i)).frame.p,
                     .kingpin = {}}};
    if (has_frame(KcKingpinFrame(i, false))) {
      carrier.local.kingpin = {geometry.ResolveName(KcKingpinFrame(i, false)).frame.p,
                               geometry.ResolveName(KcKingpinFrame(i, true)).frame.p};
    }
    carriers_.push_back(carrier);
  }
}

double KcRig::SignOf(size_t wheel) const {
  return setup_.antisymmetric && !sides_[wheel].is_right() ? -1 : 1;
}

void KcRig::Restart() { state_ = start_; }

RunStatus KcRig::Solve(double input) {
  Statics statics(*system_, active_);
  SystemState from = state_;
  from.time = input;  // functions of the rig take the input for the time
  system_->PlaceFrames(&from);
  StaticResult result = statics.Solve(from);
  if (!result.status.ok) return result.status;
  state_ = std::move(result.state);
  history_ = std::move(result.history);
  if (system_->mode_count() == 0) Polish();
  return result.status;
}

// One more step of Newton's method along what the constraints leave free, so that what the
// tolerance of statics leaves open does not show beside the changes that small loads make.
void KcRig::Polish() {
  std::vector<double> next(history_), forces(system_->row_count()),
      rows(system_->multiplier_count());
  const Evaluation at{state_, std::numeric_limits<double>::infinity(), history_.data(),
                      next.data()};
  system_->Residual(at, forces.data(), rows.data());
  const LinearSystem linear(*system_, at);
  const VectorXd residual = Eigen::Map<VectorXd>(forces.data(), system_->motion_count());
  const VectorXd x = StaticResponse(linear).OfWrenches(-residual);
  if (!x.allFinite() || x.cwiseAbs().maxCoeff() > kLargestPolish) return;
  for (int i = 0; i < system_->body_count(); ++i) {
    state_.pose[i] = state_.pose[i] * ExpPose(Vector6(x.segment<6>(system_->layout().Body(i))));
  }
}

WheelPlace KcRig::PlaceOf(const Carrier& carrier, const SystemState& state) const {
  const Pose& H = state.pose[carrier.body];
  const WheelPlace& local = carrier.local;
  WheelPlace place{.centre = H * local.centre,
                   .spin = H.R * local.spin,
                   .contact = H * local.contact,
                   .kingpin = {}};
  if (local.kingpin) place.kingpin = {H * local.kingpin->first, H * local.kingpin->second};
  return place;
}

std::vector<KcReading> KcRig::ReadDrawn() const {
  std::vector<KcReading> readings;
  for (const Carrier& carrier : carriers_) readings.push_back({.place = PlaceOf(carrier, start_)});
  return readings;
}

std::vector<KcReading> KcRig::Read() {
  std::vector<double> next(history_), values(sensors_->channels().size());
  const Evaluation at{state_, std::numeric_limits<double>::infinity(), history_.data(),
                      next.data()};
  sensors_->Read(at, values.data());
  std::vector<KcReading> readings;
  for (size_t i = 0; i < carriers_.size(); ++i) {
    KcReading reading{.place = PlaceOf(carriers_[i], state_)};
    if (setup_.support != KcSupport::kHeld) {
      reading.vertical_force = setup_.wheel_loads[i];
    } else {
      for (size_t k = 0; k < values.size(); ++k) {
        if (sensors_->channels()[k].name == KcSupportJoint(i) + ".z") {
          reading.vertical_force = values[k];
        }
      }
    }
    readings.push_back(reading);
  }
  return readings;
}

// Wrenches on all bodies, in their own axes.
VectorXd KcRig::UnitLoads(KcInput input) const {
  VectorXd loads = VectorXd::Zero(system_->motion_count());
  for (size_t i = 0; i < carriers_.size(); ++i) {
    const WheelSide& side = sides_[i];
    Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
    const bool at_contact = input == KcInput::kLateral || input == KcInput::kLongitudinalContact;
    if (input == KcInput::kLateral) force = side.outwards;
    if (input == KcInput::kLongitudinalContact || input == KcInput::kLongitudinalCentre) {
      force = -side.forwards;
    }
    if (input == KcInput::kVertical) force = Vector3d::UnitZ();
    if (input == KcInput::kAligning) torque = side.outwards.cross(side.forwards);
    const WheelPlace& local = carriers_[i].local;
    const Eigen::Matrix3d into_body = state_.pose[carriers_[i].body].R.transpose();
    const Vector3d point = at_contact ? local.contact : local.centre;
    force = SignOf(i) * (into_body * force);
    torque = SignOf(i) * (into_body * torque) + point.cross(force);
    const int first = system_->layout().Body(carriers_[i].body);
    loads.segment<3>(first) += force;
    loads.segment<3>(first + 3) += torque;
  }
  return loads;
}

std::vector<KcVelocity> KcRig::VelocitiesOf(const VectorXd& motion) const {
  std::vector<KcVelocity> velocities;
  for (const Carrier& carrier : carriers_) {
    const int first = system_->layout().Body(carrier.body);
    const Eigen::Matrix3d& R = state_.pose[carrier.body].R;
    const Vector3d turn = motion.segment<3>(first + 3);
    velocities.push_back(
        {R * (motion.segment<3>(first) + turn.cross(carrier.local.centre)), R * turn});
  }
  return velocities;
}

std::vector<KcVelocity> KcRig::Tangent(KcInput input) {
  std::vector<double> next(history_);
  const LinearSystem linear(*system_, Evaluation{state_, std::numeric_limits<double>::infinity(),
                                                 history_.data(), next.data()});
  StaticResponse response(linear);
  if (input != KcInput::kTravel && input != KcInput::kSteer) {
    return VelocitiesOf(response.OfWrenches(UnitLoads(input)));
  }
  if (input == KcInput::kSteer) {
    return VelocitiesOf(response.OfMotion(system_->FindItem(kKcSteering)->first_multiplier()));
  }
  // The supports are moved so that the wheel centres rise as they should, whatever the sign of
  // their equations.
  const Eigen::Index n = static_cast<Eigen::Index>(carriers_.size());
  Eigen::MatrixXd motions(system_->motion_count(), n), rise(n, n);
  VectorXd wanted(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const int row = system_->FindItem(KcSupportJoint(static_cast<size_t>(k)))->first_multiplier();
    motions.col(k) = response.OfMotion(row);
    const std::vector<KcVelocity> velocities = VelocitiesOf(motions.col(k));
    for (Eigen::Index i = 0; i < n; ++i) rise(i, k) = velocities[static_cast<size_t>(i)].centre.z();
    wanted[k] = SignOf(static_cast<size_t>(k));
  }
  return VelocitiesOf(Product(motions, SolveSquare(rise, wanted)));
}

}  // namespace jounce
