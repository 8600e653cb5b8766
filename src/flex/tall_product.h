// Products of matrices with very many rows, a few of them at a time: all that is needed stays in
// the cache, and no large block is taken from the heap.
#ifndef JOUNCE_FLEX_TALL_PRODUCT_H_
#define JOUNCE_FLEX_TALL_PRODUCT_H_

#include <Eigen/Core>

namespace jounce::flex {

// a^T b.
Eigen::MatrixXd TransposedTimes(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

// tall * small.
Eigen::MatrixXd Times(const Eigen::MatrixXd& tall, const Eigen::MatrixXd& small);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_TALL_PRODUCT_H_
