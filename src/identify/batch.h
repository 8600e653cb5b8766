// Measured loops laid out for fast evaluation: eight series side by side, one per SIMD lane, each
// driven
// through its waveform on an even grid over one period, and read at its measured rows.
//
// An even grid makes every propagator of a linear element one per series instead of one per row,
// and gives all series the same number of steps whatever their rows are.
#ifndef JOUNCE_IDENTIFY_BATCH_H_
#define JOUNCE_IDENTIFY_BATCH_H_

#include <complex>
#include <vector>

#include "identify/series.h"
#include "identify/waveform.h"
#include "math/lanes.h"

namespace jounce::identify {

inline constexpr int kBatchLanes = 8;
using SeriesLanes = Lanes<kBatchLanes>;

// How the force at one row is read from four neighbouring grid points of its series.
struct RowReading {
  int first = 0;  // grid point of the first weight; the others follow, around the period
  double weight[4] = {};
  double displacement = 0;  // of the waveform at the row, for parts without memory
  double rate = 0;
  double force = 0;  // measured
};

// What the residuals of one series need.
struct SeriesRows {
  int series = 0;                // index in the data
  std::vector<RowReading> rows;  // without the row that repeats the first
  double peak_force = 0;         // max |Fx| of eq. 5.1, about its mean
  double weight = 1;             // of eq. 5.14
  double time_weight = 1;        // share of the rows in the objective
  double harmonic_weight = 0;    // share of K* in the objective
  // Force rows -> first harmonic over that of the displacement, so that K* = sum projector F.
  std::vector<std::complex<double>> projector;
  std::complex<double> stiffness;  // measured K*
};

// The series of one set of lanes.
struct Group {
  SeriesLanes step;                       // s
  std::vector<SeriesLanes> displacement;  // at grid points 0..steps
  std::vector<SeriesLanes> rate;          // just before grid points 0..steps
  std::vector<SeriesRows>
      series;  // at most kBatchLanes; padding lanes repeat the last and are not read
};

struct Batch {
  int steps = 0;  // of a period
  std::vector<Group> groups;
  int series_count = 0;
};

struct BatchOptions {
  int steps = 128;  // a power of two
  double time_weight = 1;
  double harmonic_weight = 0;
  bool absolute = false;  // with the means that were taken out of displacement and force
};

// `data` must be prepared (prepare.h): one closed, centred period each. `weights` is one per series
// or empty; `chosen` lists the series to take.
Batch MakeBatch(const std::vector<Series>& data, const std::vector<double>& weights,
                const std::vector<int>& chosen, const BatchOptions& options);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_BATCH_H_
