#include "io/mesh_mass.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "flex/fe_system.h"
#include "flex/gmsh_file.h"
#include "flex/outer_surface.h"
#include "flex/reduction.h"
#include "io/mesh_file.h"
#include "io/surface_file.h"
#include "io/text_file.h"
#include "math/units.h"
#include "model/mass_sum.h"

namespace jounce {
namespace {

MassProperties Properties(double mass, const Eigen::Vector3d& centre,
                          const Eigen::Matrix3d& inertia) {
  return {mass, centre, inertia.diagonal(), ProductsOf(inertia)};
}

// Of uniform density, which the surface cannot say.
MassProperties OfSurface(const TriangleSurface& surface, const Amount& amount) {
  const SolidIntegrals solid = IntegrateSolid(surface);
  if (!amount.mass && !amount.density) {
    throw InputError("a surface has no mass of its own", "give its mass or its density");
  }
  const double density = amount.mass ? *amount.mass / solid.volume : *amount.density;
  return Properties(density * solid.volume, solid.centre, density * solid.inertia);
}

TriangleSurface OuterSurface(const flex::Mesh& mesh) {
  TriangleSurface surface;
  for (const flex::Node& node : mesh.nodes) surface.vertices.push_back(node.position);
  for (const flex::OuterTriangle& triangle : flex::OuterTriangles(mesh)) {
    surface.triangles.push_back(triangle.nodes);
  }
  return surface;
}

TriangleSurface GmshSurface(const std::string& path, double length, Diagnostics* diagnostics) {
  flex::GmshFile file = flex::ReadGmshFile(ReadTextFile(path), path, length, diagnostics);
  diagnostics->ThrowIfErrors();
  const auto shape_of = [](const flex::GmshElement& element) {
    const flex::GmshType* type = flex::FindGmshType(element.type);
    return type ? type->shape : std::nullopt;
  };
  const auto is_solid = [&](const flex::GmshElement& element) {
    return shape_of(element) && flex::IsSolid(*shape_of(element));
  };
  // Faces that were meshed on the way to solids do not count.
  const bool solids = std::any_of(file.elements.begin(), file.elements.end(), is_solid);
  for (const flex::GmshElement& read : file.elements) {
    const std::optional<flex::ElementShape> shape = shape_of(read);
    if (!shape || flex::IsLine(*shape) || flex::IsSolid(*shape) != solids) continue;
    flex::MeshElement element;
    element.shape = *shape;
    std::copy_n(read.nodes.begin(),
                std::min(read.nodes.size(), static_cast<size_t>(flex::NodeCount(*shape))),
                element.nodes.begin());
    // Gmsh counts these two edges the other way round.
    if (*shape == flex::ElementShape::kTet10) std::swap(element.nodes[8], element.nodes[9]);
    file.mesh.elements.push_back(element);
  }
  return OuterSurface(file.mesh);
}

MassProperties OfDeck(const MeshShape& shape, Diagnostics* diagnostics) {
  MeshFileOptions options;
  options.units = shape.units;
  options.consistent_mass = true;  // lumped at the corners, a brick has three times its inertia
  options.density = shape.amount.density;
  const flex::Mesh mesh = LoadMesh(shape.file, options, diagnostics);
  const flex::RigidProperties rigid =
      flex::ComputeRigidProperties(mesh, flex::MakeFeSystem(mesh, {}));
  const double scale = shape.amount.mass ? *shape.amount.mass / rigid.mass : 1;
  return Properties(scale * rigid.mass, rigid.centre, scale * rigid.inertia_about_centre);
}

}  // namespace

MassProperties ReadMeshMass(const MeshShape& mesh, Diagnostics* diagnostics) {
  if (mesh.amount.mass && mesh.amount.density) {
    throw InputError("both mass and density are given", "give one of them");
  }
  std::string ending = std::filesystem::path(mesh.file).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (!IsSurfaceFile(mesh.file) && ending != ".msh") return OfDeck(mesh, diagnostics);
  return OfSurface(ending == ".msh" ? GmshSurface(mesh.file, LengthUnit(mesh.units), diagnostics)
                                    : ReadSurface(mesh.file, mesh.units),
                   mesh.amount);
}

}  // namespace jounce
