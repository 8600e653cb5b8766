// Nodes of Nastran bulk data and the coordinate systems in which they stand: GRID, GRDSET, SPOINT,
// CORD1R, CORD2R, CORD2C, CORD2S.
#ifndef JOUNCE_FLEX_NASTRAN_NODES_H_
#define JOUNCE_FLEX_NASTRAN_NODES_H_

#include <utility>
#include <vector>

#include "base/error.h"
#include "flex/mesh.h"
#include "flex/nastran_cards.h"
#include "flex/nastran_coordinates.h"

namespace jounce::flex {

class NastranNodes {
 public:
  NastranNodes(Mesh* mesh, CoordinateBook* systems, Diagnostics* diagnostics)
      : mesh_(mesh), systems_(systems), diagnostics_(diagnostics) {}

  // Keeps the card, which must stay where it is; false where it is another's.
  bool Take(const CardFields& f);
  // Once all cards are taken: puts the nodes into the mesh.
  void Place();

 private:
  bool PlaceOne(const Card& card);

  Mesh* mesh_;
  CoordinateBook* systems_;
  Diagnostics* diagnostics_;
  std::vector<const Card*> grids_, scalar_points_;
  const Card* grid_defaults_ = nullptr;
  std::vector<std::pair<int, int>> displacement_systems_;  // node, system
};

// Index of a node by number; reports where it does not exist, and is 0 then.
int NastranNodeAt(const Mesh& mesh, const CardFields& f, int id);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_NASTRAN_NODES_H_
