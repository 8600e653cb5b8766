// The page of a simulation: puts what the engine recorded into the input of the run page.
#ifndef JOUNCE_REPORT_SIMULATION_PAGE_H_
#define JOUNCE_REPORT_SIMULATION_PAGE_H_

#include <string>

#include "report/motion_recorder.h"
#include "report/page.h"
#include "report/run_page.h"
#include "solve/simulation.h"

namespace jounce::report {

// `source` is the name of the model file.
RunPageInput DescribeRun(const std::string& source, const Simulation& simulation,
                         const Recording& recording, const RunStatus& status,
                         const MotionRecorder& motion);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_SIMULATION_PAGE_H_
