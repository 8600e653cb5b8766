// Joints and motions in groups of four: rows that hold a point on a plane, or two directions at
// right angles (link_function.h), are computed side by side. Alone and in a group they agree but for
// the last digits.
//
// A row knows directions of its frames only, so they are said in the axes of the bodies once, and
// frames have these axes: with R from the second body to the first, d between the origins of the
// frames in the axes of the first, and multipliers lambda,
//
//   a . d:    f_A += lambda a             on the second end, in the axes of the first body
//   a . R b:  m_B += lambda b x R^T a     in the axes of the second
#ifndef JOUNCE_MECHANICS_JOINT_GROUP_H_
#define JOUNCE_MECHANICS_JOINT_GROUP_H_

#include <array>
#include <span>
#include <vector>

#include "mechanics/constraint.h"
#include "mechanics/four_ends.h"

namespace jounce {

class JointGroup {
 public:
  static constexpr int kMost = 4;

  // How many rows of each kind a constraint has, if a group can have it; none of either otherwise.
  struct Kind {
    int points = 0, dots = 0;
    friend auto operator<=>(const Kind&, const Kind&) = default;
  };
  static Kind KindOf(const Constraint& constraint);

  // One to four of them, which must outlive this. They may differ in their rows.
  explicit JointGroup(std::span<const Constraint* const> joints);

  // As Element::AddResidual of each of them; `at` is of the whole system.
  void AddResidual(const Evaluation& at, double* bodies, double* constraints) const;

 private:
  // One row of each; `b` of dots alone. Where there is none, directions are zero.
  struct Row {
    FourVectors a, b;
    std::array<int, kMost> multiplier{}, memory{};  // in those of the system
    std::array<bool, kMost> there{};
  };
  // A row that follows a function of time.
  struct Driven {
    const Constraint* constraint;
    int row;
    int multiplier;
  };

  void AddRow(const Constraint& joint, size_t row, size_t lane, size_t number, bool is_point);
  Lanes<4> Multipliers(const Row& row, const SystemState& state) const;
  void Put(const Row& row, const Lanes<4>& value, const Evaluation& at, double* constraints) const;

  int count_;
  FourEnds first_, second_;
  std::vector<Row> points_, dots_;
  std::vector<Driven> driven_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_JOINT_GROUP_H_
