// Drives one law along one line of its strain space: a 1D law as it is, an n-D law in any
// direction, about any working point. The component of the force along the line is what a load cell
// in that direction would read.
//
//   strain = origin + direction u,   force = direction . f
#ifndef JOUNCE_TESTBENCH_DRIVER_H_
#define JOUNCE_TESTBENCH_DRIVER_H_

#include <vector>

#include "laws/law.h"
#include "testbench/history.h"

namespace jounce::testbench {

// Which line of the strain space is driven. Both arrays have one entry per component of the law;
// empty means the first component, and zero.
struct Line {
  std::vector<double> direction;  // made a unit vector
  std::vector<double> origin;     // strain at u = 0
};

// Component `axis` (counted from 0) of a law of this dimension.
Line AxisLine(int dimension, int axis);

// What the load cell and an energy meter read.
struct Reading {
  double force = 0;
  double d_displacement = 0;  // dF/du of the step
  double d_rate = 0;          // dF/du' of the step
  double stored_energy = 0;
  double dissipated_energy = 0;
};

// A driven history: one entry an instant.
struct Trace {
  std::vector<double> time, displacement, force, stored_energy, dissipated_energy;

  int size() const { return static_cast<int>(time.size()); }
  void Add(double t, double u, const Reading& reading);
};

class Driver {
 public:
  // Throws InputError when the line does not fit the law. The law must outlive the driver.
  explicit Driver(const Law& law, const Line& line = {});

  // A part at rest at displacement u.
  void Start(double u);
  // One trial of a step; nothing is kept before Commit.
  Reading Try(double u, double rate, double h);
  void Commit();

  // Drives the history from its first instant, where the part is at rest.
  Trace Drive(const History& history);
  // Goes on from where the part is: the first instant of the history is not a step.
  Trace Continue(const History& history);

 private:
  const Law& law_;
  std::vector<double> direction_, origin_;
  std::vector<double> state_, next_;
};

}  // namespace jounce::testbench

#endif  // JOUNCE_TESTBENCH_DRIVER_H_
