#include "replicate/response_matrix.h"

#include <gtest/gtest.h>

#include "replicate/noise_identification.h"
#include "replicate/response_update.h"

namespace jounce {
namespace {

using Complex = std::complex<double>;

// One line: rows are targets.
ResponseMatrix OneLine(size_t targets, size_t drives, std::vector<Complex> values) {
  return {.targets = targets, .drives = drives, .frequency = {1}, .values = std::move(values)};
}

// The product with the inverse, H^+ H.
Complex ProductAt(const InverseMatrix& inverse, const ResponseMatrix& H, size_t row,
                  size_t column) {
  Complex sum = 0;
  for (size_t i = 0; i < H.targets; ++i) sum += inverse.At(0, row, i) * H.At(0, i, column);
  return sum;
}

// Units that differ by a million do not matter: rows and columns are scaled.
TEST(ResponseMatrix, InverseOfASquareOne) {
  const ResponseMatrix H = OneLine(2, 2, {{3e9, 1e9}, 500, {-2e6, 4e6}, {1, -1}});
  const InverseMatrix inverse = Invert(H, {.scale = {1e-3, 1}});
  EXPECT_EQ(inverse.rank[0], 2);
  for (size_t i = 0; i < 2; ++i) {
    for (size_t j = 0; j < 2; ++j) {
      const double scale = i == 0 && j == 1 ? 1e-6 : i == 1 && j == 0 ? 1e6 : 1;
      EXPECT_LT(std::abs(ProductAt(inverse, H, i, j) - (i == j ? 1.0 : 0.0)), 1e-9 * scale);
    }
  }
}

// Below the floor nothing is inverted.
TEST(ResponseMatrix, SingularValuesAndFloor) {
  // Columns of the same size, so that scaling them changes nothing but the unit.
  const Complex i(0, 1);
  const ResponseMatrix H = OneLine(2, 2, {1.0, 1.0, i, 1.001 * i});
  const InverseMatrix all = Invert(H, {.scale = {1, 1}, .floor = 1e-6});
  const InverseMatrix one = Invert(H, {.scale = {1, 1}, .floor = 1e-2});
  EXPECT_EQ(all.rank[0], 2);
  EXPECT_EQ(one.rank[0], 1);
  // Columns of length 1: s1^2 + s2^2 = 2, s1 s2 = |det| / (|c1| |c2|).
  const double det = 0.001 / std::sqrt(2 * (1 + 1.001 * 1.001));
  EXPECT_NEAR(all.singular[0] * all.singular[1], det, 1e-9);
  EXPECT_NEAR(all.singular[0] * all.singular[0] + all.singular[1] * all.singular[1], 2, 1e-9);
  EXPECT_LT(std::abs(ProductAt(all, H, 0, 0) - 1.0), 1e-6);
  EXPECT_LT(std::abs(ProductAt(one, H, 0, 0) - 0.5), 1e-3);
}

// More targets than drives: least squares, weighted. More drives: the smallest that do.
TEST(ResponseMatrix, LeastSquaresAndSmallestDrives) {
  const ResponseMatrix tall = OneLine(2, 1, {1.0, 1.0});
  const InverseMatrix mean = Invert(tall, {.scale = {1, 2}});
  EXPECT_NEAR(mean.At(0, 0, 0).real(), 0.2, 1e-12);  // 1 / (1 + 4)
  EXPECT_NEAR(mean.At(0, 0, 1).real(), 0.8, 1e-12);
  const ResponseMatrix wide = OneLine(1, 2, {Complex(0, 2), Complex(0, 2)});
  const InverseMatrix least = Invert(wide, {.scale = {1}});
  for (size_t j = 0; j < 2; ++j) EXPECT_LT(std::abs(least.At(0, j, 0) - Complex(0, -0.25)), 1e-12);
}

// Two drives that do nearly the same are what the targets see least; a third is not in it.
TEST(ResponseMatrix, WeakestDrives) {
  const ResponseMatrix H = OneLine(3, 3, {1.0, 1.0, 0.0, 2.0, 2.02, 0.0, 0.0, 0.0, 5.0});
  const std::vector<double> moved = WeakestDrives(H, {.scale = {1, 1, 1}}, 0);
  EXPECT_NEAR(moved[0], std::sqrt(0.5), 0.01);
  EXPECT_NEAR(moved[1], std::sqrt(0.5), 0.01);
  EXPECT_LT(moved[2], 1e-9);
}

// Changes of drives at many lines tell the matrix: all of it without a ridge, 1 / (1 + ridge) of what
// is missing with drives that are independent, and along the change alone where one line counts
// [Broyden 1965, (H + E) dD = dY].
TEST(ResponseUpdate, LearnsWhatRunsShow) {
  ResponseMatrix known{.targets = 1, .drives = 2}, truth;
  std::vector<Lines> moved(2);
  for (int line = 0; line < 400; ++line) {
    known.frequency.push_back(line);
    for (const Complex h : {Complex(1, 1), Complex(2, -1)}) known.values.push_back(h);
    // Their products add up to nothing.
    moved[0].push_back(std::polar(1.0, 2.4 * line));
    moved[1].push_back((line % 2 == 0 ? 3.0 : -3.0) * moved[0].back());
  }
  truth = known;
  for (Complex& h : truth.values) h *= Complex(1.5, 0.2);
  std::vector<Lines> answered(1);
  for (int line = 0; line < 400; ++line) {
    answered[0].push_back(truth.At(line, 0, 0) * moved[0][line] +
                          truth.At(line, 0, 1) * moved[1][line]);
  }
  for (const double ridge : {0.0, 1.0}) {
    ResponseMatrix learned = known;
    UpdateResponses(moved, answered, 400, ridge, &learned);
    for (size_t j = 0; j < 2; ++j) {
      const Complex wanted =
          known.At(7, 0, j) + (truth.At(7, 0, j) - known.At(7, 0, j)) / (1 + ridge);
      EXPECT_LT(std::abs(learned.At(7, 0, j) - wanted), 1e-9);
    }
  }
  ResponseMatrix one = known;
  UpdateResponses(moved, answered, 0, 1e-9, &one);
  const Complex answer = one.At(7, 0, 0) * moved[0][7] + one.At(7, 0, 1) * moved[1][7];
  EXPECT_LT(std::abs(answer - answered[0][7]), 1e-5);
}

// y1 = x1 + 0.5 x2 (shifted by a sample), y2 = noise of its own: coherence 1 and that of chance.
TEST(NoiseIdentification, ResponsesAndCoherence) {
  const double rate = 100;
  const BandSettings band{.low = 2, .high = 30};
  const NoiseSettings settings{.duration = 200, .segment = 256};
  const size_t n = 20000;
  Histories x, y(2, History(n, 0.0));
  for (unsigned i = 1; i <= 3; ++i) x.push_back(ShapedNoise(n, rate, band, 0.5, 2, i));
  EXPECT_NEAR(RootMeanSquare(x[0]), 2, 1e-9);
  for (size_t i = 1; i < n; ++i) y[0][i] = x[0][i] + 0.5 * x[1][i - 1];
  y[1] = x[2];
  x.pop_back();
  const Histories drives[] = {x}, responses[] = {y};
  const ResponseMatrix H = EstimateResponses(drives, responses, 2, rate, band, settings);
  EXPECT_EQ(SegmentsOf(settings, rate), 155u);
  for (size_t line = 0; line < H.frequency.size(); ++line) {
    if (H.frequency[line] < 3 || H.frequency[line] > 29) continue;
    const Complex shift = std::polar(0.5, -2 * M_PI * H.frequency[line] / rate);
    EXPECT_LT(std::abs(H.At(line, 0, 0) - 1.0), 0.02);
    EXPECT_LT(std::abs(H.At(line, 0, 1) - shift), 0.02);
    EXPECT_GT(H.CoherenceAt(line, 0), 0.999);
    EXPECT_LT(H.CoherenceAt(line, 1), 0.2);
  }
}

}  // namespace
}  // namespace jounce
