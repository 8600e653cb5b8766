// How much of a residual the corrections with kept matrices leave, as the last steps have shown: so
// that a step whose last correction is known to be enough need not be asked for what it left, which
// costs as much as the correction itself.
//
// With r_k the residual before correction k of a step, in units of the tolerance, the bound is
//
//   r_(k+1) <= s q_k r_k,   s = 4,
//
// where q_k is the largest of the ratios r_(k+1)/r_k that were seen, each fading by a tenth with
// each newer one. It is given once four ratios were seen, for residuals up to four times the
// largest of those (fading likewise): corrections of another size are another matter where forces
// are not linear. A ratio that exceeds the bound that it had makes all ratios before it worthless.
// At most eight steps in a row are taken on trust. The bound is that of a thing observed, not a
// proof: where parts of the model come into contact within a step, the residual of that step may be
// larger, and the next one that is verified shows it.
//
// Elements that remember (mechanics/element.h) are asked in any case. What others count for energies
// is then that of the last iteration but one: off by a part of the residual before the last
// correction, far below the error of the step.
#ifndef JOUNCE_SOLVE_CONTRACTION_H_
#define JOUNCE_SOLVE_CONTRACTION_H_

#include <algorithm>
#include <array>
#include <limits>

namespace jounce {

class Contraction {
 public:
  // There is a matrix of another kind, for steps of another length.
  void Forget() { *this = Contraction(); }

  // Correction number k of a step took the residual from `before` to `after`.
  void Learn(int k, double before, double after) {
    if (k >= kCorrections) return;
    Seen& seen = seen_[k];
    const double ratio = after / before;
    if (!(ratio <= kSafety * seen.ratio)) seen = {};
    seen.ratio = std::max(ratio, kFading * seen.ratio);
    seen.largest = std::max(before, kFading * seen.largest);
    ++seen.count;
  }

  // What correction number k leaves of the residual `before` at most; infinite where that is not
  // known.
  double Bound(int k, double before) const {
    constexpr double kUnknown = std::numeric_limits<double>::infinity();
    if (k >= kCorrections || trusted_ >= kMostTrusted) return kUnknown;
    const Seen& seen = seen_[k];
    if (seen.count < kFewest || !(before <= kReach * seen.largest)) return kUnknown;
    return kSafety * seen.ratio * before;
  }

  // A step ended without its last residual, or with it.
  void Trust() { ++trusted_; }
  void Verify() { trusted_ = 0; }

 private:
  static constexpr int kCorrections = 6;  // of a step; later ones are always verified
  static constexpr double kSafety = 4;
  static constexpr double kFading = 0.9;
  static constexpr double kReach = 4;
  static constexpr int kFewest = 4;
  static constexpr int kMostTrusted = 8;

  struct Seen {
    double ratio = 0, largest = 0;
    int count = 0;
  };
  std::array<Seen, kCorrections> seen_ = {};
  int trusted_ = 0;  // steps in a row
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_CONTRACTION_H_
