#include "mechanics/assembly.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <map>
#include <utility>

#include "mechanics/connection.h"
#include "model/check.h"
#include "model/expand_beams.h"
#include "model/geometry.h"
#include "model/mass_properties.h"

namespace jounce {
namespace {

// Makes each law once: connections of the same settings share it, so that the numbers of a law stay
// near the processor while one connection after the other asks for them.
class LawShelf {
 public:
  std::shared_ptr<const Law> Get(const Connection& connection) {
    if (connection.section) {
      std::shared_ptr<const Law>& law = sections_[connection.section.get()];
      if (!law) law = MakeConnectionLaw(connection);
      return law;
    }
    const size_t first = made_.size() - std::min(made_.size(), kMostCompared);
    for (size_t i = made_.size(); i > first; --i) {
      if (*made_[i - 1].first == *connection.law) return made_[i - 1].second;
    }
    made_.emplace_back(&*connection.law, MakeConnectionLaw(connection));
    return made_.back().second;
  }

 private:
  // The latest ones: a model of thousands of different laws must not be compared each with each.
  static constexpr size_t kMostCompared = 100;

  std::vector<std::pair<const LawSettings*, std::shared_ptr<const Law>>> made_;
  std::map<const SectionLawSettings*, std::shared_ptr<const Law>> sections_;
};

// A box that is this part of its distance from the origin is a point but for rounding.
constexpr double kPointBox = 1e-9;

// Half the diagonal of the box around centres of mass and what is attached; 1 m of a point.
double SizeOf(const Model& model) {
  const ModelGeometry geometry(model);
  Eigen::AlignedBox3d box;
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const FlexiblePart* part = body.flexible.part.get();
    const Eigen::Vector3d centre =
        part ? Eigen::Vector3d(part->inertia.i2 / part->inertia.i1) : body.centre;
    box.extend(geometry.BodyPose(static_cast<int>(i)) * centre);
  }
  const auto extend = [&](const Ends& ends) {
    const FramePair pair = geometry.Resolve(ends);
    box.extend(geometry.FramePose(pair.first).p);
    box.extend(geometry.FramePose(pair.second).p);
  };
  for (const Joint& joint : model.joints) extend(joint.ends);
  for (const Connection& connection : model.connections) extend(connection.ends);
  for (const ElementItem& element : model.elements) {
    for (const std::string& frame : element.frames) {
      box.extend(geometry.FramePose(geometry.ResolveName(frame)).p);
    }
  }
  if (box.isEmpty()) return 1;
  const double size = 0.5 * box.diagonal().norm();
  return size > kPointBox * box.center().norm() ? size : 1;
}

// Bodies with the masses of their shapes, of a model that no file reader has seen.
Model WithMasses(Model model) {
  Diagnostics wrong;
  ResolveMasses(&model, &wrong);
  wrong.ThrowIfErrors();
  return model;
}

}  // namespace

Assembly Assemble(const Model& model) {
  const Model expanded = ExpandBeams(WithMasses(model));
  CheckModel(expanded);
  Assembly assembly;
  static_cast<MergedModel&>(assembly) = MergeWelds(expanded);
  assembly.size = SizeOf(assembly.model);
  assembly.open_joints = FindOpenJoints(expanded, assembly.size);
  LawShelf shelf;
  for (const Connection& connection : assembly.model.connections) {
    assembly.laws.push_back(shelf.Get(connection));
  }
  return assembly;
}

}  // namespace jounce
