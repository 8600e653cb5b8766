#include "testbench/program.h"

#include <fmt/format.h>

namespace jounce::testbench {
namespace {

// Counts the tests of a programme and passes each on to the user's progress.
class TestCount {
 public:
  TestCount(const Program& program, Progress* progress)
      : progress_(progress ? progress : &silent_),
        total_(static_cast<double>(
            program.static_amplitudes.size() + program.quasi_static_amplitudes.size() +
            program.dynamic_amplitudes.size() * program.frequencies.size() +
            (program.relaxation ? 1 : 0) + (program.creep ? 1 : 0) + (program.history ? 1 : 0))) {}

  // True when the next test shall be run.
  bool Next(const char* name) {
    if (progress_->StopRequested()) return false;
    progress_->Update(done_++, total_, name);
    return true;
  }

 private:
  NoProgress silent_;
  Progress* progress_;
  double done_ = 0, total_ = 0;
};

}  // namespace

ProgramResult RunProgram(const Law& law, const Program& program, Progress* progress) {
  Driver driver(law, program.line);
  TestCount count(program, progress);
  ProgramResult result;
  for (double amplitude : program.static_amplitudes) {
    if (!count.Next("static")) return result;
    const History cycle = TriangleCycle(amplitude, program.static_speed, program.points_per_cycle);
    result.static_loops.push_back(
        {amplitude, 1 / cycle.time.back(), DriveToSteadyState(&driver, cycle, program.steady)});
  }
  for (double amplitude : program.quasi_static_amplitudes) {
    if (!count.Next("quasi-static")) return result;
    const History cycle =
        SineCycle(amplitude, program.quasi_static_frequency, program.points_per_cycle);
    result.quasi_static_loops.push_back({amplitude, program.quasi_static_frequency,
                                         DriveToSteadyState(&driver, cycle, program.steady)});
  }
  for (double amplitude : program.dynamic_amplitudes) {
    for (double frequency : program.frequencies) {
      if (!count.Next("dynamic")) return result;
      const History cycle = SineCycle(amplitude, frequency, program.points_per_cycle);
      result.dynamic_loops.push_back(
          {amplitude, frequency, DriveToSteadyState(&driver, cycle, program.steady)});
    }
  }
  if (program.relaxation && count.Next("relaxation")) {
    const RelaxationSettings& test = *program.relaxation;
    result.relaxation =
        driver.Drive(RampAndHold(test.level, test.ramp_time, test.hold_time, test.points));
  }
  if (program.creep && count.Next("creep")) result.creep = RunCreep(&driver, *program.creep);
  if (program.history && count.Next("history")) result.history = driver.Drive(*program.history);
  return result;
}

}  // namespace jounce::testbench
