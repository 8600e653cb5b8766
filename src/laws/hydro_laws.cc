#include "laws/hydro_laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "laws/kernels/elastoplastic.h"
#include "laws/kernels/fluid.h"
#include "laws/kernels/spring.h"
#include "laws/scalar_response.h"
#include "laws/small_motion.h"
#include "math/dual.h"

namespace jounce {
namespace {

constexpr int kHydroHead = 3;   // strain, energy lost, step length of the propagators
constexpr int kFluidSize = 10;  // p, w and the propagator

void CheckList(const ParameterCheck& check, const char* name, const std::vector<double>& values,
               const char* like, size_t count) {
  check.That(values.size() == count,
             fmt::format("{} has {} numbers, {} has {}", name, values.size(), like, count),
             "give one for each element");
  for (size_t i = 0; i < values.size(); ++i) {
    check.NotNegative(fmt::format("{}{}", name, i + 1), values[i]);
  }
}

}  // namespace

void Validate(const FluidSettings& settings, const ParameterCheck& check) {
  check.NotNegative("mass", settings.mass);
  check.NotNegative("stiffness", settings.stiffness);
  check.NotNegative("time", settings.time);
}

void Validate(const HydrobushingSettings& s, const ParameterCheck& check) {
  check.Finite("D10", s.d10);
  check.Finite("D20", s.d20);
  check.Finite("D30", s.d30);
  CheckList(check, "Kp", s.kp, "Kp", s.kp.size());
  CheckList(check, "Fy", s.fy, "Kp", s.kp.size());
  CheckList(check, "M", s.m, "M", s.m.size());
  CheckList(check, "Kf", s.kf, "M", s.m.size());
  CheckList(check, "Tr", s.tr, "M", s.m.size());
}

void Validate(const HydroPathSettings& s, const ParameterCheck& check) {
  check.NotNegative("pumping_stiffness", s.pumping_stiffness);
  check.NotNegative("chamber_stiffness", s.chamber_stiffness);
  check.NotNegative("mass", s.mass);
  check.NotNegative("linear_loss", s.linear_loss);
  check.NotNegative("quadratic_loss", s.quadratic_loss);
  check.NotNegative("gap", s.gap);
  check.NotNegative("decline", s.decline);
}

void Validate(const HydromountSettings& s, const ParameterCheck& check) {
  check.Finite("stiffness", s.stiffness);
  check.NotNegative("damping", s.damping);
  Validate(s.path, check);
}

HydrobushingLaw::HydrobushingLaw(const HydrobushingSettings& s)
    : d10_(s.d10), d20_(s.d20), d30_(s.d30) {
  for (size_t i = 0; i < s.kp.size(); ++i) {
    friction_.push_back({s.kp[i], s.fy[i]});
    yield_.push_back(kernels::YieldElongation(s.kp[i], s.fy[i]));
  }
  for (size_t i = 0; i < s.m.size(); ++i)
    fluid_.push_back(FluidElement({s.m[i], s.kf[i], s.tr[i]}));
}

HydrobushingLaw::HydrobushingLaw(const FluidSettings& settings) : fluid_{FluidElement(settings)} {}

HydrobushingLaw::FluidElement::FluidElement(const FluidSettings& s)
    : m(s.mass),
      k(s.stiffness),
      tr(s.time),
      c(s.stiffness * s.time),
      m_k(s.stiffness > 0 ? s.mass / s.stiffness : 0) {}

int HydrobushingLaw::state_size() const {
  return kHydroHead + static_cast<int>(friction_.size() + kFluidSize * fluid_.size());
}

void HydrobushingLaw::Start(const double* strain, double* state) const {
  std::fill(state, state + state_size(), 0.0);
  state[0] = strain[0];
  state[2] = -1;  // no propagators yet
}

void HydrobushingLaw::SetMoving(const double* rate, const double*, double* state) const {
  double* fluid = state + kHydroHead + friction_.size();
  for (size_t i = 0; i < fluid_.size(); ++i) fluid[kFluidSize * i + 1] = rate[0];
}

void HydrobushingLaw::UpdateFriction(double de, const double* __restrict x,
                                     double* __restrict x_next, Sum* sum) const {
  Sum total = *sum;
  for (size_t i = 0; i < friction_.size(); ++i) {
    const double k = friction_[i].stiffness;
    const auto r = kernels::ElastoPlasticStep(k, friction_[i].yield_force, yield_[i], x[i], de);
    x_next[i] = r.x;
    total.force += k * r.x;
    total.d_strain += r.stiffness;
    total.stored += k * r.x * r.x / 2;
    total.lost += r.loss;
  }
  *sum = total;
}

void HydrobushingLaw::UpdateFluid(const LawStep& step, double de, bool same_h,
                                  const double* __restrict state, double* __restrict next,
                                  Sum* sum) const {
  const double h = std::max(step.h, 1e-100), per_h = 1 / h;
  const double rate = step.rate[0], rate_h = rate * h;
  Sum total = *sum;  // a copy, which stays in registers
  for (const FluidElement& f : fluid_) {
    const auto p = same_h ? kernels::FluidPropagator<double>{state[2], state[3], state[4], state[5],
                                                             state[6], state[7], state[8], state[9]}
                          : kernels::PrepareFluid(f.m, f.k, f.tr, h);
    const kernels::FluidState<double> s{state[0], state[1]};
    const kernels::FluidState<double> end = kernels::FluidStep(p, s, de, rate_h);
    const double before = f.m * s.w * s.w + f.k * s.p * s.p;
    const double after = f.m * end.w * end.w + f.k * end.p * end.p;
    total.force += f.c * (rate - end.w);
    total.d_strain += 2 * f.c * (p.wb - p.wa);
    total.d_rate += f.c * (1 + h * (p.wa - 2 * p.wb));
    total.stored += after / 2;
    if (step.h > 0) {  // a jump has no duration to lose energy in
      total.lost +=
          kernels::FluidWork(f.c, f.tr, f.m_k, s, end, de, rate_h, per_h) - (after - before) / 2;
    }
    next[0] = end.p;
    next[1] = end.w;
    next[2] = p.pp;
    next[3] = p.pw;
    next[4] = p.wp;
    next[5] = p.ww;
    next[6] = p.pa;
    next[7] = p.pb;
    next[8] = p.wa;
    next[9] = p.wb;
    state += kFluidSize;
    next += kFluidSize;
  }
  *sum = total;
}

void HydrobushingLaw::RelaxFluid(const double* state, double* next, Sum* sum) const {
  for (const FluidElement& f : fluid_) {
    sum->lost += (f.m * state[1] * state[1] + f.k * state[0] * state[0]) / 2;
    std::fill(next, next + kFluidSize, 0.0);
    state += kFluidSize;
    next += kFluidSize;
  }
}

void HydrobushingLaw::Update(const LawStep& step, const double* state, double* next,
                             LawResponse* response) const {
  const double e = step.strain[0], de = e - state[0];
  const auto spring = kernels::YeohSpring(d10_, d20_, d30_, e);
  Sum sum;
  sum.force = spring.force;
  sum.d_strain = spring.stiffness;
  sum.stored = spring.energy;
  sum.lost = state[1];
  UpdateFriction(de, state + kHydroHead, next + kHydroHead, &sum);
  const size_t fluid = kHydroHead + friction_.size();
  if (std::isfinite(step.h)) {
    UpdateFluid(step, de, step.h == state[2], state + fluid, next + fluid, &sum);
  } else {
    RelaxFluid(state + fluid, next + fluid, &sum);
  }
  next[0] = e;
  next[1] = sum.lost;
  next[2] = std::isfinite(step.h) ? step.h : -1;
  Answer(response, sum.force, sum.d_strain, sum.d_rate, sum.stored, sum.lost);
}

SmallMotion HydrobushingLaw::Linearize(double, const double* strain) const {
  double stiffness = kernels::YeohSpring(d10_, d20_, d30_, strain[0]).stiffness;
  for (size_t i = 0; i < friction_.size(); ++i) {
    if (yield_[i] > 0) stiffness += friction_[i].stiffness;
  }
  SmallMotion motion = SmallMotion::Spring(stiffness);
  for (const FluidElement& f : fluid_) {
    if (f.c == 0) continue;  // cut off from the strain
    const int point = motion.AddPoint();
    SmallMotion::Join(&motion.C, 0, point, f.c);
    SmallMotion::Join(&motion.K, point, -1, f.k);
    SmallMotion::Join(&motion.M, point, -1, f.m);
  }
  return motion;
}

HydroPathLaw::HydroPathLaw(const HydroPathSettings& s)
    : path_{s.pumping_stiffness,
            s.chamber_stiffness,
            s.mass,
            s.linear_loss,
            s.quadratic_loss,
            s.gap,
            s.decline} {}

void HydroPathLaw::Start(const double* strain, double* state) const {
  const kernels::HydroPathState<double> zero{0.0, 0.0};
  const auto rest = kernels::HydroPathStep(path_, zero, strain[0], strain[0],
                                           std::numeric_limits<double>::infinity());
  state[0] = strain[0];
  state[1] = 0;
  state[2] = rest.state.q;
  state[3] = 0;
}

void HydroPathLaw::Update(const LawStep& step, const double* state, double* next,
                          LawResponse* response) const {
  if (path_.decline > 0) {
    Advance<true>(step, state, next, response);
  } else {
    Advance<false>(step, state, next, response);
  }
}

template <bool kDeclines>
void HydroPathLaw::Advance(const LawStep& step, const double* state, double* next,
                           LawResponse* response) const {
  using D = Dual<1>;
  const kernels::HydroPathState<double> s{state[2], state[3]};
  const kernels::HydroPathParameters<D, kDeclines> path{path_.pumping_stiffness,
                                                        path_.chamber_stiffness,
                                                        path_.mass,
                                                        path_.linear_loss,
                                                        path_.quadratic_loss,
                                                        path_.gap,
                                                        path_.decline};
  const kernels::HydroPathState<D> begin{s.q, s.w};
  const auto r =
      kernels::HydroPathStep(path, begin, state[0], D::Variable(step.strain[0], 0), step.h);
  const kernels::HydroPathState<double> end{r.state.q.value, r.state.w.value};
  double lost = r.loss.value;
  if (std::isinf(step.h)) {
    // First all comes to rest where it is, losing what it had too much; then it moves slowly.
    const auto rest = kernels::HydroPathStep(path_, s, state[0], state[0], step.h);
    lost = kernels::HydroPathStored(path_, s, state[0]) -
           kernels::HydroPathStored(path_, rest.state, state[0]);
  }
  next[0] = step.strain[0];
  next[1] = state[1] + lost;
  next[2] = end.q;
  next[3] = end.w;
  Answer(response, r.force.value, r.force.d[0], 0,
         kernels::HydroPathStored(path_, end, step.strain[0]), next[1]);
}

SmallMotion HydroPathLaw::Linearize(double, const double* strain) const {
  double rest[4];
  Start(strain, rest);
  const bool pumping = std::abs(strain[0] - rest[2]) > path_.gap || path_.gap == 0;
  SmallMotion motion(1);
  if (!pumping || path_.pumping_stiffness == 0) return motion;
  const int point = motion.AddPoint();
  // Slope of the bulge where it stands.
  const double e = std::max(0.0, std::abs(strain[0] - rest[2]) - path_.gap);
  const double bulge = path_.pumping_stiffness / std::pow(1 + path_.decline * e, 2);
  SmallMotion::Join(&motion.K, 0, point, bulge);
  SmallMotion::Join(&motion.K, point, -1, path_.chamber_stiffness);
  SmallMotion::Join(&motion.C, point, -1, path_.linear_loss);
  SmallMotion::Join(&motion.M, point, -1, path_.mass);
  return motion;
}

}  // namespace jounce
