// The page of a law on the virtual test bench: loops, dynamic stiffness and loss angle over
// frequency, the static curve, relaxation and creep.
#ifndef JOUNCE_REPORT_BENCH_PAGE_H_
#define JOUNCE_REPORT_BENCH_PAGE_H_

#include <string>
#include <vector>

#include "report/page.h"
#include "testbench/program.h"

namespace jounce::report {

struct BenchPageInput {
  std::string title = {};
  std::vector<Fact> facts = {};
  const testbench::ProgramResult* result = nullptr;
};

Page MakeBenchPage(const BenchPageInput& input);

// |K*| and loss angle over frequency, a curve per amplitude. `group` makes pairs of measured and
// computed curves; points for measured, lines for computed.
struct StiffnessPoint {
  double amplitude = 0, frequency = 0, stiffness = 0, angle = 0;  // m, Hz, N/m, rad
};
void AddStiffnessCurves(const std::vector<StiffnessPoint>& points, CurveStyle style,
                        const std::string& prefix, Plot* stiffness, Plot* angle);

// The two empty plots, with their axes.
Plot StiffnessPlot();
Plot AnglePlot();

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_BENCH_PAGE_H_
