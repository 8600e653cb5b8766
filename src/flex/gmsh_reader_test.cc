// Gmsh files: text and binary, both versions, and what is wrong with them.
#include "flex/gmsh_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "flex/flex_testing.h"

namespace jounce::flex {
namespace {

using testing::AllText;

// A unit cube of one brick with a face as a group, in millimetres.
const char kGmsh2[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n2\n2 1 \"wall\"\n3 2 \"block of steel\"\n$EndPhysicalNames\n"
    "$Nodes\n8\n1 0 0 0\n2 1000 0 0\n3 1000 1000 0\n4 0 1000 0\n"
    "5 0 0 1000\n6 1000 0 1000\n7 1000 1000 1e3\n8 0 1000 1000\n$EndNodes\n"
    "$Elements\n2\n1 3 2 1 1 1 4 8 5\n2 5 2 2 1 1 2 3 4 5 6 7 8\n$EndElements\n";

const char kGmsh4[] =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n2\n2 1 \"wall\"\n3 2 \"block of steel\"\n$EndPhysicalNames\n"
    "$Entities\n0 0 1 1\n7 0 0 0 0 1 1 1 1 0\n9 0 0 0 1 1 1 1 2 1 7\n$EndEntities\n"
    "$Nodes\n2 8 1 8\n2 7 0 4\n1\n4\n8\n5\n0 0 0\n0 1000 0\n0 1000 1000\n0 0 1000\n"
    "3 9 0 4\n2\n3\n6\n7\n1000 0 0\n1000 1000 0\n1000 0 1000\n1000 1000 1000\n$EndNodes\n"
    "$Elements\n2 2 1 2\n2 7 3 1\n1 1 4 8 5\n3 9 5 1\n2 1 2 3 4 5 6 7 8\n$EndElements\n";

MeshSettings Settings() {
  MeshSettings settings;
  settings.materials = {{"steel", 210e9, 0.3, 7850}};
  settings.groups = {{"block of steel", "steel", 0}};
  settings.attachments = {{"wall mount", "wall", true, {}}};
  return settings;
}

TEST(Gmsh, BothVersionsGiveTheSameMesh) {
  for (const char* text : {kGmsh2, kGmsh4}) {
    Diagnostics diagnostics;
    const Mesh mesh = ReadGmsh(text, "cube.msh", Settings(), 1e-3, &diagnostics);
    ASSERT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
    ASSERT_EQ(mesh.elements.size(), 1u);
    ASSERT_EQ(mesh.nodes.size(), 9u);  // one more, in the middle of the wall
    EXPECT_NEAR((mesh.nodes[8].position - Eigen::Vector3d(0, 0.5, 0.5)).norm(), 0, 1e-12);
    ASSERT_EQ(mesh.suggested_interfaces.size(), 1u);
    EXPECT_EQ(mesh.suggested_interfaces[0].name, "wall mount");
    PartOptions options;
    options.interfaces = {{"wall", mesh.suggested_interfaces[0].node}};
    options.reduction.modes = 3;
    NoProgress silent;
    EXPECT_NEAR(MakePart(mesh, options, &silent).rigid.mass, 7850, 1e-6);
  }
}

TEST(Gmsh, MistakesAreNamed) {
  Diagnostics diagnostics;
  MeshSettings settings = Settings();
  settings.groups[0].name = "blok of steel";
  ReadGmsh(kGmsh2, "cube.msh", settings, 1, &diagnostics);
  const std::string text = AllText(diagnostics);
  EXPECT_NE(text.find("the mesh has no physical group 'blok of steel'"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'block of steel'"), std::string::npos) << text;
  EXPECT_NE(text.find("group 'block of steel' of element 2 has no material"), std::string::npos);
  Diagnostics broken;
  ReadGmsh("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 x 0\n", "b.msh", Settings(), 1,
           &broken);
  EXPECT_NE(AllText(broken).find("b.msh:6: error: 'x' is found where a number is wanted"),
            std::string::npos)
      << AllText(broken);
}

// A 6-node triangle with a material, one without, and a line with one.
std::string SecondOrder(const std::string& elements) {
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
         "$PhysicalNames\n2\n2 1 \"skin\"\n1 2 \"edge\"\n$EndPhysicalNames\n"
         "$Nodes\n6\n1 0 0 0\n2 2 0 0\n3 0 2 0\n4 1 0 0\n5 1 1 0\n6 0 1 0\n$EndNodes\n"
         "$Elements\n" +
         elements + "$EndElements\n";
}

TEST(Gmsh, WhatNoPartIsMadeOfIsRefusedByName) {
  MeshSettings settings = Settings();
  settings.groups = {{"skin", "steel", 1e-3}, {"edge", "steel", 0}};
  settings.attachments.clear();
  Diagnostics diagnostics;
  ReadGmsh(SecondOrder("2\n1 9 2 1 1 1 2 3 4 5 6\n2 8 2 2 1 1 2 4\n"), "t.msh", settings, 1,
           &diagnostics);
  const std::string text = AllText(diagnostics);
  EXPECT_NE(text.find("element 1 of it is a 6-node triangle"), std::string::npos) << text;
  EXPECT_NE(text.find("element 2 of it is a 3-node line"), std::string::npos) << text;
  Diagnostics others;
  ReadGmsh(SecondOrder("1\n1 16 2 1 1 1 2 3 4 5 6 1 2\n"), "t.msh", settings, 1, &others);
  EXPECT_NE(AllText(others).find("element 1 is an 8-node quadrilateral"), std::string::npos)
      << AllText(others);
}

TEST(Gmsh, SurfacesThatNothingUsesAreNamed) {
  MeshSettings settings = Settings();
  settings.attachments.clear();
  Diagnostics unused, used;
  ReadGmsh(kGmsh2, "cube.msh", settings, 1e-3, &unused);
  EXPECT_NE(AllText(unused).find("warning: the surfaces of group 'wall'"), std::string::npos)
      << AllText(unused);
  ReadGmsh(kGmsh2, "cube.msh", Settings(), 1e-3, &used);
  EXPECT_EQ(AllText(used), "");
}

// The entity of the wall is in the groups 1 and 3.
TEST(Gmsh, AnEntityOfSeveralGroupsIsInAllOfThem) {
  std::string text = kGmsh4;
  text.replace(text.find("7 0 0 0 0 1 1 1 1 0"), 19, "7 0 0 0 0 1 1 2 1 3 0");
  text.replace(text.find("$PhysicalNames\n2\n"), 17, "$PhysicalNames\n3\n2 3 \"seat\"\n");
  MeshSettings settings = Settings();
  settings.attachments.push_back({"seat", "seat", false, {}});
  Diagnostics diagnostics;
  const Mesh mesh = ReadGmsh(text, "cube.msh", settings, 1e-3, &diagnostics);
  EXPECT_EQ(AllText(diagnostics), "");
  EXPECT_EQ(mesh.suggested_interfaces.size(), 2u);
  ASSERT_EQ(mesh.mean_links.size(), 1u);
  EXPECT_EQ(mesh.mean_links[0].shares.size(), 4u);
}

enum class Form { kText, kBinary, kSwapped };

// Writes the numbers of a Gmsh file as its manual says, as text or in either byte order.
class GmshWriter {
 public:
  explicit GmshWriter(Form form) : form_(form) {}

  void Line(const std::string& text) { out_ += text + "\n"; }
  void Integer(int value) { Put(static_cast<int32_t>(value)); }
  void Size(long value) { Put(static_cast<int64_t>(value)); }
  void Real(double value) { Put(value); }
  // Of version 2.2: as text in any file.
  void TextCount(long value) { Line(std::to_string(value)); }
  void EndRow() {
    if (form_ == Form::kText) out_ += "\n";
  }
  bool text() const { return form_ == Form::kText; }

  void Begin(const char* version) {
    Line("$MeshFormat");
    Line(fmt::format("{} {} 8", version, text() ? 0 : 1));
    if (!text()) {
      Integer(1);
      Line("");
    }
    Line("$EndMeshFormat");
    Line("$PhysicalNames\n2\n2 1 \"wall\"\n3 2 \"block of steel\"\n$EndPhysicalNames");
  }
  const std::string& file() const { return out_; }

 private:
  template <class Value>
  void Put(Value value) {
    if (text()) {
      out_ += fmt::format("{} ", value);
      return;
    }
    char bytes[sizeof(Value)];
    std::memcpy(bytes, &value, sizeof(Value));
    if (form_ == Form::kSwapped) std::reverse(bytes, bytes + sizeof(Value));
    out_.append(bytes, sizeof(Value));
  }

  Form form_;
  std::string out_;
};

struct Sample {
  Mesh mesh;
  std::vector<int> wall;  // a quadrilateral
};

// Two bricks and what six tetrahedra of ten nodes make of a third; coordinates with all digits.
Sample MakeSample() {
  Sample sample;
  const auto nodes = testing::AddGrid(&sample.mesh, 2, 1, 1, [](double x, double y, double z) {
    return Eigen::Vector3d(x / 3, y * 0.7 + x / 7, z * 1.1);
  });
  testing::FillSolids(&sample.mesh, nodes, 2, 1, 1, ElementShape::kHex8);
  sample.wall = {nodes[0], nodes[3], nodes[9], nodes[6]};
  const auto more = testing::AddGrid(&sample.mesh, 1, 1, 1, [](double x, double y, double z) {
    return Eigen::Vector3d(2 + x, y, z / 9);
  });
  testing::FillSolids(&sample.mesh, more, 1, 1, 1, ElementShape::kTet10);
  return sample;
}

int GmshNumber(ElementShape shape) { return shape == ElementShape::kHex8 ? 5 : 11; }

// Gmsh has the last two nodes of a ten-node tetrahedron the other way round.
std::vector<int> GmshNodes(const MeshElement& element) {
  std::vector<int> nodes(element.nodes.begin(), element.nodes.begin() + NodeCount(element.shape));
  if (element.shape == ElementShape::kTet10) std::swap(nodes[8], nodes[9]);
  return nodes;
}

std::string WriteVersion2(const Sample& sample, Form form) {
  GmshWriter w(form);
  w.Begin("2.2");
  w.Line("$Nodes");
  w.TextCount(static_cast<long>(sample.mesh.nodes.size()));
  for (const Node& node : sample.mesh.nodes) {
    w.Integer(node.id);
    for (int k = 0; k < 3; ++k) w.Real(node.position(k));
    w.EndRow();
  }
  w.Line("\n$EndNodes\n$Elements");
  w.TextCount(static_cast<long>(sample.mesh.elements.size()) + 1);
  const auto element = [&](int id, int type, int group, const std::vector<int>& nodes) {
    if (w.text()) {
      for (const int value : {id, type, 2, group, 1}) w.Integer(value);
    } else {
      for (const int value : {type, 1, 2, id, group, 1}) w.Integer(value);
    }
    for (const int node : nodes) w.Integer(sample.mesh.NodeId(node));
    w.EndRow();
  };
  element(100, 3, 1, sample.wall);
  for (const MeshElement& e : sample.mesh.elements) {
    element(e.id, GmshNumber(e.shape), 2, GmshNodes(e));
  }
  w.Line("\n$EndElements");
  return w.file();
}

std::string WriteVersion4(const Sample& sample, Form form) {
  GmshWriter w(form);
  w.Begin("4.1");
  w.Line("$Entities");
  for (const long count : {1L, 0L, 1L, 1L}) w.Size(count);
  w.EndRow();
  w.Integer(3);  // a point without a group
  for (int k = 0; k < 3; ++k) w.Real(0.5);
  w.Size(0);
  w.EndRow();
  for (const auto& [tag, group, bound] : {std::array{7, 1, 0}, std::array{9, 2, 1}}) {
    w.Integer(tag);
    for (int k = 0; k < 6; ++k) w.Real(0.25 * k);
    w.Size(1);
    w.Integer(group);
    w.Size(bound);
    if (bound > 0) w.Integer(7);
    w.EndRow();
  }
  const long nodes = static_cast<long>(sample.mesh.nodes.size());
  w.Line("\n$EndEntities\n$Nodes");
  for (const long value : {1L, nodes, 1L, nodes}) w.Size(value);
  w.EndRow();
  for (const int value : {3, 9, 0}) w.Integer(value);
  w.Size(nodes);
  w.EndRow();
  for (const Node& node : sample.mesh.nodes) w.Size(node.id);
  w.EndRow();
  for (const Node& node : sample.mesh.nodes) {
    for (int k = 0; k < 3; ++k) w.Real(node.position(k));
    w.EndRow();
  }
  const long elements = static_cast<long>(sample.mesh.elements.size()) + 1;
  w.Line("\n$EndNodes\n$Elements");
  for (const long value : {elements, elements, 1L, 100L}) w.Size(value);
  w.EndRow();
  const auto element = [&](int dimension, int entity, int type, int id,
                           const std::vector<int>& of) {
    for (const int value : {dimension, entity, type}) w.Integer(value);
    w.Size(1);
    w.EndRow();
    w.Size(id);
    for (const int node : of) w.Size(sample.mesh.NodeId(node));
    w.EndRow();
  };
  element(2, 7, 3, 100, sample.wall);
  for (const MeshElement& e : sample.mesh.elements) {
    element(3, 9, GmshNumber(e.shape), e.id, GmshNodes(e));
  }
  w.Line("\n$EndElements");
  return w.file();
}

void ExpectSame(const Mesh& mesh, const Sample& sample) {
  ASSERT_EQ(mesh.nodes.size(), sample.mesh.nodes.size() + 1);  // and that of the wall
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const int node : sample.wall) middle += sample.mesh.nodes[node].position / 4;
  EXPECT_LT((mesh.nodes.back().position - middle).norm(), 1e-15);
  for (size_t i = 0; i < sample.mesh.nodes.size(); ++i) {
    EXPECT_EQ(mesh.nodes[i].id, sample.mesh.nodes[i].id);
    EXPECT_EQ(mesh.nodes[i].position, sample.mesh.nodes[i].position);
  }
  ASSERT_EQ(mesh.elements.size(), sample.mesh.elements.size());
  for (size_t i = 0; i < mesh.elements.size(); ++i) {
    EXPECT_EQ(mesh.elements[i].id, sample.mesh.elements[i].id);
    EXPECT_EQ(mesh.elements[i].shape, sample.mesh.elements[i].shape);
    EXPECT_EQ(mesh.elements[i].nodes, sample.mesh.elements[i].nodes);
  }
}

// A double printed by fmt is read back to the last bit, so text and binary must agree exactly.
TEST(Gmsh, BinaryFilesAreReadAsTheirText) {
  const Sample sample = MakeSample();
  for (const auto write : {&WriteVersion2, &WriteVersion4}) {
    for (const Form form : {Form::kText, Form::kBinary, Form::kSwapped}) {
      SCOPED_TRACE(static_cast<int>(form));
      Diagnostics diagnostics;
      const Mesh mesh = ReadGmsh(write(sample, form), "s.msh", Settings(), 1, &diagnostics);
      ASSERT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
      ExpectSame(mesh, sample);
    }
  }
}

// Wherever a file is cut, it says so.
TEST(Gmsh, CutFilesAreRefused) {
  const Sample sample = MakeSample();
  for (const auto write : {&WriteVersion2, &WriteVersion4}) {
    for (const Form form : {Form::kText, Form::kBinary}) {
      const std::string whole = write(sample, form);
      for (size_t size = 0; size + 1 < whole.size(); size += 3) {
        Diagnostics diagnostics;
        ReadGmsh(whole.substr(0, size), "s.msh", Settings(), 1, &diagnostics);
        EXPECT_TRUE(diagnostics.HasErrors()) << size << " of " << whole.size();
      }
    }
  }
}

TEST(Gmsh, DamagedBinaryFilesAreReadOrRefusedButNeverBelieved) {
  const Sample sample = MakeSample();
  for (const auto write : {&WriteVersion2, &WriteVersion4}) {
    const std::string whole = write(sample, Form::kBinary);
    for (size_t at = whole.find("$Nodes"); at < whole.size(); ++at) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
      Diagnostics diagnostics;
      const Mesh mesh = ReadGmsh(damaged, "s.msh", Settings(), 1, &diagnostics);
      if (diagnostics.HasErrors()) continue;
      for (const MeshElement& element : mesh.elements) {
        for (int i = 0; i < NodeCount(element.shape); ++i) {
          ASSERT_LT(static_cast<size_t>(element.nodes[i]), mesh.nodes.size());
        }
      }
    }
  }
  Diagnostics mark;
  ReadGmsh(std::string("$MeshFormat\n4.1 1 8\n\x02\x00\x00\x00\n$EndMeshFormat\n", 40), "m.msh",
           Settings(), 1, &mark);
  EXPECT_NE(AllText(mark).find("mark of the byte order"), std::string::npos) << AllText(mark);
  Diagnostics reals;
  ReadGmsh("$MeshFormat\n2.2 1 4\n", "r.msh", Settings(), 1, &reals);
  EXPECT_NE(AllText(reals).find("reals of 4 bytes"), std::string::npos) << AllText(reals);
}

}  // namespace
}  // namespace jounce::flex
