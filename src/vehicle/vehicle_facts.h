// What a manoeuvre must know of a vehicle, found from its model: which way it drives, its wheels,
// its centre of mass, how it steers. A vehicle has tyres on the road (elements of kinds that stand
// on it) and the input `steer`; `drive` and `brake` where it has them.
#ifndef JOUNCE_VEHICLE_VEHICLE_FACTS_H_
#define JOUNCE_VEHICLE_VEHICLE_FACTS_H_

#include <Eigen/Core>
#include <string>

#include "model/model.h"

namespace jounce {

// Names of the inputs: angle of the steering wheel [rad, to the left], torque of the driven wheels
// [N m], torque of all brakes [N m].
inline constexpr char kSteerInput[] = "steer", kDriveInput[] = "drive", kBrakeInput[] = "brake";

struct VehicleFacts {
  std::string body;           // whose motion is that of the vehicle
  double mass = 0;            // kg, of all
  Eigen::Vector3d centre;     // of mass, ground axes as drawn, m
  Eigen::Vector3d forward;    // ground axes as drawn, horizontal
  double wheelbase = 0;       // m; 0 with one axle
  double wheel_radius = 0;    // m, height of the wheel centres, about
  double steering_ratio = 1;  // input by angle of the wheels that steer
  bool drives = false, brakes = false;
};

// `body` may be empty: then it is the one with half of all mass. Throws InputError where the model
// is no vehicle.
VehicleFacts FindVehicleFacts(const Model& model, const std::string& body);

}  // namespace jounce

#endif  // JOUNCE_VEHICLE_VEHICLE_FACTS_H_
