#include "flex/sparse_factor.h"

#include <dmumps_c.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string>

namespace jounce::flex {
namespace {

constexpr int kInitialize = -1, kEnd = -2, kAnalyseAndFactor = 4, kSolve = 3;
constexpr int kWorldCommunicator = -987654;
constexpr int kGeneralSymmetric = 2;

}  // namespace

// MUMPS counts from 1 in both indices and in the numbers of its control parameters.
struct SparseFactor::Mumps {
  DMUMPS_STRUC_C data = {};
  std::vector<int> rows, columns;
  std::vector<double> values;

  MUMPS_INT& control(int i) { return data.icntl[i - 1]; }
  MUMPS_INT info(int i) const { return data.infog[i - 1]; }
  void Run(int job) {
    data.job = job;
    dmumps_c(&data);
  }
};

SparseFactor::SparseFactor(const Eigen::SparseMatrix<double>& symmetric)
    : mumps_(std::make_unique<Mumps>()) {
  Mumps& m = *mumps_;
  for (int column = 0; column < symmetric.outerSize(); ++column) {
    for (Eigen::SparseMatrix<double>::InnerIterator it(symmetric, column); it; ++it) {
      if (it.row() < it.col()) continue;
      m.rows.push_back(static_cast<int>(it.row()) + 1);
      m.columns.push_back(static_cast<int>(it.col()) + 1);
      m.values.push_back(it.value());
    }
  }
  m.data.sym = kGeneralSymmetric;
  m.data.par = 1;
  m.data.comm_fortran = kWorldCommunicator;
  m.Run(kInitialize);
  m.data.n = static_cast<int>(symmetric.rows());
  m.data.nnz = static_cast<MUMPS_INT8>(m.values.size());
  m.data.irn = m.rows.data();
  m.data.jcn = m.columns.data();
  m.data.a = m.values.data();
  for (const int stream : {1, 2, 3, 4}) m.control(stream) = -1;  // silence
  m.control(7) = 5;    // nested dissection by METIS; MUMPS falls back where it lacks it
  m.control(12) = 1;   // no compressed ordering: no pivots two by two
  m.control(14) = 40;  // spare memory, percent
  m.control(24) = 1;   // find rows that hang on nothing
  m.data.cntl[0] = 0;  // stiffness needs no pivoting
  m.Run(kAnalyseAndFactor);
  if (m.info(1) == -13) {
    problem_ = "not enough memory for the factors of the stiffness matrix";
  } else if (m.info(1) < 0) {
    problem_ =
        fmt::format("the stiffness matrix cannot be factored (MUMPS {}, {})", m.info(1), m.info(2));
  }
  for (int i = 0; i < m.info(28); ++i) singular_rows_.push_back(m.data.pivnul_list[i] - 1);
  negative_pivots_ = m.info(12);
  // The factors are kept, the matrix is not needed again.
  std::vector<int>().swap(m.rows);
  std::vector<int>().swap(m.columns);
  std::vector<double>().swap(m.values);
}

SparseFactor::~SparseFactor() { mumps_->Run(kEnd); }

void SparseFactor::Solve(Eigen::Ref<Eigen::MatrixXd> columns) const {
  assert(ok() && columns.rows() == mumps_->data.n);
  Mumps& m = *mumps_;
  m.control(27) = columns.cols() > 1 ? 16 : 1;  // columns at a time
  m.data.nrhs = static_cast<int>(columns.cols());
  m.data.lrhs = static_cast<int>(columns.outerStride());
  m.data.rhs = columns.data();
  m.Run(kSolve);
}

}  // namespace jounce::flex
