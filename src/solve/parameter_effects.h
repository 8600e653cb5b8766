// What a parameter does by itself to the elements of a system: a pair of systems, made for a little
// more and a little less of it, whose elements are asked in one and the same state.
#ifndef JOUNCE_SOLVE_PARAMETER_EFFECTS_H_
#define JOUNCE_SOLVE_PARAMETER_EFFECTS_H_

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mechanics/element_groups.h"
#include "solve/motion_slopes.h"
#include "solve/simulation.h"
#include "solve/step_watcher.h"

namespace jounce {

// What elements remember where the model is at rest as it is drawn.
std::vector<double> DrawnMemory(const System& system);

// A sensor by its number, and its channels among those of all.
struct WantedSensor {
  int number = 0, first = 0, count = 0;
};

class ParameterEffects {
 public:
  // All have been started. Throws InputError where the systems differ in more than numbers. `base`
  // must outlive this.
  ParameterEffects(std::string name, const Simulation& base, std::unique_ptr<Simulation> plus,
                   std::unique_ptr<Simulation> minus, double step);

  const std::string& name() const { return name_; }
  double step() const { return step_; }
  const Simulation& plus() const { return *plus_; }
  const Simulation& minus() const { return *minus_; }

  // Asks all elements in many states near this one which of them depend on the parameter.
  void FindElements(const Evaluation& at);
  // Asks in this state alone; true where one more was found, which counts from now on.
  bool FindMore(const Evaluation& at, const SlopeRows& memory, int column);
  int dependent_elements() const {
    return static_cast<int>(std::count(depends_.begin(), depends_.end(), true));
  }

  // Of one parameter at the start: slopes of motion, of what is integrated, and of memory.
  void StartSlopes(int column, MotionSlopes* motion, SlopeRows* velocity, SlopeRows* rate,
                   SlopeRows* memory) const;

  // Of the memory of the model at rest as it is drawn.
  void DrawnMemorySlopes(int column, SlopeRows* memory) const;

  // The derivative of the margin of an element that switches at the end of a step (element.h).
  double SwitchSlope(int element, const Evaluation& at, const MotionSlopes& slopes, int column);
  // The slopes after a jump of forces: of accelerations, multipliers and what is integrated, by
  // differences of two new begins. Those of poses and memory stay.
  RunStatus BeginAnew(const NewBegin& begin, const SlopeRows& memory, int column,
                      MotionSlopes* slopes, SlopeRows* velocity, SlopeRows* rate);

  // Adds to a column of the rows: d r / dp of what depends on the parameter; and of elements that
  // remember, but for those of memory_slopes.h, all that the slopes of motion and memory do to them, at
  // once: a slider that is about to slip answers to where both lead, not to either alone. `at` is of
  // the base, its signals evaluated.
  void AddResidual(const Evaluation& at, const MotionSlopes& slopes, const SlopeRows& memory,
                   int column, SlopeRows* motion, SlopeRows* constraints);
  // Slopes of the memory at the end of a step from those at its begin; of what memory_slopes.h has
  // written, what the parameter does by itself is added, as the last AddResidual() found it.
  void AdvanceMemory(const Evaluation& at, const MotionSlopes& slopes, const SlopeRows& before,
                     int column, SlopeRows* after);
  // Both systems where the slopes lead them at the end of a step, the one with more of the parameter
  // first; until they are asked for anything else.
  std::pair<Evaluation, Evaluation> Sides(const Evaluation& at, const MotionSlopes& slopes,
                                          const SlopeRows& before, const SlopeRows& after,
                                          int column);
  // Derivatives of the channels of the `wanted` sensors at the end of a step.
  void ReadSlopes(const Evaluation& at, const MotionSlopes& slopes, const SlopeRows& before,
                  const SlopeRows& after, int column, const std::vector<WantedSensor>& wanted,
                  double* slopes_of_channels);

 private:
  // One of the two systems with room for its answers.
  struct Side {
    const System* system = nullptr;
    const Simulation* simulation = nullptr;
    double sign = 1;
    SystemState state;
    std::vector<double> history, next, rows, constraints;
    // Of what is asked, four at a time.
    std::unique_ptr<ElementGroups> groups;
  };

  void CheckAlike(const Simulation& other) const;
  // Of two states, one of each side: slopes of velocities, accelerations, multipliers, and of what
  // is integrated.
  void DifferentiateMotion(const SystemState& plus, const SystemState& minus, int column,
                           MotionSlopes* motion, SlopeRows* velocity, SlopeRows* rate) const;
  // Puts both sides where the base is, with the memory that belongs to them.
  void Place(const Evaluation& at, const SlopeRows& memory, int column);
  void PlaceSome(const Evaluation& at, const SlopeRows& memory, int column);
  void ShiftMemory(const SlopeRows& memory, int column, const std::vector<int>& elements,
                   Side* side) const;
  void CopyFrames(const SystemState& from, SystemState* to) const;
  // Lets what is no unknown (frames on the ground, nodes) follow each side's own system.
  void Follow(const SystemState& state);
  void EvaluateSignals(double h);
  // Asks an element of both sides for its rows, with a memory of each side or this one.
  void Ask(int element, double h) { Ask(element, h, sides_[0].state, sides_[1].state, nullptr); }
  void Ask(int element, double h, const SystemState& plus, const SystemState& minus,
           const double* history);
  // Asks all groups for their rows, which are zero elsewhere.
  void AskGroups(double h);
  bool Differs(int element) const;
  void AddDifference(int element, int column, SlopeRows* motion, SlopeRows* constraints);
  void KeepMemoryDifference(int element);
  // Moves these bodies, and what follows them, of both sides along the slopes.
  void MoveAlong(const Evaluation& at, const MotionSlopes& slopes, int column,
                 const std::vector<int>& bodies);
  // Asks those that are not yet known to depend; true where one does.
  bool AskOthers(double h);
  void FindDriven(const Evaluation& at);
  void ListDependent();
  Evaluation At(int side, double h) {
    return {sides_[side].state, h, sides_[side].history.data(), sides_[side].next.data()};
  }

  std::string name_;
  const Simulation& base_;
  const System& system_;
  std::unique_ptr<Simulation> plus_, minus_;
  double step_;
  Side sides_[2];
  std::vector<int> remembering_;  // elements
  std::vector<int> asked_;        // of those the ones that are moved along and asked
  std::vector<int> singles_;      // of the asked ones those that are in no group
  bool has_groups_ = false;
  std::vector<bool> depends_;   // of each element
  std::vector<int> dependent_;  // those that do and are not among asked_
  struct OwnMemory {
    int entry;
    double slope;
  };
  std::vector<OwnMemory> own_memory_;  // of those that remember
  std::vector<int> moved_;             // bodies that what is asked may see
  std::vector<int> all_bodies_;
  bool moves_frames_ = false;  // where frames and nodes are depends on the parameter
  bool changes_signals_ = false;
  std::vector<double> values_[2];  // of sensors
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_PARAMETER_EFFECTS_H_
