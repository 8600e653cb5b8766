// A linear law for tests of mechanics: f = K e + C e', K and C any matrices.
#ifndef JOUNCE_MECHANICS_TEST_LAWS_H_
#define JOUNCE_MECHANICS_TEST_LAWS_H_

#include <Eigen/Core>

#include "laws/law.h"

namespace jounce::testing {

class LinearTestLaw final : public Law {
 public:
  LinearTestLaw(const Eigen::MatrixXd& K, const Eigen::MatrixXd& C) : K_(K), C_(C) {}

  int dimension() const override { return static_cast<int>(K_.rows()); }
  int state_size() const override { return 0; }
  void Start(const double*, double*) const override {}
  void Update(const LawStep& step, const double*, double*, LawResponse* response) const override {
    const int n = dimension();
    response->stored_energy = response->dissipated_energy = 0;
    for (int i = 0; i < n; ++i) {
      double elastic = 0, viscous = 0;
      for (int j = 0; j < n; ++j) {
        elastic += K_(i, j) * step.strain[j];
        viscous += C_(i, j) * step.rate[j];
        response->d_strain[i * n + j] = K_(i, j);
        response->d_rate[i * n + j] = C_(i, j);
      }
      response->force[i] = elastic + viscous;
      response->stored_energy += 0.5 * elastic * step.strain[i];
    }
  }
  void ComplexStiffness(double omega, const double*,
                        std::complex<double>* stiffness) const override {
    const int n = dimension();
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) stiffness[i * n + j] = {K_(i, j), omega * C_(i, j)};
    }
  }

 private:
  Eigen::MatrixXd K_, C_;
};

}  // namespace jounce::testing

#endif  // JOUNCE_MECHANICS_TEST_LAWS_H_
