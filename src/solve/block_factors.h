// Sparse triangular factors in dense blocks: made again and again for pivots that stay, and solved
// with all the time.
//
// Bodies have six unknowns each, so columns of the factors that follow each other have nearly the
// same rows. Such columns J are kept as one dense panel of each factor,
//
//   x_J <- inv(L_JJ) x_J,  x_S <- x_S - L_SJ inv(L_JJ) x_J     forwards
//   x_J <- inv(U_JJ) x_J,  x_T <- x_T - U_TJ inv(U_JJ) x_J     backwards
//
// with S and T the rows below and above that any of them has, and the products of the factors made
// beforehand. Four rows at a time and without an index for each number, this takes a fraction of the
// time of one entry after the other; some zeros are stored to make it so.
//
// The factors are made in the same way: the columns J of the matrix go forwards through the panels
// before them, which leaves U_TJ above, and in J and below it what is factorized as one dense panel
// with the pivots on its diagonal.
//
// Several right sides go through together, side by side, so that an entry of a panel serves all of
// them.
//
// A matrix that falls apart has factors of each of its pieces; what couples them, above the pieces
// on the diagonal, is not factorized. Pieces are solved from the last to the first, and those that
// nothing couples as one.
#ifndef JOUNCE_SOLVE_BLOCK_FACTORS_H_
#define JOUNCE_SOLVE_BLOCK_FACTORS_H_

#include <span>
#include <vector>

#include "solve/sparse_pattern.h"

namespace jounce {

struct DenseBlock;

// How A = P^T R (L U + F) Q^T is factorized: row k of L is row rows[k] of A, column k of U is column
// columns[k] of A. Both patterns hold the diagonal, and all that elimination fills. Piece i has the
// columns from pieces[i] to pieces[i + 1] and is not coupled to others by L and U; F has the entries
// above the pieces.
struct LuPattern {
  SparsePattern L, U, F;
  std::vector<int> pieces;
  std::vector<int> rows, columns;
};

class BlockFactors {
 public:
  // Finds the blocks for matrices with this pattern. To be called when the pivots have changed.
  void SetPattern(const SparsePattern& matrix, const LuPattern& factors);
  // Factorizes; returns the smallest pivot by the largest, of rows that are scaled by their largest
  // entry; 0 where the matrix is singular or the pivots do not serve. Never
  // allocates.
  double Factor(const double* values);
  // Overwrites b with the solution of A x = b. Never allocates.
  void Solve(double* b);
  // The same for several right sides, a multiple of four, that lie side by side: row after row.
  // Allocates only for more of them than ever before.
  void SolveRows(int columns, double* b);

 private:
  // Rows that follow each other, and where their values begin: four rows after four rows, each with
  // all columns of the block, and zeros behind the last row.
  struct Run {
    int first, count;
    int values;
  };
  // The columns of a block in one factor. The first run is that of the columns themselves.
  struct Panel {
    int first = 0, width = 0;
    int first_run = 0, runs = 0;
  };
  // The panels of one factor, in the order of its columns.
  struct Sweep {
    std::vector<Panel> panels;
    std::vector<Run> runs;
    std::vector<double> values;

    // With these rows, sorted lists that do not touch.
    void Add(int first, int width, const std::vector<std::vector<int>>& rows);
    std::span<const Run> RunsOf(const Panel& panel) const {
      return {runs.data() + panel.first_run, static_cast<size_t>(panel.runs)};
    }
  };
  // An entry of the matrix: where it is in its values, its row, and where it goes.
  struct Entry {
    int value, row, place;
  };

  void FindGroups(const LuPattern& factors);
  void FindBlocks(const LuPattern& factors);
  void FindEntries(const SparsePattern& matrix, const LuPattern& factors);
  void FindUpdates();
  void Scale(const double* values);
  void EliminateColumns(int block, const double* values);
  void FinishBlock(int block);
  template <bool kForwards, class Width>
  void FinishPanel(const Panel& panel, Width width, const DenseBlock& L, const DenseBlock& U,
                   Sweep* sweep);
  static void Apply(const Sweep& sweep, const Panel& panel, double* x);
  // The same for rows of several columns.
  void ApplyRows(const Sweep& sweep, const Panel& panel, int columns, double* x);
  void MakeRoom(int columns);
  // Of the rows above a block.
  std::span<const Run> OthersOf(const Panel& upper) const {
    return backwards_.RunsOf(upper).subspan(1);
  }

  // Pieces that nothing couples: up to which column, and up to which panel.
  struct Group {
    int end = 0, panels_end = 0;
  };
  std::vector<Group> groups_;
  SparsePattern coupling_;
  std::vector<double> coupling_values_;
  Sweep forwards_, backwards_;
  std::vector<int> rows_, columns_;
  std::vector<double> scale_;  // reciprocal
  std::vector<double> x_;

  // Entries that go into the columns of each block, and into coupling_.
  std::vector<Entry> entries_, coupling_entries_;
  std::vector<int> entry_starts_;
  // The blocks that act on the columns of each block.
  std::vector<int> updates_, update_starts_;
  std::vector<double> work_;  // columns of a block one after the other, zero in between
  int widest_ = 0;
  // For products with rows: where rows are, and those of a block.
  std::vector<const double*> from_;
  std::vector<double*> to_;
  std::vector<double> rows_x_, own_rows_;
  double smallest_ = 0, largest_ = 0, sum_ = 0;  // of the pivots
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_BLOCK_FACTORS_H_
