#include "flex/nastran_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/names.h"
#include "flex/nastran_coordinates.h"
#include "flex/nastran_elements.h"
#include "flex/nastran_nodes.h"
#include "flex/nastran_properties.h"

namespace jounce::flex {
namespace {

// Cards that say nothing about the stiffness and mass of a part: solution, output, loads.
const std::set<std::string>& HarmlessCards() {
  static const std::set<std::string> names = {
      "EIGRL",   "EIGR",   "EIGC",    "EIGB",    "USET",    "USET1",   "QSET",    "QSET1",
      "SESET",   "SEQSET", "SEQSET1", "SECSET",  "SECSET1", "SEBSET1", "SEUSET",  "DTI",
      "LOAD",    "GRAV",   "PLOAD",   "PLOAD1",  "PLOAD2",  "PLOAD4",  "TEMP",    "TEMPD",
      "DLOAD",   "TLOAD1", "RLOAD1",  "TABLED1", "FREQ",    "FREQ1",   "TSTEP",   "SPCD",
      "PLOTEL",  "SET1",   "SUPORT",  "SUPORT1", "RFORCE",  "MPCADD",  "TABDMP1", "FORCE1",
      "MOMENT1", "ECHOON", "ECHOOFF", "BAROR",   "CDAMP1",  "CDAMP2",  "PDAMP",   "CVISC",
      "PVISC",   "MATT1",  "NLPARM",  "DOPTPRM", "RELEASE"};
  return names;
}

// Cards whose first letters look like elements, properties or constraints, but that carry loads,
// output, aerodynamics, heat, damping or other analyses: they are left out and named.
bool IsOfOtherAnalyses(const std::string& name) {
  static const std::set<std::string> names = {
      // loads and output
      "CBARAO", "PLOADX1", "PLOADB3", "PRESPT", "RANDPS", "RANDT1", "RCROSS", "RFORCE1", "RLOAD2",
      "PANEL", "POINT", "PARAML", "PLOTEL3", "PLOTEL4", "PLOTHEX", "PLOTPEN", "PLOTTET",
      // aerodynamics
      "CAERO1", "CAERO2", "CAERO3", "CAERO4", "CAERO5", "PAERO1", "PAERO2", "PAERO3", "PAERO4",
      "PAERO5", "CSSCHD", "PANLST1", "PANLST2", "PANLST3",
      // heat
      "CHBDYE", "CHBDYG", "CHBDYP", "PHBDY", "CONV", "CONVM", "PCONV", "PCONVM", "PCONV1", "RADBC",
      "RADBND", "RADCAV", "RADCOL", "RADLST", "RADM", "RADMT", "RADMTX", "RADSET", "MAT4", "MAT5",
      "MATT2", "MATT3", "MATT4", "MATT5", "MATT8", "MATT9",
      // damping, other frequencies and temperatures, plasticity, creep
      "CDAMP3", "CDAMP4", "CDAMP5", "PDAMP5", "PDAMPT", "PBUSHT", "PELAST", "MATS1", "CREEP",
      // sets of superelements and modes, rotors
      "CSET", "CSET1", "CSUPER", "RGYRO", "ROTORG", "ROTORSE", "RSPINR", "RSPINT"};
  return names.contains(name);
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
    nodes_.Place();
    properties_.Resolve(&mesh_, diagnostics_);
    for (const Card& card : deck.cards) TakeLate(card);
    CollectSupports();
    ReportLeftOut();
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
    if (nodes_.Take(f)) return;
    if (name == "PARAM") {
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

  // Elements, links, masses, springs, supports, loads: what stands on nodes.
  void TakeLate(const Card& card) {
    static const std::map<std::string, void (NastranReader::*)(const CardFields&)> takers = {
        {"SPC", &NastranReader::TakeSupport},       {"SPC1", &NastranReader::TakeSupport},
        {"SPCADD", &NastranReader::TakeSupportSum}, {"FORCE", &NastranReader::TakeLoad},
        {"MOMENT", &NastranReader::TakeLoad},       {"ASET", &NastranReader::TakeOuterNodes},
        {"ASET1", &NastranReader::TakeOuterNodes},  {"BSET", &NastranReader::TakeOuterNodes},
        {"BSET1", &NastranReader::TakeOuterNodes},  {"CSUPEXT", &NastranReader::TakeOuterNodes},
        {"DMIG", &NastranReader::TakeDirectMatrix}};
    static const std::set<std::string> early = {"GRID",   "GRDSET", "SPOINT", "CORD1R", "CORD2R",
                                                "CORD2C", "CORD2S", "PARAM",  "MAT1",   "PSHELL",
                                                "PCOMP",  "PSOLID", "PBAR",   "PBEAM",  "PBARL",
                                                "PBEAML", "PROD",   "PELAS",  "PBUSH"};
    const CardFields f(card, diagnostics_);
    if (elements_.Take(f)) return;
    const auto taker = takers.find(card.name);
    if (taker != takers.end()) {
      (this->*taker->second)(f);
    } else if (IsOfOtherAnalyses(card.name)) {
      left_out_.insert(card.name);
    } else if (!early.contains(card.name) && !HarmlessCards().contains(card.name)) {
      ReportUnknown(card, takers);
    }
  }

  void ReportLeftOut() {
    if (left_out_.empty()) return;
    diagnostics_->Warning({mesh_.source, 0, 0},
                          fmt::format("cards of loads, output and other analyses are left out: {}",
                                      fmt::join(left_out_, ", ")),
                          "they carry no stiffness or mass of the part");
  }

  template <class Takers>
  void ReportUnknown(const Card& card, const Takers& takers) {
    if (options_.ignore.contains(card.name) || !reported_.insert(card.name).second) return;
    std::vector<std::string> known = NastranElements::Names();
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
      supports_[set].push_back({NastranNodeAt(mesh_, f, f.Integer(i, 0)), f.Components(i + 1, 0)});
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
    load.node = NastranNodeAt(mesh_, f, f.NeedInteger(2));
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

  // A freedom of a matrix: node and component, or a scalar point and 0. False where it is neither.
  bool TakeFreedom(const CardFields& f, size_t field, int* node, int* component) const {
    *node = mesh_.FindScalarPoint(f.Integer(field, 0));
    *component = 0;
    if (*node >= 0) return true;
    *node = NastranNodeAt(mesh_, f, f.Integer(field, 0));
    *component = f.Integer(field + 1, 1) - 1;
    return *component >= 0 && *component <= 5;
  }

  // A header has 0 in its second field; the columns follow. Names with K are stiffness, with M
  // mass; K4 is structural damping.
  void TakeDirectMatrix(const CardFields& f) {
    const std::string name = f.Text(1);
    if (f.Text(2) == "0") {
      direct_form_[name] = f.Integer(3, 6);
      if (f.Integer(4, 1) > 2) f.Error("complex matrices are not supported");
      return;
    }
    const bool stiffness = name.starts_with("K") && !name.starts_with("K4");
    const bool mass = name.starts_with("M");
    if (!stiffness && !mass) {
      if (reported_.insert("DMIG " + name).second) {
        diagnostics_->Warning(f.card().place, fmt::format("matrix {} is left out", name),
                              "names of stiffness begin with K, of mass with M");
      }
      return;
    }
    auto& entries = stiffness ? mesh_.direct_stiffness : mesh_.direct_mass;
    DirectEntry e;
    bool known = TakeFreedom(f, 2, &e.column_node, &e.column_component);
    for (size_t i = 5; i + 2 <= f.size(); i += 4) {
      if (!f.Has(i)) continue;
      known &= TakeFreedom(f, i, &e.row_node, &e.row_component);
      if (!known) return f.Error("components must be 1 to 6");
      e.value = f.Real(i + 2, 0);
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
      if (equals == std::string::npos || line.find_first_not_of(' ', 3) != equals) continue;
      const size_t begin = line.find_first_not_of(' ', equals + 1);
      if (begin == std::string::npos) continue;
      chosen_supports_ = ParseNastranInteger(
          std::string_view(line).substr(begin, line.find_first_of(" $", begin) - begin));
    }
  }

  const NastranOptions& options_;
  Diagnostics* diagnostics_;
  Mesh mesh_;
  CoordinateBook systems_;
  NastranProperties properties_;
  NastranNodes nodes_{&mesh_, &systems_, diagnostics_};
  NastranElements elements_{&mesh_, systems_, properties_, diagnostics_};
  std::map<int, std::vector<Support>> supports_;
  std::map<int, std::vector<int>> support_sums_;
  std::optional<int> chosen_supports_;
  std::map<std::string, int> direct_form_;
  std::set<std::string> reported_, left_out_;
  double mass_factor_ = 1;
};

}  // namespace

Mesh ReadNastran(const std::string& text, const std::string& path, const TextLoader& load,
                 const NastranOptions& options, Diagnostics* diagnostics) {
  return NastranReader(options, diagnostics).Read(text, path, load);
}

}  // namespace jounce::flex
