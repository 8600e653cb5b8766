// Materials and properties of a Nastran deck, collected by number and resolved once all are known.
#ifndef JOUNCE_FLEX_NASTRAN_PROPERTIES_H_
#define JOUNCE_FLEX_NASTRAN_PROPERTIES_H_

#include <array>
#include <map>
#include <set>

#include "flex/mesh.h"
#include "flex/nastran_cards.h"

namespace jounce::flex {

class NastranProperties {
 public:
  // True where the card is one of materials and properties.
  bool Take(const CardFields& fields);

  // Moves materials and properties into the mesh and turns material numbers into indices.
  void Resolve(Mesh* mesh, Diagnostics* diagnostics);

  // Index of a property of the kind that the shape wants, -1 where there is none.
  int Find(ElementShape shape, int id) const;
  // Number of the property that a CONROD has of its own, out of the way of the deck's.
  static int OwnProperty(int element) { return -1'000'000'000 - element; }
  // Adds it; returns its number.
  int AddRod(int element, int material, double area, double torsion, double mass, Place place);

  // Stiffness of a PELAS, of a PBUSH; null where there is none.
  const double* SpringRate(int id) const;
  const std::array<double, 6>* BushingRates(int id) const;

 private:
  void TakeMaterial(const CardFields& f);
  void CheckPoisson(int material, Diagnostics* diagnostics);
  void TakeShell(const CardFields& f);
  void TakeComposite(const CardFields& f);
  void TakeBar(const CardFields& f);
  void TakeBeam(const CardFields& f);
  void TakeNamedSection(const CardFields& f);
  void TakeBushing(const CardFields& f);
  void AddBeam(const CardFields& f, const BeamProperty& property);

  std::map<int, Material> materials_;
  std::map<int, ShellProperty> shells_;
  std::map<int, SolidProperty> solids_;
  std::map<int, BeamProperty> beams_;
  std::map<int, double> springs_;
  std::map<int, std::array<double, 6>> bushings_;
  std::map<int, Place> places_;  // of properties
  std::map<int, Place> material_places_;
  std::set<int> reported_;  // materials
  std::map<int, int> shell_index_, solid_index_, beam_index_;
};

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_NASTRAN_PROPERTIES_H_
