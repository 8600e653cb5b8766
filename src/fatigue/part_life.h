// Damage at every point of a flexible part: modal stresses times modal coordinates, counted point by
// point, without keeping the stress histories.
//
// At a free surface the stress is plane. The three components in it follow from the modes, s(t) =
// sum_i s_i q_i(t), and become scalars: signed von Mises, the principal stress of the largest size,
// or the normal stress on planes in steps of an angle (the worst of which counts).
//
// Two things make it fast, both with a bound that is stated: cycles so small that all of them
// together do less than `tolerance` of what the largest alone does are not counted (a gate of the
// turning points by the slope of the line), and points that cannot do `negligible` of the damage of
// the worst one, even if every second sample were a reversal of their whole range, are left out.
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

// The axes in the surface that angles are measured in.
Eigen::Matrix<double, 3, 2> SurfaceAxes(const Eigen::Vector3d& normal);

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_PART_LIFE_H_
