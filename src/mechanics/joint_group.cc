#include "mechanics/joint_group.h"

#include <algorithm>

#include "mechanics/system.h"

namespace jounce {

using Four = Lanes<4>;

JointGroup::Kind JointGroup::KindOf(const Constraint& constraint) {
  if (constraint.links().size() != 1) return {};
  Kind kind;
  for (const ConstraintRow& row : constraint.rows()) {
    const bool plain = row.terms.size() == 1 && row.terms[0].ratio == 1 && !row.signal;
    if (!plain || !row.terms[0].function.is_linear()) return {};
    ++(row.terms[0].function.is_length() ? kind.points : kind.dots);
  }
  return kind;
}

JointGroup::JointGroup(std::span<const Constraint* const> joints)
    : count_(static_cast<int>(joints.size())) {
  std::array<BodyFrame, kMost> first, second;
  for (size_t lane = 0; lane < kMost; ++lane) {
    const Constraint& joint = *joints[lane < joints.size() ? lane : 0];
    first[lane] = joint.links()[0].first();
    second[lane] = joint.links()[0].second();
    if (lane >= joints.size()) continue;
    size_t points = 0, dots = 0;
    for (size_t i = 0; i < joint.rows().size(); ++i) {
      const bool is_point = joint.rows()[i].terms[0].function.is_length();
      AddRow(joint, i, lane, is_point ? points++ : dots++, is_point);
    }
  }
  first_ = FourEnds(first);
  second_ = FourEnds(second);
}

void JointGroup::AddRow(const Constraint& joint, size_t row, size_t lane, size_t number,
                        bool is_point) {
  std::vector<Row>& rows = is_point ? points_ : dots_;
  const FourVectors none(Eigen::Vector3d::Zero());
  if (number == rows.size()) rows.push_back({none, none});
  Row& group_row = rows[number];
  const auto index = static_cast<int>(row);
  group_row.there[lane] = true;
  group_row.multiplier[lane] = joint.first_multiplier() + index;
  group_row.memory[lane] = joint.first_history() + index * Constraint::kPlainRowMemory;
  const FrameLink& link = joint.links()[0];
  const LinkFunction& function = joint.rows()[row].terms[0].function;
  const auto set = [lane](const Eigen::Vector3d& v, FourVectors* lanes) {
    lanes->x.Set(static_cast<int>(lane), v.x());
    lanes->y.Set(static_cast<int>(lane), v.y());
    lanes->z.Set(static_cast<int>(lane), v.z());
  };
  set(link.first().frame.R * function.a(), &group_row.a);
  if (!is_point) set(link.second().frame.R * function.b(), &group_row.b);
  if (joint.rows()[row].function) {
    driven_.push_back({&joint, index, group_row.multiplier[lane]});
  }
}

JOUNCE_KERNEL Four JointGroup::Multipliers(const Row& row, const SystemState& state) const {
  const double* all = state.multiplier.data();
  const std::array<int, kMost>& i = row.multiplier;
  return SideBySide(all[i[0]], all[i[1]], all[i[2]], all[i[3]]);
}

// The value goes into the memory, and what it misses into the row.
JOUNCE_KERNEL void JointGroup::Put(const Row& row, const Four& value, const Evaluation& at,
                                   double* constraints) const {
  for (int i = 0; i < count_; ++i) {
    if (!row.there[i]) continue;
    const double* history = at.history + row.memory[i];
    double* next = at.next + row.memory[i];
    Four::Load(history).Store(next);
    next[Constraint::kRowMemory] = value[i];
    constraints[row.multiplier[i]] += value[i] - history[Constraint::kKept];
  }
}

void JointGroup::AddResidual(const Evaluation& at, double* bodies, double* constraints) const {
  static_assert(Constraint::kRowMemory == 4);  // as many as are copied at once
  const FourPoses A = first_.BodyPoses(at.state), B = second_.BodyPoses(at.state);
  const FourVectors between = (B.p - A.p) + (second_.Rests(at.state) - first_.Rests(at.state));
  const FourVectors d = A.R.TransposedTimes(between + B.R * second_.r()) - first_.r();
  FourVectors f_A(Eigen::Vector3d::Zero()), m_A = f_A, m_B = f_A;
  for (const Row& row : points_) {
    f_A = f_A + Multipliers(row, at.state) * row.a;
    Put(row, Dot(row.a, d), at, constraints);
  }
  for (const Row& row : dots_) {
    const FourVectors a_B = B.R.TransposedTimes(A.R * row.a);
    m_B = m_B + Multipliers(row, at.state) * Cross(row.b, a_B);
    Put(row, Dot(row.b, a_B), at, constraints);
  }
  if (!dots_.empty()) m_A = A.R.TransposedTimes(B.R * m_B);
  for (const Driven& driven : driven_) {
    const Evaluation own = System::Slice(at, *driven.constraint);
    constraints[driven.multiplier] -= driven.constraint->Given(driven.row, own);
  }
  second_.Add(count_, B.R.TransposedTimes(A.R * f_A), m_B, bodies);
  first_.Subtract(count_, f_A, m_A + Cross(d, f_A), bodies);
}

}  // namespace jounce
