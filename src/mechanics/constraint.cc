#include "mechanics/constraint.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace jounce {
namespace {

// The most links an element may have; couplers of more than a few joints do not occur.
constexpr int kMaxLinks = 8;

std::vector<int> BodiesOf(const std::vector<FrameLink>& links) {
  std::vector<int> bodies;
  for (const FrameLink& link : links) {
    bodies.push_back(link.first_body());
    bodies.push_back(link.second_body());
  }
  return bodies;
}

int MemoryOf(const std::vector<ConstraintRow>& rows, int row_memory) {
  int size = 0;
  for (const ConstraintRow& row : rows) size += row_memory + static_cast<int>(row.terms.size());
  return size;
}

// By three Gauss points.
ConstraintRow::Prescription Integral(const TimeFunction& function, double from, double to) {
  constexpr double kPoints[] = {0.11270166537925831, 0.5, 0.88729833462074169};
  constexpr double kWeights[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  const double h = to - from;
  ConstraintRow::Prescription sum{from, to};
  for (int i = 0; i < 3; ++i) {
    const double f = function.Value(from + kPoints[i] * h);
    sum.value += h * kWeights[i] * f;
    sum.moment += h * kWeights[i] * (1 - kPoints[i]) * h * f;
  }
  return sum;
}

}  // namespace

Constraint::Constraint(std::string name, std::vector<FrameLink> links,
                       std::vector<ConstraintRow> rows)
    : Element(std::move(name), BodiesOf(links), static_cast<int>(rows.size()),
              MemoryOf(rows, kRowMemory)),
      links_(std::move(links)),
      rows_(std::move(rows)) {
  assert(links_.size() <= kMaxLinks);
}

void Constraint::Bind(SignalGraph* signals) {
  for (ConstraintRow& row : rows_) {
    if (!row.motion) continue;
    const int node = signals->Add(row.motion->function, *row.motion);
    row.function = signals->AsTimeFunction(node);
    if (!row.function) See(row.signal.emplace().Bind(node, *this, *signals));
  }
}

bool Constraint::MayFollowSignal() const {
  return std::any_of(rows_.begin(), rows_.end(),
                     [](const ConstraintRow& row) { return row.motion.has_value(); });
}

bool Constraint::FollowsSignal() const {
  return std::any_of(rows_.begin(), rows_.end(),
                     [](const ConstraintRow& row) { return row.signal.has_value(); });
}

void Constraint::SignalValues(const Evaluation& at, std::vector<double>* values) const {
  for (const ConstraintRow& row : rows_) {
    if (row.signal) values->push_back(row.signal->Value(at));
  }
}

void Constraint::Start(const SystemState& state, double* history) const {
  for (const ConstraintRow& row : rows_) {
    double sum = 0;
    for (size_t k = 0; k < row.terms.size(); ++k) {
      const ConstraintTerm& term = row.terms[k];
      const double value = term.function.Value(links_[term.link].RelativePose(state));
      history[kRowMemory + k] = value;
      sum += term.ratio * value;
    }
    history[kKept] = row.keeps_start ? sum : row.constant;
    history[kTime] = state.time;
    history[kPosition] = 0;
    history[kVelocity] = 0;
    history += kRowMemory + row.terms.size();
  }
}

// The signal at the end of the step, or its first or second integral from the start. In statics it
// does not move on.
double Constraint::Integrated(const ConstraintRow& row, const Evaluation& at, const double* history,
                              double* next) {
  const double s = row.signal->Value(at), h = std::isfinite(at.h) ? at.h : 0;
  next[kSignal] = s;
  switch (row.quantity) {
    case MotionQuantity::kPosition:
      next[kPosition] = s;
      break;
    case MotionQuantity::kVelocity:
      next[kPosition] = history[kPosition] + 0.5 * h * (history[kSignal] + s);
      break;
    case MotionQuantity::kAcceleration:
      next[kPosition] =
          history[kPosition] + h * history[kVelocity] + 0.25 * h * h * (history[kSignal] + s);
      next[kVelocity] = history[kVelocity] + 0.5 * h * (history[kSignal] + s);
      break;
  }
  return next[kPosition];
}

// How that changes with the signal.
double Constraint::SignalSlope(const ConstraintRow& row, double h) {
  if (row.quantity == MotionQuantity::kPosition) return 1;
  if (!std::isfinite(h)) return 0;
  return row.quantity == MotionQuantity::kVelocity ? 0.5 * h : 0.25 * h * h;
}

// f(t), or its first or second integral from the start.
double Constraint::Prescribed(const ConstraintRow& row, double time, const double* history,
                              double* next) const {
  const bool integrates = row.quantity != MotionQuantity::kPosition;
  const double from = integrates ? history[kTime] : time, h = time - from;
  if (row.last.from != from || row.last.to != time) {
    row.last = integrates ? Integral(*row.function, from, time)
                          : ConstraintRow::Prescription{from, time, row.function->Value(time)};
  }
  const ConstraintRow::Prescription& f = row.last;
  if (!integrates) return f.value;
  next[kTime] = time;
  if (row.quantity == MotionQuantity::kVelocity) {
    next[kPosition] = history[kPosition] + f.value;
  } else {
    next[kPosition] = history[kPosition] + h * history[kVelocity] + f.moment;
    next[kVelocity] = history[kVelocity] + f.value;
  }
  return next[kPosition];
}

void Constraint::AddResidual(const Evaluation& at, double* bodies, double* constraints) const {
  // Joints and motions have one link, couplers several.
  if (links_.size() == 1) {
    AddRows<1>(at, bodies, constraints);
  } else {
    AddRows<kMaxLinks>(at, bodies, constraints);
  }
}

template <int kLinks>
void Constraint::AddRows(const Evaluation& at, double* bodies, double* constraints) const {
  Pose H[kLinks];
  LinkForces forces[kLinks];
  for (size_t i = 0; i < links_.size(); ++i) H[i] = links_[i].RelativePose(at.state);
  std::copy(at.history, at.history + history_size(), at.next);
  const double* history = at.history;
  double* next = at.next;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const ConstraintRow& row = rows_[i];
    const int index = first_multiplier() + static_cast<int>(i);
    const double lambda = at.state.multiplier[index];
    double sum = -history[kKept];
    if (row.function) {
      sum -= Prescribed(row, at.state.time, history, next);
    } else if (row.signal) {
      sum -= Integrated(row, at, history, next);
    }
    for (size_t k = 0; k < row.terms.size(); ++k) {
      const ConstraintTerm& term = row.terms[k];
      double value = term.function.Act(H[term.link], lambda * term.ratio, &forces[term.link]);
      if (term.function.is_angle()) value = Unwrapped(value, history[kRowMemory + k]);
      next[kRowMemory + k] = value;
      sum += term.ratio * value;
    }
    constraints[index] += sum;
    history += kRowMemory + row.terms.size();
    next += kRowMemory + row.terms.size();
  }
  for (size_t i = 0; i < links_.size(); ++i) {
    links_[i].AddWrench(H[i], forces[i].Wrench(H[i]), bodies);
  }
}

void Constraint::AddTangents(const Evaluation& at, ElementTangents* tangents) const {
  const int first_row = motion_size();
  for (size_t l = 0; l < links_.size(); ++l) {
    const FrameLink& link = links_[l];
    const int slot = 2 * static_cast<int>(l);
    const RelativeMotion motion = link.Motion(at.state);
    const FrameLink::IncrementMatrices D = link.Increments(motion.H);
    Vector6 W = Vector6::Zero();
    Matrix6 K = Matrix6::Zero();
    for (size_t i = 0; i < rows_.size(); ++i) {
      const double lambda = at.state.multiplier[first_multiplier() + static_cast<int>(i)];
      Vector6 g = Vector6::Zero();
      for (const ConstraintTerm& term : rows_[i].terms) {
        if (term.link != static_cast<int>(l)) continue;
        g += term.ratio * term.function.Gradient(motion.H);
        K += lambda * term.ratio * term.function.Curvature(motion.H);
      }
      W += lambda * g;
      const int row = first_row + static_cast<int>(i);
      const Vector6 first = D.first.transpose() * g, second = D.second.transpose() * g;
      tangents->K.block<1, 6>(row, 6 * slot) += first.transpose();
      tangents->K.block<1, 6>(row, 6 * slot + 6) += second.transpose();
      tangents->K.block<6, 1>(6 * slot, row) += first;
      tangents->K.block<6, 1>(6 * slot + 6, row) += second;
    }
    link.AddWrenchTangents(motion, W, K, Matrix6::Zero(), slot, tangents);
  }
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_[i].signal) continue;
    const Eigen::Matrix<double, 1, 1> slope(-SignalSlope(rows_[i], at.h));
    rows_[i].signal->AddTangents(at, first_row + static_cast<int>(i), slope, *this, tangents);
  }
}

void Constraint::ConstraintRates(const SystemState& state, double* velocity,
                                 double* acceleration) const {
  for (size_t i = 0; i < rows_.size(); ++i) {
    const ConstraintRow& row = rows_[i];
    const size_t index = first_multiplier() + i;
    velocity[index] = acceleration[index] = 0;
    if (row.function) {
      const Jet f = row.function->At(state.time);
      const bool position = row.quantity == MotionQuantity::kPosition;
      const bool rate = row.quantity == MotionQuantity::kVelocity;
      velocity[index] = -(position ? f.rate : rate ? f.value : 0.0);
      acceleration[index] = -(position ? f.acceleration : rate ? f.rate : f.value);
    }
    for (const ConstraintTerm& term : row.terms) {
      const RelativeMotion motion = links_[term.link].Motion(state);
      const Vector6 g = term.function.Gradient(motion.H);
      const Vector6 v_rate = links_[term.link].RelativeAcceleration(state, motion);
      velocity[index] += term.ratio * g.dot(motion.v);
      acceleration[index] +=
          term.ratio * (g.dot(v_rate) + motion.v.dot(term.function.Curvature(motion.H) * motion.v));
    }
  }
}

double Constraint::Violation(int row, double time, const double* memory) const {
  for (int i = 0; i < row; ++i) memory += kRowMemory + rows_[i].terms.size();
  const ConstraintRow& r = rows_[row];
  double sum = -memory[kKept];
  if (r.function) {
    const bool position = r.quantity == MotionQuantity::kPosition;
    sum -= position ? r.function->Value(time) : memory[kPosition];
  } else if (r.signal) {
    sum -= memory[kPosition];
  }
  for (size_t k = 0; k < r.terms.size(); ++k) sum += r.terms[k].ratio * memory[kRowMemory + k];
  return sum;
}

bool Constraint::IsLength(int row) const {
  return std::any_of(rows_[row].terms.begin(), rows_[row].terms.end(),
                     [](const ConstraintTerm& term) { return term.function.is_length(); });
}

double Constraint::ForceSize(const Evaluation& at) const {
  return at.state.multiplier.segment(first_multiplier(), multipliers()).lpNorm<Eigen::Infinity>();
}

// Rows that keep a value do no work.
bool Constraint::supplies() const {
  return std::any_of(rows_.begin(), rows_.end(), [](const ConstraintRow& row) {
    return row.function || row.signal || row.motion;
  });
}

double Constraint::SuppliedPower(const Evaluation& at) const {
  double power = 0;
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_[i].function && !rows_[i].signal) continue;
    const double lambda = at.state.multiplier[first_multiplier() + static_cast<int>(i)];
    for (const ConstraintTerm& term : rows_[i].terms) {
      const RelativeMotion motion = links_[term.link].Motion(at.state);
      power -= lambda * term.ratio * term.function.Gradient(motion.H).dot(motion.v);
    }
  }
  return power;
}

Vector6 Constraint::LinkReaction(const Evaluation& at, int link) const {
  Vector6 W = Vector6::Zero();
  const Pose H = links_[link].RelativePose(at.state);
  for (size_t i = 0; i < rows_.size(); ++i) {
    const double lambda = at.state.multiplier[first_multiplier() + static_cast<int>(i)];
    for (const ConstraintTerm& term : rows_[i].terms) {
      if (term.link == link) W -= lambda * term.ratio * term.function.Gradient(H);
    }
  }
  return W;
}

}  // namespace jounce
