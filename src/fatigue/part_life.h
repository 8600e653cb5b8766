// Damage at every point of a flexible part: modal stresses times modal coordinates, counted point by
// point, without keeping the stress histories.
//
// At a free surface the stress is plane. The three components in it follow from the modes, s(t) =
// sum_i s_i q_i(t), and become scalars: signed von Mises, the principal stress of the largest size,
// or the normal stress on planes in steps of an angle (the worst of which counts).
//
// Points that cannot do `negligible` of the damage of the first one counted (that with the largest
// modal stresses) are left out, with their bound in the place of the damage; planes that cannot do
// more than the worst so far are not counted; cycles below `tolerance` neither. All three by bounds
// that hold (history_damage.h), which follow from the range of a history and the way it covers.
#ifndef JOUNCE_FATIGUE_PART_LIFE_H_
#define JOUNCE_FATIGUE_PART_LIFE_H_

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "fatigue/cycle_damage.h"

namespace jounce {

enum class SurfaceStress { kNormalPlanes, kSignedVonMises, kAbsolutePrincipal };

struct SurfacePoint {
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  Eigen::Matrix<double, 6, Eigen::Dynamic> modal;  // (xx, yy, zz, xy, yz, zx) of each mode
};

struct PartLifeSettings {
  SurfaceStress stress = SurfaceStress::kNormalPlanes;
  double step = M_PI / 18;   // between planes
  double tolerance = 1e-4;   // of the damage; 0: all cycles count
  double negligible = 1e-3;  // 0: no point is left out
  Residue residue = Residue::kHalfCycles;
  int threads = 0;  // 0: one a core
};

struct PointLife {
  double damage = 0;      // of one pass
  double largest = 0;     // amplitude of the largest cycle
  double angle = 0;       // of the worst plane's normal, from the first axis of the point [rad]
  bool left_out = false;  // damage is an upper bound
};

// `coordinates`: modes x samples, row after row. `advance(done)` is told how many points are done
// now and then; where it returns false the rest is left out.
std::vector<PointLife> LifeOfPoints(
    const std::vector<SurfacePoint>& points,
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>& coordinates,
    const CycleDamage& damage, const PartLifeSettings& settings,
    const std::function<bool(size_t)>& advance = {});

// Which loads matter at a point: the part of its damage that is gone where a row of `coordinates` is
// left out. Negative: the load relieves the point. Empty where there is no damage.
std::vector<double> LoadEffects(
    const SurfacePoint& point,
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>& coordinates,
    const CycleDamage& damage, PartLifeSettings settings);

// The normal of a free surface from the stresses there: the direction in which all loads together
// leave the least traction. *traction: what they leave, over the largest; none at a free surface.
Eigen::Vector3d FreeSurfaceNormal(const Eigen::Matrix<double, 6, Eigen::Dynamic>& modal,
                                  double* traction);

// The axes in the surface that angles are measured in.
Eigen::Matrix<double, 3, 2> SurfaceAxes(const Eigen::Vector3d& normal);

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_PART_LIFE_H_
