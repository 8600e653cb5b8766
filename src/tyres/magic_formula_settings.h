// The parameters of a Magic Formula tyre, named as in .tir files. Those of the formulas are pure
// numbers (angles in rad), the others SI; scale factors are 1 and the rest 0 where a file has none.
#ifndef JOUNCE_TYRES_MAGIC_FORMULA_SETTINGS_H_
#define JOUNCE_TYRES_MAGIC_FORMULA_SETTINGS_H_

#include <string>
#include <vector>

#include "math/units.h"

namespace jounce {

// 5.2 is also PAC2002: the same equations under two names.
enum class MagicFormulaVersion { k52, k61, k62 };

// X(name, default): scale factors and coefficients.
// clang-format off
#define JOUNCE_MAGIC_FORMULA_COEFFICIENTS(X)                                                                       \
  /* scale factors */                                                                                              \
  X(lfzo, 1)                                                                                                       \
  X(lcx, 1)                                                                                                        \
  X(lmux, 1)                                                                                                       \
  X(lex, 1)                                                                                                        \
  X(lkx, 1)                                                                                                        \
  X(lhx, 1)                                                                                                        \
  X(lvx, 1)                                                                                                        \
  X(lgax, 1) X(lcy, 1) X(lmuy, 1) X(ley, 1) X(lky, 1) X(lhy, 1) X(lvy, 1) X(lgay, 1) X(ltr, 1)                     \
      X(lres, 1) X(lgaz, 1) X(lxal, 1) X(lyka, 1) X(lvyka, 1) X(ls, 1) X(lsgkp, 1) X(lsgal, 1)                     \
          X(lkyc, 1) X(lkzc, 1) X(lvmx, 1) X(lmx, 1) X(lmy, 1) X(lmp, 1) /* longitudinal */                        \
      X(pcx1, 0) X(pdx1, 0) X(pdx2, 0) X(pdx3, 0) X(pex1, 0) X(pex2, 0) X(pex3, 0) X(pex4, 0)                      \
          X(pkx1, 0) X(pkx2, 0) X(pkx3, 0) X(phx1, 0) X(phx2, 0) X(pvx1, 0) X(pvx2, 0) X(ppx1, 0)                  \
              X(ppx2, 0) X(ppx3, 0) X(ppx4, 0) X(rbx1, 0) X(rbx2, 0) X(rbx3, 0) X(rcx1, 0)                         \
                  X(rex1, 0) X(rex2, 0) X(rhx1, 0) X(ptx1, 0) X(ptx2, 0)                                           \
                      X(ptx3, 0) /* overturning */                                                                 \
      X(qsx1, 0) X(qsx2, 0) X(qsx3, 0) X(qsx4, 0) X(qsx5, 0) X(qsx6, 0) X(qsx7, 0) X(qsx8, 0)                      \
          X(qsx9, 0) X(qsx10, 0) X(qsx11, 0) X(qsx12, 0) X(qsx13, 0) X(qsx14, 0)                                   \
              X(ppmx1, 0) /* lateral */                                                                            \
      X(pcy1, 0) X(pdy1, 0) X(pdy2, 0) X(pdy3, 0) X(pey1, 0) X(pey2, 0) X(pey3, 0) X(pey4, 0) X(                   \
          pey5, 0) X(pky1, 0) X(pky2, 0) X(pky3, 0) X(pky4, 2) X(pky5, 0) X(pky6, 0) X(pky7, 0)                    \
          X(phy1, 0) X(phy2, 0) X(phy3, 0) X(pvy1, 0) X(pvy2, 0) X(pvy3, 0) X(pvy4, 0) X(ppy1, 0)                  \
              X(ppy2, 0) X(ppy3, 0) X(ppy4, 0) X(ppy5, 0) X(rby1, 0) X(rby2, 0) X(rby3, 0) X(                      \
                  rby4, 0) X(rcy1, 0) X(rey1, 0) X(rey2, 0) X(rhy1, 0) X(rhy2, 0) X(rvy1, 0)                       \
                  X(rvy2, 0) X(rvy3, 0) X(rvy4, 0) X(rvy5, 0) X(rvy6, 0) X(pty1, 0) X(                             \
                      pty2,                                                                                        \
                      0) /* rolling resistance; 0.85 and -0.4 are what MF-Tyre takes for tyres that say nothing */ \
      X(qsy1, 0) X(qsy2, 0) X(qsy3, 0) X(qsy4, 0) X(qsy5, 0) X(qsy6, 0) X(qsy7, 0.85)                              \
          X(qsy8, -0.4) /* aligning */                                                                             \
      X(qbz1, 0) X(qbz2, 0) X(qbz3, 0) X(qbz4, 0) X(qbz5, 0) X(qbz9, 0) X(qbz10, 0) X(qcz1, 0)                     \
          X(qdz1, 0) X(qdz2, 0) X(qdz3, 0) X(qdz4, 0) X(qdz6, 0) X(qdz7, 0) X(qdz8, 0) X(qdz9, 0)                  \
              X(qdz10, 0) X(qdz11, 0) X(qez1, 0) X(qez2, 0) X(qez3, 0) X(qez4, 0) X(qez5, 0)                       \
                  X(qhz1, 0) X(qhz2, 0) X(qhz3, 0) X(qhz4, 0) X(ppz1, 0) X(ppz2, 0) X(ssz1, 0)                     \
                      X(ssz2, 0) X(ssz3, 0) X(ssz4, 0) /* turn slip */                                             \
      X(pdxp1, 0) X(pdxp2, 0) X(pdxp3, 0) X(pkyp1, 0) X(pdyp1, 0) X(pdyp2, 0) X(pdyp3, 0)                          \
          X(pdyp4, 0) X(phyp1, 0) X(phyp2, 0) X(phyp3, 0) X(phyp4, 0) X(pecp1, 0) X(pecp2, 0)                      \
              X(qdtp1, 0) X(qcrp1, 0) X(qcrp2, 0) X(qbrp1, 0)                                                      \
                  X(qdrp1, 0) /* vertical, radius, contact patch, carcass */                                       \
      X(breff, 0) X(dreff, 0) X(freff, 0) X(q_re0, 1) X(q_v1, 0) X(q_v2, 0) X(q_fz1, 0)                            \
          X(q_fz2, 0) X(q_fcx, 0) X(q_fcy, 0) X(pfz1, 0) X(q_fcy2, 0) X(q_cam1, 0) X(q_cam2, 0)                    \
              X(q_cam3, 0) X(q_fys1, 0) X(q_fys2, 0) X(q_fys3, 0) X(q_ra1, 0) X(q_ra2, 0)                          \
                  X(q_rb1, 0) X(q_rb2, 0) X(q_a1, 0) X(q_a2, 0) X(pcfx1, 0) X(pcfx2, 0)                            \
                      X(pcfx3, 0) X(pcfy1, 0) X(pcfy2, 0) X(pcfy3, 0) X(aspect_ratio, 0)
// clang-format on

// X(name, default, quantity): what has a unit.
// clang-format off
#define JOUNCE_MAGIC_FORMULA_DIMENSIONS(X)                                                     \
  X(unloaded_radius, 0, kLength)                                                               \
  X(width, 0, kLength)                                                                         \
  X(rim_radius, 0, kLength)                                                                    \
  X(fnomin, 0, kForce)                                                                         \
  X(vertical_stiffness, 0, kStiffness)                                                         \
  X(vertical_damping, 0, kDamping)                                                             \
  X(bottom_offst, 0, kLength)                                                                  \
  X(bottom_stiff, 0, kStiffness) X(longitudinal_stiffness, 0, kStiffness)                      \
      X(lateral_stiffness, 0, kStiffness) X(longvl, 16.7, kVelocity) X(vxlow, 1, kVelocity)    \
          X(inflpres, 0, kStress) X(nompres, 0, kStress) X(fzmin, 0, kForce)                   \
              X(fzmax, 1e300, kForce) X(kpumin, -1e300, kNumber) X(kpumax, 1e300, kNumber)     \
                  X(alpmin, -1e300, kAngle) X(alpmax, 1e300, kAngle) X(cammin, -1e300, kAngle) \
                      X(cammax, 1e300, kAngle) X(presmin, 0, kStress) X(presmax, 1e300, kStress)
// clang-format on

// Slip and camber as they enter the formulas: as angles, or tan(alpha) and sin(gamma)
// [Pacejka 2012, 4.E3 and 4.E4].
enum class SlipMeasure { kAngle, kTangent };

enum class TyreSide { kUnknown, kLeft, kRight, kSymmetric };

struct MagicFormulaSettings {
  MagicFormulaVersion version = MagicFormulaVersion::k52;
  TyreSide side = TyreSide::kUnknown;  // on which the tyre was measured
  SlipMeasure measure = SlipMeasure::kAngle;
  bool mirrored = false;   // mounted on the other side than measured
  bool turn_slip = false;  // whether turn slip takes part, for versions 6.1 and 6.2

#define JOUNCE_MEMBER(name, standard) double name = standard;
  JOUNCE_MAGIC_FORMULA_COEFFICIENTS(JOUNCE_MEMBER)
#undef JOUNCE_MEMBER
#define JOUNCE_MEMBER(name, standard, quantity) double name = standard;
  JOUNCE_MAGIC_FORMULA_DIMENSIONS(JOUNCE_MEMBER)
#undef JOUNCE_MEMBER

  bool HasTurnSlip() const { return version != MagicFormulaVersion::k52 && phyp1 > 0 && qdrp1 > 0; }
};

// Name, place in the settings and meaning of a parameter, for readers.
struct MagicFormulaParameter {
  std::string name;  // as in files, in capitals
  double MagicFormulaSettings::*member;
  Quantity quantity;
};
const std::vector<MagicFormulaParameter>& MagicFormulaParameters();

// "Magic Formula 6.1".
std::string NameOf(MagicFormulaVersion version);

}  // namespace jounce

#endif  // JOUNCE_TYRES_MAGIC_FORMULA_SETTINGS_H_
