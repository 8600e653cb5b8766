#include "mechanics/rod_group.h"

#include <limits>

#include "laws/law.h"

namespace jounce {

using Four = Lanes<4>;

RodGroup::RodGroup(std::span<const ConnectionElement* const> rods) {
  std::array<BodyFrame, kMost> first, second;
  for (size_t i = 0; i < kMost; ++i) {
    const ConnectionElement& rod = *rods[i < rods.size() ? i : 0];
    const ConnectionData& data = *rod.AsMember();
    first[i] = data.frames.first;
    second[i] = data.frames.second;
    if (i >= rods.size()) continue;
    remembers_ = remembers_ || data.law->remembers();
    const int memory = rod.first_history();
    members_.push_back({data.law, data.zero[0], data.preload[0], data.sign, memory,
                        data.slope_memory < 0 ? -1 : memory + data.slope_memory});
  }
  first_ = FourEnds(first);
  second_ = FourEnds(second);
}

double RodGroup::Force(const Member& member, double length, double rate, const Evaluation& at) {
  const double strain = member.sign * (length - member.zero), law_rate = member.sign * rate;
  LawResponse response;
  member.law->Update({&strain, &law_rate, at.h, true}, at.history + member.memory,
                     at.next + member.memory, &response);
  if (member.slopes >= 0) {
    at.next[member.slopes] = response.d_strain[0];
    at.next[member.slopes + 1] = response.d_rate[0];
  }
  return member.sign * (response.force[0] + member.preload);
}

void RodGroup::AddResidual(const Evaluation& at, double* bodies) const {
  const FourPoses A = first_.BodyPoses(at.state), B = second_.BodyPoses(at.state);
  const FourVectors between = (B.p - A.p) + (second_.Rests(at.state) - first_.Rests(at.state));
  const FourVectors d = between + (B.R * second_.r() - A.R * first_.r());
  // Ends that meet leave no direction; the length is kept off zero so that what is computed stays
  // finite.
  const Four length = sqrt(Dot(d, d));
  const FourVectors n = (Four(1.0) / Max(length, Four(std::numeric_limits<double>::min()))) * d;
  const Four rate = Dot(n, B.R * second_.Twists(at.state).u - A.R * first_.Twists(at.state).u);
  Four force(0.0);
  for (size_t i = 0; i < members_.size(); ++i) {
    const auto lane = static_cast<int>(i);
    force.Set(lane, Force(members_[i], length[lane], rate[lane], at));
  }
  const FourVectors f = force * n, none(Eigen::Vector3d::Zero());
  const auto count = static_cast<int>(members_.size());
  second_.Add(count, B.R.TransposedTimes(f), none, bodies);
  first_.Subtract(count, A.R.TransposedTimes(f), none, bodies);
}

}  // namespace jounce
