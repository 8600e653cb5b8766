// Bricks for the published problems: short ways to write a model, and reference tables.
#ifndef JOUNCE_TESTS_BENCHMARKS_PROBLEM_H_
#define JOUNCE_TESTS_BENCHMARKS_PROBLEM_H_

#include <Eigen/Core>
#include <map>
#include <string>
#include <vector>

#include "model/model.h"

namespace jounce::testing {

// A body with its frame, axes parallel to the ground, at its centre of mass.
Body BodyAt(const std::string& name, const Eigen::Vector3d& centre, double mass,
            const Eigen::Vector3d& inertia);

// A slender planar link from `a` to `b` in the xy plane, its frame at the middle, x towards b.
Body PlanarLink(const std::string& name, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                double mass, double inertia_z);

Joint JointAt(const std::string& name, JointKind kind, const std::string& first,
              const std::string& second, const Eigen::Vector3d& point,
              const Eigen::Vector3d& axis = Eigen::Vector3d::UnitZ());

// A spring-damper of linear stiffness and damping between two points.
Connection SpringDamper(const std::string& name, const std::string& first,
                        const std::string& second, const Eigen::Vector3d& from,
                        const Eigen::Vector3d& to, double stiffness, double damping,
                        double free_length);

LawSettings DiagonalLaw(const std::vector<double>& stiffness, const std::vector<double>& damping);

// The falling chain of bodies and 6D bushings, horizontal at the start (benchmarks/chain of the
// shared data), with its absolute tolerance and rho = 0.6.
Model Chain(int links);

// A table with named columns: comma- or tab-separated, '#' begins a comment.
class Table {
 public:
  explicit Table(const std::string& path);
  size_t rows() const { return values_.empty() ? 0 : values_.begin()->second.size(); }
  const std::vector<double>& operator[](const std::string& column) const {
    return values_.at(column);
  }
  // The column by number, for tables whose first column is time.
  const std::vector<double>& Column(size_t index) const { return values_.at(names_.at(index)); }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::vector<double>> values_;
};

}  // namespace jounce::testing

#endif  // JOUNCE_TESTS_BENCHMARKS_PROBLEM_H_
