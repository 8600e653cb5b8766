#include "io/mesh_settings_file.h"

#include "io/field_reader.h"
#include "io/fields.h"

namespace jounce {
namespace flex {
namespace {

constexpr Quantity kDensity{.length = -3, .mass = 1};

}  // namespace

void Describe(Fields& f, MeshMaterialSettings& m) {
  f.Number({"young", "Young's modulus", kRequired}, m.young, quantity::kStress, kPositive);
  f.Number({"poisson", "Poisson's ratio"}, m.poisson, quantity::kNumber,
           {.least = -1, .most = 0.5, .least_excluded = true, .most_excluded = true});
  f.Number({"density", "mass per volume", kRequired}, m.density, kDensity, kNotNegative);
}

void Describe(Fields& f, MeshGroupSettings& g) {
  f.Text({"material", "one of materials", kRequired}, g.material);
  f.Number({"thickness", "of shells"}, g.thickness, quantity::kLength, kPositive);
}

void Describe(Fields& f, MeshAttachmentSettings& a) {
  static constexpr const char* kTies[] = {"rigid", "mean"};
  f.Text({"group", "physical group whose nodes are tied", kRequired}, a.group);
  int tie = a.rigid ? 0 : 1;
  f.Choice({"tie", "rigid: they follow the new node; mean: it follows them"}, kTies, tie);
  a.rigid = tie == 0;
  f.Numbers({"at", "place of the new node; else the middle of the group"}, a.at, quantity::kLength,
            {.least = 3, .most = 3});
}

void Describe(Fields& f, MeshSettings& s) {
  DescribeMap(f, {"materials", "by name", kRequired}, "mesh_material", s.materials);
  DescribeMap(f, {"groups", "by name of the physical group", kRequired}, "mesh_group", s.groups);
  DescribeMap(f, {"attachments", "nodes to hold the part at, by name"}, "mesh_attachment",
              s.attachments);
}

}  // namespace flex

flex::MeshSettings LoadMeshSettings(const std::string& path) {
  Diagnostics diagnostics;
  const Document document = Document::Load(path, {}, &diagnostics);
  flex::MeshSettings settings;
  NameBook names;
  ReadFields(document, &names, &diagnostics, &settings);
  diagnostics.ThrowIfErrors();
  return settings;
}

}  // namespace jounce
