#include "laws/pipkin_rogers_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "laws/kernels/maxwell.h"
#include "laws/kernels/power_memory.h"
#include "laws/scalar_response.h"
#include "laws/small_motion.h"

namespace jounce {
namespace {

// State: strain, energy lost, h of the propagators, force (for the trapezoid's work), then per
// branch q, and for the exact update decay, phi1, moments M and N.
constexpr int kHead = 4;

int BranchSize(const PipkinRogersTerm& term, bool exact) { return exact ? 3 + 2 * term.power : 1; }

// What a branch needs to pass a step of this length, written after its q.
void Prepare(int power, double tau, double h, double* block) {
  const double x = std::min(h / tau, 1e150);
  block[0] = std::exp(-x);
  block[1] = kernels::Phi1(x);
  kernels::DecayMoments(x, power, block + 2);
  kernels::MeanMoments(x, power, block + 2, block + 2 + power);
}

}  // namespace

void Validate(const PipkinRogersSettings& settings, const ParameterCheck& check) {
  check.That(!settings.terms.empty(), "has no terms", "give at least the term of power 1");
  std::vector<int> powers;
  for (const PipkinRogersTerm& term : settings.terms) {
    const ParameterCheck part = check.Part(fmt::format("power {}", term.power));
    part.That(term.power >= 1 && term.power <= PipkinRogersLaw::kMaxPower, "power out of range",
              fmt::format("give a whole number from 1 to {}", PipkinRogersLaw::kMaxPower));
    part.That(std::find(powers.begin(), powers.end(), term.power) == powers.end(), "is given twice",
              "put its branches into one term");
    powers.push_back(term.power);
    part.Finite("stiffness", term.stiffness);
    for (size_t i = 0; i < term.branches.size(); ++i) {
      const ParameterCheck branch = part.Part(fmt::format("branch {}", i + 1));
      branch.Finite("stiffness", term.branches[i].stiffness);
      branch.Positive("time", term.branches[i].time);
    }
  }
}

PipkinRogersLaw::PipkinRogersLaw(const PipkinRogersSettings& settings)
    : terms_(settings.terms), exact_(settings.update == PipkinRogersUpdate::kExact) {}

int PipkinRogersLaw::state_size() const {
  int size = kHead;
  for (const PipkinRogersTerm& term : terms_) {
    size += BranchSize(term, exact_) * static_cast<int>(term.branches.size());
  }
  return size;
}

void PipkinRogersLaw::Start(const double* strain, double* state) const {
  double force = 0;
  double* block = state + kHead;
  for (const PipkinRogersTerm& term : terms_) {
    const double y = std::pow(strain[0], term.power);
    force += term.stiffness * y;
    for (const MaxwellBranch& branch : term.branches) {
      block[0] = exact_ ? 0 : branch.time * y;
      if (exact_) Prepare(term.power, branch.time, 0, block + 1);
      block += BranchSize(term, exact_);
    }
  }
  state[0] = strain[0];
  state[1] = 0;
  state[2] = 0;
  state[3] = force;
}

void PipkinRogersLaw::Exact(const PipkinRogersTerm& term, const LawStep& step, double e0,
                            bool same_h, const double** state, double** next, Sum* sum) const {
  const double e1 = step.strain[0], de = e1 - e0;
  const int size = BranchSize(term, true);
  for (const MaxwellBranch& branch : term.branches) {
    if (same_h) {
      std::copy(*state + 1, *state + size, *next + 1);
    } else {
      Prepare(term.power, branch.time, step.h, *next + 1);
    }
    const double q0 = (*state)[0], *p = *next + 1;
    const auto gained = kernels::SumPowers(term.power, e1, de, p + 2);
    const auto mean = kernels::SumPowers(term.power, e1, de, p + 2 + term.power);
    const double q = p[0] * q0 + gained.value;
    (*next)[0] = q;
    sum->force += branch.stiffness * q;
    sum->tangent += branch.stiffness * gained.slope;
    sum->work += branch.stiffness * de * (p[1] * q0 + mean.value);
    if (term.power == 1) sum->stored += branch.stiffness * q * q / 2;
    *state += size;
    *next += size;
  }
}

void PipkinRogersLaw::Trapezoid(const PipkinRogersTerm& term, const LawStep& step, double e0,
                                const double** state, double** next, Sum* sum) const {
  const double y0 = std::pow(e0, term.power), y1 = std::pow(step.strain[0], term.power);
  const double slope = term.power * std::pow(step.strain[0], term.power - 1);
  for (const MaxwellBranch& branch : term.branches) {
    double integral = branch.time * y1, gain = 1;  // relaxed: I = tau y, and all of it is lost
    if (std::isfinite(step.h)) {
      const double decay = std::exp(-step.h / branch.time);
      integral = (*state)[0] * decay + (y0 * decay + y1) * step.h / 2;  // [eq. 15]
      gain = step.h / 2 / branch.time;
    }
    const double q = y1 - integral / branch.time;
    sum->force += branch.stiffness * q;
    sum->tangent += branch.stiffness * slope * (1 - gain);
    if (term.power == 1) sum->stored += branch.stiffness * q * q / 2;
    *(*next)++ = integral;
    ++*state;
  }
}

void PipkinRogersLaw::Update(const LawStep& step, const double* state, double* next,
                             LawResponse* response) const {
  const double e0 = state[0], e1 = step.strain[0];
  const double* from = state + kHead;
  double* to = next + kHead;
  Sum sum;
  double stored_before = 0, elastic = 0;
  for (const PipkinRogersTerm& term : terms_) {
    const double y0 = std::pow(e0, term.power - 1), y1 = std::pow(e1, term.power - 1);
    if (term.power == 1) {
      // Elongations of the linear branches before the step: their springs store energy.
      for (size_t i = 0; i < term.branches.size(); ++i) {
        const double held = from[i * BranchSize(term, exact_)];
        const double q = exact_ ? held : e0 - held / term.branches[i].time;
        stored_before += term.branches[i].stiffness * q * q / 2;
      }
    }
    sum.force += term.stiffness * y1 * e1;
    sum.tangent += term.stiffness * term.power * y1;
    elastic += term.stiffness * y1 * e1 * e1 / (term.power + 1);
    sum.work += term.stiffness * (y1 * e1 * e1 - y0 * e0 * e0) / (term.power + 1);
    stored_before += term.stiffness * y0 * e0 * e0 / (term.power + 1);
    if (exact_) {
      Exact(term, step, e0, step.h == state[2], &from, &to, &sum);
    } else {
      Trapezoid(term, step, e0, &from, &to, &sum);
    }
  }
  const double stored = elastic + sum.stored;
  const double work = exact_ ? sum.work : (state[3] + sum.force) / 2 * (e1 - e0);
  next[0] = e1;
  next[1] = state[1] + work - (stored - stored_before);
  next[2] = std::isfinite(step.h) ? step.h : -1;
  next[3] = sum.force;
  Answer(response, sum.force, sum.tangent, 0, stored, next[1]);
}

SmallMotion PipkinRogersLaw::Linearize(double, const double* strain) const {
  SmallMotion motion(1);
  for (const PipkinRogersTerm& term : terms_) {
    const double slope = term.power * std::pow(strain[0], term.power - 1);
    motion.K(0, 0) += slope * term.stiffness;
    for (const MaxwellBranch& branch : term.branches) {
      motion.AddMaxwell(slope * branch.stiffness, branch.time);
    }
  }
  return motion;
}

}  // namespace jounce
