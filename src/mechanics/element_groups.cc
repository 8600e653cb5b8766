#include "mechanics/element_groups.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <tuple>

namespace jounce {
namespace {

// Fewer than these are quicker one by one. The formulas of a beam are long: even one is not slower
// in lanes.
constexpr size_t kWorthGrouping = 3, kBeamsWorthGrouping = 1;

template <class Group>
void RememberIn(const std::vector<Group>& groups, const Evaluation& at, double* bodies) {
  for (const Group& group : groups) {
    if (group.remembers()) group.AddResidual(at, bodies);
  }
}

}  // namespace

ElementGroups::ElementGroups(std::span<const BodyElement* const> bodies,
                             std::span<const ConnectionElement* const> connections,
                             std::span<const Constraint* const> constraints) {
  std::vector<const RigidBody*> rigid;
  for (const BodyElement* body : bodies) {
    if (const auto* found = dynamic_cast<const RigidBody*>(body)) rigid.push_back(found);
  }
  Add(rigid, kWorthGrouping, &bodies_);
  // In the order of the model, so that neighbours stay neighbours.
  using Alike = std::tuple<ConnectionData::Map, bool, bool, int>;
  std::map<Alike, std::vector<const ConnectionElement*>> springs;
  for (const ConnectionElement* connection : connections) {
    const ConnectionData* data = connection->AsMember();
    if (!data) continue;
    const int memory = data->map == ConnectionData::Map::kBeam ? data->law->state_size() : 0;
    springs[{data->map, data->displaces, data->turns, memory}].push_back(connection);
  }
  for (const auto& [alike, members] : springs) {
    switch (std::get<0>(alike)) {
      case ConnectionData::Map::kRod:
        Add(members, kWorthGrouping, &rods_);
        break;
      case ConnectionData::Map::kBeam:
        Add(members, kBeamsWorthGrouping, &beams_);
        break;
      case ConnectionData::Map::kAttached:
      case ConnectionData::Map::kHalfWay:
        Add(members, kWorthGrouping, &bushings_);
    }
  }
  std::vector<const Constraint*> joints;
  for (const Constraint* constraint : constraints) {
    if (JointGroup::KindOf(*constraint) != JointGroup::Kind()) joints.push_back(constraint);
  }
  std::stable_sort(joints.begin(), joints.end(), [](const Constraint* a, const Constraint* b) {
    return JointGroup::KindOf(*a) < JointGroup::KindOf(*b);
  });
  Add(joints, kWorthGrouping, &joints_);
  std::sort(members_.begin(), members_.end(), std::less<>());
}

template <class Group, class Member>
void ElementGroups::Add(const std::vector<const Member*>& alike, size_t least,
                        std::vector<Group>* groups) {
  size_t count = alike.size();
  if (count % Group::kMost < least) count -= count % Group::kMost;
  for (size_t i = 0; i < count; i += Group::kMost) {
    groups->emplace_back(std::span<const Member* const>(alike).subspan(
        i, std::min<size_t>(Group::kMost, count - i)));
  }
  members_.insert(members_.end(), alike.begin(),
                  alike.begin() + static_cast<std::ptrdiff_t>(count));
}

bool ElementGroups::Holds(const Element& element) const {
  return std::binary_search(members_.begin(), members_.end(), &element, std::less<>());
}

void ElementGroups::AddResidual(const Evaluation& at, double* bodies, double* constraints) const {
  for (const BodyGroup& group : bodies_) group.AddResidual(at, bodies);
  for (const BushingGroup& group : bushings_) group.AddResidual(at, bodies);
  for (const RodGroup& group : rods_) group.AddResidual(at, bodies);
  for (const BeamGroup& group : beams_) group.AddResidual(at, bodies);
  for (const JointGroup& group : joints_) group.AddResidual(at, bodies, constraints);
}

// Bodies have no memory, and joints in groups follow no signal.
void ElementGroups::Remember(const Evaluation& at, double* bodies) const {
  RememberIn(bushings_, at, bodies);
  RememberIn(rods_, at, bodies);
  RememberIn(beams_, at, bodies);
}

}  // namespace jounce
