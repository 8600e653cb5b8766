// Constraints: joints, motions and couplers are all sums of link functions that must equal a
// function of time or another signal,
//   Phi_i = sum_k ratio_k phi_k(H_k) - x_i - f_i = 0,
// one multiplier a row. A joint has several rows on one link, a motion one row with f(t), a coupler
// one row over several links. The multiplier is the generalized force: the element applies -lambda
// times the gradient to the second end.
//
// Prescribed velocities and accelerations are integrated to positions here, so that every
// constraint is one of position: functions of time by three-point Gauss quadrature over each step,
// other signals by the trapezoidal rule.
#ifndef JOUNCE_MECHANICS_CONSTRAINT_H_
#define JOUNCE_MECHANICS_CONSTRAINT_H_

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mechanics/element.h"
#include "mechanics/frame_link.h"
#include "mechanics/link_function.h"
#include "mechanics/signal_graph.h"
#include "model/model.h"

namespace jounce {

struct ConstraintTerm {
  int link = 0;  // which of the element's links
  LinkFunction function;
  double ratio = 1;
};

struct ConstraintRow {
  std::vector<ConstraintTerm> terms;
  double constant = 0;                           // x: the value the sum keeps
  bool keeps_start = false;                      // x is the value at the start instead
  std::shared_ptr<const TimeFunction> function;  // f, or none
  MotionQuantity quantity = MotionQuantity::kPosition;
  // Of a motion that follows signals: how they are said, until Bind() has found them.
  std::optional<Motion> motion = {};
  // f where it depends on more than the time.
  std::optional<DrivingInput> signal = {};

  // f, or the integrals of f and of (t - s) f over a step, as last computed: all iterations of a
  // step ask for the same.
  struct Prescription {
    double from = std::numeric_limits<double>::quiet_NaN(), to = from;
    double value = 0, moment = 0;
  };
  mutable Prescription last = {};
};

class Constraint final : public Element {
 public:
  Constraint(std::string name, std::vector<FrameLink> links, std::vector<ConstraintRow> rows);

  void Bind(SignalGraph* signals) override;
  // Integrals of signals; those of time depend on nothing else.
  bool remembers() const override { return FollowsSignal(); }
  void Start(const SystemState& state, double* history) const override;
  void AddResidual(const Evaluation& at, double* bodies, double* constraints) const override;
  void AddTangents(const Evaluation& at, ElementTangents* tangents) const override;
  void ConstraintRates(const SystemState& state, double* velocity,
                       double* acceleration) const override;
  double ForceSize(const Evaluation& at) const override;
  Vector6 Reaction(const Evaluation& at) const override { return LinkReaction(at, 0); }
  Vector6 LinkReaction(const Evaluation& at, int link) const override;
  bool supplies() const override;
  double SuppliedPower(const Evaluation& at) const override;
  // Whether a row follows a signal that depends on more than the time; its rates are then not in
  // ConstraintRates().
  bool FollowsSignal() const;
  // Whether one may, before Bind() has found out.
  bool MayFollowSignal() const;
  // Appends the values of those signals.
  void SignalValues(const Evaluation& at, std::vector<double>* values) const;

  // Phi of a row, as its memory of a converged step at this time tells it.
  double Violation(int row, double time, const double* memory) const;
  // Whether a row is in metres; else it is an angle or the cosine of one.
  bool IsLength(int row) const;

  const std::vector<ConstraintRow>& rows() const { return rows_; }
  const std::vector<FrameLink>& links() const { return links_; }
  // Of a constraint whose rows have one term each, what a row that follows a function of time must
  // equal beyond what it keeps; its memory goes along.
  double Given(int row, const Evaluation& at) const {
    const int memory = row * kPlainRowMemory;
    return Prescribed(rows_[row], at.state.time, at.history + memory, at.next + memory);
  }

  // Memory of a row: what it keeps, time (or the value of its signal), position and velocity
  // prescribed up to there. Memory of a term: its last value, from which the turns of an angle are
  // counted.
  enum { kKept, kTime, kPosition, kVelocity, kRowMemory, kSignal = kTime };
  static constexpr int kPlainRowMemory = kRowMemory + 1;  // with that of one term

 private:
  double Prescribed(const ConstraintRow& row, double time, const double* history,
                    double* next) const;
  static double Integrated(const ConstraintRow& row, const Evaluation& at, const double* history,
                           double* next);
  static double SignalSlope(const ConstraintRow& row, double h);
  template <int kLinks>
  void AddRows(const Evaluation& at, double* bodies, double* constraints) const;

  std::vector<FrameLink> links_;
  std::vector<ConstraintRow> rows_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_CONSTRAINT_H_
