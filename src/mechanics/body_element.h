// The inertia of a body, rigid or flexible: what solvers know of it besides its residual.
#ifndef JOUNCE_MECHANICS_BODY_ELEMENT_H_
#define JOUNCE_MECHANICS_BODY_ELEMENT_H_

#include <numeric>
#include <string>
#include <vector>

#include "mechanics/element.h"

namespace jounce {

class BodyElement : public Element {
 public:
  BodyElement(const std::string& name, int index, double mass, const Eigen::Vector3d& centre,
              int history_size = 0, int first_mode = 0, int modes = 0)
      : Element("body '" + name + "'", {index}, 0, history_size, Range(first_mode, modes)),
        first_mode_(first_mode),
        modes_(modes),
        mass_(mass),
        centre_(centre) {}

  // Its modes, in SystemState::modal.
  int first_mode() const { return first_mode_; }
  int modes() const { return modes_; }

  double mass() const { return mass_; }
  // Of mass, in the body's axes; of a flexible body where it is not deformed.
  const Eigen::Vector3d& centre() const { return centre_; }

 private:
  static std::vector<int> Range(int first, int count) {
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
  }

  int first_mode_, modes_;
  double mass_;
  Eigen::Vector3d centre_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_BODY_ELEMENT_H_
