#include "mechanics/bushing_group.h"

#include <cmath>
#include <limits>

#include "laws/linear_law.h"
#include "laws/small_motion.h"
#include "math/rotation_series.h"
#include "mechanics/strain_maps.h"

namespace jounce {
namespace {

using Four = Lanes<4>;

// Up to the square of the sine of 0.4 rad a quarter of the angle is small.
constexpr double kMiddleSine2 = 0.1516;

// Stiffnesses and dampings of a linear law, where no direction touches another.
bool FindLinear(const ConnectionData& data, Vector6* k, Vector6* c) {
  *k = *c = Vector6::Zero();
  if (!dynamic_cast<const LinearLaw*>(data.law)) return false;
  const Vector6 none = Vector6::Zero();
  const SmallMotion motion = data.law->Linearize(0, none.data());
  const Eigen::VectorXd own_k = motion.K.diagonal(), own_c = motion.C.diagonal();
  const int first = data.displaces ? 0 : 3;
  k->segment(first, own_k.size()) = own_k;
  c->segment(first, own_c.size()) = own_c;
  return motion.K == Eigen::MatrixXd(own_k.asDiagonal()) &&
         motion.C == Eigen::MatrixXd(own_c.asDiagonal());
}

JOUNCE_KERNEL FourVectors Times(const FourVectors& a, const FourVectors& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

}  // namespace

struct BushingGroup::Strain {
  FourVectors d, r, d_rate, r_rate;
};

struct BushingGroup::Force {
  FourVectors d, r;
};

struct BushingGroup::Turn {
  FourVectors theta, near;  // now and in the last step
  FourMatrices axes;        // from those of the second ends to those of the laws
  Four t;

  // P x and P^T x with P = (I + t skew(theta))/2.
  FourVectors Half(const FourVectors& x) const { return Four(0.5) * (x + t * Cross(theta, x)); }
  FourVectors HalfBack(const FourVectors& x) const { return Four(0.5) * (x - t * Cross(theta, x)); }
};

BushingGroup::BushingGroup(std::span<const ConnectionElement* const> bushings)
    : zero_d_(Eigen::Vector3d::Zero()),
      zero_r_(zero_d_),
      preload_d_(zero_d_),
      preload_r_(zero_d_),
      k_d_(zero_d_),
      k_r_(zero_d_),
      c_d_(zero_d_),
      c_r_(zero_d_) {
  std::array<const ConnectionData*, kMost> all{};
  std::array<FramePair, kMost> frames;
  std::array<Vector6, kMost> k, c;
  for (size_t i = 0; i < kMost; ++i) {
    const ConnectionElement& bushing = *bushings[i < bushings.size() ? i : 0];
    const ConnectionData& data = *bushing.AsMember();
    all[i] = &data;
    linear_ = FindLinear(data, &k[i], &c[i]) && linear_;
    frames[i] = data.frames;
    remembers_ = remembers_ || data.law->remembers();
    sign_.Set(static_cast<int>(i), data.sign);
    memory_[i] = bushing.first_history();
    turns_[i] = memory_[i] + data.law->state_size();
    if (i < bushings.size()) laws_.push_back(data.law);
  }
  links_ = FourLinks(frames);
  half_way_ = all[0]->map == ConnectionData::Map::kHalfWay;
  displaces_ = all[0]->displaces;
  turning_ = all[0]->turns || half_way_;
  using Data = const ConnectionData*;
  const FourPlaces zero = Places(all, [](Data d) { return d->zero.data(); });
  const FourPlaces preload = Places(all, [](Data d) { return d->preload.data(); });
  zero_d_ = FourVectors::Gather(zero, 0);
  zero_r_ = FourVectors::Gather(zero, 3);
  preload_d_ = FourVectors::Gather(preload, 0);
  preload_r_ = FourVectors::Gather(preload, 3);
  const auto numbers = [](const Vector6& of) { return of.data(); };
  k_d_ = FourVectors::Gather(Places(k, numbers), 0);
  k_r_ = FourVectors::Gather(Places(k, numbers), 3);
  c_d_ = FourVectors::Gather(Places(c, numbers), 0);
  c_r_ = FourVectors::Gather(Places(c, numbers), 3);
  size_ = all[0]->law->dimension();
}

BushingGroup::Turn BushingGroup::TurnOf(const FourMatrices& R, const Evaluation& at) const {
  const FourVectors near =
      FourVectors::Gather(Places(turns_, [&](int turn) { return at.history + turn; }), 0);
  const FourVectors sine = Four(0.5) * FourVectors(R.b.z - R.c.y, R.c.x - R.a.z, R.a.y - R.b.x);
  const Four s2 = Dot(sine, sine), trace = R.a.x + R.b.y + R.c.z;
  // Less than a third of a turn, so that the sine tells the angle.
  if (!AllBelow(-trace, 0)) return LargeTurn(R, at);
  const bool small = AllBelow(s2, series::kArcSineSeries2);
  if (!small && !AllBelow(s2, kMiddleSine2)) return LargeTurn(R, at);
  const Turn turn = small ? SmallTurn(R, sine, near) : MiddleTurn(R, sine, near);
  const FourVectors change = turn.theta - near;
  return AllBelow(Dot(change, change), 1) ? turn : LargeTurn(R, at);
}

// The rotation vector from the skew part of R, then its half and t = tan(|theta|/4)/|theta|, by
// their series.
BushingGroup::Turn BushingGroup::SmallTurn(const FourMatrices& R, const FourVectors& sine,
                                           const FourVectors& near) const {
  const FourVectors theta = series::Polynomial<8>(series::kArcSine, Dot(sine, sine)) * sine;
  if (!half_way_) return {theta, near, R, Four(0.0)};
  const Four x2 = Dot(theta, theta), half2 = Four(0.25) * x2;
  const Four a = series::Polynomial<6>(series::kSine, half2);
  const Four b = series::Polynomial<6>(series::kVersine, half2);
  const Four t = series::Polynomial<5>(series::kTangent, Four(1.0 / 16) * x2);
  return {theta, near, OfSkew(Four(0.5) * theta, a, b), Four(0.25) * t};
}

// The sine of a quarter of the angle is small enough for the series: with c = cos(x),
// cos(x/2)^2 = (1 + c)/2 and sin(x/2) = sin(x)/(2 cos(x/2)), twice. Half of the rotation and t
// follow without a series.
BushingGroup::Turn BushingGroup::MiddleTurn(const FourMatrices& R, const FourVectors& sine,
                                            const FourVectors& near) const {
  const Four cosine = Four(0.5) * (R.a.x + R.b.y + R.c.z - Four(1.0));
  const Four half_cosine = sqrt(Four(0.5) * (Four(1.0) + cosine));
  const Four quarter_cosine = sqrt(Four(0.5) * (Four(1.0) + half_cosine));
  const FourVectors half_sine = (Four(0.5) / half_cosine) * sine;
  const FourVectors quarter_sine = (Four(0.5) / quarter_cosine) * half_sine;
  const Four stretch =
      Four(4.0) * series::Polynomial<8>(series::kArcSine, Dot(quarter_sine, quarter_sine));
  const FourVectors theta = stretch * quarter_sine;
  if (!half_way_) return {theta, near, R, Four(0.0)};
  return {theta, near, OfSkew(half_sine, Four(1.0), Four(1.0) / (Four(1.0) + half_cosine)),
          Four(1.0) / (stretch * quarter_cosine)};
}

BushingGroup::Turn BushingGroup::LargeTurn(const FourMatrices& R, const Evaluation& at) const {
  double numbers[9][4], near[3][4], theta[3][4], axes[9][4], t[4];
  R.Store(numbers[0]);
  for (int lane = 0; lane < kMost; ++lane) {
    Pose H;
    for (int i = 0; i < 9; ++i) H.R.data()[i] = numbers[i][lane];
    const Eigen::Map<const Eigen::Vector3d> last(at.history + turns_[lane]);
    const InvariantPose pose(H, last);
    for (int i = 0; i < 3; ++i) {
      near[i][lane] = last[i];
      theta[i][lane] = pose.theta[i];
    }
    for (int i = 0; i < 9; ++i) axes[i][lane] = (half_way_ ? pose.R_m : H.R).data()[i];
    t[lane] = pose.t;
  }
  return {FourVectors::Load(theta[0]), FourVectors::Load(near[0]), FourMatrices::Load(axes[0]),
          Four::Load(t)};
}

// Each law by itself.
BushingGroup::Force BushingGroup::Respond(const Evaluation& at, const Strain& strain) const {
  double e[6][4], rate[6][4], force[6][4] = {};
  strain.d.Store(e[0]);
  strain.r.Store(e[3]);
  strain.d_rate.Store(rate[0]);
  strain.r_rate.Store(rate[3]);
  const int first = displaces_ ? 0 : 3;
  LawResponse response;
  for (size_t i = 0; i < laws_.size(); ++i) {
    double own[6], own_rate[6];
    for (int k = 0; k < 6; ++k) {
      own[k] = e[k][i];
      own_rate[k] = rate[k][i];
    }
    laws_[i]->Update({own + first, own_rate + first, at.h, false}, at.history + memory_[i],
                     at.next + memory_[i], &response);
    for (int k = 0; k < size_; ++k) force[first + k][i] = response.force[k];
  }
  return {FourVectors::Load(force[0]), FourVectors::Load(force[3])};
}

// As LinearLaw::Update: its memory is the strain and the energy lost, by the mean rate of the step
// and half of what the rate changes by.
BushingGroup::Force BushingGroup::LinearForce(const Evaluation& at, const Strain& strain) const {
  const bool moving = std::isfinite(at.h);
  const Four per_h = moving && at.h > 0 ? 1 / at.h : 0, h = per_h[0] > 0 ? at.h : 0;
  const FourPlaces memory = Places(memory_, [&](int first) { return at.history + first; });
  // Of a spring, only one of the two is there.
  const FourVectors d_mean = per_h * (strain.d - FourVectors::Gather(memory, 0));
  const FourVectors r_mean = per_h * (strain.r - FourVectors::Gather(memory, size_ - 3));
  const FourVectors d_half = strain.d_rate - d_mean, r_half = strain.r_rate - r_mean;
  const Four power =
      Dot(c_d_, Times(d_mean, d_mean)) + Dot(c_r_, Times(r_mean, r_mean)) +
      (Dot(c_d_, Times(d_half, d_half)) + Dot(c_r_, Times(r_half, r_half))) * Four(1.0 / 3);
  double next[7][4];
  strain.d.Store(next[0]);
  strain.r.Store(next[3]);
  const int first = displaces_ ? 0 : 3;
  (GatherOne(memory, size_) + h * power).Store(next[6]);
  for (size_t i = 0; i < laws_.size(); ++i) {
    double* own = at.next + memory_[i];
    for (int k = 0; k < size_; ++k) own[k] = next[first + k][i];
    own[size_] = next[6][i];
  }
  const Four damps = moving ? 1 : 0;
  return {Times(k_d_, strain.d) + damps * Times(c_d_, strain.d_rate),
          Times(k_r_, strain.r) + damps * Times(c_r_, strain.r_rate)};
}

void BushingGroup::RememberTurn(const Turn& turn, double* next) const {
  double theta[3][4];
  turn.theta.Store(theta[0]);
  for (size_t i = 0; i < laws_.size(); ++i) {
    for (int k = 0; k < 3; ++k) next[turns_[i] + k] = theta[k][i];
  }
}

void BushingGroup::AddResidual(const Evaluation& at, double* bodies) const {
  const FourVectors none(Eigen::Vector3d::Zero());
  const FourPoses H = links_.Poses(at.state);
  const FourTwists v = links_.Twists(at.state, H);
  const Turn turn = turning_ ? TurnOf(H.R, at) : Turn{none, none, H.R, Four(0.0)};
  const FourVectors e = half_way_ ? turn.axes.TransposedTimes(H.p) : H.p;
  FourVectors e_rate = turn.axes * v.u;
  if (half_way_) e_rate = e_rate + Cross(e, turn.Half(v.w));
  const Strain strain{sign_ * (e - zero_d_), sign_ * (turn.theta - zero_r_), sign_ * e_rate,
                      sign_ * (turn.axes * v.w)};
  const Force force = linear_ ? LinearForce(at, strain) : Respond(at, strain);
  Four sign = sign_;
  if (turning_) {
    RememberTurn(turn, at.next);
    // Where a rotation cannot be followed there is no strain, and no force.
    const FourVectors change = turn.theta - turn.near;
    sign = Where(Dot(change, change) > Four(kFarthestTurn),
                 Four(std::numeric_limits<double>::quiet_NaN()), sign_);
  }
  const FourVectors f = sign * (force.d + preload_d_);
  FourVectors m = turn.axes.TransposedTimes(sign * (force.r + preload_r_));
  if (half_way_) m = m + turn.HalfBack(Cross(f, e));
  links_.AddWrenches(count(), H, turn.axes.TransposedTimes(f), m, bodies);
}

}  // namespace jounce
