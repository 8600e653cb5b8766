// A system: the model turned into run-time elements, laid out in flat arrays.
//
// Order of the unknowns (unknown_layout.h): six for each body in the order of the model, then the
// modes of flexible bodies and the states of elements and blocks, then the multipliers in the order of joints,
// motions and couplers. A System is const once made; all that changes in a run is a SystemState and
// the flat memory of its elements.
#ifndef JOUNCE_MECHANICS_SYSTEM_H_
#define JOUNCE_MECHANICS_SYSTEM_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mechanics/assembly.h"
#include "mechanics/body_element.h"
#include "mechanics/connection.h"
#include "mechanics/constraint.h"
#include "mechanics/element.h"
#include "mechanics/flexible_node.h"
#include "mechanics/frame_element.h"
#include "mechanics/moving_frame.h"
#include "mechanics/node_group.h"
#include "mechanics/signal_graph.h"
#include "mechanics/turn_counter.h"
#include "mechanics/unknown_layout.h"
#include "mechanics/weld_load.h"
#include "model/geometry.h"
#include "model/model.h"

namespace jounce {

class ElementGroups;

class System {
 public:
  explicit System(Assembly assembly);
  // Assembles the model; throws InputError with all that is wrong.
  explicit System(const Model& model) : System(Assemble(model)) {}

  // With what its beams became (model/expand_beams.h), and welded bodies merged (welds.h).
  const Model& model() const { return assembly_.model; }
  const ModelGeometry& geometry() const { return *geometry_; }

  int body_count() const { return static_cast<int>(bodies_.size()); }
  int mode_count() const { return layout_.modes; }
  int state_count() const { return layout_.states; }
  int scalar_count() const { return layout_.scalars(); }
  // Unknowns that are motion: those of the bodies, modes and states.
  int motion_count() const { return layout_.motion(); }
  int multiplier_count() const { return layout_.multipliers; }
  int unknown_count() const { return layout_.size(); }
  const UnknownLayout& layout() const { return layout_; }
  // Whether an unknown is a rotation [rad]; all other motion of bodies is in metres.
  bool IsRotation(int unknown) const { return layout_.IsRotation(unknown); }
  int history_size() const { return history_size_; }
  const SignalGraph& signals() const { return *signals_; }

  const std::vector<std::unique_ptr<Element>>& elements() const { return elements_; }
  const std::vector<const BodyElement*>& bodies() const { return bodies_; }
  const std::vector<FlexibleNode>& nodes() const { return nodes_; }
  const std::vector<const Constraint*>& constraints() const { return constraints_; }
  const std::vector<const ConnectionElement*>& connections() const { return connections_; }
  // Those of `elements`, in the order of the model.
  const std::vector<const FrameElement*>& frame_elements() const { return frame_elements_; }

  // The constraint that owns a multiplier.
  const Constraint& ConstraintOf(int multiplier) const;
  // A joint, motion, coupler or connection by the user's name; nullptr where there is none.
  const Element* FindItem(const std::string& name) const;

  // The frames of a joint, also of a weld that was merged away; nullptr where this is none.
  const FramePair* JointFrames(const std::string& name) const;
  FramePair MotionFrames(const Motion& motion) const;
  // That of a sensor, by its name; nullptr where it counts no turns.
  const TurnCounter* FindTurnCounter(const std::string& sensor) const;
  // The bodies of the user's model that are one in this.
  const std::vector<WeldedGroup>& welded_groups() const { return assembly_.groups; }
  // The node with this entry of the state's poses; nullptr for bodies, the ground and frames.
  const FlexibleNode* NodeAt(int slot) const {
    const int node = slot - body_count() - 1;
    return node >= 0 && node < static_cast<int>(nodes_.size()) ? &nodes_[node] : nullptr;
  }
  // Puts frames that move on the ground where they are at the state's time, at rest; and the same
  // with their velocities and accelerations. To be called when the time has changed.
  void PlaceFrames(SystemState* state) const {
    for (const MovingFrame& frame : moving_frames_) frame.Place(state);
  }
  void MoveFrames(SystemState* state) const {
    for (const MovingFrame& frame : moving_frames_) frame.Move(state);
  }
  // Lets the nodes follow their bodies and modes. To be called when those have changed; then with
  // accelerations where somebody wants to know them, which no residual does.
  void MoveNodes(SystemState* state) const;
  void AccelerateNodes(SystemState* state) const;
  void UpdateNodes(SystemState* state) const {
    MoveNodes(state);
    AccelerateNodes(state);
  }

  // As the user placed it, with the velocities that were given; not yet consistent.
  SystemState StartState() const;
  // The velocities that were given, in the poses of this state: the motion of the whole model where
  // bodies are now, and what they have of their own in their axes. Frames that move do so.
  // Wheels that were given no angular velocity roll.
  void SetStartVelocities(SystemState* state) const;
  // Writes the states of elements that move on from rest with the velocities of this state.
  void SetStatesMoving(SystemState* state) const;
  // The memory of elements that were at rest in this state, and now move with its velocities.
  void StartHistory(const SystemState& state, double* history) const;
  // The same for memory at rest that is at hand, as that of an equilibrium.
  void SetMoving(const SystemState& state, double* history) const;
  // Where everything would be after the time dt if it kept its velocity.
  SystemState Coasting(const SystemState& state, double dt) const;

  // Evaluates the signals, before elements are asked for anything but their residual, which does
  // so by itself.
  void EvaluateSignals(const Evaluation& at) const { signals_->Evaluate(at); }

  // Residual at `at.state`, all elements; at.history and at.next are the flat arrays of the whole
  // system. `motion` has row_count() entries, of which the first motion_count() are the rows of the
  // unknowns and the rest is of no use; `constraints` has multiplier_count().
  void Residual(const Evaluation& at, double* motion, double* constraints) const;
  // Writes the signals and the memory of those that remember (element.h) alone; the rows are of no
  // use.
  void Remember(const Evaluation& at, double* motion, double* constraints) const;
  int row_count() const { return 6 * slot_count() + scalar_count(); }
  // Entries of the state's poses.
  int slot_count() const {
    return body_count() + 1 + static_cast<int>(nodes_.size() + moving_frames_.size());
  }
  // What `motion` has at the nodes goes on to their bodies and modes, whose rows then follow each
  // other.
  void CarryNodeWrenches(const SystemState& state, double* motion) const;
  // What elements apply to the nodes, one wrench each. `rows` is for work, with row_count() +
  // multiplier_count() entries.
  void NodeWrenches(const Evaluation& at, std::vector<double>* rows,
                    std::vector<Vector6>* wrenches) const;
  // An element whose part of the residual is not finite; nullptr where there is none.
  const Element* FindNotANumber(const Evaluation& at) const;
  // Elements that switch (element.h): the smallest of their margins, and the memory in which those
  // that have crossed are on their other side. `at` is of the whole system.
  bool switches() const { return !switching_.empty(); }
  double SwitchMargin(const Evaluation& at) const;
  void Switch(const Evaluation& at, double* memory) const;
  // The largest force that any element brings into play.
  double ForceSize(const Evaluation& at) const;
  Energies TotalEnergies(const Evaluation& at) const;
  // The power that is supplied from outside, in the state of the last Residual(). What it has done
  // since the start lies in the memory, written by whoever makes steps (solve/integrator.cc).
  double SuppliedPower(const Evaluation& at) const;
  struct EnergyMemory {
    double work, power, at_start;
  };
  EnergyMemory* Energy(double* memory) const {
    return reinterpret_cast<EnergyMemory*>(memory + first_energy_);
  }
  const EnergyMemory& Energy(const double* memory) const {
    return *reinterpret_cast<const EnergyMemory*>(memory + first_energy_);
  }

  // The same evaluation for one element: its own slice of the memory.
  static Evaluation Slice(const Evaluation& at, const Element& element) {
    return {at.state, at.h, at.history + element.first_history(),
            at.next + element.first_history()};
  }

  // Joints that are open as drawn, which assembly will close.
  const std::vector<OpenJoint>& open_joints() const { return assembly_.open_joints; }

  // Typical size [m] and mass [kg], to weigh metres against radians and forces against lengths.
  double length_scale() const { return length_scale_; }
  double mass_scale() const { return mass_scale_; }

 private:
  // Entries of the state's poses.
  void AddBodies();
  void AddMovingFrames();
  void AddNodes(const std::vector<int>& first_modes);
  void CollectNodeElements();
  template <class T>
  const T* Add(std::unique_ptr<T> element, const std::string& name);
  void FindJointFrames();
  WeldLoad::Acting RunningItem(const ActingItem& item) const;
  void AddFrameElements();
  void AddWeldLoads();
  void AddSignals();
  void AddTurnCounters();
  void AddEnergyMemory();
  void SetScales();

  Assembly assembly_;
  const Model& model_;  // of the assembly
  std::unique_ptr<ModelGeometry> geometry_;
  std::map<std::string, FramePair> joint_frames_;
  std::vector<std::unique_ptr<Element>> elements_;
  std::vector<const BodyElement*> bodies_;
  std::vector<FlexibleNode> nodes_;
  std::vector<MovingFrame> moving_frames_;
  std::vector<NodeGroup> groups_;              // of nodes
  std::vector<const Element*> node_elements_;  // those that see a node
  std::vector<const Constraint*> constraints_;
  std::vector<const ConnectionElement*> connections_;
  std::vector<const FrameElement*> frame_elements_;
  // Those that have their residuals in groups, and all others.
  std::shared_ptr<const ElementGroups> element_groups_;
  std::vector<const Element*> singles_;
  std::vector<const Element*> switching_;
  std::vector<const Element*> remembering_;
  std::vector<std::unique_ptr<WeldLoad>> weld_loads_;  // take no part in the motion
  std::vector<const Element*> loads_;
  std::map<std::string, const Element*> items_;
  std::unique_ptr<SignalGraph> signals_;
  UnknownLayout layout_;
  std::map<std::string, const TurnCounter*> turn_counters_;  // of sensors
  std::vector<const Element*> suppliers_;
  mutable double frame_power_ = 0;  // of what is attached to frames that move, at the last residual
  int history_size_ = 0;
  int first_energy_ = 0;  // in the memory
  double length_scale_ = 1;
  double mass_scale_ = 1;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_SYSTEM_H_
