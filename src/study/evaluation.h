// One run of a study: the model with its values, run, brought to rest or linearized as its outputs
// ask for, and the outputs.
#ifndef JOUNCE_STUDY_EVALUATION_H_
#define JOUNCE_STUDY_EVALUATION_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/model_file.h"
#include "solve/result_sink.h"
#include "study/outcome.h"
#include "study/plan.h"

namespace jounce::study {

// What keeps more of a run than its outputs, as files and pages; called once the model is loaded.
using SinkMaker = std::function<std::vector<std::unique_ptr<ResultSink>>(
    const Run& run, const LoadedModel& loaded, const Simulation& simulation)>;

// Never throws: whatever goes wrong is the reason of a run that failed.
Outcome Evaluate(const Study& study, const Run& run, const SinkMaker& sinks = nullptr);

// Reads the model of a run and looks for the channels of all outputs, without running it. Throws
// InputError where one is not there, or the model cannot be read with the values of the run.
void CheckRun(const Study& study, const Run& run);

// What --set would say for this run.
Assignments AssignmentsOf(const Study& study, const Run& run);
std::string CaseOf(const Study& study, const Run& run);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_EVALUATION_H_
