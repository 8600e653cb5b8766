#include "solve/matrix_assembly.h"

#include <algorithm>
#include <set>

namespace jounce {

MatrixAssembly::MatrixAssembly(const System& system, const std::vector<bool>& active)
    : system_(system), active_(active) {
  BuildPattern();
  BuildScatter();
}

// The unknowns of an element in its own order; -1 for the ground and for multipliers at rest.
std::vector<int> MatrixAssembly::UnknownsOf(const Element& element) const {
  std::vector<int> unknowns;
  const int bodies = system_.body_count();
  for (int body : element.bodies()) {
    for (int i = 0; i < 6; ++i) unknowns.push_back(body == bodies ? -1 : 6 * body + i);
  }
  for (int i = 0; i < element.multipliers(); ++i) {
    const int multiplier = element.first_multiplier() + i;
    unknowns.push_back(active_[multiplier] ? 6 * bodies + multiplier : -1);
  }
  return unknowns;
}

void MatrixAssembly::BuildPattern() {
  const int size = system_.unknown_count();
  std::vector<std::set<int>> columns(size);
  for (int i = 0; i < size; ++i) columns[i].insert(i);
  for (const auto& element : system_.elements()) {
    const std::vector<int> unknowns = UnknownsOf(*element);
    for (int column : unknowns) {
      if (column < 0) continue;
      for (int row : unknowns) {
        if (row >= 0) columns[column].insert(row);
      }
    }
  }
  pattern_.size = size;
  pattern_.starts = {0};
  for (const std::set<int>& column : columns) {
    pattern_.rows.insert(pattern_.rows.end(), column.begin(), column.end());
    pattern_.starts.push_back(static_cast<int>(pattern_.rows.size()));
  }
  values_.resize(pattern_.rows.size());
}

void MatrixAssembly::BuildScatter() {
  const auto position = [&](int row, int column) {
    const auto begin = pattern_.rows.begin() + pattern_.starts[column];
    const auto end = pattern_.rows.begin() + pattern_.starts[column + 1];
    return static_cast<int>(std::lower_bound(begin, end, row) - pattern_.rows.begin());
  };
  for (int i = 0; i < pattern_.size; ++i) diagonal_.push_back(position(i, i));
  for (const auto& element : system_.elements()) {
    const std::vector<int> unknowns = UnknownsOf(*element);
    ElementTangents& workspace = workspaces_[element->size()];
    workspace.Reset(element->size());
    Scatter scatter{element.get(), &workspace, {}};
    for (int column : unknowns) {
      for (int row : unknowns) {
        scatter.positions.push_back(row < 0 || column < 0 ? -1 : position(row, column));
      }
    }
    scatters_.push_back(std::move(scatter));
  }
}

void MatrixAssembly::Assemble(const Evaluation& at, const MatrixWeights& weights,
                              const std::vector<Matrix6>* step_tangents) {
  std::fill(values_.begin(), values_.end(), 0.0);
  for (const Scatter& scatter : scatters_) AddElement(scatter, at, weights, step_tangents);
  for (int i = 0; i < system_.multiplier_count(); ++i) {
    if (!active_[i]) AddToDiagonal(6 * system_.body_count() + i, 1);
  }
}

void MatrixAssembly::AddElement(const Scatter& scatter, const Evaluation& at,
                                const MatrixWeights& weights,
                                const std::vector<Matrix6>* step_tangents) {
  const Element& element = *scatter.element;
  ElementTangents& t = *scatter.workspace;
  const int size = element.size(), body_rows = size - element.multipliers();
  t.Reset(size);
  element.AddTangents(System::Slice(at, element), &t);
  if (step_tangents) {
    for (size_t slot = 0; slot < element.bodies().size(); ++slot) {
      const int body = element.bodies()[slot];
      if (body == system_.body_count()) continue;
      const Matrix6& T = (*step_tangents)[body];
      for (int row = 0; row < size; ++row) {
        const Eigen::Matrix<double, 1, 6> k = t.K.block<1, 6>(row, 6 * slot);
        t.K.block<1, 6>(row, 6 * slot) = k * T;
      }
    }
  }
  const int* position = scatter.positions.data();
  for (int column = 0; column < size; ++column) {
    for (int row = 0; row < size; ++row, ++position) {
      if (*position < 0) continue;
      const bool of_constraint = row >= body_rows || column >= body_rows;
      values_[*position] += of_constraint ? weights.constraint * t.K(row, column)
                                          : weights.stiffness * t.K(row, column) +
                                                weights.damping * t.C(row, column) +
                                                weights.mass * t.M(row, column);
    }
  }
}

}  // namespace jounce
