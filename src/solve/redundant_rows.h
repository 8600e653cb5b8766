// Watches the constraint rows that are not used because others say the same (freedom.h).
//
// Rows that depend on each other in one state need not do so in the next: two motions of one joint
// may agree at t = 0 and part later, a mechanism may leave a position in which it was stretched
// out. Then a solution of the rows in use is none of the model, and a run must not go on.
#ifndef JOUNCE_SOLVE_REDUNDANT_ROWS_H_
#define JOUNCE_SOLVE_REDUNDANT_ROWS_H_

#include <string>
#include <vector>

#include "mechanics/system.h"
#include "solve/freedom.h"
#include "solve/run_status.h"

namespace jounce {

class RedundantRows {
 public:
  // `system` must outlive this.
  RedundantRows(const System& system, const Freedom& freedom);

  bool empty() const { return rows_.empty(); }

  // Fails, with the names of who contradicts whom, where a redundant row is not satisfied. `memory`
  // is that of all elements, written with this state. Does not allocate unless it fails.
  RunStatus Check(const SystemState& state, const double* memory) const;
  // The same for a state that was not stepped to, with the memory that it began with.
  RunStatus CheckFrom(const std::vector<double>& history, const SystemState& state) const;

 private:
  struct Row {
    const Constraint* constraint;
    int index;                         // among the constraint's rows
    double tolerance;                  // m or rad
    std::vector<std::string> repeats;  // the constraints from which it follows
  };
  static RunStatus Failure(const Row& row, double time, double violation);

  const System& system_;
  std::vector<Row> rows_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_REDUNDANT_ROWS_H_
