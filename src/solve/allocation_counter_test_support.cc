#include "solve/allocation_counter.h"

#include <atomic>
#include <cstddef>

#include "base/sanitizer.h"

#if defined(JOUNCE_ADDRESS_SANITIZER)

namespace jounce::testing {
long AllocationCount() { return -1; }
}  // namespace jounce::testing

#else

namespace {
std::atomic<long> count{0};
}  // namespace

// Seen by shared libraries, too: most of what they allocate goes through operator new of one.
#define JOUNCE_SEEN __attribute__((visibility("default")))

// The C library's own, under the names it keeps for those who wrap malloc.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* pointer, std::size_t size);

JOUNCE_SEEN void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}
JOUNCE_SEEN void* calloc(std::size_t number, std::size_t size) {
  ++count;
  return __libc_calloc(number, size);
}
JOUNCE_SEEN void* realloc(void* pointer, std::size_t size) {
  ++count;
  return __libc_realloc(pointer, size);
}
}

namespace jounce::testing {
long AllocationCount() { return count; }
}  // namespace jounce::testing

#endif
