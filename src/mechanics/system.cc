#include "mechanics/system.h"

#include <algorithm>
#include <utility>

#include "mechanics/applied_load.h"
#include "mechanics/joints.h"
#include "model/check.h"
#include "model/expand_beams.h"

namespace jounce {

template <class T>
const T* System::Add(std::unique_ptr<T> element, const std::string& name) {
  const T* pointer = element.get();
  element->Place(multiplier_count_, history_size_);
  multiplier_count_ += element->multipliers();
  history_size_ += element->history_size();
  elements_.push_back(std::move(element));
  if (!name.empty()) items_.emplace(name, pointer);
  return pointer;
}

System::System(const Model& model) : model_(ExpandBeams(model)) {
  CheckModel(model_);
  geometry_ = std::make_unique<ModelGeometry>(model_);
  for (size_t i = 0; i < model_.bodies.size(); ++i) {
    bodies_.push_back(Add(
        std::make_unique<RigidBody>(model_.bodies[i], static_cast<int>(i), model_.gravity), ""));
  }
  for (const Joint& joint : model_.joints) {
    const FramePair frames = geometry_->Resolve(joint.ends);
    constraints_.push_back(
        Add(MakeJoint(joint, frames, geometry_->FramePose(frames.first)), joint.name));
  }
  for (const Motion& motion : model_.motions) {
    constraints_.push_back(Add(MakeMotion(motion, MotionFrames(motion)), motion.name));
  }
  for (const Coupler& coupler : model_.couplers) {
    std::vector<FramePair> frames;
    for (const Coupler::Term& term : coupler.AllTerms()) frames.push_back(JointFrames(term.joint));
    constraints_.push_back(Add(MakeCoupler(coupler, frames), coupler.name));
  }
  for (const Connection& connection : model_.connections) {
    const FramePair frames = geometry_->Resolve(connection.ends);
    const Pose start =
        Relative(geometry_->FramePose(frames.first), geometry_->FramePose(frames.second));
    connections_.push_back(Add(MakeConnection(connection, frames, start), connection.name));
  }
  for (const Load& load : model_.loads) {
    Add(std::make_unique<AppliedLoad>(load, geometry_->ResolveLoad(load)), load.name);
  }
  SetScales();
}

FramePair System::JointFrames(const std::string& name) const {
  const auto joint = std::find_if(model_.joints.begin(), model_.joints.end(),
                                  [&](const Joint& j) { return j.name == name; });
  return geometry_->Resolve(joint->ends);
}

FramePair System::MotionFrames(const Motion& motion) const {
  return motion.joint.empty() ? geometry_->Resolve(motion.ends) : JointFrames(motion.joint);
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
  for (int i = 0; i < body_count(); ++i) {
    const Body& body = model_.bodies[i];
    const Pose& pose = geometry_->BodyPose(i);
    const Vector6 velocity =
        Join(pose.R.transpose() * body.velocity, pose.R.transpose() * body.angular_velocity);
    state.pose.push_back(pose);
    state.velocity.push_back(velocity);
  }
  state.pose.push_back(Pose());
  state.velocity.push_back(Vector6::Zero());
  state.acceleration.assign(body_count() + 1, Vector6::Zero());
  state.multiplier.setZero(multiplier_count_);
  return state;
}

void System::StartHistory(const SystemState& state, double* history) const {
  for (const auto& element : elements_) {
    element->Start(state, history + element->first_history());
  }
}

void System::Residual(const Evaluation& at, double* bodies, double* constraints) const {
  std::fill(bodies, bodies + 6 * (body_count() + 1), 0.0);
  std::fill(constraints, constraints + multiplier_count_, 0.0);
  for (const auto& element : elements_) {
    element->AddResidual(Slice(at, *element), bodies, constraints);
  }
}

double System::ForceSize(const Evaluation& at) const {
  double size = 0;
  for (const auto& element : elements_) {
    size = std::max(size, element->ForceSize(Slice(at, *element)));
  }
  return size;
}

Energies System::TotalEnergies(const Evaluation& at) const {
  Energies energies;
  for (const auto& element : elements_) element->AddEnergies(Slice(at, *element), &energies);
  return energies;
}

// Half the diagonal of the box around all bodies and their ends; the mean mass.
void System::SetScales() {
  Eigen::Vector3d low = Eigen::Vector3d::Zero(), high = low;
  bool any = false;
  const auto include = [&](const Eigen::Vector3d& point) {
    low = any ? low.cwiseMin(point) : point;
    high = any ? high.cwiseMax(point) : point;
    any = true;
  };
  for (int i = 0; i < body_count(); ++i) include(geometry_->BodyPose(i) * bodies_[i]->centre());
  const auto include_ends = [&](const Ends& ends) {
    const FramePair pair = geometry_->Resolve(ends);
    include(geometry_->FramePose(pair.first).p);
    include(geometry_->FramePose(pair.second).p);
  };
  for (const Joint& joint : model_.joints) include_ends(joint.ends);
  for (const Connection& connection : model_.connections) include_ends(connection.ends);
  const double size = 0.5 * (high - low).norm();
  if (size > 0) length_scale_ = size;
  double mass = 0;
  for (const RigidBody* body : bodies_) mass += body->mass();
  if (mass > 0) mass_scale_ = mass / body_count();
}

}  // namespace jounce
