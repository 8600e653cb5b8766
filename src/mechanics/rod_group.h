// Springs, dampers and stops along a line, in groups of four: lengths and forces on the bodies are
// computed side by side, laws are asked one by one. Alone and in a group they agree but for the last
// digits.
//
// In ground axes, with d from the first end to the second and n = d/|d|: strain |d|, rate
// n . (u_B - u_A) with the velocities of the ends, and forces n f and -n f on them. That the first
// end turns does not change the length.
#ifndef JOUNCE_MECHANICS_ROD_GROUP_H_
#define JOUNCE_MECHANICS_ROD_GROUP_H_

#include <array>
#include <span>
#include <vector>

#include "mechanics/connection.h"
#include "mechanics/four_ends.h"

namespace jounce {

class RodGroup {
 public:
  static constexpr int kMost = 4;

  // One to four of them, which must outlive this.
  explicit RodGroup(std::span<const ConnectionElement* const> rods);

  // As Element::AddResidual of each of them; `at` is of the whole system.
  void AddResidual(const Evaluation& at, double* bodies) const;
  // Whether one of them remembers (element.h).
  bool remembers() const { return remembers_; }

 private:
  struct Member {
    const Law* law;
    double zero, preload, sign;
    int memory, slopes;  // where they begin in the memory of the system; -1: no slopes
  };
  static double Force(const Member& member, double length, double rate, const Evaluation& at);

  std::vector<Member> members_;
  bool remembers_ = false;
  FourEnds first_, second_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_ROD_GROUP_H_
