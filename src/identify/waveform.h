// The periodic displacement behind the rows of a measured loop. Rows are noisy, uneven and may miss
// the reversals; a law must be driven through what the machine did, not through a polygon of what
// was kept of it. Three kinds, the first that fits is taken:
//   sine      mean + amplitude sin(w t + phase)
//   triangle  mean + amplitude tri(w t + phase)
//   spline    the periodic cubic spline through the rows, for anything else
#ifndef JOUNCE_IDENTIFY_WAVEFORM_H_
#define JOUNCE_IDENTIFY_WAVEFORM_H_

#include <vector>

namespace jounce::identify {

enum class WaveKind { kSine, kTriangle, kSpline };

const char* ToString(WaveKind kind);

class Waveform {
 public:
  // Fits rows that span one period: the last row is the first one `period` later.
  static Waveform Fit(const std::vector<double>& time, const std::vector<double>& displacement,
                      double period);

  WaveKind kind() const { return kind_; }
  double period() const { return period_; }
  double mean() const { return mean_; }
  double amplitude() const { return amplitude_; }
  // A time at which the displacement passes its mean upwards: where grids begin.
  double origin() const { return origin_; }
  // Root mean square of the rows' distance from the waveform.
  double residual() const { return residual_; }

  double At(double time) const;
  // Rate just before `time`: at the end of a step that leads there.
  double RateBefore(double time) const;

 private:
  bool FitSine(const std::vector<double>& time, const std::vector<double>& u);
  bool FitTriangle(const std::vector<double>& time, const std::vector<double>& u);
  void FitSpline(const std::vector<double>& time, const std::vector<double>& u);
  double Residual(const std::vector<double>& time, const std::vector<double>& u) const;

  WaveKind kind_ = WaveKind::kSine;
  double period_ = 1, mean_ = 0, amplitude_ = 0, origin_ = 0, residual_ = 0;
  std::vector<double> knots_, values_, slopes_;  // of the spline, over [0, period]
};

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_WAVEFORM_H_
