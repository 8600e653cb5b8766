// Adds up the tangents of all elements in one sparse matrix of fixed pattern,
//
//   [ k K + c C + m M,  s Phi_q^T ]      rows and columns of the bodies
//   [ s Phi_q,          0         ]      of the multipliers
//
// with the weights of MatrixWeights; or, where the unknowns of a body are not the increments of its
// pose, twist and twist rate themselves but determine them (BodyVariation), K V_q + C V_v + M V_a
// and s Phi_q V_q. Multipliers that are not active have a 1 on the diagonal and nothing else, so
// that they stay zero.
#ifndef JOUNCE_SOLVE_MATRIX_ASSEMBLY_H_
#define JOUNCE_SOLVE_MATRIX_ASSEMBLY_H_

#include <map>
#include <vector>

#include "mechanics/system.h"
#include "solve/sparse_lu.h"

namespace jounce {

struct MatrixWeights {
  double stiffness = 0;   // k
  double damping = 0;     // c
  double mass = 0;        // m
  double constraint = 1;  // s
};

// How the pose (as a local increment), the twist and its rate change with a body's six unknowns.
struct BodyVariation {
  Matrix6 pose, velocity, acceleration;
};

class MatrixAssembly {
 public:
  // `active` has one entry a multiplier.
  MatrixAssembly(const System& system, const std::vector<bool>& active);

  const SparsePattern& pattern() const { return pattern_; }
  const std::vector<double>& values() const { return values_; }

  // Both never allocate. `variations` has one entry a body.
  void Assemble(const Evaluation& at, const MatrixWeights& weights);
  void Assemble(const Evaluation& at, double constraint_weight,
                const std::vector<BodyVariation>& variations);
  void AddToDiagonal(int unknown, double value) { values_[diagonal_[unknown]] += value; }
  double Diagonal(int unknown) const { return values_[diagonal_[unknown]]; }

 private:
  // Where the entries of an element's tangents go: positions in values_, column by column, -1 for
  // what is thrown away.
  struct Scatter {
    const Element* element;
    ElementTangents* workspace;
    std::vector<int> positions;
  };
  std::vector<int> UnknownsOf(const Element& element) const;
  void BuildPattern();
  void BuildScatter();
  void Begin();
  void Vary(const Element& element, const std::vector<BodyVariation>& variations,
            ElementTangents* tangents) const;
  void Add(const Scatter& scatter, double constraint_weight);

  const System& system_;
  std::vector<bool> active_;
  SparsePattern pattern_;
  std::vector<double> values_;
  std::vector<int> diagonal_;
  std::vector<Scatter> scatters_;
  std::map<int, ElementTangents> workspaces_;  // one for each size of element
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MATRIX_ASSEMBLY_H_
