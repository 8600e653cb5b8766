// Small models of bodies, signals and blocks for tests of what signals drive.
#ifndef JOUNCE_SOLVE_DRIVEN_MODELS_FOR_TEST_H_
#define JOUNCE_SOLVE_DRIVEN_MODELS_FOR_TEST_H_

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "solve/simulation.h"

namespace jounce::driven {

inline Body MakeBody(const std::string& name, const Eigen::Vector3d& position, double mass = 2) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.position = position;
  body.inertia = Eigen::Vector3d(0.3, 0.4, 0.5);
  return body;
}

inline Sensor MakeSensor(const std::string& name, const std::string& kind, const std::string& of,
                         const std::string& relative_to = kGroundName,
                         const std::string& axes = kGroundName) {
  Sensor sensor;
  sensor.name = name;
  sensor.kind = kind;
  sensor.ends.first = relative_to;
  sensor.ends.second = of;
  sensor.axes = axes;
  return sensor;
}

inline Load MakeForce(const std::string& name, const std::string& on,
                      const Eigen::Vector3d& direction, const std::string& formula) {
  Load load;
  load.name = name;
  load.on = on;
  load.direction = direction;
  load.function.expression = formula;
  return load;
}

inline Signal MakeBlock(const std::string& name, const std::string& kind,
                        std::vector<std::string> inputs,
                        std::map<std::string, std::vector<double>> numbers) {
  Signal signal;
  signal.name = name;
  signal.block = BlockSettings{kind, std::move(inputs), {std::move(numbers)}, {}};
  return signal;
}

inline Signal MakeFormula(const std::string& name, const std::string& formula) {
  Signal signal;
  signal.name = name;
  signal.function.expression = formula;
  return signal;
}

// A body that slides along z without friction, without gravity.
inline Model Slider(double mass, double height, double speed) {
  Model model;
  model.gravity.setZero();
  model.bodies.push_back(MakeBody("mass", Eigen::Vector3d(0, 0, height), mass));
  model.bodies[0].velocity = Eigen::Vector3d(0, 0, speed);
  Joint joint;
  joint.name = "slide";
  joint.kind = JointKind::kTranslational;
  joint.ends.second = "mass";
  joint.ends.at = Eigen::Vector3d::Zero();
  joint.ends.axis = Eigen::Vector3d::UnitZ();
  model.joints.push_back(joint);
  model.sensors.push_back(MakeSensor("place", "position", "mass"));
  model.sensors.push_back(MakeSensor("speed", "velocity", "mass"));
  return model;
}

// Runs with steps of h to `end` and gives a channel there.
inline double ValueAt(Model model, double h, double end, const std::string& channel) {
  model.solver.step = h;
  model.solver.end_time = end;
  Simulation simulation(model);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  EXPECT_TRUE(status.ok) << status.reason;
  return recording.Value(recording.time.size() - 1, recording.Find(channel));
}

// The errors against `exact` with steps of h and h/2.
inline void ExpectSecondOrder(const Model& model, double h, double end, const std::string& channel,
                              double exact, double size) {
  const double coarse = std::abs(ValueAt(model, h, end, channel) - exact);
  const double fine = std::abs(ValueAt(model, 0.5 * h, end, channel) - exact);
  EXPECT_LT(fine, size) << channel;
  EXPECT_GT(coarse / fine, 3.3) << channel << " " << coarse << " " << fine;
  EXPECT_LT(coarse / fine, 4.8) << channel << " " << coarse << " " << fine;
}

}  // namespace jounce::driven

#endif  // JOUNCE_SOLVE_DRIVEN_MODELS_FOR_TEST_H_
