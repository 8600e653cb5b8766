// How a computation ended. What the numbers do is never thrown: it is a status with a reason that
// names what is at fault.
#ifndef JOUNCE_SOLVE_RUN_STATUS_H_
#define JOUNCE_SOLVE_RUN_STATUS_H_

#include <string>

namespace jounce {

struct RunStatus {
  bool ok = true;
  std::string reason;        // one sentence, empty where ok
  std::string remedy;        // what to try
  bool interrupted = false;  // not a failure of the numbers: the user wanted it to stop

  static RunStatus Failure(std::string reason, std::string remedy = "") {
    return {false, std::move(reason), std::move(remedy)};
  }
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_RUN_STATUS_H_
