// A study: a model, what varies of it and what is looked at. Plain data, as the file says it
// (study_file.h).
#ifndef JOUNCE_STUDY_STUDY_H_
#define JOUNCE_STUDY_STUDY_H_

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "io/model_memory.h"
#include "study/sampling.h"

namespace jounce::study {

// ---- What varies ----------------------------------------------------------------------------------

enum class Distribution { kUniform, kNormal, kLognormal };
enum class ScaledPart { kForce, kStiffness, kDamping };

// One thing that varies. Its values are those of a list, those of a range, or spread about a nominal
// one; what they do is to be set, to be the case, or to scale the laws of connections.
struct Factor {
  std::string name;
  Place place;

  std::vector<std::string> set;  // parameters and variants that get the value; empty: of its name
  bool is_case = false;          // the values are names of cases
  std::optional<ScaledPart> scale;
  std::vector<std::string> bushings;    // patterns of names of connections whose laws are scaled
  std::vector<std::string> directions;  // x y z rx ry rz; empty: all

  std::string uncertainty;  // file of an identified law; expanded when the study is read
  int draw = -1;            // of Study::draws: its number is one of the parameters of that law

  std::vector<std::string> values;  // a list; empty: numbers of a range or distribution
  std::vector<double> numbers;      // those of a list of numbers in one unit
  double low = 0, high = 0;         // range, or of a distribution nominal -+ tolerance
  double nominal = 0;
  Distribution distribution = Distribution::kUniform;
  double sigmas = 3;  // standard deviations that the tolerance is of a normal or lognormal one
  bool logarithmic = false;
  int count = 5;     // levels in a grid
  std::string unit;  // of low, high, nominal; "": plain

  bool IsList() const { return !values.empty(); }
  bool IsText() const { return IsList() && numbers.empty(); }
  int Levels() const { return IsList() ? static_cast<int>(values.size()) : count; }
  // The number at 0 <= u <= 1 of its distribution: low at 0 and high at 1 of a uniform one, the
  // quantile of others, kept to four standard deviations.
  double NumberAt(double u) const;
  // The same for a level of a grid: evenly spaced from low to high, ends included.
  double NumberAtLevel(int level) const;
  // Place in a list.
  size_t PlaceAt(double u) const;
};

// An identified law of which parameters are drawn together (law_draw.h).
struct LawDraw {
  std::string file;
  std::vector<std::string> names, units;  // of the parameters that vary
  std::vector<double> values;             // their estimates, SI
  std::vector<std::pair<std::string, double>> fixed;
  std::vector<double> factor;  // lower triangle of the covariance of their logarithms
  std::vector<std::string> bushings, directions;  // where the law stands
  size_t first = 0;                               // of its factors in the study
};

// ---- What is looked at ----------------------------------------------------------------------------

// A part of the time of a run.
struct TimeWindow {
  double from = 0, to = 0;  // s; to = 0: the end
};

// Of a channel of a run.
struct StatisticOutput {
  std::string channel;
  int statistic = 0;  // number in kStatistics
  TimeWindow window;
};
inline constexpr const char* kStatistics[] = {"rms",   "mean",      "min",   "max",  "absolute_max",
                                              "range", "deviation", "crest", "final"};

// Root of the power of a channel between two frequencies, by Welch's method.
struct BandOutput {
  std::string channel;
  double low = 0, high = 0;  // Hz
  int segment = 2048;        // samples
  TimeWindow window;
};

// What one run does to a material (fatigue/assessment.h), or without one the pseudo-damage
// sum n S_a^k of the cycles of a channel in its own unit.
struct DamageOutput {
  std::string channel;
  std::string material;  // file
  double slope = 5;
  TimeWindow window;
};
// Runs to failure.
struct LifeOutput {
  std::string channel;
  std::string material;
  TimeWindow window;
};

// A natural mode about the equilibrium: that of a number, or the one in which a body has the largest
// share of the kinetic energy.
struct ModeOutput {
  int number = 1;
  std::string body;
  int direction = -1;  // 0 to 5 of kDirections; -1: any
  int value = 0;       // frequency or damping
};
inline constexpr const char* kDirections[] = {"x", "y", "z", "rx", "ry", "rz"};
inline constexpr const char* kModeValues[] = {"frequency", "damping"};

// A channel in static equilibrium.
struct StaticOutput {
  std::string channel;
};

// A gradient of kinematics and compliance (vehicle/kc.h).
struct KcOutput {
  std::vector<std::string> wheels;  // frames
  std::string steer;                // joint that is held; empty: none
  std::string test = "travel", pivots = "elastic";
  std::string pattern, support;   // empty: the first there is
  std::string value = "toe_deg";  // a column, or wheel_rate
  int wheel = 1;                  // of the axle, from 1
};

// Of inputs and of outputs above it, by their names.
struct FormulaOutput {
  std::string formula;
  std::string unit;
};

struct Output {
  std::string name;
  Place place;
  using Kind = std::variant<StatisticOutput, BandOutput, DamageOutput, LifeOutput, ModeOutput,
                            StaticOutput, KcOutput, FormulaOutput>;
  Kind kind;
};

// ---- What is wanted -------------------------------------------------------------------------------

struct Limit {
  std::string name;  // of an output
  std::optional<double> least, most;
};

// The least of an output under limits, by the evolution strategy of cma_es.h.
struct Optimization {
  std::string minimize;
  std::vector<Limit> limits;
  int runs = 200;  // at most, for each combination of lists
  int seed = 1;
  double start_size = 0.25;  // standard deviation of the first runs, as part of the ranges
};

enum class Keep { kNone, kResults, kPages };

struct Study {
  std::string file;
  std::string name;
  std::string model;  // empty: formulas alone
  std::string case_name;
  bool from_equilibrium = false;
  double end_time = 0, step = 0;  // 0: as the model says
  double time_limit = 3600;       // of a run, s
  Keep keep = Keep::kNone;
  std::vector<Factor> factors;
  std::vector<LawDraw> draws;
  Sampling sampling;
  std::vector<Output> outputs;
  std::optional<Optimization> optimize;
  // What runs of one process have read of the model.
  std::shared_ptr<ModelMemory> memory = std::make_shared<ModelMemory>();

  // -1: none.
  int FindOutput(const std::string& output) const;
};

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_STUDY_H_
