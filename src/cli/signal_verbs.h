// The verbs of `jounce signal`: each declares its options and returns what to do.
#ifndef JOUNCE_CLI_SIGNAL_VERBS_H_
#define JOUNCE_CLI_SIGNAL_VERBS_H_

#include <functional>

#include "cli/command.h"

namespace jounce {

using SignalAction = std::function<ExitCode(const Console&)>;

SignalAction DeclareSignalInfo(CLI::App& app);
SignalAction DeclareSignalConvert(CLI::App& app);
SignalAction DeclareSignalFilter(CLI::App& app);
SignalAction DeclareSignalResample(CLI::App& app);
SignalAction DeclareSignalCut(CLI::App& app);
SignalAction DeclareSignalArithmetic(CLI::App& app);
SignalAction DeclareSignalPsd(CLI::App& app);
SignalAction DeclareSignalFrf(CLI::App& app);
SignalAction DeclareSignalRainflow(CLI::App& app);
SignalAction DeclareSignalPlot(CLI::App& app);

}  // namespace jounce

#endif  // JOUNCE_CLI_SIGNAL_VERBS_H_
