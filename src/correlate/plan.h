// What `jounce correlate` is told: which numbers of a model may change, and what was measured.
//
//   model: car.yaml
//   find:
//     coil: {lower: 0.7, upper: 1.4, prior: 10 %}       factors of what the model says
//     damper: {name: "front_*/damping", prior: 0.3}
//   events:
//     posts:
//       set: {road: posts.rsp}
//       measured: posts.csv
//       channels: {body.z: {simulated: chassis.z}, arm: {compare: spectrum}, hub: {held_out: true}}
//     at_rest:
//       values: {load.z: {value: 4745, deviation: 5}}
//       modes: {hop: {mode: 9, frequency: 11 Hz, deviation: 0.1 Hz}}
#ifndef JOUNCE_CORRELATE_PLAN_H_
#define JOUNCE_CORRELATE_PLAN_H_

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace jounce {
class Fields;
}

namespace jounce::correlate {

struct PlanParameter {
  std::string name;               // what it is called here
  std::string number;             // of the model, or a pattern (io/varied_model.h); empty: the name
  double lower = 0.5, upper = 2;  // bounds, as factors of what the model says
  double prior = 0;  // how far off it may well be, as a part of itself; 0: nothing is known
  Place place;
};

enum class CompareBy { kTime, kSpectrum };

struct PlanChannel {
  std::string name;       // measured
  std::string simulated;  // empty: of the same name
  double scale = 1;       // of the simulated one
  double weight = 1;
  double deviation = 0;  // of the noise, in the unit of the measured channel; 0: what is left over
  CompareBy comparison = CompareBy::kTime;
  bool held_out = false;
  Place place;
};

// A number that is measured at rest.
struct PlanValue {
  std::string name;  // a channel
  double value = 0;  // in the channel's SI unit
  double deviation = 0;
  bool held_out = false;
  Place place;
};

struct PlanMode {
  std::string name;
  int mode = 0;          // its number in the model, from 1, of `jounce modes --undamped`
  double frequency = 0;  // Hz
  double deviation = 0;  // Hz
  bool held_out = false;
  Place place;
};

using Settings = std::vector<std::pair<std::string, std::string>>;

struct PlanEvent {
  std::string name;
  Settings set;
  std::string measured;  // file of signals
  std::vector<PlanChannel> channels;
  bool from_equilibrium = true;
  double end_time = 0;          // s; 0: that of the measurement
  double start_time = 0;        // s; before it nothing is compared
  double low = 0.5, high = 25;  // Hz, where spectra are compared
  std::vector<PlanValue> values;
  std::vector<PlanMode> modes;
  bool held_out = false;
  Place place;
};

struct Plan {
  std::string model;
  Settings set;
  std::vector<PlanParameter> parameters;
  std::vector<PlanEvent> events;
  int most_iterations = 30;
  std::vector<std::string> files;  // that were read
};

void Describe(Fields& fields, PlanParameter& parameter);
void Describe(Fields& fields, PlanChannel& channel);
void Describe(Fields& fields, PlanValue& value);
void Describe(Fields& fields, PlanMode& mode);
void Describe(Fields& fields, PlanEvent& event);
void Describe(Fields& fields, Plan& plan);

// Throws InputError with all mistakes, or FileError.
Plan LoadPlan(const std::string& path);

}  // namespace jounce::correlate

#endif  // JOUNCE_CORRELATE_PLAN_H_
