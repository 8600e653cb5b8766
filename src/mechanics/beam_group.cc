#include "mechanics/beam_group.h"

#include <cmath>

#include "math/rotation_series.h"

namespace jounce {
namespace {

using Four = Lanes<4>;

Six<Four> GatherSix(const FourPlaces& at) {
  const FourTwists six = GatherTwists(at);
  return {six.u.x, six.u.y, six.u.z, six.w.x, six.w.y, six.w.z};
}

JOUNCE_KERNEL Six<Four> Scaled(const Four& factor, const FourVectors& t, const FourVectors& r) {
  return {factor * t.x, factor * t.y, factor * t.z, factor * r.x, factor * r.y, factor * r.z};
}

// Made when the step changes.
kernels::MaxwellPropagator<Four> Propagator(const Four& time, double h) {
  kernels::MaxwellPropagator<Four> all;
  for (int i = 0; i < 4; ++i) {
    const auto p = kernels::PrepareMaxwell(time[i], h);
    all.decay.Set(i, p.decay);
    all.gain.Set(i, p.gain);
    all.ramp_loss.Set(i, p.ramp_loss);
  }
  return all;
}

}  // namespace

BeamGroup::BeamGroup(std::span<const ConnectionElement* const> elements)
    : count_(static_cast<int>(elements.size())) {
  std::array<const ConnectionData*, kMost> all{};
  std::array<const SectionLaw*, kMost> laws{};
  std::array<FramePair, kMost> frames;
  std::array<Matrix6, kMost> K, B;
  for (size_t i = 0; i < kMost; ++i) {
    const auto lane = static_cast<int>(i);
    const ConnectionElement& element = *elements[i < elements.size() ? i : 0];
    const ConnectionData& data = *element.AsMember();
    all[i] = &data;
    laws[i] = static_cast<const SectionLaw*>(data.law);
    frames[i] = data.frames;
    memory_[i] = element.first_history();
    K[i] = laws[i]->stiffness();
    B[i] = laws[i]->strain_slope();
    const SectionLawSettings& settings = laws[i]->settings();
    section_.c.Set(lane, settings.length * settings.length / 12);
    damping_time_.Set(lane, settings.damping_time);
    branches_.resize(settings.branches.size());
    for (size_t b = 0; b < branches_.size(); ++b) {
      branches_[b].ratio.Set(lane, settings.branches[b].ratio);
      branches_[b].time.Set(lane, settings.branches[b].time);
    }
    sign_.Set(lane, data.sign);
    per_length_.Set(lane, data.sign / data.length);
  }
  section_.stiffness = FewEntries<Four>(K);
  section_.strain_slope = FewEntries<Four>(B);
  has_memory_ = laws[0]->has_memory();
  remembers_ = laws[0]->remembers();
  links_ = FourLinks(frames);
  using Data = const ConnectionData*;
  zero_ = GatherSix(Places(all, [](Data data) { return data->zero.data(); }));
  preload_ = GatherSix(Places(all, [](Data data) { return data->preload.data(); }));
}

// BeamPose, by the series of small angles: the rotation vector from the skew part of R.
BeamGroup::Shape BeamGroup::ShapeOf(const FourPoses& H) {
  const FourMatrices& R = H.R;
  const FourVectors sine = Four(0.5) * FourVectors(R.b.z - R.c.y, R.c.x - R.a.z, R.a.y - R.b.x);
  const Four s2 = Dot(sine, sine), trace = R.a.x + R.b.y + R.c.z;
  if (!AllBelow(s2, series::kArcSineSeries2) || !AllBelow(-trace, 0)) return LargeShape(H);
  const FourVectors w = series::Polynomial<8>(series::kArcSine, s2) * sine;
  const Four x2 = Dot(w, w);
  const Four e = series::Polynomial<6>(series::kBernoulli, x2);
  const Four slope = series::Polynomial<5>(series::kBernoulliSlopes.first, x2);
  return {Shape::Turned(w, e, -0.5, H.p), w, e, slope};
}

BeamGroup::Shape BeamGroup::LargeShape(const FourPoses& H) {
  std::array<Pose, 4> poses;
  std::array<Vector6, 4> d;
  Four e, slope;
  StorePoses(H, 4, poses.data());
  for (int i = 0; i < 4; ++i) {
    const BeamPose pose(poses[i]);
    d[i] = pose.d;
    e.Set(i, pose.f.e);
    slope.Set(i, pose.f.slope);
  }
  const FourTwists strain = GatherTwists({d[0].data(), d[1].data(), d[2].data(), d[3].data()});
  return {strain.u, strain.w, e, slope};
}

void BeamGroup::AddResidual(const Evaluation& at, double* bodies) const {
  const FourPoses H = links_.Poses(at.state);
  const Shape shape = ShapeOf(H);
  Numbers strain = Scaled(1.0, shape.u, shape.w);
  for (int i = 0; i < 6; ++i) strain[i] = per_length_ * (strain[i] - zero_[i]);
  const Numbers elastic = section_.stiffness.Times(strain);
  Numbers force = elastic;
  if (has_memory_) {
    const FourTwists v = links_.Twists(at.state, H);
    const Shape::Two rate = shape.Rate(v.u, v.w);
    Numbers elongation = strain;
    Remember(at, strain, Scaled(per_length_, rate.t, rate.r), &elongation);
    force = section_.stiffness.Times(elongation);
  }
  AddVariationForce(section_, strain, VariationAt(section_, strain, elastic), &force);
  for (int i = 0; i < 6; ++i) force[i] = sign_ * (force[i] + preload_[i]);
  const Shape::Two wrench =
      shape.Wrench({force[0], force[1], force[2]}, {force[3], force[4], force[5]});
  links_.AddWrenches(count_, H, wrench.t, wrench.r, bodies);
}

// As SectionLaw::Remember.
void BeamGroup::Remember(const Evaluation& at, const Numbers& strain, const Numbers& rate,
                         Numbers* elongation) const {
  const bool moving = std::isfinite(at.h);
  const FourPlaces from = MemoryAt(at.history, 0);
  Four start[4], end[4];
  GatherFour(from, 0, start);
  GatherFour(from, 4, end);
  const Numbers de = {strain[0] - start[0], strain[1] - start[1], strain[2] - start[2],
                      strain[3] - start[3], strain[4] - end[0],   strain[5] - end[1]};
  const Four known_h = end[3];
  Four lost = end[2];
  if (moving) {
    for (int i = 0; i < 6; ++i) (*elongation)[i] += damping_time_ * rate[i];
    if (at.h > 0) lost += damping_time_ * DampingLoss(section_, de, rate, at.h);
  }
  const bool same_h =
      known_h[0] == at.h && known_h[1] == at.h && known_h[2] == at.h && known_h[3] == at.h;
  for (size_t b = 0; b < branches_.size(); ++b) {
    lost += PassBranch(b, at, same_h, de, elongation);
  }
  Four first[4] = {strain[0], strain[1], strain[2], strain[3]},
       last[4] = {strain[4], strain[5], lost, Four(moving ? at.h : -1)};
  Transpose(first);
  Transpose(last);
  for (int i = 0; i < 4 && i < count_; ++i) {
    first[i].Store(at.next + memory_[i]);
    last[i].Store(at.next + memory_[i] + 4);
  }
}

// Returns the energy that is lost.
Lanes<4> BeamGroup::PassBranch(size_t number, const Evaluation& at, bool same_h, const Numbers& de,
                               Numbers* elongation) const {
  const Branch& branch = branches_[number];
  const int place = SectionLaw::kFirstBranch + SectionLaw::kBranchSize * static_cast<int>(number);
  const FourPlaces from = MemoryAt(at.history, place);
  const Numbers q = GatherSix(from);
  const kernels::MaxwellPropagator<Four> p =
      same_h ? kernels::MaxwellPropagator<Four>{GatherOne(from, 6), GatherOne(from, 7),
                                                GatherOne(from, 8)}
             : Propagator(branch.time, at.h);
  Numbers q_next;
  for (int i = 0; i < 6; ++i) {
    q_next[i] = kernels::MaxwellStep(p, q[i], de[i]);
    (*elongation)[i] += branch.ratio * q_next[i];
  }
  Four first[4] = {q_next[0], q_next[1], q_next[2], q_next[3]},
       last[4] = {q_next[4], q_next[5], p.decay, p.gain};
  Transpose(first);
  Transpose(last);
  for (int i = 0; i < 4 && i < count_; ++i) {
    double* to = at.next + memory_[i] + place;
    first[i].Store(to);
    last[i].Store(to + 4);
    to[8] = p.ramp_loss[i];
  }
  return branch.ratio * BranchLoss(section_, p, q, de);
}

}  // namespace jounce
