// The page of a run: what moved, the chosen sensors over time and their spectra, where the energy
// went, what the solver did, and what it warned of.
#ifndef JOUNCE_REPORT_RUN_PAGE_H_
#define JOUNCE_REPORT_RUN_PAGE_H_

#include <optional>
#include <string>
#include <vector>

#include "report/page.h"

namespace jounce::report {

// Power spectral density of a channel; empty where the run is too short for one.
struct RunSpectrum {
  std::string unit = {};               // "N^2/Hz"
  std::vector<double> frequency = {};  // Hz
  std::vector<double> density = {};
};

// One channel over the times of the run.
struct RunChannel {
  std::string name = {};
  std::string group = {};  // Listed under this name: the sub-assembly and sensor it belongs to.
  std::string unit = {};
  std::vector<double> values = {};  // One for each time of the run.
  RunSpectrum spectrum = {};
};

// A history in J, one value for each of the times of energies.
struct RunEnergy {
  std::string name = {};
  std::vector<double> values = {};
};

// A history of the solver's own: step size, iterations of each step.
struct RunSolverHistory {
  std::string name = {};
  std::string unit = {};
  std::vector<double> times = {};
  std::vector<double> values = {};
  Scale scale = Scale::kLinear;
};

struct RunPageInput {
  std::string title = {};
  std::string subtitle = {};
  std::vector<Note> findings = {};
  std::vector<Fact> facts = {};
  std::vector<Note> warnings = {};
  std::optional<Scene> motion = {};
  std::vector<double> times = {};  // s
  std::vector<RunChannel> channels = {};
  std::vector<double> energy_times = {};  // s; none: those of the run
  std::vector<RunEnergy> energies = {};
  std::vector<Fact> solver_facts = {};
  std::vector<RunSolverHistory> solver_histories = {};
};

// What is less than this part of the largest of its kind is rounding.
inline constexpr double kRounding = 1e-7;

// From the lowest to the highest of values; what is no number does not count.
double RangeOf(const std::vector<double>& values);

// Whether they change by more than the rounding of the largest of them.
bool Moves(const std::vector<double>& values);

// "front_left/wheel.z" (in result files "front_left|wheel.z") is listed under its sub-assembly
// "front_left", "wheel.z" under its sensor "wheel", a channel of one word under none.
std::string GroupOfChannel(const std::string& channel);

// A channel with its history and, where there is one, its spectrum.
BrowsedChannel BrowseChannel(const RunChannel& channel, const std::vector<double>& times);

Page MakeRunPage(const RunPageInput& input);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_RUN_PAGE_H_
