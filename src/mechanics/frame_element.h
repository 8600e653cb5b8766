// An element of a kind (elements/element_kinds.h) at run time: loads on frames, states with rows
// x' - f = 0, inputs that are signals, sides of switching functions in its memory.
//
// The kind speaks ground axes, the rows are in the axes of the bodies. Of a frame at r in a body
// with the rotation R, the load (F, m) is f = R^T F and R^T m + r x f there. With the increments
// (u, w) and the twist (v, z) of the body, its place, turn, velocity and angular velocity change by
//
//   R (u - skew(r) w),   R w,   R (dv - skew(r) dz) - R skew(v + z x r) w,   R dz - R skew(z) w,
//
// and f by R^T dF + skew(f) w. The rest is the kind's slopes, or differences of what it says.
#ifndef JOUNCE_MECHANICS_FRAME_ELEMENT_H_
#define JOUNCE_MECHANICS_FRAME_ELEMENT_H_

#include <memory>
#include <vector>

#include "elements/element_kinds.h"
#include "mechanics/element.h"
#include "mechanics/probe.h"
#include "mechanics/signal_graph.h"
#include "model/geometry.h"
#include "model/model.h"

namespace jounce {

class FrameElement final : public Element {
 public:
  // Its states begin at `first_scalar` of SystemState::modal. `item` must outlive this.
  FrameElement(const ElementItem& item, std::vector<BodyFrame> frames, int first_scalar);

  const ForceModel::Sizes& sizes() const { return model_->sizes(); }
  // Writes the states of the start into a state whose bodies are placed.
  void InitialStates(SystemState* state) const;
  // Lets its wheel, where it is one that no angular velocity was given, roll as it wants to.
  void SetRolling(SystemState* state) const;
  // Writes the states of what moves on from rest with the velocities of this state.
  void StartMoving(SystemState* state) const;

  void Bind(SignalGraph* signals) override;
  // Energies, and sides that change in Switch() alone.
  bool remembers() const override { return false; }
  void Start(const SystemState& state, double* history) const override;
  void AddResidual(const Evaluation& at, double* bodies, double* constraints) const override;
  void AddTangents(const Evaluation& at, ElementTangents* tangents) const override;
  double ForceSize(const Evaluation& at) const override;
  void AddEnergies(const Evaluation& at, Energies* energies) const override;
  // What it applies to a frame, in the axes and at the origin of that.
  Vector6 LinkReaction(const Evaluation& at, int frame) const override;
  Vector6 Reaction(const Evaluation& at) const override {
    return LinkReaction(at, static_cast<int>(frames_.size()) - 1);
  }
  // All that it does to its frames, keeps and loses beyond that was supplied to it.
  bool supplies() const override { return true; }
  double SuppliedPower(const Evaluation& at) const override;
  bool switches() const override { return sizes().switches > 0; }
  double SwitchMargin(const Evaluation& at) const override;
  void Switch(const Evaluation& at, double* memory) const override;

  // Its outputs; and the slopes of one with respect to its own frames and states.
  void Outputs(const Evaluation& at, double* values) const;
  SeenUnknowns SeenByOutputs() const;
  void OutputSlopes(const Evaluation& at, int output, ScalarGradient* gradient) const;

 private:
  // Memory: energy lost so far, power lost at the last step; sides.
  enum { kLost, kPower, kFirstSide };
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  JounceElementPoint PointAt(const SystemState& state, bool is_static, const double* history) const;
  void FindSides(const JounceElementPoint& point) const;
  JounceElementPoint WithInputs(const Evaluation& at) const;
  void Answer(const JounceElementPoint& point) const;
  Vector6 LoadInBody(const SystemState& state, size_t frame) const;
  // Of one row of slopes, its derivative by the body's pose and twist.
  void CarrySlopes(const SystemState& state, size_t frame,
                   const Eigen::Ref<const Eigen::RowVectorXd>& slopes, Eigen::RowVectorXd* K,
                   Eigen::RowVectorXd* C) const;
  void FindSlopes(const JounceElementPoint& point) const;

  const ElementItem& item_;
  std::shared_ptr<const ElementKind> kind_;
  std::unique_ptr<const ForceModel> model_;
  std::vector<BodyFrame> frames_;
  int first_scalar_;
  std::vector<DrivingInput> inputs_;

  // For work; a System serves one thread.
  mutable std::vector<JounceFrameMotion> motions_;
  mutable std::vector<double> input_values_, loads_, rates_, switch_values_;
  mutable std::vector<int> sides_;
  mutable JounceElementAnswer answer_{};
  mutable Rows slopes_, output_slopes_;
  mutable Eigen::RowVectorXd row_K_, row_C_;
  mutable Eigen::VectorXd column_;
  mutable SlopeDifferences differences_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_FRAME_ELEMENT_H_
