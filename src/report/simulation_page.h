// Pages of a simulation: puts what the engine knows into the inputs of the run, modes and model
// pages.
#ifndef JOUNCE_REPORT_SIMULATION_PAGE_H_
#define JOUNCE_REPORT_SIMULATION_PAGE_H_

#include <string>
#include <vector>

#include "math/display_units.h"
#include "report/model_page.h"
#include "report/modes_page.h"
#include "report/page.h"
#include "report/run_page.h"
#include "report/run_recorder.h"
#include "solve/modes.h"
#include "solve/simulation.h"

namespace jounce::report {

// `source` is the name of the model file. The largest stresses of the run, at whatever point and
// output they were, are findings and the ends of the scales of colours, for frames and corners of
// meshes may miss them. Channels are shown in `units`, of which the result knows nothing.
RunPageInput DescribeRun(const std::string& source, const System& system, const RunRecorder& run,
                         const RunSummary& summary, const DisplayUnits& units = {});

// The modes of a model about where the simulation stands.
ModesPageInput DescribeModes(const std::string& source, const Simulation& simulation,
                             const std::vector<Mode>& modes);

// What is in a model, as it was placed. The simulation must have been initialized.
ModelPageInput DescribeModel(const std::string& source, const Simulation& simulation,
                             const DisplayUnits& units = {});

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_SIMULATION_PAGE_H_
