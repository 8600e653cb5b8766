// What the full mesh of the plate of appendix A of Wood 2003 says, for whoever compares with it.
#ifndef JOUNCE_FLEX_PLATE_FOR_TEST_H_
#define JOUNCE_FLEX_PLATE_FOR_TEST_H_

#include <algorithm>
#include <vector>

#include "flex/flex_testing.h"
#include "flex/modal_stress.h"

namespace jounce::flex::testing {

// Held at node 154, 20 N along z at node 44.
struct PlateAnswer {
  double tip;        // m
  double stress;     // Pa, at node 20
  double frequency;  // Hz
};

inline double PlateStress(const FlexiblePart& part, int node, const Eigen::VectorXd& amplitudes) {
  double largest = 0;
  for (const StressPoint& point : part.stress_points) {
    if (point.node == node) {
      largest = std::max(largest, VonMises(point.stress * amplitudes));
    }
  }
  return largest;
}

inline PlateAnswer FullPlate(const Mesh& mesh) {
  const std::vector<Support> held = {{mesh.FindNode(154), 63}};
  PointLoad load;
  load.node = mesh.FindNode(44);
  load.force.z() = 20;
  const Eigen::VectorXd motion = HeldStatic(mesh, held, {load});
  FlexiblePart part;
  AddSurfaceAndStress(mesh, motion, false, &part);
  return {motion(6 * load.node + 2), PlateStress(part, 20, Eigen::VectorXd::Ones(1)),
          HeldFrequencies(mesh, held, 3)[0]};
}

}  // namespace jounce::flex::testing

#endif  // JOUNCE_FLEX_PLATE_FOR_TEST_H_
