// The load that a weld carries whose bodies were merged (welds.h): what the parts behind it need to
// move as they do, less what else acts on them.
#ifndef JOUNCE_MECHANICS_WELD_LOAD_H_
#define JOUNCE_MECHANICS_WELD_LOAD_H_

#include <memory>
#include <vector>

#include "mechanics/element.h"
#include "mechanics/frame_link.h"
#include "mechanics/rigid_body.h"
#include "mechanics/welds.h"

namespace jounce {

class WeldLoad final : public Element {
 public:
  // An ActingItem as it runs.
  struct Acting {
    const Element* element;
    FramePair frames;  // `first` is not used where a load has one end
    int link = 0;      // of a coupler, or frame of an element
  };
  // `acting` are the items that the weld's numbers mean; all welds of a system share them.
  WeldLoad(const Weld& weld, const FramePair& frames, const Eigen::Vector3d& gravity,
           std::shared_ptr<const std::vector<Acting>> acting);

  void AddResidual(const Evaluation&, double*, double*) const override {}
  void AddTangents(const Evaluation&, ElementTangents*) const override {}
  Vector6 Reaction(const Evaluation& at) const override;

 private:
  FramePair frames_;
  RigidBody behind_;
  std::vector<Weld::Attached> attached_;
  std::shared_ptr<const std::vector<Acting>> acting_;
  double sign_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_WELD_LOAD_H_
