// Four numbers that GCC and clang keep in a register, or in two where the processor has no larger
// ones; read from and written to any place in memory.
#ifndef JOUNCE_MATH_FOUR_NUMBERS_H_
#define JOUNCE_MATH_FOUR_NUMBERS_H_

namespace jounce {

typedef double FourNumbers __attribute__((vector_size(32)));

// The same, wherever it lies. Never to be deduced: `auto` would forget the alignment.
typedef double FourAnywhere __attribute__((vector_size(32), aligned(8), may_alias));

inline void ReadFour(const double* from, FourNumbers* four) {
  *four = *reinterpret_cast<const FourAnywhere*>(from);
}
inline void WriteFour(const FourNumbers& four, double* to) {
  *reinterpret_cast<FourAnywhere*>(to) = four;
}

// The sums of four times four numbers.
inline void SumFours(const FourNumbers (&fours)[4], FourNumbers* sums) {
  const FourNumbers ab = __builtin_shufflevector(fours[0], fours[1], 0, 4, 2, 6) +
                         __builtin_shufflevector(fours[0], fours[1], 1, 5, 3, 7);
  const FourNumbers cd = __builtin_shufflevector(fours[2], fours[3], 0, 4, 2, 6) +
                         __builtin_shufflevector(fours[2], fours[3], 1, 5, 3, 7);
  *sums = __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

}  // namespace jounce

#endif  // JOUNCE_MATH_FOUR_NUMBERS_H_
