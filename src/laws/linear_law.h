// Linear elastic and viscoelastic law of dimension n, f = K e + C e' [Merel 2007, eq. 49 to 56].
//
// Isotropic (one number), one number per direction, or full n x n matrices, coupled 6 x 6 included.
// A matrix that is not symmetric is allowed; the work of its skew part counts as dissipated.
// When to use: stiff metal parts, first estimates, beam sections. Rubber has memory: see prony.
//
// [Merel 2007] J. Merel, I. Wander, P. Masarati, M. Morandini, Analysis of load patterns in rubber
// components for vehicles, Multibody Dynamics 2007.
#ifndef JOUNCE_LAWS_LINEAR_LAW_H_
#define JOUNCE_LAWS_LINEAR_LAW_H_

#include <array>
#include <vector>

#include "laws/law.h"
#include "laws/parameter_check.h"

namespace jounce {

struct LinearSettings {
  int dimension = 1;  // 1, 3 or 6
  // 1 number (all directions), n numbers (one per direction) or n x n row by row; empty is zero.
  std::vector<double> stiffness;  // [N/m, N m/rad]
  std::vector<double> damping;    // [N s/m, N m s/rad]

  friend bool operator==(const LinearSettings&, const LinearSettings&) = default;
};

void Validate(const LinearSettings& settings, const ParameterCheck& check);

class LinearLaw : public Law {
 public:
  explicit LinearLaw(const LinearSettings& settings);

  int dimension() const override { return n_; }
  int state_size() const override { return n_ + 1; }  // strain, energy lost
  bool remembers() const override { return false; }
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  bool differentiates() const override { return true; }
  void Differentiate(const LawStep& step, const double* state,
                     const StepSlopes& slopes) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  using Matrix = std::array<double, kMaxLawDimension * kMaxLawDimension>;
  static Matrix Expand(const std::vector<double>& numbers, int n);
  // a^T m b.
  double Product(const double* a, const Matrix& m, const double* b) const;
  // Row i of m times b.
  double RowTimes(const Matrix& m, int i, const double* b) const;
  // Force and energies; for matrices that are diagonal, as most are, with n known to the compiler.
  void UpdateFull(const LawStep& step, const double* state, double* next,
                  LawResponse* response) const;
  template <int n>
  void UpdateDiagonal(const LawStep& step, const double* state, double* next,
                      LawResponse* response) const;
  void WriteTangents(bool moving, LawResponse* response) const;

  int n_;
  Matrix k_, c_;   // row-major n x n
  bool diagonal_;  // both
  std::array<double, kMaxLawDimension> k_diagonal_{}, c_diagonal_{};
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_LINEAR_LAW_H_
