// Start values of laws that are curves: shock absorbers and elastic tables. They keep the means of
// displacement and force, as a curve that is not odd, a gas force and a preload do.
#ifndef JOUNCE_IDENTIFY_CURVE_START_H_
#define JOUNCE_IDENTIFY_CURVE_START_H_

#include <vector>

#include "identify/series.h"
#include "identify/slope_curve.h"

namespace jounce::identify {

// Least squares of F = preload + stiffness u + D(u'), D by its slopes.
struct AbsorberStart {
  double preload = 0, stiffness = 0;  // 0: too little to be seen
  double low = 0, high = 0;           // velocities
  std::vector<double> slopes;         // of D between KnotsAroundZero(low, high)
  double compliance = 0;              // the order of magnitude alone
};
AbsorberStart StartAbsorber(const std::vector<Series>& data);

// Least squares of F = preload + S(u), S by its slopes between EvenKnots(low, high).
struct TableStart {
  double preload = 0;
  double low = 0, high = 0;
  std::vector<double> slopes;
};
TableStart StartTable(const std::vector<Series>& data);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_CURVE_START_H_
