#include "io/surface_file.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"

namespace jounce {
namespace {

// A tetrahedron with the legs 3, 4, 5 along x, y, z: its volume is 10.
const Eigen::Vector3d kCorners[] = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}, {0, 0, 5}};
constexpr int kFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

std::string TextStl() {
  std::string text = "solid tetrahedron\n";
  for (const auto& face : kFaces) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (int i : face) {
      const Eigen::Vector3d& p = kCorners[i];
      text += "      vertex " + std::to_string(p.x()) + " " + std::to_string(p.y()) + " " +
              std::to_string(p.z()) + "\n";
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid\n";
}

std::string BinaryStl() {
  std::string content(80, ' ');
  content.replace(0, 5, "solid");  // as some programs write it, to nobody's use
  const auto add = [&](auto value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    content.append(bytes, sizeof value);
  };
  add(uint32_t{4});
  for (const auto& face : kFaces) {
    for (int i = 0; i < 3; ++i) add(0.0F);
    for (int i : face) {
      for (double x : kCorners[i]) add(static_cast<float>(x));
    }
    add(uint16_t{0});
  }
  return content;
}

std::string MessageOf(const std::string& content, const std::string& path) {
  try {
    ParseSurface(content, path);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(SurfaceFileTest, ThreeWaysToWriteATetrahedron) {
  const char kObj[] =
      "# a tetrahedron\nv 0 0 0\nv 3 0 0\nv 0 4 0\nv 0 0 5\nvn 0 0 1\n"
      "f 1/1 3/1 2/1\nf 1//1 2//1 4//1\nf 2 3 4\nf -2 -4 -1\n";
  for (const TriangleSurface& surface :
       {ParseSurface(TextStl(), "a.stl"), ParseSurface(BinaryStl(), "a.STL"),
        ParseSurface(kObj, "a.obj")}) {
    EXPECT_EQ(surface.triangles.size(), 4u);
    const SolidIntegrals solid = IntegrateSolid(surface);
    EXPECT_NEAR(solid.volume, 10, 1e-14);
    EXPECT_LT((solid.centre - Eigen::Vector3d(0.75, 1, 1.25)).norm(), 1e-14);
  }
}

TEST(SurfaceFileTest, WrongFilesSayWhere) {
  EXPECT_NE(MessageOf("hello", "a.stl").find("is no STL file"), std::string::npos);
  EXPECT_NE(MessageOf(BinaryStl().substr(0, 200), "a.stl").find("is no STL file, neither a whole"),
            std::string::npos);
  EXPECT_NE(MessageOf("solid\nouter loop\nvertex 1 2 x\n", "a.stl").find("line 3: 'x' is not a"),
            std::string::npos);
  EXPECT_NE(MessageOf("solid\nouter loop\nvertex 1 2 3\nendloop\n", "a.stl").find("has 1 vertices"),
            std::string::npos);
  EXPECT_NE(MessageOf("v 0 0 0\nf 1 2 3\n", "a.obj").find("line 2: '2' is none of the 1 vertices"),
            std::string::npos);
  EXPECT_NE(MessageOf("v 0 nan 0\n", "a.obj").find("line 1: 'nan'"), std::string::npos);
}

}  // namespace
}  // namespace jounce
