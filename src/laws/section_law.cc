#include "laws/section_law.h"

#include <algorithm>
#include <cmath>

#include "laws/small_motion.h"
#include "math/pose.h"

namespace jounce {
namespace {

using Rows = Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>;

Six<double> SixAt(const double* numbers) {
  Six<double> six;
  std::copy(numbers, numbers + 6, six.begin());
  return six;
}

}  // namespace

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
      section_{FewEntries<double>(stiffness()), FewEntries<double>(strain_slope()),
               settings.length * settings.length / 12} {}

Matrix6 SectionLaw::stiffness() const { return Rows(s_.stiffness.data()); }
Matrix6 SectionLaw::strain_slope() const { return Rows(s_.strain_slope.data()); }

// f, k and s are linear in the strain, so the second derivatives are those of each two of them.
void SectionLaw::AddVariationStiffness(const Numbers& strain, const Variation& v,
                                       double* d_strain) const {
  const Rows K(s_.stiffness.data()), B(s_.strain_slope.data());
  const Eigen::Map<const Vector6> e(strain.data()), s(v.s.data()), f(v.f.data());
  const Eigen::Matrix3d k = Skew(e.tail<3>());
  Matrix6 S;
  S << K.leftCols<3>() * k, K.rightCols<3>() * k;
  S = Matrix6(S * B);
  S.rightCols<3>() -= K.leftCols<3>() * Skew(s.head<3>()) + K.rightCols<3>() * Skew(s.tail<3>());
  S.bottomRows<3>() -= Skew(f.head<3>()) * B.topRows<3>() + Skew(f.tail<3>()) * B.bottomRows<3>();
  Eigen::Map<Matrix6>{d_strain} -= section_.c * (S + S.transpose());
}

void SectionLaw::Update(const LawStep& step, const double* state, double* next,
                        LawResponse* response) const {
  const Numbers strain = SixAt(step.strain), elastic = section_.stiffness.Times(strain);
  Numbers elongation = strain;
  double gain = 1;
  response->stored_energy = Dot(strain, elastic) / 2;
  response->dissipated_energy = 0;
  const bool moving = std::isfinite(step.h);
  if (has_memory()) Remember(step, state, next, &elongation, &gain, response);
  Numbers force = section_.stiffness.Times(elongation);
  if (step.wants_tangents) {
    const double rate_gain = moving ? s_.damping_time : 0;
    for (int i = 0; i < 36; ++i) {
      response->d_strain[i] = gain * s_.stiffness[i];
      response->d_rate[i] = rate_gain * s_.stiffness[i];
    }
  }
  if (s_.length > 0) {
    const Variation v = VariationAt(section_, strain, elastic);
    response->stored_energy -= section_.c * Dot(v.f, v.turned);
    AddVariationForce(section_, strain, v, &force);
    if (step.wants_tangents) AddVariationStiffness(strain, v, response->d_strain);
  }
  std::copy(force.begin(), force.end(), response->force);
}

void SectionLaw::Remember(const LawStep& step, const double* state, double* next,
                          Numbers* elongation, double* gain, LawResponse* response) const {
  Numbers de;
  for (int i = 0; i < 6; ++i) {
    de[i] = step.strain[i] - state[i];
    next[i] = step.strain[i];
  }
  double lost = state[kDissipated];
  if (std::isfinite(step.h) && s_.damping_time > 0) {
    for (int i = 0; i < 6; ++i) (*elongation)[i] += s_.damping_time * step.rate[i];
    if (step.h > 0) lost += s_.damping_time * DampingLoss(section_, de, SixAt(step.rate), step.h);
  }
  const bool same_h = step.h == state[kStep];
  for (size_t b = 0; b < s_.branches.size(); ++b) {
    const RelaxationBranch& branch = s_.branches[b];
    const double* from = state + kFirstBranch + kBranchSize * b;
    double* to = next + kFirstBranch + kBranchSize * b;
    const kernels::MaxwellPropagator<double> p =
        same_h ? kernels::MaxwellPropagator<double>{from[6], from[7], from[8]}
               : kernels::PrepareMaxwell(branch.time, step.h);
    const Numbers q = SixAt(from);
    Numbers q_next;
    for (int i = 0; i < 6; ++i) {
      to[i] = q_next[i] = kernels::MaxwellStep(p, q[i], de[i]);
      (*elongation)[i] += branch.ratio * q_next[i];
    }
    to[6] = p.decay;
    to[7] = p.gain;
    to[8] = p.ramp_loss;
    *gain += branch.ratio * p.gain;
    response->stored_energy += branch.ratio * Square(section_, q_next) / 2;
    lost += branch.ratio * BranchLoss(section_, p, q, de);
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
    const Numbers e = SixAt(strain);
    AddVariationStiffness(e, VariationAt(section_, e, section_.stiffness.Times(e)),
                          motion.K.data());
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
