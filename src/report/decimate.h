// Fewer points of a curve that look the same: what a page ships of a long recording.
//
// The curve is cut into buckets, and of each bucket the samples of least and greatest y are kept
// (of a loop, whose x goes to and fro, those of least and greatest x too). All kept points are
// samples of the curve, in its order; no peak is lost, and at any zoom wider than a bucket the
// picture is that of all points.
#ifndef JOUNCE_REPORT_DECIMATE_H_
#define JOUNCE_REPORT_DECIMATE_H_

#include <cstddef>
#include <span>
#include <vector>

#include "report/page.h"

namespace jounce::report {

// Whether x never decreases (NaN counts as a decrease).
bool IsAscending(std::span<const double> x);

// Indices of the samples to keep, ascending, at most about max_points of them; all if there are no
// more than that. First and last are kept. On a logarithmic axis of x the buckets are equally wide
// in log x, so that the low frequencies of a spectrum keep every line.
std::vector<std::size_t> Decimate(std::span<const double> x, std::span<const double> y,
                                  Scale x_scale, std::size_t max_points);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_DECIMATE_H_
