// Any bytes as a line between the processes of a study: an outcome that is written and read equal, a run,
// or nothing. The checksum that a line ends with is put right, so that what is before it is read.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "study/outcome.h"
#include "study/slurm.h"
#include "study/study_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace jounce::study;
  const std::string body(reinterpret_cast<const char*>(data), size);
  ReadOutcome(body);
  uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : body) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  char checksum[32];
  std::snprintf(checksum, sizeof checksum, "\t%016llx", static_cast<unsigned long long>(hash));
  if (const auto outcome = ReadOutcome(body + checksum)) {
    std::string line = WriteOutcome(*outcome);
    if (line.find('\n') != line.size() - 1) std::abort();
    line.pop_back();
    const auto again = ReadOutcome(line);
    if (!again || again->files != outcome->files || again->reason != outcome->reason) std::abort();
  }
  ReadRun(body + checksum);
  double number = 0;
  std::string unit;
  if (ParseNumberWithUnit(body, &number, &unit) && !std::isfinite(number)) std::abort();
  return 0;
}
