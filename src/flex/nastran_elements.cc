#include "flex/nastran_elements.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <utility>

#include "flex/nastran_nodes.h"

namespace jounce::flex {

const std::map<std::string, NastranElements::Taker>& NastranElements::Takers() {
  static const std::map<std::string, Taker> takers = {
      {"CQUAD4", &NastranElements::TakeShellElement},
      {"CQUADR", &NastranElements::TakeShellElement},
      {"CTRIA3", &NastranElements::TakeShellElement},
      {"CTRIAR", &NastranElements::TakeShellElement},
      {"CTETRA", &NastranElements::TakeSolidElement},
      {"CHEXA", &NastranElements::TakeSolidElement},
      {"CPENTA", &NastranElements::TakeSolidElement},
      {"CBAR", &NastranElements::TakeBeamElement},
      {"CBEAM", &NastranElements::TakeBeamElement},
      {"CROD", &NastranElements::TakeRod},
      {"CONROD", &NastranElements::TakeRod},
      {"CONM2", &NastranElements::TakeMass},
      {"RBE2", &NastranElements::TakeRigidLink},
      {"RBE3", &NastranElements::TakeMeanLink},
      {"RBAR", &NastranElements::TakeRigidBar},
      {"CELAS1", &NastranElements::TakeSpring},
      {"CELAS2", &NastranElements::TakeSpring},
      {"CBUSH", &NastranElements::TakeBushing}};
  return takers;
}

bool NastranElements::Take(const CardFields& f) {
  const auto taker = Takers().find(f.card().name);
  if (taker == Takers().end()) return false;
  (this->*taker->second)(f);
  return true;
}

std::vector<std::string> NastranElements::Names() {
  std::vector<std::string> names;
  for (const auto& [name, taker] : Takers()) names.push_back(name);
  return names;
}

void NastranElements::AddElement(const CardFields& f, MeshElement element, int property,
                                 size_t first_node) {
  element.id = f.NeedInteger(1);
  element.place = f.card().place;
  element.property = properties_.Find(element.shape, property);
  bool sound = true;
  for (int i = 0; i < NodeCount(element.shape); ++i) {
    const int id = f.NeedInteger(first_node + i);
    element.nodes[i] = mesh_->FindNode(id);
    if (element.nodes[i] >= 0) continue;
    if (f.Has(first_node + i)) f.Error(fmt::format("node {} does not exist", id));
    sound = false;
  }
  if (element.property < 0) {
    f.Error(fmt::format("property {} does not exist or is not for a {}", property,
                        NameOf(element.shape)));
    sound = false;
  }
  if (sound) mesh_->elements.push_back(element);
}

void NastranElements::TakeShellElement(const CardFields& f) {
  MeshElement element;
  element.shape = f.card().name[1] == 'Q' ? ElementShape::kQuad : ElementShape::kTriangle;
  const size_t after = 3 + NodeCount(element.shape);
  element.normal_offset = f.Real(after + 1, 0);
  for (size_t i = after + 4; i <= f.size(); ++i) {
    if (f.Has(i) && f.Real(i, 0) != 0) {
      f.Error("thickness at corners is not supported", "give the PSHELL a mean thickness");
    }
  }
  AddElement(f, element, f.Integer(2, f.Integer(1, 0)), 3);
}

void NastranElements::TakeSolidElement(const CardFields& f) {
  MeshElement element;
  const std::string& name = f.card().name;
  const size_t corners = name == "CTETRA" ? 4 : name == "CHEXA" ? 8 : 6;
  const bool middle = f.size() > 2 + corners;
  element.shape = name == "CTETRA"  ? (middle ? ElementShape::kTet10 : ElementShape::kTet4)
                  : name == "CHEXA" ? ElementShape::kHex8
                                    : ElementShape::kPenta6;
  if (middle && name != "CTETRA") {
    f.Error("nodes in the middle of edges are not supported here",
            "use 8-node bricks or 10-node tetrahedra");
  }
  AddElement(f, element, f.Integer(2, f.Integer(1, 0)), 3);
}

void NastranElements::TakeBeamElement(const CardFields& f) {
  MeshElement element;
  element.shape = f.card().name == "CBAR" ? ElementShape::kBar : ElementShape::kBeam;
  const int a = mesh_->FindNode(f.Integer(3, 0)), b = mesh_->FindNode(f.Integer(4, 0));
  if (f.IsInteger(5) && !f.Has(6) && !f.Has(7)) {
    const int third = NastranNodeAt(*mesh_, f, f.Integer(5, 0));
    if (a >= 0) element.orientation = mesh_->nodes[third].position - mesh_->nodes[a].position;
  } else {
    element.orientation << f.Real(5, 0), f.Real(6, 0), f.Real(7, 0);
    if (a >= 0) element.orientation = mesh_->nodes[a].axes * element.orientation;
  }
  element.releases = {f.Components(9, 0), f.Components(10, 0)};
  for (int end = 0; end < 2; ++end) {
    const int node = end == 0 ? a : b;
    for (int k = 0; k < 3; ++k) element.offsets[end](k) = f.Real(11 + 3 * end + k, 0);
    if (node >= 0) element.offsets[end] = mesh_->nodes[node].axes * element.offsets[end];
  }
  if (f.Has(8) && f.Text(8) != "GGG" && f.Text(8) != "BGG" && !f.IsInteger(8)) {
    f.Error(fmt::format("offset option {} is not supported", f.Text(8)), "use GGG");
  }
  AddElement(f, element, f.Integer(2, f.Integer(1, 0)), 3);
}

void NastranElements::TakeRod(const CardFields& f) {
  MeshElement element;
  element.shape = ElementShape::kRod;
  if (f.card().name == "CONROD") {
    AddElement(f, element, NastranProperties::OwnProperty(f.Integer(1, 0)), 2);
  } else {
    AddElement(f, element, f.Integer(2, f.Integer(1, 0)), 3);
  }
}

void NastranElements::TakeMass(const CardFields& f) {
  PointMass mass;
  mass.id = f.NeedInteger(1);
  mass.node = NastranNodeAt(*mesh_, f, f.NeedInteger(2));
  mass.mass = f.Real(4, 0);
  const int system = f.Integer(3, 0);
  const Eigen::Vector3d x(f.Real(5, 0), f.Real(6, 0), f.Real(7, 0));
  const Eigen::Vector3d at = mesh_->nodes.empty() ? x : mesh_->nodes[mass.node].position;
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  if (system < 0) {
    mass.offset = x - at;
  } else {
    if (!systems_.Knows(system)) f.Error(fmt::format("system {} is not known", system));
    axes = systems_.AxesAt(system, at);
    mass.offset = axes * x;
  }
  Eigen::Matrix3d i = Eigen::Matrix3d::Zero();
  i << f.Real(9, 0), -f.Real(10, 0), -f.Real(12, 0), -f.Real(10, 0), f.Real(11, 0), -f.Real(13, 0),
      -f.Real(12, 0), -f.Real(13, 0), f.Real(14, 0);
  mass.inertia = axes * i * axes.transpose();
  if (mass.mass < 0) f.Error("the mass is below zero");
  mesh_->masses.push_back(mass);
}

void NastranElements::TakeRigidLink(const CardFields& f) {
  RigidLink link;
  link.id = f.NeedInteger(1);
  link.place = f.card().place;
  link.master = NastranNodeAt(*mesh_, f, f.NeedInteger(2));
  link.components = f.Components(3, 63);
  Card list = f.card();  // a real at the end is a thermal expansion
  if (!list.fields.empty() && !ParseNastranInteger(list.fields.back())) list.fields.pop_back();
  for (const int id : CardFields(list, diagnostics_).Numbers(4)) {
    link.dependents.push_back(NastranNodeAt(*mesh_, f, id));
  }
  if (link.dependents.empty()) f.Error("it has no dependent nodes");
  mesh_->rigid_links.push_back(link);
}

void NastranElements::TakeRigidBar(const CardFields& f) {
  RigidLink link;
  link.id = f.NeedInteger(1);
  link.place = f.card().place;
  const int a = NastranNodeAt(*mesh_, f, f.NeedInteger(2)),
            b = NastranNodeAt(*mesh_, f, f.NeedInteger(3));
  const bool from_a = f.Components(4, 0) == 63;
  if (!from_a && f.Components(5, 0) != 63) {
    f.Error("one of its ends must have all six components independent",
            "give CNA or CNB as 123456");
  }
  link.master = from_a ? a : b;
  link.dependents = {from_a ? b : a};
  link.components = f.Components(from_a ? 7 : 6, 63);
  mesh_->rigid_links.push_back(link);
}

void NastranElements::TakeMeanLink(const CardFields& f) {
  MeanLink link;
  link.id = f.NeedInteger(1);
  link.place = f.card().place;
  link.reference = NastranNodeAt(*mesh_, f, f.NeedInteger(3));
  link.components = f.Components(4, 63);
  double weight = 0;
  int components = 0;
  for (size_t i = 5; i <= f.size(); ++i) {
    if (!f.Has(i)) continue;
    if (f.Text(i) == "UM" || f.Text(i) == "ALPHA") break;
    if (!f.IsInteger(i)) {
      weight = f.Real(i, 0);
      components = f.Components(++i, 0);
      continue;
    }
    link.shares.push_back({NastranNodeAt(*mesh_, f, f.Integer(i, 0)), weight, components});
  }
  if (link.shares.empty()) f.Error("it has no nodes to follow");
  mesh_->mean_links.push_back(link);
}

void NastranElements::TakeSpring(const CardFields& f) {
  Spring spring;
  spring.id = f.NeedInteger(1);
  spring.place = f.card().place;
  if (f.card().name == "CELAS2") {
    spring.stiffness[0] = f.NeedReal(2);
  } else {
    const int property = f.Integer(2, spring.id);
    const double* rate = properties_.SpringRate(property);
    if (!rate) f.Error(fmt::format("PELAS {} does not exist", property));
    spring.stiffness[0] = rate ? *rate : 0;
  }
  for (int end = 0; end < 2; ++end) {
    if (!f.Has(3 + 2 * end)) continue;
    spring.nodes[end] = NastranNodeAt(*mesh_, f, f.Integer(3 + 2 * end, 0));
    spring.components[end] = f.Integer(4 + 2 * end, 0) - 1;
    if (spring.components[end] < 0 || spring.components[end] > 5) {
      f.Error("the component of a node must be 1 to 6", "scalar points are not supported");
      return;
    }
  }
  if (spring.nodes[0] < 0) {
    std::swap(spring.nodes[0], spring.nodes[1]);
    std::swap(spring.components[0], spring.components[1]);
  }
  if (spring.nodes[0] < 0) return f.Error("it has no node");
  mesh_->springs.push_back(spring);
}

void NastranElements::TakeBushing(const CardFields& f) {
  Spring spring;
  spring.id = f.NeedInteger(1);
  spring.place = f.card().place;
  const int property = f.Integer(2, spring.id);
  if (const auto* rates = properties_.BushingRates(property)) {
    spring.stiffness = *rates;
  } else {
    f.Error(fmt::format("PBUSH {} does not exist", property));
  }
  spring.nodes[0] = NastranNodeAt(*mesh_, f, f.NeedInteger(3));
  if (f.Has(4)) spring.nodes[1] = NastranNodeAt(*mesh_, f, f.Integer(4, 0));
  if (mesh_->nodes.empty()) return;
  spring.axes = BushingAxes(f, spring);
  mesh_->springs.push_back(spring);
}

// In a system, or along the line of its nodes with an orientation.
Eigen::Matrix3d NastranElements::BushingAxes(const CardFields& f, const Spring& spring) {
  const Eigen::Vector3d a = mesh_->nodes[spring.nodes[0]].position;
  if (f.Has(8)) return systems_.AxesAt(f.Integer(8, 0), a);
  if (spring.nodes[1] < 0) return Eigen::Matrix3d::Identity();
  const Eigen::Vector3d along = mesh_->nodes[spring.nodes[1]].position - a;
  if (along.norm() == 0) {
    if (!f.Has(5)) return Eigen::Matrix3d::Identity();
    f.Error("nodes at one place need axes", "give a coordinate system in field 9");
    return Eigen::Matrix3d::Identity();
  }
  Eigen::Vector3d v(f.Real(5, 0), f.Real(6, 0), f.Real(7, 0));
  if (f.IsInteger(5) && !f.Has(6))
    v = mesh_->nodes[NastranNodeAt(*mesh_, f, f.Integer(5, 0))].position - a;
  const Eigen::Vector3d x = along.normalized();
  Eigen::Vector3d z = x.cross(v);
  if (!(z.norm() > 1e-9 * v.norm())) z = x.unitOrthogonal();
  Eigen::Matrix3d axes;
  axes << x, z.normalized().cross(x), z.normalized();
  return axes;
}

}  // namespace jounce::flex
