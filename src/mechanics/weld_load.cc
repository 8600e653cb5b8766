#include "mechanics/weld_load.h"

#include <fmt/format.h>

#include <utility>

namespace jounce {
namespace {

// What an item applies to its second end. `at` is of the whole system.
Vector6 OnSecondEnd(const WeldLoad::Acting& acting, const Evaluation& at) {
  const Element& element = *acting.element;
  const Evaluation own{at.state, at.h, at.history + element.first_history(),
                       at.next + element.first_history()};
  return element.LinkReaction(own, acting.link);
}

}  // namespace

WeldLoad::WeldLoad(const Weld& weld, const FramePair& frames, const Eigen::Vector3d& gravity,
                   std::shared_ptr<const std::vector<Acting>> acting)
    : Element(fmt::format("fixed joint '{}'", weld.name), {frames.second.body}, 0, 0),
      frames_(frames),
      behind_(weld.behind, frames.second.body, gravity),
      attached_(weld.attached),
      acting_(std::move(acting)),
      sign_(weld.second_is_root_side ? -1 : 1) {}

Vector6 WeldLoad::Reaction(const Evaluation& at) const {
  const Evaluation whole{at.state, at.h, at.history - first_history(), at.next - first_history()};
  // What the parts need to move as they do, in the axes of the merged body.
  Vector6 W = behind_.NeededWrench(at.state);
  for (const Weld::Attached& attached : attached_) {
    const Acting& acting = (*acting_)[attached.item];
    const Vector6 on_second = OnSecondEnd(acting, whole);
    if (attached.second) {
      W -= CarryWrench(acting.frames.second.frame, on_second);
    } else {
      const Pose H = FrameLink(acting.frames).RelativePose(at.state);
      W += CarryWrench(acting.frames.first.frame, CarryWrench(H, on_second));
    }
  }
  return sign_ * CarryWrench(Inverse(frames_.second.frame), W);
}

}  // namespace jounce
