// What a tyre costs: forces with all derivatives, and without.
#include <benchmark/benchmark.h>

#include <cmath>

#include "tyres/brush_tyre.h"
#include "tyres/magic_formula.h"
#include "tyres/small_tir_for_test.h"
#include "tyres/tir_file.h"

namespace jounce {
namespace {

// Slips that change from call to call, so that nothing is learnt by heart.
TyrePoint PointOf(int i) {
  return {3500 + 10.0 * (i % 100), 0.06 * std::sin(0.37 * i), 0.1 * std::sin(0.11 * i),
          0.03 * std::sin(0.05 * i), 20};
}

MagicFormula TyreOf(const char* version) {
  Diagnostics diagnostics;
  return MagicFormula(ParseTir(testing::SmallTir(version), "bench.tir", &diagnostics));
}

void WithDerivatives(benchmark::State& state, const char* version) {
  const MagicFormula tyre = TyreOf(version);
  int i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(tyre.Forces(PointOf(++i & 1023)));
}
BENCHMARK_CAPTURE(WithDerivatives, magic_formula_52, "FITTYP = 6");
BENCHMARK_CAPTURE(WithDerivatives, magic_formula_61, "FITTYP = 61");

void ReportOf(benchmark::State& state) {
  const MagicFormula tyre = TyreOf("FITTYP = 61");
  int i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(tyre.Report(PointOf(++i & 1023)));
}
BENCHMARK(ReportOf);

void Brush(benchmark::State& state) {
  const BrushTyre tyre({});
  int i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(tyre.Forces(PointOf(++i & 1023)));
}
BENCHMARK(Brush);

void PointAlone(benchmark::State& state) {
  int i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(PointOf(++i & 1023));
}
BENCHMARK(PointAlone);

}  // namespace
}  // namespace jounce

BENCHMARK_MAIN();
