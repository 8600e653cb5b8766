#include "flex/make_part.h"

#include <fmt/format.h>

#include <algorithm>

#include "flex/inertia_invariants.h"
#include "flex/modal_stress.h"
#include "flex/outer_surface.h"
#include "flex/stiffening.h"

namespace jounce::flex {
namespace {

std::vector<int> FindInterfaces(const Mesh& mesh, const std::vector<InterfaceRequest>& requests) {
  Diagnostics diagnostics;
  std::vector<int> found;
  for (const InterfaceRequest& request : requests) {
    const int index = mesh.FindNode(request.node);
    if (index < 0) {
      diagnostics.Error({mesh.source, 0, 0},
                        fmt::format("interface node {} does not exist", request.node),
                        fmt::format("the mesh has {} nodes", mesh.nodes.size()));
    }
    for (const int other : found) {
      if (other == index && index >= 0) {
        diagnostics.Error({mesh.source, 0, 0},
                          fmt::format("interface node {} is named twice", request.node));
      }
    }
    found.push_back(index);
  }
  diagnostics.ThrowIfErrors();
  return found;
}

void AddInterfaces(const Mesh& mesh, const std::vector<InterfaceRequest>& requests,
                   const std::vector<int>& nodes, const Eigen::MatrixXd& motions,
                   FlexiblePart* part) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    InterfaceNode interface;
    interface.id = requests[i].node;
    interface.name = requests[i].name.empty() ? std::to_string(requests[i].node) : requests[i].name;
    interface.position = mesh.nodes[nodes[i]].position;
    interface.translation = motions.middleRows<3>(6 * nodes[i]);
    interface.rotation = motions.middleRows<3>(6 * nodes[i] + 3);
    part->interfaces.push_back(std::move(interface));
  }
}

std::vector<int> HeldForStiffening(const Mesh& mesh, const PartOptions& options,
                                   const std::vector<int>& interfaces) {
  std::vector<int> held;
  for (const int id : options.stiffening_held) {
    const int node = mesh.FindNode(id);
    if (node < 0 || std::find(interfaces.begin(), interfaces.end(), node) == interfaces.end()) {
      throw InputError(fmt::format("geometric stiffening holds node {}, which is no interface", id),
                       "name it with --interface too");
    }
    held.push_back(node);
  }
  return held;
}

}  // namespace

double UsualDamping(double frequency) {
  if (frequency < 100) return 0.01;
  return frequency < 1000 ? 0.1 : 1.0;
}

ReducedPart MakePart(const Mesh& mesh, const PartOptions& options, Progress* progress) {
  ReducedPart result;
  result.interfaces = FindInterfaces(mesh, options.interfaces);
  progress->Update(0, 10, "assembly");
  result.system = MakeFeSystem(mesh, {result.interfaces, {}});
  result.rigid = ComputeRigidProperties(mesh, result.system);
  result.reduction = Reduce(mesh, result.system, result.interfaces, options.reduction, progress);
  FlexiblePart& part = result.part;
  part.source = mesh.source;
  if (progress->StopRequested()) return result;
  part.frequencies = result.reduction.frequencies;
  part.origins = result.reduction.origins;
  part.damping = options.damping >= 0
                     ? Eigen::VectorXd::Constant(part.mode_count(), options.damping)
                     : Eigen::VectorXd(part.frequencies.unaryExpr(&UsualDamping));
  const Eigen::MatrixXd motions = result.system.motion * result.reduction.shapes;
  AddInterfaces(mesh, options.interfaces, result.interfaces, motions, &part);
  progress->Update(9, 10, "invariants and stress");
  part.inertia = ComputeInvariants(mesh, result.system, result.reduction.shapes, motions);
  AddSurfaceAndStress(mesh, motions, options.element_stress, &part);
  if (!options.stiffening_held.empty()) {
    part.stiffening = ComputeStiffening(
        mesh, result.system, HeldForStiffening(mesh, options, result.interfaces), motions);
  }
  progress->Update(10, 10, "done");
  return result;
}

}  // namespace jounce::flex
