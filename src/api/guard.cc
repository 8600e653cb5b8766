#include "api/guard.h"

#include <utility>

namespace jounce::api {

Finding ToFinding(const Diagnostic& diagnostic) {
  return {diagnostic.severity == Severity::kWarning,
          diagnostic.place.file,
          diagnostic.place.line,
          diagnostic.place.column,
          diagnostic.message,
          diagnostic.remedy,
          diagnostic.ToString()};
}

Assignments ToAssignments(const std::vector<Setting>& settings) {
  Assignments assignments;
  for (const Setting& setting : settings) assignments.push_back({setting.name, setting.value});
  return assignments;
}

void Rethrow(const jounce::InputError& error) {
  std::vector<Finding> findings;
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    findings.push_back(ToFinding(diagnostic));
  }
  throw InputError(error.what(), std::move(findings));
}

void Rethrow(const jounce::FileError& error) { throw FileError(error.what(), error.path()); }

void RequireOk(const RunStatus& status) {
  if (!status.ok) throw RunError(status.reason, status.remedy);
}

std::mutex& FileMutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace jounce::api
