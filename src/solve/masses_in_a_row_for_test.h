// A model for tests of small motion.
#ifndef JOUNCE_SOLVE_MASSES_IN_A_ROW_FOR_TEST_H_
#define JOUNCE_SOLVE_MASSES_IN_A_ROW_FOR_TEST_H_

#include <string>

#include "laws/prony_law.h"
#include "model/model.h"

namespace jounce {

// `count` masses on rails along x, one after the other on rods: dashpots and Maxwell branches. The
// first hangs on the ground.
inline Model MassesInARow(int count, double m, const PronySettings& law) {
  Model model;
  model.gravity.setZero();
  for (int i = 0; i < count; ++i) {
    Body body;
    body.name = "mass " + std::to_string(i);
    body.position = Eigen::Vector3d(i, 0, 0);
    body.mass = m;
    body.inertia = Eigen::Vector3d(1, 1, 1);
    model.bodies.push_back(body);
    Joint rail;
    rail.name = "rail " + std::to_string(i);
    rail.kind = JointKind::kTranslational;
    rail.ends.second = body.name;
    rail.ends.at = body.position;
    rail.ends.axis = Eigen::Vector3d::UnitX();
    model.joints.push_back(rail);
    Connection rod;
    rod.name = "rod " + std::to_string(i);
    rod.kind = ConnectionKind::kRod;
    if (i > 0) rod.ends.first = model.bodies[i - 1].name;
    rod.ends.second = body.name;
    rod.ends.at = Eigen::Vector3d(i - 1, 0, 0);
    rod.ends.at_second = body.position;
    rod.law = law;
    model.connections.push_back(rod);
  }
  return model;
}

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MASSES_IN_A_ROW_FOR_TEST_H_
