#include "solve/lower_onto_road.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace jounce {
namespace {

// Lowered by this part of the model's size at first, then by twice as much, and so on.
constexpr double kLowerFirst = 1e-4;

// What the road bears of all wheels [N]; none where there are no wheels.
std::optional<double> LoadOnRoad(const System& system, const SystemState& state) {
  std::optional<double> load;
  std::vector<double> history(system.history_size() + 1), next(history), outputs;
  const double at_rest = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < system.frame_elements().size(); ++i) {
    const auto kind = KindOf(system.model().elements[i].settings);
    if (!kind->on_road) continue;
    const FrameElement& element = *system.frame_elements()[i];
    outputs.assign(kind->outputs.size(), 0);
    element.Outputs(System::Slice({state, at_rest, history.data(), next.data()}, element),
                    outputs.data());
    for (size_t k = 0; k < outputs.size(); ++k) {
      if (kind->outputs[k].name == std::string("fz")) load = load.value_or(0) + outputs[k];
    }
  }
  return load;
}

}  // namespace

void LowerOntoRoad(const System& system, SystemState* state) {
  if (LoadOnRoad(system, *state) != 0) return;
  double weight = 0;
  for (const Body& body : system.model().bodies) weight += body.mass;
  weight *= system.model().gravity.norm();
  const auto lowered = [&](double by) {
    SystemState there = *state;
    for (Pose& pose : there.pose) pose.p.z() -= by;
    system.UpdateNodes(&there);
    return there;
  };
  const auto carries = [&](double by) { return LoadOnRoad(system, lowered(by)) >= weight; };
  const double first = kLowerFirst * system.length_scale();
  double above = 0, below = first;
  while (below < system.length_scale() && !carries(below)) {
    above = below;
    below *= 2;
  }
  if (below >= system.length_scale()) return;
  while (below - above > first) {
    const double middle = 0.5 * (above + below);
    (carries(middle) ? below : above) = middle;
  }
  *state = lowered(below);
}

}  // namespace jounce
