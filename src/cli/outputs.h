// The files that a command writes: how they are named on the command line, and one rule for all:
//
//   - A file that the command reads is never written to, nor one file twice, with or without
//   --force.
//   - A file that exists is not replaced unless --force is said. Only a result of the very same
//     inputs is made anew without it (io/result_file.h): nothing is lost.
//   - The ending of a name says the format; one that the command does not write is refused. What is
//     no regular file (/dev/stdout, a pipe) needs no ending where there is but one format.
#ifndef JOUNCE_CLI_OUTPUTS_H_
#define JOUNCE_CLI_OUTPUTS_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace jounce {

// Whether a file of this name is a result: the others that a command writes are not.
bool IsResultName(const std::string& path);

// Files of time histories that are written by their ending (signals/signal_file.h).
const std::vector<std::string>& SignalEndings();

class Outputs {
 public:
  // Declares --force.
  void Declare(CLI::App& app);

  // Declares an option that names a file to write, empty: none. `path` lives as long as `app`.
  CLI::Option* AddFile(CLI::App& app, const std::string& flags, std::string* path,
                       const std::vector<std::string>& endings, const std::string& help);
  // One for time histories (SignalEndings, and others that the command writes); CSV where it is no regular file.
  CLI::Option* AddHistory(CLI::App& app, const std::string& flags, std::string* path,
                          const std::string& help,
                          const std::vector<std::string>& other_endings = {});
  // One for a result file (.h5) or, with these endings, something else.
  CLI::Option* AddResult(CLI::App& app, const std::string& flags, std::string* path,
                         const std::vector<std::string>& other_endings, const std::string& help);

  // Once the inputs are known and before anything is computed: throws InputError where a file of
  // the options breaks the rule, FileError where it cannot be written at all.
  void Check(const std::vector<std::string>& inputs) const;

  // The same for a file whose name the command makes up itself; its ending is right.
  void CheckMade(const std::string& path, const std::vector<std::string>& inputs) const;
  // The same for VTK fields, NAME.pvd and NAME_1.vtu, ...; nothing where the name is empty.
  void CheckFields(const std::string& name, const std::vector<std::string>& inputs) const;
  void CheckMadeResult(const std::string& path, const std::vector<std::string>& inputs) const;

  bool force() const { return force_; }

 private:
  struct File {
    const std::string* path;
    std::vector<std::string> endings;
    bool is_result;
    bool streams;  // what is no regular file can be written to
  };

  bool force_ = false;
  std::vector<File> files_;
};

}  // namespace jounce

#endif  // JOUNCE_CLI_OUTPUTS_H_
