#include "io/mesh_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "flex/direct_matrices.h"
#include "flex/gmsh_reader.h"
#include "flex/lumped_line.h"
#include "flex/mesh_check.h"
#include "flex/mesh_units.h"
#include "flex/nastran_reader.h"
#include "io/mesh_settings_file.h"
#include "io/text_file.h"

namespace jounce {
namespace {

using flex::Mesh;

std::string ExtensionOf(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

// One matrix of a file of another program, on the nodes of the mesh.
std::vector<flex::DirectEntry> LoadMatrix(const std::string& path, flex::MatrixRole role,
                                          const Mesh& mesh, Diagnostics* diagnostics) {
  const std::string text = ReadTextFile(path);
  if (ExtensionOf(path) != ".op4") {
    const std::string rows = std::filesystem::path(path).replace_extension(".dof").string();
    return flex::PlaceMatrix(flex::ReadCalculixMatrix(text, path, diagnostics),
                             flex::ReadCalculixRows(ReadTextFile(rows), rows, mesh, diagnostics),
                             path, diagnostics);
  }
  return flex::PlaceOp4(flex::ReadOp4(text, path, diagnostics), role, mesh, path, diagnostics);
}

Mesh ReadAny(const std::string& path, const MeshFileOptions& options, const flex::MeshUnits& units,
             Diagnostics* diagnostics) {
  const std::string extension = ExtensionOf(path);
  if (extension == ".inp") {
    return flex::ReadCalculixNodes(ReadTextFile(path), path, diagnostics);
  }
  if (extension != ".msh") {
    return flex::ReadNastran(ReadTextFile(path), path, &ReadTextFile, {options.ignore},
                             diagnostics);
  }
  if (options.materials.empty()) {
    throw InputError(fmt::format("{}: a Gmsh mesh needs a material file", path),
                     "--materials steel.yaml");
  }
  return flex::ReadGmsh(ReadTextFile(path), path, LoadMeshSettings(options.materials), units.length,
                        diagnostics);
}

}  // namespace

Mesh LoadMesh(const std::string& path, const MeshFileOptions& options, Diagnostics* diagnostics) {
  const flex::MeshUnits units = flex::ParseMeshUnits(options.units);
  Mesh mesh = ReadAny(path, options, units, diagnostics);
  diagnostics->ThrowIfErrors();
  if (options.density) {
    const double unit = units.mass / (units.length * units.length * units.length);
    for (flex::Material& material : mesh.materials) material.density = *options.density / unit;
  }
  if (options.stiffness.empty() != options.mass.empty()) {
    throw InputError("stiffness and mass of another program go together",
                     "give both --stiffness and --mass-matrix");
  }
  if (!options.stiffness.empty()) {
    mesh.direct_stiffness =
        LoadMatrix(options.stiffness, flex::MatrixRole::kStiffness, mesh, diagnostics);
    mesh.direct_mass = LoadMatrix(options.mass, flex::MatrixRole::kMass, mesh, diagnostics);
    diagnostics->ThrowIfErrors();
  }
  flex::CheckMesh(mesh, diagnostics);
  diagnostics->ThrowIfErrors();
  // The settings of a Gmsh mesh are SI already, and its positions are converted on the way.
  if (ExtensionOf(path) != ".msh") flex::ConvertToSi(units, &mesh);
  if (options.consistent_mass) mesh.lumped_mass = false;
  flex::GiveSpinInertia(&mesh, diagnostics);
  return mesh;
}

}  // namespace jounce
