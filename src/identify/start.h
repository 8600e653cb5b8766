// Start values from the data: for the hydrobushing law as chapter 5.3 of [Svensson 2004] finds them
// (the printed factor (c-1) of eq. 5.3 being (1-c), 5 %), for other parts by the same ideas.
#ifndef JOUNCE_IDENTIFY_START_H_
#define JOUNCE_IDENTIFY_START_H_

#include <vector>

#include "identify/candidate_law.h"
#include "identify/series.h"

namespace jounce::identify {

// What the loops say at a glance.
struct DataFacts {
  std::vector<double> spring;      // k1 k3 k5 of the largest static loop, N/m, N/m^3, N/m^5
  double low_stiffness = 0;        // peak stiffness at the smallest amplitude, lowest frequency
  double high_stiffness = 0;       // largest peak stiffness at the smallest amplitude
  double smallest_amplitude = 0;   // m
  double largest_amplitude = 0;    // m
  double lowest_frequency = 0;     // Hz, of the dynamic series
  double highest_frequency = 0;    // Hz
  double slowest_frequency = 0;    // Hz, of all series
  double peak_loss_frequency = 0;  // Hz, of the largest loss angle at the smallest amplitude
};

DataFacts LookAt(const std::vector<Series>& data);

// Hydrobushing with np friction and nf fluid elements. Bounds 0.1 to 10 times the start, 0.01 to
// 100 for what the start values cannot know: the nonlinear terms of the spring and the masses.
CandidateLaw StartHydrobushing(const std::vector<Series>& data, int friction, int fluid);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_START_H_
