// A system: the model turned into run-time elements, laid out in flat arrays.
//
// Order of the unknowns: six for each body in the order of the model, then the multipliers in the
// order of joints, motions and couplers. A System is const once made; all that changes in a run is
// a SystemState and the flat memory of its elements.
#ifndef JOUNCE_MECHANICS_SYSTEM_H_
#define JOUNCE_MECHANICS_SYSTEM_H_

#include <memory>
#include <string>
#include <vector>

#include "mechanics/connection.h"
#include "mechanics/constraint.h"
#include "mechanics/element.h"
#include "mechanics/rigid_body.h"
#include "mechanics/welds.h"
#include "model/geometry.h"
#include "model/model.h"

namespace jounce {

class System {
 public:
  // Checks the model; throws InputError with all that is wrong.
  explicit System(const Model& model);

  // With what its beams became (model/expand_beams.h), and welded bodies merged (welds.h).
  const Model& model() const { return model_; }
  const ModelGeometry& geometry() const { return *geometry_; }

  int body_count() const { return static_cast<int>(bodies_.size()); }
  int multiplier_count() const { return multiplier_count_; }
  int unknown_count() const { return 6 * body_count() + multiplier_count_; }
  int history_size() const { return history_size_; }

  const std::vector<std::unique_ptr<Element>>& elements() const { return elements_; }
  const std::vector<const RigidBody*>& bodies() const { return bodies_; }
  const std::vector<const Constraint*>& constraints() const { return constraints_; }
  const std::vector<const ConnectionElement*>& connections() const { return connections_; }

  // The constraint that owns a multiplier.
  const Constraint& ConstraintOf(int multiplier) const;
  // A joint, motion, coupler or connection by the user's name; nullptr where there is none.
  const Element* FindItem(const std::string& name) const;

  // The frames of a weld that was merged away; nullptr where this is none.
  const FramePair* WeldFrames(const std::string& name) const;

  // As the user placed it, with the velocities that were given; not yet consistent.
  SystemState StartState() const;
  void StartHistory(const SystemState& state, double* history) const;

  // Residual at `at.state`, all elements; at.history and at.next are the flat arrays of the whole
  // system. `bodies` has 6 (body_count() + 1) entries, `constraints` multiplier_count().
  void Residual(const Evaluation& at, double* bodies, double* constraints) const;
  // The largest force that any element brings into play.
  double ForceSize(const Evaluation& at) const;
  Energies TotalEnergies(const Evaluation& at) const;

  // The same evaluation for one element: its own slice of the memory.
  static Evaluation Slice(const Evaluation& at, const Element& element) {
    return {at.state, at.h, at.history + element.first_history(),
            at.next + element.first_history()};
  }

  // Typical size [m] and mass [kg], to weigh metres against radians and forces against lengths.
  double length_scale() const { return length_scale_; }
  double mass_scale() const { return mass_scale_; }

 private:
  template <class T>
  const T* Add(std::unique_ptr<T> element, const std::string& name);
  FramePair MotionFrames(const Motion& motion) const;
  FramePair JointFrames(const std::string& joint) const;
  void AddWeldLoads(const std::vector<Weld>& welds);
  void SetScales();

  Model model_;
  std::unique_ptr<ModelGeometry> geometry_;
  std::vector<std::unique_ptr<Element>> elements_;
  std::vector<const RigidBody*> bodies_;
  std::vector<const Constraint*> constraints_;
  std::vector<const ConnectionElement*> connections_;
  std::vector<std::unique_ptr<WeldLoad>> weld_loads_;  // take no part in the motion
  std::vector<const Element*> loads_;
  std::map<std::string, const Element*> items_;
  int multiplier_count_ = 0;
  int history_size_ = 0;
  double length_scale_ = 1;
  double mass_scale_ = 1;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_SYSTEM_H_
