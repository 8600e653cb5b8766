#include "io/mass_fields.h"

#include <array>
#include <limits>

#include "io/model_fields.h"
#include "io/vector_fields.h"

namespace jounce {
namespace {

constexpr char kRowMeaning[] =
    "TABLE.ROW of a sheet with the heads mass, cg_x, cg_y, cg_z, Ixx, Iyy, Izz and perhaps Ixy, "
    "Iyz, Izx, in ground axes; TABLE.ROW.mirrored of a row with sides = both";

// A part of what the row has, for bodies that are modelled as several with one centre.
void TakeShare(Fields& f, bool has_row, MassProperties& s) {
  const Key key = {"share", "of the row's mass and inertia that this has; all by default"};
  double share = 1;
  if (f.Visit(key, false)) {
    f.Number(key, share, quantity::kNumber, {.least = 0, .most = 1, .least_excluded = true});
    if (!has_row) f.Problem(key.name, "there is no row to take a share of");
  }
  if (!has_row) return;
  s.mass *= share;
  s.inertia *= share;
  s.products *= share;
}

// A sheet of mass properties: its heads, and what changes its sign in the image at y = 0.
bool ReadRow(Fields& f, MassProperties& s) {
  const Quantity length = quantity::kLength, inertia = quantity::kInertia;
  const std::array<Fields::Cell, 10> cells = {{{"mass", quantity::kMass, &s.mass, kRequired},
                                               {"cg_x", length, &s.centre[0], kRequired},
                                               {"cg_y", length, &s.centre[1], kRequired, true},
                                               {"cg_z", length, &s.centre[2], kRequired},
                                               {"Ixx", inertia, &s.inertia[0]},
                                               {"Iyy", inertia, &s.inertia[1]},
                                               {"Izz", inertia, &s.inertia[2]},
                                               {"Ixy", inertia, &s.products[0], kOptional, true},
                                               {"Iyz", inertia, &s.products[1], kOptional, true},
                                               {"Izx", inertia, &s.products[2]}}};
  const bool there = f.Row({"row", kRowMeaning}, cells);
  TakeShare(f, there, s);
  return there;
}

// In ground axes; `place` is the key of the centre.
void DescribeProperties(Fields& f, MassProperties& s, const Key& place) {
  const bool of_row = ReadRow(f, s) || f.ForSchema();
  if (f.ForSchema()) s.mass = std::numeric_limits<double>::quiet_NaN();  // no default
  f.Number({"mass", "of it", of_row ? kOptional : kRequired}, s.mass, quantity::kMass,
           kNotNegative);
  Vector(f, {place.name, place.meaning, of_row ? kOptional : kRequired}, s.centre,
         quantity::kLength);
  Vector(f, {"inertia", "moments about its own centre, axes as the ground's"}, s.inertia,
         quantity::kInertia, kNotNegative);
  Vector(f, {"products", "of inertia xy, yz, zx: minus the integrals of x y dm"}, s.products,
         quantity::kInertia);
}

void Describe(Fields& f, Amount& s, const char* mass = "of it, or its density") {
  OptionalNumber(f, {"mass", mass}, s.mass, quantity::kMass, kNotNegative);
  OptionalNumber(f, {"density", "of the material"}, s.density, quantity::kDensity, kNotNegative);
}

void DescribeLine(Fields& f, Eigen::Vector3d& from, Eigen::Vector3d& to) {
  Vector(f, {"from", "the middle of one end, in ground axes at the start", kRequired}, from,
         quantity::kLength);
  Vector(f, {"to", "the middle of the other", kRequired}, to, quantity::kLength);
}

const Key kAt = {"at", "its centre, in ground axes at the start", kRequired};
const Key kDiameter = {"diameter", "outer", kRequired};
const Key kThickness = {"diameter", "outer; as struts have it without it"};

// Of mass and of a drawing: a plate, a box, a disc.
template <class Plate>
void DescribePolygon(Fields& f, Plate& s) {
  DescribePoints(f, {"corners", "of a plane polygon, three or more in order around it", kRequired},
                 s.corners, {3});
  f.Number({"thickness", "half of it on each side of the corners", kRequired}, s.thickness,
           quantity::kLength, kPositive);
}

template <class Box>
void DescribeBox(Fields& f, Box& s) {
  Vector(f, kAt, s.centre, quantity::kLength);
  Vector(f, {"size", "along its own x, y, z", kRequired}, s.size, quantity::kLength, kPositive);
  DescribeOrientation(f, {"orientation", "of its axes, in ground axes"}, s.orientation);
}

template <class Disc>
void DescribeDisc(Fields& f, Disc& s) {
  Vector(f, kAt, s.centre, quantity::kLength);
  Vector(f, {"axis", "its direction; y by default"}, s.axis, quantity::kNumber);
  f.Number(kDiameter, s.diameter, quantity::kLength, kPositive);
}

}  // namespace

static void Describe(Fields& f, RodShape& s) {
  DescribeLine(f, s.from, s.to);
  f.Number({"mass", "of it", kRequired}, s.mass, quantity::kMass, kNotNegative);
}

static void Describe(Fields& f, TubeShape& s) {
  DescribeLine(f, s.from, s.to);
  f.Number({"diameter", "outer", kRequired}, s.diameter, quantity::kLength, kPositive);
  f.Number({"wall", "thickness", kRequired}, s.wall, quantity::kLength, kPositive);
  Describe(f, s.amount);
}

static void Describe(Fields& f, CylinderShape& s) {
  DescribeLine(f, s.from, s.to);
  f.Number({"diameter", "of the bar", kRequired}, s.diameter, quantity::kLength, kPositive);
  Describe(f, s.amount);
}

static void Describe(Fields& f, PlateShape& s) {
  DescribePolygon(f, s);
  Describe(f, s.amount);
}

static void Describe(Fields& f, BoxShape& s) {
  DescribeBox(f, s);
  Describe(f, s.amount);
}

static void Describe(Fields& f, WheelShape& s) {
  DescribeDisc(f, s);
  f.Number({"inner_diameter", "of a ring"}, s.inner_diameter, quantity::kLength, kNotNegative);
  f.Number({"width", "along the axis", kRequired}, s.width, quantity::kLength, kPositive);
  Describe(f, s.amount);
}

static void Describe(Fields& f, PointShape& s) { DescribeProperties(f, s, kAt); }

static void Describe(Fields& f, MeshShape& s) {
  f.Path({"file",
          "a closed surface (.stl, .obj, .gltf, .glb), Gmsh mesh (.msh) or Nastran deck, in the "
          "body's "
          "frame",
          kRequired},
         s.file);
  f.Text({"units", "of the file: its length, e.g. mm; of a deck length-mass-time, e.g. mm-t-s",
          kRequired},
         s.units);
  Describe(f, s.amount, "of it, or its density; a deck has its own");
  f.Flag({"mirrored", "the image of what the file holds, in its plane y = 0"}, s.mirrored);
}

static void Describe(Fields& f, MassShape& s) {
  f.Where(s.place);
  DescribeVariant(f, {"shape", "of a part of the body", kRequired}, s.kind,
                  {{{"rod", "a thin straight line"},
                    {"tube", "round"},
                    {"cylinder", "a full round bar"},
                    {"plate", "a plane polygon"},
                    {"box", "full"},
                    {"wheel", "a disc or ring"},
                    {"point", "a mass at a place, perhaps with inertia"},
                    {"mesh", "what a file draws"}}});
}

static void Describe(Fields& f, Payload& s) {
  f.Where(s.place);
  DescribeProperties(f, s.properties, kAt);
}

static void Describe(Fields& f, Remainder& s) {
  f.Where(s.place);
  DescribeProperties(f, s.whole, {"centre", "of mass of the whole, in ground axes at the start"});
  f.References({"parts",
                "bodies, beams and sub-assemblies that the whole holds besides; all others by "
                "default"},
               s.parts, "body|beam|sub-assembly");
}

// Numbers of its own, in its frame.
static void DescribeOwnMass(Fields& f, Body& s, bool needed) {
  constexpr Quantity kPlace[] = {quantity::kLength};
  if (f.ForSchema()) s.mass = std::numeric_limits<double>::quiet_NaN();  // no default
  f.Number({"mass",
            "must be given, also where it is 0, unless shapes, a row, a remainder or a flexible "
            "part give it",
            needed ? kRequired : kOptional},
           s.mass, quantity::kMass, kNotNegative);
  Vector(f, {"centre", "of mass, in the body's frame"}, s.centre, quantity::kLength);
  Vector(f, {"inertia", "moments of inertia about x, y, z"}, s.inertia, quantity::kInertia,
         kNotNegative);
  Vector(f, {"products", "of inertia xy, yz, zx: minus the integrals of x y dm"}, s.products,
         quantity::kInertia);
  OptionalVector(f, {"inertia_point", "where the inertia holds; the centre of mass by default"},
                 s.inertia_point, kPlace);
  DescribeOrientation(f, {"inertia_axes", "axes in which the inertia holds"}, s.inertia_axes);
}

void DescribeMass(Fields& f, Body& s) {
  DescribeList(f, {"shapes", "parts of it by shape and place, added to mass and inertia"}, "shape",
               s.shapes);
  MassShape of_row{.place = s.place, .kind = PointShape()};
  const bool has_row = ReadRow(f, std::get<PointShape>(of_row.kind));
  if (has_row) s.shapes.push_back(of_row);
  DescribeOptional(f,
                   {"remainder_of", "a measured whole: the body is what it has besides its parts"},
                   "whole", s.remainder_of);
  DescribeMap(f, {"payloads", "masses added to it by name, which no measured whole holds"},
              "payload", s.payloads);
  const bool given = !s.flexible.file.empty() || !s.shapes.empty() || s.remainder_of;
  DescribeOwnMass(f, s, !given && !f.ForSchema());
  if (has_row && s.mass != 0) {
    f.Problem("mass", "the row of the sheet has the mass already",
              "--set changes a cell of the sheet; what is added goes into shapes");
  }
}

static void Describe(Fields& f, DrawnRod& s) {
  DescribeLine(f, s.from, s.to);
  f.Number(kThickness, s.diameter, quantity::kLength, kNotNegative);
}

static void Describe(Fields& f, DrawnTube& s) {
  DescribeLine(f, s.from, s.to);
  f.Number(kDiameter, s.diameter, quantity::kLength, kPositive);
}

static void Describe(Fields& f, DrawnPlate& s) { DescribePolygon(f, s); }

static void Describe(Fields& f, DrawnBox& s) { DescribeBox(f, s); }

static void Describe(Fields& f, DrawnSphere& s) {
  Vector(f, kAt, s.centre, quantity::kLength);
  f.Number(kDiameter, s.diameter, quantity::kLength, kPositive);
}

static void Describe(Fields& f, DrawnWheel& s) {
  DescribeDisc(f, s);
  f.Number({"width", "along the axis", kRequired}, s.width, quantity::kLength, kPositive);
}

static void Describe(Fields& f, DrawnSpline& s) {
  DescribePoints(f, {"points", "two or more that the bar goes through", kRequired}, s.corners, {2});
  f.Number(kThickness, s.diameter, quantity::kLength, kNotNegative);
}

static void Describe(Fields& f, DrawnMesh& s) {
  constexpr Quantity kPlace[] = {quantity::kLength};
  f.Path({"file", "a surface (.stl, .obj, .gltf, .glb)", kRequired}, s.file);
  f.Text({"units", "of the file: its length, e.g. mm", kRequired}, s.units);
  OptionalVector(f, {"at", "its origin, in ground axes at the start; that of the body without it"},
                 s.centre, kPlace);
  DescribeOrientation(f, {"orientation", "of its axes, in ground axes, where it has a place"},
                      s.orientation);
  f.Flag({"mirrored", "the image of what the file holds, in its plane y = 0"}, s.mirrored);
}

static void Describe(Fields& f, DrawnShape& s) {
  f.Where(s.place);
  DescribeVariant(f, {"shape", "of a solid", kRequired}, s.kind,
                  {{{"rod", "a bar with round ends"},
                    {"tube", "a round bar with flat ends"},
                    {"plate", "a plane polygon"},
                    {"box", "with its own axes"},
                    {"sphere", "a ball"},
                    {"wheel", "tyre and rim"},
                    {"spline", "a bent bar through points"},
                    {"mesh", "what a file draws"}}});
}

void DescribeDrawing(Fields& f, Body& s) {
  DescribeList(f,
               {"drawing", "what it looks like, without mass; by its shapes or joints without it"},
               "drawn_shape", s.drawing);
}

}  // namespace jounce
