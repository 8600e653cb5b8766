#include "testbench/creep.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace jounce::testbench {
namespace {

constexpr int kLoadSteps = 20;
constexpr int kMostIterations = 60;
constexpr double kTolerance = 1e-11;  // of the force

// Newton on the displacement at the end of a step, halved until the residual falls.
class ForceSolve {
 public:
  ForceSolve(Driver* driver, double u_before, double h)
      : driver_(driver), u_before_(u_before), h_(h) {}

  bool Solve(double target, double scale, double* u, Reading* reading) {
    *reading = At(*u);
    for (int i = 0; i < kMostIterations; ++i) {
      const double residual = reading->force - target;
      if (std::abs(residual) <= kTolerance * scale) return true;
      const double slope = reading->d_displacement + reading->d_rate / h_;
      if (!(slope > 0) || !std::isfinite(slope)) return false;
      if (!StepDown(target, residual, -residual / slope, u, reading)) return false;
    }
    return false;
  }

 private:
  Reading At(double u) { return driver_->Try(u, (u - u_before_) / h_, h_); }

  bool StepDown(double target, double residual, double step, double* u, Reading* reading) {
    for (int halvings = 0; halvings < 40; ++halvings, step /= 2) {
      const Reading trial = At(*u + step);
      if (std::abs(trial.force - target) < std::abs(residual)) {
        *u += step;
        *reading = trial;
        return true;
      }
    }
    return false;
  }

  Driver* driver_;
  double u_before_, h_;
};

std::vector<double> Instants(const CreepSettings& settings) {
  std::vector<double> times;
  for (int i = 0; i < kLoadSteps; ++i) times.push_back(i * settings.load_time / kLoadSteps);
  const std::vector<double> hold = LogTimes(settings.load_time / kLoadSteps,
                                            settings.time - settings.load_time, settings.points);
  for (double t : hold) times.push_back(settings.load_time + t);
  return times;
}

}  // namespace

CreepResult RunCreep(Driver* driver, const CreepSettings& settings) {
  if (!(settings.load_time > 0) || !(settings.time > 2 * settings.load_time)) {
    throw InputError(
        fmt::format("creep over {} s with a load time of {} s", settings.time, settings.load_time),
        "the load time must be positive and the test longer than twice of it");
  }
  CreepResult result;
  const std::vector<double> times = Instants(settings);
  driver->Start(0);
  double u = 0;
  const double resting = driver->Try(0, 0, 0).force;
  result.trace.Add(0, u, driver->Try(0, 0, 0));
  for (size_t i = 1; i < times.size(); ++i) {
    const double part = std::min(1.0, times[i] / settings.load_time);
    const double target = resting + part * (settings.force - resting);
    const double scale = std::abs(settings.force) + std::abs(resting);
    Reading reading;
    ForceSolve solve(driver, u, times[i] - times[i - 1]);
    if (!solve.Solve(target, scale, &u, &reading)) {
      result.reason = fmt::format(
          "no displacement was found that carries {:.6g} N at {:.6g} s: "
          "the law has no stiffness left there",
          target, times[i]);
      return result;
    }
    driver->Commit();
    result.trace.Add(times[i], u, reading);
  }
  result.complete = true;
  return result;
}

}  // namespace jounce::testbench
