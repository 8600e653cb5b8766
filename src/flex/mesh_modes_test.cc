// Frequencies of plates and beams against closed forms and independent solutions, and of decks
// against what commercial programs printed.
#include <gtest/gtest.h>

#include <fstream>
#include <numbers>
#include <sstream>

#include "flex/flex_testing.h"
#include "reference_data.h"
#include "shared_data.h"

namespace jounce::flex {
namespace {

using testing::AddElement;
using testing::AddGrid;
using testing::AddNode;
using testing::EmptyMesh;
using testing::FillShells;
using testing::HeldFrequencies;
using testing::Hold;
using testing::PickNodes;

// A thin square plate of unit side; lambda = omega a^2 sqrt(rho h / D).
Mesh SquarePlate(ElementShape shape, bool lumped) {
  Mesh mesh = EmptyMesh(70e9, 0.3, 2700, 0.002);
  mesh.lumped_mass = lumped;
  const auto nodes = AddGrid(&mesh, 20, 20, 0,
                             [](double x, double y, double) { return Eigen::Vector3d(x, y, 0); });
  FillShells(&mesh, nodes, 20, 20, shape);
  return mesh;
}

double Lambda(double frequency) {
  const double h = 0.002, d = 70e9 * h * h * h / (12 * (1 - 0.09));
  return 2 * std::numbers::pi * frequency * std::sqrt(2700 * h / d);
}

// Frequencies of a free mesh, the six rigid ones included.
std::vector<double> FreeFrequencies(const Mesh& mesh, int count, double near) {
  const FeSystem system = MakeFeSystem(mesh, {});
  const double shift = -std::pow(2 * std::numbers::pi * near, 2);
  const SparseFactor factor(system.stiffness - shift * system.mass);
  NoProgress silent;
  const NaturalModes modes =
      LowestModes(system.stiffness, system.mass, factor, shift, count + 6, &silent);
  std::vector<double> result;
  for (const double value : modes.eigenvalues) result.push_back(FrequencyOf(value));
  return result;
}

TEST(PlateModes, SimplySupportedSquare) {
  const double exact[4] = {19.7392, 49.3480, 49.3480, 78.9568};
  for (const ElementShape shape : {ElementShape::kQuad, ElementShape::kTriangle}) {
    for (const bool lumped : {false, true}) {
      const Mesh mesh = SquarePlate(shape, lumped);
      std::vector<Support> held;
      using X = const Eigen::Vector3d&;
      const auto hold = [&](const auto& where, int components) {
        for (const Support& s : Hold(PickNodes(mesh, where), components)) held.push_back(s);
      };
      hold([](X x) { return x.x() < 1e-9 || x.x() > 1 - 1e-9; }, 0b001111);
      hold([](X x) { return x.y() < 1e-9 || x.y() > 1 - 1e-9; }, 0b010111);
      const auto f = HeldFrequencies(mesh, held, 4);
      for (int i = 0; i < 4; ++i) EXPECT_NEAR(Lambda(f[i]), exact[i], 0.01 * exact[i]);
    }
  }
}

TEST(PlateModes, FreeSquare) {
  const double ritz[4] = {13.4682, 19.5961, 24.2702, 34.8009};
  for (const ElementShape shape : {ElementShape::kQuad, ElementShape::kTriangle}) {
    const auto f = FreeFrequencies(SquarePlate(shape, false), 4, 5);
    for (int i = 0; i < 6; ++i) EXPECT_LT(f[i], 1e-3);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(Lambda(f[6 + i]), ritz[i], 0.01 * ritz[i]);
  }
}

TEST(PlateModes, ReducedPartHasThemToo) {
  const double ritz[4] = {13.4682, 19.5961, 24.2702, 34.8009};
  const Mesh mesh = SquarePlate(ElementShape::kQuad, false);
  PartOptions options;
  options.interfaces = {{"corner", 1}, {"middle", 221}};
  options.reduction.modes = 20;
  NoProgress silent;
  const FlexiblePart part = MakePart(mesh, options, &silent).part;
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(Lambda(part.frequencies(i)), ritz[i], 0.01 * ritz[i]);
  }
}

struct BarCase {
  double length, width, height;  // width along z, height along y
};

Mesh BeamMesh(const BarCase& bar, int n) {
  Mesh mesh = EmptyMesh(210e9, 0.3, 7850);
  BeamProperty p;
  p.area = bar.width * bar.height;
  p.i1 = bar.width * std::pow(bar.height, 3) / 12;
  p.i2 = bar.height * std::pow(bar.width, 3) / 12;
  p.torsion = p.i1 + p.i2;
  p.k1 = p.k2 = 5. / 6;
  mesh.beam_properties = {p};
  for (int i = 0; i <= n; ++i) AddNode(&mesh, {bar.length * i / n, 0, 0});
  for (int i = 0; i < n; ++i) AddElement(&mesh, ElementShape::kBeam, {i, i + 1});
  return mesh;
}

// Ten elements, first three of each family within 1 %, rigid modes below 1e-3 Hz.
TEST(BeamModes, TenElementsAgainstTimoshenko) {
  std::ifstream file(::jounce::testing::ReferencePath("beam_modes.csv"));
  std::string line;
  std::getline(file, line);
  int compared = 0;
  while (std::getline(file, line)) {
    std::istringstream row(line);
    std::string name, family, ends, number, euler, timoshenko;
    for (std::string* cell : {&name, &family, &ends, &number, &euler, &timoshenko}) {
      std::getline(row, *cell, ',');
    }
    const int n = std::stoi(number);
    if (n > 3 || (family == "axial" && n > 1)) continue;
    const BarCase bar = name == "A" ? BarCase{1, 0.01, 0.02} : BarCase{0.5, 0.05, 0.05};
    const Mesh mesh = BeamMesh(bar, 10);
    const double expected = std::stod(timoshenko);
    std::vector<double> f;
    if (ends == "cf") {
      f = HeldFrequencies(mesh, {{0, 63}}, 20);
    } else {
      f = FreeFrequencies(mesh, 20, 20);
      for (int i = 0; i < 6; ++i) EXPECT_LT(f[i], 1e-3);
    }
    double nearest = 0;
    for (const double value : f) {
      if (std::abs(value - expected) < std::abs(nearest - expected)) nearest = value;
    }
    EXPECT_NEAR(nearest, expected, 0.01 * expected) << line;
    ++compared;
  }
  EXPECT_EQ(compared, 28);
}

std::string ReadAll(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw FileError(path, "cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Frequencies [Hz] of the table of eigenvalues of a printed result.
std::vector<double> PrintedFrequencies(const std::string& path) {
  std::istringstream text(ReadAll(path));
  std::vector<double> result;
  std::string line;
  bool in_table = false;
  while (std::getline(text, line)) {
    if (line.find("R E A L   E I G E N V A L U E S") != std::string::npos) in_table = true;
    std::istringstream row(line);
    int mode = 0, order = 0;
    double eigenvalue = 0, radians = 0, cycles = 0;
    if (in_table && row >> mode >> order >> eigenvalue >> radians >> cycles) {
      result.push_back(cycles);
    } else if (!result.empty()) {
      break;
    }
  }
  return result;
}

void CompareDeck(const std::string& deck, const std::string& printed) {
  Diagnostics diagnostics;
  const std::string path = ::jounce::testing::SharedPath(deck);
  const Mesh mesh = ReadNastran(ReadAll(path), path, &ReadAll, {}, &diagnostics);
  diagnostics.ThrowIfErrors();
  const auto expected = PrintedFrequencies(::jounce::testing::SharedPath(printed));
  ASSERT_FALSE(expected.empty());
  const auto f = HeldFrequencies(mesh, mesh.supports, static_cast<int>(expected.size()));
  ASSERT_EQ(f.size(), expected.size());
  for (size_t i = 0; i < f.size(); ++i) {
    EXPECT_NEAR(f[i], expected[i], 0.02 * expected[i]) << "mode " << i + 1;
  }
}

TEST(Decks, BarsAndABeamWithATipMass) {
  JOUNCE_NEEDS_SHARED("data/formats/nastran/beam_modes");
  CompareDeck("data/formats/nastran/beam_modes/beam_modes.dat",
              "data/formats/nastran/beam_modes/beam_modes.f06");
}

TEST(Decks, SolidsShellsAndBars) {
  JOUNCE_NEEDS_SHARED("data/formats/nastran/sol_101_elements");
  CompareDeck("data/formats/nastran/sol_101_elements/mode_solid_shell_bar.bdf",
              "data/formats/nastran/sol_101_elements/mode_solid_shell_bar.f06");
}

// Static: displacements as printed.
TEST(Decks, PlateUnderForces) {
  JOUNCE_NEEDS_SHARED("data/formats/nastran/plate");
  Diagnostics diagnostics;
  const std::string path = ::jounce::testing::SharedPath("data/formats/nastran/plate/plate.bdf");
  const Mesh mesh = ReadNastran(ReadAll(path), path, &ReadAll, {}, &diagnostics);
  diagnostics.ThrowIfErrors();
  const Eigen::VectorXd u = testing::HeldStatic(mesh, mesh.supports, mesh.loads);
  std::istringstream text(
      ReadAll(::jounce::testing::SharedPath("data/formats/nastran/plate/plate.f06")));
  std::string line;
  int compared = 0;
  bool in_table = false;
  while (std::getline(text, line) && compared < 36) {
    if (line.find("D I S P L A C E M E N T   V E C T O R") != std::string::npos) in_table = true;
    std::istringstream row(line);
    int node = 0;
    std::string kind;
    double t1 = 0, t2 = 0;
    if (!in_table || !(row >> node >> kind >> t1 >> t2) || kind != "G") continue;
    const int index = mesh.FindNode(node);
    ASSERT_GE(index, 0);
    EXPECT_NEAR(u(6 * index), t1, 0.02 * std::abs(t1) + 1e-8);
    EXPECT_NEAR(u(6 * index + 1), t2, 0.02 * std::abs(t2) + 2e-7);
    ++compared;
  }
  EXPECT_EQ(compared, 36);
}

}  // namespace
}  // namespace jounce::flex
