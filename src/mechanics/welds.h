// Bodies that fixed joints weld together move as one, so they become one before anything is
// computed: fewer unknowns, no multipliers. What the welds carry is found afterwards from the
// balance of the parts behind them.
//
// The merged body keeps the frame and the name of the first of its parts; the names of the others
// become frames on it. A weld stays a joint where a coupler looks at its bodies, and welds to the
// ground stay joints.
#ifndef JOUNCE_MECHANICS_WELDS_H_
#define JOUNCE_MECHANICS_WELDS_H_

#include <memory>
#include <string>
#include <vector>

#include "mechanics/element.h"
#include "mechanics/frame_link.h"
#include "mechanics/rigid_body.h"
#include "model/model.h"

namespace jounce {

// A fixed joint that was merged away.
struct Weld {
  std::string name;
  Ends ends;                         // frames on the merged body
  std::vector<Body> parts;           // behind it, in the axes of the merged body
  bool second_is_root_side = false;  // they hang on its first end, not on its second
  // What else is attached to these parts, in the order of the merged model, and with which end.
  struct Attached {
    enum Kind { kJoint, kMotion, kConnection, kLoad } kind;
    size_t index;
    bool second;
  };
  std::vector<Attached> attached;
};

// The model with welded bodies merged. `model` has passed CheckModel.
Model MergeWelds(const Model& model, std::vector<Weld>* welds);

// The load that a weld carries: what its parts need to move as they do, less what else acts on
// them.
class WeldLoad final : public Element {
 public:
  struct Attached {
    const Element* element;
    FramePair frames;  // `first` is not used where a load has one end
    bool second;
  };
  WeldLoad(const Weld& weld, const FramePair& frames, const Eigen::Vector3d& gravity,
           std::vector<Attached> attached);

  void AddResidual(const Evaluation&, double*, double*) const override {}
  void AddTangents(const Evaluation&, ElementTangents*) const override {}
  Vector6 Reaction(const Evaluation& at) const override;

  const FramePair& frames() const { return frames_; }

 private:
  FramePair frames_;
  std::vector<RigidBody> parts_;
  std::vector<Attached> attached_;
  double sign_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_WELDS_H_
