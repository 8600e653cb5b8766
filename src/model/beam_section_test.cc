#include "model/beam_section.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/dense.h"

namespace jounce {
namespace {

using Eigen::Vector2d;

BeamSection Steel(const BeamSection::Shape& shape) {
  BeamSection section;
  section.shape = shape;
  section.E = 210e9;
  section.nu = 0.3;
  section.density = 7850;
  return section;
}

// Torsion constants of rectangles: Roark's Formulas for Stress and Strain, table of factors
// (1: 0.1406, 2: 0.229, 10: 0.312 times a b^3).
TEST(BeamSection, TorsionOfRectangles) {
  EXPECT_NEAR(MakeSection(Steel(RectangleSection{1, 1})).torsion, 0.140577, 5e-7);
  EXPECT_NEAR(MakeSection(Steel(RectangleSection{2, 1})).torsion / 2, 0.2287, 5e-5);
  EXPECT_NEAR(MakeSection(Steel(RectangleSection{1, 10})).torsion / 10, 0.3123, 5e-5);
}

TEST(BeamSection, RoundAndTube) {
  const SectionProperties bar = MakeSection(Steel(RoundSection{0.02}));
  EXPECT_NEAR(bar.area, M_PI * 1e-4, 1e-18);
  EXPECT_NEAR(bar.stiffness(3, 3), 210e9 / 2.6 * M_PI * 1.6e-7 / 32, 1e-9);
  EXPECT_NEAR(bar.mass, 7850 * M_PI * 1e-4, 1e-12);
  EXPECT_NEAR(bar.inertia[0], 7850 * M_PI * 1.6e-7 / 32, 1e-15);
  // A bar is a tube without a hole, and a bar less a smaller one is a tube.
  const SectionProperties tube = MakeSection(Steel(TubeSection{0.02, 0.002}));
  const SectionProperties hole = MakeSection(Steel(RoundSection{0.016}));
  EXPECT_NEAR(tube.area, bar.area - hole.area, 1e-18);
  EXPECT_NEAR(tube.Iy, bar.Iy - hole.Iy, 1e-20);
  EXPECT_NEAR(tube.torsion, 2 * tube.Iz, 1e-20);
  // [Cowper 1966]: 0.886 for the bar and 0.53 for a thin tube at nu = 0.3.
  EXPECT_NEAR(bar.stiffness(1, 1) / (210e9 / 2.6 * bar.area), 0.886, 5e-4);
  const SectionProperties thin = MakeSection(Steel(TubeSection{0.02, 1e-6}));
  EXPECT_NEAR(thin.stiffness(2, 2) / (210e9 / 2.6 * thin.area), 0.531, 1e-3);
}

TEST(BeamSection, Box) {
  const SectionProperties box = MakeSection(Steel(BoxSection{0.04, 0.06, 0.002}));
  EXPECT_NEAR(box.area, 0.04 * 0.06 - 0.036 * 0.056, 1e-15);
  // Bredt: 4 A^2 t / circumference.
  EXPECT_NEAR(box.torsion, 4 * std::pow(0.038 * 0.058, 2) * 0.002 / (2 * (0.038 + 0.058)), 1e-18);
  EXPECT_GT(box.Iy, box.Iz);
}

// A force at the centroid stretches without bending, one at the shear centre bends without twist.
TEST(BeamSection, OffsetsCouple) {
  BeamSection section = Steel(RectangleSection{0.02, 0.03});
  section.centroid = Vector2d(0.005, -0.01);
  section.shear_centre = Vector2d(-0.004, 0.002);
  const Matrix6 K = MakeSection(section).stiffness;
  EXPECT_LT((K - K.transpose()).norm(), 1e-9 * K.norm());
  Vector6 axial, shear;
  axial << 1, 0, 0, 0, -0.01, -0.005;  // r x F
  shear << 0, 0, 1, -0.004, 0, 0;
  const Vector6 stretched = Inverse(K) * axial, sheared = Inverse(K) * shear;
  EXPECT_LT(stretched.tail<3>().norm(), 1e-12 * stretched.norm());
  EXPECT_LT(sheared.tail<3>().norm(), 1e-9 * sheared.norm());
}

// The element stiffness is that of a cantilever: deflection P L^3 / 3 EI + P L / GA, turn P
// L^2/2EI.
TEST(BeamSection, ElementIsExactForEndLoads) {
  const SectionProperties p = MakeSection(Steel(RectangleSection{0.02, 0.03}));
  const double L = 0.4, EI = p.stiffness(4, 4), GA = p.stiffness(2, 2);
  const ElementProperties element = MakeElement(p.stiffness, L, Vector6::Unit(0));
  const Matrix6 C = Inverse(element.stiffness);
  // Force 1 along z at the end: at the middle V = 1, M_y = -L/2 (r x F).
  Vector6 loads;
  loads << 0, 0, 1, 0, -L / 2, 0;
  const Vector6 strain = C * loads;
  const double turn = strain[4] * L;
  EXPECT_NEAR(turn, -L * L / (2 * EI), 1e-15);
  // In the axes of the middle section, which turns by half: w = L (shear - turn/2).
  EXPECT_NEAR(L * (strain[2] - 0.5 * turn), L * L * L / (3 * EI) + L / GA, 1e-15);
  // M_y grows by 1 a metre, from -L to 0.
  const Vector6 slope = element.strain_slope * strain;
  EXPECT_NEAR(slope[4], 1 / EI, 1e-12 / EI);
  EXPECT_LT(slope.head<4>().norm() + std::abs(slope[5]), 1e-12 / EI);
}

TEST(BeamSection, StressesOfABar) {
  const BeamSection section = Steel(RoundSection{0.02});
  const double A = M_PI * 1e-4, I = M_PI * 1e-8 / 4;
  Vector6 loads;
  loads << 1000, 0, 0, 20, 30, 0;
  const SectionStress top = StressAt(section, {"top", 0, 0.01, 0}, loads);
  EXPECT_NEAR(top.normal, 1000 / A + 30 * 0.01 / I, 1e-3);
  EXPECT_NEAR(top.shear(), 20 * 0.01 / (2 * I), 1e-3);
  EXPECT_NEAR(top.mises(), std::sqrt(top.normal * top.normal + 3 * top.shear() * top.shear()), 1);
  loads << 0, 0, 600, 0, 0, 0;
  EXPECT_NEAR(StressAt(section, {"side", 0.01, 0, 0}, loads).shear_z, 4.0 / 3 * 600 / A, 1e-3);
}

// Shear of a rectangle under torsion at the middle of the long side: T / (0.246 a b^2) for 2:1 and
// T / (0.208 a^3) for a square (Timoshenko & Goodier, Theory of Elasticity, section 109).
TEST(BeamSection, TorsionStressOfRectangles) {
  Vector6 loads = Vector6::Zero();
  loads[3] = 1;
  const SectionStress long_side = StressAt(Steel(RectangleSection{1, 2}), {"", 0.5, 0, 0}, loads);
  EXPECT_NEAR(long_side.shear_z, 1 / (0.246 * 2), 2e-2);
  EXPECT_NEAR(long_side.shear_y, 0, 1e-12);
  const SectionStress turned = StressAt(Steel(RectangleSection{2, 1}), {"", 0, 0.5, 0}, loads);
  EXPECT_NEAR(turned.shear_y, -long_side.shear_z, 1e-12);
  const SectionStress square = StressAt(Steel(RectangleSection{1, 1}), {"", 0.5, 0, 0}, loads);
  EXPECT_NEAR(square.shear_z, 1 / 0.208, 3e-2);
}

// Integrated over the walls, the flow of a tube and a box is the shear force.
TEST(BeamSection, TransverseShearAddsUpToTheForce) {
  Vector6 loads = Vector6::Zero();
  loads[2] = 1;
  const BeamSection tube = Steel(TubeSection{0.05, 0.001});
  double sum = 0;
  for (int i = 0; i < 360; ++i) {
    const double a = i * M_PI / 180, r = 0.0245;
    sum += StressAt(tube, {"", r * std::cos(a), r * std::sin(a), 0}, loads).shear_z * 0.001 * r *
           M_PI / 180;
  }
  EXPECT_NEAR(sum, 1, 1e-6);
  const BeamSection box = Steel(BoxSection{0.04, 0.06, 0.001});
  sum = 0;
  for (int i = 0; i < 580; ++i) {
    const double z = -0.0295 + 0.059 * (i + 0.5) / 580;
    sum += 2 * StressAt(box, {"", 0.0195, z, 0}, loads).shear_z * 0.001 * 0.059 / 580;
  }
  EXPECT_NEAR(sum, 1, 5e-3);
}

TEST(BeamSection, RefusesWhatCannotBe) {
  EXPECT_THROW(MakeSection(Steel(TubeSection{0.02, 0.011})), InputError);
  EXPECT_THROW(MakeSection(Steel(BoxSection{0.02, 0.01, 0.006})), InputError);
  EXPECT_THROW(MakeSection(Steel(RoundSection{0})), InputError);
  BeamSection no_modulus = Steel(RoundSection{0.02});
  no_modulus.E = 0;
  EXPECT_THROW(MakeSection(no_modulus), InputError);
  StiffnessSection singular;
  for (int i = 0; i < 5; ++i) singular.matrix[7 * i] = 1;
  EXPECT_THROW(MakeSection(Steel(singular)), InputError);
  EXPECT_THROW(MakeSection(Steel(LawSection{})), InputError);
}

}  // namespace
}  // namespace jounce
