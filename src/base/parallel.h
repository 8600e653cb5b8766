// Independent tasks on several threads.
#ifndef JOUNCE_BASE_PARALLEL_H_
#define JOUNCE_BASE_PARALLEL_H_

#include <functional>

namespace jounce {

// Calls task(0) to task(count - 1), at most `threads` of them at a time and each once. Whoever is
// free takes the next, so tasks must not depend on each other or on who does them. With one thread
// all is done in this one, in order. What a task throws is thrown on when all that were begun have
// ended; of several, that of the first task.
void RunInParallel(int count, int threads, const std::function<void(int)>& task);

}  // namespace jounce

#endif  // JOUNCE_BASE_PARALLEL_H_
