#include "study/sobol.h"

#include <cassert>

namespace jounce::study {
namespace {

constexpr int kBits = 32;

// Degree s, the inner coefficients a of the primitive polynomial, and the first numbers m of a
// dimension; the second dimension first, since the first has the bits reversed and nothing else.
struct Direction {
  int degree;
  unsigned coefficients;
  unsigned first[8];
};

constexpr Direction kJoeKuo[] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
    {7, 7, {1, 1, 3, 13, 7, 35, 63}},
    {7, 8, {1, 3, 5, 9, 1, 25, 53}},
    {7, 14, {1, 3, 1, 13, 9, 35, 107}},
    {7, 19, {1, 3, 1, 5, 27, 61, 31}},
    {7, 21, {1, 1, 5, 11, 19, 41, 61}},
    {7, 28, {1, 3, 5, 3, 3, 13, 69}},
    {7, 31, {1, 1, 7, 13, 1, 19, 1}},
    {7, 32, {1, 3, 7, 5, 13, 19, 59}},
    {7, 37, {1, 1, 3, 9, 25, 29, 41}},
    {7, 41, {1, 3, 5, 13, 23, 1, 55}},
    {7, 42, {1, 3, 7, 3, 13, 59, 17}},
    {7, 50, {1, 3, 1, 3, 5, 53, 69}},
    {7, 55, {1, 1, 5, 5, 23, 33, 13}},
    {7, 56, {1, 1, 7, 7, 1, 61, 123}},
    {7, 59, {1, 1, 7, 9, 13, 61, 49}},
    {7, 62, {1, 3, 3, 5, 3, 55, 33}},
    {8, 14, {1, 3, 1, 15, 31, 13, 49, 245}},
    {8, 21, {1, 3, 5, 15, 31, 59, 63, 97}},
    {8, 22, {1, 3, 1, 11, 11, 11, 77, 249}},
};
static_assert(sizeof kJoeKuo / sizeof kJoeKuo[0] == kMostSobolDimensions - 1);

// v_k = m_k 2^(32-k), with the recurrence of [Joe and Kuo 2008, eq. 2].
void FillDirections(const Direction& of, std::uint32_t* v) {
  const int s = of.degree;
  for (int k = 0; k < s; ++k) v[k] = of.first[k] << (kBits - 1 - k);
  for (int k = s; k < kBits; ++k) {
    v[k] = v[k - s] ^ (v[k - s] >> s);
    for (int i = 1; i < s; ++i) {
      if ((of.coefficients >> (s - 1 - i)) & 1U) v[k] ^= v[k - i];
    }
  }
}

std::uint32_t ReverseBits(std::uint32_t x) {
  x = ((x & 0x55555555U) << 1) | ((x >> 1) & 0x55555555U);
  x = ((x & 0x33333333U) << 2) | ((x >> 2) & 0x33333333U);
  x = ((x & 0x0f0f0f0fU) << 4) | ((x >> 4) & 0x0f0f0f0fU);
  return __builtin_bswap32(x);
}

// Each bit is changed by those below it alone: on reversed bits, a permutation of the tree
// [Burley 2020, listing 1].
std::uint32_t PermuteBits(std::uint32_t x, std::uint32_t seed) {
  x += seed;
  x ^= x * 0x6c50b47cU;
  x ^= x * 0xb82f1e52U;
  x ^= x * 0xc7afe638U;
  x ^= x * 0x8d22f6e6U;
  return x;
}

// SplitMix64, for one seed a dimension.
std::uint64_t Mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace

SobolSequence::SobolSequence(int dimensions, std::uint64_t seed)
    : directions_(static_cast<size_t>(dimensions) * kBits) {
  assert(dimensions >= 1 && dimensions <= kMostSobolDimensions);
  for (int k = 0; k < kBits; ++k) directions_[static_cast<size_t>(k)] = 1U << (kBits - 1 - k);
  for (int d = 1; d < dimensions; ++d) {
    FillDirections(kJoeKuo[d - 1], &directions_[static_cast<size_t>(d) * kBits]);
  }
  for (int d = 0; seed != 0 && d < dimensions; ++d) {
    seeds_.push_back(static_cast<std::uint32_t>(Mix(seed + 0x10001U * static_cast<unsigned>(d))));
  }
}

double SobolSequence::At(std::uint32_t index, int dimension) const {
  const std::uint32_t* v = &directions_[static_cast<size_t>(dimension) * kBits];
  // In the order of the Gray code, in which other programs count the points, too.
  std::uint32_t bits = 0, gray = index ^ (index >> 1);
  for (int k = 0; gray != 0; ++k, gray >>= 1) {
    if (gray & 1U) bits ^= v[k];
  }
  if (seeds_.empty()) return bits * 0x1p-32;
  bits = ReverseBits(PermuteBits(ReverseBits(bits), seeds_[static_cast<size_t>(dimension)]));
  return (bits + 0.5) * 0x1p-32;
}

}  // namespace jounce::study
