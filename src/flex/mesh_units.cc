#include "flex/mesh_units.h"

#include <fmt/format.h>

#include <map>

namespace jounce::flex {
namespace {

using Table = std::map<std::string, double>;

const Table& Lengths() {
  static const Table table = {{"m", 1}, {"mm", 1e-3}, {"cm", 1e-2}, {"in", 0.0254}, {"ft", 0.3048}};
  return table;
}

const Table& Masses() {
  static const Table table = {{"kg", 1},          {"g", 1e-3},           {"t", 1e3},
                              {"lb", 0.45359237}, {"slug", 14.59390294}, {"slinch", 175.1268352}};
  return table;
}

const Table& Times() {
  static const Table table = {{"s", 1}, {"ms", 1e-3}};
  return table;
}

double Find(const Table& table, const std::string& name, const std::string& text) {
  const auto found = table.find(name);
  if (found != table.end()) return found->second;
  std::string known;
  for (const auto& [key, value] : table) known += (known.empty() ? "" : ", ") + key;
  throw InputError(fmt::format("'{}' in units '{}' is not known", name, text),
                   "length-mass-time as in mm-t-s; known here: " + known);
}

}  // namespace

MeshUnits ParseMeshUnits(const std::string& text) {
  const size_t first = text.find('-'), second = text.find('-', first + 1);
  if (first == std::string::npos || second == std::string::npos) {
    throw InputError(fmt::format("units '{}' are not length-mass-time", text),
                     "for example m-kg-s, mm-t-s, mm-kg-ms");
  }
  MeshUnits units;
  units.length = Find(Lengths(), text.substr(0, first), text);
  units.mass = Find(Masses(), text.substr(first + 1, second - first - 1), text);
  units.time = Find(Times(), text.substr(second + 1), text);
  return units;
}

void ConvertToSi(const MeshUnits& units, Mesh* mesh) {
  const double l = units.length, m = units.mass, force = m * l / (units.time * units.time);
  for (Node& node : mesh->nodes) node.position *= l;
  for (Material& material : mesh->materials) {
    material.young *= force / (l * l);
    material.shear *= force / (l * l);
    material.density *= m / (l * l * l);
  }
  for (ShellProperty& p : mesh->shell_properties) {
    for (Ply& ply : p.plies) ply.thickness *= l;
    p.bottom *= l;
    p.added_mass *= m / (l * l);
  }
  for (BeamProperty& p : mesh->beam_properties) {
    p.area *= l * l;
    for (double* inertia : {&p.i1, &p.i2, &p.i12, &p.torsion}) *inertia *= l * l * l * l;
    for (Eigen::Vector2d& point : p.stress_points) point *= l;
    p.added_mass *= m / l;
  }
  for (MeshElement& element : mesh->elements) {
    element.normal_offset *= l;
    for (Eigen::Vector3d& offset : element.offsets) offset *= l;
  }
  for (PointMass& mass : mesh->masses) {
    mass.mass *= m;
    mass.offset *= l;
    mass.inertia *= m * l * l;
  }
  // Between two translations N/m, a translation and a rotation N, two rotations N m; so with mass.
  const auto per = [&](int a, int b) { return (a < 3 ? 1 / l : 1.0) * (b < 3 ? 1 / l : 1.0); };
  for (Spring& spring : mesh->springs) {
    for (int c = 0; c < 6; ++c) {
      const int a = spring.components[0] >= 0 ? spring.components[0] : c;
      spring.stiffness[c] *= force * l * per(a, a);
    }
  }
  for (DirectEntry& e : mesh->direct_stiffness) {
    e.value *= force * l * per(e.row_component, e.column_component);
  }
  for (DirectEntry& e : mesh->direct_mass) {
    e.value *= m * l * l * per(e.row_component, e.column_component);
  }
  for (PointLoad& load : mesh->loads) {
    load.force *= force;
    load.moment *= force * l;
  }
}

}  // namespace jounce::flex
