// Laws in a row: one common force, strains that add up. So a spring and a dashpot make a Maxwell
// branch, a spring and a slider an elasto-plastic element, and elastic, viscous and frictional
// parts in a row the model proposed in [Svensson 2004, figure 7.1].
//
// Each update solves for the strains of the parts by Newton's method with a safeguarded line
// search; parts whose force never falls with their strain always have a solution. The rates of the
// parts follow from their strains by the backward differentiation formula of second order, for any
// two step sizes; so the force does not depend on the rate given from outside, and d_rate is zero.
// Second order where the parts have rates, exact where they have none.
//
// [Svensson 2004] M. Svensson, M. Håkansson, Hydrobushing model for multi-body simulations, Lund
// University, TVSM-5124, 2004.
#ifndef JOUNCE_LAWS_SERIES_LAW_H_
#define JOUNCE_LAWS_SERIES_LAW_H_

#include "laws/composite_laws.h"

namespace jounce {

class SeriesLaw : public Law {
 public:
  static constexpr int kMaxParts = 8;

  // `parts` are of dimension 1; there are 1 to kMaxParts.
  explicit SeriesLaw(LawList parts);

  int dimension() const override { return 1; }
  // Length of the last step; strain, mean rate and end rate of each part; the parts' own states.
  int state_size() const override { return state_size_; }
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  struct Trial;
  int count() const { return static_cast<int>(parts_.size()); }
  // Forces and tangents of all parts at the trial's strains.
  void Evaluate(const LawStep& step, const double* state, double* next, Trial* trial) const;
  // Are the forces equal, as far as numbers can tell?
  static bool Balanced(const Trial& trial, int count);
  // Stiffness that a part without any is given, so that it takes all the strain.
  static double Softest(const Trial& trial, int count);
  // Newton's direction: changes of the strains that make the forces equal to first order.
  // Returns the common force.
  static double Direction(const Trial& trial, int count, double missing, double* direction);
  void Solve(const LawStep& step, const double* state, double* next, Trial* trial) const;

  LawList parts_;
  int state_size_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_SERIES_LAW_H_
