// Coordinate systems of a Nastran deck: CORD1R, CORD2R, CORD2C, CORD2S.
#ifndef JOUNCE_FLEX_NASTRAN_COORDINATES_H_
#define JOUNCE_FLEX_NASTRAN_COORDINATES_H_

#include <Eigen/Core>
#include <map>

#include "flex/nastran_cards.h"

namespace jounce::flex {

class CoordinateBook {
 public:
  enum class Kind { kRectangular, kCylindrical, kSpherical };

  // CORD2x: three points in the system `reference`.
  void AddByPoints(int id, Kind kind, int reference, const Eigen::Matrix3d& points, Place place);
  // CORD1R: three nodes.
  void AddByNodes(int id, const Eigen::Vector3i& nodes, Place place);

  // Works out all systems; those by nodes need positions. Call again once nodes are known.
  // `position_of` gives false for a node that does not (yet) exist.
  using PositionOf = std::function<bool(int node, Eigen::Vector3d* position)>;
  void Resolve(const PositionOf& position_of);

  bool Knows(int id) const { return id == 0 || resolved_.count(id) > 0; }
  // A point given in a system, in the basic one.
  Eigen::Vector3d ToBasic(int id, const Eigen::Vector3d& point) const;
  // Axes at a point (basic) in which a vector of the system is given.
  Eigen::Matrix3d AxesAt(int id, const Eigen::Vector3d& basic) const;

  // Those that could not be worked out.
  void ReportUnresolved(Diagnostics* diagnostics) const;

 private:
  struct Definition {
    Kind kind;
    int reference;
    Eigen::Matrix3d points;  // columns: origin, on z, in the xz plane
    Eigen::Vector3i nodes;   // instead of points where the first is > 0
    Place place;
  };
  struct System {
    Kind kind;
    Eigen::Vector3d origin;
    Eigen::Matrix3d axes;
  };
  std::map<int, Definition> definitions_;
  std::map<int, System> resolved_;
};

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_NASTRAN_COORDINATES_H_
