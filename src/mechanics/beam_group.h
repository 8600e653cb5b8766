// Elements of beams in groups of four: their strains (beam_map.h), the forces of their sections
// (laws/section_law.h) and what these do to the bodies are computed side by side. Alone and in a
// group they agree but for the last digits.
//
// Elements that turn by more than 0.1 rad from end to end go through the functions for one.
#ifndef JOUNCE_MECHANICS_BEAM_GROUP_H_
#define JOUNCE_MECHANICS_BEAM_GROUP_H_

#include <array>
#include <span>
#include <vector>

#include "laws/section_law.h"
#include "mechanics/beam_map.h"
#include "mechanics/connection.h"
#include "mechanics/four_links.h"

namespace jounce {

class BeamGroup {
 public:
  static constexpr int kMost = 4;

  // One to four of them, which must outlive this; their laws are of sections and have memory of the
  // same size.
  explicit BeamGroup(std::span<const ConnectionElement* const> elements);

  // As Element::AddResidual of each of them; `at` is of the whole system.
  void AddResidual(const Evaluation& at, double* bodies) const;
  // Whether one of them remembers (element.h).
  bool remembers() const { return remembers_; }

 private:
  using Four = Lanes<4>;
  using Shape = BeamShape<FourVectors, Four>;
  using Numbers = Six<Four>;
  struct Branch {
    Four ratio, time;
  };

  static Shape ShapeOf(const FourPoses& H);
  static Shape LargeShape(const FourPoses& H);
  // Adds to the elongation what dampers and branches do, and writes the memory.
  void Remember(const Evaluation& at, const Numbers& strain, const Numbers& rate,
                Numbers* elongation) const;
  Four PassBranch(size_t number, const Evaluation& at, bool same_h, const Numbers& de,
                  Numbers* elongation) const;
  FourPlaces MemoryAt(const double* memory, int first) const {
    return Places(memory_, [&](int own) { return memory + own + first; });
  }

  int count_;
  FourLinks links_;
  kernels::Section<Four> section_;
  Four damping_time_;
  std::vector<Branch> branches_;
  bool has_memory_, remembers_;
  std::array<int, kMost> memory_{};  // where it begins in the memory of the system
  Numbers zero_, preload_;
  Four sign_, per_length_;  // the law sees (strain - zero) times this
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_BEAM_GROUP_H_
