// Matrices of other programs.
#include <gtest/gtest.h>

#include <cstring>

#include "flex/direct_matrices.h"
#include "flex/flex_testing.h"
#include "flex/op4_reader.h"

namespace jounce::flex {
namespace {

using testing::AllText;

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
