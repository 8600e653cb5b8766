// Which parts a law shall have: what `--law` names, and the rungs of the ladder of `--law auto`.
#ifndef JOUNCE_IDENTIFY_SHAPE_H_
#define JOUNCE_IDENTIFY_SHAPE_H_

#include <string>
#include <vector>

#include "identify/candidate_law.h"
#include "identify/start.h"

namespace jounce::identify {

// Number of parts of each kind, all in parallel; the polynomial spring is always there.
struct LawShape {
  // kelvin, maxwell, friction, berg, hydrobushing, network, hydropath, hydromount, pipkin-rogers
  std::string family;
  int dashpots = 0;
  int maxwell = 0;
  int friction = 0;
  int fluid = 0;
  int slip = 0;
  int hydro_paths = 0;
  int cubic = 0;
  int berg = 0;
  bool declines = false;  // the pumping stiffness of the hydro path

  std::string Name() const;  // "hydropath 3/5"
};

// The families, with sizes m and n:
//   kelvin            spring and dashpot
//   maxwell m         spring and m Maxwell branches
//   friction m/n      spring, m Maxwell branches, n friction elements
//   hydrobushing m/n  spring, m friction and n fluid elements [Svensson 2004, figure 4.1]
//   network m/n       spring, m spring-dashpot-slider rows, n friction elements [figure 7.1]
//   berg m            spring, m Maxwell branches, Berg's friction
//   hydropath m/n     spring, m Maxwell branches, n friction elements, one hydro path
//   hydromount m/n    the same with a dashpot, and a bulge that declines with its deflection
//   pipkin-rogers m/n spring, m branches of the displacement, n of its cube [Ledesma 1996, eq. 10]
LawShape MakeShape(const std::string& family, int m, int n);

// "hydrobushing", "hydrobushing:2/3", "maxwell:4", ...; throws InputError for anything else.
LawShape ParseShape(const std::string& text);

// A model of this shape with start values from the data. Those of the hydrobushing law are as in
// [Svensson 2004, section 5.3] with bounds of 0.1 to 10 times the start; the others are only sure
// to the order of magnitude, and may move by a factor of 1000.
CandidateLaw StartModel(const LawShape& shape, const std::vector<Series>& data);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_SHAPE_H_
