#include "mechanics/bushing_group.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "laws/linear_law.h"
#include "laws/small_motion.h"
#include "math/rotation_series.h"
#include "mechanics/strain_maps.h"

namespace jounce {
namespace {

using Four = Lanes<4>;

// Fewer than these are quicker one by one.
constexpr size_t kWorthGrouping = 3;

template <class L = Four>
JOUNCE_KERNEL L SideBySide(double a, double b, double c, double d) {
  L four;
  if constexpr (L::kParts == 1) {
    four.part[0] = typename L::Native{a, b, c, d};
  } else {
    four.part[0] = typename L::Native{a, b};
    four.part[1] = typename L::Native{c, d};
  }
  return four;
}

// Three numbers at each of four places.
JOUNCE_KERNEL FourVectors Gather(const std::array<const double*, 4>& at, int i) {
  const auto& [a, b, c, d] = at;
  return {SideBySide(a[i], b[i], c[i], d[i]), SideBySide(a[i + 1], b[i + 1], c[i + 1], d[i + 1]),
          SideBySide(a[i + 2], b[i + 2], c[i + 2], d[i + 2])};
}

JOUNCE_KERNEL FourMatrices GatherMatrices(const std::array<const double*, 4>& at) {
  return {Gather(at, 0), Gather(at, 3), Gather(at, 6)};
}

template <class Item, class Get>
JOUNCE_KERNEL std::array<const double*, 4> Places(const std::array<Item, 4>& items, Get get) {
  return {get(items[0]), get(items[1]), get(items[2]), get(items[3])};
}

// The places, axes and twists of four bodies.
struct Bodies {
  FourMatrices R;
  FourVectors p, rest, u, w;
};

JOUNCE_KERNEL Bodies BodiesIn(const SystemState& state, const std::array<int, 4>& slots) {
  const auto pose = Places(slots, [&](int slot) { return state.pose[slot].R.data(); });
  const auto place = Places(slots, [&](int slot) { return state.pose[slot].p.data(); });
  const auto rest = Places(slots, [&](int slot) { return state.place_rest[slot].data(); });
  const auto twist = Places(slots, [&](int slot) { return state.velocity[slot].data(); });
  return {GatherMatrices(pose), Gather(place, 0), Gather(rest, 0), Gather(twist, 0),
          Gather(twist, 3)};
}

// All four numbers are below this.
JOUNCE_KERNEL bool AllBelow(const Four& x, double limit) {
  const auto below = x < Four(limit);
  return below[0] && below[1] && below[2] && below[3];
}

// Stiffnesses and dampings of a linear law, where no direction touches another.
bool FindLinear(const Law& law, Vector6* k, Vector6* c) {
  if (!dynamic_cast<const LinearLaw*>(&law)) return false;
  const Vector6 none = Vector6::Zero();
  const SmallMotion motion = law.Linearize(0, none.data());
  *k = motion.K.diagonal();
  *c = motion.C.diagonal();
  return motion.K == Eigen::MatrixXd(k->asDiagonal()) &&
         motion.C == Eigen::MatrixXd(c->asDiagonal());
}

JOUNCE_KERNEL FourVectors Times(const FourVectors& a, const FourVectors& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

}  // namespace

// H = (R, p) and the relative twist (u, w), in the axes of the second ends.
struct BushingGroup::Motion {
  FourMatrices R;
  FourVectors p, u, w;
};

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
    : half_way_(bushings[0]->AsBushing()->half_way),
      R_first_(OfSkew(FourVectors(Eigen::Vector3d::Zero()), 0, 0)),
      R_second_(R_first_),
      p_first_(Eigen::Vector3d::Zero()),
      p_second_(p_first_),
      zero_d_(p_first_),
      zero_r_(p_first_),
      preload_d_(p_first_),
      preload_r_(p_first_),
      k_d_(p_first_),
      k_r_(p_first_),
      c_d_(p_first_),
      c_r_(p_first_) {
  std::array<const BushingData*, kMost> all{};
  std::array<Vector6, kMost> k, c;
  for (size_t i = 0; i < kMost; ++i) {
    const ConnectionElement& bushing = *bushings[i < bushings.size() ? i : 0];
    const BushingData& data = *bushing.AsBushing();
    all[i] = &data;
    linear_ = linear_ && FindLinear(*data.law, &k[i], &c[i]);
    first_[i] = data.frames.first.body;
    second_[i] = data.frames.second.body;
    for (const BodyFrame& end : {data.frames.first, data.frames.second}) {
      parallel_ = parallel_ && end.frame.R == Eigen::Matrix3d::Identity();
    }
    sign_.Set(static_cast<int>(i), data.sign);
    memory_[i] = bushing.first_history();
    turns_[i] = memory_[i] + data.law->state_size();
    if (i < bushings.size()) laws_.push_back(data.law);
  }
  using Data = const BushingData*;
  R_first_ = GatherMatrices(Places(all, [](Data d) { return d->frames.first.frame.R.data(); }));
  R_second_ = GatherMatrices(Places(all, [](Data d) { return d->frames.second.frame.R.data(); }));
  p_first_ = Gather(Places(all, [](Data d) { return d->frames.first.frame.p.data(); }), 0);
  p_second_ = Gather(Places(all, [](Data d) { return d->frames.second.frame.p.data(); }), 0);
  zero_d_ = Gather(Places(all, [](Data d) { return d->zero.data(); }), 0);
  zero_r_ = Gather(Places(all, [](Data d) { return d->zero.data(); }), 3);
  preload_d_ = Gather(Places(all, [](Data d) { return d->preload.data(); }), 0);
  preload_r_ = Gather(Places(all, [](Data d) { return d->preload.data(); }), 3);
  if (!linear_) return;
  const auto numbers = [](const Vector6& of) { return of.data(); };
  k_d_ = Gather(Places(k, numbers), 0);
  k_r_ = Gather(Places(k, numbers), 3);
  c_d_ = Gather(Places(c, numbers), 0);
  c_r_ = Gather(Places(c, numbers), 3);
}

BushingGroup::Motion BushingGroup::MotionIn(const SystemState& state) const {
  const Bodies A = BodiesIn(state, first_), B = BodiesIn(state, second_);
  // From body to body first: the difference of two places is small, and is turned once.
  const FourVectors between = (B.p - A.p) + (B.rest - A.rest);
  FourMatrices R{A.R.TransposedTimes(B.R.a), A.R.TransposedTimes(B.R.b),
                 A.R.TransposedTimes(B.R.c)};
  FourVectors p = A.R.TransposedTimes(between) + (R * p_second_ - p_first_);
  FourVectors u_A = A.u + Cross(A.w, p_first_), w_A = A.w;
  FourVectors u = B.u + Cross(B.w, p_second_), w = B.w;
  if (!parallel_) {
    R = {R * R_second_.a, R * R_second_.b, R * R_second_.c};
    R = {R_first_.TransposedTimes(R.a), R_first_.TransposedTimes(R.b),
         R_first_.TransposedTimes(R.c)};
    p = R_first_.TransposedTimes(p);
    u_A = R_first_.TransposedTimes(u_A);
    w_A = R_first_.TransposedTimes(w_A);
    u = R_second_.TransposedTimes(u);
    w = R_second_.TransposedTimes(w);
  }
  return {R, p, u - R.TransposedTimes(u_A - Cross(p, w_A)), w - R.TransposedTimes(w_A)};
}

// The rotation vector from the skew part of R, then its half and t = tan(|theta|/4)/|theta|, by
// their series.
BushingGroup::Turn BushingGroup::TurnOf(const Motion& motion, const Evaluation& at) const {
  const auto turns = Places(turns_, [&](int turn) { return at.history + turn; });
  const FourVectors near = Gather(turns, 0);
  const FourMatrices& R = motion.R;
  const FourVectors sine = Four(0.5) * FourVectors(R.b.z - R.c.y, R.c.x - R.a.z, R.a.y - R.b.x);
  const Four s2 = Dot(sine, sine), trace = R.a.x + R.b.y + R.c.z;
  const FourVectors theta = series::Polynomial<8>(series::kArcSine, s2) * sine;
  const FourVectors change = theta - near;
  if (!AllBelow(s2, series::kArcSineSeries2) || !AllBelow(-trace, 0) ||
      !AllBelow(Dot(change, change), 1)) {
    return LargeTurn(motion, at);
  }
  if (!half_way_) return {theta, near, R, Four(0.0)};
  const Four x2 = Dot(theta, theta), half2 = Four(0.25) * x2;
  const Four a = series::Polynomial<6>(series::kSine, half2);
  const Four b = series::Polynomial<6>(series::kVersine, half2);
  const Four t = series::Polynomial<5>(series::kTangent, Four(1.0 / 16) * x2);
  return {theta, near, OfSkew(Four(0.5) * theta, a, b), Four(0.25) * t};
}

BushingGroup::Turn BushingGroup::LargeTurn(const Motion& motion, const Evaluation& at) const {
  double R[9][4], near[3][4], theta[3][4], axes[9][4], t[4];
  motion.R.Store(R[0]);
  for (int lane = 0; lane < kMost; ++lane) {
    Pose H;
    for (int i = 0; i < 9; ++i) H.R.data()[i] = R[i][lane];
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
  LawResponse response;
  for (size_t i = 0; i < laws_.size(); ++i) {
    double own[6], own_rate[6];
    for (int k = 0; k < 6; ++k) {
      own[k] = e[k][i];
      own_rate[k] = rate[k][i];
    }
    laws_[i]->Update({own, own_rate, at.h, false}, at.history + memory_[i], at.next + memory_[i],
                     &response);
    for (int k = 0; k < 6; ++k) force[k][i] = response.force[k];
  }
  return {FourVectors::Load(force[0]), FourVectors::Load(force[3])};
}

// As LinearLaw::Update: its memory is the strain and the energy lost, by the mean rate of the step
// and half of what the rate changes by.
BushingGroup::Force BushingGroup::LinearForce(const Evaluation& at, const Strain& strain) const {
  const bool moving = std::isfinite(at.h);
  const Four per_h = moving && at.h > 0 ? 1 / at.h : 0, h = per_h[0] > 0 ? at.h : 0;
  const auto memory = Places(memory_, [&](int first) { return at.history + first; });
  const FourVectors d_mean = per_h * (strain.d - Gather(memory, 0));
  const FourVectors r_mean = per_h * (strain.r - Gather(memory, 3));
  const FourVectors d_half = strain.d_rate - d_mean, r_half = strain.r_rate - r_mean;
  const Four power =
      Dot(c_d_, Times(d_mean, d_mean)) + Dot(c_r_, Times(r_mean, r_mean)) +
      (Dot(c_d_, Times(d_half, d_half)) + Dot(c_r_, Times(r_half, r_half))) * Four(1.0 / 3);
  double next[7][4];
  strain.d.Store(next[0]);
  strain.r.Store(next[3]);
  (SideBySide(memory[0][6], memory[1][6], memory[2][6], memory[3][6]) + h * power).Store(next[6]);
  for (size_t i = 0; i < laws_.size(); ++i) {
    for (int k = 0; k < 7; ++k) at.next[memory_[i] + k] = next[k][i];
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

// f and m act on the second ends, in their axes.
void BushingGroup::AddWrenches(const Motion& motion, const FourVectors& f, const FourVectors& m,
                               double* bodies) const {
  const FourVectors f_A = motion.R * f;
  const FourVectors m_A = motion.R * m + Cross(motion.p, f_A);
  FourVectors on_first[2] = {f_A, m_A}, on_second[2] = {f, m};
  if (!parallel_) {
    for (FourVectors& v : on_first) v = R_first_ * v;
    for (FourVectors& v : on_second) v = R_second_ * v;
  }
  on_first[1] = on_first[1] + Cross(p_first_, on_first[0]);
  on_second[1] = on_second[1] + Cross(p_second_, on_second[0]);
  double first[6][4], second[6][4];
  on_first[0].Store(first[0]);
  on_first[1].Store(first[3]);
  on_second[0].Store(second[0]);
  on_second[1].Store(second[3]);
  for (size_t i = 0; i < laws_.size(); ++i) {
    double* A = bodies + 6 * first_[i];
    double* B = bodies + 6 * second_[i];
    for (int k = 0; k < 6; ++k) B[k] += second[k][i];
    for (int k = 0; k < 6; ++k) A[k] -= first[k][i];
  }
}

void BushingGroup::AddResidual(const Evaluation& at, double* bodies) const {
  const Motion motion = MotionIn(at.state);
  const Turn turn = TurnOf(motion, at);
  const FourVectors e = half_way_ ? turn.axes.TransposedTimes(motion.p) : motion.p;
  FourVectors e_rate = turn.axes * motion.u;
  if (half_way_) e_rate = e_rate + Cross(e, turn.Half(motion.w));
  const Strain strain{sign_ * (e - zero_d_), sign_ * (turn.theta - zero_r_), sign_ * e_rate,
                      sign_ * (turn.axes * motion.w)};
  const Force force = linear_ ? LinearForce(at, strain) : Respond(at, strain);
  RememberTurn(turn, at.next);
  // Where a rotation cannot be followed there is no strain, and no force.
  const FourVectors change = turn.theta - turn.near;
  const Four sign = Where(Dot(change, change) > Four(kFarthestTurn),
                          Four(std::numeric_limits<double>::quiet_NaN()), sign_);
  const FourVectors f = sign * (force.d + preload_d_);
  FourVectors m = turn.axes.TransposedTimes(sign * (force.r + preload_r_));
  if (half_way_) m = m + turn.HalfBack(Cross(f, e));
  AddWrenches(motion, turn.axes.TransposedTimes(f), m, bodies);
}

BushingGroups::BushingGroups(std::span<const ConnectionElement* const> connections) {
  for (bool half_way : {false, true}) {
    std::vector<const ConnectionElement*> alike;
    for (const ConnectionElement* connection : connections) {
      const BushingData* data = connection->AsBushing();
      if (data && data->half_way == half_way) alike.push_back(connection);
    }
    Add(std::move(alike));
  }
  std::sort(members_.begin(), members_.end(), std::less<>());
}

void BushingGroups::Add(std::vector<const ConnectionElement*> alike) {
  const size_t left = alike.size() % BushingGroup::kMost;
  if (left < kWorthGrouping) alike.resize(alike.size() - left);
  for (size_t i = 0; i < alike.size(); i += BushingGroup::kMost) {
    const size_t count = std::min<size_t>(BushingGroup::kMost, alike.size() - i);
    groups_.emplace_back(std::span<const ConnectionElement* const>(alike).subspan(i, count));
  }
  members_.insert(members_.end(), alike.begin(), alike.end());
}

bool BushingGroups::Holds(const Element& element) const {
  return std::binary_search(members_.begin(), members_.end(), &element, std::less<>());
}

}  // namespace jounce
