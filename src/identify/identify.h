// From prepared loops to a law, with an honest statement of how good it is: the library call
// beneath `jounce identify`.
#ifndef JOUNCE_IDENTIFY_IDENTIFY_H_
#define JOUNCE_IDENTIFY_IDENTIFY_H_

#include <map>
#include <string>
#include <vector>

#include "base/progress.h"
#include "identify/search.h"
#include "identify/shape.h"
#include "identify/trust.h"

namespace jounce::identify {

// Series in this range count `factor` times [Svensson 2004, section 5.4, appendix A.1].
struct WeightRange {
  double least_amplitude = 0, most_amplitude = 1e9;  // m
  double least_frequency = 0, most_frequency = 1e9;  // Hz
  double factor = 3;
};

// What the errors are taken of.
enum class FitDomain { kTime, kStiffness, kBoth };

struct IdentifyOptions {
  std::string law = "auto";  // "auto", or a shape (ParseShape)
  std::vector<WeightRange> weights;
  FitDomain domain = FitDomain::kTime;
  SearchOptions search;
  int steps = 128;   // of a period
  int held_out = 4;  // every so many-th series is left out to test the law; 0: none
  std::map<std::string, double> start;      // start values by name, as shown to the user
  std::map<std::string, double> fixed;      // values that are not to change, by name
  std::map<std::string, std::string> tied;  // name -> name whose ratio to it is kept
  std::map<std::string, std::pair<double, double>> bounds;  // absolute, by name
};

struct SeriesError {
  int series = 0;
  double phi = 0;           // of the law fitted to all series
  double phi_held_out = 0;  // of the law fitted without it; NaN when it was not left out
};

// One rung: a shape, fitted to the series that are not held out.
struct Rung {
  LawShape shape;
  double phi = 0;  // of the whole law
  // Of what is left of it when all that the data do not determine is left out.
  int parameters = 0;
  double phi_fitted = 0;
  double phi_held_out = 0;
  std::vector<std::string> left_out;
  bool determined = false;  // all parameters that are left are
  double seconds = 0;
  bool chosen = false;
};

struct Identification {
  CandidateLaw model;  // with the values found
  double phi = 0;      // all series, as eq. 5.1 (and 5.14 where weighted)
  double phi_unweighted = 0;
  double phi_fitted = 0;    // of the fit without the held-out series, on what it saw
  double phi_held_out = 0;  // of that fit on the series it did not see; NaN without held-out series
  double phi_start = 0;     // of the start values
  double seconds = 0;       // of the search alone
  int evaluations = 0;
  std::vector<SeriesError> series;
  std::vector<std::vector<double>> forces;  // of the law at the rows of each series
  Trust trust;
  std::vector<Rung> ladder;           // empty unless the law was chosen by it
  std::vector<std::string> left_out;  // of the chosen law, as the data do not determine it
  std::vector<std::string> warnings;
  std::vector<std::string> experiments;  // that would tell what these do not
};

// `data` from Prepare. Throws InputError when an option names what does not exist.
Identification Identify(const std::vector<Series>& data, const IdentifyOptions& options,
                        Progress* progress = nullptr);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_IDENTIFY_H_
