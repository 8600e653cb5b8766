#include "mechanics/body_group.h"

#include "mechanics/four_ends.h"

namespace jounce {

BodyGroup::BodyGroup(std::span<const RigidBody* const> bodies)
    : count_(static_cast<int>(bodies.size())),
      mass_centre_(Eigen::Vector3d::Zero()),
      inertia_{mass_centre_, mass_centre_, mass_centre_},
      gravity_(bodies[0]->gravity()) {
  std::array<const RigidBody*, kMost> all{};
  for (size_t i = 0; i < kMost; ++i) {
    all[i] = bodies[i < bodies.size() ? i : 0];
    slots_[i] = all[i]->bodies()[0];
    mass_.Set(static_cast<int>(i), all[i]->mass());
  }
  using Body = const RigidBody*;
  mass_centre_ =
      FourVectors::Gather(Places(all, [](Body b) { return b->mass_centre().data(); }), 0);
  inertia_ = FourMatrices::Gather(Places(all, [](Body b) { return b->inertia().data(); }));
}

// RigidBody::NeededWrench, line by line.
void BodyGroup::AddResidual(const Evaluation& at, double* bodies) const {
  const SystemState& state = at.state;
  const FourMatrices R =
      GatherPoses(Places(slots_, [&](int slot) { return state.pose[slot].R.data(); })).R;
  const FourTwists v =
      GatherTwists(Places(slots_, [&](int slot) { return state.velocity[slot].data(); }));
  const FourTwists rate =
      GatherTwists(Places(slots_, [&](int slot) { return state.acceleration[slot].data(); }));
  const FourVectors p = mass_ * v.u + Cross(v.w, mass_centre_);
  const FourVectors L = Cross(mass_centre_, v.u) + inertia_ * v.w;
  const FourVectors a = rate.u - R.TransposedTimes(FourVectors(gravity_));
  const FourVectors f = mass_ * a + Cross(rate.w, mass_centre_) + Cross(v.w, p);
  const FourVectors m = Cross(mass_centre_, a) + inertia_ * rate.w + Cross(v.u, p) + Cross(v.w, L);
  AddSixes(slots_, count_, {f, m}, bodies);
}

}  // namespace jounce
