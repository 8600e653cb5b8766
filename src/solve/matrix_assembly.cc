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

void MatrixAssembly::Begin() {
  std::fill(values_.begin(), values_.end(), 0.0);
  for (int i = 0; i < system_.multiplier_count(); ++i) {
    if (!active_[i]) AddToDiagonal(6 * system_.body_count() + i, 1);
  }
}

void MatrixAssembly::Assemble(const Evaluation& at, const MatrixWeights& weights) {
  Begin();
  for (const Scatter& scatter : scatters_) {
    const Element& element = *scatter.element;
    ElementTangents& t = *scatter.workspace;
    t.Reset(element.size());
    element.AddTangents(System::Slice(at, element), &t);
    const int bodies = element.size() - element.multipliers();
    for (int column = 0; column < bodies; ++column) {
      for (int row = 0; row < bodies; ++row) {
        t.K(row, column) = weights.stiffness * t.K(row, column) +
                           weights.damping * t.C(row, column) + weights.mass * t.M(row, column);
      }
    }
    Add(scatter, weights.constraint);
  }
}

void MatrixAssembly::Assemble(const Evaluation& at, double constraint_weight,
                              const std::vector<BodyVariation>& variations) {
  Begin();
  for (const Scatter& scatter : scatters_) {
    const Element& element = *scatter.element;
    scatter.workspace->Reset(element.size());
    element.AddTangents(System::Slice(at, element), scatter.workspace);
    Vary(element, variations, scatter.workspace);
    Add(scatter, constraint_weight);
  }
}

// Replaces K by the derivative with respect to the unknowns of the bodies.
void MatrixAssembly::Vary(const Element& element, const std::vector<BodyVariation>& variations,
                          ElementTangents* tangents) const {
  ElementTangents& t = *tangents;
  const int slots = static_cast<int>(element.bodies().size()), rows = element.multipliers();
  for (int slot = 0; slot < slots; ++slot) {
    const int body = element.bodies()[slot], column = 6 * slot;
    if (body == system_.body_count()) continue;
    const BodyVariation& v = variations[body];
    for (int row = 0; row < 6 * slots; row += 6) {
      const Matrix6 C = t.C.block<6, 6>(row, column), M = t.M.block<6, 6>(row, column);
      Matrix6 K = t.K.block<6, 6>(row, column) * v.pose;
      if (!C.isZero(0)) K += C * v.velocity;
      if (!M.isZero(0)) K += M * v.acceleration;
      t.K.block<6, 6>(row, column) = K;
    }
    // Constraints depend on poses alone.
    for (int row = 6 * slots; row < 6 * slots + rows; ++row) {
      const Eigen::Matrix<double, 1, 6> K = t.K.block<1, 6>(row, column);
      t.K.block<1, 6>(row, column) = K * v.pose;
    }
  }
}

void MatrixAssembly::Add(const Scatter& scatter, double constraint_weight) {
  const int size = scatter.element->size(), bodies = size - scatter.element->multipliers();
  const int* position = scatter.positions.data();
  for (int column = 0; column < size; ++column) {
    for (int row = 0; row < size; ++row, ++position) {
      if (*position < 0) continue;
      const bool of_constraint = row >= bodies || column >= bodies;
      values_[*position] +=
          (of_constraint ? constraint_weight : 1) * scatter.workspace->K(row, column);
    }
  }
}

}  // namespace jounce
