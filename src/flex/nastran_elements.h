// What stands on the nodes of Nastran bulk data and holds them together or loads them with mass:
// elements, rigid and mean links, springs, bushings and masses.
#ifndef JOUNCE_FLEX_NASTRAN_ELEMENTS_H_
#define JOUNCE_FLEX_NASTRAN_ELEMENTS_H_

#include <map>
#include <string>

#include "base/error.h"
#include "flex/mesh.h"
#include "flex/nastran_cards.h"
#include "flex/nastran_coordinates.h"
#include "flex/nastran_properties.h"

namespace jounce::flex {

class NastranElements {
 public:
  // Nodes are placed and properties resolved before the first card is taken.
  NastranElements(Mesh* mesh, const CoordinateBook& systems, const NastranProperties& properties,
                  Diagnostics* diagnostics)
      : mesh_(mesh), systems_(systems), properties_(properties), diagnostics_(diagnostics) {}

  // False where the card is another's.
  bool Take(const CardFields& f);
  // Names of the cards it takes.
  static std::vector<std::string> Names();

 private:
  using Taker = void (NastranElements::*)(const CardFields&);
  static const std::map<std::string, Taker>& Takers();

  void AddElement(const CardFields& f, MeshElement element, int property, size_t first_node);
  void TakeShellElement(const CardFields& f);
  void TakeSolidElement(const CardFields& f);
  void TakeBeamElement(const CardFields& f);
  void TakeRod(const CardFields& f);
  void TakeMass(const CardFields& f);
  void TakeRigidLink(const CardFields& f);
  void TakeRigidBar(const CardFields& f);
  void TakeMeanLink(const CardFields& f);
  void TakeSpring(const CardFields& f);
  void TakeBushing(const CardFields& f);
  Eigen::Matrix3d BushingAxes(const CardFields& f, const Spring& spring);

  Mesh* mesh_;
  const CoordinateBook& systems_;
  const NastranProperties& properties_;
  Diagnostics* diagnostics_;
};

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_NASTRAN_ELEMENTS_H_
