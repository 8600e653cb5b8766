// How a step of a law follows parameters: slopes of what goes into Law::Update and of what comes out
// of it, four parameters side by side. Kernels run with them in the place of numbers.
#ifndef JOUNCE_LAWS_STEP_SLOPES_H_
#define JOUNCE_LAWS_STEP_SLOPES_H_

#include "laws/law.h"
#include "math/packed_dual.h"

namespace jounce {

// One row of four numbers an entry, so many numbers from one row to the next. Those of the force are
// added to, those of the next state are written.
struct StepSlopes {
  int direction_stride = 4;  // of strain, rate and force
  int state_stride = 4;
  const double* strain = nullptr;
  const double* rate = nullptr;
  const double* state = nullptr;
  double* force = nullptr;
  double* next = nullptr;

  PackedDual Strain(const LawStep& step, int i) const {
    return {step.strain[i], Direction(strain, i)};
  }
  PackedDual Rate(const LawStep& step, int i) const { return {step.rate[i], Direction(rate, i)}; }
  PackedDual State(const double* numbers, int i) const {
    return {numbers[i], Lanes<4>::Load(state + Entry(i))};
  }
  void AddForce(int i, const PackedDual& f) const {
    (Direction(force, i) + f.d).Store(force + static_cast<long>(i) * direction_stride);
  }
  void SetNext(int i, const PackedDual& x) const { x.d.Store(next + Entry(i)); }

  // Of a part of a law: from this direction, and this entry of the state, on.
  StepSlopes Part(int direction, int entry) const {
    const long first = static_cast<long>(direction) * direction_stride;
    return {direction_stride,     state_stride,  strain + first,     rate + first,
            state + Entry(entry), force + first, next + Entry(entry)};
  }

 private:
  long Entry(int i) const { return static_cast<long>(i) * state_stride; }
  Lanes<4> Direction(const double* rows, int i) const {
    return Lanes<4>::Load(rows + static_cast<long>(i) * direction_stride);
  }
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_STEP_SLOPES_H_
