// Slopes of the motion of one simulation by all parameters, carried on with each step: the equations
// are those of sensitivity.h. At a switch, whose time moves with the parameters, velocities have slopes
// that jump; after it, and after a sample, accelerations have others. Where a switch is only grazed, or
// two come at once, the slopes end with a status that names the element.
#ifndef JOUNCE_SOLVE_SLOPES_ALONG_H_
#define JOUNCE_SOLVE_SLOPES_ALONG_H_

#include <Eigen/Core>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "solve/body_coordinates.h"
#include "solve/matrix_assembly.h"
#include "solve/memory_slopes.h"
#include "solve/motion_slopes.h"
#include "solve/parameter_effects.h"
#include "solve/simulation.h"
#include "solve/sparse_lu.h"
#include "solve/step_watcher.h"

namespace jounce {

class SlopesAlong final : public StepWatcher {
 public:
  using Effects = std::vector<std::unique_ptr<ParameterEffects>>;

  // Both must outlive this.
  SlopesAlong(const Simulation& simulation, Effects* effects);

  // The simulation has been started. Without parameters nothing is carried along.
  void Start();
  void StepTaken(const TakenStep& step) override;
  void BegunAnew(const NewBegin& begin) override;

  // Derivatives of the channels of sensors by a parameter, where the run is now; of those of which
  // the result holds none, nothing is written.
  void Read(size_t parameter, double* slopes);
  // Where the run is with a little more and a little less of a parameter.
  std::pair<Evaluation, Evaluation> Sides(size_t parameter);

  const RunStatus& status() const { return status_; }
  // Whether an element was found to depend on a parameter that did not seem to.
  bool found_late() const { return found_late_; }

 private:
  void End(const std::string& reason, double time);
  void BeginFormula(const SlopeRows& velocity, const SlopeRows& rate);
  // Lets slopes cross a switch of an element, whose time depends on the parameters; false where they
  // end there.
  bool MoveSwitch(const NewBegin& begin);
  void MoveJump(const NewBegin& begin, double time_slope, int column);
  void LookForMore(const Evaluation& at);
  bool IsAtRest() const;
  void ImproveRest();
  void MoveRest();
  bool Solve(const TakenStep& step);
  void MakeRows(const Evaluation& at, double constraint_weight, const SlopeRows& memory);
  void SolveRightSides(const Evaluation& at, double constraint_weight);
  void CarryNodeWrenches(const SystemState& state);
  // Slopes of memory at the end of a step, or at rest, from those at its begin.
  void AdvanceMemory(const Evaluation& at, const SlopeRows& before);

  const Simulation& simulation_;
  const System& system_;
  Effects& effects_;
  int columns_;
  BodyCoordinates coordinates_;
  std::unique_ptr<StepFormula> formula_;
  MatrixAssembly matrix_;
  SparseLu lu_;
  MotionVariation variation_;
  MotionSlopes now_, before_;
  MemorySlopes memory_slopes_;
  StepMotion motion_, trial_;  // slopes of what is integrated, all columns of a row together
  SlopeRows rows_, constraints_, right_sides_;
  SlopeRows memory_, memory_before_;
  std::vector<double> node_rows_;
  std::vector<Vector6> wrenches_;
  std::vector<double> column_;
  std::vector<WantedSensor> wanted_;
  long long steps_ = 0;
  bool found_late_ = false;
  RunStatus status_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_SLOPES_ALONG_H_
