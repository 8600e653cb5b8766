#include "roads/road.h"

namespace jounce {

double Road::HeightOnPath(double u, double v) const {
  RoadHint hint;
  const RoadPlace place = FromPath(u, v);
  return At(place.x, place.y, &hint).height;
}

}  // namespace jounce
