// A linear law from matrices, for tests.
#ifndef JOUNCE_LAWS_LINEAR_LAW_FOR_TEST_H_
#define JOUNCE_LAWS_LINEAR_LAW_FOR_TEST_H_

#include <Eigen/Core>
#include <vector>

#include "laws/law_settings.h"

namespace jounce::testing {

// f = K e + C e', K and C square and of the law's dimension.
inline LawSettings MatrixLaw(const Eigen::MatrixXd& K, const Eigen::MatrixXd& C) {
  const auto rows = [](const Eigen::MatrixXd& m) {
    std::vector<double> numbers;
    for (int i = 0; i < m.rows(); ++i) {
      for (int j = 0; j < m.cols(); ++j) numbers.push_back(m(i, j));
    }
    return numbers;
  };
  return LinearSettings{static_cast<int>(K.rows()), rows(K), rows(C)};
}

}  // namespace jounce::testing

#endif  // JOUNCE_LAWS_LINEAR_LAW_FOR_TEST_H_
