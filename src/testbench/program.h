// The test programme of a rubber laboratory, run on a law: static, quasi-static and dynamic loops,
// relaxation, creep, and a measured history [Svensson 2004, chapter 3; see loop.h].
#ifndef JOUNCE_TESTBENCH_PROGRAM_H_
#define JOUNCE_TESTBENCH_PROGRAM_H_

#include <optional>
#include <vector>

#include "base/progress.h"
#include "testbench/creep.h"
#include "testbench/steady.h"

namespace jounce::testbench {

struct RelaxationSettings {
  double level = 1e-3;      // m
  double ramp_time = 0.01;  // s
  double hold_time = 100;   // s
  int points = 200;
};

// What to run. An empty list leaves a test out. The defaults are those of a suspension bushing.
struct Program {
  Line line;
  std::vector<double> static_amplitudes = {0.2e-3, 0.5e-3, 1e-3, 2e-3, 3e-3, 4.5e-3};  // m
  double static_speed = 0.05e-3;                                                       // m/s
  std::vector<double> quasi_static_amplitudes = {0.2e-3, 0.5e-3, 1e-3, 2e-3, 3e-3};    // m
  double quasi_static_frequency = 0.03;                                                // Hz
  std::vector<double> dynamic_amplitudes = {0.1e-3, 0.2e-3, 0.5e-3, 1e-3, 2e-3};       // m
  std::vector<double> frequencies = {1,  3,  5,  7,  9,  11, 13, 15, 17, 19, 21,
                                     23, 25, 27, 29, 31, 33, 35, 37, 39, 41};  // Hz
  std::optional<RelaxationSettings> relaxation = RelaxationSettings{};
  std::optional<CreepSettings> creep;  // needs a force, so it is run only when asked for
  std::optional<History> history;
  int points_per_cycle = 512;
  SteadyOptions steady;
};

// One loop of the programme and how it was driven.
struct TestLoop {
  double amplitude = 0;  // m
  double frequency = 0;  // Hz
  SteadyLoop loop;
};

struct ProgramResult {
  std::vector<TestLoop> static_loops, quasi_static_loops, dynamic_loops;
  std::optional<Trace> relaxation;
  std::optional<CreepResult> creep;
  std::optional<Trace> history;
};

// Runs the programme. When progress asks to stop, what was done so far is returned.
ProgramResult RunProgram(const Law& law, const Program& program, Progress* progress = nullptr);

}  // namespace jounce::testbench

#endif  // JOUNCE_TESTBENCH_PROGRAM_H_
