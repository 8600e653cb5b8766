// How the run of a model changes with its parameters: derivatives of its channels along the
// trajectory, by direct differentiation of the steps that the run takes.
//
// A step from (x_n, m_n) solves r(x, m_n, p) = 0 for the motion x at its end, which with the slopes
// of what came before follows the formula of the method (step_formula.h), and leaves the memory
// m = g(x, m_n, p). Its derivative is linear, with the matrix A of the iteration at the end of the
// step (integrator.h), made anew there:
//
//   A dx = -(K dq* + C dv* + M dv'* + Phi_q^T dlambda* + dr/dm dm_n + dr/dp)
//   dm   = dg/dx dx + dg/dm dm_n + dg/dp
//
// where * is the motion that the formula makes of the slopes before. A step formula is linear, so the
// formula itself carries the slopes on, all parameters at once. A is made and factorized once a step
// for all of them: each costs a right side.
//
// K, C and M are the tangents of the elements. What depends on p by itself, and what remembers, is
// asked twice, in two models made for p + step and p - step: central differences of single elements
// at the end of the step, never of runs. Which elements depend on a parameter is found by asking all
// of them in many states before the run, and looked at again in every so many steps of it.
//
// Where forces jump (an element switches, a sample is put out), slopes jump with them (slopes_along.h).
#ifndef JOUNCE_SOLVE_SENSITIVITY_H_
#define JOUNCE_SOLVE_SENSITIVITY_H_

#include <memory>
#include <string>
#include <vector>

#include "base/progress.h"
#include "model/model.h"
#include "solve/modes.h"
#include "solve/simulation.h"

namespace jounce {

// A parameter with what becomes of the model when it is a little larger and smaller.
struct ModelVariation {
  std::string name;
  double step = 0;  // of the parameter, in its unit
  Model plus, minus;
};

// The channels of a run, and for each parameter their derivatives by it: as the values of the
// recording, row by row.
struct SensitivityRecording {
  Recording run;
  std::vector<std::vector<double>> slopes;
  // CPU time of all, for who wants to know what slopes cost [s].
  double seconds_of_start = 0, seconds_of_run = 0;
};

// Runs the model as Simulation::Run() does. Throws InputError where a variation is no longer the same
// model but for numbers.
RunStatus RunWithSensitivities(const Model& model, const std::vector<ModelVariation>& variations,
                               bool from_equilibrium, SensitivityRecording* recording,
                               Progress* progress = nullptr);

// The channels in static equilibrium and their derivatives: one row.
RunStatus StaticSensitivities(const Model& model, const std::vector<ModelVariation>& variations,
                              SensitivityRecording* recording);

// Derivatives of a mode by a parameter.
struct ModeSlope {
  double frequency = 0;      // of Mode::frequency [Hz]
  double damping = 0;        // of the damping ratio
  double time_constant = 0;  // of what does not swing [s]
};

struct ModeWithSlopes {
  int number = 0;  // as `jounce modes` counts as many of them, from 1
  Mode mode;
  std::string why_none;           // of a mode that has no slopes, as of two in one place
  std::vector<ModeSlope> slopes;  // one a parameter
};

// The modes about static equilibrium (modes.h), at most `count` of those that swing and of those that
// do not, and their derivatives, with how the equilibrium moves (pole_slopes.h).
RunStatus ModeSensitivities(const Model& model, const std::vector<ModelVariation>& variations,
                            bool undamped, int count, std::vector<ModeWithSlopes>* modes);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_SENSITIVITY_H_
