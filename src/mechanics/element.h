// What a run-time element is: a rigid body's inertia, a joint, a connection, a load.
//
// The unknowns of a system are the motion of its bodies, each a pose with a twist and its rate in
// the body's own axes (math/pose.h), and the multipliers of its constraints. An element sees a few
// bodies and owns some multipliers, and adds its part to the residual
//
//   r = [ M v' - ad(v)^T M v - f(H, v, t) + Phi_q^T lambda ]   6 rows a body, a wrench in its axes
//       [ the same along the modes of flexible bodies      ]   1 row a mode
//       [ x' - f(x, H, v, t)                               ]   1 row a state of an element or block
//       [ Phi(H, t)                                        ]   1 row a multiplier
//
// and, when a matrix is wanted, to its derivatives K = dr/dq (local increments, and lambda), C =
// dr/dv and M = dr/dv'. Elements are const: their memory (law states, winding numbers) is a slice
// of one flat array that the caller owns. `history` holds the last converged step, `next` receives
// the trial, and committing a step is one copy.
//
// To add an element: derive from Element, say in the constructor which bodies it sees, how many
// multipliers and how much memory it has, and write Start, AddResidual and AddTangents. Let
// element_test_support.h compare the tangents with finite differences. System (system.h) makes it
// from the model; nothing else needs to know.
#ifndef JOUNCE_MECHANICS_ELEMENT_H_
#define JOUNCE_MECHANICS_ELEMENT_H_

#include <Eigen/Core>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "math/pose.h"

namespace jounce {

// How up to four nodes of a flexible body lie in it (flexible_node.h): one row a node, since all of
// them are computed at once (node_group.h).
struct NodeDeformations {
  static constexpr int kNodes = 4;
  template <int kColumns>
  using Entries = Eigen::Matrix<double, kNodes, kColumns>;

  // Displacement and rotation by the modes [m, rad], and their rates. The last is up to date only
  // where accelerations were asked for.
  Entries<6> x = Entries<6>::Zero(), x1 = Entries<6>::Zero(), x2 = Entries<6>::Zero();
  // Poses in the body, R by its columns.
  Entries<9> R = Entries<9>::Zero();
  Entries<3> p = Entries<3>::Zero();
  // The coefficients a, b and c of the rotations (math/rotation.h).
  Entries<3> turn = Entries<3>::Zero();
};

// How the bodies are and move. After the bodies comes the ground: it has a pose and never moves, so
// that no element needs to ask whether it is attached to the ground. After the ground come the
// nodes of flexible bodies (flexible_node.h): they follow from their body and its modes, so that no
// element needs to ask whether what it is attached to is flexible. Last come frames on the ground
// that follow functions of time (moving_frame.h).
struct SystemState {
  double time = 0;
  std::vector<Pose> pose;
  // What the digits of the places in `pose` do not hold: with it the distance of two bodies is
  // known better than either place, and stiff parts far from the origin do not shiver.
  std::vector<Eigen::Vector3d> place_rest;
  std::vector<Vector6> velocity;
  std::vector<Vector6> acceleration;  // v', the rate of the twist
  Eigen::VectorXd multiplier;
  // Scalar coordinates and their rates: the modes of all flexible bodies [m], then the states of
  // elements (frame_element.h) and of blocks (signal_graph.h).
  Eigen::VectorXd modal, modal_velocity, modal_acceleration;
  // What programs outside gave for the inputs of the model (signal_graph.h).
  std::vector<double> inputs;
  std::vector<NodeDeformations> nodes;
};

// All that an element may read, and the memory that it writes.
struct Evaluation {
  const SystemState& state;
  double h;               // length of the step, for laws with memory; infinity in statics
  const double* history;  // of the element, at the last converged step
  double* next;           // of the element, now
};

struct Energies {
  double kinetic = 0;
  double potential = 0;   // of gravity
  double stored = 0;      // in laws
  double dissipated = 0;  // in laws, since the start
  // What loads, motions, frames that move, driven preloads and elements have done on the bodies, or
  // keep and lose themselves, since the start. Of second order in the step.
  double supplied = 0;
  double at_start = 0;  // the sum of the others at the start

  // What is not accounted for: of second order in the step.
  double Imbalance() const {
    return kinetic + potential + stored + dissipated - supplied - at_start;
  }
};

// Derivatives of an element's rows with respect to the unknowns that it sees: its bodies and nodes,
// six each, in the order of bodies(), then scalars(), then its multipliers, then those of others.
struct ElementTangents {
  Eigen::MatrixXd K, C, M;

  void Reset(int size) {
    K.setZero(size, size);
    C.setZero(size, size);
    M.setZero(size, size);
  }
};

// What a scalar depends on: slots of SystemState::pose (bodies, the ground, nodes), entries of the
// scalar coordinates (SystemState::modal) and of the multipliers. A slot may be there twice; its
// derivatives then add up.
struct SeenUnknowns {
  std::vector<int> slots, scalars, multipliers;

  int size() const {
    return static_cast<int>(6 * slots.size() + scalars.size() + multipliers.size());
  }
};

class SignalGraph;

class Element {
 public:
  // `scalars` are entries of SystemState::modal.
  Element(std::string name, std::vector<int> bodies, int multipliers, int history_size,
          std::vector<int> scalars = {})
      : name_(std::move(name)),
        bodies_(std::move(bodies)),
        multipliers_(multipliers),
        history_size_(history_size),
        scalars_(std::move(scalars)) {}
  virtual ~Element() = default;

  // "joint 'front pivot'", for messages.
  const std::string& name() const { return name_; }
  const std::vector<int>& bodies() const { return bodies_; }
  int multipliers() const { return multipliers_; }
  int history_size() const { return history_size_; }
  // The scalar coordinates that it sees, its own modes or states and those behind its signals.
  const std::vector<int>& scalars() const { return scalars_; }
  // The multipliers of others that its signals see.
  const std::vector<int>& seen_multipliers() const { return seen_multipliers_; }
  int size() const {
    return static_cast<int>(6 * bodies_.size() + scalars_.size() + seen_multipliers_.size()) +
           multipliers_;
  }
  // Size of its unknowns that are motion.
  int motion_size() const { return static_cast<int>(6 * bodies_.size() + scalars_.size()); }

  // Where its multipliers begin in SystemState::multiplier, and its memory in the flat array.
  int first_multiplier() const { return first_multiplier_; }
  int first_history() const { return first_history_; }
  void Place(int first_multiplier, int first_history) {
    first_multiplier_ = first_multiplier;
    first_history_ = first_history;
  }

  // Whether what it does in the steps to come depends on how its memory was left by this one: its
  // memory is then that of the converged state. Else, as where it counts turns or energies, that of
  // the last iteration but one serves as well.
  virtual bool remembers() const { return history_size_ > 0; }

  // Finds the signals that drive it; once, when all elements have their places.
  virtual void Bind(SignalGraph* /*signals*/) {}

  // Writes the memory of a system that has been at rest where it is in this state.
  virtual void Start(const SystemState& /*state*/, double* /*history*/) const {}
  // Lets what was at rest move from now on, with the velocities and accelerations of this state.
  virtual void SetMoving(const SystemState& /*state*/, double* /*history*/) const {}

  // Adds to the residual: `bodies` has six entries for each body of the system, the ground and each
  // node, then one for each mode; `constraints` one for each multiplier. Never allocates.
  virtual void AddResidual(const Evaluation& at, double* bodies, double* constraints) const = 0;

  // Adds to the tangents, which have size() rows and columns.
  virtual void AddTangents(const Evaluation& at, ElementTangents* tangents) const = 0;

  // The rates of its constraints, Phi' and Phi'', written to its own entries.
  virtual void ConstraintRates(const SystemState& /*state*/, double* /*velocity*/,
                               double* /*acceleration*/) const {}

  // The size of the forces [N] that it brings into play, against which a residual is judged.
  virtual double ForceSize(const Evaluation& /*at*/) const { return 0; }

  // Whether it can do work that is not its own: from outside, by a function of time or a signal.
  virtual bool supplies() const { return false; }
  // The power [W] of that, once the signals are known; called once a step.
  virtual double SuppliedPower(const Evaluation& /*at*/) const { return 0; }

  // Adds its energies.
  virtual void AddEnergies(const Evaluation& /*at*/, Energies* /*energies*/) const {}

  // The wrench that the element applies to its second end, in the axes and at the origin of that
  // end's frame.
  virtual Vector6 Reaction(const Evaluation& /*at*/) const { return Vector6::Zero(); }
  // The same of one of several links, where it has them.
  virtual Vector6 LinkReaction(const Evaluation& at, int /*link*/) const { return Reaction(at); }

  // ---- Of elements that switch: where one of their switching functions changes its sign within a
  // step, the step ends there and the element goes on on the other side.
  virtual bool switches() const { return false; }
  // The smallest of its switching functions times the side on which it was when the step began:
  // negative once one has changed its sign.
  virtual double SwitchMargin(const Evaluation& /*at*/) const {
    return std::numeric_limits<double>::infinity();
  }
  // Writes the sides on which it is now to its memory.
  virtual void Switch(const Evaluation& /*at*/, double* /*memory*/) const {}

 protected:
  // It sees these as well, after what it sees already.
  void See(const SeenUnknowns& seen) {
    bodies_.insert(bodies_.end(), seen.slots.begin(), seen.slots.end());
    scalars_.insert(scalars_.end(), seen.scalars.begin(), seen.scalars.end());
    seen_multipliers_.insert(seen_multipliers_.end(), seen.multipliers.begin(),
                             seen.multipliers.end());
  }

 private:
  std::string name_;
  std::vector<int> bodies_;
  int multipliers_;
  int history_size_;
  std::vector<int> scalars_, seen_multipliers_;
  int first_multiplier_ = 0;
  int first_history_ = 0;
};

// The six entries of a body in an array of wrenches.
inline Eigen::Map<Vector6> BodyEntry(double* bodies, int body) {
  return Eigen::Map<Vector6>(bodies + 6 * body);
}

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_ELEMENT_H_
