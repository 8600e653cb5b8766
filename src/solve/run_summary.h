// What is told of a run when it is over: how it ended, what it cost, what was found.
#ifndef JOUNCE_SOLVE_RUN_SUMMARY_H_
#define JOUNCE_SOLVE_RUN_SUMMARY_H_

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "solve/run_status.h"
#include "solve/simulation.h"

namespace jounce {

struct RunSummary {
  RunStatus status;
  std::int64_t steps = 0, iterations = 0, factorizations = 0, halvings = 0;
  double wall_seconds = 0;
  double end_time = 0;       // reached [s]
  double residual_left = 0;  // of the worst step, in units of the tolerance
  std::int64_t steps_above_tolerance = 0;
  double step_median = 0, step_p999 = 0, step_worst = 0;  // time of a step [s]
  int degrees_of_freedom = 0;
  std::vector<std::string> redundant;  // constraints
  std::vector<std::string> warnings;   // of the start

  // Connections that turned further than their law is good for.
  std::vector<std::string> turned_too_far;

  // The largest von Mises stress of a flexible body.
  struct Stress {
    std::string body;
    double von_mises = 0;  // Pa
    double time = 0;       // s
    int element = 0, node = 0;
    std::string surface;
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  // m

    // "element 12, node 4, top, at 0.1 0.2 0.3 m".
    std::string Place() const;
  };
  std::vector<Stress> stresses;
};

// All but what watches add.
RunSummary Summarize(const Simulation& simulation, const RunStatus& status);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_RUN_SUMMARY_H_
