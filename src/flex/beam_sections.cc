#include "flex/beam_sections.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace jounce::flex {
namespace {

// A rectangle of a section: centre and sides along y and z.
struct Rectangle {
  double y, z, height, width;
};

constexpr double kRectangleShear = 5. / 6;
constexpr double kRodShear = 0.9;
constexpr double kTubeShear = 0.5;

// Torsion of a solid rectangle, within 0.5 % [Roark, table 10.1 case 4].
double RectangleTorsion(double a, double b) {
  const double l = std::max(a, b), s = std::min(a, b), r = s / l;
  return l * s * s * s * (1. / 3 - 0.21 * r * (1 - r * r * r * r / 12));
}

void FromRectangles(const std::vector<Rectangle>& parts, BeamProperty* p) {
  double y = 0, z = 0;
  for (const Rectangle& r : parts) {
    p->area += r.height * r.width;
    y += r.height * r.width * r.y;
    z += r.height * r.width * r.z;
  }
  y /= p->area;
  z /= p->area;
  double along_y = 0, along_z = 0;  // what carries shear in the two planes
  for (const Rectangle& r : parts) {
    const double a = r.height * r.width, dy = r.y - y, dz = r.z - z;
    p->i1 += a * (r.height * r.height / 12 + dy * dy);
    p->i2 += a * (r.width * r.width / 12 + dz * dz);
    p->i12 += a * dy * dz;
    const double longer = std::max(r.height, r.width), thin = std::min(r.height, r.width);
    p->torsion += longer * thin * thin * thin / 3;
    (r.height > r.width ? along_y : along_z) += a;
  }
  p->k1 = along_y / p->area;
  p->k2 = along_z / p->area;
}

// Where a section is stressed most: the corners of a rectangle in the order of PBARL's C, D, E, F,
// and the points of a circle on the axes.
void AddCorners(double width, double height, BeamProperty* p) {
  const double y = height / 2, z = width / 2;
  p->stress_points = {{y, z}, {-y, z}, {-y, -z}, {y, -z}};
}

void MakeTube(double outer, double inner, BeamProperty* p) {
  const double pi = std::numbers::pi;
  p->area = pi * (outer * outer - inner * inner);
  p->i1 = p->i2 = pi / 4 * (std::pow(outer, 4) - std::pow(inner, 4));
  p->torsion = 2 * p->i1;
  p->k1 = p->k2 = inner > 0 ? kTubeShear : kRodShear;
  p->stress_points = {{outer, 0}, {0, outer}, {-outer, 0}, {0, -outer}};
}

void MakeBox(const std::vector<double>& d, BeamProperty* p) {
  const double w = d[0], h = d[1], flange = d[2], web = d[3];
  const double wi = w - 2 * web, hi = h - 2 * flange;
  p->area = w * h - wi * hi;
  p->i1 = (w * h * h * h - wi * hi * hi * hi) / 12;
  p->i2 = (h * w * w * w - hi * wi * wi * wi) / 12;
  const double a = w - web, b = h - flange;  // of the middle line
  p->torsion =
      2 * flange * web * a * a * b * b / (w * web + h * flange - web * web - flange * flange);
  p->k1 = 2 * web * hi / p->area;
  p->k2 = 2 * flange * wi / p->area;
}

}  // namespace

int SectionDimensionCount(const std::string& type) {
  static const std::map<std::string, int> counts = {{"ROD", 1}, {"TUBE", 2}, {"TUBE2", 2},
                                                    {"BAR", 2}, {"BOX", 4},  {"I", 6},
                                                    {"T", 4},   {"L", 4},    {"CHAN", 4}};
  const auto found = counts.find(type);
  return found == counts.end() ? 0 : found->second;
}

bool MakeSection(const std::string& type, const std::vector<double>& d, BeamProperty* p) {
  if (static_cast<int>(d.size()) < SectionDimensionCount(type) || d.empty() || !(d[0] > 0)) {
    return false;
  }
  if (type == "ROD") {
    MakeTube(d[0], 0, p);
  } else if (type == "TUBE") {
    MakeTube(d[0], d[1], p);
  } else if (type == "TUBE2") {
    MakeTube(d[0], d[0] - d[1], p);
  } else if (type == "BAR") {  // width, height
    FromRectangles({{0, 0, d[1], d[0]}}, p);
    p->torsion = RectangleTorsion(d[0], d[1]);
    p->k1 = p->k2 = kRectangleShear;
    AddCorners(d[0], d[1], p);
  } else if (type == "BOX") {
    MakeBox(d, p);
    AddCorners(d[0], d[1], p);
  } else if (type == "I") {  // height, lower and upper flange width, web, lower and upper flange
    FromRectangles({{d[4] / 2, 0, d[4], d[1]},
                    {(d[4] + d[0] - d[5]) / 2, 0, d[0] - d[4] - d[5], d[3]},
                    {d[0] - d[5] / 2, 0, d[5], d[2]}},
                   p);
  } else if (type == "T") {  // flange width, height, flange, web
    FromRectangles({{0, 0, d[2], d[0]}, {-d[1] / 2, 0, d[1] - d[2], d[3]}}, p);
  } else if (type == "L") {  // width, height, lower leg, upright leg
    FromRectangles({{0, 0, d[2], d[0]}, {d[1] / 2, d[3] / 2 - d[0] / 2, d[1] - d[2], d[3]}}, p);
  } else {  // CHAN: width, height, web, flanges
    FromRectangles({{0, d[2] / 2, d[1] - 2 * d[3], d[2]},
                    {d[1] / 2 - d[3] / 2, d[0] / 2, d[3], d[0]},
                    {-d[1] / 2 + d[3] / 2, d[0] / 2, d[3], d[0]}},
                   p);
  }
  return p->area > 0 && p->i1 > 0 && p->i2 > 0 && p->torsion > 0 && std::isfinite(p->torsion);
}

}  // namespace jounce::flex
