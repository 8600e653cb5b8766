// Matrices of other programs.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
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

// A dense matrix as Nastran prints it to an OUTPUT4 file.
std::string Op4Text(const std::string& name, const Eigen::MatrixXd& m) {
  std::string text =
      fmt::format("{:8}{:8}{:8}{:8}{:<8}1P,3E23.16\n", m.cols(), m.rows(), 6, 2, name);
  for (Eigen::Index c = 0; c <= m.cols(); ++c) {
    const Eigen::Index count = c < m.cols() ? m.rows() : 1;
    text += fmt::format("{:8}{:8}{:8}\n", c + 1, 1, count);
    for (Eigen::Index r = 0; r < count; ++r) {
      text += fmt::format("{:23.16E}", c < m.cols() ? m(r, c) : 1.0);
      if (r % 3 == 2 || r + 1 == count) text += "\n";
    }
  }
  return text;
}

NamedMatrix OneEntry(const std::string& name, double value) {
  return {name, 6, 6, {{0, 0, value}}};
}

double Chosen(const std::vector<NamedMatrix>& matrices, MatrixRole role, Diagnostics* out) {
  Diagnostics reading;
  const Mesh mesh = ReadNastran("GRID,1\n", "n.bdf", nullptr, {}, &reading);
  const auto entries = PlaceOp4(matrices, role, mesh, "all.op4", out);
  return entries.empty() ? 0 : entries[0].value;
}

TEST(DirectMatrices, AreChosenByTheirWholeName) {
  Diagnostics diagnostics;
  // What Nastran writes of a superelement: stiffness, mass, damping, structural damping.
  const std::vector<NamedMatrix> all = {OneEntry("KXX", 1), OneEntry("MXX", 2), OneEntry("BXX", 3),
                                        OneEntry("K4XX", 4), OneEntry("MLOAD", 5)};
  EXPECT_EQ(Chosen(all, MatrixRole::kStiffness, &diagnostics), 1);
  EXPECT_EQ(Chosen(all, MatrixRole::kMass, &diagnostics), 2);
  EXPECT_EQ(Chosen({OneEntry("MINE", 7)}, MatrixRole::kStiffness, &diagnostics), 7);
  EXPECT_EQ(AllText(diagnostics), "");
}

TEST(DirectMatrices, DoubtIsRefused) {
  Diagnostics several, none, damping, small;
  Chosen({OneEntry("KXX", 1), OneEntry("KGG", 2)}, MatrixRole::kStiffness, &several);
  EXPECT_NE(AllText(several).find("several matrices may be the stiffness: KXX, KGG"),
            std::string::npos);
  Chosen({OneEntry("MXX", 1), OneEntry("K4XX", 2)}, MatrixRole::kStiffness, &none);
  EXPECT_NE(AllText(none).find("no matrix here is the stiffness: MXX, K4XX"), std::string::npos);
  Chosen({OneEntry("K4XX", 1)}, MatrixRole::kStiffness, &damping);
  EXPECT_TRUE(damping.HasErrors());
  NamedMatrix few = OneEntry("KXX", 1);
  few.rows = few.columns = 5;
  Chosen({few}, MatrixRole::kStiffness, &small);
  EXPECT_NE(AllText(small).find("matrix KXX has 5 rows, the nodes give 6"), std::string::npos);
}

// Craig and Bampton's matrices of a beam between its end nodes, by dense algebra.
struct Superelement {
  Eigen::MatrixXd stiffness, mass;  // 12 freedoms of the ends, then the modes
};

Superelement MakeSuperelement(const FeSystem& system, const std::vector<int>& boundary) {
  const Eigen::MatrixXd k = system.stiffness, m = system.mass;
  std::vector<int> interior;
  for (int f = 0; f < k.rows(); ++f) {
    if (std::find(boundary.begin(), boundary.end(), f) == boundary.end()) interior.push_back(f);
  }
  const Eigen::MatrixXd kii = k(interior, interior), mii = m(interior, interior);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(kii, mii);
  const Eigen::Index b = boundary.size(), q = interior.size();
  Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(k.rows(), b + q);
  for (Eigen::Index i = 0; i < b; ++i) basis(boundary[i], i) = 1;
  basis(interior, Eigen::seqN(0, b)) = -kii.ldlt().solve(Eigen::MatrixXd(k(interior, boundary)));
  basis(interior, Eigen::seqN(b, q)) = modes.eigenvectors();
  return {basis.transpose() * k * basis, basis.transpose() * m * basis};
}

constexpr const char* kBeamDeck =
    "MAT1,1,2.1+11,,.3,7850.\nPBEAM,1,1,4.-4,2.-8,1.-8,,3.-8\nPARAM,COUPMASS,1\n"
    "GRID,1\nGRID,2,,.2\nGRID,3,,.4\nGRID,4,,.6,.1\nGRID,5,,.8\n"
    "CBEAM,1,1,1,2,0.,1.,0.\nCBEAM,2,1,2,3,0.,1.,0.\nCBEAM,3,1,3,4,0.,1.,0.\n"
    "CBEAM,4,1,4,5,0.,1.,0.\n";

// All fixed modes are kept, so nothing of the beam is lost. The scalar points are numbered between
// the nodes, and rows follow the numbers.
TEST(DirectMatrices, ASuperelementWithScalarPointsIsTheMeshThatItWasMadeOf) {
  const Mesh mesh = testing::ReadDeck(kBeamDeck);
  const FeSystem system = MakeFeSystem(mesh, {});
  std::vector<int> boundary;
  for (const int node : {0, 4}) {
    for (int c = 0; c < 6; ++c) boundary.push_back(system.freedom_of[6 * node + c]);
  }
  const Superelement made = MakeSuperelement(system, boundary);
  const int modes = static_cast<int>(made.mass.rows()) - 12;
  std::vector<int> order;  // node 1, scalar points 101 and on, node 900
  for (int i = 0; i < 6; ++i) order.push_back(i);
  for (int i = 0; i < modes; ++i) order.push_back(12 + i);
  for (int i = 6; i < 12; ++i) order.push_back(i);
  Diagnostics diagnostics;
  Mesh super = ReadNastran(
      fmt::format("GRID,1\nGRID,900,,.8\nSPOINT,101,THRU,{}\nASET1,123456,1,900\nQSET1,0,101\n",
                  100 + modes),
      "super.bdf", nullptr, {}, &diagnostics);
  const std::string text = Op4Text("KXX", made.stiffness(order, order)) +
                           Op4Text("MXX", made.mass(order, order)) +
                           Op4Text("K4XX", 0.01 * made.stiffness(order, order));
  const auto matrices = ReadOp4(text, "super.op4", &diagnostics);
  super.direct_stiffness =
      PlaceOp4(matrices, MatrixRole::kStiffness, super, "super.op4", &diagnostics);
  super.direct_mass = PlaceOp4(matrices, MatrixRole::kMass, super, "super.op4", &diagnostics);
  CheckMesh(super, &diagnostics);
  ASSERT_EQ(AllText(diagnostics), "");
  PartOptions options;
  options.reduction.modes = 10;
  NoProgress silent;
  options.interfaces = {{"a", 1}, {"b", 900}};
  const ReducedPart b = MakePart(super, options, &silent);
  options.interfaces = {{"a", 1}, {"b", 5}};
  const ReducedPart a = MakePart(mesh, options, &silent);
  EXPECT_NEAR(b.rigid.mass, a.rigid.mass, 1e-9 * a.rigid.mass);
  EXPECT_NEAR(b.rigid.centre.x(), a.rigid.centre.x(), 1e-9);
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(b.part.frequencies(i), a.part.frequencies(i), 1e-6 * a.part.frequencies(i)) << i;
  }
}

TEST(DirectMatrices, ScalarPointsOfAPunchFile) {
  Diagnostics diagnostics;
  const Mesh mesh = ReadNastran(
      "GRID,1\nSPOINT,11,12\n"
      "DMIG,KAAX,0,6,2,0,,,3\nDMIG,KAAX,11,0,,11,0,25.\n"
      "DMIG,K4AAX,0,6,2,0,,,3\nDMIG,K4AAX,11,0,,11,0,99.\n"
      "DMIG,MAAX,0,6,2,0,,,3\nDMIG,MAAX,11,0,,1,3,2.,,11,0,1.\n",
      "punch.bdf", nullptr, {}, &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors()) << AllText(diagnostics);
  EXPECT_NE(AllText(diagnostics).find("matrix K4AAX is left out"), std::string::npos);
  ASSERT_EQ(mesh.direct_stiffness.size(), 1u);
  EXPECT_EQ(mesh.direct_stiffness[0].value, 25);
  EXPECT_EQ(mesh.NodeId(mesh.direct_stiffness[0].row_node), 11);
  ASSERT_EQ(mesh.direct_mass.size(), 3u);
  EXPECT_EQ(mesh.direct_mass[0].row_component, 2);
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
