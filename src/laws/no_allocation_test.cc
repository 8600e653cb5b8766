// Updates run inside the steps of a solver: none may allocate. This file replaces the global
// operator new of the test program by one that counts; the address sanitizer brings its own, so the
// test does not exist there.
#include "base/sanitizer.h"

#ifndef JOUNCE_ADDRESS_SANITIZER

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "laws/law_gallery.h"
#include "laws/make_law.h"

namespace {
std::atomic<long> allocations{0};
}  // namespace

// Not inlined, so that the compiler does not see malloc on one side only of a pair.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace jounce {
namespace {

TEST(Update, NeverAllocates) {
  const long before_vector = allocations;
  const std::vector<double> counted(10);
  ASSERT_GT(allocations, before_vector) << "the counter does not count";
  for (const GalleryLaw& item : LawGallery()) {
    const auto law = MakeLaw(item.settings);
    std::vector<double> state(law->state_size()), next(state), zero(law->dimension(), 0.0),
        strain(law->dimension(), item.amplitude), rate(law->dimension(), 0.1);
    law->Start(zero.data(), state.data());
    LawResponse r;
    const long before = allocations;
    for (int i = 0; i < 20; ++i) {
      for (double& e : strain) e = -0.9 * e;
      law->Update({strain.data(), rate.data(), i % 5 == 0 ? 2e-3 : 1e-3}, state.data(), next.data(),
                  &r);
      state.swap(next);
    }
    EXPECT_EQ(allocations, before) << item.name;
  }
}

}  // namespace
}  // namespace jounce

#endif  // JOUNCE_ADDRESS_SANITIZER
