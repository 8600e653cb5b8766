// Between which v something of a road lies.
#ifndef JOUNCE_ROADS_ACROSS_ROAD_H_
#define JOUNCE_ROADS_ACROSS_ROAD_H_

namespace jounce {

constexpr double kRoadWithoutEnd = 1e9;  // m

// All of the road by default.
struct AcrossRoad {
  double v_low = -kRoadWithoutEnd, v_high = kRoadWithoutEnd;  // m
  bool Contains(double v) const { return v_low <= v && v <= v_high; }
};

}  // namespace jounce

#endif  // JOUNCE_ROADS_ACROSS_ROAD_H_
