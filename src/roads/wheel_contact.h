// Where a wheel meets a road: the plane that stands for the road under it, the contact point, the
// loaded radius and the camber. Geometry only; forces are of tyres/.
//
// The effective plane comes from four heights about the contact point (for handling), or from two
// rows of cams that roll over the road as a tyre's contour does (for cleats and Belgian blocks):
// tandem cams [Schmeitz, A semi-empirical three-dimensional model of the pneumatic tyre rolling
// over arbitrarily uneven road surfaces, TU Delft 2004; Pacejka 2012, ch. 10.1]. A cam is the
// ellipse
//
//   (|x|/a)^c + (|z|/b)^c = 1,
//
// and rests on the road where it touches it first. Two of them at the distance l give the height
// (front + rear)/2 and the slope (front - rear)/l of the plane; several pairs across the width give
// its mean and its lateral lean.
#ifndef JOUNCE_ROADS_WHEEL_CONTACT_H_
#define JOUNCE_ROADS_WHEEL_CONTACT_H_

#include <Eigen/Core>
#include <vector>

#include "roads/road.h"

namespace jounce {

// A wheel in the world: its centre and the unit vector of its spin axis, to the left.
struct WheelPose {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = Eigen::Vector3d::UnitY();
};

struct WheelContact {
  Eigen::Vector3d point;    // in the wheel's plane, on the effective plane
  Eigen::Vector3d x, y, z;  // forward and left in the effective plane, its normal
  double loaded_radius;     // m, from the centre to the point; more than the radius in the air
  double camber;            // rad, positive for a rotation about x
  double friction;
};

// Hints for all that a contact asks the road.
struct ContactMemory {
  std::vector<RoadHint> hints;
};

class ContactModel {
 public:
  virtual ~ContactModel() = default;
  virtual ContactMemory MakeMemory() const = 0;
  // No allocation. Where there is no road under the wheel, its loaded radius is infinite.
  virtual WheelContact Meet(const Road& road, const WheelPose& wheel,
                            ContactMemory* memory) const = 0;
};

// One point with the plane through four heights about it.
class PointContact : public ContactModel {
 public:
  // Sampled at +-along and +-across [m] of the contact point; a tenth of the radius and a third of
  // the width are common.
  PointContact(double radius, double along, double across)
      : radius_(radius), along_(along), across_(across) {}

  ContactMemory MakeMemory() const override { return {std::vector<RoadHint>(5)}; }
  WheelContact Meet(const Road& road, const WheelPose& wheel, ContactMemory* memory) const override;

 private:
  double radius_, along_, across_;
};

struct CamSettings {
  double radius = 0.3;    // m, of the tyre
  double length = 0.3;    // m, a: half the length of a cam
  double height = 0.3;    // m, b: half its height
  double order = 1.8;     // c
  double distance = 0.1;  // m, l: between the front and the rear cams
  double width = 0.15;    // m, over which the rows of cams are spread
  int rows = 3;           // across the width
  double step = 0.01;     // m, of the road under a cam
};

class CamContact : public ContactModel {
 public:
  // Throws InputError where a length or the order is not above zero.
  explicit CamContact(const CamSettings& settings);

  ContactMemory MakeMemory() const override;
  WheelContact Meet(const Road& road, const WheelPose& wheel, ContactMemory* memory) const override;

  // Height of the road that a cam rests on whose centre stands over x, y and which points along
  // `forward`: on a plain road, its height there.
  double Rest(const Road& road, double x, double y, const Eigen::Vector2d& forward,
              RoadHint* hint) const;

 private:
  CamSettings s_;
  std::vector<double> rise_;  // of the contour above its lowest point, by the place under the cam
};

}  // namespace jounce

#endif  // JOUNCE_ROADS_WHEEL_CONTACT_H_
