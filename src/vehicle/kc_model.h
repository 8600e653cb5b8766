// The model of a K&C rig (kc_rig.h): the vehicle with what holds and loads it.
#ifndef JOUNCE_VEHICLE_KC_MODEL_H_
#define JOUNCE_VEHICLE_KC_MODEL_H_

#include <string>
#include <vector>

#include "model/model.h"
#include "vehicle/kc_rig.h"

namespace jounce {

// Names of what the rig adds to the model, of wheel 0, 1.
std::string KcWheelFrame(size_t wheel);
std::string KcContactFrame(size_t wheel);
std::string KcKingpinFrame(size_t wheel, bool upper);
std::string KcSupportJoint(size_t wheel);
inline constexpr char kKcSteering[] = "kc steering";

// On which side the wheels are, as drawn. Throws InputError for unknown names, or wheels that are
// not on either side.
std::vector<WheelSide> KcSides(const Model& model, const KcAxle& axle);

Model MakeKcModel(const Model& model, const KcAxle& axle, const KcSetup& setup);

// The heaviest body, if it has half the mass of all; else the ground.
std::string GuessKcBody(const Model& model);

}  // namespace jounce

#endif  // JOUNCE_VEHICLE_KC_MODEL_H_
