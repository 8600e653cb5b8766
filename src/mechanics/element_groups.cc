#include "mechanics/element_groups.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <tuple>

namespace jounce {
namespace {

// Fewer than these are quicker one by one.
constexpr size_t kWorthGrouping = 3;

}  // namespace

ElementGroups::ElementGroups(std::span<const BodyElement* const> bodies,
                             std::span<const ConnectionElement* const> connections,
                             std::span<const Constraint* const> constraints) {
  std::vector<const RigidBody*> rigid;
  for (const BodyElement* body : bodies) {
    if (const auto* found = dynamic_cast<const RigidBody*>(body)) rigid.push_back(found);
  }
  Add(rigid, &bodies_);
  // In the order of the model, so that neighbours stay neighbours.
  using Alike = std::tuple<ConnectionData::Map, bool, bool>;
  std::map<Alike, std::vector<const ConnectionElement*>> springs;
  for (const ConnectionElement* connection : connections) {
    const ConnectionData* data = connection->AsMember();
    if (data) springs[{data->map, data->displaces, data->turns}].push_back(connection);
  }
  for (const auto& [alike, members] : springs) {
    if (std::get<0>(alike) == ConnectionData::Map::kRod) {
      Add(members, &rods_);
    } else {
      Add(members, &bushings_);
    }
  }
  std::vector<const Constraint*> joints;
  for (const Constraint* constraint : constraints) {
    if (JointGroup::KindOf(*constraint) != JointGroup::Kind()) joints.push_back(constraint);
  }
  std::stable_sort(joints.begin(), joints.end(), [](const Constraint* a, const Constraint* b) {
    return JointGroup::KindOf(*a) < JointGroup::KindOf(*b);
  });
  Add(joints, &joints_);
  std::sort(members_.begin(), members_.end(), std::less<>());
}

template <class Group, class Member>
void ElementGroups::Add(const std::vector<const Member*>& alike, std::vector<Group>* groups) {
  size_t count = alike.size();
  if (count % Group::kMost < kWorthGrouping) count -= count % Group::kMost;
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
  for (const JointGroup& group : joints_) group.AddResidual(at, bodies, constraints);
}

}  // namespace jounce
