// A law written as a formula, f = "k*x + a*x^3 + c*xdot", with named parameters; the derivatives
// come from automatic differentiation (math/expression.h, math/dual.h).
//
// Variables in one dimension: x, xdot. In three: x y z and xdot ydot zdot; in six also rx ry rz and
// rxdot rydot rzdot. One formula per direction, each of which may use all variables.
// The energy splits into stored (the work at zero rate) and dissipated (the rest).
#ifndef JOUNCE_LAWS_EXPRESSION_LAW_H_
#define JOUNCE_LAWS_EXPRESSION_LAW_H_

#include <map>
#include <string>
#include <vector>

#include "laws/law.h"
#include "laws/parameter_check.h"
#include "math/expression.h"

namespace jounce {

struct ExpressionSettings {
  std::vector<std::string> force;            // one formula per direction: 1, 3 or 6, SI units
  std::map<std::string, double> parameters;  // SI values

  friend bool operator==(const ExpressionSettings&, const ExpressionSettings&) = default;
};

void Validate(const ExpressionSettings& settings, const ParameterCheck& check);

class ExpressionLaw : public Law {
 public:
  explicit ExpressionLaw(const ExpressionSettings& settings);

  int dimension() const override { return n_; }
  int state_size() const override { return n_ + 2; }  // strain, energy stored and lost
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  template <class T>
  void Forces(const T* strain, const T* rate, T* force) const;
  // Work along a straight path from one strain to another at a constant rate.
  double Work(const double* from, const double* to, const double* rate) const;
  // Forces and their derivatives.
  void Tangents(const double* strain, const double* rate, double* force, double* d_strain,
                double* d_rate) const;
  template <int N>
  void TangentsOfSize(const double* strain, const double* rate, double* force, double* d_strain,
                      double* d_rate) const;

  int n_;
  std::vector<Expression> force_;
  std::vector<double> parameters_;
  bool uses_rate_ = false;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_EXPRESSION_LAW_H_
