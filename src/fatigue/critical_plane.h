// Multiaxial fatigue: the plane through a point on which a stress history does most damage, and how
// far from proportional the history is.
//
// On a plane with normal n and a direction of slip t, s_n = n.Sn and tau = t.Sn. Cycles are counted
// on one of them, and each becomes the amplitude (and mean) of a uniaxial stress that does the same,
// so that a uniaxial history gives the material's own line by every method:
//
//   normal         s_n counted; S_a and S_m of its cycles
//   findley        tau counted; f = tau_a + k s_n,max = S_a/2 (k + sqrt(1 + k^2))
//   fatemi-socie   gamma counted on planes of the largest shear strain; gamma_a (1 + k s_n,max/R_e)
//                  = (1 + nu) S_a/E (1 + k S_a/2R_e)
//   brown-miller   likewise; gamma_a/2 + e_n,a = S_a/E at the mean stress 2 s_n,m (Morrow)
//
// gamma is the engineering shear strain, e_n the normal strain, both elastic (Hooke's law); _a is an
// amplitude, s_n,max the largest normal stress during the cycle. Stresses are (xx, yy, zz, xy, yz,
// zx).
//
// The search: planes on a grid of `step` in axes that turn with the history (of its second moments),
// then from the best ones on until the angles are exact; so turning a history in space turns the
// plane and changes no life. At a free surface normals lie in it, and tau is the shear within the
// surface; beside them planes at 45 degrees to it with the shear out of it, where asked for.
//
// References: W. N. Findley, J. Eng. Ind. 81 (1959) 301; A. Fatemi, D. F. Socie, Fatigue Fract. Eng.
// Mater. Struct. 11 (1988) 149; F. A. Kandil, M. W. Brown, K. J. Miller, Book 280, The Metals
// Society, 1982.
#ifndef JOUNCE_FATIGUE_CRITICAL_PLANE_H_
#define JOUNCE_FATIGUE_CRITICAL_PLANE_H_

#include <Eigen/Core>
#include <span>
#include <string_view>

#include "fatigue/cycle_damage.h"
#include "math/pose.h"

namespace jounce {

enum class PlaneMethod { kNormal, kFindley, kFatemiSocie, kBrownMiller };

// "normal", "findley", "fatemi-socie", "brown-miller".
PlaneMethod PlaneMethodOfName(std::string_view name);

struct PlaneSettings {
  PlaneMethod method = PlaneMethod::kNormal;
  double k = 0.3;    // of Findley or Fatemi-Socie
  double young = 0;  // E, of the two strain methods
  double poisson = 0.3;
  double yield = 0;  // R_e, of Fatemi-Socie
  bool free_surface = false;
  Eigen::Vector3d surface_normal = Eigen::Vector3d::UnitZ();
  bool inclined = true;     // at a free surface also planes at 45 degrees
  double step = M_PI / 18;  // of the grid
  Residue residue = Residue::kHalfCycles;
};

struct PlaneResult {
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  Eigen::Vector3d slip = Eigen::Vector3d::Zero();  // direction of tau; zero for the normal stress
  double damage = 0;                               // of one pass
  double cycles = 0;
  double largest = 0;          // uniaxial amplitude of the worst cycle
  double parameter = 0;        // what the method makes of that cycle: S_a, f, gamma_a (1+...), ...
  double shear_amplitude = 0;  // of that cycle: tau_a, or gamma_a of the strain methods
  double normal_part = 0;      // s_n,max, or e_n,a of Brown-Miller
};

// Throws an InputError where the method needs what `settings` has not.
PlaneResult FindCriticalPlane(std::span<const Vector6> history, const PlaneSettings& settings,
                              const CycleDamage& damage);

// Whether simpler methods may be used. Weighted by the size of the larger principal stress of the
// surface (those below a fifth of its largest value do not count): the mean ratio of the smaller to
// the larger one and its deviation, and how far its direction strays [deg].
struct Proportionality {
  double biaxiality = 0;
  double biaxiality_deviation = 0;
  double mobility = 0;

  bool IsUniaxial() const;      // all methods agree: |ratio| < 0.1, direction within 10 deg
  bool IsProportional() const;  // equivalent stresses hold: deviation < 0.15, within 15 deg
  const char* Verdict() const;
};
Proportionality AssessProportionality(
    std::span<const Vector6> history,
    const Eigen::Vector3d& surface_normal = Eigen::Vector3d::UnitZ());

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_CRITICAL_PLANE_H_
