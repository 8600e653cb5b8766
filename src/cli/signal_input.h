// What the verbs of `jounce signal` and `jounce compare` share: which files, which channels.
#ifndef JOUNCE_CLI_SIGNAL_INPUT_H_
#define JOUNCE_CLI_SIGNAL_INPUT_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/console.h"
#include "signals/channel.h"
#include "signals/csv.h"

namespace jounce {

struct SignalInput {
  std::vector<std::string> files;     // as typed; may be patterns that the shell left alone
  std::vector<std::string> channels;  // names, patterns or numbers; none: all
  CsvReadSettings csv;
};

void DeclareSignalInput(CLI::App& app, SignalInput* input);

// The files with patterns resolved, sorted within a pattern. A pattern without a file is an
// InputError.
std::vector<std::string> ExpandFiles(const std::vector<std::string>& patterns);

// The chosen channels of an opened file; all if none is named. Patterns may match none as long as
// something is left; a plain name that does not exist is an InputError.
std::shared_ptr<const SignalSource> ChooseChannels(std::shared_ptr<const SignalSource> source,
                                                   const std::vector<std::string>& wanted,
                                                   const std::string& file);

// One of the files, opened and chosen from; what of a file is not among its channels is a warning.
struct OpenedSignals {
  std::string path;
  std::shared_ptr<const SignalSource> source;
};
std::vector<OpenedSignals> OpenSignalInput(const SignalInput& input, const Console& console);

// All channels of all files in memory. Where there are several files, names say whose they are.
std::vector<Channel> LoadSignalInput(const SignalInput& input, const Console& console);

// The samples of a channel piece by piece, in constant memory: `take` gets the index of the first
// one and the piece, and says whether to go on.
void ForEachPiece(const SignalSource& source, size_t channel,
                  const std::function<bool(size_t, std::span<const double>)>& take);

// Throws an InputError that names file, channel and sample of what is not finite.
void RequireFinite(const SignalSource& source, const std::string& path);
// The same, for what cannot go on where a sample is not finite.
std::vector<Channel> LoadFiniteSignals(const SignalInput& input, const Console& console);

}  // namespace jounce

#endif  // JOUNCE_CLI_SIGNAL_INPUT_H_
