// What connections whose laws remember do along slopes: the laws are differentiated by their own
// kernels (laws/step_slopes.h), for all parameters side by side, in the one state where the run is.
//
// With e(q, v) the strain and m the memory of a law, f = f(e, e', m_n) and m = g(e, e', m_n), this adds
//
//   dr = B^T df/dm dm_n     to the residual, of which K dq + C dv has the rest
//   dm = dg/de de + dg/de' de' + dg/dm dm_n
//
// What a parameter does to a law by itself is no part of it (parameter_effects.h).
#ifndef JOUNCE_SOLVE_MEMORY_SLOPES_H_
#define JOUNCE_SOLVE_MEMORY_SLOPES_H_

#include <vector>

#include "mechanics/connection.h"
#include "mechanics/system.h"
#include "solve/motion_slopes.h"

namespace jounce {

// Whether a connection of a system is differentiated here: it remembers, and its law can be.
bool HasMemorySlopes(const ConnectionElement& connection);

class MemorySlopes {
 public:
  // `columns` is a multiple of four. `system` must outlive this.
  MemorySlopes(const System& system, int columns);

  // By the number of an element.
  bool Holds(size_t element) const { return holds_[element]; }

  // Adds to the rows of the residual (System::Residual) what slopes of memory at the begin of the step
  // do at its end. `at` is of the whole system. Never allocates.
  void AddResidual(const Evaluation& at, const SlopeRows& before, SlopeRows* motion);
  // Writes the slopes of memory at the end of the step, where AddResidual() was called last.
  void Advance(const Evaluation& at, const MotionSlopes& slopes, const SlopeRows& before,
               SlopeRows* after);

 private:
  struct Member {
    const ConnectionElement* connection;
    const Law* law;
    int rows[12];  // of its two bodies in those of the residual; -1 for what does not move
    StrainSlopes strain = {};  // where AddResidual() was
  };

  // All columns of the law, with the slopes of strain and rate at hand; those of force are then there,
  // those of the memory at `after`.
  void Differentiate(const Member& member, double h, const double* state, const SlopeRows& before,
                     double* after);
  void FindStrains(const Member& member, const MotionSlopes& slopes);
  void AddForces(const Member& member, SlopeRows* motion);

  int columns_;
  std::vector<bool> holds_;
  std::vector<Member> members_;
  SlopeRows strain_, rate_, force_, next_;
  std::vector<double> nowhere_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MEMORY_SLOPES_H_
