// Manoeuvres: what a driver does with a vehicle (vehicle_facts.h), and what comes out.
//
//   step_steer       a step of steering at constant speed [ISO 7401]
//   ramp             steering that grows slowly at constant speed [ISO 4138, method 2]
//   sine             one period of a sine of steering [ISO 7401]
//   sine_with_dwell  0.7 Hz with a dwell at the second peak, coasting [ISO 19365]
//   constant_radius  a circle at a speed that grows slowly [ISO 4138, method 1]
//   brake            straight on, brakes applied
//   lane_change      a double lane change by a driver who follows a path [ISO 3888-1]
//   road             straight on at constant speed over the model's road
//
// Numbers are those that the standards are commonly quoted with; all can be changed. The driver
// acts through the inputs of the model, at every step: an angle of the steering wheel, a drive
// torque that holds the speed, a brake torque. One who follows a path looks at the point of it that
// lies a preview ahead and steers for the circle through it, with the steering that a circle asks
// for found beforehand.
#ifndef JOUNCE_VEHICLE_MANOEUVRE_H_
#define JOUNCE_VEHICLE_MANOEUVRE_H_

#include <string>
#include <vector>

#include "base/progress.h"
#include "model/model.h"
#include "solve/result_sink.h"
#include "solve/run_summary.h"
#include "vehicle/vehicle_facts.h"

namespace jounce {

enum class ManoeuvreKind {
  kStepSteer,
  kRamp,
  kSine,
  kSineWithDwell,
  kConstantRadius,
  kBrake,
  kLaneChange,
  kRoad
};

// The words of the command, in the order of the kinds.
const std::vector<const char*>& ManoeuvreNames();

struct Manoeuvre {
  ManoeuvreKind kind = ManoeuvreKind::kStepSteer;
  double speed = 80 / 3.6;          // m/s
  double lateral_acceleration = 4;  // m/s^2: steering is found for it where it is not given
  double steer = 0;                 // rad, of the steering wheel; 0: found
  double start = 1;                 // s, when the driver begins
  double ramp_time = 0.1875;        // s, of a step: 0.15 s from 10 to 90 %
  double frequency = 0.5;           // Hz, of a sine
  double dwell = 0.5;               // s
  double factor = 6.5;              // sine with dwell: times the steering for 0.3 g
  double steer_rate = 0.2;          // rad/s, of a ramp
  double radius = 100;              // m, of the circle
  double acceleration = 0.3;        // m/s^2, on the circle
  double brake_torque = 0;          // N m, of all wheels; 0: 0.5 g on the wheel radius
  double preview = 0.7;             // s
  double duration = 6;              // s, of the whole run
};

// With what the standard says for its kind.
Manoeuvre StandardManoeuvre(ManoeuvreKind kind);

// One entry a step. Of the point that is the vehicle's centre of mass as drawn.
struct DrivingRecord {
  std::vector<double> time, steer, drive, brake;  // s, rad, N m, N m
  std::vector<double> speed, sideslip, yaw_rate;  // m/s, rad, rad/s
  std::vector<double> longitudinal_acceleration;  // m/s^2, horizontal, forward
  std::vector<double> lateral_acceleration;       // m/s^2, horizontal, to the left
  std::vector<double> roll, pitch;                // rad, about forward, about left
  std::vector<double> x, y, heading;              // m, m, rad; as it began: 0
  // By the clock [s]: how long it took to compute the step that ends here; at the start none.
  std::vector<double> step_seconds;
};

// A characteristic value: not a number where there is none.
struct DrivingValue {
  std::string name;  // with its unit, "T_yaw_90_s"
  double value;
  std::string meaning;
};

// The model as the manoeuvre needs it: rolling at speed, a row a step, until its end.
Model PrepareModel(const Model& model, const VehicleFacts& facts, const Manoeuvre& manoeuvre);

// Fills in what is to be found by trial runs: steering for the lateral acceleration, or for a
// circle. Throws InputError where the vehicle does not get there, or lacks an input.
struct PreparedManoeuvre : Manoeuvre {
  double curvature_gain = 0;  // 1/m per rad of the steering wheel
};
PreparedManoeuvre Prepare(const Model& model, const VehicleFacts& facts, const Manoeuvre& manoeuvre,
                          Progress* progress);

// Runs a simulation of the prepared model from its equilibrium.
RunSummary Drive(Simulation* simulation, const VehicleFacts& facts,
                 const PreparedManoeuvre& manoeuvre, const ResultSinks& more, Progress* progress,
                 DrivingRecord* record);

std::vector<DrivingValue> DrivingValues(const DrivingRecord& record, const VehicleFacts& facts,
                                        const Manoeuvre& manoeuvre);

}  // namespace jounce

#endif  // JOUNCE_VEHICLE_MANOEUVRE_H_
