#include "laws/mirror_law.h"

#include <algorithm>
#include <variant>
#include <vector>

namespace jounce {
namespace {

using Signs = std::span<const double>;

bool KeepsAll(Signs signs) {
  return std::all_of(signs.begin(), signs.end(), [](double s) { return s > 0; });
}

void Multiply(Signs signs, std::vector<double>* values) {
  for (size_t i = 0; i < std::min(signs.size(), values->size()); ++i) (*values)[i] *= signs[i];
}

// y(x) becomes -y(-x).
void Reverse(TableSettings* table) {
  std::reverse(table->x.begin(), table->x.end());
  std::reverse(table->y.begin(), table->y.end());
  for (double& x : table->x) x = -x;
  for (double& y : table->y) y = -y;
}

void Reverse(DamperSettings* damper) {
  if (damper->damping_table) Reverse(&*damper->damping_table);
}

// A full matrix K becomes S K S; fewer numbers stand on its diagonal, which stays.
void MirrorMatrix(Signs signs, std::vector<double>* matrix) {
  const size_t n = signs.size();
  if (matrix->size() != n * n) return;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) (*matrix)[i * n + j] *= signs[i] * signs[j];
  }
}

// What carries the signs because nothing in it can be rewritten.
void CarrySigns(Signs signs, LawModifiers* modifiers) {
  if (modifiers->signs.empty()) modifiers->signs.assign(signs.size(), 1.0);
  Multiply(signs, &modifiers->signs);
  if (KeepsAll(modifiers->signs)) modifiers->signs.clear();
}

class Mirror {
 public:
  Mirror(Signs signs, LawModifiers* modifiers) : signs_(signs), modifiers_(modifiers) {}

  void operator()(LinearSettings& s) const {
    MirrorMatrix(signs_, &s.stiffness);
    MirrorMatrix(signs_, &s.damping);
  }
  // Even powers change their sign.
  void operator()(PolynomialSettings& s) const {
    for (size_t i = 1; i < s.coefficients.size(); i += 2) s.coefficients[i] = -s.coefficients[i];
    Reverse(&s.damper);
  }
  void operator()(YeohSettings& s) const { Reverse(&s.damper); }
  void operator()(TableSpringSettings& s) const {
    Reverse(&s.table);
    Reverse(&s.damper);
  }
  // The same stop for the other sign of the strain: its force over compression stays.
  void operator()(BumperSettings& s) const {
    s.side = s.side == BumperSide::kCompression ? BumperSide::kExtension : BumperSide::kCompression;
  }
  void operator()(DamperSettings& s) const { Reverse(&s); }
  void operator()(PipkinRogersSettings& s) const {
    for (PipkinRogersTerm& term : s.terms) {
      if (term.power % 2 != 0) continue;
      term.stiffness = -term.stiffness;
      for (MaxwellBranch& branch : term.branches) branch.stiffness = -branch.stiffness;
    }
  }
  void operator()(ExpressionSettings&) const { CarrySigns(signs_, modifiers_); }
  void operator()(LibrarySettings&) const { CarrySigns(signs_, modifiers_); }
  void operator()(AxesSettings& s) const {
    for (size_t i = 0; i < std::min(signs_.size(), s.axes.size()); ++i) {
      s.axes[i] = MirrorLaw(s.axes[i], signs_.subspan(i, 1));
    }
  }
  void operator()(ParallelSettings& s) const { MirrorParts(&s.parts); }
  void operator()(SeriesSettings& s) const { MirrorParts(&s.parts); }

  // These answer -e with -f, from any history.
  void operator()(PronySettings&) const {}
  void operator()(ElastoPlasticSettings&) const {}
  void operator()(BergSettings&) const {}
  void operator()(BoucWenSettings&) const {}
  void operator()(FluidSettings&) const {}
  void operator()(HydroPathSettings&) const {}
  void operator()(HydromountSettings&) const {}
  void operator()(HydrobushingSettings&) const {}
  void operator()(InerterSettings&) const {}
  void operator()(SliderSettings&) const {}
  void operator()(FractionalSettings&) const {}

 private:
  void MirrorParts(std::vector<LawSettings>* parts) const {
    for (LawSettings& part : *parts) part = MirrorLaw(part, signs_);
  }

  Signs signs_;
  LawModifiers* modifiers_;
};

}  // namespace

LawSettings MirrorLaw(const LawSettings& law, std::span<const double> signs) {
  LawSettings image = law;
  if (KeepsAll(signs)) return image;
  std::visit(Mirror(signs, &image.modifiers), image.kind);
  for (std::vector<double>* values :
       {&image.modifiers.preload, &image.modifiers.prestrain, &image.modifiers.offset}) {
    Multiply(signs, values);
  }
  return image;
}

}  // namespace jounce
