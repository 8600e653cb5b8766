#include "benchmarks/problem.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "laws/linear_law_for_test.h"

namespace jounce::testing {

using Eigen::MatrixXd;
using Eigen::Vector3d;

Body BodyAt(const std::string& name, const Vector3d& centre, double mass, const Vector3d& inertia) {
  Body body;
  body.name = name;
  body.position = centre;
  body.mass = mass;
  body.inertia = inertia;
  return body;
}

Body PlanarLink(const std::string& name, const Vector3d& a, const Vector3d& b, double mass,
                double inertia_z) {
  // A thin plate: the moments about x and y add up to that about z.
  Body body = BodyAt(name, 0.5 * (a + b), mass, Vector3d(0.5, 0.5, 1) * inertia_z);
  body.orientation.euler = Vector3d(std::atan2(b.y() - a.y(), b.x() - a.x()), 0, 0);
  return body;
}

Joint JointAt(const std::string& name, JointKind kind, const std::string& first,
              const std::string& second, const Vector3d& point, const Vector3d& axis) {
  Joint joint;
  joint.name = name;
  joint.kind = kind;
  joint.ends.first = first;
  joint.ends.second = second;
  joint.ends.at = point;
  joint.ends.axis = axis;
  return joint;
}

Connection SpringDamper(const std::string& name, const std::string& first,
                        const std::string& second, const Vector3d& from, const Vector3d& to,
                        double stiffness, double damping, double free_length) {
  Connection spring;
  spring.name = name;
  spring.kind = ConnectionKind::kRod;
  spring.ends.first = first;
  spring.ends.second = second;
  spring.ends.at = from;
  spring.ends.at_second = to;
  spring.free_length = free_length;
  spring.law = DiagonalLaw({stiffness}, {damping});
  return spring;
}

LawSettings DiagonalLaw(const std::vector<double>& stiffness, const std::vector<double>& damping) {
  const int n = static_cast<int>(stiffness.size());
  MatrixXd K = MatrixXd::Zero(n, n), C = K;
  for (int i = 0; i < n; ++i) {
    K(i, i) = stiffness[i];
    C(i, i) = damping[i];
  }
  return MatrixLaw(K, C);
}

Model Chain(int links) {
  Model model;
  const auto law = DiagonalLaw({1e6, 1e6, 1e6, 500, 500, 500}, {1e3, 1e3, 1e3, 5, 5, 5});
  for (int i = 0; i < links; ++i) {
    const std::string name = "link " + std::to_string(i + 1);
    model.bodies.push_back(
        BodyAt(name, Vector3d(0.1 * i + 0.05, 0, 0), 1, Vector3d(2e-4, 8.5e-4, 8.5e-4)));
    Connection bushing;
    bushing.name = "bushing " + std::to_string(i + 1);
    bushing.attachment = Attachment::kFirst;
    bushing.ends.first = i == 0 ? kGroundName : "link " + std::to_string(i);
    bushing.ends.second = name;
    bushing.ends.at = Vector3d(0.1 * i, 0, 0);
    bushing.law = law;
    model.connections.push_back(bushing);
  }
  model.solver.rho = 0.6;
  model.solver.force_tolerance = 1e-6;
  return model;
}

Table::Table(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    for (char& c : line) {
      if (c == ',') c = '\t';
    }
    std::istringstream cells(line);
    std::string cell;
    if (names_.empty()) {
      while (cells >> cell) names_.push_back(cell);
      continue;
    }
    for (size_t i = 0; cells >> cell; ++i) {
      values_[names_.at(i)].push_back(std::strtod(cell.c_str(), nullptr));
    }
  }
}

}  // namespace jounce::testing
