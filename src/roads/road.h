// A road: how high it is, how it leans and how it grips under a point. Roads know no wheels; what
// a wheel meets is wheel_contact.h.
//
// World axes: z is up. Along the road lies a reference line with the coordinates u [m] along it and
// v [m] to its left.
#ifndef JOUNCE_ROADS_ROAD_H_
#define JOUNCE_ROADS_ROAD_H_

#include <cstddef>

namespace jounce {

// Under a point of the plane. A height that is no number means that there is no road.
struct RoadSurface {
  double height = 0;                // m
  double slope_x = 0, slope_y = 0;  // dz/dx, dz/dy: the normal is (-slope_x, -slope_y, 1)
  double friction = 1;
};

struct RoadPlace {
  double x = 0, y = 0;   // m
  double heading = 0;    // rad, of the reference line
  double curvature = 0;  // 1/m, to the left
};

struct PathPlace {
  double u = 0, v = 0;  // m
};

// Where somebody looked last: makes the next look near it fast. One for each point that travels.
struct RoadHint {
  size_t interval = 0;
  bool known = false;
};

class Road {
 public:
  virtual ~Road() = default;

  // No allocation, safe to be called from several threads with hints of their own.
  virtual RoadSurface At(double x, double y, RoadHint* hint) const = 0;

  // Between coordinates of the path and of the world. A straight road along x unless told otherwise.
  virtual RoadPlace FromPath(double u, double v) const { return {u, v, 0, 0}; }
  virtual PathPlace ToPath(double x, double y, RoadHint* /*hint*/) const { return {x, y}; }
  // The height at a place of the path; as that at its x and y, but for the search.
  virtual double HeightOnPath(double u, double v) const;

  // What is described of it.
  struct Extent {
    double u_low = 0, u_high = 0, v_low = 0, v_high = 0;
  };
  virtual Extent extent() const = 0;
};

}  // namespace jounce

#endif  // JOUNCE_ROADS_ROAD_H_
