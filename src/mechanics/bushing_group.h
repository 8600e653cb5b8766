// Bushings in groups of four: their strains and what their forces do to the bodies are computed side
// by side (math/lanes.h). So are the forces of linear laws without coupling (laws/linear_law.h);
// others are asked one by one. The formulas are those of bushings
// (strain_maps.h) between two frames (frame_link.h); a bushing in a group and the same alone agree
// but for the last digits, since sums of products may be rounded once or twice.
//
// Rotations of more than a tenth of a radian go through the functions for one.
#ifndef JOUNCE_MECHANICS_BUSHING_GROUP_H_
#define JOUNCE_MECHANICS_BUSHING_GROUP_H_

#include <array>
#include <span>
#include <vector>

#include "laws/law.h"
#include "math/four_vectors.h"
#include "mechanics/connection.h"

namespace jounce {

// What a group needs to know of a bushing. The law sees sign times (strain - zero), its force is
// added to the preload; its memory is followed by the rotation vector.
struct BushingData {
  FramePair frames;
  const Law* law = nullptr;
  Vector6 zero = Vector6::Zero(), preload = Vector6::Zero();
  double sign = 1;
  bool half_way = false;  // the law's axes are half-way between its ends; else those of the first
};

class BushingGroup {
 public:
  static constexpr int kMost = 4;

  // One to four of them, all with AsBushing() and alike in their axes, which must outlive this.
  explicit BushingGroup(std::span<const ConnectionElement* const> bushings);

  // As Element::AddResidual of each of them; `at` is of the whole system.
  void AddResidual(const Evaluation& at, double* bodies) const;

 private:
  struct Motion;  // of the second ends as seen from the first
  struct Turn;    // their rotations and the axes of the laws

  Motion MotionIn(const SystemState& state) const;
  Turn TurnOf(const Motion& motion, const Evaluation& at) const;
  Turn LargeTurn(const Motion& motion, const Evaluation& at) const;
  // Strain and rate as the laws see them, six each.
  struct Strain;
  struct Force;
  Force Respond(const Evaluation& at, const Strain& strain) const;
  Force LinearForce(const Evaluation& at, const Strain& strain) const;
  void RememberTurn(const Turn& turn, double* next) const;
  void AddWrenches(const Motion& motion, const FourVectors& f, const FourVectors& m,
                   double* bodies) const;

  std::vector<const Law*> laws_;  // of the bushings that there are
  // Of four: where there are fewer, the first one fills the places.
  std::array<int, kMost> first_{}, second_{};  // slots
  // Where their memory and their rotation vectors begin in the memory of the system.
  std::array<int, kMost> memory_{}, turns_{};
  bool half_way_;
  bool parallel_ = true;  // all frames to their bodies
  FourMatrices R_first_, R_second_;
  FourVectors p_first_, p_second_;
  FourVectors zero_d_, zero_r_, preload_d_, preload_r_;
  Lanes<4> sign_;
  // Where all laws are linear without coupling: what they are.
  bool linear_ = true;
  FourVectors k_d_, k_r_, c_d_, c_r_;
};

// The bushings of a system that are worth grouping.
class BushingGroups {
 public:
  explicit BushingGroups(std::span<const ConnectionElement* const> connections);

  bool Holds(const Element& element) const;
  void AddResidual(const Evaluation& at, double* bodies) const {
    for (const BushingGroup& group : groups_) group.AddResidual(at, bodies);
  }

 private:
  void Add(std::vector<const ConnectionElement*> alike);

  std::vector<const Element*> members_;  // by their addresses
  std::vector<BushingGroup> groups_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_BUSHING_GROUP_H_
