// What a result holds of the sensors: the channels that the model's `channels` section chooses,
// renamed, in their units, at their rate (model/channels.h).
//
// Rows are added as the run makes them. Where a rate is given, rows come out at the times t0 + k /
// rate, t0 that of the first row, whatever the steps of the run: interpolated by the polynomial
// through the two rows before and the two after (fewer in a run of fewer rows), which is exact for
// cubics. A time that is that of a row, but for rounding, gets its values as they are.
#ifndef JOUNCE_SOLVE_CHANNEL_SELECTION_H_
#define JOUNCE_SOLVE_CHANNEL_SELECTION_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "model/channels.h"

namespace jounce {

class SensorReader;

class ChannelSelection {
 public:
  using Row = std::function<void(double time, const std::vector<double>& values)>;

  // `all` are the channels of the sensors. Throws InputError where they do not fit.
  ChannelSelection(const ChannelSettings& settings, const std::vector<ProbeChannel>& all);

  const std::vector<ProbeChannel>& channels() const { return channels_; }
  const std::vector<ChosenChannel>& chosen() const { return chosen_; }

  // The sensors that any of them belongs to; others need not be read.
  std::vector<int> SensorsIn(const SensorReader& all) const;

  // The chosen values of one row of all channels.
  void Choose(const double* all, double* values) const;

  // How many rows come of a run from 0 to `end` [s] that makes `rows`.
  size_t CountRows(double end, size_t rows) const;

  // A row of all channels, at a later time than the one before; `out` gets the rows that are now
  // known.
  void Add(double time, const double* all, const Row& out);
  // No more rows come: `out` gets the rest.
  void Finish(const Row& out);

 private:
  struct TimedRow {
    double time = 0;
    std::vector<double> values;
  };
  void WriteUpTo(double time, const Row& out);
  void Interpolate(double time);
  double NextTime() const { return start_ + static_cast<double>(written_) / *rate_; }

  std::optional<double> rate_;
  std::vector<ChosenChannel> chosen_;
  std::vector<ProbeChannel> channels_;
  std::vector<TimedRow> window_;  // the last rows, at most four
  std::vector<double> values_;    // of a row that goes out
  double start_ = 0;
  long long written_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_CHANNEL_SELECTION_H_
