// Gmsh meshes and matrices of other programs.
#include <gtest/gtest.h>

#include <cstring>

#include "flex/direct_matrices.h"
#include "flex/flex_testing.h"
#include "flex/gmsh_reader.h"
#include "flex/op4_reader.h"

namespace jounce::flex {
namespace {

std::string AllText(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += d.ToString() + "\n";
  return text;
}

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

// [1 2; 2 4.5], dense and sparse, as Nastran prints them.
TEST(Op4, TextDenseAndSparse) {
  const std::string dense =
      "       2       2       6       2KGG     1P,3E23.16\n"
      "       1       1       2\n 1.0000000000000000E+00 2.0000000000000000E+00\n"
      "       2       1       2\n 2.0000000000000000E+00 4.5000000000000000E+00\n"
      "       3       1       1\n 1.0000000000000000E+00\n";
  // Strings: L = words + 1 in the upper half, the row in the lower.
  const std::string sparse =
      "       2       2       6       2KGG     1P,3E23.16\n"
      "       1       0       5\n" +
      std::to_string((5 << 16) + 1) +
      "\n 1.0000000000000000E+00 2.0000000000000000E+00\n"
      "       2       0       5\n" +
      std::to_string((5 << 16) + 1) +
      "\n 2.0000000000000000D+00 4.5000000000000000D+00\n"
      "       3       1       1\n 1.0000000000000000E+00\n";
  const std::string big =
      "       2      -2       6       2KGG     1P,3E23.16\n"
      "       1       0       6\n       5       1\n"
      " 1.0000000000000000E+00 2.0000000000000000E+00\n"
      "       2       0       6\n       5       1\n"
      " 2.0000000000000000E+00 4.5000000000000000E+00\n"
      "       3       1       1\n 1.0000000000000000E+00\n";
  for (const std::string& text : {dense, sparse, big}) {
    Diagnostics diagnostics;
    const auto matrices = ReadOp4(text, "k.op4", &diagnostics);
    ASSERT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
    ASSERT_EQ(matrices.size(), 1u);
    EXPECT_EQ(matrices[0].name, "KGG");
    ASSERT_EQ(matrices[0].entries.size(), 4u);
    EXPECT_EQ(matrices[0].entries[3].value, 4.5);
    EXPECT_EQ(matrices[0].entries[3].row, 1);
    EXPECT_EQ(matrices[0].entries[3].column, 1);
  }
}

class Bytes {
 public:
  explicit Bytes(bool big_endian) : big_endian_(big_endian) {}
  template <class T>
  Bytes& Put(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (big_endian_) std::reverse(raw, raw + sizeof(T));
    text.append(raw, sizeof(T));
    return *this;
  }
  Bytes& Record(const Bytes& content) {
    Put(static_cast<int32_t>(content.text.size()));
    text += content.text;
    return Put(static_cast<int32_t>(content.text.size()));
  }
  std::string text;

 private:
  bool big_endian_;
};

TEST(Op4, BinaryOfBothByteOrders) {
  for (const bool big_endian : {false, true}) {
    Bytes file(big_endian);
    Bytes header(big_endian);
    for (const int value : {2, 2, 6, 2}) header.Put(static_cast<int32_t>(value));
    header.text += "KGG     ";
    file.Record(header);
    Bytes first(big_endian), second(big_endian), last(big_endian);
    first.Put(1).Put(1).Put(4).Put(1.0).Put(2.0);                      // dense
    second.Put(2).Put(0).Put(5).Put((5 << 16) + 1).Put(2.0).Put(4.5);  // sparse
    last.Put(3).Put(1).Put(2).Put(1.0);
    file.Record(first).Record(second).Record(last);
    Diagnostics diagnostics;
    const auto matrices = ReadOp4(file.text, "k.op4", &diagnostics);
    ASSERT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
    ASSERT_EQ(matrices.size(), 1u);
    ASSERT_EQ(matrices[0].entries.size(), 4u);
    EXPECT_EQ(matrices[0].entries[3].value, 4.5);
    Diagnostics cut;
    ReadOp4(file.text.substr(0, file.text.size() - 10), "k.op4", &cut);
    EXPECT_TRUE(cut.HasErrors());
  }
}

// The matrices of a mesh of ours, handed back as those of another program, reduce to the same.
TEST(DirectMatrices, SameAsTheMeshTheyCameFrom) {
  Mesh mesh = testing::ReadDeck(testing::PlateDeck(), "mm-t-s");
  const FeSystem system = MakeFeSystem(mesh, {});
  std::string sti, mas, dof;
  for (int f = 0; f < system.freedom_count(); ++f) {
    const int main = system.main_freedom[f];
    dof += fmt::format("{}.{}\n", mesh.NodeId(main / 6), main % 6 + 1);
  }
  const auto print = [](const SparseMatrix& m) {
    std::string text;
    for (int c = 0; c < m.outerSize(); ++c) {
      for (SparseMatrix::InnerIterator it(m, c); it; ++it) {
        if (it.row() <= it.col()) {
          text += fmt::format("{} {} {:.17g}\n", it.row() + 1, it.col() + 1, it.value());
        }
      }
    }
    return text;
  };
  Diagnostics diagnostics;
  std::string nodes = "*NODE, NSET=all\n";
  for (const Node& node : mesh.nodes) {
    nodes += fmt::format("{}, {:.17g}, {:.17g}, {:.17g}\n", node.id, node.position.x(),
                         node.position.y(), node.position.z());
  }
  Mesh other = ReadCalculixNodes(nodes + "*ELEMENT\n1, 2, 3\n", "plate.inp", &diagnostics);
  const auto rows = ReadCalculixRows(dof, "plate.dof", other, &diagnostics);
  other.direct_stiffness =
      PlaceMatrix(ReadCalculixMatrix(print(system.stiffness), "plate.sti", &diagnostics), rows,
                  "plate.sti", &diagnostics);
  other.direct_mass = PlaceMatrix(ReadCalculixMatrix(print(system.mass), "plate.mas", &diagnostics),
                                  rows, "plate.mas", &diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
  // The dependent nodes of the RBE2 are in the matrices no more.
  PartOptions options;
  options.interfaces = {{"root", 154}};
  options.reduction.modes = 8;
  NoProgress silent;
  const ReducedPart a = MakePart(mesh, options, &silent), b = MakePart(other, options, &silent);
  EXPECT_NEAR(a.rigid.mass, b.rigid.mass, 1e-12);
  for (int i = 0; i < 8; ++i) {
    EXPECT_NEAR(a.part.frequencies(i), b.part.frequencies(i), 1e-6 * a.part.frequencies(i));
  }
}

TEST(DirectMatrices, MistakesAreNamed) {
  Diagnostics diagnostics;
  Mesh mesh = ReadCalculixNodes("*NODE\n1, 0, 0, 0\n", "a.inp", &diagnostics);
  ReadCalculixRows("1.1\n2.1\n", "a.dof", mesh, &diagnostics);
  ReadCalculixMatrix("1 1 2.0\n1 x 3\n", "a.sti", &diagnostics);
  const std::string text = AllText(diagnostics);
  EXPECT_NE(text.find("a.dof:2: error: node 2 does not exist"), std::string::npos) << text;
  EXPECT_NE(text.find("a.sti:2: error: this line is not `row column value`"), std::string::npos);
}

}  // namespace
}  // namespace jounce::flex
