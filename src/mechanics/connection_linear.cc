#include "mechanics/connection_linear.h"

#include "math/products.h"

namespace jounce {
namespace {

// Adds the rows and columns of the points inside the law. Their rows are multiplied by the length,
// over which they are spread like the strain.
void SpreadInner(const Eigen::MatrixXd& law, const Eigen::MatrixXd& BJ, const Eigen::MatrixXd& DJ,
                 const StrainScale& scale, Eigen::MatrixXd* all) {
  const Eigen::Index n = all->rows(), size = BJ.rows(), inner = law.rows() - size;
  all->conservativeResize(n + inner, n + inner);
  all->topRightCorner(n, inner) =
      scale.sign * TransposedProduct(BJ, law.topRightCorner(size, inner));
  all->bottomLeftCorner(inner, n) = scale.sign * Product(law.bottomLeftCorner(inner, size), DJ);
  all->bottomRightCorner(inner, inner) = scale.length * law.bottomRightCorner(inner, inner);
}

}  // namespace

StrainSlopes StrainSlopesOf(const FrameLink& link, const RelativeMotion& motion,
                            const MapSlopes& map, const StrainScale& scale) {
  const FrameLink::IncrementMatrices D = link.Increments(motion.H);
  Eigen::Matrix<double, 6, 12> J;
  J << D.first, D.second;
  const double factor = scale.sign / scale.length;
  const MapSlopes::Rows turned = map.rate_slope - map.rate.lazyProduct(AdjointBracket(motion.v_A));
  StrainSlopes slopes;
  slopes.strain_K = factor * map.strain.lazyProduct(J);
  slopes.rate_K = factor * turned.lazyProduct(J);
  slopes.rate_C = factor * map.rate.lazyProduct(J);
  slopes.length = scale.length;
  return slopes;
}

LawSlopes SlopesOf(const FrameLink& link, const RelativeMotion& motion, const MapSlopes& map,
                   const LawResponse& response, const StrainScale& scale) {
  using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor,
                               kMaxLawDimension, kMaxLawDimension>;
  const Eigen::Index n = map.rate.rows();
  const Eigen::Map<const Square> stiffness(response.d_strain, n, n), damping(response.d_rate, n, n);
  const StrainSlopes strain = StrainSlopesOf(link, motion, map, scale);
  LawSlopes slopes;
  slopes.strain_K = strain.strain_K;
  slopes.force_K = stiffness.lazyProduct(strain.strain_K) + damping.lazyProduct(strain.rate_K);
  slopes.force_C = damping.lazyProduct(strain.rate_C);
  return slopes;
}

SmallMotion Spread(const FrameLink& link, const RelativeMotion& motion, const MapSlopes& map,
                   const SmallMotion& law, const StrainScale& scale, ElementTangents own) {
  const Eigen::Index n = map.rate.rows();
  const auto within = [n](const Eigen::MatrixXd& part) { return part.topLeftCorner(n, n); };
  const Matrix6 K = TransposedProduct(map.rate, Product(within(law.K), map.strain)) / scale.length +
                    map.wrench_slope;
  const Matrix6 C = Congruence(map.rate, within(law.C)) / scale.length;
  link.AddWrenchTangents(motion, map.wrench, K, C, 0, &own);
  // What moves with the increments x of the bodies: the relative one is J x.
  const FrameLink::IncrementMatrices ends = link.Increments(motion.H);
  const Eigen::Index size = own.K.rows();
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(6, size);
  J.leftCols<12>() << ends.first, ends.second;
  const Eigen::MatrixXd BJ = Product(map.rate, J), DJ = Product(map.strain, J);
  SmallMotion all(static_cast<int>(size));
  all.K = own.K;
  all.C = own.C;
  all.M = Congruence(BJ, within(law.M)) / scale.length;
  all.at_one_frequency = law.at_one_frequency;
  SpreadInner(law.K, BJ, DJ, scale, &all.K);
  SpreadInner(law.C, BJ, DJ, scale, &all.C);
  SpreadInner(law.M, BJ, DJ, scale, &all.M);
  return all;
}

}  // namespace jounce
