#include "model/beam_inertia.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

using Eigen::Vector3d;

// Deflections of an element along z, as a 4 x 4 mass matrix of (w_A, -phi_A, w_B, -phi_B): the
// closed form of a line deflected by (1-x) w_A + x w_B + x (1-x) h/2 (w'_A - w'_B), integrated by
// hand.
TEST(BeamInertia, BendingMassIsThatOfAQuadraticDeflection) {
  SectionProperties section;
  section.mass = 840;
  const double h = 0.5;
  const Matrix8 m = ElementMoments(SectionMoments(section, {0, 0}), Vector3d(h, 0, 0));
  // p is column 3 of a body's four, its x axis, which turns by the slope, is column 0.
  const int at[] = {3, 0, 7, 4};
  Eigen::Matrix4d bending;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) bending(i, j) = m(at[i], at[j]);
  }
  const double a = h / 24, b = h * h / 120;  // times mass per length and h
  Eigen::Matrix4d exact;
  exact << 1.0 / 3, a, 1.0 / 6, -a, a, b, a, -b, 1.0 / 6, a, 1.0 / 3, -a, -a, -b, -a, b;
  EXPECT_LT((bending - 840 * h * exact).cwiseAbs().maxCoeff(), 1e-12 * 840);
}

// The sum over all pairs of places is the mass, whatever the section.
TEST(BeamInertia, MassAndSecondMoments) {
  SectionProperties section;
  section.mass = 2;
  section.inertia = Vector3d(0.5, 0.3, 0.2);  // integrals of y^2 0.2, of z^2 0.3
  const Matrix4 slice = SectionMoments(section, {0.1, 0.2});
  EXPECT_NEAR(slice(0, 0), 0, 1e-16);
  EXPECT_NEAR(slice(1, 1), 0.2 + 2 * 0.01, 1e-15);
  EXPECT_NEAR(slice(2, 2), 0.3 + 2 * 0.04, 1e-15);
  EXPECT_NEAR(slice(1, 3), 2 * 0.1, 1e-15);
  const Vector3d u(0.3, 0.4, 0);  // as long as 0.5 m
  const Matrix8 m = ElementMoments(slice, u);
  EXPECT_NEAR(m(3, 3) + 2 * m(3, 7) + m(7, 7), 2 * 0.5, 1e-15);
  EXPECT_LT((m - m.transpose()).norm(), 1e-15);
}

}  // namespace
}  // namespace jounce
