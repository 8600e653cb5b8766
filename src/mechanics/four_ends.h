// Frames on up to four bodies, side by side (math/four_vectors.h): where they are, how they move, and
// what acts on them. The formulas of groups of elements are written with two of these, for what
// frame_link.h does for one link.
#ifndef JOUNCE_MECHANICS_FOUR_ENDS_H_
#define JOUNCE_MECHANICS_FOUR_ENDS_H_

#include <array>

#include "math/four_vectors.h"
#include "mechanics/element.h"
#include "model/geometry.h"

namespace jounce {

// Axes and places of four bodies, or two vectors of each.
struct FourPoses {
  FourMatrices R;
  FourVectors p;
};

struct FourTwists {
  FourVectors u, w;
};

static_assert(sizeof(Pose) == 12 * sizeof(double));  // R by its columns, then p

JOUNCE_KERNEL FourPoses GatherPoses(const FourPlaces& at) {
  Lanes<4> x[4], y[4], z[4];
  GatherFour(at, 0, x);
  GatherFour(at, 4, y);
  GatherFour(at, 8, z);
  return {{{x[0], x[1], x[2]}, {x[3], y[0], y[1]}, {y[2], y[3], z[0]}}, {z[1], z[2], z[3]}};
}

// Six numbers for each of four bodies, as in Vector6.
JOUNCE_KERNEL FourTwists GatherTwists(const FourPlaces& at) {
  Lanes<4> start[4], end[4];
  GatherFour(at, 0, start);
  GatherFour(at, 2, end);
  return {{start[0], start[1], start[2]}, {start[3], end[2], end[3]}};
}

// The other way round, for the first `count`, which lie one after the other.
JOUNCE_KERNEL void StorePoses(const FourPoses& poses, int count, Pose* at) {
  const FourMatrices& R = poses.R;
  Lanes<4> x[4] = {R.a.x, R.a.y, R.a.z, R.b.x}, y[4] = {R.b.y, R.b.z, R.c.x, R.c.y},
           z[4] = {R.c.z, poses.p.x, poses.p.y, poses.p.z};
  Transpose(x);
  Transpose(y);
  Transpose(z);
  for (int i = 0; i < 4 && i < count; ++i) {
    double* numbers = at[i].R.data();
    x[i].Store(numbers);
    y[i].Store(numbers + 4);
    z[i].Store(numbers + 8);
  }
}
JOUNCE_KERNEL void StoreTwists(const FourTwists& twists, int count, Vector6* at) {
  const FourVectors &u = twists.u, &w = twists.w;
  Lanes<4> start[4] = {u.x, u.y, u.z, w.x}, end[4] = {u.z, w.x, w.y, w.z};
  Transpose(start);
  Transpose(end);
  for (int i = 0; i < 4 && i < count; ++i) {
    start[i].Store(at[i].data());
    end[i].Store(at[i].data() + 2);
  }
}

// Adds them to the rows of the first `count` bodies; several may be one.
JOUNCE_KERNEL void AddSixes(const std::array<int, 4>& slots, int count, const FourTwists& wrenches,
                            double* bodies) {
  const FourVectors &f = wrenches.u, &m = wrenches.w;
  Lanes<4> start[4] = {f.x, f.y, f.z, m.x};
  Transpose(start);
  for (int i = 0; i < 4 && i < count; ++i) {
    double* row = bodies + 6 * slots[i];
    (Lanes<4>::Load(row) + start[i]).Store(row);
    row[4] += m.y[i];
    row[5] += m.z[i];
  }
}

class FourEnds {
 public:
  FourEnds() : FourEnds({BodyFrame(), BodyFrame(), BodyFrame(), BodyFrame()}) {}
  explicit FourEnds(const std::array<BodyFrame, 4>& ends)
      : R_(FourMatrices::Gather(PlacesIn(ends, [](const Pose& frame) { return frame.R.data(); }))),
        r_(FourVectors::Gather(PlacesIn(ends, [](const Pose& frame) { return frame.p.data(); }),
                               0)) {
    for (size_t i = 0; i < 4; ++i) {
      slots_[i] = ends[i].body;
      parallel_ = parallel_ && ends[i].frame.R == Eigen::Matrix3d::Identity();
    }
  }

  // Whether all frames have the axes of their bodies.
  bool parallel() const { return parallel_; }
  // The frames in their bodies.
  const FourMatrices& R() const { return R_; }
  const FourVectors& r() const { return r_; }
  const std::array<int, 4>& slots() const { return slots_; }

  // Of the bodies, not of the frames. The places are complete in the differences alone (Between()).
  JOUNCE_KERNEL FourPoses BodyPoses(const SystemState& state) const {
    return GatherPoses(Places(slots_, [&](int slot) { return state.pose[slot].R.data(); }));
  }
  // SystemState::place_rest of them.
  JOUNCE_KERNEL FourVectors Rests(const SystemState& state) const {
    return FourVectors::Gather(
        Places(slots_, [&](int slot) { return state.place_rest[slot].data(); }), 0);
  }

  // Of the frames' origins, in the axes of the bodies.
  JOUNCE_KERNEL FourTwists Twists(const SystemState& state) const {
    const FourTwists body =
        GatherTwists(Places(slots_, [&](int slot) { return state.velocity[slot].data(); }));
    return {body.u + Cross(body.w, r_), body.w};
  }

  // Adds f and m, which act at the origins of the first `count` frames and are in the axes of the
  // bodies, to their rows.
  JOUNCE_KERNEL void Add(int count, const FourVectors& f, const FourVectors& m,
                         double* bodies) const {
    AddSixes(slots_, count, {f, m + Cross(r_, f)}, bodies);
  }
  // Takes them away.
  JOUNCE_KERNEL void Subtract(int count, const FourVectors& f, const FourVectors& m,
                              double* bodies) const {
    Add(count, {-f.x, -f.y, -f.z}, {-m.x, -m.y, -m.z}, bodies);
  }

 private:
  template <class Get>
  static FourPlaces PlacesIn(const std::array<BodyFrame, 4>& ends, Get get) {
    return {get(ends[0].frame), get(ends[1].frame), get(ends[2].frame), get(ends[3].frame)};
  }

  std::array<int, 4> slots_{};
  bool parallel_ = true;
  FourMatrices R_;
  FourVectors r_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_FOUR_ENDS_H_
