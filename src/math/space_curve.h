// A curve through points in space, along which a joint lets a point slide: two points are a line,
// more a natural cubic spline over the chords. Beyond its ends it goes straight on.
//
// c(s) is the place at s, the sum of the chords up to there. Across it stand two unit normals that
// turn smoothly with s,
//   n1 = t x k / |t x k|,   n2 = t x n1 / |t|,   t = c',
// where k is a direction that the curve never follows; for a plane curve it is the plane's normal.
#ifndef JOUNCE_MATH_SPACE_CURVE_H_
#define JOUNCE_MATH_SPACE_CURVE_H_

#include <Eigen/Core>
#include <vector>

namespace jounce {

class SpaceCurve {
 public:
  // Throws InputError for fewer than two points, points that coincide with their neighbour, and a
  // curve that turns so much that no such k exists.
  explicit SpaceCurve(const std::vector<Eigen::Vector3d>& points);

  struct Point {
    Eigen::Vector3d place, tangent, bend;  // c, c', c''
    Eigen::Vector3d normal[2], turn[2];    // n1, n2 and their derivatives by s
  };
  Point At(double s) const;

  // The s of the point nearest to `place`. Never allocates.
  double Nearest(const Eigen::Vector3d& place) const;

  double length() const { return knots_.back(); }

 private:
  void Evaluate(double s, Point* point) const;
  void ChooseAcross();

  std::vector<double> knots_;
  std::vector<Eigen::Vector3d> places_, slopes_;       // at the knots
  Eigen::Vector3d across_ = Eigen::Vector3d::UnitZ();  // k
};

}  // namespace jounce

#endif  // JOUNCE_MATH_SPACE_CURVE_H_
