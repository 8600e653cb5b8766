#include "mechanics/frame_element.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::RowVector3d;
using Eigen::Vector3d;
using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

std::vector<int> CarriersOf(const std::vector<BodyFrame>& frames) {
  std::vector<int> slots;
  for (const BodyFrame& frame : frames) slots.push_back(frame.body);
  return slots;
}

std::vector<int> Count(int first, int count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

std::vector<double> UsualSizes(const std::vector<KindScalar>& scalars) {
  std::vector<double> sizes;
  for (const KindScalar& scalar : scalars) sizes.push_back(scalar.size);
  return sizes;
}

}  // namespace

FrameElement::FrameElement(const ElementItem& item, std::vector<BodyFrame> frames, int first_scalar)
    : Element(fmt::format("element '{}'", item.name), CarriersOf(frames), 0,
              kFirstSide + KindOf(item.settings)->switches,
              Count(first_scalar, KindOf(item.settings)->sizes().states)),
      item_(item),
      kind_(KindOf(item.settings)),
      model_(MakeForceModel(item.settings)),
      frames_(std::move(frames)),
      first_scalar_(first_scalar),
      motions_(frames_.size()),
      input_values_(kind_->inputs.size() + 1),
      loads_(6 * frames_.size()),
      rates_(kind_->states.size() + 1),
      switch_values_(kind_->switches + 1),
      sides_(kind_->switches + 1, 1),
      slopes_(Rows::Zero(sizes().rows(), sizes().columns())),
      output_slopes_(Rows::Zero(sizes().outputs, sizes().columns())),
      row_K_(6),
      row_C_(6),
      column_(sizes().rows()),
      differences_(*model_, UsualSizes(kind_->inputs), UsualSizes(kind_->states)) {}

// Inputs that are not given are zero.
void FrameElement::Bind(SignalGraph* signals) {
  for (const KindScalar& input : kind_->inputs) {
    TimeFunctionSettings function;
    function.constant = 0;
    for (const auto& [name, given] : item_.inputs) {
      if (name == input.name) function = given;
    }
    DrivingInput& driving = inputs_.emplace_back();
    See(driving.Bind(signals->Add(function, item_), *this, *signals));
  }
}

// ---- What the kind is given ---------------------------------------------------------------------

JounceElementPoint FrameElement::PointAt(const SystemState& state, bool is_static,
                                         const double* history) const {
  for (size_t i = 0; i < frames_.size(); ++i) {
    const BodyFrame& frame = frames_[i];
    const Pose& body = state.pose[frame.body];
    const Vector6& twist = state.velocity[frame.body];
    JounceFrameMotion& motion = motions_[i];
    Eigen::Map<Vector3d>{motion.position} =
        body.p + (body.R * frame.frame.p + state.place_rest[frame.body]);
    Eigen::Map<RowMajor3>{motion.rotation} = body.R * frame.frame.R;
    Eigen::Map<Vector3d>{motion.velocity} =
        body.R * (twist.head<3>() + twist.tail<3>().cross(frame.frame.p));
    Eigen::Map<Vector3d>{motion.angular_velocity} = body.R * twist.tail<3>();
  }
  JounceElementPoint point{};
  point.time = state.time;
  point.is_static = is_static;
  point.frames = motions_.data();
  point.states = state.modal.data() + first_scalar_;
  point.sides = sides_.data();
  if (!switches()) return point;
  if (is_static || !history) {
    FindSides(point);
  } else {
    for (int i = 0; i < sizes().switches; ++i) sides_[i] = history[kFirstSide + i] < 0 ? -1 : 1;
  }
  return point;
}

void FrameElement::FindSides(const JounceElementPoint& point) const {
  std::fill(switch_values_.begin(), switch_values_.end(), 0.0);
  model_->Switches(point, switch_values_.data());
  for (int i = 0; i < sizes().switches; ++i) sides_[i] = switch_values_[i] < 0 ? -1 : 1;
}

JounceElementPoint FrameElement::WithInputs(const Evaluation& at) const {
  JounceElementPoint point = PointAt(at.state, std::isinf(at.h), at.history);
  for (size_t i = 0; i < inputs_.size(); ++i) input_values_[i] = inputs_[i].Value(at);
  point.inputs = input_values_.data();
  return point;
}

void FrameElement::Answer(const JounceElementPoint& point) const {
  std::fill(loads_.begin(), loads_.end(), 0.0);
  std::fill(rates_.begin(), rates_.end(), 0.0);
  answer_ = {loads_.data(), rates_.data(), 0, 0};
  model_->Evaluate(point, &answer_);
}

// ---- Start and rows -----------------------------------------------------------------------------

void FrameElement::InitialStates(SystemState* state) const {
  double* states = state->modal.data() + first_scalar_;
  std::fill(states, states + sizes().states, 0.0);
  model_->Start(PointAt(*state, true, nullptr), states);
}

void FrameElement::SetRolling(SystemState* state) const {
  const std::optional<double> spin = model_->FreeSpin(PointAt(*state, false, nullptr));
  if (!spin) return;
  const BodyFrame& on = frames_[0];
  const Vector3d axis = on.frame.R.col(1);
  Vector6& twist = state->velocity[on.body];
  const Vector3d more = (*spin - axis.dot(twist.tail<3>())) * axis;
  twist.tail<3>() += more;
  twist.head<3>() -= more.cross(on.frame.p);  // the centre of the wheel keeps its velocity
}

void FrameElement::StartMoving(SystemState* state) const {
  model_->StartMoving(PointAt(*state, false, nullptr), state->modal.data() + first_scalar_);
}

void FrameElement::Start(const SystemState& state, double* history) const {
  JounceElementPoint point = PointAt(state, true, nullptr);
  std::fill(input_values_.begin(), input_values_.end(), 0.0);
  point.inputs = input_values_.data();
  Answer(point);
  history[kLost] = 0;
  history[kPower] = answer_.dissipated_power;
  for (int i = 0; i < sizes().switches; ++i) history[kFirstSide + i] = sides_[i];
}

Vector6 FrameElement::LoadInBody(const SystemState& state, size_t frame) const {
  const Matrix3d& R = state.pose[frames_[frame].body].R;
  const Eigen::Map<const Vector3d> F(loads_.data() + 6 * frame), m(loads_.data() + 6 * frame + 3);
  const Vector3d f = R.transpose() * F;
  return Join(f, R.transpose() * m + frames_[frame].frame.p.cross(f));
}

void FrameElement::AddResidual(const Evaluation& at, double* bodies, double*) const {
  Answer(WithInputs(at));
  for (size_t i = 0; i < frames_.size(); ++i) {
    BodyEntry(bodies, frames_[i].body) -= LoadInBody(at.state, i);
  }
  double* rows = bodies + 6 * at.state.pose.size() + first_scalar_;
  for (int i = 0; i < sizes().states; ++i) {
    rows[i] += at.state.modal_velocity[first_scalar_ + i] - rates_[i];
  }
  // By the trapezoidal rule.
  const double power = answer_.dissipated_power;
  const double h = std::isinf(at.h) ? 0 : at.h;
  at.next[kLost] = at.history[kLost] + 0.5 * h * (at.history[kPower] + power);
  at.next[kPower] = power;
  for (int i = 0; i < sizes().switches; ++i) at.next[kFirstSide + i] = sides_[i];
}

double FrameElement::ForceSize(const Evaluation& at) const {
  Answer(WithInputs(at));
  double size = 0;
  for (size_t i = 0; i < frames_.size(); ++i) {
    size = std::max(size, Eigen::Map<const Vector3d>(loads_.data() + 6 * i).norm());
  }
  return size;
}

void FrameElement::AddEnergies(const Evaluation& at, Energies* energies) const {
  Answer(WithInputs(at));
  energies->stored += answer_.stored_energy;
  energies->dissipated += at.next[kLost];
  energies->supplied += answer_.stored_energy;
}

double FrameElement::SuppliedPower(const Evaluation& at) const {
  Answer(WithInputs(at));
  double power = answer_.dissipated_power;
  for (size_t i = 0; i < frames_.size(); ++i) {
    power += LoadInBody(at.state, i).dot(at.state.velocity[frames_[i].body]);
  }
  return power;
}

Vector6 FrameElement::LinkReaction(const Evaluation& at, int frame) const {
  Answer(WithInputs(at));
  const BodyFrame& on = frames_[frame];
  const Matrix3d back = (at.state.pose[on.body].R * on.frame.R).transpose();
  return Join(back * Eigen::Map<const Vector3d>(loads_.data() + 6 * frame),
              back * Eigen::Map<const Vector3d>(loads_.data() + 6 * frame + 3));
}

// ---- Switching ----------------------------------------------------------------------------------

double FrameElement::SwitchMargin(const Evaluation& at) const {
  const JounceElementPoint point = PointAt(at.state, false, at.history);
  std::fill(switch_values_.begin(), switch_values_.end(), 0.0);
  model_->Switches(point, switch_values_.data());
  double margin = std::numeric_limits<double>::infinity();
  for (int i = 0; i < sizes().switches; ++i) {
    margin = std::min(margin, sides_[i] * switch_values_[i]);
  }
  return margin;
}

// A function that has crossed its zero changes its side; what is lost may jump with it.
void FrameElement::Switch(const Evaluation& at, double* memory) const {
  const JounceElementPoint point = WithInputs(at);
  SwitchMargin(at);
  for (int i = 0; i < sizes().switches; ++i) {
    if (sides_[i] * switch_values_[i] < 0) sides_[i] = -sides_[i];
    memory[kFirstSide + i] = sides_[i];
  }
  Answer(point);
  memory[kPower] = answer_.dissipated_power;
}

// ---- Tangents -----------------------------------------------------------------------------------

void FrameElement::FindSlopes(const JounceElementPoint& point) const {
  slopes_.setZero();
  if (!model_->Slopes(point, slopes_.data())) differences_.OfLoads(point, slopes_.data());
}

void FrameElement::CarrySlopes(const SystemState& state, size_t frame,
                               const Eigen::Ref<const Eigen::RowVectorXd>& slopes,
                               Eigen::RowVectorXd* K, Eigen::RowVectorXd* C) const {
  const BodyFrame& on = frames_[frame];
  const Matrix3d& R = state.pose[on.body].R;
  const Vector3d& r = on.frame.p;
  const Vector3d v = state.velocity[on.body].head<3>(), z = state.velocity[on.body].tail<3>();
  const auto first = static_cast<Eigen::Index>(6 * frame);
  const auto rates = static_cast<Eigen::Index>(6 * frames_.size()) + first;
  const RowVector3d place = slopes.segment<3>(first) * R, turn = slopes.segment<3>(first + 3) * R;
  const RowVector3d speed = slopes.segment<3>(rates) * R, spin = slopes.segment<3>(rates + 3) * R;
  K->head<3>() = place;
  K->tail<3>() = turn - place * Skew(r) - speed * Skew(v + z.cross(r)) - spin * Skew(z);
  C->head<3>() = speed;
  C->tail<3>() = spin - speed * Skew(r);
}

void FrameElement::AddTangents(const Evaluation& at, ElementTangents* tangents) const {
  const JounceElementPoint point = WithInputs(at);
  Answer(point);
  FindSlopes(point);
  const auto count = static_cast<int>(frames_.size()), states = sizes().states;
  const int scalar_row = 6 * static_cast<int>(bodies().size());
  // Rows of loads in the axes of their bodies.
  for (int i = 0; i < count; ++i) {
    const Matrix3d back = at.state.pose[frames_[i].body].R.transpose();
    for (int column = 0; column < sizes().columns(); ++column) {
      const Vector3d f = back * slopes_.col(column).segment<3>(6 * i);
      const Vector3d m = back * slopes_.col(column).segment<3>(6 * i + 3);
      slopes_.col(column).segment<3>(6 * i) = f;
      slopes_.col(column).segment<3>(6 * i + 3) = m + frames_[i].frame.p.cross(f);
    }
  }
  const auto row_of = [&](int row) { return row < 6 * count ? row : scalar_row + row - 6 * count; };
  for (int row = 0; row < sizes().rows(); ++row) {
    for (int i = 0; i < count; ++i) {
      CarrySlopes(at.state, i, slopes_.row(row), &row_K_, &row_C_);
      tangents->K.block<1, 6>(row_of(row), 6 * i) -= row_K_;
      tangents->C.block<1, 6>(row_of(row), 6 * i) -= row_C_;
    }
    for (int i = 0; i < states; ++i) {
      tangents->K(row_of(row), scalar_row + i) -= slopes_(row, 12 * count + sizes().inputs + i);
    }
  }
  for (int i = 0; i < count; ++i) {
    const Vector6 W = LoadInBody(at.state, i);
    const Vector3d f = W.head<3>();
    const Vector3d m = at.state.pose[frames_[i].body].R.transpose() *
                       Eigen::Map<const Vector3d>(loads_.data() + 6 * i + 3);
    tangents->K.block<3, 3>(6 * i, 6 * i + 3) -= Skew(f);
    tangents->K.block<3, 3>(6 * i + 3, 6 * i + 3) -= Skew(m) + Skew(frames_[i].frame.p) * Skew(f);
  }
  for (int i = 0; i < states; ++i) tangents->C(scalar_row + i, scalar_row + i) += 1;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    column_ = -slopes_.col(12 * count + static_cast<Eigen::Index>(i));
    inputs_[i].AddTangents(at, 0, column_.head(6 * count), *this, tangents);
    if (states == 0) continue;
    inputs_[i].AddTangents(at, scalar_row, column_.tail(states), *this, tangents);
  }
}

// ---- Outputs ------------------------------------------------------------------------------------

void FrameElement::Outputs(const Evaluation& at, double* values) const {
  std::fill(values, values + sizes().outputs, 0.0);
  model_->Outputs(PointAt(at.state, std::isinf(at.h), at.history), values);
}

SeenUnknowns FrameElement::SeenByOutputs() const {
  return {CarriersOf(frames_), Count(first_scalar_, sizes().states), {}};
}

void FrameElement::OutputSlopes(const Evaluation& at, int output, ScalarGradient* gradient) const {
  differences_.OfOutputs(PointAt(at.state, std::isinf(at.h), at.history), output_slopes_.data());
  const auto count = static_cast<int>(frames_.size());
  for (int i = 0; i < count; ++i) {
    CarrySlopes(at.state, i, output_slopes_.row(output), &row_K_, &row_C_);
    gradient->K.segment<6>(6 * i) += row_K_;
    gradient->C.segment<6>(6 * i) += row_C_;
  }
  gradient->K.segment(6 * count, sizes().states) += output_slopes_.row(output).tail(sizes().states);
}

}  // namespace jounce
