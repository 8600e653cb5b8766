// The answer of a law to small motion about a part at rest: springs, dashpots and masses between
// the strain e and points z inside the part,
//
//   [ f ]                        [ e ]
//   [ 0 ] = (K + s C + s^2 M)    [ z ],    d/dt = s,  s = i omega for harmonic motion.
//
// A Maxwell branch is a spring k from the strain to a point with a dashpot k tau behind it, a fluid
// element a dashpot to a point with a mass and a spring behind it, and so on: all laws of the
// product are of this form, so that the poles of a system of them are those of one quadratic
// eigenproblem, with the points inside the parts as further unknowns (solve/poles.h).
#ifndef JOUNCE_LAWS_SMALL_MOTION_H_
#define JOUNCE_LAWS_SMALL_MOTION_H_

#include <Eigen/Core>
#include <vector>

namespace jounce {

struct SmallMotion {
  explicit SmallMotion(int strain_dimension);
  // A spring alone, of one dimension, and a dashpot beside it.
  static SmallMotion Spring(double stiffness, double damping = 0);

  int inner() const { return static_cast<int>(K.rows()) - dimension; }
  // A new point inside; its number among rows and columns.
  int AddPoint();
  // Puts `value` between two unknowns of a matrix; -1 is what stands still.
  static void Join(Eigen::MatrixXd* matrix, int one, int other, double value);
  // A spring with a dashpot of time constant `time` behind it, from the first unknown.
  void AddMaxwell(double stiffness, double time);
  // Adds a part whose strain is that of `ports` here: unknown `ports[i]`, less unknown `behind` of
  // a part in a row (-1: nothing).
  void Add(const SmallMotion& part, const std::vector<int>& ports, int behind = -1);
  // No force whatever the motion.
  bool IsZero() const;

  // The complex stiffness at this frequency [rad/s], with the points inside left to themselves.
  Eigen::MatrixXcd StiffnessAt(double omega) const;

  int dimension;
  Eigen::MatrixXd K, C, M;
  // True where the law knows no more than its stiffness at the frequency that it was asked for.
  bool at_one_frequency = false;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_SMALL_MOTION_H_
