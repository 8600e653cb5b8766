// Four numbers that GCC and clang keep in a register, or in two where the processor has no larger
// ones; read from and written to any place in memory.
#ifndef JOUNCE_MATH_FOUR_NUMBERS_H_
#define JOUNCE_MATH_FOUR_NUMBERS_H_

#include <cstring>

namespace jounce {

typedef double FourNumbers __attribute__((vector_size(32)));

inline void ReadFour(const double* from, FourNumbers* four) {
  std::memcpy(four, from, sizeof *four);
}
inline void WriteFour(const FourNumbers& four, double* to) { std::memcpy(to, &four, sizeof four); }

}  // namespace jounce

#endif  // JOUNCE_MATH_FOUR_NUMBERS_H_
