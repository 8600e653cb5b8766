#include "flex/nastran_properties.h"

#include <fmt/format.h>

#include <cmath>

#include "flex/beam_sections.h"

namespace jounce::flex {

bool NastranProperties::Take(const CardFields& f) {
  const std::string& name = f.card().name;
  if (name == "MAT1") {
    TakeMaterial(f);
  } else if (name == "PSHELL") {
    TakeShell(f);
  } else if (name == "PCOMP") {
    TakeComposite(f);
  } else if (name == "PSOLID") {
    solids_[f.NeedInteger(1)] = {f.Integer(1, 0), f.NeedInteger(2)};
  } else if (name == "PBAR") {
    TakeBar(f);
  } else if (name == "PBEAM") {
    TakeBeam(f);
  } else if (name == "PBARL" || name == "PBEAML") {
    TakeNamedSection(f);
  } else if (name == "PROD") {
    BeamProperty p;
    p.area = f.NeedReal(3);
    p.torsion = f.Real(4, 0);
    p.added_mass = f.Real(6, 0);
    AddBeam(f, p);
  } else if (name == "PELAS") {
    for (size_t i = 1; i <= 5 && f.Has(i); i += 4) springs_[f.NeedInteger(i)] = f.NeedReal(i + 1);
  } else if (name == "PBUSH") {
    TakeBushing(f);
  } else {
    return false;
  }
  if (name != "MAT1") places_[f.Integer(1, 0)] = f.card().place;
  return true;
}

void NastranProperties::TakeMaterial(const CardFields& f) {
  Material m;
  m.id = f.NeedInteger(1);
  double e = f.Real(2, 0), g = f.Real(3, 0), nu = f.Real(4, 0);
  if (!f.Has(2) && f.Has(3) && f.Has(4)) e = 2 * g * (1 + nu);
  if (!f.Has(4) && f.Has(2) && f.Has(3) && g > 0) nu = e / (2 * g) - 1;
  if (!f.Has(3)) g = e / (2 * (1 + nu));
  m.young = e;
  m.shear = g;
  m.poisson = nu;
  m.density = f.Real(5, 0);
  if (!(e > 0) || !(g > 0)) f.Error("E and G must be above zero");
  if (m.density < 0) f.Error("the density is below zero");
  material_places_.emplace(m.id, f.card().place);
  if (!materials_.emplace(m.id, m).second) f.Error("this material number is taken");
}

void NastranProperties::TakeShell(const CardFields& f) {
  ShellProperty p;
  p.id = f.NeedInteger(1);
  p.membrane = f.Has(2);
  p.bending = f.Has(4) && f.Integer(4, 0) != -1;
  const int material = p.membrane ? f.Integer(2, 0) : f.Integer(4, 0);
  for (const size_t i : {4, 6}) {
    if (f.Has(i) && f.Integer(i, 0) != material && f.Integer(i, 0) != -1) {
      f.Error("membrane, bending and shear of different materials are not supported",
              "use one material, or a PCOMP");
    }
  }
  const double t = f.NeedReal(3);
  if (!(t > 0)) f.Error("the thickness must be above zero");
  p.plies = {{material, t}};
  p.bottom = -t / 2;
  p.bending_ratio = f.Real(5, 1);
  p.shear_rigid = !f.Has(6);
  p.shear_factor = f.Real(7, 5. / 6);
  p.added_mass = f.Real(8, 0);
  shells_[p.id] = p;
}

void NastranProperties::TakeComposite(const CardFields& f) {
  ShellProperty p;
  p.id = f.NeedInteger(1);
  p.added_mass = f.Real(3, 0);
  int material = 0;
  double thickness = 0, total = 0;
  for (size_t i = 9; i <= f.size(); i += 4) {
    if (!f.Has(i) && !f.Has(i + 1)) continue;
    material = f.Integer(i, material);
    thickness = f.Real(i + 1, thickness);
    if (!(thickness > 0)) f.Error("the thickness of a ply must be above zero");
    p.plies.push_back({material, thickness});
  }
  if (f.Text(8) == "SYM") {
    const std::vector<Ply> half = p.plies;
    p.plies.insert(p.plies.end(), half.rbegin(), half.rend());
  } else if (f.Has(8)) {
    f.Error(fmt::format("laminate option {} is not supported", f.Text(8)), "spell out the plies");
  }
  for (const Ply& ply : p.plies) total += ply.thickness;
  if (p.plies.empty()) f.Error("it has no plies");
  p.bottom = f.Real(2, -total / 2);
  shells_[p.id] = p;
}

void NastranProperties::AddBeam(const CardFields& f, const BeamProperty& property) {
  BeamProperty p = property;
  p.id = f.NeedInteger(1);
  p.material = f.NeedInteger(2);
  if (!(p.area > 0)) f.Error("the area must be above zero");
  if (p.i1 * p.i2 < p.i12 * p.i12) f.Error("I12 is larger than I1 and I2 allow");
  beams_[p.id] = p;
}

// C, D, E and F of PBAR and PBEAM, where any of them is given.
static void TakeStressPoints(const CardFields& f, BeamProperty* p) {
  bool any = false;
  for (size_t i = 9; i <= 16; ++i) any |= f.Has(i);
  for (size_t i = 9; i <= 16 && any; i += 2) {
    p->stress_points.emplace_back(f.Real(i, 0), f.Real(i + 1, 0));
  }
}

void NastranProperties::TakeBar(const CardFields& f) {
  BeamProperty p;
  p.area = f.NeedReal(3);
  p.i1 = f.Real(4, 0);
  p.i2 = f.Real(5, 0);
  p.torsion = f.Real(6, 0);
  p.added_mass = f.Real(7, 0);
  TakeStressPoints(f, &p);
  p.k1 = f.Real(17, 0);
  p.k2 = f.Real(18, 0);
  p.i12 = f.Real(19, 0);
  AddBeam(f, p);
}

void NastranProperties::TakeBeam(const CardFields& f) {
  BeamProperty p;
  p.area = f.NeedReal(3);
  p.i1 = f.NeedReal(4);
  p.i2 = f.NeedReal(5);
  p.i12 = f.Real(6, 0);
  p.torsion = f.Real(7, 0);
  p.added_mass = f.Real(8, 0);
  TakeStressPoints(f, &p);
  // Stations follow: YES with a line of stress points, YESA and NO without. A taper is served by
  // the mean of the two ends.
  size_t i = 17;
  for (; f.Text(i) == "YES" || f.Text(i) == "YESA" || f.Text(i) == "NO";) {
    if (f.Real(i + 1, 0) == 1) {
      p.area = 0.5 * (p.area + f.Real(i + 2, p.area));
      p.i1 = 0.5 * (p.i1 + f.Real(i + 3, p.i1));
      p.i2 = 0.5 * (p.i2 + f.Real(i + 4, p.i2));
      p.i12 = 0.5 * (p.i12 + f.Real(i + 5, p.i12));
      p.torsion = 0.5 * (p.torsion + f.Real(i + 6, p.torsion));
    }
    i += f.Text(i) == "YES" ? 16 : 8;
  }
  p.k1 = f.Real(i, 1);
  p.k2 = f.Real(i + 1, 1);
  AddBeam(f, p);
}

void NastranProperties::TakeNamedSection(const CardFields& f) {
  BeamProperty p;
  // The group may be left out only as a blank field.
  const std::string type = f.Text(4);
  const int count = SectionDimensionCount(type);
  if (count == 0) {
    f.Error(fmt::format("section '{}' is not known", type),
            "known: BAR, BOX, CHAN, I, L, ROD, T, TUBE, TUBE2; or give PBAR or PBEAM");
    return;
  }
  std::vector<double> dimensions;
  for (int i = 0; i < count; ++i) dimensions.push_back(f.NeedReal(9 + i));
  if (!MakeSection(type, dimensions, &p)) f.Error("these dimensions make no section");
  p.added_mass = f.Real(9 + count, 0);
  AddBeam(f, p);
}

void NastranProperties::TakeBushing(const CardFields& f) {
  std::array<double, 6> rates = {};
  for (size_t i = 2; i <= f.size(); ++i) {
    if (f.Text(i) != "K") continue;
    for (size_t c = 0; c < 6; ++c) rates[c] = f.Real(i + 1 + c, 0);
  }
  bushings_[f.NeedInteger(1)] = rates;
}

int NastranProperties::AddRod(int element, int material, double area, double torsion, double mass,
                              Place place) {
  BeamProperty p;
  p.id = OwnProperty(element);
  p.material = material;
  p.area = area;
  p.torsion = torsion;
  p.added_mass = mass;
  beams_[p.id] = p;
  places_[p.id] = std::move(place);
  return p.id;
}

// E and G of bars are independent of each other: only shells and solids need a ratio that can be.
void NastranProperties::CheckPoisson(int material, Diagnostics* diagnostics) {
  const auto found = materials_.find(material);
  if (found == materials_.end()) return;
  const double nu = found->second.poisson;
  if ((nu > -1 && nu < 0.5) || !reported_.insert(material).second) return;
  diagnostics->Error(material_places_[material],
                     fmt::format("MAT1 {}: Poisson's ratio {:.6g} is not between -1 and 0.5, but "
                                 "shells or solids are made of it",
                                 material, nu),
                     "give E and NU");
}

void NastranProperties::Resolve(Mesh* mesh, Diagnostics* diagnostics) {
  std::map<int, int> index;
  for (const auto& [id, material] : materials_) {
    index[id] = static_cast<int>(mesh->materials.size());
    mesh->materials.push_back(material);
  }
  const auto resolve = [&](int property, int* material) {
    const auto found = index.find(*material);
    if (found == index.end()) {
      diagnostics->Error(
          places_[property],
          fmt::format("property {}: material {} does not exist", property, *material),
          "only MAT1 is known");
    }
    *material = found == index.end() ? 0 : found->second;
  };
  for (auto& [id, p] : shells_) {
    for (Ply& ply : p.plies) {
      CheckPoisson(ply.material, diagnostics);
      resolve(id, &ply.material);
    }
    shell_index_[id] = static_cast<int>(mesh->shell_properties.size());
    mesh->shell_properties.push_back(p);
  }
  for (auto& [id, p] : solids_) {
    CheckPoisson(p.material, diagnostics);
    resolve(id, &p.material);
    solid_index_[id] = static_cast<int>(mesh->solid_properties.size());
    mesh->solid_properties.push_back(p);
  }
  for (auto& [id, p] : beams_) {
    resolve(id, &p.material);
    beam_index_[id] = static_cast<int>(mesh->beam_properties.size());
    mesh->beam_properties.push_back(p);
  }
}

int NastranProperties::Find(ElementShape shape, int id) const {
  const std::map<int, int>& index = IsShell(shape)   ? shell_index_
                                    : IsSolid(shape) ? solid_index_
                                                     : beam_index_;
  const auto found = index.find(id);
  return found == index.end() ? -1 : found->second;
}

const double* NastranProperties::SpringRate(int id) const {
  const auto found = springs_.find(id);
  return found == springs_.end() ? nullptr : &found->second;
}

const std::array<double, 6>* NastranProperties::BushingRates(int id) const {
  const auto found = bushings_.find(id);
  return found == bushings_.end() ? nullptr : &found->second;
}

}  // namespace jounce::flex
