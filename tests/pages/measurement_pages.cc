#include "measurement_pages.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "identify/prepare.h"
#include "identify/synthetic_data_for_test.h"
#include "laws/make_law.h"
#include "report/bench_page.h"
#include "report/compare_page.h"
#include "report/identify_page.h"

namespace jounce::testing {
namespace {

Channel MakeChannel(const std::string& name, double factor) {
  Channel channel;
  channel.name = name;
  channel.unit = std::string("N");
  channel.sample_rate = 200;
  for (int i = 0; i < 4000; ++i) {
    const double t = i / 200.0;
    channel.samples.push_back(factor * (std::sin(9 * t) + 0.4 * std::sin(67 * t + std::cos(t))));
  }
  return channel;
}

}  // namespace

report::Page BenchPage() {
  LinearSettings linear;
  linear.stiffness = {200e3};
  linear.damping = {400};
  const std::unique_ptr<Law> law = MakeLaw(linear);
  testbench::Program program;
  program.dynamic_amplitudes = {0.2e-3, 1e-3};
  program.frequencies = {1, 5, 10, 20, 40};
  program.points_per_cycle = 128;
  const testbench::ProgramResult result = RunProgram(*law, program);
  return report::MakeBenchPage({.title = "Spring and dashpot", .result = &result});
}

report::Page IdentificationPage() {
  std::vector<identify::Series> data =
      identify::Programme({0.1e-3, 0.5e-3, 2e-3}, {0.03, 1, 5, 10, 20, 40}, 40);
  identify::CandidateLaw truth;
  truth.Add(identify::PartKind::kSpring, {3e5, 1e9, 1e14});
  truth.Add(identify::PartKind::kMaxwell, {1e5, 0.02});
  identify::MeasureModel(truth, 64, &data);
  data = identify::Prepare(data);
  const identify::Identification result =
      identify::Identify(data, {.law = "maxwell:1", .steps = 64});
  return report::MakeIdentifyPage(
      {.title = "Maxwell law from its own loops", .data = &data, .result = &result});
}

report::Page ComparisonPage() {
  report::ComparePageInput input{.reference = {"measured", "road.rsp"},
                                 .sets = {{"simulated", "run.h5"}}};
  input.settings.max_error_limit = 12;
  input.settings.rms_error_limit = 10;
  const Channel measured = MakeChannel("left front Fz", 1000);
  for (const double factor : {1.0, 1.1, 1.6}) {
    const Channel simulated = MakeChannel("left front Fz", 1000 * factor);
    input.channels.push_back({Correlate(measured, simulated, input.settings)});
  }
  return report::MakeComparePage(input);
}

}  // namespace jounce::testing
