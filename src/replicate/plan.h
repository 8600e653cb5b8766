// What a user wants replicated: the plant, its drives, the targets, and how to get there
// [Wood 2003, 2.3]. Plain data; io/replicate_file.h reads it.
//
// Reference: [Wood 2003] Wood, thesis on the virtual durability test of a sport utility vehicle,
// University of Windsor, 2003.
#ifndef JOUNCE_REPLICATE_PLAN_H_
#define JOUNCE_REPLICATE_PLAN_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace jounce {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

// Something of the plant that a history drives: a signal, a load, a motion, or a component of a
// frame that moves ("road.z"). Values are in SI here, as texts with a unit in the file.
struct DriveSettings {
  std::string name;
  Place place;
  std::string item;    // empty: the same as the name
  std::string unit;    // of the drive file; empty: SI
  double gain = 1;     // of its corrections, besides that of the iteration
  std::string level;   // rms of the noise for identification
  std::string stroke;  // largest value to either side; empty: no limit
  std::string speed;   // largest rate of change
  std::string force;   // largest force of the channel `force_probe`
  std::string force_probe;
};

// A channel that is to be replicated, and the channel of the plant that answers it.
struct TargetSettings {
  std::string name;
  Place place;
  std::string channel;  // of the target files; empty: the same as the name
  std::string probe;    // channel of a sensor, or of the model's `channels`; empty: as the name
  std::string unit;     // of the samples; empty: as the file says
  double scale = 1;
  double weight = 1;  // 0: looked at, not controlled
  double gain = 1;    // of the corrections of its error, besides that of the iteration
};

// One recording to be replicated.
struct EventSettings {
  std::string name;
  Place place;
  std::string file;
  std::optional<double> begin, end;  // s, what is taken of it
  NamedValues set;                   // of the plant, for this event: a variant of it
};

// Corrections are whole between low and high and fade to nothing over the edges beside them.
struct BandSettings {
  double low = 0.5, high = 0;                 // Hz
  std::optional<double> low_edge, high_edge;  // Hz, widths; half of low, a tenth of high
};

enum class ResponseEstimator { kH1, kH2, kHv };

// Excitation by noise for the identification, all drives at once.
struct NoiseSettings {
  double duration = 60;  // s, of each run
  int runs = 1;          // with noise of their own, in parallel
  int segment = 1024;    // samples of a segment of the spectra
  double slope = 1;      // amplitudes fall with the frequency to this power
  int seed = 1;
  ResponseEstimator estimator = ResponseEstimator::kH1;
};

enum class IdentificationMethod { kLinearization, kNoise };

struct IdentificationSettings {
  IdentificationMethod method = IdentificationMethod::kLinearization;
  std::optional<NoiseSettings> noise;  // also shown over the linearization where that is taken
  double floor = 1e-3;  // singular values below this part of the largest are not inverted
  // Of several drives that would do, the smallest are taken: more drives than targets.
  bool smallest_drives = false;
};

// Where the first drives come from: the response matrix, or inverse dynamics of the model itself
// (servo_constraints.h).
enum class IterationStart { kResponse, kServo };

struct IterationSettings {
  IterationStart start = IterationStart::kResponse;
  double gain = 1;
  int most = 8;
  double error = 0.05;           // rms error over rms of the target at which a channel is good
  double least_step = 1.0 / 16;  // of the gain, halved where errors grow, at which nothing helps
  bool update = false;           // the response matrix learns from the runs (response_update.h)
};

// What is done to targets before [Wood 2003, 2.3.2], in this order.
struct EditSettings {
  bool despike = false;
  std::optional<double> spike_threshold;  // robust standard deviations
  bool remove_drift = false;              // the straight line of least squares
  std::optional<double> high_pass;        // Hz
  std::optional<double> rate;             // Hz, resampled to it
  std::optional<double> keep_damage;      // part of the damage kept when quiet parts are cut out
  double window = 1;                      // s, of the parts that are kept or cut out
};

struct ReplicatePlan {
  std::string file, name;
  Place place;
  std::string model;
  std::string case_name;
  NamedValues set;
  std::optional<double> step;  // s, of the simulation; empty: the model's own
  std::vector<DriveSettings> drives;
  std::vector<TargetSettings> targets;
  std::vector<EventSettings> events;
  BandSettings band;
  EditSettings edit;
  double pad = 2;     // s of rest before and after each event
  double fade = 0.5;  // s over which targets begin and end
  double slope = 5;   // of the Woehler line, for damage
  IdentificationSettings identification;
  IterationSettings iteration;
};

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_PLAN_H_
