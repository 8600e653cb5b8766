// What a body looks like, besides what it weighs: solids that pages, films and glTF files draw. They
// count as no mass. Plain data in SI units; points and directions are in ground axes at the start, as
// hardpoints are. Bodies without a drawing are drawn by the shapes of their mass, or else by struts
// between the points where something is attached.
#ifndef JOUNCE_MODEL_DRAWN_SHAPES_H_
#define JOUNCE_MODEL_DRAWN_SHAPES_H_

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/mass_shapes.h"

namespace jounce {

// A bar with round ends.
struct DrawnRod {
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = Eigen::Vector3d::Zero();
  double diameter = 0;  // m; 0: as struts have it
};
// A round bar with flat ends.
struct DrawnTube {
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = Eigen::Vector3d::Zero();
  double diameter = 0;  // m
};
// A plane polygon; its corners lie in the middle of the thickness, in order around it.
struct DrawnPlate {
  std::vector<Eigen::Vector3d> corners;
  double thickness = 0;  // m
};
struct DrawnBox {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  // along its own axes, m
  Orientation orientation;
};
struct DrawnSphere {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double diameter = 0;  // m
};
// Tyre and rim.
struct DrawnWheel {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = Eigen::Vector3d::UnitY();
  double diameter = 0;  // m
  double width = 0;     // m
};
// A bent bar: a smooth curve through points.
struct DrawnSpline {
  std::vector<Eigen::Vector3d> corners;  // that it goes through
  double diameter = 0;                   // m; 0: as struts have it
};
// The surface that a file holds, in a frame of its own: that of the body, or one in ground axes.
struct DrawnMesh {
  std::string file;
  std::string units;                      // of length, of the file
  std::optional<Eigen::Vector3d> centre;  // where its origin is; none: at that of the body
  Orientation orientation;                // of its axes; counts with `centre` alone
  bool mirrored = false;                  // the image of what the file holds, in its plane y = 0
  std::shared_ptr<const TriangleSurface>
      surface;  // attached: m, in its own axes, as the file has it
};

struct DrawnShape {
  Place place;
  std::variant<DrawnRod, DrawnTube, DrawnPlate, DrawnBox, DrawnSphere, DrawnWheel, DrawnSpline,
               DrawnMesh>
      kind;
};

// What a shape of mass looks like; nothing of a point, and of a mesh that is no surface.
std::optional<DrawnShape> LookOf(const MassShape& shape);

}  // namespace jounce

#endif  // JOUNCE_MODEL_DRAWN_SHAPES_H_
