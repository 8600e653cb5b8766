#include "solve/matrix_assembly.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "math/lanes.h"

namespace jounce {
namespace {

// By their bits but the sign, which takes no comparison for each.
bool IsZero(const Eigen::MatrixXd& matrix) {
  std::uint64_t any = 0;
  for (Eigen::Index i = 0; i < matrix.size(); ++i) {
    std::uint64_t bits;
    std::memcpy(&bits, matrix.data() + i, sizeof bits);
    any |= bits << 1;
  }
  return any == 0;
}

// Some rows of K, C and M in the six columns of a body, `stride` numbers from one column to the next:
// K V_q + C V_v + M V_a in place of K. C and M may be missing.
template <class Rows>
inline void VaryRows(const BodyVariation& v, int stride, const double* C, const double* M,
                     double* K) {
  Rows sum[6];
  for (int j = 0; j < 6; ++j) sum[j] = Rows::Load(K + stride * j);
  // Places are unknowns themselves, so only the columns of rotations change.
  Rows turned[3];
  for (int c = 0; c < 3; ++c) {
    for (int j = 0; j < 6; ++j) turned[c] += sum[j] * v.pose(j, 3 + c);
  }
  for (int c = 0; c < 3; ++c) sum[3 + c] = turned[c];
  const auto add = [&](const double* columns, const Matrix6& V) {
    for (int j = 0; j < 6; ++j) {
      const Rows column = Rows::Load(columns + stride * j);
      for (int c = 0; c < 6; ++c) sum[c] += column * V(j, c);
    }
  };
  if (C) add(C, v.velocity);
  if (M) add(M, v.acceleration);
  for (int j = 0; j < 6; ++j) sum[j].Store(K + stride * j);
}

}  // namespace

MatrixAssembly::MatrixAssembly(const System& system, const std::vector<bool>& active)
    : system_(system),
      active_(active),
      node_rows_(system.nodes().empty() ? 0 : system.row_count() + system.multiplier_count()),
      node_wrenches_(system.nodes().size()) {
  BuildPattern();
  BuildScatter();
}

// The unknowns of an element in its own order; -1 for the ground and for multipliers at rest.
std::vector<int> MatrixAssembly::UnknownsOf(const ElementMap& map) const {
  std::vector<int> unknowns = map.unknowns();
  const int first_multiplier = system_.layout().Multiplier(0);
  for (int& unknown : unknowns) {
    if (unknown >= first_multiplier && !active_[unknown - first_multiplier]) unknown = -1;
  }
  return unknowns;
}

// Its body's, then its modes.
std::vector<int> MatrixAssembly::UnknownsOf(const FlexibleNode& node) const {
  std::vector<int> unknowns;
  for (int i = 0; i < 6; ++i) unknowns.push_back(system_.layout().Body(node.body()) + i);
  for (int i = 0; i < node.modes(); ++i) {
    unknowns.push_back(system_.layout().Scalar(node.first_mode() + i));
  }
  return unknowns;
}

void MatrixAssembly::BuildPattern() {
  const int size = system_.unknown_count();
  std::vector<std::vector<int>> columns(size);
  for (int i = 0; i < size; ++i) columns[i].push_back(i);
  const auto couple = [&columns](const std::vector<int>& unknowns) {
    for (int column : unknowns) {
      if (column < 0) continue;
      for (int row : unknowns) {
        if (row >= 0) columns[column].push_back(row);
      }
    }
  };
  for (const auto& element : system_.elements()) couple(UnknownsOf(ElementMap(system_, *element)));
  for (const FlexibleNode& node : system_.nodes()) couple(UnknownsOf(node));
  pattern_.size = size;
  pattern_.starts = {0};
  for (std::vector<int>& column : columns) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
    pattern_.rows.insert(pattern_.rows.end(), column.begin(), column.end());
    pattern_.starts.push_back(static_cast<int>(pattern_.rows.size()));
  }
  values_.resize(pattern_.rows.size());
}

int MatrixAssembly::PositionOf(int row, int column) const {
  const auto begin = pattern_.rows.begin() + pattern_.starts[column];
  const auto end = pattern_.rows.begin() + pattern_.starts[column + 1];
  return static_cast<int>(std::lower_bound(begin, end, row) - pattern_.rows.begin());
}

std::vector<int> MatrixAssembly::PositionsOf(const std::vector<int>& rows,
                                             const std::vector<int>& columns) const {
  std::vector<int> positions;
  for (int column : columns) {
    for (int row : rows) {
      positions.push_back(row < 0 || column < 0 ? -1 : PositionOf(row, column));
    }
  }
  return positions;
}

void MatrixAssembly::BuildScatter() {
  for (int i = 0; i < pattern_.size; ++i) diagonal_.push_back(PositionOf(i, i));
  for (const auto& element : system_.elements()) {
    Workspace& workspace = workspaces_[element->size()];
    workspace.tangents.Reset(element->size());
    Scatter scatter{ElementMap(system_, *element), &workspace, {}, {}, -1};
    const std::vector<int> unknowns = UnknownsOf(scatter.map);
    scatter.positions = PositionsOf(unknowns, unknowns);
    if (unknowns.size() == 6 * element->bodies().size()) {
      for (size_t i = 0; i < scatter.positions.size(); i += 6) {
        scatter.runs.push_back(scatter.positions[i]);
      }
    }
    if (scatter.map.sees_nodes()) {
      scatter.nodes_work = static_cast<int>(nodes_works_.size());
      const int local = element->size(), size = scatter.map.size();
      const Matrix wide = Matrix::Zero(local, size);
      nodes_works_.push_back({wide, wide, wide, wide, wide, Matrix::Zero(size, size)});
    }
    scatters_.push_back(std::move(scatter));
  }
  for (const FlexibleNode& node : system_.nodes()) {
    const std::vector<int> rows = UnknownsOf(node);
    const std::vector<int> columns(rows.begin() + 6, rows.end());
    node_scatters_.push_back(
        {PositionsOf(rows, columns), Matrix::Zero(6 + node.modes(), node.modes()), node.shapes()});
  }
}

void MatrixAssembly::Begin() {
  std::fill(values_.begin(), values_.end(), 0.0);
  for (int i = 0; i < system_.multiplier_count(); ++i) {
    if (!active_[i]) AddToDiagonal(system_.layout().Multiplier(i), 1);
  }
}

ElementTangents& MatrixAssembly::EvaluateTangents(const Scatter& scatter,
                                                  const Evaluation& at) const {
  const Element& element = scatter.map.element();
  Workspace& work = *scatter.workspace;
  // What is zero still is.
  work.tangents.K.setZero();
  if (work.has_C) work.tangents.C.setZero();
  if (work.has_M) work.tangents.M.setZero();
  element.AddTangents(System::Slice(at, element), &work.tangents);
  work.has_C = !IsZero(work.tangents.C);
  work.has_M = !IsZero(work.tangents.M);
  return work.tangents;
}

void MatrixAssembly::Assemble(const Evaluation& at, const MatrixWeights& weights) {
  Begin();
  system_.EvaluateSignals(at);
  for (const Scatter& scatter : scatters_) {
    ElementTangents& t = EvaluateTangents(scatter, at);
    const Element& element = scatter.map.element();
    const int motion = element.motion_size();
    for (int column = 0; column < motion; ++column) {
      for (int row = 0; row < motion; ++row) {
        t.K(row, column) = weights.stiffness * t.K(row, column) +
                           weights.damping * t.C(row, column) + weights.mass * t.M(row, column);
      }
    }
    // How forces follow the multipliers of others is no property of the constraints alone.
    const int seen = static_cast<int>(element.seen_multipliers().size());
    if (weights.stiffness == 0 && weights.damping == 0) {
      t.K.topRightCorner(motion, seen).setZero();
    }
    const bool nodes = scatter.map.sees_nodes();
    Add(scatter, nodes ? CarryFromNodes(scatter, at.state) : t.K, weights.constraint);
  }
  if (weights.stiffness != 0) AddNodeStiffness(at, weights.stiffness);
}

void MatrixAssembly::Assemble(const Evaluation& at, double constraint_weight,
                              const MotionVariation& variation, const Visit& visit) {
  Begin();
  system_.EvaluateSignals(at);
  for (size_t i = 0; i < scatters_.size(); ++i) {
    const Scatter& scatter = scatters_[i];
    ElementTangents& t = EvaluateTangents(scatter, at);
    if (visit) visit(i, *scatter.workspace);
    if (scatter.map.sees_nodes()) {
      Add(scatter, VaryNodes(scatter, at.state, variation), constraint_weight);
    } else {
      Vary(scatter.map.element(), variation, scatter.workspace);
      Add(scatter, t.K, constraint_weight);
    }
  }
  AddNodeStiffness(at, 1);
}

// Replaces K by the derivative with respect to the unknowns of the bodies and modes.
void MatrixAssembly::Vary(const Element& element, const MotionVariation& variation,
                          Workspace* work) const {
  ElementTangents& t = work->tangents;
  const int bodies = static_cast<int>(element.bodies().size()), size = element.size();
  for (int slot = 0; slot < bodies; ++slot) {
    const int body = element.bodies()[slot];
    if (body >= system_.body_count()) continue;  // the ground, or a frame on it
    const BodyVariation& v = variation.bodies[body];
    double* K = t.K.data() + static_cast<std::ptrdiff_t>(6 * slot) * size;
    const double* C =
        work->has_C ? t.C.data() + static_cast<std::ptrdiff_t>(6 * slot) * size : nullptr;
    const double* M =
        work->has_M ? t.M.data() + static_cast<std::ptrdiff_t>(6 * slot) * size : nullptr;
    int row = 0;
    const auto next = [](const double* columns, int at) {
      return columns ? columns + at : nullptr;
    };
    for (; row + 4 <= size; row += 4) {
      VaryRows<Lanes<4>>(v, size, next(C, row), next(M, row), K + row);
    }
    for (; row < size; ++row) VaryRows<Lanes<1>>(v, size, next(C, row), next(M, row), K + row);
  }
  const auto scalars = static_cast<int>(element.scalars().size());
  if (scalars == 0) return;
  t.K.middleCols(6 * bodies, scalars) +=
      variation.modal_velocity * t.C.middleCols(6 * bodies, scalars) +
      variation.modal_acceleration * t.M.middleCols(6 * bodies, scalars);
}

// P^T K P.
const MatrixAssembly::Matrix& MatrixAssembly::CarryFromNodes(const Scatter& scatter,
                                                             const SystemState& state) {
  NodesWork& work = nodes_works_[scatter.nodes_work];
  scatter.map.Positions(state, &work.positions);
  work.product.noalias() = scatter.workspace->tangents.K * work.positions;
  work.K.noalias() = work.positions.transpose() * work.product;
  return work.K;
}

// P^T (K P_q + C P_v + M P_a).
const MatrixAssembly::Matrix& MatrixAssembly::VaryNodes(const Scatter& scatter,
                                                        const SystemState& state,
                                                        const MotionVariation& variation) {
  NodesWork& work = nodes_works_[scatter.nodes_work];
  const ElementTangents& t = scatter.workspace->tangents;
  scatter.map.Positions(state, &work.positions);
  scatter.map.Variations(state, variation, &work.pose, &work.velocity, &work.acceleration);
  work.product.noalias() = t.K * work.pose;
  work.product.noalias() += t.C * work.velocity;
  work.product.noalias() += t.M * work.acceleration;
  work.K.noalias() = work.positions.transpose() * work.product;
  return work.K;
}

void MatrixAssembly::AddNodeStiffness(const Evaluation& at, double weight) {
  if (system_.nodes().empty()) return;
  system_.NodeWrenches(at, &node_rows_, &node_wrenches_);
  for (size_t i = 0; i < node_scatters_.size(); ++i) {
    const FlexibleNode& node = system_.nodes()[i];
    NodeScatter& scatter = node_scatters_[i];
    const FlexibleNode::GeometricStiffness G = node.Geometric(at.state, node_wrenches_[i]);
    Matrix& K = scatter.stiffness;
    K.topRows<6>().noalias() = G.body * node.shapes();
    scatter.elastic.noalias() = G.elastic * node.shapes();
    K.bottomRows(node.modes()).noalias() = node.shapes().transpose() * scatter.elastic;
    const std::vector<int>& positions = scatter.positions;
    for (size_t k = 0; k < positions.size(); ++k) values_[positions[k]] += weight * K.data()[k];
  }
}

// A body's six rows follow each other, in an element's tangents as in a column of the matrix.
void MatrixAssembly::AddRuns(const Scatter& scatter, const Matrix& K) {
  const double* entry = K.data();
  for (int run : scatter.runs) {
    if (run >= 0) Eigen::Map<Vector6>(&values_[run]) += Eigen::Map<const Vector6>(entry);
    entry += 6;
  }
}

void MatrixAssembly::Add(const Scatter& scatter, const Matrix& K, double constraint_weight) {
  if (!scatter.runs.empty()) return AddRuns(scatter, K);
  const int size = scatter.map.size(), motion = scatter.map.motion_size();
  const int* position = scatter.positions.data();
  for (int column = 0; column < size; ++column) {
    const double of_column = column >= motion ? constraint_weight : 1;
    for (int row = 0; row < size; ++row, ++position) {
      if (*position < 0) continue;
      values_[*position] += (row >= motion ? constraint_weight : 1) * of_column * K(row, column);
    }
  }
}

}  // namespace jounce
