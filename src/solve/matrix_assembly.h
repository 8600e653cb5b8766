// Adds up the tangents of all elements in one sparse matrix of fixed pattern,
//
//   [ k K + c C + m M,  s Phi_q^T ]      rows and columns of the bodies
//   [ s Phi_q,          0         ]      of the multipliers
//
// with the weights of MatrixWeights; or, where the unknowns of a body are not the increments of its
// pose, twist and twist rate themselves but determine them (MotionVariation), K V_q + C V_v + M V_a
// and s Phi_q V_q. Multipliers that are not active have a 1 on the diagonal and nothing else, so
// that they stay zero.
//
// What elements do to the nodes of flexible bodies is carried on to the bodies and modes
// (element_map.h); since the way there changes with the modes, the wrench on a node has a stiffness
// of its own.
#ifndef JOUNCE_SOLVE_MATRIX_ASSEMBLY_H_
#define JOUNCE_SOLVE_MATRIX_ASSEMBLY_H_

#include <functional>
#include <map>
#include <vector>

#include "mechanics/system.h"
#include "solve/element_map.h"
#include "solve/sparse_lu.h"

namespace jounce {

struct MatrixWeights {
  double stiffness = 0;   // k
  double damping = 0;     // c
  double mass = 0;        // m
  double constraint = 1;  // s
};

class MatrixAssembly {
 public:
  // `active` has one entry a multiplier.
  MatrixAssembly(const System& system, const std::vector<bool>& active);

  const SparsePattern& pattern() const { return pattern_; }
  const std::vector<double>& values() const { return values_; }

  // Both never allocate.
  void Assemble(const Evaluation& at, const MatrixWeights& weights);
  // The tangents of an element, and whether it has any of these.
  struct Workspace {
    ElementTangents tangents;
    bool has_C = false, has_M = false;
  };
  // The second shows the tangents of each element, by its number, to `visit`, if there is one.
  using Visit = std::function<void(size_t element, const Workspace& work)>;
  void Assemble(const Evaluation& at, double constraint_weight, const MotionVariation& variation,
                const Visit& visit = nullptr);
  void AddToDiagonal(int unknown, double value) { values_[diagonal_[unknown]] += value; }
  // An entry between two unknowns that one element sees.
  void AddTo(int row, int column, double value) { values_[PositionOf(row, column)] += value; }
  double Diagonal(int unknown) const { return values_[diagonal_[unknown]]; }
  void Exchange(StateStream* stream) { stream->Values(&values_); }

 private:
  // Where the entries of an element's tangents go: positions in values_, column by column, -1 for
  // what is thrown away.
  struct Scatter {
    ElementMap map;
    Workspace* workspace;
    std::vector<int> positions;
    std::vector<int> runs;  // of bodies alone: where six rows begin, column by column
    int nodes_work = -1;    // into nodes_works_, for elements that see nodes
  };
  // The matrices on the way from an element's tangents to the unknowns.
  struct NodesWork {
    Eigen::MatrixXd positions, pose, velocity, acceleration, product, K;
  };
  // Rows of a node's body and of its modes, columns of its modes.
  struct NodeScatter {
    std::vector<int> positions;
    Eigen::MatrixXd stiffness;
    FlexibleNode::Shapes elastic;
  };
  using Matrix = Eigen::MatrixXd;
  std::vector<int> UnknownsOf(const ElementMap& map) const;
  std::vector<int> UnknownsOf(const FlexibleNode& node) const;
  void BuildPattern();
  void BuildScatter();
  int PositionOf(int row, int column) const;
  std::vector<int> PositionsOf(const std::vector<int>& rows, const std::vector<int>& columns) const;
  void Begin();
  ElementTangents& EvaluateTangents(const Scatter& scatter, const Evaluation& at) const;
  void Vary(const Element& element, const MotionVariation& variation, Workspace* work) const;
  const Matrix& CarryFromNodes(const Scatter& scatter, const SystemState& state);
  const Matrix& VaryNodes(const Scatter& scatter, const SystemState& state,
                          const MotionVariation& variation);
  void Add(const Scatter& scatter, const Matrix& K, double constraint_weight);
  void AddRuns(const Scatter& scatter, const Matrix& K);
  void AddNodeStiffness(const Evaluation& at, double weight);

  const System& system_;
  std::vector<bool> active_;
  SparsePattern pattern_;
  std::vector<double> values_;
  std::vector<int> diagonal_;
  std::vector<Scatter> scatters_;
  std::map<int, Workspace> workspaces_;  // one for each size of element
  std::vector<NodesWork> nodes_works_;
  std::vector<NodeScatter> node_scatters_;  // one a node
  std::vector<double> node_rows_;
  std::vector<Vector6> node_wrenches_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MATRIX_ASSEMBLY_H_
