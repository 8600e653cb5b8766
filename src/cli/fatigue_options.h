// What the ways of `jounce fatigue` share: the options, and how results are said.
#ifndef JOUNCE_CLI_FATIGUE_OPTIONS_H_
#define JOUNCE_CLI_FATIGUE_OPTIONS_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/outputs.h"
#include "cli/signal_input.h"
#include "fatigue/assessment.h"
#include "fatigue/schedule.h"

namespace jounce {

struct FatigueArguments {
  SignalInput input;
  std::string material, unit, method, mean = "none", miner = "elementary", residue = "half";
  std::string notch, multiaxial, spectral = "all", cycles, psd, schedule, output, edit, part, vtk;
  std::string unit_stress, page, transfer, weld;
  double gate = 0, failure = 0, factor = 1, collapse_ratio = 0, stretch = 1, keep = 0.95;
  double duration = 1, negligible = 0.01, step = 10;
  double equivalent_cycles = 0;
  int blocks = 0;
  bool surface = false;
  Outputs outputs;
};

// Method and unit from what was said; where no method was, from the unit and the material.
AssessmentSettings SettingsOf(const FatigueArguments& options, const FatigueMaterial& material,
                              const std::string& unit, const std::string& what);

// Factor from `unit` to SI. Throws an InputError that names `what` where it is no such quantity.
double SiFactor(const std::string& unit, const Quantity& quantity, const std::string& what);

// The unit of a channel: its own, or --unit where it has none. Throws where both differ.
std::string UnitOf(const ChannelHead& channel, const FatigueArguments& options,
                   const std::string& file);

// Lives without end are null in JSON, "endless" for people.
nlohmann::json LifeJson(double life);
std::string LifeText(double life);
nlohmann::json AssessmentJson(const Assessment& found, const AssessmentSettings& settings,
                              const FatigueArguments& options);
// Of the line of a method, for rigs.
double SlopeOf(const FatigueMaterial& material, LifeMethod method);
// For a component rig: the block programme (--blocks), and the amplitude that does this damage in
// --equivalent-cycles, in a unit that people read. Printed and put into `json`.
void TellRig(const std::vector<LoadLevel>& levels, double damage,
             const AssessmentSettings& settings, const FatigueArguments& options,
             const FatigueMaterial& material, const Console& console, nlohmann::json* json);
// The schedule of --schedule. Events that name no file take one of those of the command line: that
// with the name of the event, or the only one.
Schedule ScheduleOf(const FatigueArguments& options);
nlohmann::json ScheduleJson(const ScheduleLife& life);
void PrintSchedule(const ScheduleLife& life, const Console& console);

// The ways: histories and tables of cycles, tensors, spectra, welds by their loads,
// surfaces of parts.
ExitCode FatigueOfHistories(const FatigueArguments& options, const Console& console);
ExitCode FatigueOfTensors(const FatigueArguments& options, const Console& console);
ExitCode FatigueOfSpectrum(const FatigueArguments& options, const Console& console);
ExitCode FatigueOfWeld(const FatigueArguments& options, const Console& console);
ExitCode FatigueOfPart(const FatigueArguments& options, const Console& console);

}  // namespace jounce

#endif  // JOUNCE_CLI_FATIGUE_OPTIONS_H_
