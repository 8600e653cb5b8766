// Laws made of laws.
//
//   axes      a law of dimension n from n laws of one dimension, one per direction, uncoupled
//   parallel  the same strain for all parts; forces, tangents, energies and K* add
//
// The third way to combine, in a row, is laws/series_law.h.
#ifndef JOUNCE_LAWS_COMPOSITE_LAWS_H_
#define JOUNCE_LAWS_COMPOSITE_LAWS_H_

#include <memory>
#include <vector>

#include "laws/law.h"

namespace jounce {

using LawList = std::vector<std::unique_ptr<const Law>>;

// Sum of the parts' state sizes.
int TotalStateSize(const LawList& parts);
bool AnyRemembers(const LawList& parts);
bool AllDifferentiate(const LawList& parts);

class AxesLaw : public Law {
 public:
  // `parts` are of dimension 1; there are 1, 3 or 6.
  explicit AxesLaw(LawList parts);

  int dimension() const override { return static_cast<int>(parts_.size()); }
  int state_size() const override { return state_size_; }
  bool remembers() const override { return AnyRemembers(parts_); }
  void Start(const double* strain, double* state) const override;
  void SetMoving(const double* rate, const double* acceleration, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  bool differentiates() const override { return AllDifferentiate(parts_); }
  void Differentiate(const LawStep& step, const double* state,
                     const StepSlopes& slopes) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  LawList parts_;
  int state_size_;
};

class ParallelLaw : public Law {
 public:
  // `parts` are of one and the same dimension; there is at least one.
  explicit ParallelLaw(LawList parts);

  int dimension() const override { return dimension_; }
  int state_size() const override { return state_size_; }
  bool remembers() const override { return AnyRemembers(parts_); }
  void Start(const double* strain, double* state) const override;
  void SetMoving(const double* rate, const double* acceleration, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  bool differentiates() const override { return AllDifferentiate(parts_); }
  void Differentiate(const LawStep& step, const double* state,
                     const StepSlopes& slopes) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  LawList parts_;
  int dimension_, state_size_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_COMPOSITE_LAWS_H_
