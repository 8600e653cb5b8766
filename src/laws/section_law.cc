#include "laws/section_law.h"

#include <algorithm>
#include <cmath>

#include "laws/kernels/maxwell.h"
#include "laws/scalar_response.h"
#include "laws/small_motion.h"
#include "math/pose.h"

namespace jounce {
namespace {

constexpr int kDissipated = 6, kStep = 7, kFirstBranch = 8, kBranchSize = 9;

using Rows = Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>;

// (k x a_t, k x a_r).
inline Vector6 CrossBoth(const Eigen::Vector3d& k, const Vector6& a) {
  return Join(k.cross(a.head<3>()), k.cross(a.tail<3>()));
}

}  // namespace

double SectionLaw::Product(const double* a, const double* b) const {
  return Eigen::Map<const Vector6>(a).dot(stiffness_.Times(Eigen::Map<const Vector6>(b)));
}

void SectionLaw::Start(const double* strain, double* state) const {
  if (!has_memory()) return;
  std::copy(strain, strain + 6, state);
  std::fill(state + 6, state + state_size(), 0.0);
  for (size_t b = 0; b < s_.branches.size(); ++b) {
    const auto p = kernels::PrepareMaxwell(s_.branches[b].time, 0.0);
    double* propagator = state + kFirstBranch + kBranchSize * b + 6;
    propagator[0] = p.decay;
    propagator[1] = p.gain;
    propagator[2] = p.ramp_loss;
  }
}

SectionLaw::SectionLaw(const SectionLawSettings& settings)
    : s_(settings),
      stiffness_(Matrix6(Rows(settings.stiffness.data()))),
      strain_slope_(Matrix6(Rows(settings.strain_slope.data()))) {}

void SectionLaw::ElasticForce(const double* strain, double* force) const {
  const Vector6 f = stiffness_.Times(Eigen::Map<const Vector6>(strain));
  Eigen::Map<Vector6>{force} = f;
  if (s_.length > 0) AddVariationForce(VariationAt(strain, f), force);
}

SectionLaw::Variation SectionLaw::VariationAt(const double* strain, const Vector6& f) const {
  const Vector6 e = Eigen::Map<const Vector6>(strain), s = strain_slope_.Times(e);
  const Eigen::Vector3d k = e.tail<3>();
  return {s_.length * s_.length / 12, k, f, s, CrossBoth(k, s)};
}

// -c (K (k x s) + (0, s_t x f_t + s_r x f_r) + B^T (f x k)).
void SectionLaw::AddVariationForce(const Variation& v, double* force) const {
  Eigen::Map<Vector6> sum(force);
  const Vector6 back = CrossBoth(v.k, v.f);
  sum -= v.c * (stiffness_.Times(v.turned) - strain_slope_.TransposedTimes(back));
  sum.tail<3>() -= v.c * (v.s.head<3>().cross(v.f.head<3>()) + v.s.tail<3>().cross(v.f.tail<3>()));
}

// f, k and s are linear in the strain, so the second derivatives are those of each two of them.
void SectionLaw::AddVariationStiffness(const Variation& v, double* d_strain) const {
  const Rows K(s_.stiffness.data()), B(s_.strain_slope.data());
  Matrix6 S;
  S << K.leftCols<3>() * Skew(v.k), K.rightCols<3>() * Skew(v.k);
  S = Matrix6(S * B);
  S.rightCols<3>() -=
      K.leftCols<3>() * Skew(v.s.head<3>()) + K.rightCols<3>() * Skew(v.s.tail<3>());
  S.bottomRows<3>() -=
      Skew(v.f.head<3>()) * B.topRows<3>() + Skew(v.f.tail<3>()) * B.bottomRows<3>();
  Eigen::Map<Matrix6>{d_strain} -= v.c * (S + S.transpose());
}

void SectionLaw::Update(const LawStep& step, const double* state, double* next,
                        LawResponse* response) const {
  double elongation[6], gain = 1;
  std::copy(step.strain, step.strain + 6, elongation);
  response->stored_energy = Product(step.strain, step.strain) / 2;
  response->dissipated_energy = 0;
  const bool moving = std::isfinite(step.h);
  if (has_memory()) Remember(step, state, next, elongation, &gain, response);
  Eigen::Map<Vector6>{response->force} = stiffness_.Times(Eigen::Map<const Vector6>(elongation));
  if (step.wants_tangents) {
    const double rate_gain = moving ? s_.damping_time : 0;
    for (int i = 0; i < 36; ++i) {
      response->d_strain[i] = gain * s_.stiffness[i];
      response->d_rate[i] = rate_gain * s_.stiffness[i];
    }
  }
  if (s_.length > 0) {
    const Variation v =
        VariationAt(step.strain, stiffness_.Times(Eigen::Map<const Vector6>(step.strain)));
    response->stored_energy -= v.c * v.f.dot(v.turned);
    AddVariationForce(v, response->force);
    if (step.wants_tangents) AddVariationStiffness(v, response->d_strain);
  }
}

void SectionLaw::Remember(const LawStep& step, const double* state, double* next,
                          double* elongation, double* gain, LawResponse* response) const {
  double de[6], mean[6], half_change[6];
  for (int i = 0; i < 6; ++i) {
    de[i] = step.strain[i] - state[i];
    const RatePath path(de[i], step.rate[i], step.h);
    mean[i] = path.mean();
    half_change[i] = (path.end - path.begin) / 2;
    next[i] = step.strain[i];
  }
  double lost = state[kDissipated];
  if (std::isfinite(step.h)) {
    for (int i = 0; i < 6; ++i) elongation[i] += s_.damping_time * step.rate[i];
    if (step.h > 0 && s_.damping_time > 0) {
      lost +=
          s_.damping_time * step.h * (Product(mean, mean) + Product(half_change, half_change) / 3);
    }
  }
  const bool same_h = step.h == state[kStep];
  for (size_t b = 0; b < s_.branches.size(); ++b) {
    const RelaxationBranch& branch = s_.branches[b];
    const double* q = state + kFirstBranch + kBranchSize * b;
    double* q_next = next + kFirstBranch + kBranchSize * b;
    const kernels::MaxwellPropagator<double> p =
        same_h ? kernels::MaxwellPropagator<double>{q[6], q[7], q[8]}
               : kernels::PrepareMaxwell(branch.time, step.h);
    for (int i = 0; i < 6; ++i) {
      q_next[i] = kernels::MaxwellStep(p, q[i], de[i]);
      elongation[i] += branch.ratio * q_next[i];
    }
    q_next[6] = p.decay;
    q_next[7] = p.gain;
    q_next[8] = p.ramp_loss;
    *gain += branch.ratio * p.gain;
    response->stored_energy += branch.ratio * Product(q_next, q_next) / 2;
    // MaxwellLoss() with products of vectors in the place of squares.
    const double gone = 1 - p.decay;
    lost += branch.ratio * (Product(q, q) * gone * (1 + p.decay) * 0.5 +
                            Product(q, de) * gone * p.gain + Product(de, de) * p.ramp_loss);
  }
  next[kDissipated] = lost;
  next[kStep] = std::isfinite(step.h) ? step.h : -1;
  response->dissipated_energy = lost;
}

SmallMotion SectionLaw::Linearize(double, const double* strain) const {
  const Matrix6 K = Rows(s_.stiffness.data());
  SmallMotion motion(6);
  motion.K = K;
  motion.C = s_.damping_time * K;
  if (s_.length > 0) {
    const Eigen::Map<const Vector6> e(strain);
    AddVariationStiffness(VariationAt(strain, stiffness_.Times(e)), motion.K.data());
  }
  // Springs g K from the strain to six points, dashpots g tau K behind them.
  for (const RelaxationBranch& branch : s_.branches) {
    if (branch.ratio == 0) continue;
    const int first = static_cast<int>(motion.K.rows());
    for (int i = 0; i < 6; ++i) motion.AddPoint();
    const Matrix6 spring = branch.ratio * K;
    motion.K.topLeftCorner<6, 6>() += spring;
    motion.K.block<6, 6>(0, first) -= spring;
    motion.K.block<6, 6>(first, 0) -= spring;
    motion.K.block<6, 6>(first, first) += spring;
    motion.C.block<6, 6>(first, first) += branch.time * spring;
  }
  return motion;
}

}  // namespace jounce
