// How long work tells what it is doing and learns that it should stop. The engine knows nothing of
// terminals: the command passes in what shows it (cli/), a library user passes nothing.
#ifndef JOUNCE_BASE_PROGRESS_H_
#define JOUNCE_BASE_PROGRESS_H_

#include <string_view>

namespace jounce {

class Progress {
 public:
  virtual ~Progress() = default;

  // `done` of `total` in any unit; `note` says what is being done. Cheap enough to call often.
  virtual void Update(double done, double total, std::string_view note) = 0;

  // True once the user asked to stop: finish the step at hand, keep the results, return.
  virtual bool StopRequested() const = 0;
};

// Says nothing and never stops.
class NoProgress : public Progress {
 public:
  void Update(double, double, std::string_view) override {}
  bool StopRequested() const override { return false; }
};

}  // namespace jounce

#endif  // JOUNCE_BASE_PROGRESS_H_
