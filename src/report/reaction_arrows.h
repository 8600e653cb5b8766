// What the joints and other items do to their second end that a `reaction` sensor of the model
// watches, as vectors in ground axes: read from the channels of a result, so that a result file shows
// what the run itself did. Reactions along one direction, and those of which the model's `channels`
// leave out a component of the force, are not shown.
#ifndef JOUNCE_REPORT_REACTION_ARROWS_H_
#define JOUNCE_REPORT_REACTION_ARROWS_H_

#include <array>
#include <string>
#include <vector>

#include "report/scene.h"
#include "solve/result_sink.h"

namespace jounce::report {

class ReactionArrows {
 public:
  // `system` must outlive this.
  explicit ReactionArrows(const System& system);

  struct Item {
    std::string name;  // of the sensor
    BodyFrame at;      // where the force acts
    BodyFrame axes;    // in which the channels are
    std::array<size_t, 3> channels = {};
    std::array<double, 3> to_si = {};
  };
  const std::vector<Item>& items() const { return items_; }

  // Of all items at a row [N].
  std::vector<Vec3> Read(const ResultRow& row) const;

 private:
  std::vector<Item> items_;
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_REACTION_ARROWS_H_
