// Decks and short ways that the tests of this room share.
#ifndef JOUNCE_FLEX_FLEX_TESTING_H_
#define JOUNCE_FLEX_FLEX_TESTING_H_

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "flex/fe_system.h"
#include "flex/make_part.h"
#include "flex/mesh.h"
#include "flex/mesh_check.h"
#include "flex/mesh_units.h"
#include "flex/nastran_reader.h"
#include "flex/natural_modes.h"
#include "flex/reduction.h"
#include "flex/sparse_factor.h"

namespace jounce::flex::testing {

inline Mesh ReadDeck(const std::string& text, const std::string& units = "m-kg-s") {
  Diagnostics diagnostics;
  Mesh mesh = ReadNastran(text, "test.bdf", nullptr, {}, &diagnostics);
  diagnostics.ThrowIfErrors();
  CheckMesh(mesh, &diagnostics);
  diagnostics.ThrowIfErrors();
  ConvertToSi(ParseMeshUnits(units), &mesh);
  return mesh;
}

// The plate of appendix A of Wood 2003 with its node numbers: t, mm, s; 1 to 48 run around the
// edge from (24, 90), 16 to 24 are the back edge, 44 is the middle of the tip.
inline std::string PlateDeck() {
  std::string deck = "BEGIN BULK\nPSHELL,1,1,1.5,1,,1\nMAT1,1,200000.,78988.9,.266,7.86-9\n";
  int id[9][17] = {};
  int next = 49;
  for (int j = 0; j <= 16; ++j) {
    for (int i = 0; i <= 8; ++i) {  // i from x = 24 downwards
      int& n = id[i][j];
      if (j == 0)
        n = 16 + i;
      else if (j == 16)
        n = 48 - i;
      else if (i == 0)
        n = 16 - j;
      else if (i == 8)
        n = 24 + j;
      else
        n = next++;
      deck += fmt::format("GRID,{},,{}.,{}.,0.\n", n, 24 - 6 * i, 6 * j);
    }
  }
  deck += "GRID,154,,0.,-12.,0.\nRBE2,129,154,123456,16,17,18,19,20\n,21,22,23,24\n";
  int element = 1;
  for (int j = 0; j < 16; ++j) {
    for (int i = 0; i < 8; ++i) {
      deck += fmt::format("CQUAD4,{},1,{},{},{},{}\n", element++, id[i][j], id[i + 1][j],
                          id[i + 1][j + 1], id[i][j + 1]);
    }
  }
  return deck + "ENDDATA\n";
}

// A mesh made by hand: one material, one property of each kind.
inline Mesh EmptyMesh(double young, double poisson, double density, double thickness = 1) {
  Mesh mesh;
  mesh.source = "test";
  mesh.materials = {{1, young, young / (2 * (1 + poisson)), poisson, density}};
  ShellProperty shell;
  shell.id = 1;
  shell.plies = {{0, thickness}};
  shell.bottom = -thickness / 2;
  mesh.shell_properties = {shell};
  mesh.solid_properties = {{1, 0}};
  return mesh;
}

inline int AddNode(Mesh* mesh, const Eigen::Vector3d& at) {
  Node node;
  node.id = static_cast<int>(mesh->nodes.size()) + 1;
  node.position = at;
  mesh->AddNode(node);
  return node.id - 1;
}

inline void AddElement(Mesh* mesh, ElementShape shape, const std::vector<int>& nodes,
                       const Eigen::Vector3d& orientation = {0, 1, 0}) {
  MeshElement element;
  element.id = static_cast<int>(mesh->elements.size()) + 1;
  element.shape = shape;
  element.orientation = orientation;
  std::copy(nodes.begin(), nodes.end(), element.nodes.begin());
  mesh->elements.push_back(element);
}

// Nodes of an nx x ny (x nz) grid through a map of the unit square or cube; index i, j, k.
template <class Map>
std::vector<int> AddGrid(Mesh* mesh, int nx, int ny, int nz, const Map& map) {
  std::vector<int> nodes;
  for (int k = 0; k <= nz; ++k) {
    for (int j = 0; j <= ny; ++j) {
      for (int i = 0; i <= nx; ++i) {
        nodes.push_back(
            AddNode(mesh, map(double(i) / nx, double(j) / ny, nz > 0 ? double(k) / nz : 0.0)));
      }
    }
  }
  return nodes;
}

// Fills a grid of nodes with shells (quads, or two triangles each).
inline void FillShells(Mesh* mesh, const std::vector<int>& nodes, int nx, int ny,
                       ElementShape shape) {
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      const int a = nodes[i + (nx + 1) * j], b = nodes[i + 1 + (nx + 1) * j];
      const int d = nodes[i + (nx + 1) * (j + 1)], c = nodes[i + 1 + (nx + 1) * (j + 1)];
      if (shape == ElementShape::kQuad) {
        AddElement(mesh, shape, {a, b, c, d});
      } else {
        AddElement(mesh, shape, {a, b, c});
        AddElement(mesh, shape, {a, c, d});
      }
    }
  }
}

// Fills a grid of nodes with solids: bricks, two wedges or six tetrahedra each; the nodes in the
// middle of edges of 10-node tetrahedra are added.
inline void FillSolids(Mesh* mesh, const std::vector<int>& nodes, int nx, int ny, int nz,
                       ElementShape shape) {
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [it, fresh] = middles.try_emplace(std::minmax(a, b), 0);
    if (fresh) {
      it->second = AddNode(mesh, 0.5 * (mesh->nodes[a].position + mesh->nodes[b].position));
    }
    return it->second;
  };
  for (int k = 0; k < nz; ++k) {
    for (int j = 0; j < ny; ++j) {
      for (int i = 0; i < nx; ++i) {
        int v[8];
        for (int c = 0; c < 8; ++c) {
          const int di = (c & 1) ^ (c >> 1 & 1), dj = c >> 1 & 1, dk = c >> 2;
          v[c] = nodes[(i + di) + (nx + 1) * ((j + dj) + (ny + 1) * (k + dk))];
        }
        if (shape == ElementShape::kHex8) {
          AddElement(mesh, shape, {v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]});
        } else if (shape == ElementShape::kPenta6) {
          AddElement(mesh, shape, {v[0], v[1], v[2], v[4], v[5], v[6]});
          AddElement(mesh, shape, {v[0], v[2], v[3], v[4], v[6], v[7]});
        } else {
          const int tets[6][4] = {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6},
                                  {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
          for (const auto& t : tets) {
            std::vector<int> e = {v[t[0]], v[t[1]], v[t[2]], v[t[3]]};
            if (shape == ElementShape::kTet10) {
              for (const auto& [p, q] : {std::pair(0, 1), {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}) {
                e.push_back(middle(e[p], e[q]));
              }
            }
            AddElement(mesh, shape, e);
          }
        }
      }
    }
  }
}

// Indices of nodes that a condition on the position picks.
template <class Condition>
std::vector<int> PickNodes(const Mesh& mesh, const Condition& condition) {
  std::vector<int> picked;
  for (size_t i = 0; i < mesh.nodes.size(); ++i) {
    if (condition(mesh.nodes[i].position)) picked.push_back(static_cast<int>(i));
  }
  return picked;
}

inline std::vector<Support> Hold(const std::vector<int>& nodes, int components = 63) {
  std::vector<Support> supports;
  for (const int node : nodes) supports.push_back({node, components});
  return supports;
}

// Frequencies [Hz] of a mesh that is held enough.
inline std::vector<double> HeldFrequencies(const Mesh& mesh, const std::vector<Support>& supports,
                                           int count) {
  const FeSystem system = MakeFeSystem(mesh, {{}, supports});
  const SparseFactor factor(system.stiffness);
  NoProgress silent;
  const NaturalModes modes = LowestModes(system.stiffness, system.mass, factor, 0, count, &silent);
  std::vector<double> result;
  for (const double value : modes.eigenvalues) result.push_back(FrequencyOf(value));
  return result;
}

// Motions of all nodes (6 nodes) under loads on a held mesh.
inline Eigen::VectorXd HeldStatic(const Mesh& mesh, const std::vector<Support>& supports,
                                  const std::vector<PointLoad>& loads) {
  const FeSystem system = MakeFeSystem(mesh, {{}, supports});
  Eigen::VectorXd forces = Eigen::VectorXd::Zero(system.motion.rows());
  for (const PointLoad& load : loads) {
    forces.segment<3>(6 * load.node) += load.force;
    forces.segment<3>(6 * load.node + 3) += load.moment;
  }
  const Eigen::MatrixXd reduced = system.motion.transpose() * forces;
  return system.motion * Eigen::VectorXd(SolveStatic(mesh, system, reduced).col(0));
}

// Mean motion of nodes along a unit force that they share.
inline double UnitLoad(const Mesh& mesh, const std::vector<Support>& held,
                       const std::vector<int>& nodes, const Eigen::Vector3d& direction) {
  std::vector<PointLoad> loads;
  for (const int node : nodes) {
    PointLoad load;
    load.node = node;
    load.force = direction / static_cast<double>(nodes.size());
    loads.push_back(load);
  }
  const Eigen::VectorXd u = HeldStatic(mesh, held, loads);
  double mean = 0;
  for (const int node : nodes) mean += direction.dot(u.segment<3>(6 * node)) / nodes.size();
  return mean;
}

inline double VonMises(const Eigen::Matrix<double, 6, 1>& s) {
  return std::sqrt(
      0.5 * (std::pow(s(0) - s(1), 2) + std::pow(s(1) - s(2), 2) + std::pow(s(2) - s(0), 2)) +
      3 * s.tail<3>().squaredNorm());
}

// What a reader said, as one text.
inline std::string AllText(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += d.ToString() + "\n";
  return text;
}

}  // namespace jounce::flex::testing

#endif  // JOUNCE_FLEX_FLEX_TESTING_H_
