#include "jounce/part.h"

#include <utility>

#include "api/guard.h"
#include "io/flexible_part_file.h"

namespace jounce::api {

struct Part::Impl {
  FlexiblePart part;
};

Part::Part(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Part::Part(const Part& other) = default;
Part& Part::operator=(const Part& other) = default;
Part::~Part() = default;

Part Part::Load(const std::string& path) {
  return GuardedFile(
      [&] { return Part(std::make_shared<const Impl>(Impl{ReadFlexiblePart(path)})); });
}

void Part::Save(const std::string& path) const {
  GuardedFile([&] { WriteFlexiblePart(path, impl_->part); });
}

const std::string& Part::name() const { return impl_->part.name; }
double Part::mass() const { return impl_->part.inertia.i1; }

std::array<double, 3> Part::centre() const {
  const InertiaInvariants& inertia = impl_->part.inertia;
  if (!(inertia.i1 > 0)) return {};
  return {inertia.i2.x() / inertia.i1, inertia.i2.y() / inertia.i1, inertia.i2.z() / inertia.i1};
}

std::vector<PartNode> Part::nodes() const {
  std::vector<PartNode> nodes;
  for (const InterfaceNode& node : impl_->part.interfaces) {
    nodes.push_back(
        {node.name, node.id, {node.position.x(), node.position.y(), node.position.z()}});
  }
  return nodes;
}

std::vector<PartMode> Part::modes() const {
  const FlexiblePart& part = impl_->part;
  std::vector<PartMode> modes;
  for (int i = 0; i < part.mode_count(); ++i) {
    modes.push_back({part.frequencies[i], part.damping[i], part.origins[static_cast<size_t>(i)]});
  }
  return modes;
}

}  // namespace jounce::api
