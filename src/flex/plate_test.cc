// The plate of appendix A of Wood 2003: 134.95 Hz, 2.13 mm under 20 N, 101 MPa, from the mesh and
// from the reduced part.
#include <gtest/gtest.h>

#include <numbers>

#include "flex/plate_for_test.h"
#include "math/dense.h"

namespace jounce::flex {
namespace {

using testing::FullPlate;
using testing::PlateAnswer;
using testing::PlateDeck;
using testing::PlateStress;
using testing::ReadDeck;

TEST(Plate, FullMeshGivesWhatTheThesisPrints) {
  const PlateAnswer answer = FullPlate(ReadDeck(PlateDeck(), "mm-t-s"));
  EXPECT_NEAR(answer.frequency, 134.95, 0.01 * 134.95);
  EXPECT_NEAR(answer.tip, 2.13e-3, 0.01 * 2.13e-3);
  EXPECT_NEAR(answer.stress, 101e6, 0.03 * 101e6);
}

TEST(Plate, ReducedGivesTheSameAsTheFullMesh) {
  const Mesh mesh = ReadDeck(PlateDeck(), "mm-t-s");
  const PlateAnswer full = FullPlate(mesh);
  PartOptions options;
  options.interfaces = {{"root", 154}, {"tip", 44}};
  options.reduction.modes = 10;
  NoProgress silent;
  const ReducedPart reduced = MakePart(mesh, options, &silent);
  const FlexiblePart& part = reduced.part;
  ASSERT_EQ(part.mode_count(), 16);
  // Held at the root: six rigid coordinates and the modes, with six conditions.
  const int n = part.mode_count();
  const auto at = [&](const InterfaceNode& node) {
    Eigen::MatrixXd motion(6, 6 + n);
    motion.leftCols<6>().setIdentity();
    Eigen::Matrix3d arm;
    const Eigen::Vector3d s = node.position;
    arm << 0, -s.z(), s.y(), s.z(), 0, -s.x(), -s.y(), s.x(), 0;
    motion.block<3, 3>(0, 3) = -arm;
    motion.block(0, 6, 3, n) = node.translation;
    motion.block(3, 6, 3, n) = node.rotation;
    return motion;
  };
  const Eigen::MatrixXd root = at(part.interfaces[0]), tip = at(part.interfaces[1]);
  // The rigid coordinates that keep the root still follow from the modes.
  Eigen::MatrixXd basis(6 + n, n);
  basis.bottomRows(n).setIdentity();
  basis.topRows(6) =
      -SolveSquare(Eigen::MatrixXd(root.leftCols<6>()), Eigen::MatrixXd(root.rightCols(n)));
  const Eigen::VectorXd omega2 = (2 * std::numbers::pi * part.frequencies).array().square();
  const Eigen::MatrixXd stiffness = omega2.asDiagonal();
  const Eigen::RowVectorXd tip_z = tip.row(2) * basis;
  const Eigen::VectorXd q =
      stiffness.diagonal().cwiseInverse().asDiagonal() * (20 * tip_z.transpose());
  EXPECT_NEAR(tip_z * q, full.tip, 0.005 * full.tip);
  EXPECT_NEAR(PlateStress(part, 20, q), full.stress, 0.005 * full.stress);
  // Mass of the held coordinates: modes are orthonormal and free of rigid motion.
  Eigen::MatrixXd mass = Eigen::MatrixXd::Identity(6 + n, 6 + n);
  const InertiaInvariants& inertia = part.inertia;
  EXPECT_LT(inertia.i3.cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((inertia.i6 - Eigen::MatrixXd::Identity(n, n)).cwiseAbs().maxCoeff(), 1e-9);
  Eigen::Matrix3d first;
  first << 0, -inertia.i2.z(), inertia.i2.y(), inertia.i2.z(), 0, -inertia.i2.x(), -inertia.i2.y(),
      inertia.i2.x(), 0;
  mass.topLeftCorner<3, 3>() *= inertia.i1;
  mass.block<3, 3>(0, 3) = -first;
  mass.block<3, 3>(3, 0) = first;
  mass.block<3, 3>(3, 3) = inertia.i7;
  const NaturalModes modes = DenseModes(stiffness, basis.transpose() * mass * basis, 0);
  EXPECT_NEAR(FrequencyOf(modes.eigenvalues(0)), full.frequency, 0.005 * full.frequency);
}

}  // namespace
}  // namespace jounce::flex
