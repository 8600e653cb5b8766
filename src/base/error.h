// The ways in which Jounce says no. What the user wrote wrong is an InputError, thrown at load with
// all mistakes at once; a file that cannot be read or written is a FileError. What the numbers do
// in a run (no convergence, singular matrix) is not thrown: solvers return a status with a reason.
#ifndef JOUNCE_BASE_ERROR_H_
#define JOUNCE_BASE_ERROR_H_

#include <stdexcept>
#include <string>
#include <vector>

namespace jounce {

// Exit codes of the command.
enum class ExitCode { kDone = 0, kRunFailed = 1, kInputWrong = 2, kFileFailed = 3 };

// Where in the user's files something stands. Line and column count from 1; 0 means unknown.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;

  // "model.yaml:12:5", as far as known.
  std::string ToString() const;
};

enum class Severity { kError, kWarning };

// One finding: what is wrong, and what would be right.
struct Diagnostic {
  Severity severity = Severity::kError;
  Place place;
  std::string message;
  std::string remedy;

  // "model.yaml:12:5: error: message (remedy)".
  std::string ToString() const;
};

// Wrong input: one or more findings.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  explicit InputError(const std::string& message, const std::string& remedy = "");

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

// A file that cannot be opened, read or written.
class FileError : public std::runtime_error {
 public:
  FileError(const std::string& path, const std::string& reason);

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Collects findings, so that a user sees all mistakes in one go.
class Diagnostics {
 public:
  void Error(const Place& place, const std::string& message, const std::string& remedy = "");
  void Warning(const Place& place, const std::string& message, const std::string& remedy = "");

  bool HasErrors() const;
  const std::vector<Diagnostic>& all() const { return all_; }

  // Throws an InputError with everything found, in the order of the file, if there is an error.
  void ThrowIfErrors() const;

 private:
  std::vector<Diagnostic> all_;
};

}  // namespace jounce

#endif  // JOUNCE_BASE_ERROR_H_
