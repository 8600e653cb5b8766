#include "blocks/linear_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "blocks/block_kinds.h"
#include "math/dense.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Columns = Eigen::Map<const VectorXd>;

// Directions with less than this part of the largest entry are not held.
constexpr double kNotHeld = 1e-12;

MatrixXd FromRows(const std::vector<double>& numbers, Eigen::Index rows, Eigen::Index columns,
                  const char* name) {
  if (static_cast<Eigen::Index>(numbers.size()) != rows * columns) {
    throw InputError(fmt::format("the matrix {} has {} numbers", name, numbers.size()),
                     fmt::format("give {} rows of {}, row after row", rows, columns));
  }
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(numbers.data(), rows, columns);
}

VectorXd InitialOf(const BlockSettings& settings, Eigen::Index states) {
  const std::vector<double> given = settings.Numbers("initial");
  if (given.empty()) return VectorXd::Zero(states);
  if (static_cast<Eigen::Index>(given.size()) != states) {
    throw InputError(fmt::format("{} initial states are given", given.size()),
                     fmt::format("the block has {}", states));
  }
  return Columns(given.data(), states);
}

std::unique_ptr<const Block> MakeGain(const BlockSettings& settings, const BlockContext&) {
  BlockSlopes m;
  m.D = MatrixXd::Constant(1, 1, settings.Number("gain", 1));
  m.A = MatrixXd(0, 0);
  m.B = MatrixXd(0, 1);
  m.C = MatrixXd(1, 0);
  return std::make_unique<LinearBlock>(m, VectorXd());
}

std::unique_ptr<const Block> MakeIntegrator(const BlockSettings& settings, const BlockContext&) {
  BlockSlopes m;
  m.A = m.D = MatrixXd::Zero(1, 1);
  m.B = MatrixXd::Constant(1, 1, settings.Number("gain", 1));
  m.C = MatrixXd::Ones(1, 1);
  return std::make_unique<LinearBlock>(m, InitialOf(settings, 1));
}

std::unique_ptr<const Block> MakeTransfer(const BlockSettings& settings, const BlockContext&) {
  BlockSlopes m =
      MakeTransferFunction(settings.Numbers("numerator"), settings.Numbers("denominator"));
  const Eigen::Index states = m.A.rows();
  return std::make_unique<LinearBlock>(std::move(m), InitialOf(settings, states));
}

std::unique_ptr<const Block> MakeStateSpace(const BlockSettings& settings, const BlockContext&) {
  const std::vector<double> a = settings.Numbers("A"), c = settings.Numbers("C");
  const auto n = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(a.size()))));
  const auto inputs = static_cast<Eigen::Index>(settings.inputs.size());
  if (n == 0 || c.size() % n != 0 || c.empty()) {
    throw InputError("the matrices of a state space do not fit each other",
                     "A is n x n, B n x inputs, C outputs x n, D outputs x inputs, row after row");
  }
  const Eigen::Index outputs = static_cast<Eigen::Index>(c.size()) / n;
  BlockSlopes m;
  m.A = FromRows(a, n, n, "A");
  m.B = FromRows(settings.Numbers("B"), n, inputs, "B");
  m.C = FromRows(c, outputs, n, "C");
  m.D = settings.Has("D") ? FromRows(settings.Numbers("D"), outputs, inputs, "D")
                          : MatrixXd::Zero(outputs, inputs);
  return std::make_unique<LinearBlock>(std::move(m), InitialOf(settings, n));
}

}  // namespace

LinearBlock::LinearBlock(BlockSlopes matrices, VectorXd initial)
    : Block(static_cast<int>(matrices.D.cols()), static_cast<int>(matrices.D.rows()),
            static_cast<int>(matrices.A.rows()), 0),
      m_(std::move(matrices)),
      initial_(std::move(initial)),
      feeds_through_(!m_.D.isZero(0)),
      rests_(m_.A.rows() == 0 || NullSpace(m_.A, kNotHeld).cols() == 0) {}

void LinearBlock::InitialStates(double* x) const { std::copy(initial_.begin(), initial_.end(), x); }

void LinearBlock::Outputs(const BlockPoint& at, double* y) const {
  Eigen::Map<VectorXd> out(y, outputs());
  out.setZero();
  if (states() > 0) out.noalias() += m_.C * Columns(at.x, states());
  if (feeds_through_) out.noalias() += m_.D * Columns(at.u, inputs());
}

void LinearBlock::Rates(const BlockPoint& at, double* rates) const {
  if (states() == 0) return;
  Eigen::Map<VectorXd> out(rates, states());
  if (at.is_static() && !rests_) {
    out = initial_ - Columns(at.x, states());
    return;
  }
  out.noalias() = m_.A * Columns(at.x, states());
  out.noalias() += m_.B * Columns(at.u, inputs());
}

void LinearBlock::Differentiate(const BlockPoint& at, BlockSlopes* slopes) const {
  *slopes = m_;
  if (!at.is_static() || rests_ || states() == 0) return;
  slopes->A = -MatrixXd::Identity(states(), states());
  slopes->B.setZero();
}

BlockSlopes MakeTransferFunction(const std::vector<double>& numerator,
                                 const std::vector<double>& denominator) {
  const auto first = [](const std::vector<double>& polynomial) {
    return std::find_if(polynomial.begin(), polynomial.end(), [](double c) { return c != 0; });
  };
  const std::vector<double> a(first(denominator), denominator.end());
  const std::vector<double> b(first(numerator), numerator.end());
  if (a.empty()) throw InputError("the denominator is zero", "give its coefficients");
  if (b.size() > a.size()) {
    throw InputError("the numerator is of a higher order than the denominator",
                     "a signal cannot be differentiated by a transfer function: use the probe of "
                     "its rate, or add a pole");
  }
  // Observer form: x_1 = y - D u, x_i' = x_(i+1) - a_i x_1 + (b_i - a_i D) u.
  const auto n = static_cast<Eigen::Index>(a.size()) - 1;
  std::vector<double> padded(a.size() - b.size(), 0.0);
  padded.insert(padded.end(), b.begin(), b.end());
  BlockSlopes m;
  m.A = MatrixXd::Zero(n, n);
  m.B = MatrixXd::Zero(n, 1);
  m.C = MatrixXd::Zero(1, n);
  m.D = MatrixXd::Constant(1, 1, padded[0] / a[0]);
  for (Eigen::Index i = 0; i < n; ++i) {
    m.A(i, 0) = -a[i + 1] / a[0];
    if (i + 1 < n) m.A(i, i + 1) = 1;
    m.B(i, 0) = padded[i + 1] / a[0] - a[i + 1] / a[0] * m.D(0, 0);
  }
  if (n > 0) m.C(0, 0) = 1;
  return m;
}

const BlockKind kGainBlock = {
    "gain",  "its input times a number", 1, 1, {{"gain", "the factor", KindField::kNumber, true}},
    MakeGain};

const BlockKind kIntegratorBlock = {
    "integrator",
    "the integral of its input over time; kept in statics",
    1,
    1,
    {{"gain", "a factor; 1 by default"}, {"initial", "its value at the start; 0 by default"}},
    MakeIntegrator,
    BlockUnits::kIntegrated};

const BlockKind kTransferFunctionBlock = {
    "transfer_function",
    "a ratio of polynomials in s",
    1,
    1,
    {{"numerator", "coefficients, the highest power first", KindField::kNumbers, true},
     {"denominator", "coefficients, the highest power first", KindField::kNumbers, true},
     {"initial", "states at the start, in observer form; 0 by default", KindField::kNumbers}},
    MakeTransfer};

const BlockKind kStateSpaceBlock = {
    "state_space",
    "x' = A x + B u, y = C x + D u; several outputs are NAME.1, NAME.2, ...",
    1,
    64,
    {{"A", "n x n numbers, row after row", KindField::kNumbers, true},
     {"B", "n x inputs", KindField::kNumbers, true},
     {"C", "outputs x n", KindField::kNumbers, true},
     {"D", "outputs x inputs; 0 by default", KindField::kNumbers},
     {"initial", "states at the start; 0 by default", KindField::kNumbers}},
    MakeStateSpace};

}  // namespace jounce
