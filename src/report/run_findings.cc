#include "report/run_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "math/units.h"
#include "report/number_words.h"

namespace jounce::report {
namespace {

// An energy that is not accounted for is worth a warning from this part of the largest one on.
constexpr double kLeak = 0.02;

Note Verdict(const RunSummary& s) {
  if (!s.status.ok) {
    return {
        fmt::format("The run failed at {:.4g} s: {} ({}). What follows is what it had computed.",
                    s.end_time, s.status.reason, s.status.remedy),
        Mark::kBad};
  }
  std::string text = fmt::format("The run went through to {:.4g} s in {:.3g} s of computing",
                                 s.end_time, s.wall_seconds);
  if (s.wall_seconds > 0 && s.end_time > s.wall_seconds) {
    text += fmt::format(", {:.3g} times real time", s.end_time / s.wall_seconds);
  }
  if (s.steps_above_tolerance > 0) {
    return {
        fmt::format("{}; {} of {} steps left more than the tolerance, the worst {:.3g} times it.",
                    text, s.steps_above_tolerance, s.steps, s.residual_left),
        Mark::kWarning};
  }
  // Where a residual above the tolerance is left, it is a small part of what the step itself leaves.
  text += s.residual_left > 1 ? "; every step met its tolerance, or a thousandth of its own error"
                              : "; every step met its tolerance";
  if (s.halvings > 0) text += fmt::format(", {} after it was halved", s.halvings);
  return {text + ".", Mark::kGood};
}

// Bushings that turned too far for their law: what they do to the energy is in no residual.
void AddTurned(const RunSummary& s, std::vector<Note>* findings) {
  constexpr size_t kMostNamed = 6;
  const size_t count = s.turned_too_far.size();
  if (count == 0) return;
  std::string names;
  for (size_t i = 0; i < std::min(count, kMostNamed); ++i) {
    names += (i > 0 ? ", " : "") + s.turned_too_far[i];
  }
  if (count > kMostNamed) names += fmt::format(" and {} more", count - kMostNamed);
  findings->push_back(
      {fmt::format("{} connection{} turned further than a law attached to one end is good for, so "
                   "that energy is made or taken: {} (`attached: invariant` holds for any turn).",
                   count, count == 1 ? "" : "s", names),
       Mark::kWarning});
}

void AddStresses(const RunSummary& s, std::vector<Note>* findings) {
  for (const RunSummary::Stress& stress : s.stresses) {
    findings->push_back(
        {fmt::format("The largest stress of {} is {} at {:.4g} s, {}.", stress.body,
                     WithUnit(1e-6 * stress.von_mises, "MPa"), stress.time, stress.Place())});
  }
}

struct Peak {
  std::string name;
  double value = 0;
  double time = 0;
};

Peak PeakAmong(const RunPageInput& input, const std::vector<const RunChannel*>& channels) {
  Peak peak;
  for (const RunChannel* channel : channels) {
    for (size_t i = 0; i < std::min(channel->values.size(), input.times.size()); ++i) {
      if (!(std::abs(channel->values[i]) > std::abs(peak.value))) continue;
      peak = {channel->name, channel->values[i], input.times[i]};
    }
  }
  return peak;
}

// What engineers ask for first.
struct Watched {
  const char* what;
  Quantity quantity;
};
constexpr Watched kWatched[] = {{"force", quantity::kForce},
                                {"moment", quantity::kTorque},
                                {"acceleration", quantity::kAcceleration},
                                {"stress", quantity::kStress}};

void AddPeaks(const RunPageInput& input, std::vector<Note>* findings) {
  for (const Watched& kind : kWatched) {
    std::vector<const RunChannel*> channels;
    std::string unit;
    for (const RunChannel& channel : input.channels) {
      // Channels of one kind in several units are not compared.
      if (!IsUnitOf(channel.unit, kind.quantity) || (!unit.empty() && unit != channel.unit))
        continue;
      unit = channel.unit;
      channels.push_back(&channel);
    }
    const Peak peak = PeakAmong(input, channels);
    if (peak.name.empty()) continue;
    findings->push_back({fmt::format(
        "The largest {} watched is {} in {} at {:.4g} s, of {} "
        "channel{}{}.",
        kind.what, WithUnit(peak.value, unit), peak.name, peak.time, channels.size(),
        channels.size() == 1 ? "" : "s", unit.empty() ? "" : " in " + WrittenUnit(unit))});
  }
}

void AddStandstill(const RunPageInput& input, std::vector<Note>* findings) {
  const bool moves = std::any_of(input.channels.begin(), input.channels.end(),
                                 [](const RunChannel& channel) { return Moves(channel.values); });
  if (moves || input.channels.empty() || input.times.size() < 2) return;
  findings->push_back({"Nothing moves: each channel stays at its first value."});
}

// Of all bushings and springs, watched or not: as far as the frames of the motion show.
void AddLoads(const RunPageInput& input, std::vector<Note>* findings) {
  if (!input.motion) return;
  Peak peak;
  int count = 0;
  for (const SceneConnection& connection : input.motion->connections) {
    if (connection.load.empty()) continue;
    ++count;
    for (size_t i = 0; i < std::min(connection.load.size(), input.motion->times.size()); ++i) {
      if (connection.load[i] > peak.value) {
        peak = {connection.name, connection.load[i], input.motion->times[i]};
      }
    }
  }
  if (count < 2 || peak.name.empty()) return;
  findings->push_back(
      {fmt::format("Of {} bushings, springs and beams {} carries most: {} at {:.4g} s (among "
                   "the frames of the motion).",
                   count, peak.name, WithUnit(peak.value, input.motion->force_unit), peak.time)});
}

double LargestOf(const std::vector<double>& values) {
  double largest = 0;
  for (const double v : values) largest = std::max(largest, std::abs(v));
  return largest;
}

// The last history is what the others do not account for.
void AddBalance(const RunPageInput& input, std::vector<Note>* findings) {
  if (input.energies.size() < 2) return;
  double largest = 0;
  for (size_t i = 0; i + 1 < input.energies.size(); ++i) {
    largest = std::max(largest, LargestOf(input.energies[i].values));
  }
  if (!(largest > 0)) return;
  const double part = LargestOf(input.energies.back().values) / largest;
  if (part < kLeak) return;
  findings->push_back({fmt::format("{:.2g} % of the largest energy is not accounted for: shorter "
                                   "steps would tell whether they are too long.",
                                   100 * part),
                       Mark::kWarning});
}

}  // namespace

bool IsUnitOf(const std::string& unit, const Quantity& quantity) {
  if (unit == "J") return false;
  try {
    return ParseUnit(unit).dimension == quantity.ToDimension();
  } catch (const InputError&) {
    return false;  // a name of the user's own
  }
}

std::vector<Note> RunFindings(const RunPageInput& input, const RunSummary& summary) {
  std::vector<Note> findings = {Verdict(summary)};
  AddTurned(summary, &findings);
  AddBalance(input, &findings);
  AddStandstill(input, &findings);
  AddPeaks(input, &findings);
  AddLoads(input, &findings);
  AddStresses(summary, &findings);
  return findings;
}

}  // namespace jounce::report
