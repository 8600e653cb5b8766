// Between the library's functions and the engine behind them: the engine's exceptions become those
// of include/jounce/error.h, whose types a program outside the library can see.
#ifndef JOUNCE_API_GUARD_H_
#define JOUNCE_API_GUARD_H_

#include <mutex>
#include <string>
#include <vector>

#include "base/error.h"
#include "io/document.h"
#include "jounce/error.h"
#include "jounce/model.h"
#include "solve/run_status.h"

namespace jounce::api {

Finding ToFinding(const Diagnostic& diagnostic);
Assignments ToAssignments(const std::vector<Setting>& settings);

[[noreturn]] void Rethrow(const jounce::InputError& error);
[[noreturn]] void Rethrow(const jounce::FileError& error);
// Throws RunError unless it is ok.
void RequireOk(const RunStatus& status);

// HDF5 may be called by one thread at a time: whoever opens, reads or writes files holds this.
std::mutex& FileMutex();

template <class Function>
auto Guarded(const Function& function) {
  try {
    return function();
  } catch (const jounce::InputError& error) {
    Rethrow(error);
  } catch (const jounce::FileError& error) {
    Rethrow(error);
  }
}

// For what touches files.
template <class Function>
auto GuardedFile(const Function& function) {
  const std::lock_guard lock(FileMutex());
  return Guarded(function);
}

}  // namespace jounce::api

#endif  // JOUNCE_API_GUARD_H_
