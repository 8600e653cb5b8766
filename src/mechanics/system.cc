#include "mechanics/system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "mechanics/applied_load.h"
#include "mechanics/block_element.h"
#include "mechanics/element_groups.h"
#include "mechanics/flexible_body.h"
#include "mechanics/joints.h"
#include "mechanics/probes.h"
#include "mechanics/rigid_body.h"
#include "mechanics/shared_inertia.h"

namespace jounce {

template <class T>
const T* System::Add(std::unique_ptr<T> element, const std::string& name) {
  const T* pointer = element.get();
  element->Place(layout_.multipliers, history_size_);
  layout_.multipliers += element->multipliers();
  history_size_ += element->history_size();
  elements_.push_back(std::move(element));
  if (!name.empty()) items_.emplace(name, pointer);
  return pointer;
}

System::System(Assembly assembly) : assembly_(std::move(assembly)), model_(assembly_.model) {
  geometry_ = std::make_unique<ModelGeometry>(model_);
  FindJointFrames();
  AddBodies();
  AddTurnCounters();
  AddMovingFrames();
  for (const SharedInertia& inertia : model_.shared_inertias) {
    const FramePair frames = geometry_->Resolve(inertia.ends);
    Add(std::make_unique<SharedInertiaElement>(inertia, frames, model_.gravity), "");
  }
  for (const Joint& joint : model_.joints) {
    const FramePair& frames = *JointFrames(joint.name);
    constraints_.push_back(
        Add(MakeJoint(joint, frames, geometry_->FramePose(frames.first)), joint.name));
  }
  for (const Motion& motion : model_.motions) {
    constraints_.push_back(Add(MakeMotion(motion, MotionFrames(motion)), motion.name));
  }
  for (const Coupler& coupler : model_.couplers) {
    std::vector<FramePair> frames;
    for (const Coupler::Term& term : coupler.AllTerms()) frames.push_back(*JointFrames(term.joint));
    constraints_.push_back(Add(MakeCoupler(coupler, frames), coupler.name));
  }
  for (size_t i = 0; i < model_.connections.size(); ++i) {
    const Connection& connection = model_.connections[i];
    const FramePair frames = geometry_->Resolve(connection.ends);
    const Pose start =
        Relative(geometry_->FramePose(frames.first), geometry_->FramePose(frames.second));
    connections_.push_back(
        Add(MakeConnection(connection, assembly_.laws[i], frames, start), connection.name));
  }
  for (const Load& load : model_.loads) {
    const int from = load.from.empty() ? -1 : geometry_->Resolve({.second = load.from}).second.body;
    loads_.push_back(
        Add(std::make_unique<AppliedLoad>(load, geometry_->ResolveLoad(load), from), load.name));
  }
  AddFrameElements();
  AddWeldLoads();
  AddSignals();
  AddEnergyMemory();
  element_groups_ = std::make_shared<ElementGroups>(bodies_, connections_, constraints_);
  for (const auto& element : elements_) {
    if (element_groups_->Holds(*element)) continue;
    singles_.push_back(element.get());
    if (element->remembers()) remembering_.push_back(element.get());
  }
  CollectNodeElements();
  SetScales();
}

// Their states come after the modes.
void System::AddFrameElements() {
  for (const ElementItem& item : model_.elements) {
    std::vector<BodyFrame> frames;
    for (const std::string& name : item.frames) frames.push_back(geometry_->ResolveName(name));
    frame_elements_.push_back(
        Add(std::make_unique<FrameElement>(item, std::move(frames), layout_.scalars()), ""));
    layout_.states += frame_elements_.back()->sizes().states;
    if (frame_elements_.back()->switches()) switching_.push_back(frame_elements_.back());
  }
}

// Signals see elements, which must have their places; what blocks have of states comes after those
// of elements.
void System::AddSignals() {
  signals_ = std::make_unique<SignalGraph>(*this, history_size_);
  for (const auto& element : elements_) element->Bind(signals_.get());
  const size_t blocks = signals_->blocks().size();
  for (size_t i = 0; i < blocks; ++i) {
    const SignalGraph::BlockUse& use = signals_->blocks()[i];
    if (use.block->states() == 0) continue;
    Add(std::make_unique<BlockElement>(*signals_, i, layout_.modes + use.first_state), "");
  }
  layout_.states = signals_->state_count();
  history_size_ += signals_->memory_size();
  signals_->Finish();
}

void System::AddEnergyMemory() {
  first_energy_ = history_size_;
  history_size_ += static_cast<int>(sizeof(EnergyMemory) / sizeof(double));
  for (const auto& element : elements_) {
    if (element->supplies()) suppliers_.push_back(element.get());
  }
}

void System::FindJointFrames() {
  for (const Joint& joint : model_.joints) {
    joint_frames_.emplace(joint.name, geometry_->Resolve(joint.ends));
  }
  for (const Weld& weld : assembly_.welds)
    joint_frames_.emplace(weld.name, geometry_->Resolve(weld.ends));
}

// Constraints are in the order of joints, motions and couplers.
WeldLoad::Acting System::RunningItem(const ActingItem& item) const {
  const size_t i = item.index, motions = model_.joints.size();
  switch (item.kind) {
    case ActingItem::kJoint:
      return {constraints_[i], *JointFrames(model_.joints[i].name)};
    case ActingItem::kMotion:
      return {constraints_[motions + i], MotionFrames(model_.motions[i])};
    case ActingItem::kCoupler:
      return {constraints_[motions + model_.motions.size() + i],
              *JointFrames(model_.couplers[i].AllTerms()[item.term].joint), item.term};
    case ActingItem::kConnection:
      return {connections_[i], geometry_->Resolve(model_.connections[i].ends)};
    case ActingItem::kElement: {
      const BodyFrame on = geometry_->ResolveName(model_.elements[i].frames[item.term]);
      return {frame_elements_[i], {on, on}, item.term};
    }
    case ActingItem::kLoad:
      break;
  }
  const Load& load = model_.loads[i];
  const BodyFrame on = geometry_->ResolveLoad(load);
  return {loads_[i],
          {load.from.empty() ? on : geometry_->Resolve({.second = load.from}).second, on}};
}

void System::AddWeldLoads() {
  auto acting = std::make_shared<std::vector<WeldLoad::Acting>>();
  for (const ActingItem& item : assembly_.items) acting->push_back(RunningItem(item));
  for (const Weld& weld : assembly_.welds) {
    weld_loads_.push_back(
        std::make_unique<WeldLoad>(weld, *JointFrames(weld.name), model_.gravity, acting));
    // Joints come before anything else of the same name.
    items_.insert_or_assign(weld.name, weld_loads_.back().get());
  }
}

void System::AddTurnCounters() {
  for (const Sensor& sensor : model_.sensors) {
    const std::optional<FramePair> frames = CountedTurns(*this, sensor);
    if (!frames) continue;
    const std::string name = fmt::format("sensor '{}'", sensor.name);
    turn_counters_[sensor.name] = Add(std::make_unique<TurnCounter>(name, *frames), "");
  }
}

const TurnCounter* System::FindTurnCounter(const std::string& sensor) const {
  const auto found = turn_counters_.find(sensor);
  return found == turn_counters_.end() ? nullptr : found->second;
}

const FramePair* System::JointFrames(const std::string& name) const {
  const auto found = joint_frames_.find(name);
  return found == joint_frames_.end() ? nullptr : &found->second;
}

FramePair System::MotionFrames(const Motion& motion) const {
  return motion.joint.empty() ? geometry_->Resolve(motion.ends) : *JointFrames(motion.joint);
}

void System::AddBodies() {
  const Eigen::Vector3d& gravity = model_.gravity;
  std::vector<int> first_modes;
  for (size_t i = 0; i < model_.bodies.size(); ++i) {
    const Body& body = model_.bodies[i];
    const int index = static_cast<int>(i);
    first_modes.push_back(layout_.modes);
    if (body.flexible.bends()) {
      bodies_.push_back(
          Add(std::make_unique<FlexibleBody>(body, index, layout_.modes, gravity), ""));
      layout_.modes += bodies_.back()->modes();
    } else if (body.flexible.part) {
      bodies_.push_back(Add(
          std::make_unique<RigidBody>(body.name, body.flexible.part->inertia, index, gravity), ""));
    } else {
      bodies_.push_back(Add(std::make_unique<RigidBody>(body, index, gravity), ""));
    }
  }
  layout_.bodies = body_count();
  AddNodes(first_modes);
}

// Nodes of a body follow each other in the geometry.
void System::AddNodes(const std::vector<int>& first_modes) {
  int slot = body_count(), group = -1, row = 0;
  for (const ModelGeometry::Node& node : geometry_->nodes()) {
    const bool begins =
        nodes_.empty() || nodes_.back().body() != node.body || row == NodeGroup::kMost;
    if (begins) {
      ++group;
      row = 0;
    }
    nodes_.emplace_back(*node.interface, model_.bodies[node.body].flexible, group, row++, ++slot,
                        node.body, first_modes[node.body]);
  }
  for (size_t i = 0; i < nodes_.size();) {
    size_t end = i;
    while (end < nodes_.size() && nodes_[end].group() == nodes_[i].group()) ++end;
    groups_.emplace_back(std::span(nodes_).subspan(i, end - i));
    i = end;
  }
}

void System::AddMovingFrames() {
  int slot = geometry_->first_moving();
  for (int i : geometry_->moving_frames()) {
    moving_frames_.emplace_back(model_.frames[i].motion, geometry_->BodyPose(slot), slot);
    ++slot;
  }
}

void System::CollectNodeElements() {
  for (const auto& element : elements_) {
    const std::vector<int>& slots = element->bodies();
    const bool sees_node =
        std::any_of(slots.begin(), slots.end(), [&](int slot) { return NodeAt(slot) != nullptr; });
    if (sees_node) node_elements_.push_back(element.get());
  }
}

const Constraint& System::ConstraintOf(int multiplier) const {
  const auto after = std::upper_bound(
      constraints_.begin(), constraints_.end(), multiplier,
      [](int index, const Constraint* c) { return index < c->first_multiplier(); });
  return **std::prev(after);
}

const Element* System::FindItem(const std::string& name) const {
  const auto found = items_.find(name);
  return found == items_.end() ? nullptr : found->second;
}

SystemState System::StartState() const {
  SystemState state;
  for (int i = 0; i < body_count(); ++i) state.pose.push_back(geometry_->BodyPose(i));
  const int slots = slot_count();
  state.pose.resize(slots);
  state.place_rest.resize(slots, Eigen::Vector3d::Zero());
  state.velocity.resize(slots, Vector6::Zero());
  state.acceleration.resize(slots, Vector6::Zero());
  state.multiplier.setZero(multiplier_count());
  state.modal.setZero(scalar_count());
  state.modal_velocity.setZero(scalar_count());
  state.modal_acceleration.setZero(scalar_count());
  signals_->InitialStates(state.modal.data() + mode_count());
  state.inputs = signals_->initial_inputs();
  state.nodes.resize(groups_.size());
  SetStartVelocities(&state);
  for (const FrameElement* element : frame_elements_) element->InitialStates(&state);
  return state;
}

void System::SetStartVelocities(SystemState* state) const {
  const InitialMotion& whole = model_.initial;
  const Eigen::Vector3d& w = whole.angular_velocity;
  for (int i = 0; i < body_count(); ++i) {
    const Body& body = model_.bodies[i];
    const Eigen::Matrix3d drawn = geometry_->BodyPose(i).R.transpose();
    const Pose& now = state->pose[i];
    const Eigen::Vector3d v = whole.velocity + w.cross(now.p - whole.about);
    state->velocity[i] = Join(now.R.transpose() * v + drawn * body.velocity,
                              now.R.transpose() * w + drawn * body.angular_velocity);
  }
  UpdateNodes(state);
  MoveFrames(state);
  for (const FrameElement* element : frame_elements_) {
    const int body = element->bodies().front();
    if (body < body_count() && model_.bodies[body].angular_velocity.isZero(0)) {
      element->SetRolling(state);
    }
  }
  UpdateNodes(state);
}

void System::SetStatesMoving(SystemState* state) const {
  for (const FrameElement* element : frame_elements_) element->StartMoving(state);
}

void System::StartHistory(const SystemState& state, double* history) const {
  for (const auto& element : elements_) {
    element->Start(state, history + element->first_history());
  }
  SetMoving(state, history);
  signals_->Start(state, history);
  *Energy(history) = {0, 0, 0};
}

SystemState System::Coasting(const SystemState& state, double dt) const {
  SystemState after = state;
  after.time += dt;
  for (int i = 0; i < body_count(); ++i) {
    after.pose[i] = state.pose[i] * ExpPose(dt * state.velocity[i]);
    after.velocity[i] += dt * state.acceleration[i];
  }
  after.modal += dt * state.modal_velocity;
  after.modal_velocity += dt * state.modal_acceleration;
  MoveFrames(&after);
  UpdateNodes(&after);
  return after;
}

void System::SetMoving(const SystemState& state, double* history) const {
  for (const auto& element : elements_) {
    element->SetMoving(state, history + element->first_history());
  }
}

void System::MoveNodes(SystemState* state) const {
  for (const NodeGroup& group : groups_) group.Move(state);
}

void System::AccelerateNodes(SystemState* state) const {
  for (const NodeGroup& group : groups_) group.Accelerate(state);
  for (const FlexibleNode& node : nodes_) node.UpdateAcceleration(state);
}

void System::Residual(const Evaluation& at, double* motion, double* constraints) const {
  std::fill(motion, motion + row_count(), 0.0);
  std::fill(constraints, constraints + multiplier_count(), 0.0);
  signals_->Evaluate(at);
  element_groups_->AddResidual(at, motion, constraints);
  for (const Element* element : singles_) {
    element->AddResidual(Slice(at, *element), motion, constraints);
  }
  if (!moving_frames_.empty()) {
    frame_power_ = 0;
    for (const MovingFrame& frame : moving_frames_) {
      frame_power_ += BodyEntry(motion, frame.slot()).dot(at.state.velocity[frame.slot()]);
    }
  }
  CarryNodeWrenches(at.state, motion);
}

void System::Remember(const Evaluation& at, double* motion, double* constraints) const {
  if (signals_->follows_motion()) signals_->Evaluate(at);
  element_groups_->Remember(at, motion);
  for (const Element* element : remembering_) {
    element->AddResidual(Slice(at, *element), motion, constraints);
  }
}

void System::CarryNodeWrenches(const SystemState& state, double* motion) const {
  if (nodes_.empty() && scalar_count() == 0) return;
  double* scalars = motion + row_count() - scalar_count();
  for (const NodeGroup& group : groups_) group.CarryWrenches(state, motion, scalars);
  std::copy(scalars, scalars + scalar_count(), motion + layout_.Scalar(0));
}

void System::NodeWrenches(const Evaluation& at, std::vector<double>* rows,
                          std::vector<Vector6>* wrenches) const {
  std::vector<double>& all = *rows;
  std::fill(all.begin(), all.end(), 0.0);
  double* constraints = all.data() + row_count();
  for (const Element* element : node_elements_) {
    element->AddResidual(Slice(at, *element), all.data(), constraints);
  }
  for (size_t i = 0; i < nodes_.size(); ++i) {
    (*wrenches)[i] = BodyEntry(all.data(), nodes_[i].slot());
  }
}

const Element* System::FindNotANumber(const Evaluation& at) const {
  std::vector<double> motion(row_count()), rows(multiplier_count());
  const auto finite = [](double x) { return std::isfinite(x); };
  for (const auto& element : elements_) {
    std::fill(motion.begin(), motion.end(), 0.0);
    std::fill(rows.begin(), rows.end(), 0.0);
    element->AddResidual(Slice(at, *element), motion.data(), rows.data());
    const bool all_finite = std::all_of(motion.begin(), motion.end(), finite) &&
                            std::all_of(rows.begin(), rows.end(), finite);
    if (!all_finite) return element.get();
  }
  return nullptr;
}

double System::ForceSize(const Evaluation& at) const {
  double size = 0;
  for (const auto& element : elements_) {
    size = std::max(size, element->ForceSize(Slice(at, *element)));
  }
  return size;
}

double System::SwitchMargin(const Evaluation& at) const {
  double margin = std::numeric_limits<double>::infinity();
  for (const Element* element : switching_) {
    margin = std::min(margin, element->SwitchMargin(Slice(at, *element)));
  }
  return margin;
}

void System::Switch(const Evaluation& at, double* memory) const {
  for (const Element* element : switching_) {
    element->Switch(Slice(at, *element), memory + element->first_history());
  }
}

Energies System::TotalEnergies(const Evaluation& at) const {
  Energies energies;
  for (const auto& element : elements_) element->AddEnergies(Slice(at, *element), &energies);
  const EnergyMemory& memory = Energy(static_cast<const double*>(at.next));
  energies.supplied += memory.work;
  energies.at_start = memory.at_start;
  return energies;
}

double System::SuppliedPower(const Evaluation& at) const {
  double power = frame_power_;
  for (const Element* element : suppliers_) power += element->SuppliedPower(Slice(at, *element));
  return power;
}

// Half the diagonal of the box around all bodies and their ends; the mean mass.
void System::SetScales() {
  length_scale_ = assembly_.size;
  double mass = 0;
  for (const BodyElement* body : bodies_) mass += body->mass();
  if (mass > 0) mass_scale_ = mass / body_count();
}

}  // namespace jounce
