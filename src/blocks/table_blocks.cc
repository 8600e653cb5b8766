// Curves and maps through points that were measured.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "blocks/block_kinds.h"
#include "math/spline.h"

namespace jounce {
namespace {

// In the order of Interpolation and Extrapolation (math/spline.h).
const std::vector<const char*> kInterpolations = {"linear", "cubic", "monotone", "akima"};
const std::vector<const char*> kExtrapolations = {"linear", "constant"};

Spline MakeSpline(const BlockSettings& settings, std::vector<double> x, std::vector<double> y) {
  return {std::move(x), std::move(y),
          static_cast<Interpolation>(static_cast<int>(settings.Number("interpolation", 0))),
          static_cast<Extrapolation>(static_cast<int>(settings.Number("extrapolation", 1)))};
}

class TableBlock final : public Block {
 public:
  explicit TableBlock(Spline curve) : Block(1, 1, 0, 0), curve_(std::move(curve)) {}

  void Outputs(const BlockPoint& at, double* y) const override {
    *y = curve_.Evaluate(at.u[0]).value;
  }
  void Differentiate(const BlockPoint& at, BlockSlopes* slopes) const override {
    slopes->D(0, 0) = curve_.Evaluate(at.u[0]).slope;
  }

 private:
  Spline curve_;
};

// A curve over the first input for each value of the second, and straight lines between them;
// beyond the first and last curve those hold.
class Table2dBlock final : public Block {
 public:
  Table2dBlock(std::vector<Spline> curves, std::vector<double> at)
      : Block(2, 1, 0, 0), curves_(std::move(curves)), at_(std::move(at)) {}

  void Outputs(const BlockPoint& at, double* y) const override {
    const Span span = Find(at.u[1]);
    const double before = curves_[span.first].Evaluate(at.u[0]).value;
    *y = before + span.part * (curves_[span.first + 1].Evaluate(at.u[0]).value - before);
  }
  void Differentiate(const BlockPoint& at, BlockSlopes* slopes) const override {
    const Span span = Find(at.u[1]);
    const Spline::Point before = curves_[span.first].Evaluate(at.u[0]);
    const Spline::Point after = curves_[span.first + 1].Evaluate(at.u[0]);
    slopes->D(0, 0) = before.slope + span.part * (after.slope - before.slope);
    slopes->D(0, 1) = span.slope * (after.value - before.value);
  }

 private:
  struct Span {
    size_t first;
    double part, slope;  // 0 at the first, 1 at the next; and its slope
  };
  Span Find(double v) const {
    const size_t last = at_.size() - 1;
    if (v <= at_.front()) return {0, 0, 0};
    if (v >= at_.back()) return {last - 1, 1, 0};
    const auto after = std::upper_bound(at_.begin(), at_.end(), v);
    const auto first = static_cast<size_t>(after - at_.begin()) - 1;
    const double slope = 1 / (at_[first + 1] - at_[first]);
    return {first, (v - at_[first]) * slope, slope};
  }

  std::vector<Spline> curves_;
  std::vector<double> at_;
};

std::unique_ptr<const Block> MakeTable(const BlockSettings& settings, const BlockContext&) {
  const std::vector<double> rows = settings.Numbers("points");
  std::vector<double> x, y;
  for (size_t i = 0; i + 1 < rows.size(); i += 2) {
    x.push_back(rows[i]);
    y.push_back(rows[i + 1]);
  }
  return std::make_unique<TableBlock>(MakeSpline(settings, std::move(x), std::move(y)));
}

std::unique_ptr<const Block> MakeTable2d(const BlockSettings& settings, const BlockContext&) {
  const std::vector<double> x = settings.Numbers("x"), y = settings.Numbers("y");
  const std::vector<double> values = settings.Numbers("values");
  if (y.size() < 2 || !std::is_sorted(y.begin(), y.end(), std::less_equal<>())) {
    throw InputError("the second variable of a table does not rise", "give two values or more");
  }
  if (values.size() != x.size() * y.size()) {
    throw InputError(
        fmt::format("a table of {} by {} has {} values", y.size(), x.size(), values.size()),
        "give a row over x for each y, row after row");
  }
  std::vector<Spline> curves;
  for (size_t i = 0; i < y.size(); ++i) {
    const auto row = values.begin() + static_cast<std::ptrdiff_t>(i * x.size());
    curves.push_back(MakeSpline(settings, x, {row, row + static_cast<std::ptrdiff_t>(x.size())}));
  }
  return std::make_unique<Table2dBlock>(std::move(curves), y);
}

}  // namespace

const BlockKind kTableBlock = {"table",
                               "a curve through points",
                               1,
                               1,
                               {{"points", "rows of input and output", KindField::kRows, true},
                                {"interpolation", "between the points; linear by default",
                                 KindField::kChoice, false, quantity::kNumber, kInterpolations},
                                {"extrapolation", "beyond the ends; constant by default",
                                 KindField::kChoice, false, quantity::kNumber, kExtrapolations}},
                               MakeTable};

const BlockKind kTable2dBlock = {
    "table_2d",
    "a map over two inputs: curves over the first, straight between them over the second",
    2,
    2,
    {{"x", "values of the first input", KindField::kNumbers, true},
     {"y", "values of the second input", KindField::kNumbers, true},
     {"values", "a row over x for each y, row after row", KindField::kNumbers, true},
     {"interpolation", "over x; linear by default", KindField::kChoice, false, quantity::kNumber,
      kInterpolations},
     {"extrapolation", "beyond the ends of x; constant by default", KindField::kChoice, false,
      quantity::kNumber, kExtrapolations}},
    MakeTable2d};

}  // namespace jounce
