#include "io/beam_fields.h"

#include "io/model_fields.h"
#include "io/vector_fields.h"
#include "math/pose.h"

namespace jounce {
namespace {

constexpr int kMostElements = 100000;
constexpr Quantity kBeamPoint[] = {quantity::kLength};
constexpr Quantity kSecondMoment = quantity::kArea * quantity::kArea;
constexpr Quantity kBending = quantity::kForce * quantity::kArea;

// Points or directions as rows of three.
void Rows(Fields& f, const Key& key, std::vector<Eigen::Vector3d>& points, const Quantity& quantity,
          const Count& count) {
  if (!f.Visit(key, !points.empty()) && key.need == kOptional) return;
  const Quantity columns[] = {quantity, quantity, quantity};
  std::vector<double> rows;
  for (const Eigen::Vector3d& p : points) rows.insert(rows.end(), p.data(), p.data() + 3);
  f.Table(key, rows, columns, count);
  points.clear();
  for (size_t i = 0; i + 2 < rows.size(); i += 3) {
    points.emplace_back(rows[i], rows[i + 1], rows[i + 2]);
  }
}

}  // namespace

static void Describe(Fields& f, RoundSection& s) {
  f.Number({"diameter", "of the bar", kRequired}, s.diameter, quantity::kLength, kPositive);
}

static void Describe(Fields& f, TubeSection& s) {
  f.Number({"diameter", "outer", kRequired}, s.diameter, quantity::kLength, kPositive);
  f.Number({"wall", "thickness", kRequired}, s.wall, quantity::kLength, kPositive);
}

static void Describe(Fields& f, RectangleSection& s) {
  f.Number({"width", "along y", kRequired}, s.width, quantity::kLength, kPositive);
  f.Number({"height", "along z", kRequired}, s.height, quantity::kLength, kPositive);
}

static void Describe(Fields& f, BoxSection& s) {
  f.Number({"width", "outer, along y", kRequired}, s.width, quantity::kLength, kPositive);
  f.Number({"height", "outer, along z", kRequired}, s.height, quantity::kLength, kPositive);
  f.Number({"wall", "thickness", kRequired}, s.wall, quantity::kLength, kPositive);
}

static void Describe(Fields& f, ConstantsSection& s) {
  f.Number({"area", "of the section", kRequired}, s.area, quantity::kArea, kPositive);
  f.Number({"Iy", "second moment for bending about y: integral of z^2", kRequired}, s.Iy,
           kSecondMoment, kPositive);
  f.Number({"Iz", "for bending about z: integral of y^2", kRequired}, s.Iz, kSecondMoment,
           kPositive);
  f.Number({"J", "torsion constant", kRequired}, s.torsion, kSecondMoment, kPositive);
}

static void Describe(Fields& f, StiffnessSection& s) {
  constexpr Quantity kDiagonal[] = {quantity::kForce, quantity::kForce, quantity::kForce,
                                    kBending,         kBending,         kBending};
  std::array<double, 6> diagonal = {};
  for (int i = 0; i < 6; ++i) diagonal[i] = s.matrix[7 * i];
  const Key key{"stiffnesses", "EA, GA_y, GA_z, GJ, EI_y, EI_z, at the line of the beam"};
  const Eigen::Map<const Matrix6> K(s.matrix.data());
  const bool coupled = !K.isDiagonal(0);
  if (f.Visit(key, !coupled)) {
    f.Array(key, diagonal, kDiagonal, kPositive);
    for (int i = 0; i < 6; ++i) s.matrix[7 * i] = diagonal[i];
  }
  const Key matrix{"matrix", "the whole of it, where the directions are coupled"};
  if (!f.Visit(matrix, coupled)) return;
  f.Group(matrix, [&s](Fields& inner) {
    constexpr Quantity kForces[] = {quantity::kForce,  quantity::kForce,  quantity::kForce,
                                    quantity::kTorque, quantity::kTorque, quantity::kTorque};
    constexpr Quantity kMoments[] = {quantity::kTorque, quantity::kTorque, quantity::kTorque,
                                     kBending,          kBending,          kBending};
    std::vector<double> forces(s.matrix.begin(), s.matrix.begin() + 18);
    std::vector<double> moments(s.matrix.begin() + 18, s.matrix.end());
    inner.Table(
        {"forces", "rows N, V_y, V_z by elongation, shear y, z, twist, curvature y, z", kRequired},
        forces, kForces, {3, 3});
    inner.Table({"moments", "rows T, M_y, M_z by the same", kRequired}, moments, kMoments, {3, 3});
    if (forces.size() != 18 || moments.size() != 18) return;
    std::copy(forces.begin(), forces.end(), s.matrix.begin());
    std::copy(moments.begin(), moments.end(), s.matrix.begin() + 18);
  });
}

static void Describe(Fields& f, LawSection& s) {
  DescribeLaw(f,
              {"law",
               "of dimension 6, that of a piece of the beam one metre long, e.g. "
               "{include: law.yaml}",
               kRequired},
              s.law);
}

static void Describe(Fields& f, RelaxationBranch& s) {
  f.Number({"ratio", "added at first, as a part of the relaxed stiffness", kRequired}, s.ratio,
           quantity::kNumber, kNotNegative);
  f.Number({"time", "of relaxation", kRequired}, s.time, quantity::kTime, kPositive);
}

static void Describe(Fields& f, SectionPoint& s) {
  f.Number({"y", "from the centroid", kRequired}, s.y, quantity::kLength);
  f.Number({"z", "from the centroid", kRequired}, s.z, quantity::kLength);
  f.Number({"torsion_arm", "shear stress there is torque times this by J; for shape: constants"},
           s.torsion_arm, quantity::kLength);
}

static void Describe(Fields& f, BeamSection& s) {
  DescribeVariant(f, {"shape", "of the section", kRequired}, s.shape,
                  {{{"round", "a full bar"},
                    {"tube", "round"},
                    {"rectangle", "full"},
                    {"box", "a rectangular tube"},
                    {"constants", "by area and second moments"},
                    {"stiffness", "by EA, GA, GJ, EI, or a full matrix"},
                    {"law", "any law of six directions"}}});
  f.Number({"E", "Young's modulus"}, s.E, quantity::kStress, kNotNegative);
  OptionalNumber(f, {"G", "shear modulus; by E and nu otherwise"}, s.G, quantity::kStress,
                 kPositive);
  OptionalNumber(f, {"nu", "Poisson's ratio; 0.3 by default"}, s.nu, quantity::kNumber,
                 {.least = -1, .most = 0.5, .least_excluded = true});
  f.Number({"density", "of the material"}, s.density, quantity::kDensity, kNotNegative);
  OptionalNumber(f, {"mass", "per length, instead of that by density and shape"}, s.mass,
                 quantity::kMass / quantity::kLength, kNotNegative);
  constexpr Quantity kInertias[] = {quantity::kMass * quantity::kLength};
  OptionalVector(f, {"inertia", "per length about x, y, z, instead of that by the shape"},
                 s.inertia, kInertias);
  constexpr Quantity kNumbers[] = {quantity::kNumber};
  OptionalVector(f, {"shear_factors", "shear areas along y and z as parts of the area"},
                 s.shear_factors, kNumbers);
  Vector(f, {"centroid", "(y, z) from the line of the beam"}, s.centroid, quantity::kLength);
  OptionalVector(f, {"shear_centre", "(y, z) from the line; the centroid by default"},
                 s.shear_centre, kBeamPoint);
  f.Number({"damping_time", "damping as this time times stiffness (Kelvin-Voigt)"}, s.damping_time,
           quantity::kTime, kNotNegative);
  DescribeList(f, {"relaxation", "branches by which all stiffnesses relax alike"},
               "relaxation branch", s.relaxation);
  DescribeMap(f, {"points", "where stresses can be measured, by name"}, "section point", s.points);
}

static void Describe(Fields& f, LineLoad& s) {
  f.Where(s.place);
  Vector(f, {"direction", "of the load"}, s.direction, quantity::kNumber);
  f.Flag({"follows_section", "the direction is in section axes and moves with them"},
         s.follows_section);
  f.Number({"from", "where it begins, as a part of the length"}, s.from, quantity::kNumber, {0, 1});
  f.Number({"to", "where it ends"}, s.to, quantity::kNumber, {0, 1});
  DescribeFunction(f, s.function, QuantityOf(s));
}

void Describe(Fields& f, Beam& s) {
  static constexpr const char* kCurves[] = {"polyline", "spline"};
  static constexpr const char* kMasses[] = {"lumped", "consistent"};
  f.Where(s.place);
  Rows(f, {"along", "points of its line, ground axes at the start", kRequired}, s.along,
       quantity::kLength, {2});
  DescribeChoice(f, {"curve", "between the points"}, kCurves, s.curve);
  Rows(f, {"z_axes", "direction of the section's z: one, or one for each point"}, s.z_axes,
       quantity::kNumber, {1});
  constexpr Quantity kStart[] = {quantity::kNumber};
  OptionalVector(f, {"z_start", "direction of z at the first point, carried along without twist"},
                 s.z_start, kStart);
  f.Numbers({"twist", "about the line, one angle for each point"}, s.twist, quantity::kAngle);
  f.Typed({"section", "what it is made of", kRequired}, "section", true,
          [&s](Fields& inner) { Describe(inner, s.section); });
  f.Integer({"elements", "equal parts; a poly-line needs one for each leg"}, s.elements, 1,
            kMostElements);
  DescribeChoice(f, {"mass", "at the nodes, or of the line between them"}, kMasses, s.mass);
  Vector(f, {"velocity", "of its first point at the start, ground axes"}, s.velocity,
         quantity::kVelocity);
  Vector(f, {"angular_velocity", "of the whole beam at the start, about its first point"},
         s.angular_velocity, quantity::kAngularVelocity);
  DescribeMap(f, {"loads", "forces per length, by name"}, "line load", s.loads);
  for (const char* end : {".start", ".end"}) f.Define("frame", (s.name + end).c_str());
  for (int i = 0; i <= s.elements; ++i) {
    f.Define("body", NodeName(s, i).c_str());
    if (i < s.elements) f.Define("connection", ElementName(s, i).c_str());
  }
}

}  // namespace jounce
