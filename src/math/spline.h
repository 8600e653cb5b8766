// A curve through points, y over x, with its slope and its area: piecewise cubic (or straight).
//
// Between two points the curve is a cubic in Hermite form. The kinds differ in the slopes at the
// points:
//   linear    straight lines
//   cubic     two continuous derivatives, no curvature at the ends (natural cubic spline)
//   monotone  no overshoot: where the points rise the curve rises [Fritsch & Carlson 1980, with the
//             weighted harmonic mean of Fritsch & Butland 1984]
//   akima     slopes from the neighbours alone: a bend stays where it is [Akima 1970]
// Beyond the first and last point nothing is guessed silently; one says what is wanted:
//   linear    go on with the slope of the end
//   constant  keep the value of the end
//
// References: F. N. Fritsch, R. E. Carlson, Monotone piecewise cubic interpolation, SIAM J. Numer.
// Anal. 17 (1980); F. N. Fritsch, J. Butland, A method for constructing local monotone piecewise
// cubic interpolants, SIAM J. Sci. Stat. Comput. 5 (1984); H. Akima, A new method of interpolation
// and smooth curve fitting based on local procedures, J. ACM 17 (1970).
#ifndef JOUNCE_MATH_SPLINE_H_
#define JOUNCE_MATH_SPLINE_H_

#include <cstddef>
#include <vector>

namespace jounce {

enum class Interpolation { kLinear, kCubic, kMonotone, kAkima };
enum class Extrapolation { kLinear, kConstant };

class Spline {
 public:
  struct Point {
    double value;     // y
    double slope;     // dy/dx
    double integral;  // area under the curve from the first point to x
    double bend = 0;  // d2y/dx2
  };

  // x must rise strictly and have at least two entries, all finite. Throws InputError otherwise.
  Spline(std::vector<double> x, std::vector<double> y, Interpolation interpolation,
         Extrapolation extrapolation);

  // Value, slope and area at any finite x. O(log n), allocates nothing.
  Point Evaluate(double x) const;

  double first() const { return x_.front(); }
  double last() const { return x_.back(); }

 private:
  // At `distance` beyond the point of that index, the first or the last.
  Point Outside(double distance, size_t end) const;

  std::vector<double> x_, y_, slope_, integral_;  // at the points
  bool straight_;
  Extrapolation extrapolation_;
};

}  // namespace jounce

#endif  // JOUNCE_MATH_SPLINE_H_
