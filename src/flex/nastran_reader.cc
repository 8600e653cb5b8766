#include "flex/nastran_reader.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <map>
#include <optional>

#include "base/names.h"
#include "flex/nastran_coordinates.h"
#include "flex/nastran_properties.h"
#include "math/rotation.h"

namespace jounce::flex {
namespace {

// Cards that say nothing about the stiffness and mass of a part: solution, output, loads.
const std::set<std::string>& HarmlessCards() {
  static const std::set<std::string> names = {
      "EIGRL",  "EIGR",    "EIGC",   "EIGB",    "USET",    "USET1",   "SPOINT",  "QSET",
      "QSET1",  "SESET",   "SEQSET", "SEQSET1", "SECSET",  "SECSET1", "SEBSET1", "SEUSET",
      "DTI",    "LOAD",    "GRAV",   "PLOAD",   "PLOAD1",  "PLOAD2",  "PLOAD4",  "TEMP",
      "TEMPD",  "DLOAD",   "TLOAD1", "RLOAD1",  "TABLED1", "FREQ",    "FREQ1",   "TSTEP",
      "SPCD",   "PLOTEL",  "SET1",   "SUPORT",  "SUPORT1", "RFORCE",  "MPCADD",  "TABDMP1",
      "FORCE1", "MOMENT1", "ECHOON", "ECHOOFF", "BAROR",   "CDAMP1",  "CDAMP2",  "PDAMP",
      "CVISC",  "PVISC",   "MATT1",  "NLPARM",  "DOPTPRM", "RELEASE"};
  return names;
}

class NastranReader {
 public:
  NastranReader(const NastranOptions& options, Diagnostics* diagnostics)
      : options_(options), diagnostics_(diagnostics) {}

  Mesh Read(const std::string& text, const std::string& path, const TextLoader& load) {
    mesh_.source = path;
    mesh_.lumped_mass = true;  // as Nastran, unless PARAM COUPMASS
    const Deck deck = ParseDeck(text, path, load, diagnostics_);
    ReadControl(deck.control);
    for (const Card& card : deck.cards) TakeEarly(card);
    PlaceNodes();
    properties_.Resolve(&mesh_, diagnostics_);
    for (const Card& card : deck.cards) TakeLate(card);
    CollectSupports();
    for (Material& material : mesh_.materials) material.density *= mass_factor_;
    for (PointMass& mass : mesh_.masses) {
      mass.mass *= mass_factor_;
      mass.inertia *= mass_factor_;
    }
    for (ShellProperty& p : mesh_.shell_properties) p.added_mass *= mass_factor_;
    for (BeamProperty& p : mesh_.beam_properties) p.added_mass *= mass_factor_;
    if (mesh_.nodes.empty()) diagnostics_->Error({path, 0, 0}, "the deck has no GRID");
    return std::move(mesh_);
  }

 private:
  // What others refer to: systems, nodes, materials, properties, parameters.
  void TakeEarly(const Card& card) {
    const CardFields f(card, diagnostics_);
    const std::string& name = card.name;
    if (name == "GRID") {
      grids_.push_back(&card);
    } else if (name == "GRDSET") {
      grid_defaults_ = &card;
    } else if (name == "CORD2R" || name == "CORD2C" || name == "CORD2S") {
      Eigen::Matrix3d points;
      for (int i = 0; i < 9; ++i) points(i % 3, i / 3) = f.Real(3 + i, 0);
      const auto kind = name == "CORD2R"   ? CoordinateBook::Kind::kRectangular
                        : name == "CORD2C" ? CoordinateBook::Kind::kCylindrical
                                           : CoordinateBook::Kind::kSpherical;
      systems_.AddByPoints(f.NeedInteger(1), kind, f.Integer(2, 0), points, card.place);
    } else if (name == "CORD1R") {
      for (size_t i = 1; i <= 5 && f.Has(i); i += 4) {
        systems_.AddByNodes(f.NeedInteger(i),
                            {f.NeedInteger(i + 1), f.NeedInteger(i + 2), f.NeedInteger(i + 3)},
                            card.place);
      }
    } else if (name == "PARAM") {
      TakeParameter(f);
    } else if (name == "CONROD") {
      properties_.AddRod(f.NeedInteger(1), f.NeedInteger(4), f.NeedReal(5), f.Real(6, 0),
                         f.Real(8, 0), card.place);
    } else {
      properties_.Take(f);
    }
  }

  void TakeParameter(const CardFields& f) {
    const std::string name = f.Text(1);
    if (name == "WTMASS") mass_factor_ = f.NeedReal(2);
    if (name == "COUPMASS") mesh_.lumped_mass = f.NeedInteger(2) < 0;
    if (name == "K6ROT") mesh_.drilling_factor = std::max(1e-6 * f.NeedReal(2), 1e-8);
  }

  // Nodes may stand in systems that stand on other nodes.
  void PlaceNodes() {
    const auto position_of = [&](int id, Eigen::Vector3d* position) {
      const int index = mesh_.FindNode(id);
      if (index >= 0) *position = mesh_.nodes[index].position;
      return index >= 0;
    };
    std::vector<const Card*> waiting = grids_;
    systems_.Resolve(position_of);
    for (bool progress = true; progress && !waiting.empty();) {
      std::vector<const Card*> later;
      for (const Card* card : waiting) {
        if (!PlaceNode(*card)) later.push_back(card);
      }
      progress = later.size() < waiting.size();
      waiting.swap(later);
      systems_.Resolve(position_of);
    }
    for (const Card* card : waiting) {
      CardFields(*card, diagnostics_).Error("its coordinate system is not known");
    }
    systems_.ReportUnresolved(diagnostics_);
    for (const auto& [node, system] : displacement_systems_) {
      if (!systems_.Knows(system)) {
        diagnostics_->Error(mesh_.nodes[node].place,
                            fmt::format("GRID {}: displacement system {} is not known",
                                        mesh_.nodes[node].id, system));
        continue;
      }
      mesh_.nodes[node].axes = systems_.AxesAt(system, mesh_.nodes[node].position);
    }
  }

  bool PlaceNode(const Card& card) {
    const CardFields f(card, diagnostics_);
    const CardFields defaults(grid_defaults_ ? *grid_defaults_ : card, diagnostics_);
    const int system = f.Integer(2, grid_defaults_ ? defaults.Integer(2, 0) : 0);
    if (!systems_.Knows(system)) return false;
    Node node;
    node.id = f.NeedInteger(1);
    node.place = card.place;
    node.position = systems_.ToBasic(system, {f.Real(3, 0), f.Real(4, 0), f.Real(5, 0)});
    if (node.id <= 0) f.Error("a node's number must be above zero");
    if (!mesh_.AddNode(node)) {
      f.Error("this node number is taken", "each GRID needs a number of its own");
      return true;
    }
    const int index = static_cast<int>(mesh_.nodes.size()) - 1;
    const int displacement = f.Integer(6, grid_defaults_ ? defaults.Integer(6, 0) : 0);
    if (displacement > 0) displacement_systems_.emplace_back(index, displacement);
    const int held = f.Components(7, grid_defaults_ ? defaults.Components(7, 0) : 0);
    if (held != 0) mesh_.supports.push_back({index, held});
    return true;
  }

  // Elements, links, masses, springs, supports, loads: what stands on nodes.
  void TakeLate(const Card& card) {
    static const std::map<std::string, void (NastranReader::*)(const CardFields&)> takers = {
        {"CQUAD4", &NastranReader::TakeShellElement}, {"CQUADR", &NastranReader::TakeShellElement},
        {"CTRIA3", &NastranReader::TakeShellElement}, {"CTRIAR", &NastranReader::TakeShellElement},
        {"CTETRA", &NastranReader::TakeSolidElement}, {"CHEXA", &NastranReader::TakeSolidElement},
        {"CPENTA", &NastranReader::TakeSolidElement}, {"CBAR", &NastranReader::TakeBeamElement},
        {"CBEAM", &NastranReader::TakeBeamElement},   {"CROD", &NastranReader::TakeRod},
        {"CONROD", &NastranReader::TakeRod},          {"CONM2", &NastranReader::TakeMass},
        {"RBE2", &NastranReader::TakeRigidLink},      {"RBE3", &NastranReader::TakeMeanLink},
        {"RBAR", &NastranReader::TakeRigidBar},       {"CELAS1", &NastranReader::TakeSpring},
        {"CELAS2", &NastranReader::TakeSpring},       {"CBUSH", &NastranReader::TakeBushing},
        {"SPC", &NastranReader::TakeSupport},         {"SPC1", &NastranReader::TakeSupport},
        {"SPCADD", &NastranReader::TakeSupportSum},   {"FORCE", &NastranReader::TakeLoad},
        {"MOMENT", &NastranReader::TakeLoad},         {"ASET", &NastranReader::TakeOuterNodes},
        {"ASET1", &NastranReader::TakeOuterNodes},    {"BSET", &NastranReader::TakeOuterNodes},
        {"BSET1", &NastranReader::TakeOuterNodes},    {"CSUPEXT", &NastranReader::TakeOuterNodes},
        {"DMIG", &NastranReader::TakeDirectMatrix}};
    static const std::set<std::string> early = {
        "GRID",  "GRDSET", "CORD1R", "CORD2R", "CORD2C", "CORD2S", "PARAM", "MAT1",  "PSHELL",
        "PCOMP", "PSOLID", "PBAR",   "PBEAM",  "PBARL",  "PBEAML", "PROD",  "PELAS", "PBUSH"};
    const auto taker = takers.find(card.name);
    if (taker != takers.end()) {
      (this->*taker->second)(CardFields(card, diagnostics_));
    } else if (!early.contains(card.name) && !HarmlessCards().contains(card.name)) {
      ReportUnknown(card, takers);
    }
  }

  template <class Takers>
  void ReportUnknown(const Card& card, const Takers& takers) {
    if (options_.ignore.contains(card.name) || !reported_.insert(card.name).second) return;
    std::vector<std::string> known;
    for (const auto& [name, taker] : takers) known.push_back(name);
    const std::string nearest = NearestName(card.name, known);
    // Elements, properties and constraints change the part; what else there is may be left out.
    const bool matters = card.name.starts_with("C") || card.name.starts_with("P") ||
                         card.name.starts_with("R") || card.name.starts_with("MAT") ||
                         card.name.starts_with("MPC") || card.name.starts_with("GENEL") ||
                         card.name.starts_with("CONM");
    if (matters) {
      diagnostics_->Error(
          card.place,
          fmt::format("card {} is not known and may carry stiffness or mass", card.name),
          fmt::format("{}leave it out with --ignore {} if it does not matter",
                      nearest.empty() ? "" : fmt::format("did you mean {}? else ", nearest),
                      card.name));
    } else {
      diagnostics_->Warning(card.place,
                            fmt::format("card {} is not known and is left out", card.name),
                            "nothing of this name carries stiffness or mass");
    }
  }

  // Index of a node by number; reports where it does not exist.
  int NodeAt(const CardFields& f, int id) {
    const int index = mesh_.FindNode(id);
    if (index < 0) {
      f.Error(fmt::format("node {} does not exist", id));
      return 0;
    }
    return index;
  }

  void AddElement(const CardFields& f, Element element, int property, size_t first_node) {
    element.id = f.NeedInteger(1);
    element.place = f.card().place;
    element.property = properties_.Find(element.shape, property);
    bool sound = true;
    for (int i = 0; i < NodeCount(element.shape); ++i) {
      const int id = f.NeedInteger(first_node + i);
      element.nodes[i] = mesh_.FindNode(id);
      if (element.nodes[i] >= 0) continue;
      if (f.Has(first_node + i)) f.Error(fmt::format("node {} does not exist", id));
      sound = false;
    }
    if (element.property < 0) {
      f.Error(fmt::format("property {} does not exist or is not for a {}", property,
                          NameOf(element.shape)));
      sound = false;
    }
    if (sound) mesh_.elements.push_back(element);
  }

  void TakeShellElement(const CardFields& f) {
    Element element;
    element.shape = f.card().name[1] == 'Q' ? Shape::kQuad : Shape::kTriangle;
    const size_t after = 3 + NodeCount(element.shape);
    element.normal_offset = f.Real(after + 1, 0);
    for (size_t i = after + 4; i <= f.size(); ++i) {
      if (f.Has(i) && f.Real(i, 0) != 0) {
        f.Error("thickness at corners is not supported", "give the PSHELL a mean thickness");
      }
    }
    AddElement(f, element, f.Integer(2, f.Integer(1, 0)), 3);
  }

  void TakeSolidElement(const CardFields& f) {
    Element element;
    const std::string& name = f.card().name;
    const size_t corners = name == "CTETRA" ? 4 : name == "CHEXA" ? 8 : 6;
    const bool middle = f.size() > 2 + corners;
    element.shape = name == "CTETRA"  ? (middle ? Shape::kTet10 : Shape::kTet4)
                    : name == "CHEXA" ? Shape::kHex8
                                      : Shape::kPenta6;
    if (middle && name != "CTETRA") {
      f.Error("nodes in the middle of edges are not supported here",
              "use 8-node bricks or 10-node tetrahedra");
    }
    AddElement(f, element, f.Integer(2, f.Integer(1, 0)), 3);
  }

  void TakeBeamElement(const CardFields& f) {
    Element element;
    element.shape = f.card().name == "CBAR" ? Shape::kBar : Shape::kBeam;
    const int a = mesh_.FindNode(f.Integer(3, 0)), b = mesh_.FindNode(f.Integer(4, 0));
    if (f.IsInteger(5) && !f.Has(6) && !f.Has(7)) {
      const int third = NodeAt(f, f.Integer(5, 0));
      if (a >= 0) element.orientation = mesh_.nodes[third].position - mesh_.nodes[a].position;
    } else {
      element.orientation << f.Real(5, 0), f.Real(6, 0), f.Real(7, 0);
      if (a >= 0) element.orientation = mesh_.nodes[a].axes * element.orientation;
    }
    element.releases = {f.Components(9, 0), f.Components(10, 0)};
    for (int end = 0; end < 2; ++end) {
      const int node = end == 0 ? a : b;
      for (int k = 0; k < 3; ++k) element.offsets[end](k) = f.Real(11 + 3 * end + k, 0);
      if (node >= 0) element.offsets[end] = mesh_.nodes[node].axes * element.offsets[end];
    }
    if (f.Has(8) && f.Text(8) != "GGG" && f.Text(8) != "BGG" && !f.IsInteger(8)) {
      f.Error(fmt::format("offset option {} is not supported", f.Text(8)), "use GGG");
    }
    AddElement(f, element, f.Integer(2, f.Integer(1, 0)), 3);
  }

  void TakeRod(const CardFields& f) {
    Element element;
    element.shape = Shape::kRod;
    if (f.card().name == "CONROD") {
      AddElement(f, element, kConrod - f.Integer(1, 0), 2);
    } else {
      AddElement(f, element, f.Integer(2, f.Integer(1, 0)), 3);
    }
  }

  void TakeMass(const CardFields& f) {
    PointMass mass;
    mass.id = f.NeedInteger(1);
    mass.node = NodeAt(f, f.NeedInteger(2));
    mass.mass = f.Real(4, 0);
    const int system = f.Integer(3, 0);
    const Eigen::Vector3d x(f.Real(5, 0), f.Real(6, 0), f.Real(7, 0));
    const Eigen::Vector3d at = mesh_.nodes.empty() ? x : mesh_.nodes[mass.node].position;
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
    if (system < 0) {
      mass.offset = x - at;
    } else {
      if (!systems_.Knows(system)) f.Error(fmt::format("system {} is not known", system));
      axes = systems_.AxesAt(system, at);
      mass.offset = axes * x;
    }
    Eigen::Matrix3d i = Eigen::Matrix3d::Zero();
    i << f.Real(9, 0), -f.Real(10, 0), -f.Real(12, 0), -f.Real(10, 0), f.Real(11, 0),
        -f.Real(13, 0), -f.Real(12, 0), -f.Real(13, 0), f.Real(14, 0);
    mass.inertia = axes * i * axes.transpose();
    if (mass.mass < 0) f.Error("the mass is below zero");
    mesh_.masses.push_back(mass);
  }

  void TakeRigidLink(const CardFields& f) {
    RigidLink link;
    link.id = f.NeedInteger(1);
    link.place = f.card().place;
    link.master = NodeAt(f, f.NeedInteger(2));
    link.components = f.Components(3, 63);
    Card list = f.card();  // a real at the end is a thermal expansion
    if (!list.fields.empty() && !ParseNastranInteger(list.fields.back())) list.fields.pop_back();
    for (const int id : CardFields(list, diagnostics_).Numbers(4)) {
      link.dependents.push_back(NodeAt(f, id));
    }
    if (link.dependents.empty()) f.Error("it has no dependent nodes");
    mesh_.rigid_links.push_back(link);
  }

  void TakeRigidBar(const CardFields& f) {
    RigidLink link;
    link.id = f.NeedInteger(1);
    link.place = f.card().place;
    const int a = NodeAt(f, f.NeedInteger(2)), b = NodeAt(f, f.NeedInteger(3));
    const bool from_a = f.Components(4, 0) == 63;
    if (!from_a && f.Components(5, 0) != 63) {
      f.Error("one of its ends must have all six components independent",
              "give CNA or CNB as 123456");
    }
    link.master = from_a ? a : b;
    link.dependents = {from_a ? b : a};
    link.components = f.Components(from_a ? 7 : 6, 63);
    mesh_.rigid_links.push_back(link);
  }

  void TakeMeanLink(const CardFields& f) {
    MeanLink link;
    link.id = f.NeedInteger(1);
    link.place = f.card().place;
    link.reference = NodeAt(f, f.NeedInteger(3));
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
      link.shares.push_back({NodeAt(f, f.Integer(i, 0)), weight, components});
    }
    if (link.shares.empty()) f.Error("it has no nodes to follow");
    mesh_.mean_links.push_back(link);
  }

  void TakeSpring(const CardFields& f) {
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
      spring.nodes[end] = NodeAt(f, f.Integer(3 + 2 * end, 0));
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
    mesh_.springs.push_back(spring);
  }

  void TakeBushing(const CardFields& f) {
    Spring spring;
    spring.id = f.NeedInteger(1);
    spring.place = f.card().place;
    const int property = f.Integer(2, spring.id);
    if (const auto* rates = properties_.BushingRates(property)) {
      spring.stiffness = *rates;
    } else {
      f.Error(fmt::format("PBUSH {} does not exist", property));
    }
    spring.nodes[0] = NodeAt(f, f.NeedInteger(3));
    if (f.Has(4)) spring.nodes[1] = NodeAt(f, f.Integer(4, 0));
    if (mesh_.nodes.empty()) return;
    spring.axes = BushingAxes(f, spring);
    mesh_.springs.push_back(spring);
  }

  // In a system, or along the line of its nodes with an orientation.
  Eigen::Matrix3d BushingAxes(const CardFields& f, const Spring& spring) {
    const Eigen::Vector3d a = mesh_.nodes[spring.nodes[0]].position;
    if (f.Has(8)) return systems_.AxesAt(f.Integer(8, 0), a);
    if (spring.nodes[1] < 0) return Eigen::Matrix3d::Identity();
    const Eigen::Vector3d along = mesh_.nodes[spring.nodes[1]].position - a;
    if (along.norm() == 0) {
      if (!f.Has(5)) return Eigen::Matrix3d::Identity();
      f.Error("nodes at one place need axes", "give a coordinate system in field 9");
      return Eigen::Matrix3d::Identity();
    }
    Eigen::Vector3d v(f.Real(5, 0), f.Real(6, 0), f.Real(7, 0));
    if (f.IsInteger(5) && !f.Has(6)) v = mesh_.nodes[NodeAt(f, f.Integer(5, 0))].position - a;
    const Eigen::Vector3d x = along.normalized();
    Eigen::Vector3d z = x.cross(v);
    if (!(z.norm() > 1e-9 * v.norm())) z = x.unitOrthogonal();
    Eigen::Matrix3d axes;
    axes << x, z.normalized().cross(x), z.normalized();
    return axes;
  }

  void TakeSupport(const CardFields& f) {
    const int set = f.NeedInteger(1);
    if (f.card().name == "SPC1") {
      const int components = f.Components(2, 0);
      for (const int id : f.Numbers(3)) {
        // Ranges may pass over numbers that do not exist.
        if (const int node = mesh_.FindNode(id); node >= 0) {
          supports_[set].push_back({node, components});
        }
      }
      return;
    }
    for (size_t i = 2; i <= 5 && f.Has(i); i += 3) {
      supports_[set].push_back({NodeAt(f, f.Integer(i, 0)), f.Components(i + 1, 0)});
    }
  }

  void TakeSupportSum(const CardFields& f) { support_sums_[f.NeedInteger(1)] = f.Numbers(2); }

  void CollectSupports() {
    std::vector<int> sets;
    if (chosen_supports_) {
      const auto sum = support_sums_.find(*chosen_supports_);
      sets = sum == support_sums_.end() ? std::vector<int>{*chosen_supports_} : sum->second;
    } else {
      for (const auto& [set, list] : supports_) sets.push_back(set);
    }
    for (const int set : sets) {
      const std::vector<Support>& list = supports_[set];
      mesh_.supports.insert(mesh_.supports.end(), list.begin(), list.end());
    }
  }

  void TakeLoad(const CardFields& f) {
    if (mesh_.nodes.empty()) return;
    PointLoad load;
    load.node = NodeAt(f, f.NeedInteger(2));
    const Eigen::Vector3d vector =
        systems_.AxesAt(f.Integer(3, 0), mesh_.nodes[load.node].position) *
        (f.Real(4, 0) * Eigen::Vector3d(f.Real(5, 0), f.Real(6, 0), f.Real(7, 0)));
    (f.card().name == "FORCE" ? load.force : load.moment) = vector;
    mesh_.loads.push_back(load);
  }

  void TakeOuterNodes(const CardFields& f) {
    const std::string& name = f.card().name;
    const bool pairs = name == "ASET" || name == "BSET";
    std::vector<int> ids;
    for (size_t i = 1; pairs && i <= f.size(); i += 2) ids.push_back(f.Integer(i, 0));
    if (!pairs) ids = f.Numbers(2);
    for (const int id : ids) {
      auto& list = mesh_.suggested_interfaces;
      const bool there = std::any_of(list.begin(), list.end(),
                                     [id](const Mesh::Interface& i) { return i.node == id; });
      if (mesh_.FindNode(id) >= 0 && !there) list.push_back({id, ""});
    }
  }

  // A header has 0 in its second field; the columns follow. Names with K are stiffness, with M
  // mass.
  void TakeDirectMatrix(const CardFields& f) {
    const std::string name = f.Text(1);
    if (f.Text(2) == "0") {
      direct_form_[name] = f.Integer(3, 6);
      if (f.Integer(4, 1) > 2) f.Error("complex matrices are not supported");
      return;
    }
    const bool stiffness = name.starts_with("K"), mass = name.starts_with("M");
    if (!stiffness && !mass) {
      if (reported_.insert("DMIG " + name).second) {
        diagnostics_->Warning(f.card().place, fmt::format("matrix {} is left out", name),
                              "names of stiffness begin with K, of mass with M");
      }
      return;
    }
    auto& entries = stiffness ? mesh_.direct_stiffness : mesh_.direct_mass;
    DirectEntry e;
    e.column_node = NodeAt(f, f.NeedInteger(2));
    e.column_component = f.Integer(3, 1) - 1;
    for (size_t i = 5; i + 2 <= f.size(); i += 4) {
      if (!f.Has(i)) continue;
      e.row_node = NodeAt(f, f.Integer(i, 0));
      e.row_component = f.Integer(i + 1, 1) - 1;
      e.value = f.Real(i + 2, 0);
      if (e.row_component < 0 || e.row_component > 5 || e.column_component < 0 ||
          e.column_component > 5) {
        return f.Error("components must be 1 to 6");
      }
      entries.push_back(e);
      if (direct_form_[name] != 6 ||
          (e.row_node == e.column_node && e.row_component == e.column_component)) {
        continue;
      }
      DirectEntry mirrored = e;
      std::swap(mirrored.row_node, mirrored.column_node);
      std::swap(mirrored.row_component, mirrored.column_component);
      entries.push_back(mirrored);
    }
  }

  // "SPC = 2" of the first subcase that says so.
  void ReadControl(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      if (chosen_supports_ || !line.starts_with("SPC")) continue;
      const size_t equals = line.find('=');
      if (equals == std::string::npos || line.find_first_not_of(" ", 3) != equals) continue;
      const size_t begin = line.find_first_not_of(" ", equals + 1);
      if (begin == std::string::npos) continue;
      chosen_supports_ = ParseNastranInteger(
          std::string_view(line).substr(begin, line.find_first_of(" $", begin) - begin));
    }
  }

  static constexpr int kConrod = -1'000'000'000;

  const NastranOptions& options_;
  Diagnostics* diagnostics_;
  Mesh mesh_;
  CoordinateBook systems_;
  NastranProperties properties_;
  std::vector<const Card*> grids_;
  const Card* grid_defaults_ = nullptr;
  std::vector<std::pair<int, int>> displacement_systems_;  // node, system
  std::map<int, std::vector<Support>> supports_;
  std::map<int, std::vector<int>> support_sums_;
  std::optional<int> chosen_supports_;
  std::map<std::string, int> direct_form_;
  std::set<std::string> reported_;
  double mass_factor_ = 1;
};

}  // namespace

Mesh ReadNastran(const std::string& text, const std::string& path, const TextLoader& load,
                 const NastranOptions& options, Diagnostics* diagnostics) {
  return NastranReader(options, diagnostics).Read(text, path, load);
}

}  // namespace jounce::flex
