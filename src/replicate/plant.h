// What is driven and answers: a rig with a vehicle on it. For the iteration it is a black box that
// takes histories of the drives and gives those of the targets.
#ifndef JOUNCE_REPLICATE_PLANT_H_
#define JOUNCE_REPLICATE_PLANT_H_

#include <string>
#include <vector>

#include "base/progress.h"
#include "model/model.h"
#include "replicate/drive_items.h"
#include "replicate/histories.h"
#include "replicate/response_matrix.h"

namespace jounce {

struct PlantRun {
  bool ok = true;
  bool interrupted = false;
  std::string reason = {};   // where not ok
  Histories responses = {};  // in SI, as long as the drives: targets, then forces of drives
};

class Plant {
 public:
  virtual ~Plant() = default;

  // From rest. May be called from several threads at once.
  virtual PlantRun Run(const Histories& drives, Progress* progress) const = 0;
};

// A channel of the plant in SI.
struct ProbeChoice {
  std::string probe;  // as the plan names it
  std::string from;   // channel of a sensor
  double scale = 1;
  std::string unit;
};

// The channels that a plan names: those of the model's `channels`, or of its sensors. Throws
// InputError for names that are none of them.
struct NamedProbe {
  std::string user;  // what asks for it, for messages
  std::string name;
  Place place;
};
std::vector<ProbeChoice> FindProbes(const Model& model, const std::vector<NamedProbe>& names);

// A model in equilibrium, driven by histories.
class SimulatedPlant : public Plant {
 public:
  SimulatedPlant(Model model, std::vector<DriveItem> drives, std::vector<ProbeChoice> probes,
                 double rate);

  PlantRun Run(const Histories& drives, Progress* progress) const override;

  const std::vector<DriveItem>& drives() const { return drives_; }
  // The model at rest whose channels are these probes, in SI.
  Model ModelWith(const std::vector<size_t>& probes) const;

  // The response about equilibrium of the first `targets` probes to all drives, exact in time: no
  // run is needed. Probes that do not follow a small motion are NaN. Throws InputError where there
  // is no equilibrium.
  ResponseMatrix Linearize(size_t targets, const std::vector<double>& frequencies) const;

 private:
  Model model_;  // with `channels` for the probes, at the rate
  std::vector<DriveItem> drives_;
  std::vector<ProbeChoice> probes_;
  double rate_;
};

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_PLANT_H_
