#include "io/flexible_part_file.h"

#include <fmt/format.h>

#include "base/error.h"
#include "io/part_hdf5.h"
#include "io/text_file.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr const char* kPartFormat = "jounce-flexible-part";
constexpr const char* kVersion = "1";
constexpr hsize_t kStiffeningLoads = 12;

std::vector<double> Values(const VectorXd& vector) {
  return {vector.data(), vector.data() + vector.size()};
}

template <class Item, class Value>
std::vector<Value> Collect(const std::vector<Item>& items, Value Item::*member) {
  std::vector<Value> values;
  for (const Item& item : items) values.push_back(item.*member);
  return values;
}

void WriteInertia(const InertiaInvariants& inertia, hsize_t n, PartWriter* writer) {
  writer->Numbers("inertia/i1", {1}, {inertia.i1}, "kg");
  writer->Numbers("inertia/i2", {3}, Pack(std::vector{inertia.i2}), "kg m");
  writer->Numbers("inertia/i3", {3, n}, Pack(std::vector{inertia.i3}), "");
  writer->Numbers("inertia/i4", {3, n}, Pack(std::vector{inertia.i4}), "");
  writer->Numbers("inertia/i5", {n, 3, n}, Pack(inertia.i5), "");
  writer->Numbers("inertia/i6", {n, n}, Pack(std::vector{inertia.i6}), "");
  writer->Numbers("inertia/i7", {3, 3}, Pack(std::vector{inertia.i7}), "kg m2");
  writer->Numbers("inertia/i8", {n, 3, 3}, Pack(inertia.i8), "");
  std::vector<double> i9;
  for (const std::vector<Matrix3d>& row : inertia.i9) {
    const std::vector<double> values = Pack(row);
    i9.insert(i9.end(), values.begin(), values.end());
  }
  writer->Numbers("inertia/i9", {n, n, 3, 3}, i9, "");
}

InertiaInvariants ReadInertia(hsize_t n, PartReader* reader) {
  InertiaInvariants inertia;
  inertia.i1 = reader->Numbers("inertia/i1", {1})[0];
  if (!(inertia.i1 > 0)) reader->Fail("inertia/i1", "is no mass");
  inertia.i2 = Vector3d(reader->Numbers("inertia/i2", {3}).data());
  inertia.i3 = reader->Single("inertia/i3", 3, n);
  inertia.i4 = reader->Single("inertia/i4", 3, n);
  inertia.i5 = reader->Matrices("inertia/i5", n, 3, n);
  inertia.i6 = reader->Single("inertia/i6", n, n);
  inertia.i7 = reader->Single("inertia/i7", 3, 3);
  inertia.i8 = reader->Matrices<Matrix3d>("inertia/i8", n, 3, 3);
  const std::vector<double> i9 = reader->Numbers("inertia/i9", {n, n, 3, 3});
  using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  inertia.i9.resize(n);
  for (size_t i = 0; i < n * n; ++i) {
    inertia.i9[i / n].emplace_back(Eigen::Map<const RowMajor3>(i9.data() + 9 * i));
  }
  return inertia;
}

void WriteInterfaces(const std::vector<InterfaceNode>& nodes, hsize_t n, PartWriter* writer) {
  const hsize_t k = nodes.size();
  writer->Texts("interfaces/name", Collect(nodes, &InterfaceNode::name));
  writer->Integers("interfaces/id", {k}, Collect(nodes, &InterfaceNode::id));
  writer->Numbers("interfaces/position", {k, 3}, Pack(Collect(nodes, &InterfaceNode::position)),
                  "m");
  writer->Numbers("interfaces/translation", {k, 3, n},
                  Pack(Collect(nodes, &InterfaceNode::translation)), "");
  writer->Numbers("interfaces/rotation", {k, 3, n}, Pack(Collect(nodes, &InterfaceNode::rotation)),
                  "");
}

std::vector<InterfaceNode> ReadInterfaces(hsize_t n, PartReader* reader) {
  const hsize_t k = reader->Count("interfaces/id");
  const std::vector<int> ids = reader->Integers("interfaces/id", {k});
  const std::vector<std::string> names = reader->Texts("interfaces/name", k);
  const std::vector<Vector3d> positions = reader->Points("interfaces/position", k);
  const std::vector<MatrixXd> translations = reader->Matrices("interfaces/translation", k, 3, n);
  const std::vector<MatrixXd> rotations = reader->Matrices("interfaces/rotation", k, 3, n);
  std::vector<InterfaceNode> nodes;
  for (size_t i = 0; i < k; ++i) {
    nodes.push_back({names[i], ids[i], positions[i], translations[i], rotations[i]});
  }
  return nodes;
}

void WriteStress(const std::vector<StressPoint>& points, hsize_t n, PartWriter* writer) {
  const hsize_t s = points.size();
  writer->Integers("stress/element", {s}, Collect(points, &StressPoint::element));
  writer->Integers("stress/node", {s}, Collect(points, &StressPoint::node));
  writer->Texts("stress/surface", Collect(points, &StressPoint::surface));
  writer->Numbers("stress/position", {s, 3}, Pack(Collect(points, &StressPoint::position)), "m");
  writer->Numbers("stress/stress", {s, 6, n}, Pack(Collect(points, &StressPoint::stress)), "Pa");
  writer->Numbers("stress/young", {s}, Collect(points, &StressPoint::young), "Pa");
  writer->Numbers("stress/poisson", {s}, Collect(points, &StressPoint::poisson), "");
}

std::vector<StressPoint> ReadStress(hsize_t n, PartReader* reader) {
  const hsize_t s = reader->Count("stress/element");
  const std::vector<int> elements = reader->Integers("stress/element", {s});
  const std::vector<int> nodes = reader->Integers("stress/node", {s});
  const std::vector<std::string> surfaces = reader->Texts("stress/surface", s);
  const std::vector<Vector3d> positions = reader->Points("stress/position", s);
  const std::vector<MatrixXd> stresses = reader->Matrices("stress/stress", s, 6, n);
  // Parts of before have no elasticity.
  std::vector<double> young(s, 0), poisson(s, 0);
  if (s > 0 && reader->Has("stress/young")) {
    young = reader->Numbers("stress/young", {s});
    poisson = reader->Numbers("stress/poisson", {s});
  }
  std::vector<StressPoint> points;
  for (size_t i = 0; i < s; ++i) {
    points.push_back(
        {elements[i], nodes[i], surfaces[i], positions[i], stresses[i], young[i], poisson[i]});
  }
  return points;
}

void WriteSurface(const FlexibleSurface& surface, hsize_t n, PartWriter* writer) {
  const hsize_t c = surface.node.size();
  writer->Integers("surface/node", {c}, surface.node);
  writer->Numbers("surface/position", {c, 3}, Pack(surface.position), "m");
  writer->Numbers("surface/translation", {c, 3, n}, Pack(surface.translation), "");
  writer->Integers("surface/stress_point", {c}, surface.stress_point);
  std::vector<int> corners;
  for (const std::array<int, 3>& triangle : surface.triangles) {
    corners.insert(corners.end(), triangle.begin(), triangle.end());
  }
  writer->Integers("surface/triangles", {surface.triangles.size(), 3}, corners);
  writer->Integers("surface/triangle_stress", {surface.triangle_stress.size()},
                   surface.triangle_stress);
}

FlexibleSurface ReadPartSurface(hsize_t n, size_t stress_points, PartReader* reader) {
  FlexibleSurface surface;
  const hsize_t c = reader->Count("surface/node");
  surface.node = reader->Integers("surface/node", {c});
  surface.position = reader->Points("surface/position", c);
  surface.translation = reader->Matrices("surface/translation", c, 3, n);
  surface.stress_point = reader->Integers("surface/stress_point", {c});
  const auto check_points = [&](const char* name, const std::vector<int>& points) {
    for (const int point : points) {
      if (point < -1 || point >= static_cast<int>(stress_points)) {
        reader->Fail(name, "points to no stress");
      }
    }
  };
  check_points("surface/stress_point", surface.stress_point);
  const hsize_t t = reader->Count("surface/triangles");
  const std::vector<int> corners = reader->Integers("surface/triangles", {t, 3});
  for (size_t i = 0; i < corners.size(); ++i) {
    if (corners[i] < 0 || corners[i] >= static_cast<int>(c)) {
      reader->Fail("surface/triangles", "points to no corner");
    }
    if (i % 3 == 0) surface.triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
  }
  if (reader->Has("surface/triangle_stress")) {
    surface.triangle_stress = reader->Integers("surface/triangle_stress", {t});
    check_points("surface/triangle_stress", surface.triangle_stress);
  }
  return surface;
}

void WritePart(const FlexiblePart& part, PartWriter* writer) {
  const hsize_t n = static_cast<hsize_t>(part.mode_count());
  writer->Attribute("format", kPartFormat);
  writer->Attribute("format_version", kVersion);
  writer->Attribute("name", part.name);
  writer->Attribute("source", part.source);
  writer->Numbers("modes/frequency", {n}, Values(part.frequencies), "Hz");
  writer->Numbers("modes/damping", {n}, Values(part.damping), "");
  writer->Texts("modes/origin", part.origins);
  WriteInterfaces(part.interfaces, n, writer);
  WriteInertia(part.inertia, n, writer);
  writer->Numbers("stiffening", {part.stiffening.size(), n, n}, Pack(part.stiffening), "");
  WriteStress(part.stress_points, n, writer);
  WriteSurface(part.surface, n, writer);
}

}  // namespace

void WriteFlexiblePart(const std::string& path, const FlexiblePart& part) {
  SilenceHdf5();
  PartWriter writer(path);
  WritePart(part, &writer);
  WriteTextFile(path, writer.Finish());
}

FlexiblePart ReadFlexiblePart(const std::string& path) {
  PartReader reader(path);
  if (reader.Attribute("format") != kPartFormat) {
    throw FileError(path,
                    "is an HDF5 file, but not a flexible part: make one with 'jounce reduce'");
  }
  if (reader.Attribute("format_version") != kVersion) {
    throw FileError(path,
                    "is a flexible part of another version: make it again with 'jounce reduce'");
  }
  FlexiblePart part;
  part.name = reader.Attribute("name");
  part.source = reader.Attribute("source");
  const hsize_t n = reader.Count("modes/frequency");
  if (n == 0 && reader.Has("inertia/i3")) reader.Fail("modes/frequency", "is missing");
  const std::vector<double> frequencies = reader.Numbers("modes/frequency", {n});
  const std::vector<double> damping = reader.Numbers("modes/damping", {n});
  part.frequencies = Eigen::Map<const VectorXd>(frequencies.data(), static_cast<int>(n));
  part.damping = Eigen::Map<const VectorXd>(damping.data(), static_cast<int>(n));
  if ((part.frequencies.array() <= 0).any()) {
    reader.Fail("modes/frequency", "has one that is not above zero");
  }
  if ((part.damping.array() < 0).any()) reader.Fail("modes/damping", "has one below zero");
  part.origins = reader.Texts("modes/origin", n);
  part.interfaces = ReadInterfaces(n, &reader);
  part.inertia = ReadInertia(n, &reader);
  const hsize_t stiffening = reader.Count("stiffening");
  if (stiffening != 0 && stiffening != kStiffeningLoads) {
    reader.Fail("stiffening", fmt::format("has {} matrices, not {}", stiffening, kStiffeningLoads));
  }
  part.stiffening = reader.Matrices("stiffening", stiffening, n, n);
  part.stress_points = ReadStress(n, &reader);
  part.surface = ReadPartSurface(n, part.stress_points.size(), &reader);
  return part;
}

}  // namespace jounce
