// How much of the data a page ships, so that it stays small enough to mail and quick to open.
#ifndef JOUNCE_REPORT_BUDGET_H_
#define JOUNCE_REPORT_BUDGET_H_

#include <cstddef>
#include <vector>

namespace jounce::report {

// Points of all curves of a page: 5 bytes each over a uniform x, 8 otherwise, and a third more as
// base64, hence 8 to 13 MB.
constexpr std::size_t kPagePoints = 1'200'000;
// Points of one curve: more than any screen shows, drawn in some milliseconds.
constexpr std::size_t kCurvePoints = 200'000;
// Bytes of the motion of all scenes of a page.
constexpr std::size_t kSceneBytes = 3'000'000;

// The largest cap for which the sum of min(size, cap) stays within total: short items are kept
// whole, and what they leave goes to the long ones.
std::size_t ShareCap(std::vector<std::size_t> sizes, std::size_t total);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_BUDGET_H_
