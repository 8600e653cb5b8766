#include "report/mesh_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace jounce::report {
namespace {

constexpr char kTetrahedronStl[] = R"(solid part
facet normal 0 0 -1
  outer loop
    vertex 0 0 0
    vertex 0 1 0
    vertex 1 0 0
  endloop
endfacet
facet normal 0 -1 0
  outer loop
    vertex 0 0 0
    vertex 1 0 0
    vertex 0 0 +1.0e0
  endloop
endfacet
endsolid part
)";

// One facet as in the format's definition: 80 bytes, count, 12 floats, 2 bytes.
std::string BinaryStl(float last) {
  std::string content(84 + 50, '\0');
  std::memcpy(content.data(), "solid but binary", 16);
  content[80] = 1;
  const float numbers[12] = {0, 0, 1, 0, 0, 0, 10, 0, 0, 0, 20, last};
  std::memcpy(content.data() + 84, numbers, sizeof(numbers));
  return content;
}

std::string Message(void (*act)()) {
  try {
    act();
  } catch (const InputError& error) {
    return error.diagnostics().at(0).ToString();
  }
  return "nothing thrown";
}

TEST(MeshFile, TextStlJoinsEqualPoints) {
  const SceneShape shape = ParseStl(kTetrahedronStl, "a.stl");
  EXPECT_EQ(shape.kind, ShapeKind::kMesh);
  ASSERT_EQ(shape.triangles.size(), 2u);
  EXPECT_EQ(shape.points.size(), 4u);
  EXPECT_EQ(shape.triangles[1], (std::array<int, 3>{0, 2, 3}));
  EXPECT_EQ(shape.points[3], (Vec3{0, 0, 1}));
}

TEST(MeshFile, BinaryStlInMillimetres) {
  const SceneShape shape = ParseStl(BinaryStl(30), "b.stl", 0.001);
  ASSERT_EQ(shape.triangles.size(), 1u);
  EXPECT_DOUBLE_EQ(shape.points[1][0], 0.010);
  EXPECT_DOUBLE_EQ(shape.points[2][2], 0.030);
}

TEST(MeshFile, ObjWithQuadsAndIndicesFromTheEnd) {
  const SceneShape shape = ParseObj(
      "# a comment\nv 0 0 0\nv 1 0 0\r\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf 1/1/1 2//1 3 4\nf -4 -3 -1\n",
      "c.obj");
  ASSERT_EQ(shape.triangles.size(), 3u);
  EXPECT_EQ(shape.triangles[0], (std::array<int, 3>{0, 1, 2}));
  EXPECT_EQ(shape.triangles[1], (std::array<int, 3>{0, 2, 3}));
  EXPECT_EQ(shape.triangles[2], (std::array<int, 3>{0, 1, 3}));
}

TEST(MeshFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(Message([] { ParseStl("hello", "x.stl"); }).find("x.stl:1: error: this is not an STL"),
            0u);
  EXPECT_EQ(Message([] { ParseStl("solid\nvertex 1 2\n", "x.stl"); }),
            "x.stl:2: error: a point needs three finite numbers");
  EXPECT_EQ(Message([] { ParseStl("solid\nvertex 1 2 3\nendfacet", "x.stl"); }),
            "x.stl:3: error: a facet needs three points");
  EXPECT_EQ(Message([] { ParseStl("solid\nvertex 1 2 3\n", "x.stl"); }),
            "x.stl:2: error: the file ends within a facet");
  EXPECT_EQ(Message([] { ParseStl(BinaryStl(NAN), "x.stl"); }),
            "x.stl: error: facet 1 has a number that is not finite");
  EXPECT_EQ(Message([] { ParseObj("v 0 0 0\nf 1 2 1\n", "x.obj"); }),
            "x.obj:2: error: '2' names none of the 1 points before it");
  EXPECT_EQ(Message([] { ParseObj("f 1 1\n", "x.obj"); }),
            "x.obj:1: error: a face needs three points at least");
  EXPECT_EQ(Message([] { ParseObj("v 1 nan 1\n", "x.obj"); }),
            "x.obj:1: error: a point needs three finite numbers");
}

TEST(MeshFile, TheNameTellsTheKind) {
  const auto folder = std::filesystem::path(JOUNCE_BINARY_DIR) / "mesh_file_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "part.STL") << kTetrahedronStl;
  EXPECT_EQ(ReadMeshFile((folder / "part.STL").string()).triangles.size(), 2u);
  EXPECT_THROW(ReadMeshFile((folder / "part.step").string()), InputError);
  EXPECT_THROW(ReadMeshFile((folder / "missing.obj").string()), FileError);
}

}  // namespace
}  // namespace jounce::report
