// Static equilibrium: r(H, lambda) = 0 with nothing moving and all laws relaxed.
//
// What rubs remembers how it came where it is. Each law goes straight from its strain at the start
// to that at equilibrium, in one stroke, as where loads grow slowly and nothing turns back; along a
// load path (below) it does so from point to point. What laws then remember is part of the result.
//
// From far away Newton's method overshoots, so it is damped in the manner of Levenberg: the matrix
//   [ K + mu W, Phi_q^T; Phi_q, 0 ],  W = 1 for metres, the square of the model's size for radians,
// where mu grows while steps fail to reduce the residual and fades as they succeed. Where mu is
// large the iteration creeps down the forces like a heavily damped motion; where it is zero it is
// Newton's method. No step moves a body by more than half the size of the model or turns it by more
// than half a radian.
//
// Where the matrix is singular because something may move without any force, as a strut between two
// ball joints that may spin, a mu far below all stiffness keeps it where it is; a force along such
// a direction is still a failure, for nothing can balance it.
//
// That judges a step by its residual, which is no judge where a structure is soft one way and stiff
// another: a beam that turns a little further than straight lines allow stretches, and its residual
// grows a thousandfold on the way to a better shape. So, first with beams and last without,
// Newton's method goes undamped, at once for the whole load, and where that fails in parts: what is
// out of balance at the start is taken away bit by bit, r(x) = (1 - s) r(x_0), s from 0 to 1.
//
// A load path follows the equilibria r(x, t) = 0 while the loads grow with the time t, which here
// only says how far they have grown. It goes by arc length in (x/size, t/range), so that it passes
// turning points, where the load must fall for the structure to go on, and does not jump from
// branch to branch where it bends [Riks 1979]: with the tangent (x', t') of the path, each
// correction keeps to the plane across it.
//
// Reference: [Riks 1979] E. Riks, An incremental approach to the solution of snapping and buckling
// problems, Int. J. Solids Structures 15 (1979).
#ifndef JOUNCE_SOLVE_STATICS_H_
#define JOUNCE_SOLVE_STATICS_H_

#include <functional>
#include <vector>

#include "mechanics/system.h"
#include "solve/matrix_assembly.h"
#include "solve/run_status.h"

namespace jounce {

struct StaticResult {
  RunStatus status;
  SystemState state;
  std::vector<double> history;  // of the elements, in that state
  int iterations = 0;
  int factorizations = 0;
};

class Statics {
 public:
  // `active` tells the constraint rows to use (freedom.h). `system` must outlive this.
  Statics(const System& system, const std::vector<bool>& active);

  // Equilibrium near `start`, for the loads and motions at the state's time. Laws are at rest at
  // the start: nothing rubs there.
  StaticResult Solve(const SystemState& start);

  // Equilibria from the time of `start` until that of the model reaches `end_time`, at most
  // `max_points` of them, about `arc` apart where the whole growth of the loads, the size of the
  // model and one radian all count as 1. `visit` is called for each, the last is at `end_time`.
  using Visit = std::function<void(const SystemState& state, const std::vector<double>& history)>;
  StaticResult FollowPath(const SystemState& start, double end_time, double arc, int max_points,
                          const Visit& visit);

 private:
  Evaluation At(const SystemState& state);
  StaticResult Begin(const SystemState& start);
  // From the memory at hand.
  StaticResult SolveOn(const SystemState& start);
  // The two ways above.
  StaticResult SolveDamped(const SystemState& start);
  StaticResult SolveInParts(const SystemState& start);
  // Newton's method for r = `rest` times what was out of balance at first.
  bool SolveFor(double rest, StaticResult* result);
  // The solution of the linear equations for the residual at hand; returns its largest entry.
  double Correction();
  double EvaluateResidual(const SystemState& state);
  bool Factor(const SystemState& state, double damping);
  // Whether a correction says that something may move without force; from then on it is held.
  bool HoldNeutral(double correction);
  double Move(SystemState* state);
  void MoveModes(const std::vector<double>& x, double part, SystemState* state) const;
  RunStatus Failure(double residual) const;

  // A direction in the space of poses, multipliers and load.
  struct Direction {
    std::vector<double> x;
    double load = 0;
  };
  double Dot(const Direction& a, const Direction& b) const;
  void MoveAlong(const Direction& direction, double part, double time_range,
                 SystemState* state) const;
  bool FindTangent(const SystemState& state, double time_range, Direction* tangent);
  bool CorrectAcross(const Direction& tangent, double reach, double time_range, SystemState* state,
                     int* iterations);
  // A point of a path with the way to it, and what laws remembered at the point before.
  struct PathPoint {
    StaticResult result;
    Direction way;
    std::vector<double> before;
  };
  // The next point, `step` further on.
  bool Proceed(double step, double reach, double time_range, PathPoint* point);
  bool Try(const Direction& tangent, double step, double reach, double time_range,
           PathPoint* point);

  const System& system_;
  std::vector<bool> active_;
  MatrixAssembly matrix_;
  SparseLu lu_;
  std::vector<double> history_;  // where the strokes of the laws begin
  std::vector<double> next_, force_residual_, rows_, solution_;
  std::vector<double> first_force_residual_, first_rows_;  // out of balance at the start
  std::vector<double> state_row_sizes_;                    // the largest rows of states so far
  double force_size_ = 0, first_force_size_ = 0;  // the largest so far, and that at the start
  double neutral_ = 0;  // the damping that holds what may move without force, once that was seen
  bool has_beams_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_STATICS_H_
