// Bushings in groups of four: their strains and what their forces do to the bodies are computed side
// by side (math/lanes.h). So are the forces of linear laws without coupling (laws/linear_law.h);
// others are asked one by one. Springs along or about all axes are bushings of which one half is
// missing. The formulas are those of strain_maps.h between two frames (frame_link.h); a bushing in a
// group and the same alone agree but for the last digits, since sums of products may be rounded once
// or twice.
//
// Rotations of more than 0.4 rad go through the functions for one.
#ifndef JOUNCE_MECHANICS_BUSHING_GROUP_H_
#define JOUNCE_MECHANICS_BUSHING_GROUP_H_

#include <array>
#include <span>
#include <vector>

#include "laws/law.h"
#include "math/four_vectors.h"
#include "mechanics/connection.h"
#include "mechanics/four_links.h"

namespace jounce {

class BushingGroup {
 public:
  static constexpr int kMost = 4;

  // One to four of them, which must outlive this: alike in their axes and in what their laws see.
  explicit BushingGroup(std::span<const ConnectionElement* const> bushings);

  // As Element::AddResidual of each of them; `at` is of the whole system.
  void AddResidual(const Evaluation& at, double* bodies) const;
  // Whether one of them remembers (element.h).
  bool remembers() const { return remembers_; }

 private:
  struct Turn;  // the rotations of the second ends as seen from the first, and the axes of the laws

  Turn TurnOf(const FourMatrices& R, const Evaluation& at) const;
  Turn SmallTurn(const FourMatrices& R, const FourVectors& sine, const FourVectors& near) const;
  Turn MiddleTurn(const FourMatrices& R, const FourVectors& sine, const FourVectors& near) const;
  Turn LargeTurn(const FourMatrices& R, const Evaluation& at) const;
  // Strain and rate as the laws see them, six each.
  struct Strain;
  struct Force;
  Force Respond(const Evaluation& at, const Strain& strain) const;
  Force LinearForce(const Evaluation& at, const Strain& strain) const;
  void RememberTurn(const Turn& turn, double* next) const;
  // How many bushings there are; the first one fills the other lanes.
  int count() const { return static_cast<int>(laws_.size()); }

  std::vector<const Law*> laws_;  // of the bushings that there are
  FourLinks links_;
  bool half_way_, displaces_, turning_, remembers_ = false;
  int size_;  // of their laws
  // Where their memory and their rotation vectors begin in the memory of the system.
  std::array<int, kMost> memory_{}, turns_{};
  FourVectors zero_d_, zero_r_, preload_d_, preload_r_;
  Lanes<4> sign_;
  // Where all laws are linear without coupling: what they are.
  bool linear_ = true;
  FourVectors k_d_, k_r_, c_d_, c_r_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_BUSHING_GROUP_H_
