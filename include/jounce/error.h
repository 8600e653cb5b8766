// How the library says no. Every function that can fail throws one of three exceptions, with the
// same text that the command `jounce` prints; nothing else leaves the library but std::bad_alloc
// and, where a caller breaks a precondition, std::invalid_argument.
#ifndef JOUNCE_ERROR_H_
#define JOUNCE_ERROR_H_

#include <stdexcept>
#include <string>
#include <vector>

#include "jounce/export.h"

namespace jounce::api {

// The base of all three: catch it to catch every mistake of a user.
class JOUNCE_EXPORT Error : public std::runtime_error {
 public:
  explicit Error(const std::string& text);
  Error(const Error&) = default;
  ~Error() override;
};

// One thing that is wrong, or worth a warning, and where in the user's files it stands.
struct Finding {
  bool is_warning = false;
  std::string file;
  int line = 0;    // from 1; 0: unknown
  int column = 0;  // from 1; 0: unknown
  std::string message;
  std::string remedy;  // what would be right; may be empty

  // "model.yaml:12:5: error: message (remedy)".
  std::string text;
};

// Wrong input: a file or a name that says something impossible. All mistakes of a file at once.
// what() has one line a finding.
class JOUNCE_EXPORT InputError : public Error {
 public:
  explicit InputError(const std::string& text, std::vector<Finding> findings);
  InputError(const InputError&) = default;
  ~InputError() override;

  // At least one.
  const std::vector<Finding>& findings() const { return findings_; }

 private:
  std::vector<Finding> findings_;
};

// A file that cannot be opened, read or written.
class JOUNCE_EXPORT FileError : public Error {
 public:
  FileError(const std::string& text, const std::string& path);
  FileError(const FileError&) = default;
  ~FileError() override;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The numbers did not go as they should: no convergence, no equilibrium, a constraint that cannot
// be met. what() names what is at fault.
class JOUNCE_EXPORT RunError : public Error {
 public:
  RunError(const std::string& reason, const std::string& remedy);
  RunError(const RunError&) = default;
  ~RunError() override;

  // What to try; may be empty.
  const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

}  // namespace jounce::api

#endif  // JOUNCE_ERROR_H_
