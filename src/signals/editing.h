// Repairing and shaping channels before they are used: spikes, offsets, trends, cuts, arithmetic.
#ifndef JOUNCE_SIGNALS_EDITING_H_
#define JOUNCE_SIGNALS_EDITING_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "signals/channel.h"

namespace jounce {

struct DespikeSettings {
  size_t window = 25;    // samples on each side that a sample is held against
  double threshold = 8;  // in robust standard deviations of those samples
  size_t longest = 5;    // samples; what lasts longer is an event, not a spike
};

// Replaces spikes by straight lines between their neighbours (Hampel's identifier: distance from
// the median over 1.4826 times the median absolute deviation). Returns the indices replaced.
// Samples that are no numbers count as spikes of any length.
std::vector<size_t> Despike(const DespikeSettings& settings, std::vector<double>* samples);

void RemoveMean(std::vector<double>* samples);
// So that the first sample is zero.
void RemoveStart(std::vector<double>* samples);
// The straight line of least squares.
void RemoveTrend(std::vector<double>* samples);

// The samples at times from `begin` to `end`, both included. Throws an InputError that says what
// times there are if none is within.
Channel CutChannel(const Channel& channel, double begin, double end);

// A new channel by a formula in the time t and in channels a, b, c, ... of the same time axis, e.g.
// "a - b" or "0.5*(a + b)*sin(2*pi*t)". Its head is that of the first one.
Channel CombineChannels(std::span<const Channel> channels, const std::string& formula);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_EDITING_H_
