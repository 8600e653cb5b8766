// Forces between frames, by a kind of element (element_kinds.h): given how its frames move, its
// inputs and its states x, a model says the loads on the frames and the rates of the states,
//
//   (w, x') = f(t, H, v, u, x),
//
// all in ground axes, as the C interface for plug-ins has it (jounce/plugin.h): what it says of
// points, answers, slopes, sides and outputs holds here. A built-in kind and one from a shared
// library are the same to all others.
#ifndef JOUNCE_ELEMENTS_FORCE_MODEL_H_
#define JOUNCE_ELEMENTS_FORCE_MODEL_H_

#include <optional>
#include <vector>

#include "jounce/plugin.h"

namespace jounce {

class ForceModel {
 public:
  struct Sizes {
    int frames = 0, inputs = 0, states = 0, outputs = 0, switches = 0;

    int rows() const { return 6 * frames + states; }
    int columns() const { return 12 * frames + inputs + states; }
  };

  explicit ForceModel(const Sizes& sizes) : sizes_(sizes) {}
  virtual ~ForceModel() = default;

  const Sizes& sizes() const { return sizes_; }

  // The states at the start.
  virtual void Start(const JounceElementPoint& /*at*/, double* /*states*/) const {}
  // The states of what begins to move from rest with the velocities at hand.
  virtual void StartMoving(const JounceElementPoint& /*at*/, double* /*states*/) const {}
  // With which speed its first frame turns about its own y axis where nothing brakes or drives it
  // [rad/s]; none where it does not roll.
  virtual std::optional<double> FreeSpin(const JounceElementPoint& /*at*/) const { return {}; }
  // None of these allocates. What is written to is zero before.
  virtual void Evaluate(const JounceElementPoint& at, JounceElementAnswer* answer) const = 0;
  // Writes rows() rows of columns() slopes, row by row; false where it does not know them.
  virtual bool Slopes(const JounceElementPoint& /*at*/, double* /*slopes*/) const { return false; }
  virtual void Outputs(const JounceElementPoint& /*at*/, double* /*values*/) const {}
  virtual void Switches(const JounceElementPoint& /*at*/, double* /*values*/) const {}

 private:
  Sizes sizes_;
};

// Slopes of a model by central differences of what it says: two evaluations a column. Places,
// angles and velocities are moved by 1e-6 m, rad, m/s, rad/s; inputs and states by 1e-6 of what is
// usual for them. A System serves one thread, and so does this.
class SlopeDifferences {
 public:
  // `input_sizes` and `state_sizes` are what is usual.
  SlopeDifferences(const ForceModel& model, const std::vector<double>& input_sizes,
                   const std::vector<double>& state_sizes);

  // Loads and rates; rows() x columns(), row by row.
  void OfLoads(const JounceElementPoint& at, double* slopes);
  // Outputs: as many rows, and the columns of inputs stay zero.
  void OfOutputs(const JounceElementPoint& at, double* slopes);

 private:
  template <class Evaluate>
  void Differ(const JounceElementPoint& at, int rows, bool with_inputs, Evaluate evaluate,
              double* slopes);

  const ForceModel& model_;
  std::vector<double> input_sizes_, state_sizes_;
  std::vector<JounceFrameMotion> frames_;
  std::vector<double> inputs_, states_, plus_, minus_;
};

}  // namespace jounce

#endif  // JOUNCE_ELEMENTS_FORCE_MODEL_H_
