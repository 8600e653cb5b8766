// Nonlinear viscoelastic law after Pipkin and Rogers, with powers of the strain times exponentials
// [Ledesma 1996, eq. 9 to 16]:
//
//   f(t) = sum over k of  integral of G_k(t - s) d(e^k)/ds ds,
//   G_k(t) = g_k0 + sum over j of g_kj exp(-t/tau_kj).
//
// Two updates: `exact` for a strain that is linear over the step, right at any step size, and the
// paper's `trapezoid` rule [eq. 15], of second order and wrong when h is not small against tau.
//   K*(w) about u0: sum of k u0^(k-1) G_k*(w).
// When to use: rubber whose relaxation depends on the strain. No potential belongs to the terms
// with k > 1: their work beyond the relaxed elastic energy counts as dissipated and may fall for a
// while.
//
// [Ledesma 1996] R. Ledesma, Z.-D. Ma, G. Hulbert, A. Wineman, A nonlinear viscoelastic bushing
// element in multibody dynamics, Computational Mechanics 17 (1996).
#ifndef JOUNCE_LAWS_PIPKIN_ROGERS_LAW_H_
#define JOUNCE_LAWS_PIPKIN_ROGERS_LAW_H_

#include <vector>

#include "laws/law.h"
#include "laws/prony_law.h"

namespace jounce {

struct PipkinRogersTerm {
  int power = 1;                        // k, 1 to 9
  double stiffness = 0;                 // g_k0 [N/m^k]; may be negative
  std::vector<MaxwellBranch> branches;  // g_kj [N/m^k] and tau_kj [s]; g may be negative

  friend bool operator==(const PipkinRogersTerm&, const PipkinRogersTerm&) = default;
};

enum class PipkinRogersUpdate { kExact, kTrapezoid };

struct PipkinRogersSettings {
  std::vector<PipkinRogersTerm> terms;
  PipkinRogersUpdate update = PipkinRogersUpdate::kExact;

  friend bool operator==(const PipkinRogersSettings&, const PipkinRogersSettings&) = default;
};

void Validate(const PipkinRogersSettings& settings, const ParameterCheck& check);

class PipkinRogersLaw : public Law {
 public:
  static constexpr int kMaxPower = 9;

  explicit PipkinRogersLaw(const PipkinRogersSettings& settings);

  int dimension() const override { return 1; }
  int state_size() const override;
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  struct Sum {
    double force = 0, tangent = 0, work = 0, stored = 0;
  };
  // What the branches of one term add; moves the pointers past their states.
  void Exact(const PipkinRogersTerm& term, const LawStep& step, double e0, bool same_h,
             const double** state, double** next, Sum* sum) const;
  void Trapezoid(const PipkinRogersTerm& term, const LawStep& step, double e0, const double** state,
                 double** next, Sum* sum) const;

  std::vector<PipkinRogersTerm> terms_;
  bool exact_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_PIPKIN_ROGERS_LAW_H_
