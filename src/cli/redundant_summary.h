// What the commands say of constraints that repeat others.
#ifndef JOUNCE_CLI_REDUNDANT_SUMMARY_H_
#define JOUNCE_CLI_REDUNDANT_SUMMARY_H_

#include "cli/console.h"
#include "solve/freedom.h"

namespace jounce {

// A line for each redundant row, with the constraints from which it follows.
void PrintRedundant(const Freedom& freedom, const Console& console);

}  // namespace jounce

#endif  // JOUNCE_CLI_REDUNDANT_SUMMARY_H_
