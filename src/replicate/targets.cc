#include "replicate/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/any_signals.h"
#include "signals/channel_units.h"
#include "signals/editing.h"
#include "signals/filter.h"
#include "signals/rainflow.h"
#include "signals/resample.h"

namespace jounce {
namespace {

Channel ReadOne(const SignalSource& source, const TargetSettings& target,
                const EventSettings& event, Diagnostics* problems) {
  Channel channel;
  try {
    const std::string& name = target.channel.empty() ? target.name : target.channel;
    channel = source.ReadChannel(FindChannel(source, name, event.file));
    if (!target.unit.empty()) channel.unit = target.unit;
    if (channel.unit.empty()) {
      problems->Error(
          target.place,
          fmt::format("target '{}' has no unit, neither here nor in {}", target.name, event.file),
          "say `unit`; `unit: 1` for a pure number");
      return channel;
    }
    channel.description = channel.unit;  // as it came
    const UnitConversion to_si = ConversionBetween(channel.unit, SiUnitOf(channel.unit));
    for (double& x : channel.samples) x = target.scale * to_si.Convert(x);
    if (event.begin || event.end) {
      const double last = channel.TimeOf(channel.samples.size()) + 1;
      channel = CutChannel(channel, event.begin.value_or(channel.start), event.end.value_or(last));
    }
  } catch (const InputError& error) {
    const Diagnostic& first = error.diagnostics().front();
    problems->Error(
        target.place,
        fmt::format("target '{}' of event '{}': {}", target.name, event.name, first.message),
        first.remedy);
  }
  return channel;
}

// Spikes, drift, what is slow, the rate.
void EditOne(const EditSettings& edit, const std::string& name, Channel* channel,
             std::vector<std::string>* notes) {
  if (edit.despike) {
    DespikeSettings settings;
    settings.threshold = edit.spike_threshold.value_or(settings.threshold);
    const size_t count = Despike(settings, &channel->samples).size();
    if (count > 0) notes->push_back(fmt::format("{}: {} samples of spikes replaced", name, count));
  }
  if (edit.remove_drift) RemoveTrend(&channel->samples);
  if (edit.high_pass) {
    channel->samples = FilterBand(channel->samples, channel->sample_rate, {.low = *edit.high_pass});
  }
  if (edit.rate && *edit.rate != channel->sample_rate) {
    *channel = ResampleChannel(*channel, *edit.rate);
  }
}

void CheckAxes(const std::vector<Channel>& channels, const ReplicatePlan& plan,
               const EventSettings& event, Diagnostics* problems) {
  for (size_t i = 1; i < channels.size(); ++i) {
    const Channel &first = channels[0], &other = channels[i];
    if (other.sample_rate != first.sample_rate) {
      problems->Error(
          plan.targets[i].place,
          fmt::format("event '{}': target '{}' has {:g} samples a second, '{}' has {:g}",
                      event.name, plan.targets[i].name, other.sample_rate, plan.targets[0].name,
                      first.sample_rate),
          "say `edit: {rate: ...}` to resample all");
    } else if (other.samples.size() != first.samples.size() || other.start != first.start) {
      problems->Error(plan.targets[i].place,
                      fmt::format("event '{}': targets '{}' and '{}' do not cover the same time",
                                  event.name, plan.targets[0].name, plan.targets[i].name),
                      "say `begin` and `end` of the event");
    }
  }
}

}  // namespace

double DamageOf(std::span<const double> samples, double slope) {
  return PseudoDamage(CountRainflow(samples, {.residue = Residue::kHalfCycles}).cycles, slope);
}

double CutQuietWindows(double keep, double window, double rate, double slope,
                       Histories* histories) {
  const size_t total = histories->front().size();
  const size_t length = std::max<size_t>(16, std::llround(window * rate));
  const size_t windows = total / length;
  if (windows < 2) return 1;
  const size_t fade = length / 10;
  // Damage of each window on its own, as part of the whole; what counts is the channel that most
  // needs the window.
  std::vector<std::pair<double, size_t>> order(windows);
  std::vector<double> whole;
  for (const History& history : *histories) {
    whole.push_back(DamageOf(history, slope));
    for (size_t w = 0; w < windows; ++w) {
      const double part = DamageOf(std::span(history).subspan(w * length, length), slope);
      order[w].first = std::max(order[w].first, whole.back() > 0 ? part / whole.back() : 0);
      order[w].second = w;
    }
  }
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first > b.first || (a.first == b.first && a.second < b.second);
  });
  const auto join = [&](size_t count) {
    std::vector<bool> kept(windows, false);
    for (size_t i = 0; i < count; ++i) kept[order[i].second] = true;
    Histories joined(histories->size());
    for (size_t w = 0; w < windows; ++w) {
      if (!kept[w]) continue;
      const size_t end = w + 1 == windows ? total : (w + 1) * length;
      const bool jumps = w > 0 && !kept[w - 1] && !joined[0].empty();
      for (size_t c = 0; c < joined.size(); ++c) {
        const double step = jumps ? joined[c].back() - (*histories)[c][w * length] : 0;
        for (size_t i = w * length; i < end; ++i) {
          const double x = fade > 0 ? static_cast<double>(i - w * length) / fade : 1;
          const double fading = x < 1 ? 0.5 + 0.5 * std::cos(std::numbers::pi * x) : 0;
          joined[c].push_back((*histories)[c][i] + step * fading);
        }
      }
    }
    return joined;
  };
  // The fewest windows after which every channel has its part.
  size_t few = 1, many = windows;
  while (few < many) {
    const size_t middle = (few + many) / 2;
    const Histories joined = join(middle);
    bool enough = true;
    for (size_t c = 0; c < joined.size(); ++c) {
      enough = enough && DamageOf(joined[c], slope) >= keep * whole[c];
    }
    (enough ? many : few) = enough ? middle : middle + 1;
  }
  if (few == windows) return 1;
  *histories = join(few);
  return static_cast<double>(histories->front().size()) / static_cast<double>(total);
}

EventTargets ReadTargets(const ReplicatePlan& plan, const EventSettings& event) {
  const auto source = OpenAnySignals(event.file);
  Diagnostics problems;
  std::vector<Channel> channels;
  for (const TargetSettings& target : plan.targets) {
    channels.push_back(ReadOne(*source, target, event, &problems));
  }
  problems.ThrowIfErrors();
  EventTargets targets;
  for (size_t i = 0; i < channels.size(); ++i) {
    EditOne(plan.edit, plan.targets[i].name, &channels[i], &targets.notes);
  }
  CheckAxes(channels, plan, event, &problems);
  problems.ThrowIfErrors();
  targets.rate = channels.front().sample_rate;
  for (Channel& channel : channels) {
    targets.units.push_back(channel.description);
    targets.samples.push_back(std::move(channel.samples));
  }
  if (plan.edit.keep_damage) {
    std::vector<double> before;
    for (const History& h : targets.samples) before.push_back(DamageOf(h, plan.slope));
    const double part = CutQuietWindows(*plan.edit.keep_damage, plan.edit.window, targets.rate,
                                        plan.slope, &targets.samples);
    double least = 1;
    for (size_t i = 0; i < before.size(); ++i) {
      if (before[i] > 0) {
        least = std::min(least, DamageOf(targets.samples[i], plan.slope) / before[i]);
      }
    }
    targets.notes.push_back(
        fmt::format("{:.3g} % of the time keep at least {:.4g} % of the damage of every target",
                    100 * part, 100 * least));
  }
  return targets;
}

}  // namespace jounce
