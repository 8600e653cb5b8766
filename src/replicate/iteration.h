// The iteration of an event [Wood 2003, 2.3.5]:
//
//   D_(n+1) = D_n + g H^+ (T - Y_n),      D_0 = 0
//
// from the best drives so far. With a linear plant, whose H is exact, the error is (1 - g)^n. A run
// that is worse may still be on the way: the next correction begins with it, as long as errors fall
// from there [Chamberlain 1982]; if they do not, it begins with the best drives again, with half the
// step, and is not tried again. What is kept never gets worse.
//
// With `update`, the matrix learns from each run that is kept (response_update.h).
//
// Reference: [Chamberlain 1982] R. M. Chamberlain, M. J. D. Powell, C. Lemarechal, H. C. Pedersen, The
// watchdog technique for forcing convergence in algorithms for constrained optimization, Mathematical
// Programming Study 16 (1982) 1-17.
//
// A state has all that decides how it goes on: saved and restored, it does the same to the bit.
#ifndef JOUNCE_REPLICATE_ITERATION_H_
#define JOUNCE_REPLICATE_ITERATION_H_

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "replicate/limits.h"
#include "replicate/plant.h"

namespace jounce {

struct IterationRecord {
  int number = 0;              // of the run, from 1
  double step = 1;             // part of the gain
  std::vector<double> errors;  // rms error over rms of the target, one a target
  double error = 0;            // weighted root mean square of those
  bool kept = false;           // better than all before
  std::string note;            // where its drives come from, why it was not kept, what limited it
  std::string limits;          // of this, what limited it
};

struct IterationState {
  std::vector<IterationRecord> records;
  double step = 1;
  double error = 1;            // of what is kept
  std::vector<double> errors;  // the same, one a target
  Histories drives;            // kept, in SI about rest, as long as the block
  Histories responses;         // to them, all of the plant's, as it gave them
  // Of a run that was worse, with which the next correction begins all the same; empty: none.
  Histories strayed_drives, strayed_responses;
  // Worse runs are gone on from as long as they are below this: 0 once that has led nowhere.
  double strayed_error = std::numeric_limits<double>::infinity();
  Lines matrix;  // what the response matrix has become; empty: nothing was learned
};

class EventIteration {
 public:
  struct Setup {
    EventBlock block;
    Histories desired;                 // blocks, within the band
    std::vector<double> weights;       // of the targets; 0: not controlled
    std::vector<double> target_gains;  // of the corrections of their errors
    std::vector<double> drive_gains;   // of the corrections of the drives
    std::vector<DriveLimits> limits;
    ResponseMatrix matrix;  // on the lines of the block
    InverseSettings scaling;
    InverseMatrix inverse;  // of it, at the start
    IterationSettings settings;
  };
  explicit EventIteration(Setup setup);

  const IterationState& state() const { return state_; }
  void Restore(IterationState state);
  const Setup& setup() const { return setup_; }

  // Drives of the first run, in place of those by the response; where that run is not kept, the
  // response has its turn. None: the response all the same. `note` says where they come from.
  void BeginWith(Histories drives, std::string note);

  // Why no further run is worth it; empty: one is.
  std::string ReasonToStop() const;
  bool AllGood() const;
  // Drives of the next run, within the limits, and what was limited.
  Histories Propose(std::vector<LimitUse>* use) const;
  // What the response makes of the errors so far, before limits.
  Histories Correct() const;
  // What came of them.
  void Judge(const Histories& drives, const std::vector<LimitUse>& use, PlantRun run);

  // All of it with a plant. `after` is called after each run. False where the user stopped it.
  bool Run(const Plant& plant, Progress* progress, const std::function<void()>& after);

 private:
  std::vector<double> ErrorsOf(const Histories& responses) const;
  double TotalOf(const std::vector<double>& errors) const;
  std::string ForceBeyond(const Histories& responses) const;
  // What the next correction begins with.
  const Histories& BaseDrives() const;
  const Histories& BaseResponses() const;
  void Learn(const Histories& drives, const Histories& responses);
  void Keep(const Histories& drives, Histories responses, const IterationRecord& record);

  bool IsFirst() const { return !first_.empty() && state_.records.empty(); }

  Setup setup_;
  IterationState state_;
  ResponseMatrix matrix_;  // with what was learned
  InverseMatrix inverse_;
  Histories first_;
  std::string first_note_;
};

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_ITERATION_H_
