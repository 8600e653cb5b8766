// Substitution with sparse triangular factors, by dense blocks.
//
// Bodies have six unknowns each, so columns of the factors that follow each other have nearly the
// same rows. Such columns J are kept as one dense panel,
//
//   x_J <- inv(L_JJ) x_J,  x_S <- x_S - L_SJ inv(L_JJ) x_J     forwards
//   x_J <- inv(U_JJ) x_J,  x_T <- x_T - U_TJ inv(U_JJ) x_J     backwards
//
// with S and T the rows below and above that any of them has, and the products of the factors made
// beforehand. Four numbers at a time and without an index for each, this takes a fraction of the
// time of one entry after the other; some zeros are stored to make it so.
//
// A matrix that falls apart has factors of each of its pieces; what couples them, above the pieces
// on the diagonal, is not factorized. Pieces are solved from the last to the first, and those that
// nothing couples as one.
#ifndef JOUNCE_SOLVE_BLOCK_SUBSTITUTION_H_
#define JOUNCE_SOLVE_BLOCK_SUBSTITUTION_H_

#include <vector>

namespace jounce {

// A triangular factor by columns: entries of column j are starts[j] to starts[j + 1].
struct TriangularFactor {
  std::vector<int> starts, rows;
  std::vector<double> values;
};

// A = P^T R (L U + F) Q^T: row k of L is row rows[k] of A divided by scale[k], column k of U is
// column columns[k] of A. Both factors hold their diagonal; that of L is 1. Piece i has the columns
// from pieces[i] to pieces[i + 1] and is not coupled to others by L and U; F has the entries above
// the pieces.
struct LuFactors {
  TriangularFactor L, U, F;
  std::vector<int> pieces;
  std::vector<int> rows, columns;
  std::vector<double> scale;
};

class BlockSubstitution {
 public:
  // Finds the blocks. To be called when the pattern or an order has changed.
  void SetPattern(const LuFactors& factors);
  // Never allocates.
  void SetValues(const LuFactors& factors);
  // Overwrites b with the solution of A x = b. Never allocates.
  void Solve(double* b);

 private:
  // Columns of one factor: the values by columns, each with the rows of the columns themselves,
  // then the other ones, then zeros up to a multiple of four.
  struct Panel {
    int first = 0, width = 0;        // columns
    int stride = 0, values = 0;      // of a column in values; where they begin
    int others = 0, other_rows = 0;  // count, and where they begin in other_rows
  };
  // The panels of one factor, in the order of its columns.
  struct Sweep {
    std::vector<Panel> panels;
    std::vector<int> other_rows;
    std::vector<double> values;
    std::vector<int> places;  // of the factor's entries in `values`

    void Add(const TriangularFactor& factor, int first, int width, const std::vector<int>& others);
  };

  void FindGroups(const LuFactors& factors);
  void FindBlocks(const LuFactors& factors);
  void Invert(Sweep* sweep, const TriangularFactor& factor, bool lower);
  void InvertColumn(const Panel& panel, int j, int from, int to, bool lower, double* values);
  void Apply(const Sweep& sweep, const Panel& panel);
  template <class Width>
  void ApplyColumns(const Sweep& sweep, const Panel& panel, Width width);

  // Pieces that nothing couples: up to which column, and up to which panel.
  struct Group {
    int end = 0, panels_end = 0;
  };
  std::vector<Group> groups_;
  TriangularFactor coupling_;
  Sweep forwards_, backwards_;
  std::vector<int> rows_, columns_;
  std::vector<double> scale_;  // reciprocal
  std::vector<double> x_, product_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_BLOCK_SUBSTITUTION_H_
