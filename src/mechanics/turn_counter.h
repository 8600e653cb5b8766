// Counts the turns of one frame about the z axis of another, for probes.
//
// An angle is known up to whole turns only. The counter keeps the last one in the memory of the
// system, like any element, and takes the one nearest to it: so the count is part of the state, is
// the same in a run, in statics and after a restart, and goes back with a step that is repeated. It
// begins between -180 and 180 deg, and holds while no step turns by more than half a turn. It sees
// no unknowns and adds nothing to the residual.
#ifndef JOUNCE_MECHANICS_TURN_COUNTER_H_
#define JOUNCE_MECHANICS_TURN_COUNTER_H_

#include <string>

#include "mechanics/element.h"
#include "mechanics/frame_link.h"
#include "mechanics/link_function.h"

namespace jounce {

class TurnCounter final : public Element {
 public:
  TurnCounter(const std::string& name, const FramePair& frames)
      : Element(name, {}, 0, 1), link_(frames), angle_(LinkFunction::Angle()) {}

  bool remembers() const override { return false; }
  void Start(const SystemState& state, double* history) const override {
    history[0] = angle_.Value(link_.RelativePose(state));
  }
  void AddResidual(const Evaluation& at, double*, double*) const override {
    at.next[0] = Angle(at);
  }
  void AddTangents(const Evaluation&, ElementTangents*) const override {}

  // With its turns [rad]; `at` has the counter's own memory.
  double Angle(const Evaluation& at) const {
    return Unwrapped(angle_.Value(link_.RelativePose(at.state)), at.history[0]);
  }

 private:
  FrameLink link_;
  LinkFunction angle_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_TURN_COUNTER_H_
