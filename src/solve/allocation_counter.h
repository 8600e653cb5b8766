// Counts every allocation of a test program, those of malloc included.
#ifndef JOUNCE_SOLVE_ALLOCATION_COUNTER_H_
#define JOUNCE_SOLVE_ALLOCATION_COUNTER_H_

namespace jounce::testing {

// Allocations so far; -1 where a sanitizer owns malloc and nothing can be counted.
long AllocationCount();

}  // namespace jounce::testing

#endif  // JOUNCE_SOLVE_ALLOCATION_COUNTER_H_
