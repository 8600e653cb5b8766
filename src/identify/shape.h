// Which parts a law shall have: what `--law` names, and the rungs of the ladder of `--law auto`.
#ifndef JOUNCE_IDENTIFY_SHAPE_H_
#define JOUNCE_IDENTIFY_SHAPE_H_

#include <string>
#include <vector>

#include "identify/candidate_law.h"
#include "identify/start.h"

namespace jounce::identify {

// Number of parts of each kind, all in parallel; the polynomial spring is there unless an elastic
// table takes its place.
struct LawShape {
  std::string family;  // as below
  int dashpots = 0;
  int maxwell = 0;
  int friction = 0;
  int fluid = 0;
  int slip = 0;
  int hydro_paths = 0;
  int cubic = 0;
  int berg = 0;
  int bouc_wen = 0;
  int spring_pots = 0;
  int zeners = 0;
  int dampers = 0;
  int damper_tables = 0;
  bool table = false;
  bool declines = false;  // the pumping stiffness of the hydro path

  // Curves keep the means of displacement and force (BatchOptions::absolute).
  bool IsAbsolute() const { return table || dampers > 0 || damper_tables > 0; }

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
//   bouc-wen m        spring, m Maxwell branches, Bouc and Wen's friction
//   fractional n      spring, spring-pot, n friction elements
//   zener n           spring, spring-pot in a row with a spring, n friction elements
//   table m/n         elastic table, preload, m Maxwell branches, n friction elements
//   damper n          shock absorber: gas force and spring, tanh curve over velocity in a row with an
//                     elasticity, n friction elements
//   damper-table n    the same with a table over velocity
LawShape MakeShape(const std::string& family, int m, int n);

// "hydrobushing", "hydrobushing:2/3", "maxwell:4", ...; throws InputError for anything else.
LawShape ParseShape(const std::string& text);

// The laws with their sizes, for messages: "kelvin, maxwell:m, ...".
std::string LawNames();

// A model of this shape with start values from the data. Those of the hydrobushing law are as in
// [Svensson 2004, section 5.3] with bounds of 0.1 to 10 times the start; the others are only sure
// to the order of magnitude, and may move by a factor of 1000.
CandidateLaw StartModel(const LawShape& shape, const std::vector<Series>& data);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_SHAPE_H_
