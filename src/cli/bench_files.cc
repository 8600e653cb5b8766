#include "cli/bench_files.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <numbers>

namespace jounce {
namespace {

using testbench::ProgramResult;
using testbench::TestLoop;

constexpr double kDegrees = 180 / std::numbers::pi;

// Calls visit(name of the test, loop) for every loop, in the order of the programme.
template <class Visit>
void ForEachLoop(const ProgramResult& result, Visit visit) {
  for (const TestLoop& loop : result.static_loops) visit("static", loop);
  for (const TestLoop& loop : result.quasi_static_loops) visit("quasistatic", loop);
  for (const TestLoop& loop : result.dynamic_loops) visit("dynamic", loop);
}

nlohmann::json TraceJson(const testbench::Trace& trace) {
  return {{"time", trace.time}, {"displacement", trace.displacement}, {"force", trace.force}};
}

}  // namespace

nlohmann::json ToJson(const ProgramResult& result) {
  nlohmann::json loops = nlohmann::json::array();
  ForEachLoop(result, [&loops](const char* test, const TestLoop& one) {
    const testbench::LoopProperties& loop = one.loop.properties;
    loops.push_back({{"test", test},
                     {"amplitude", one.amplitude},
                     {"frequency", one.frequency},
                     {"force_amplitude", loop.force_amplitude},
                     {"peak_stiffness", loop.peak_stiffness},
                     {"peak_loss_angle", loop.peak_loss_angle},
                     {"stiffness", loop.harmonic_stiffness()},
                     {"loss_angle", loop.harmonic_loss_angle()},
                     {"energy", loop.energy},
                     {"cycles", one.loop.cycles},
                     {"steady", one.loop.steady}});
  });
  nlohmann::json json = {{"loops", std::move(loops)}};
  if (result.relaxation) json["relaxation"] = TraceJson(*result.relaxation);
  if (result.creep) {
    json["creep"] = TraceJson(result.creep->trace);
    json["creep"]["complete"] = result.creep->complete;
    if (!result.creep->complete) json["creep"]["reason"] = result.creep->reason;
  }
  if (result.history) json["history"] = TraceJson(*result.history);
  return json;
}

std::string PropertiesCsv(const ProgramResult& result) {
  std::string text =
      "test,amplitude_mm,frequency_hz,peak_stiffness_n_per_mm,peak_loss_angle_deg,"
      "stiffness_n_per_mm,loss_angle_deg,energy_j,cycles,steady\n";
  ForEachLoop(result, [&text](const char* test, const TestLoop& one) {
    const testbench::LoopProperties& loop = one.loop.properties;
    text += fmt::format("{},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{},{}\n", test,
                        one.amplitude * 1e3, one.frequency, loop.peak_stiffness * 1e-3,
                        loop.peak_loss_angle * kDegrees, loop.harmonic_stiffness() * 1e-3,
                        loop.harmonic_loss_angle() * kDegrees, loop.energy, one.loop.cycles,
                        one.loop.steady ? "yes" : "no");
  });
  return text;
}

void WriteLoops(const ProgramResult& result, const std::string& path, const ResultOrigin& origin) {
  size_t rows = 0;
  ForEachLoop(result, [&rows](const char*, const TestLoop& one) { rows += one.loop.trace.size(); });
  ResultWriter writer(path,
                      {{"test", "", "number of the loop, from 1"},
                       {"amplitude", "m", "of the displacement"},
                       {"frequency", "Hz", "of the loop"},
                       {"displacement", "m", "along the driven line"},
                       {"force", "N", "along the driven line"}},
                      rows, origin, /*overwrite=*/true);
  double number = 0;
  ForEachLoop(result, [&](const char*, const TestLoop& one) {
    ++number;
    const testbench::Trace& trace = one.loop.trace;
    for (int i = 0; i < trace.size(); ++i) {
      const std::array<double, 5> row = {number, one.amplitude, one.frequency,
                                         trace.displacement[i], trace.force[i]};
      writer.Append(trace.time[i], row);
    }
  });
  writer.SetSummary(ToJson(result).dump());
  writer.Close();
}

}  // namespace jounce
