#include "replicate/plant.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/names.h"
#include "math/units.h"
#include "solve/frequency_response.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

std::string NameOfProbe(size_t number) { return fmt::format("probe {}", number + 1); }

}  // namespace

std::vector<ProbeChoice> FindProbes(const Model& model, const std::vector<NamedProbe>& names) {
  const Simulation simulation(model);
  const std::vector<ProbeChannel>& all = simulation.sensors().channels();
  const std::vector<ChosenChannel> chosen = ChooseChannels(model.channels, all);
  std::vector<std::string> known;
  for (const ChosenChannel& channel : chosen) known.push_back(channel.channel.name);
  for (const ProbeChannel& channel : all) known.push_back(channel.name);
  Diagnostics problems;
  std::vector<ProbeChoice> choices;
  for (const NamedProbe& wanted : names) {
    ProbeChoice choice{.probe = wanted.name};
    for (const ChosenChannel& channel : chosen) {
      if (channel.channel.name != wanted.name || !choice.from.empty()) continue;
      // As the model scales it, but in SI.
      const ProbeChannel& source = all[channel.source];
      choice.from = source.name;
      choice.unit = source.unit;
      choice.scale = channel.factor * ParseUnit(channel.channel.unit).scale;
    }
    for (const ProbeChannel& channel : all) {
      if (channel.name != wanted.name || !choice.from.empty()) continue;
      choice.from = channel.name;
      choice.unit = channel.unit;
    }
    if (choice.from.empty()) {
      problems.Error(wanted.place,
                     fmt::format("{}: the model has no channel '{}'", wanted.user, wanted.name),
                     SuggestName(wanted.name, known));
    }
    choices.push_back(choice);
  }
  problems.ThrowIfErrors();
  return choices;
}

SimulatedPlant::SimulatedPlant(Model model, std::vector<DriveItem> drives,
                               std::vector<ProbeChoice> probes, double rate)
    : model_(std::move(model)),
      drives_(std::move(drives)),
      probes_(std::move(probes)),
      rate_(rate) {
  model_.channels.rate = rate;
  model_.channels.list.clear();
  for (size_t i = 0; i < probes_.size(); ++i) {
    ChannelChoice choice;
    choice.name = NameOfProbe(i);
    choice.from = probes_[i].from;
    choice.scale = probes_[i].scale;
    model_.channels.list.push_back(choice);
  }
}

Model SimulatedPlant::ModelWith(const std::vector<size_t>& probes) const {
  Model model = model_;
  model.channels.list.clear();
  for (const size_t i : probes) model.channels.list.push_back(model_.channels.list[i]);
  return model;
}

PlantRun SimulatedPlant::Run(const Histories& drives, Progress* progress) const {
  Model model = model_;
  const size_t samples = drives.front().size();
  // A step more, so that the last sample is between two rows.
  model.solver.end_time = static_cast<double>(samples - 1) / rate_ + model.solver.step;
  DriveBy(drives, rate_, drives_, &model);
  Simulation simulation(model);
  simulation.NeedEnergies(false);
  Recording recording;
  const RunStatus status = simulation.Run(&recording, progress, /*from_equilibrium=*/true);
  PlantRun run{.ok = status.ok && recording.time.size() >= samples,
               .interrupted = status.interrupted,
               .reason = status.reason};
  run.responses.assign(probes_.size(), History(samples, 0.0));
  const size_t rows = std::min(samples, recording.time.size());
  for (size_t row = 0; row < rows; ++row) {
    for (size_t i = 0; i < probes_.size(); ++i) run.responses[i][row] = recording.Value(row, i);
  }
  if (!run.ok && run.reason.empty()) run.reason = "the run ended early";
  return run;
}

ResponseMatrix SimulatedPlant::Linearize(size_t targets,
                                         const std::vector<double>& frequencies) const {
  Model model = model_;
  OpenInputs(drives_, &model);
  Simulation simulation(model);
  const RunStatus status = simulation.FindEquilibrium();
  if (!status.ok) throw InputError(status.reason, status.remedy);
  std::vector<std::string> names;
  for (const DriveItem& drive : drives_) names.push_back(drive.name);
  const std::vector<FrequencyResponse> responses =
      ComputeFrequencyResponses(simulation.system(), simulation.evaluation(), names, frequencies);
  ResponseMatrix matrix{.targets = targets, .drives = drives_.size(), .frequency = frequencies};
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  matrix.values.assign(frequencies.size() * targets * drives_.size(), nothing);
  for (size_t j = 0; j < responses.size(); ++j) {
    for (size_t i = 0; i < targets; ++i) {
      const auto& channels = responses[j].channels;
      const auto found = std::find_if(channels.begin(), channels.end(), [&](const auto& channel) {
        return channel.name == NameOfProbe(i);
      });
      if (found == channels.end()) continue;
      for (size_t line = 0; line < frequencies.size(); ++line) {
        const std::complex<double> s(0, 2 * M_PI * frequencies[line]);
        std::complex<double> value = responses[j].Value(line, found - channels.begin());
        for (int k = 0; k < drives_[j].integrations; ++k) value /= s;
        matrix.At(line, i, j) = value;
      }
    }
  }
  return matrix;
}

}  // namespace jounce
