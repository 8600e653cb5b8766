// A falling mass on a spring of a Prony law, by the installed engine alone.
#include <jounce/jounce.h>

#include <cmath>
#include <cstdio>

int main() {
  jounce::Model model;
  jounce::Body mass;
  mass.name = "mass";
  mass.mass = 2;
  mass.inertia = Eigen::Vector3d(1, 1, 1);
  mass.position = Eigen::Vector3d(0, 0, -1);
  model.bodies.push_back(mass);

  jounce::Connection spring;
  spring.name = "spring";
  spring.kind = jounce::ConnectionKind::kRod;
  spring.ends.first = "ground";
  spring.ends.second = "mass";
  spring.ends.at = Eigen::Vector3d(0, 0, 0);
  spring.ends.at_second = Eigen::Vector3d(0, 0, -1);
  jounce::PronySettings rubber;
  rubber.stiffness = 100;
  spring.law = rubber;
  model.connections.push_back(spring);

  jounce::Simulation simulation(model);
  jounce::RunStatus status = simulation.Initialize();
  while (status.ok && simulation.time() < 1 - 1e-9) status = simulation.Advance(1e-3);
  // z = -1 - m g/k (1 - cos(sqrt(k/m) t)).
  const double exact = -1 - 2 * 9.81 / 100 * (1 - std::cos(std::sqrt(50.0)));
  const double found = simulation.BodyPose("mass").p.z();
  std::printf("z = %.6f, exactly %.6f\n", found, exact);
  return status.ok && std::abs(found - exact) < 1e-5 ? 0 : 1;
}
