// Degrees of freedom, counted and explained: what bodies bring, what joints and motions take away,
// and which constraints say again what others said already.
#ifndef JOUNCE_SOLVE_FREEDOM_H_
#define JOUNCE_SOLVE_FREEDOM_H_

#include <map>
#include <string>
#include <vector>

#include "mechanics/system.h"

namespace jounce {

struct Freedom {
  int bodies = 0;                          // six freedoms each
  int modes = 0;                           // of flexible bodies
  std::map<std::string, int> constraints;  // rows by the element's name
  int rows = 0;                            // all of them
  int rank = 0;                            // those that are independent
  int degrees_of_freedom = 0;              // 6 bodies + modes - rank
  std::vector<bool> active;                // one a multiplier: false for redundant rows
  std::vector<std::string> redundant;      // the elements whose rows are redundant, once a row
  // For each of these rows, the elements from which it follows; nothing where thousands of rows are
  // redundant and the lists before were long enough (row_rank.h).
  std::vector<std::vector<std::string>> repeats;

  // "5 bodies (30) - 30 constraint rows of 6 joints + 1 redundant = 1 degree of freedom".
  std::string ToString() const;
};

// Finds the rank of the constraints' Jacobian in this state (row_rank.h). Later rows are the
// redundant ones where that leaves rows that are well independent.
Freedom CountFreedom(const System& system, const SystemState& state);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_FREEDOM_H_
