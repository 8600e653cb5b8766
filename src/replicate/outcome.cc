// What came of an event: the criteria for its targets, its drives, and what limits them.
#include <fmt/format.h>

#include <algorithm>

#include "replicate/replication.h"
#include "signals/channel_units.h"

namespace jounce {
namespace {

// The event of a block in the unit of the target.
Channel ChannelOf(const std::string& name, const std::string& unit, const EventBlock& block,
                  const History& samples) {
  Channel channel;
  channel.name = name;
  channel.unit = unit;
  channel.sample_rate = block.rate();
  channel.start = static_cast<double>(block.lead()) / block.rate();
  const double scale = ParseChannelUnit(unit).scale;
  for (const double x : block.EventOf(samples)) channel.samples.push_back(x / scale);
  return channel;
}

double MeanCoherence(const ResponseMatrix& matrix, size_t target) {
  double sum = 0;
  for (size_t line = 0; line < matrix.frequency.size(); ++line) {
    sum += matrix.CoherenceAt(line, target);
  }
  return sum / static_cast<double>(matrix.frequency.size());
}

// Lines of an octave and what they say of the plant.
struct Octave {
  size_t first = 0, end = 0;  // from first_line() on
  double error = 0;           // power
};

std::vector<Octave> OctavesOf(const EventBlock& block, const Lines& error) {
  std::vector<Octave> octaves;
  double next = 0;
  for (size_t i = 0; i < error.size(); ++i) {
    const double frequency = block.FrequencyOf(block.first_line() + i);
    if (frequency >= next) {
      octaves.push_back({i, i, 0});
      next = 2 * frequency;
    }
    octaves.back().end = i + 1;
    octaves.back().error += std::norm(error[i]);
  }
  return octaves;
}

}  // namespace

std::vector<Limitation> Replication::LimitationsOf(const ReplicatedEvent& event) const {
  std::vector<Limitation> limitations;
  const EventIteration& iteration = *event.iteration;
  const auto& setup = iteration.setup();
  const EventBlock& block = setup.block;
  const ResponseMatrix matrix = OnLinesOf(MatrixOf(variants_[event.variant]), block);
  const auto controlled = static_cast<size_t>(std::count_if(
      setup.weights.begin(), setup.weights.end(), [](double weight) { return weight > 0; }));
  const size_t full = std::min(matrix.drives, controlled);
  // The drives that move most in what the targets see least.
  const auto weakest = [&](size_t line) -> std::string {
    if (full < 2) return "";
    const std::vector<double> moved = WeakestDrives(setup.matrix, setup.scaling, line);
    const size_t first = std::max_element(moved.begin(), moved.end()) - moved.begin();
    size_t second = first == 0 ? 1 : 0;
    for (size_t j = 0; j < moved.size(); ++j) {
      if (j != first && moved[j] > moved[second]) second = j;
    }
    return fmt::format(", most of all '{}' with '{}'", plan_.drives[first].name,
                       plan_.drives[second].name);
  };
  std::string limited;  // by the last run that was kept
  for (const IterationRecord& record : iteration.state().records) {
    if (record.kept) limited = record.limits;
  }
  for (size_t i = 0; i < plan_.targets.size(); ++i) {
    if (setup.weights[i] == 0 || iteration.state().errors[i] < plan_.iteration.error) continue;
    History difference = block.InBand(iteration.state().responses[i]);
    for (size_t k = 0; k < difference.size(); ++k) difference[k] -= setup.desired[i][k];
    const std::vector<Octave> octaves = OctavesOf(block, block.Transform(difference));
    const Octave& worst =
        *std::max_element(octaves.begin(), octaves.end(),
                          [](const Octave& a, const Octave& b) { return a.error < b.error; });
    double all = 0, coherence = 0, condition = 0, rank = 0;
    for (const Octave& octave : octaves) all += octave.error;
    const auto count = static_cast<double>(worst.end - worst.first);
    for (size_t line = worst.first; line < worst.end; ++line) {
      const double* s = &setup.inverse.singular[line * matrix.drives];
      coherence += matrix.CoherenceAt(line, i) / count;
      condition += s[full - 1] / std::max(s[0], 1e-300) / count;
      rank += setup.inverse.rank[line] / count;
    }
    Limitation found{.target = plan_.targets[i].name,
                     .low = block.FrequencyOf(block.first_line() + worst.first),
                     .high = block.FrequencyOf(block.first_line() + worst.end - 1),
                     .part = worst.error / std::max(all, 1e-300)};
    if (!limited.empty()) {
      found.why = limited;
    } else if (coherence < 0.9) {
      found.why = fmt::format(
          "the plant does not follow its drives linearly there: coherence {:.2f}", coherence);
    } else if (rank < static_cast<double>(full) - 0.01) {
      found.why = fmt::format(
          "{:.3g} of {} singular values are below the floor there: drives "
          "cannot be told apart by these targets{}",
          static_cast<double>(full) - rank, full, weakest((worst.first + worst.end) / 2));
    } else if (controlled > matrix.drives) {
      found.why = fmt::format("{} drives cannot satisfy {} targets that another vehicle made",
                              matrix.drives, controlled);
    } else {
      found.why = fmt::format(
          "the iteration has not converged there; smallest singular value "
          "{:.2g} of the largest{}",
          condition, weakest((worst.first + worst.end) / 2));
    }
    limitations.push_back(found);
  }
  return limitations;
}

EventOutcome Replication::OutcomeOf(const ReplicatedEvent& event) const {
  EventOutcome outcome;
  const EventIteration& iteration = *event.iteration;
  const EventBlock& block = iteration.setup().block;
  const ResponseMatrix& matrix = MatrixOf(variants_[event.variant]);
  CorrelationSettings criteria{
      .low = plan_.band.low, .high = plan_.band.high, .slope = plan_.slope};
  for (size_t i = 0; i < plan_.targets.size(); ++i) {
    const TargetSettings& target = plan_.targets[i];
    const std::string& unit = event.targets.units[i];
    const Channel desired = ChannelOf(target.name, unit, block, iteration.setup().desired[i]);
    const Channel achieved =
        ChannelOf(target.name, unit, block, block.InBand(iteration.state().responses[i]));
    outcome.targets.push_back({.name = target.name,
                               .controlled = target.weight > 0,
                               .error = iteration.state().errors[i],
                               .correlation = Correlate(desired, achieved, criteria),
                               .coherence = MeanCoherence(matrix, i)});
  }
  const PlantVariant& variant = variants_[event.variant];
  for (size_t j = 0; j < plan_.drives.size(); ++j) {
    DriveOutcome drive;
    drive.history.name = plan_.drives[j].name;
    drive.history.unit =
        plan_.drives[j].unit.empty() ? variant.drives[j].unit : plan_.drives[j].unit;
    drive.history.sample_rate = rate_;
    const double scale =
        plan_.drives[j].unit.empty() ? 1 : ParseChannelUnit(plan_.drives[j].unit).scale;
    double before = 0;
    for (const double x : iteration.state().drives[j]) {
      const double value = x / scale;
      drive.peak = std::max(drive.peak, std::abs(value));
      drive.peak_rate = std::max(drive.peak_rate, std::abs(value - before) * rate_);
      before = value;
      drive.history.samples.push_back((x + variant.drives[j].at_rest) / scale);
    }
    outcome.drives.push_back(std::move(drive));
  }
  outcome.limitations = LimitationsOf(event);
  return outcome;
}

}  // namespace jounce
