// When the iteration matrix is made anew decides what a run costs, never what comes out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "benchmarks/advance.h"
#include "benchmarks/problem.h"
#include "io/model_file.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using testing::BodyAt;
using testing::DiagonalLaw;

// Where all bodies are at the end of a run.
std::vector<Pose> EndOf(Model model, MatrixMode mode, RunStatistics* statistics = nullptr) {
  model.solver.matrix = mode;
  Simulation simulation(model);
  const RunStatus status =
      simulation.Run(Simulation::Output([](const Simulation&) {}), nullptr, false);
  EXPECT_TRUE(status.ok || mode == MatrixMode::kFixed) << status.reason;
  if (statistics) *statistics = simulation.statistics();
  if (statistics && !status.ok) statistics->worst_residual = HUGE_VAL;
  return simulation.state().pose;
}

// From this residual on, in units of the tolerance, a run with a fixed matrix has lost its way; it
// warns of that, or fails.
constexpr double kLost = 1e6;

// Returns whether the fixed matrix found its way.
bool ExpectModesAgree(const Model& model, double tolerance) {
  const std::vector<Pose> newton = EndOf(model, MatrixMode::kNewton);
  RunStatistics statistics;
  for (MatrixMode mode : {MatrixMode::kAdaptive, MatrixMode::kFixed}) {
    const std::vector<Pose> other = EndOf(model, mode, &statistics);
    if (mode == MatrixMode::kFixed && statistics.worst_residual > kLost) return false;
    for (size_t i = 0; i < newton.size(); ++i) {
      EXPECT_LT((newton[i].p - other[i].p).norm(), tolerance) << model.name;
      EXPECT_LT((newton[i].R - other[i].R).norm(), tolerance) << model.name;
    }
  }
  // The last was the fixed one. What stands still needs no matrix at all.
  EXPECT_LE(statistics.factorizations, 1) << model.name;
  return true;
}

// Every model that the product comes with and that needs no other file first.
TEST(MatrixModes, AgreeOnEveryExample) {
  namespace fs = std::filesystem;
  int models = 0, lost = 0;
  for (const char* folder : {"/examples", "/bench/models"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(JOUNCE_SOURCE_DIR + std::string(folder))) {
      if (entry.path().extension() != ".yaml") continue;
      LoadedModel loaded;
      try {
        loaded = LoadModel(entry.path().string());
      } catch (const std::exception&) {
        continue;  // a law, or a model whose files another command writes
      }
      // A fifth of a second of the large ones: what differs shows at once.
      SolverSettings& solver = loaded.model.solver;
      solver.end_time = std::min(solver.end_time, loaded.model.bodies.size() > 20 ? 0.02 : 0.3);
      bool massless = false;
      for (const Body& body : loaded.model.bodies) massless |= body.mass == 0;
      if (massless) continue;  // of statics only
      SCOPED_TRACE(entry.path().string());
      loaded.model.name = entry.path().filename();
      // Moments are held to the tolerance of forces at the size of the model; the nodes of a beam
      // are so light that this leaves their rotations more room.
      lost += !ExpectModesAgree(loaded.model, loaded.model.beams.empty() ? 1e-7 : 1e-4);
      ++models;
    }
  }
  EXPECT_GE(models, 5);
  EXPECT_LE(lost, 2) << "the car on beams, which falls onto its bent beams here, and the one whose "
                        "wheels are bodies that spin";
}

// Body, four wheel carriers on bushings, carried and steered by forces on the carriers that move
// with them: a free system that drives a circle of 20 m radius at 10 m/s.
Model Vehicle() {
  const double speed = 10, radius = 20, yaw = speed / radius;
  Model model;
  model.name = "vehicle";
  const auto moving = [&](Body body) {
    const Vector3d from_centre = body.position - Vector3d(0, radius, 0);
    body.angular_velocity = Vector3d(0, 0, yaw);
    body.velocity = body.angular_velocity.cross(from_centre);
    return body;
  };
  model.bodies = {moving(BodyAt("body", {0, 0, 0.6}, 1200, {300, 1500, 1600}))};
  const double total = 1200 + 4 * 40;
  for (double x : {1.3, -1.3}) {
    for (double y : {0.75, -0.75}) {
      const std::string name =
          fmt::format("{} {}", x > 0 ? "front" : "rear", y > 0 ? "left" : "right");
      model.bodies.push_back(moving(BodyAt(name, {x, y, 0.3}, 40, {1, 1.5, 1})));
      Connection bushing;
      bushing.name = name;
      bushing.attachment = Attachment::kFirst;
      bushing.ends.first = "body";
      bushing.ends.second = name;
      bushing.ends.at = Vector3d(x, y, 0.4);
      bushing.law = DiagonalLaw({4e5, 4e5, 3e4, 2e4, 2e4, 2e4}, {2e3, 2e3, 3e3, 100, 100, 100});
      model.connections.push_back(bushing);
      Load lift;
      lift.name = name + " lift";
      lift.on = name;
      // Above the centre of mass, so that it hangs and does not tip over.
      lift.at = Vector3d(x, y, 1.2);
      lift.function.constant = total * 9.81 / 4;
      Load side = lift;
      side.name = name + " side";
      side.direction = Vector3d::UnitY();
      side.follows_body = true;
      // At the height of the centre of mass, so that the body does not lean out.
      side.at = Vector3d(x, y, (1200 * 0.6 + 4 * 40 * 0.3) / total);
      side.function.constant = total * speed * speed / radius / 4;
      model.loads.push_back(lift);
      model.loads.push_back(side);
    }
  }
  model.solver.end_time = 2 * M_PI / yaw;
  // About 2 ms, and all of them alike: a shorter last one would be another matrix.
  model.solver.step = model.solver.end_time / std::ceil(model.solver.end_time / 2e-3);
  return model;
}

TEST(MatrixModes, AVehicleDrivesAFullCircleOnOneFactorization) {
  RunStatistics statistics;
  const Pose end = EndOf(Vehicle(), MatrixMode::kAdaptive, &statistics)[0];
  EXPECT_EQ(statistics.factorizations, 1);
  EXPECT_LT(static_cast<double>(statistics.iterations) / statistics.steps, 6);
  // Round once: the heading is the old one, the way 126 m long.
  EXPECT_GT(end.R(0, 0), 0.95);
  EXPECT_LT(end.p.head<2>().norm(), 5);
  const std::vector<Pose> newton = EndOf(Vehicle(), MatrixMode::kNewton);
  EXPECT_LT((newton[0].p - end.p).norm(), 1e-6);
}

}  // namespace
}  // namespace jounce
