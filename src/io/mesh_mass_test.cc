// A bar of 20 x 30 x 40 mm of steel in every kind of file: 7850*24e-6 = 0.1884 kg, and
// m (b^2 + c^2)/12 about its centre.
#include "io/mesh_mass.h"

#include <gtest/gtest.h>

#include <fstream>

#include "signals/signal_testing.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

const Vector3d kSides(20, 30, 40);  // mm

Vector3d Corner(int i) { return kSides.cwiseProduct(Vector3d(i & 1, (i >> 1) & 1, (i >> 2) & 1)); }

MeshShape Written(const std::string& name, const std::string& text, const std::string& units) {
  MeshShape mesh;
  mesh.file = testing::TemporaryPath(name);
  mesh.units = units;
  std::ofstream(mesh.file, std::ios::binary) << text;
  return mesh;
}

std::string Vertices(const std::string& before, bool numbered) {
  std::string text;
  for (int i = 0; i < 8; ++i) {
    const Vector3d p = Corner(i);
    text += before + (numbered ? std::to_string(i + 1) + " " : "") + std::to_string(p.x()) + " " +
            std::to_string(p.y()) + " " + std::to_string(p.z()) + "\n";
  }
  return text;
}

// Two tetrahedra at opposite corners would not fill it: a brick, in Gmsh's order of nodes.
std::string GmshBrick(bool with_faces) {
  const std::string brick = "1 5 2 0 1 1 2 4 3 5 6 8 7\n";
  const std::string face = "2 3 2 0 1 1 3 4 2\n";
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n" + Vertices("", true) +
         "$EndNodes\n$Elements\n" + (with_faces ? "2\n" + brick + face : "1\n" + brick) +
         "$EndElements\n";
}

std::string Deck(const std::string& density) {
  std::string text = "BEGIN BULK\n";
  for (int i = 0; i < 8; ++i) {
    const Vector3d p = Corner(i);
    text += "GRID," + std::to_string(i + 1) + ",," + std::to_string(p.x()) + "," +
            std::to_string(p.y()) + "," + std::to_string(p.z()) + "\n";
  }
  return text + "CHEXA,1,1,1,2,4,3,5,6,+\n+,8,7\nPSOLID,1,1\nMAT1,1,210000.,,0.3," + density +
         "\nENDDATA\n";
}

MassProperties Read(const MeshShape& mesh) {
  Diagnostics diagnostics;
  return ReadMeshMass(mesh, &diagnostics);
}

void ExpectBar(const MassProperties& bar, double mass) {
  EXPECT_NEAR(bar.mass, mass, 1e-9 * mass);
  EXPECT_LT((bar.centre - Vector3d(0.010, 0.015, 0.020)).norm(), 1e-9);
  const Vector3d moments = mass / 12 * Vector3d(900 + 1600, 400 + 1600, 400 + 900) * 1e-6;
  EXPECT_LT((bar.inertia - moments).norm(), 1e-9 * moments.norm()) << bar.inertia.transpose();
  EXPECT_LT(bar.products.norm(), 1e-9 * moments.norm());
}

std::string MessageOf(const MeshShape& mesh) {
  try {
    Read(mesh);
  } catch (const InputError& error) {
    return error.diagnostics().front().message;
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(MeshMassTest, ASurface) {
  const std::string faces = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
  MeshShape mesh = Written("bar.obj", Vertices("v ", false) + faces, "mm");
  mesh.amount.density = 7850;
  ExpectBar(Read(mesh), 0.1884);
  mesh.amount = {.mass = 2, .density = {}};
  ExpectBar(Read(mesh), 2);
  mesh.amount.density = 7850;
  EXPECT_EQ(MessageOf(mesh), "both mass and density are given");
  mesh.amount = {};
  EXPECT_EQ(MessageOf(mesh), "a surface has no mass of its own");
  mesh.units = "mm-t-s";
  EXPECT_NE(MessageOf(mesh), "");
  mesh.units = "kg";
  EXPECT_EQ(MessageOf(mesh), "units: 'kg' is not a unit of length");
}

TEST(MeshMassTest, AGmshMeshWithAndWithoutItsFaces) {
  for (bool with_faces : {false, true}) {
    MeshShape mesh = Written("bar.msh", GmshBrick(with_faces), "mm");
    mesh.amount.density = 7850;
    ExpectBar(Read(mesh), 0.1884);
  }
}

TEST(MeshMassTest, ADeckHasItsOwnMass) {
  // In tonnes and mm; the mass matrix of one brick is exact.
  MeshShape mesh = Written("bar.bdf", Deck("7.85-9"), "mm-t-s");
  ExpectBar(Read(mesh), 0.1884);
  mesh.amount.mass = 3;
  ExpectBar(Read(mesh), 3);
  MeshShape light = Written("light.bdf", Deck(""), "mm-t-s");
  light.amount.density = 7850;
  ExpectBar(Read(light), 0.1884);
  light.amount = {};
  EXPECT_EQ(MessageOf(light), "the mesh has no mass");
}

TEST(MeshMassTest, AMissingFile) {
  MeshShape mesh;
  mesh.file = "/nowhere/bar.stl";
  mesh.units = "mm";
  EXPECT_NE(MessageOf(mesh).find("/nowhere/bar.stl"), std::string::npos);
}

}  // namespace
}  // namespace jounce
