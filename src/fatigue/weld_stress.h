// Structural stresses of welds from the loads that they carry, for the class of a weld (material.h).
//
// Seam: a sheet of thickness t with the line force n [N/m] across the seam and the line moment m
// [N m/m] along it; at its two surfaces
//
//   s = n/t +- 6 m/t^2
//
// Spot: the sheet around a nugget of diameter d, with forces F_x, F_y in its plane, F_z along the axis
// of the nugget (away from the sheet) and moments M_x, M_y; radial stress at the angle a from x
// [Rupp et al. 1995]
//
//   s(a) = -F_x cos a/(pi d t) - F_y sin a/(pi d t) + K 1.744 F_z/t^2
//          + K 1.872 (M_x sin a - M_y cos a)/(d t^2),     K = 0.6 sqrt(t / 1 mm)
//
// where F_z counts in tension alone. The nugget itself, which breaks in thick sheets, is not looked at.
//
// Reference: A. Rupp, K. Stoerzel, V. Grubisic, SAE 950711, 1995.
#ifndef JOUNCE_FATIGUE_WELD_STRESS_H_
#define JOUNCE_FATIGUE_WELD_STRESS_H_

namespace jounce {

// `side`: 1 for the surface that a positive moment pulls, -1 for the other.
double SeamStress(double line_force, double line_moment, double thickness, int side);

struct SpotWeldLoad {
  double fx = 0, fy = 0, fz = 0;  // N
  double mx = 0, my = 0;          // N m
};
double SpotWeldStress(const SpotWeldLoad& load, double diameter, double thickness, double angle);

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_WELD_STRESS_H_
