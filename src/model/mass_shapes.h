// What a body's mass is made of, besides the numbers that the user may give: shapes between points,
// payloads, or what is left of a measured whole. Plain data in SI units; everything is in ground
// axes at the start, as hardpoints are, unless said otherwise. ResolveMasses (mass_properties.h)
// turns it into mass, centre and inertia of the body.
#ifndef JOUNCE_MODEL_MASS_SHAPES_H_
#define JOUNCE_MODEL_MASS_SHAPES_H_

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "math/solid_integrals.h"
#include "model/item.h"
#include "model/orientation.h"

namespace jounce {

// Of a thing as a whole: kg, m, kg m^2. The inertia holds about its own centre; products are those
// of Body: xy, yz, zx, minus the integral of x y dm.
struct MassProperties {
  double mass = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d inertia = Eigen::Vector3d::Zero();
  Eigen::Vector3d products = Eigen::Vector3d::Zero();
};

// How much matter fills a shape: one of the two.
struct Amount {
  std::optional<double> mass;     // kg
  std::optional<double> density;  // kg/m^3
};

// A straight line of matter.
struct RodShape {
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = Eigen::Vector3d::Zero();
  double mass = 0;
};
struct TubeShape {
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = Eigen::Vector3d::Zero();
  double diameter = 0;  // outer, m
  double wall = 0;      // m
  Amount amount;
};
struct CylinderShape {
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = Eigen::Vector3d::Zero();
  double diameter = 0;  // m
  Amount amount;
};
// A plane polygon; its corners lie in the middle of the thickness, in order around it.
struct PlateShape {
  std::vector<Eigen::Vector3d> corners;
  double thickness = 0;  // m
  Amount amount;
};
struct BoxShape {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  // along its own axes, m
  Orientation orientation;
  Amount amount;
};
// A disc, or a ring where it has an inner diameter.
struct WheelShape {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = Eigen::Vector3d::UnitY();
  double diameter = 0;        // m
  double inner_diameter = 0;  // m
  double width = 0;           // m
  Amount amount;
};
// A mass at a place, perhaps with an inertia of its own.
struct PointShape : MassProperties {};
// What a file draws, in the body's frame: a closed surface or a finite element mesh.
struct MeshShape {
  std::string file;
  std::string units;      // of the file: "mm", or "mm-t-s" of a deck
  Amount amount;          // neither: the masses of the deck
  bool mirrored = false;  // the image of what the file holds, in the plane y = 0
  // Attached: of what the file holds, in its axes; and the surface, where it is one, to be drawn.
  std::shared_ptr<const MassProperties> properties;
  std::shared_ptr<const TriangleSurface> surface;
};

struct MassShape {
  Place place;
  std::variant<RodShape, TubeShape, CylinderShape, PlateShape, BoxShape, WheelShape, PointShape,
               MeshShape>
      kind;
};

// A mass that is added to a body and counts in no remainder.
struct Payload : Item {
  MassProperties properties;
};

// A body is what a measured whole has besides its other parts [Wood 2003, 4.3.3].
struct Remainder {
  Place place;
  MassProperties whole;
  // Bodies, beams and sub-assemblies that the whole holds; empty: all others.
  std::vector<std::string> parts;
};

}  // namespace jounce

#endif  // JOUNCE_MODEL_MASS_SHAPES_H_
