// Elements whose residuals are computed side by side: rigid bodies (body_group.h), bushings and
// springs (bushing_group.h), what acts along a line (rod_group.h), elements of beams (beam_group.h),
// joints and motions (joint_group.h). All others, and what is left over where a group cannot be
// filled, are asked one by one.
#ifndef JOUNCE_MECHANICS_ELEMENT_GROUPS_H_
#define JOUNCE_MECHANICS_ELEMENT_GROUPS_H_

#include <span>
#include <vector>

#include "mechanics/beam_group.h"
#include "mechanics/body_group.h"
#include "mechanics/bushing_group.h"
#include "mechanics/joint_group.h"
#include "mechanics/rod_group.h"

namespace jounce {

class ElementGroups {
 public:
  // All must be bound to their signals, and outlive this.
  ElementGroups(std::span<const BodyElement* const> bodies,
                std::span<const ConnectionElement* const> connections,
                std::span<const Constraint* const> constraints);

  bool Holds(const Element& element) const;
  // As Element::AddResidual of each of them; `at` is of the whole system.
  void AddResidual(const Evaluation& at, double* bodies, double* constraints) const;
  // The same of groups in which somebody remembers (element.h): for their memory, the rows are of no
  // use.
  void Remember(const Evaluation& at, double* bodies) const;

 private:
  // Makes groups of what is alike, as many as can be filled; a last one for what is left where that
  // is as much as `least`.
  template <class Group, class Member>
  void Add(const std::vector<const Member*>& alike, size_t least, std::vector<Group>* groups);

  std::vector<const Element*> members_;  // by their addresses
  std::vector<BodyGroup> bodies_;
  std::vector<BushingGroup> bushings_;
  std::vector<RodGroup> rods_;
  std::vector<BeamGroup> beams_;
  std::vector<JointGroup> joints_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_ELEMENT_GROUPS_H_
