// Links between two frames each, up to four side by side: what frame_link.h does for one.
#ifndef JOUNCE_MECHANICS_FOUR_LINKS_H_
#define JOUNCE_MECHANICS_FOUR_LINKS_H_

#include <array>

#include "mechanics/four_ends.h"

namespace jounce {

class FourLinks {
 public:
  FourLinks() = default;
  explicit FourLinks(const std::array<FramePair, 4>& links)
      : first_({links[0].first, links[1].first, links[2].first, links[3].first}),
        second_({links[0].second, links[1].second, links[2].second, links[3].second}),
        parallel_(first_.parallel() && second_.parallel()) {}

  // H of the second frames in the first.
  JOUNCE_KERNEL FourPoses Poses(const SystemState& state) const {
    const FourPoses A = first_.BodyPoses(state), B = second_.BodyPoses(state);
    // From body to body first: the difference of two places is small, and is turned once.
    const FourVectors between = (B.p - A.p) + (second_.Rests(state) - first_.Rests(state));
    const FourMatrices R = TransposedProduct(A.R, B.R);
    const FourVectors p = A.R.TransposedTimes(between) + (R * second_.r() - first_.r());
    if (parallel_) return {R, p};
    const FourMatrices& own = second_.R();
    return {TransposedProduct(first_.R(), {R * own.a, R * own.b, R * own.c}),
            first_.R().TransposedTimes(p)};
  }

  // The relative twists, in the axes of the second frames.
  JOUNCE_KERNEL FourTwists Twists(const SystemState& state, const FourPoses& H) const {
    FourTwists v_A = first_.Twists(state), v = second_.Twists(state);
    if (!parallel_) {
      v_A = {first_.R().TransposedTimes(v_A.u), first_.R().TransposedTimes(v_A.w)};
      v = {second_.R().TransposedTimes(v.u), second_.R().TransposedTimes(v.w)};
    }
    return {v.u - H.R.TransposedTimes(v_A.u - Cross(H.p, v_A.w)), v.w - H.R.TransposedTimes(v_A.w)};
  }

  // Adds f and m, which act on the second frames and are in their axes, to the rows of the second
  // bodies of the first `count`, and their reactions to those of the first bodies.
  JOUNCE_KERNEL void AddWrenches(int count, const FourPoses& H, const FourVectors& f,
                                 const FourVectors& m, double* bodies) const {
    const FourVectors f_A = H.R * f, m_A = H.R * m + Cross(H.p, f_A);
    if (parallel_) {
      second_.Add(count, f, m, bodies);
      first_.Subtract(count, f_A, m_A, bodies);
    } else {
      second_.Add(count, second_.R() * f, second_.R() * m, bodies);
      first_.Subtract(count, first_.R() * f_A, first_.R() * m_A, bodies);
    }
  }

 private:
  FourEnds first_, second_;
  bool parallel_ = true;  // all frames to their bodies
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_FOUR_LINKS_H_
