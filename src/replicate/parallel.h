// The same work for each of several numbers, by as many threads as there are cores.
#ifndef JOUNCE_REPLICATE_PARALLEL_H_
#define JOUNCE_REPLICATE_PARALLEL_H_

#include <cstddef>
#include <functional>

namespace jounce {

// Calls work(0) to work(count - 1), each once, and returns when all are done. What the first that
// fails throws is thrown then. `threads` 0: one a core.
void ForEachInParallel(size_t count, int threads, const std::function<void(size_t)>& work);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_PARALLEL_H_
