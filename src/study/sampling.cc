#include "study/sampling.h"

#include <cassert>
#include <random>

#include "study/sobol.h"

namespace jounce::study {
namespace {

// The distributions of the standard library differ from one to the next; its engine does not.
class Dice {
 public:
  explicit Dice(int seed) : engine_(static_cast<std::uint64_t>(seed)) {}

  // 0 < u < 1.
  double Uniform() { return (static_cast<double>(engine_() >> 12) + 0.5) * 0x1p-52; }
  // 0, ..., n - 1.
  int Below(int n) { return static_cast<int>(Uniform() * n); }
  std::vector<int> Shuffled(int n) {
    std::vector<int> order(static_cast<size_t>(n));
    for (int i = 0; i < n; ++i) order[static_cast<size_t>(i)] = i;
    for (int i = n - 1; i > 0; --i) {
      std::swap(order[static_cast<size_t>(i)], order[static_cast<size_t>(Below(i + 1))]);
    }
    return order;
  }

 private:
  std::mt19937_64 engine_;
};

void SampleGrid(const std::vector<int>& levels, UnitPoints* points) {
  const double runs = RunCount({}, levels);
  std::vector<int> at(levels.size(), 0);
  for (double run = 0; run < runs; ++run) {
    for (size_t i = 0; i < levels.size(); ++i) points->values.push_back((at[i] + 0.5) / levels[i]);
    for (size_t i = levels.size(); i-- > 0;) {
      if (++at[i] < levels[i]) break;
      at[i] = 0;
    }
  }
}

void SampleRandom(const Sampling& sampling, UnitPoints* points) {
  Dice dice(sampling.seed);
  points->values.resize(static_cast<size_t>(sampling.runs) * static_cast<size_t>(points->factors));
  for (double& value : points->values) value = dice.Uniform();
}

void SampleLatin(const Sampling& sampling, UnitPoints* points) {
  Dice dice(sampling.seed);
  const size_t factors = static_cast<size_t>(points->factors);
  points->values.resize(static_cast<size_t>(sampling.runs) * factors);
  for (size_t factor = 0; factor < factors; ++factor) {
    const std::vector<int> order = dice.Shuffled(sampling.runs);
    for (size_t run = 0; run < order.size(); ++run) {
      points->values[run * factors + factor] = (order[run] + dice.Uniform()) / sampling.runs;
    }
  }
}

void SampleSobol(const Sampling& sampling, UnitPoints* points) {
  const SobolSequence sequence(points->factors, static_cast<std::uint64_t>(sampling.seed));
  for (int run = 0; run < sampling.runs; ++run) {
    for (int i = 0; i < points->factors; ++i) {
      points->values.push_back(sequence.At(static_cast<std::uint32_t>(run), i));
    }
  }
}

// A start on the lower half of the grid of levels for factors that will jump up, on the upper half
// for those that jump down; then one jump a run, in a random order of the factors.
void SampleMorris(const Sampling& sampling, UnitPoints* points) {
  Dice dice(sampling.seed);
  const size_t factors = static_cast<size_t>(points->factors);
  const double jump = MorrisJump(sampling.levels);
  for (int trajectory = 0; trajectory < sampling.runs; ++trajectory) {
    std::vector<double> at(factors), step(factors);
    for (size_t i = 0; i < factors; ++i) {
      const double low =
          static_cast<double>(dice.Below(sampling.levels / 2)) / (sampling.levels - 1);
      const bool up = dice.Below(2) == 1;
      at[i] = up ? low : low + jump;
      step[i] = up ? jump : -jump;
    }
    points->values.insert(points->values.end(), at.begin(), at.end());
    for (const int i : dice.Shuffled(points->factors)) {
      at[static_cast<size_t>(i)] += step[static_cast<size_t>(i)];
      points->values.insert(points->values.end(), at.begin(), at.end());
    }
  }
}

// For each of n points: A, then A with one column of B for each factor, then B.
void SampleSaltelli(const Sampling& sampling, UnitPoints* points) {
  const int k = points->factors;
  const SobolSequence sequence(2 * k, static_cast<std::uint64_t>(sampling.seed));
  for (int run = 0; run < sampling.runs; ++run) {
    const auto number = static_cast<std::uint32_t>(run);
    for (int of_b = -1; of_b < k; ++of_b) {
      for (int i = 0; i < k; ++i) {
        points->values.push_back(sequence.At(number, i == of_b ? k + i : i));
      }
    }
    for (int i = 0; i < k; ++i) points->values.push_back(sequence.At(number, k + i));
  }
}

}  // namespace

double MorrisJump(int levels) { return levels / (2.0 * (levels - 1)); }

double RunCount(const Sampling& sampling, const std::vector<int>& levels) {
  const double k = static_cast<double>(levels.size());
  switch (sampling.method) {
    case SamplingMethod::kGrid: {
      double product = 1;
      for (const int n : levels) product *= n;
      return product;
    }
    case SamplingMethod::kMorris:
      return sampling.runs * (k + 1);
    case SamplingMethod::kSobolIndices:
      return sampling.runs * (k + 2);
    default:
      return sampling.runs;
  }
}

UnitPoints Sample(const Sampling& sampling, const std::vector<int>& levels) {
  UnitPoints points{.factors = static_cast<int>(levels.size())};
  if (levels.empty()) return points;
  switch (sampling.method) {
    case SamplingMethod::kGrid:
      SampleGrid(levels, &points);
      break;
    case SamplingMethod::kRandom:
      SampleRandom(sampling, &points);
      break;
    case SamplingMethod::kLatinHypercube:
      SampleLatin(sampling, &points);
      break;
    case SamplingMethod::kSobol:
      SampleSobol(sampling, &points);
      break;
    case SamplingMethod::kMorris:
      SampleMorris(sampling, &points);
      break;
    case SamplingMethod::kSobolIndices:
      SampleSaltelli(sampling, &points);
      break;
  }
  return points;
}

}  // namespace jounce::study
