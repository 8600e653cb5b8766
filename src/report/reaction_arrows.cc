#include "report/reaction_arrows.h"

#include <optional>
#include <set>

#include "mechanics/frame_probes.h"
#include "mechanics/load_probes.h"
#include "model/probe_kinds.h"
#include "report/scene_poses.h"

namespace jounce::report {
namespace {

// Where a channel of the sensors went in a result, by its number.
std::optional<size_t> PlaceOf(const std::vector<ChosenChannel>& chosen, int source) {
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i].source == source && chosen[i].factor != 0) return i;
  }
  return std::nullopt;
}

}  // namespace

ReactionArrows::ReactionArrows(const System& system) {
  const Model& model = system.model();
  const std::vector<ChosenChannel> chosen = ChooseChannels(model.channels, ChannelsOf(model));
  std::set<std::string> shown;  // one arrow an item, however many sensors watch it
  int first = 0;
  for (const Sensor& sensor : model.sensors) {
    const int source = first;
    first += static_cast<int>(ChannelsOf(model, sensor).size());
    if (sensor.kind != "reaction" || !sensor.direction.isZero(0)) continue;
    const FramePair ends = FramesOfItem(system, sensor.item);
    Item item{.name = sensor.name,
              .at = ends.second,
              .axes = AxesOf(system, sensor, ends),
              .channels = {},
              .to_si = {}};
    bool whole = true;
    for (int i = 0; i < 3; ++i) {
      const std::optional<size_t> place = PlaceOf(chosen, source + i);
      whole = whole && place;
      if (!place) continue;
      item.channels[i] = *place;
      item.to_si[i] = 1 / chosen[*place].factor;
    }
    if (whole && shown.insert(sensor.item).second) items_.push_back(std::move(item));
  }
}

std::vector<Vec3> ReactionArrows::Read(const ResultRow& row) const {
  std::vector<Vec3> forces;
  if (items_.empty()) return forces;
  const std::span<const double> sensors = row.sensors();
  for (const Item& item : items_) {
    Eigen::Vector3d own;
    for (int i = 0; i < 3; ++i) own[i] = item.to_si[i] * sensors[item.channels[i]];
    const Eigen::Vector3d force = row.state().pose[item.axes.body].R * item.axes.frame.R * own;
    forces.push_back(ToVec3(force));
  }
  return forces;
}

}  // namespace jounce::report
