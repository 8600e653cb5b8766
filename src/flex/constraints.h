// Rigid and mean links, supports: which freedoms follow which others.
//
// Every link is one or more linear equations in the freedoms of nodes (6 node + component).
// Elimination solves each for one freedom, by choice the one that the link declares dependent;
// freedoms that must stay (those of interface nodes) are never solved for, so that an interface
// node may stand on either side of a link.
#ifndef JOUNCE_FLEX_CONSTRAINTS_H_
#define JOUNCE_FLEX_CONSTRAINTS_H_

#include <Eigen/SparseCore>
#include <utility>
#include <vector>

#include "base/error.h"
#include "flex/mesh.h"

namespace jounce::flex {

struct LinkEquation {
  std::vector<std::pair<int, double>> terms;  // freedom, factor; they sum to zero
  int dependent = -1;                         // freedom to solve for, if it may be
  int link = 0;                               // the link's number, for messages
  Place place;
};

// The equations of all links; a mean link on nodes that do not fix its motion is an error.
std::vector<LinkEquation> MakeLinkEquations(const Mesh& mesh, Diagnostics* diagnostics);

// For each freedom the freedoms it follows: itself with factor 1 where free, nothing where held.
using FreedomExpressions = std::vector<std::vector<std::pair<int, double>>>;

FreedomExpressions Eliminate(const std::vector<LinkEquation>& equations, size_t freedom_count,
                             const std::vector<char>& must_stay, Diagnostics* diagnostics);

// Equations that hold what `supports` says.
std::vector<LinkEquation> MakeSupportEquations(const Mesh& mesh,
                                               const std::vector<Support>& supports);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_CONSTRAINTS_H_
