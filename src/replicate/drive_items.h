// The drives of a plan in a model: what is driven, and histories put in its place.
#ifndef JOUNCE_REPLICATE_DRIVE_ITEMS_H_
#define JOUNCE_REPLICATE_DRIVE_ITEMS_H_

#include <memory>
#include <string>
#include <vector>

#include "model/model.h"
#include "replicate/histories.h"
#include "replicate/live_drive.h"
#include "replicate/plan.h"

namespace jounce {

// What a drive of the plan is in the model.
struct DriveItem {
  std::string name;      // of the signal, load, motion or frame component
  std::string unit;      // SI; empty where the model does not say
  double at_rest = 0;    // its own value at t = 0, about which the history moves
  int integrations = 0;  // from what is driven to the motion: 1 where a velocity is prescribed
};

// Throws InputError with all drives that name nothing, or something that no history can drive.
std::vector<DriveItem> FindDrives(const Model& model, const std::vector<DriveSettings>& drives);

// Lets histories from t = 0 on, one a drive and in SI, move the drives about their values at rest:
// as cubic splines, which have rates and accelerations (signals/streamed_signal.h).
void DriveBy(const Histories& histories, double rate, const std::vector<DriveItem>& items,
             Model* model);

// Lets values that become known step by step do so, one a drive, at rest first.
std::vector<std::shared_ptr<LiveDrive>> DriveLive(const std::vector<DriveItem>& items,
                                                  Model* model);

// Makes inputs from outside of signals that are drives, as linearization needs them.
void OpenInputs(const std::vector<DriveItem>& items, Model* model);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_DRIVE_ITEMS_H_
