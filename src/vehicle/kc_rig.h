// A vehicle on a rig for kinematics and compliance: its body is held where it is drawn, what ties it
// to the ground is taken away, and the wheel carriers are held or loaded instead.
//
// Vertical support of a wheel:
//   held                its centre has the height that the test says, by a vertical force through it
//   load_at_centre      a constant vertical force at its centre
//   load_at_contact     the same at the contact point, the point of the carrier below the centre as
//                       drawn, which moves with the carrier as if the wheel were locked to it
// Loads keep their direction in vehicle axes.
//
// With rigid pivots each bushing is also a ball joint: it keeps its torques, which decide about
// nothing but where idle parts stand, and cannot be displaced.
#ifndef JOUNCE_VEHICLE_KC_RIG_H_
#define JOUNCE_VEHICLE_KC_RIG_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mechanics/probes.h"
#include "mechanics/system.h"
#include "model/model.h"
#include "solve/run_status.h"
#include "solve/statics.h"
#include "vehicle/wheel_geometry.h"

namespace jounce {

struct KcWheel {
  std::string
      frame;  // at its centre, with y along the spin axis, on the body that carries the wheel
  // Joints at the lower and upper end of the steering axis; those of the ball joints of the carrier
  // that are lowest and highest, where it has three or more and none is said.
  std::optional<std::pair<std::string, std::string>> kingpin;
};

struct KcAxle {
  std::vector<KcWheel> wheels;  // one, or one on each side
  std::string body;             // held where it is drawn; "ground": nothing besides it
  std::string steer;            // joint that is held, and driven to steer; none: empty
  double radius = 0;            // of the wheels, m
  bool x_forwards = false;      // x of the model points forwards
};

enum class KcInput {
  kTravel,               // height of the wheel centres above that as drawn [m]
  kSteer,                // coordinate of the steering joint [m, rad]
  kLateral,              // force at the contact points, outwards [N]
  kLongitudinalContact,  // force at the contact points, rearwards: braking [N]
  kLongitudinalCentre,   // force at the wheel centres, rearwards [N]
  kAligning,             // torque about the vertical, towards toe-in [N m]
  kVertical              // force at the wheel centres, up [N]
};
enum class KcSupport { kHeld, kLoadAtCentre, kLoadAtContact };

struct KcSetup {
  KcInput input = KcInput::kTravel;
  KcSupport support = KcSupport::kHeld;
  bool antisymmetric = false;  // the left wheel gets the opposite of the right one's image
  bool rigid_pivots = false;
  std::vector<double> wheel_loads;  // one a wheel, where the load is given [N]
};

// A wheel in one state, and how it moves per unit of the input there.
struct KcReading {
  WheelPlace place;
  double vertical_force = 0;  // of a held wheel, or its load [N]
};
struct KcVelocity {
  Eigen::Vector3d centre, turn;
};

class KcRig {
 public:
  // `model` is flat, with its files attached. Throws InputError where the axle's names are unknown.
  KcRig(const Model& model, const KcAxle& axle, const KcSetup& setup);

  // Equilibrium for this value of the input, from the last one; the first from the drawn position.
  RunStatus Solve(double input);
  void Restart();

  const std::vector<WheelSide>& sides() const { return sides_; }
  std::vector<KcReading> Read();
  // The same as drawn, without forces.
  std::vector<KcReading> ReadDrawn() const;
  // Per unit of the input about the state at hand, from the linear equations of equilibrium.
  std::vector<KcVelocity> Tangent(KcInput input);

 private:
  // A wheel on its carrier.
  struct Carrier {
    int body = 0;
    WheelPlace local;  // in the axes of the body
  };

  void Polish();
  double SignOf(size_t wheel) const;
  WheelPlace PlaceOf(const Carrier& carrier, const SystemState& state) const;
  Eigen::VectorXd UnitLoads(KcInput input) const;
  std::vector<KcVelocity> VelocitiesOf(const Eigen::VectorXd& motion) const;

  KcAxle axle_;
  KcSetup setup_;
  std::vector<WheelSide> sides_;
  std::vector<Carrier> carriers_;
  std::unique_ptr<System> system_;
  std::unique_ptr<SensorReader> sensors_;
  std::vector<bool> active_;
  SystemState start_, state_;
  std::vector<double> history_;
};

}  // namespace jounce

#endif  // JOUNCE_VEHICLE_KC_RIG_H_
