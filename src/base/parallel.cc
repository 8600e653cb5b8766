#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace jounce {

void RunInParallel(int count, int threads, const std::function<void(int)>& task) {
  if (count <= 1 || threads <= 1) {
    for (int i = 0; i < count; ++i) task(i);
    return;
  }
  std::vector<std::exception_ptr> thrown(count);
  std::atomic<int> next = 0;
  std::atomic<bool> failed = false;
  const auto work = [&] {
    for (int i = 0; !failed && (i = next.fetch_add(1)) < count;) {
      try {
        task(i);
      } catch (...) {
        thrown[i] = std::current_exception();
        failed = true;
      }
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < std::min(count, threads); ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& one : thrown) {
    if (one) std::rethrow_exception(one);
  }
}

}  // namespace jounce
