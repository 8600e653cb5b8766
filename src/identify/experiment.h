// Which tests would determine what the tests at hand do not.
#ifndef JOUNCE_IDENTIFY_EXPERIMENT_H_
#define JOUNCE_IDENTIFY_EXPERIMENT_H_

#include <string>
#include <vector>

#include "identify/series.h"
#include "identify/trust.h"

namespace jounce::identify {

// One sentence for each parameter that is not determined or lies at a bound: what shows it, and
// where these tests are instead.
std::vector<std::string> Experiments(const CandidateLaw& model, const Trust& trust,
                                     const std::vector<Series>& data);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_EXPERIMENT_H_
