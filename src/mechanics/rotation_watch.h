// Watches how far connections turn whose law is attached to one end (`attached: first` or
// `second`).
//
// Their moment is K theta in the axes of that end, and does work at the relative angular velocity
// w. The energy of K theta changes at theta', which is another where the axis of rotation changes:
//   w - theta' = theta x w / 2 + ...
// So such a part makes or takes energy, in proportion to its rotation: a torsion about one axis is
// exact at any angle, rotations about several axes are good while all but one of them are small.
// The half-way frame (`invariant`) has an error of second order.
#ifndef JOUNCE_MECHANICS_ROTATION_WATCH_H_
#define JOUNCE_MECHANICS_ROTATION_WATCH_H_

#include <string>
#include <vector>

#include "mechanics/system.h"

namespace jounce {

// Whether this law is attached to one end and sees rotations.
bool IsAttachedInRotation(const Connection& connection);

class RotationWatch {
 public:
  // The second of the rotations about the axes, up to which an attached law is good to some per
  // cent of its energy [rad].
  static constexpr double kGoodUpTo = 0.05;

  // `system` must outlive this.
  explicit RotationWatch(const System& system);

  // Call after each step, with the memory after it.
  void Record(const Evaluation& at);

  struct Part {
    const Connection* connection;
    const ConnectionElement* element;
    Eigen::Vector3d largest = Eigen::Vector3d::Zero();  // about each axis [rad]
    double angle = 0;                                   // largest rotation [rad]
    double second() const;                              // largest about any but the main axis
  };
  // Those that turned further than the form is good for.
  std::vector<Part> TooFar() const;

 private:
  std::vector<Part> parts_;
};

// "bushing 'upper front' turned by up to 0.31 rad, 0.12 rad of it ...": empty where nothing did.
std::string WarningOf(const RotationWatch& watch);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_ROTATION_WATCH_H_
