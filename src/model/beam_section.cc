#include "model/beam_section.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "laws/make_law.h"
#include "math/dense.h"

namespace jounce {
namespace {

using Eigen::Vector2d;

double Power4(double x) { return x * x * x * x; }

// Area, second moments, torsion constant and shear factors of a shape.
struct ShapeNumbers {
  double A = 0, Iy = 0, Iz = 0, J = 0;
  Vector2d shear = Vector2d::Ones();
};

ShapeNumbers NumbersOf(const RoundSection& s, double nu) {
  const double I = M_PI * Power4(s.diameter) / 64;
  const double k = 6 * (1 + nu) / (7 + 6 * nu);
  return {M_PI * s.diameter * s.diameter / 4, I, I, 2 * I, Vector2d(k, k)};
}

ShapeNumbers NumbersOf(const TubeSection& s, double nu) {
  const double inner = s.diameter - 2 * s.wall, m = inner / s.diameter, m2 = 1 + m * m;
  const double I = M_PI * (Power4(s.diameter) - Power4(inner)) / 64;
  const double k = 6 * (1 + nu) * m2 * m2 / ((7 + 6 * nu) * m2 * m2 + (20 + 12 * nu) * m * m);
  return {M_PI * (s.diameter * s.diameter - inner * inner) / 4, I, I, 2 * I, Vector2d(k, k)};
}

// J = a b^3 (1/3 - 64/pi^5 b/a sum over odd n of tanh(n pi a / 2b) / n^5), a the longer side.
double RectangleTorsion(double width, double height) {
  const double a = std::max(width, height), b = std::min(width, height);
  double sum = 0;
  for (int n = 1; n < 60; n += 2) sum += std::tanh(n * M_PI * a / (2 * b)) / std::pow(n, 5);
  return a * b * b * b * (1.0 / 3 - 64 / std::pow(M_PI, 5) * b / a * sum);
}

ShapeNumbers NumbersOf(const RectangleSection& s, double nu) {
  const double w = s.width, h = s.height, k = 10 * (1 + nu) / (12 + 11 * nu);
  return {w * h, w * h * h * h / 12, h * w * w * w / 12, RectangleTorsion(w, h), Vector2d(k, k)};
}

// Cowper's thin-walled box, for shear along z: webs of height h, flanges of width w, the same wall.
double BoxShearFactor(double w, double h, double nu) {
  const double n = w / h, m = n;  // ratio of the areas of flanges and webs, and of their widths
  const double top = 10 * (1 + nu) * std::pow(1 + 3 * m, 2);
  const double bottom = 12 + 72 * m + 150 * m * m + 90 * m * m * m +
                        nu * (11 + 66 * m + 135 * m * m + 90 * m * m * m) +
                        10 * n * n * ((3 + nu) * m + 3 * m * m);
  return top / bottom;
}

ShapeNumbers NumbersOf(const BoxSection& s, double nu) {
  const double w = s.width, h = s.height, wi = w - 2 * s.wall, hi = h - 2 * s.wall;
  const double wm = w - s.wall, hm = h - s.wall;
  return {w * h - wi * hi, (w * h * h * h - wi * hi * hi * hi) / 12,
          (h * w * w * w - hi * wi * wi * wi) / 12, 2 * s.wall * wm * wm * hm * hm / (wm + hm),
          Vector2d(BoxShearFactor(hm, wm, nu), BoxShearFactor(wm, hm, nu))};
}

ShapeNumbers NumbersOf(const ConstantsSection& s, double) {
  return {s.area, s.Iy, s.Iz, s.torsion, Vector2d::Ones()};
}

ShapeNumbers NumbersOf(const StiffnessSection&, double) { return {}; }
ShapeNumbers NumbersOf(const LawSection&, double) { return {}; }

ShapeNumbers NumbersOf(const BeamSection& section) {
  const double nu = section.nu.value_or(0.3);
  return std::visit([&](const auto& shape) { return NumbersOf(shape, nu); }, section.shape);
}

bool NeedsMaterial(const BeamSection& section) {
  return !std::holds_alternative<StiffnessSection>(section.shape) &&
         !std::holds_alternative<LawSection>(section.shape);
}

double ShearModulus(const BeamSection& section) {
  return section.G ? *section.G : section.E / (2 * (1 + section.nu.value_or(0.3)));
}

void CheckShape(const BeamSection& section, Diagnostics* out) {
  const auto refuse = [&](const std::string& message, const char* remedy) {
    out->Error({}, "section: " + message, remedy);
  };
  const auto wall_fits = [&](double wall, double width) {
    if (!(wall > 0 && 2 * wall < width)) {
      refuse(fmt::format("a wall of {:.6g} m does not fit into {:.6g} m", wall, width),
             "more than 0 and less than half of the width");
    }
  };
  if (const auto* tube = std::get_if<TubeSection>(&section.shape)) {
    wall_fits(tube->wall, tube->diameter);
  }
  if (const auto* box = std::get_if<BoxSection>(&section.shape)) {
    wall_fits(box->wall, std::min(box->width, box->height));
  }
  if (const auto* law = std::get_if<LawSection>(&section.shape)) {
    if (DimensionOf(law->law) != 6) {
      refuse("its law has not six components", "give a law of dimension 6");
    }
    return;
  }
  if (const auto* stiffness = std::get_if<StiffnessSection>(&section.shape)) {
    const Eigen::Map<const Matrix6> K(stiffness->matrix.data());
    if ((K - K.transpose()).norm() > 1e-9 * K.norm()) refuse("the matrix is not symmetric", "");
    return;
  }
  const ShapeNumbers n = NumbersOf(section);
  if (!(n.A > 0 && n.Iy > 0 && n.Iz > 0 && n.J > 0)) {
    refuse("area, second moments and torsion constant must be positive", "see its dimensions");
  }
  if (!(section.E > 0)) refuse("it has no modulus", "give E, and G or nu");
}

Matrix6 StiffnessAtLine(const BeamSection& section, const ShapeNumbers& n) {
  const double E = section.E, G = ShearModulus(section);
  const Vector2d shear = section.shear_factors.value_or(n.shear);
  Vector6 diagonal;
  diagonal << E * n.A, G * n.A * shear[0], G * n.A * shear[1], G * n.J, E * n.Iy, E * n.Iz;
  const Vector2d c = section.centroid, s = section.shear_centre.value_or(c);
  Matrix6 P = Matrix6::Identity();
  P(0, 4) = c[1];
  P(0, 5) = -c[0];
  P(1, 3) = -s[1];
  P(2, 3) = s[0];
  return P.transpose() * diagonal.asDiagonal() * P;
}

}  // namespace

SectionProperties MakeSection(const BeamSection& section) {
  Diagnostics wrong;
  CheckShape(section, &wrong);
  SectionProperties p;
  const ShapeNumbers n = NumbersOf(section);
  if (const auto* stiffness = std::get_if<StiffnessSection>(&section.shape)) {
    p.stiffness = Eigen::Map<const Matrix6>(stiffness->matrix.data());
  } else if (NeedsMaterial(section)) {
    p.stiffness = StiffnessAtLine(section, n);
  }
  const bool has_law = std::holds_alternative<LawSection>(section.shape);
  if (!wrong.HasErrors() && !has_law) {
    if (!IsPositive(p.stiffness)) {
      wrong.Error({}, "section: the stiffness is not positive", "each direction needs some");
    }
  }
  p.mass = section.mass.value_or(section.density * n.A);
  const double rho = n.A > 0 ? p.mass / n.A : 0;
  p.inertia =
      section.inertia.value_or(Eigen::Vector3d(rho * (n.Iy + n.Iz), rho * n.Iy, rho * n.Iz));
  if (!(p.mass >= 0) || !(p.inertia.minCoeff() >= 0)) {
    wrong.Error({}, "section: mass and inertia may not be negative", "");
  }
  p.area = n.A;
  p.Iy = n.Iy;
  p.Iz = n.Iz;
  p.torsion = n.J;
  wrong.ThrowIfErrors();
  return p;
}

ElementProperties MakeElement(const Matrix6& section, double length, const Vector6& x) {
  const Matrix6 C = Inverse(section), ad = AdjointBracket(x);
  const Matrix6 sum = C + length * length / 12 * ad * C * ad.transpose();
  const Matrix6 K = Inverse(sum);
  ElementProperties element;
  element.stiffness = 0.5 * (K + K.transpose());
  element.strain_slope = C * ad.transpose() * element.stiffness;
  return element;
}

// ---- Stresses ---------------------------------------------------------------------------------

namespace {

struct Shear {
  double y = 0, z = 0;
};

// Saint-Venant's stress function of a rectangle 2a x 2c, a <= c, differentiated along both sides;
// x is the coordinate along the short side.
Shear RectangleTwist(double a, double c, double x, double z) {
  double by_x = 0, by_z = 0;
  for (int n = 1; n < 200; n += 2) {
    const double k = n * M_PI / (2 * a), sign = n % 4 == 1 ? 1 : -1;
    // cosh(kz)/cosh(kc) and sinh(kz)/cosh(kc) without overflow.
    const double decay = 2 / (1 + std::exp(-2 * k * c));
    const double grow = 0.5 * std::exp(k * (std::abs(z) - c)) * decay;
    const double fade = 0.5 * std::exp(-k * (std::abs(z) + c)) * decay;
    const double ch = grow + fade, sh = std::copysign(grow - fade, z);
    const double factor = sign * 32 * a * a / (std::pow(M_PI, 3) * n * n * n);
    by_x -= factor * k * (1 - ch) * std::sin(k * x);
    by_z -= factor * k * sh * std::cos(k * x);
  }
  return {by_x, by_z};
}

// Shear stress per T/J.
Shear Twist(const RectangleSection& s, double y, double z) {
  if (s.width <= s.height) {
    const Shear slope = RectangleTwist(s.width / 2, s.height / 2, y, z);
    return {slope.z, -slope.y};
  }
  const Shear slope = RectangleTwist(s.height / 2, s.width / 2, z, y);
  return {slope.y, -slope.z};
}

// Shear stress for V_z = 1 at (y, z); that for V_y follows by exchange of the axes.
Shear Transverse(const RectangleSection& s, double, double z) {
  return {0, 1.5 / (s.width * s.height) * (1 - std::pow(2 * z / s.height, 2))};
}
Shear Transverse(const RoundSection& s, double, double z) {
  const double A = M_PI * s.diameter * s.diameter / 4;
  return {0, 4.0 / 3 / A * (1 - std::pow(2 * z / s.diameter, 2))};
}
Shear Transverse(const TubeSection& s, double y, double z) {
  const double r = std::hypot(y, z), R = (s.diameter - s.wall) / 2;
  if (r == 0) return {};
  const double flow = y / r / (M_PI * R * s.wall);
  return {-flow * z / r, flow * y / r};
}
Shear Transverse(const BoxSection& s, double y, double z) {
  const double w = s.width - s.wall, h = s.height - s.wall;
  const double I = NumbersOf(s, 0).Iy;
  if (std::abs(y) * h >= std::abs(z) * w) {
    return {0, (w * h / 4 + (h * h / 4 - z * z) / 2) / I};
  }
  // Where the webs' flow goes up, that of the flange above runs inwards and below outwards.
  return {-std::copysign(1.0, z) * y * h / 2 / I, 0};
}

RectangleSection Exchanged(const RectangleSection& s) { return {s.height, s.width}; }
BoxSection Exchanged(const BoxSection& s) { return {s.height, s.width, s.wall}; }
RoundSection Exchanged(const RoundSection& s) { return s; }
TubeSection Exchanged(const TubeSection& s) { return s; }

Shear Twist(const RoundSection&, double y, double z) { return {-z, y}; }
Shear Twist(const TubeSection&, double y, double z) { return {-z, y}; }
// Bredt: T / (2 A_m t) around the walls, here per T/J.
Shear Twist(const BoxSection& s, double y, double z) {
  const double w = s.width - s.wall, h = s.height - s.wall;
  const double flow = NumbersOf(s, 0).J / (2 * w * h * s.wall);
  const bool web = std::abs(y) * h >= std::abs(z) * w;
  return web ? Shear{0, std::copysign(flow, y)} : Shear{-std::copysign(flow, z), 0};
}

template <class Shape>
Shear ShearAt(const Shape& shape, const SectionPoint& p, double Vy, double Vz, double T_over_J) {
  const Shear twist = Twist(shape, p.y, p.z), along_z = Transverse(shape, p.y, p.z);
  const Shear along_y = Transverse(Exchanged(shape), p.z, p.y);
  return {T_over_J * twist.y + Vz * along_z.y + Vy * along_y.z,
          T_over_J * twist.z + Vz * along_z.z + Vy * along_y.y};
}
Shear ShearAt(const ConstantsSection&, const SectionPoint& p, double, double, double T_over_J) {
  return {0, T_over_J * p.torsion_arm};
}
Shear ShearAt(const StiffnessSection&, const SectionPoint&, double, double, double) { return {}; }
Shear ShearAt(const LawSection&, const SectionPoint&, double, double, double) { return {}; }

}  // namespace

double SectionStress::shear() const { return std::hypot(shear_y, shear_z); }
double SectionStress::mises() const {
  return std::sqrt(normal * normal + 3 * (shear_y * shear_y + shear_z * shear_z));
}

SectionStress StressAt(const BeamSection& section, const SectionPoint& point,
                       const Vector6& loads) {
  const ShapeNumbers n = NumbersOf(section);
  const Vector2d c = section.centroid, s = section.shear_centre.value_or(c);
  // Moments about the centroid and the shear centre.
  const double T = loads[3] - (s[0] * loads[2] - s[1] * loads[1]);
  const double My = loads[4] - c[1] * loads[0], Mz = loads[5] + c[0] * loads[0];
  SectionStress stress;
  stress.normal = loads[0] / n.A + My * point.z / n.Iy - Mz * point.y / n.Iz;
  const Shear shear = std::visit(
      [&](const auto& shape) { return ShearAt(shape, point, loads[1], loads[2], T / n.J); },
      section.shape);
  stress.shear_y = shear.y;
  stress.shear_z = shear.z;
  return stress;
}

}  // namespace jounce
