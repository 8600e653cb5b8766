// Constants of the nonlinear FKM guideline by group of materials [FKM 2019, tables 2.7 to 2.14,
// 2.18 and 2.33, with the authors' corrections of 2022 for P_RAJ of steel]; see fkm_nonlinear.h.
#ifndef JOUNCE_FATIGUE_FKM_CONSTANTS_H_
#define JOUNCE_FATIGUE_FKM_CONSTANTS_H_

#include "fatigue/fkm_nonlinear.h"

namespace jounce {

struct FkmConstants {
  // Cyclic curve: E [MPa], n', K' = a_s R_m^b_s / min(limit, a_e R_m^b_e)^n'.
  double young, exponent, a_stress, a_strain, b_stress, b_strain, strain_limit;
  // P_RAM: at N = 1000 a R_m^b, at the endurance limit likewise, slopes, factor for 2.5 %.
  double a_z_ram, b_z_ram, a_d_ram, b_d_ram, d1, d2, safe_ram;
  // P_RAJ: at N = 1, endurance limit, slope, factor for 2.5 %.
  double a_z_raj, b_z_raj, a_d_raj, b_d_raj, d_raj, safe_raj;
  // Support, roughness, mean stress.
  double k_st, strength_bm, a_rough, b_rough, strength_min, a_mean, b_mean;
};

inline const FkmConstants& ConstantsOf(FkmGroup group) {
  static constexpr double kNone = 1e300;
  static constexpr FkmConstants kSteel = {206e3, 0.187, 3.1148,  1033, 0.897,  -1.235, 0.338,  //
                                          20.0,  0.587, 0.82,    0.92, -0.302, -0.197, 0.71,   //
                                          10,    0.826, 3.33e-5, 1.55, -0.63,  0.39,           //
                                          30,    680,   0.27,    0.43, 400,    0.35,   -0.1};
  static constexpr FkmConstants kCastSteel = {
      206e3, 0.176, 1.732,   0.847, 0.982,  -0.181, kNone,  //
      25.56, 0.519, 0.46,    0.96,  -0.289, -0.189, 0.51,   //
      10.03, 0.695, 5.15e-6, 1.63,  -0.66,  0.40,           //
      15,    680,   0.25,    0.42,  400,    0.35,   0.05};
  static constexpr FkmConstants kAluminium = {
      70e3,  0.128, 9.12,    895.9, 0.742,  -1.183, kNone,  //
      16.71, 0.537, 0.30,    1.00,  -0.238, -0.167, 0.61,   //
      101.7, 0.26,  5.18e-7, 2.04,  -0.61,  0.36,           //
      20,    270,   0.27,    0.43,  133,    1.0,    -0.04};
  switch (group) {
    case FkmGroup::kCastSteel:
      return kCastSteel;
    case FkmGroup::kWroughtAluminium:
      return kAluminium;
    case FkmGroup::kSteel:
      break;
  }
  return kSteel;
}

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_FKM_CONSTANTS_H_
