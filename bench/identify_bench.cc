// Cost of identification: one evaluation of all series with derivatives, whole searches, a Prony
// series. Needs the measured loops: JOUNCE_SHARED names the folder that holds data/.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "identify/dma.h"
#include "identify/identify.h"
#include "identify/prepare.h"
#include "identify/read_loops.h"

namespace jounce::identify {
namespace {

std::string DataPath(const std::string& relative) {
  const char* shared = std::getenv("JOUNCE_SHARED");
  return (std::filesystem::path(shared ? shared : "../shared") / "data" / relative).string();
}

// False, and the benchmark skipped, where the file is not there.
bool Present(const std::string& path, benchmark::State* state) {
  if (std::filesystem::exists(path)) return true;
  state->SkipWithError("data not found; set JOUNCE_SHARED");
  return false;
}

void BM_Evaluate(benchmark::State& state, const char* law) {
  const std::string path = DataPath("hydrobushing_92_loops.csv");
  if (!Present(path, &state)) return;
  const std::vector<Series> data = Prepare(ReadLoops(path));
  std::vector<int> all;
  for (size_t i = 0; i < data.size(); ++i) all.push_back(static_cast<int>(i));
  const Batch batch = MakeBatch(data, {}, all, {.steps = static_cast<int>(state.range(0))});
  const CandidateLaw model = StartModel(ParseShape(law), data);
  for (auto _ : state) {
    benchmark::DoNotOptimize(Evaluate(batch, model, model.Values(), {}).cost);
  }
  // Law updates with all derivatives, per second.
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(all.size()) * state.range(0));
}
BENCHMARK_CAPTURE(BM_Evaluate, hydrobushing, "hydrobushing")->Arg(64)->Arg(128);
BENCHMARK_CAPTURE(BM_Evaluate, hydropath, "hydropath:3/5")->Arg(64)->Arg(128);

void BM_Identify(benchmark::State& state, const char* law, int held_out) {
  const std::string path = DataPath("hydrobushing_92_loops.csv");
  if (!Present(path, &state)) return;
  const std::vector<Series> data = Prepare(ReadLoops(path));
  IdentifyOptions options;
  options.law = law;
  options.held_out = held_out;
  options.search.threads = static_cast<int>(state.range(0));
  Identification found;
  for (auto _ : state) found = Identify(data, options);
  state.counters["phi"] = found.phi;
  state.counters["phi_held_out"] = found.phi_held_out;
  state.counters["search_s"] = found.seconds;
}
BENCHMARK_CAPTURE(BM_Identify, hydrobushing, "hydrobushing", 0)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(BM_Identify, auto, "auto", 4) -> Arg(1) -> Arg(2) -> Iterations(1)
    -> Unit(benchmark::kMillisecond) -> UseRealTime();

void BM_PronyMasterCurve(benchmark::State& state) {
  const std::string path = DataPath("dma/pyvisco/freq_user_master.csv");
  if (!Present(path, &state)) return;
  const std::vector<Sweep> sweeps = ReadDma(ReadTable(path));
  ModulusFit fit;
  for (auto _ : state) fit = FitProny(sweeps[0].points, {.most_branches = 27});
  state.counters["r2_storage"] = fit.r_squared_storage;
}
BENCHMARK(BM_PronyMasterCurve)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace jounce::identify

BENCHMARK_MAIN();
