// The parts a law is put together from during identification, all in parallel: F = sum of the
// parts. Each has a few parameters, and its force depends on no others, so its derivatives are
// those of a small dual number. Each is advanced by its kernel in laws/kernels/, and brought to its
// periodic answer directly instead of by marching many periods:
//
//   spring      k1 u + k3 u^3 + k5 u^5                         no memory
//   dashpot     c u'                                           no memory
//   Maxwell     s' = k u' - s/tau                              affine in s: one period solved for
//   cubic       s' = g (u^3)' - s/tau                          the same, of Pipkin and Rogers
//   fluid       m um'' + c um' + k um = c u', F = c (u'-um')   affine in (um, um'), c = k Tr
//   friction    slider with spring, |F| <= Fy                  periodic after one period
//   slip        spring, dashpot and slider in series:          a Maxwell branch that slips at Fy
//               s' = k u' - s/tau, |s| <= Fy                   [Svensson 2004, figure 7.1]
//   hydro path  pump, inertia track, decoupler                 Newton on the state that repeats
//               (laws/kernels/hydro_path.h)
//   berg        Berg's smooth friction (laws/kernels/berg.h)   the turn of a steady loop is known
//   bouc-wen    their smooth friction (bouc_wen_part.h)        Newton on the force that repeats
//   spring-pot, zener  fractional derivatives (fractional_part.h)  harmonic by harmonic
//   damper, damper table  shock absorbers (damper_part.h)      a period to forget how it began
//   table       elastic, by its slopes (slope_curve.h)         no memory
//   preload     a constant force                               no memory
//
// A part whose strength (StrengthParameter) is zero is left out.
//
// Reference: [Svensson 2004] see testbench/loop.h; equations 4.2 to 4.7, section 4.1.3.
#ifndef JOUNCE_IDENTIFY_PART_H_
#define JOUNCE_IDENTIFY_PART_H_

#include <vector>

#include "identify/batch.h"
#include "identify/slope_curve.h"

namespace jounce::identify {

enum class PartKind {
  kSpring,
  kDashpot,
  kMaxwell,
  kFluid,
  kFriction,
  kSlip,
  kHydroPath,
  kCubic,
  kBerg,
  kBoucWen,
  kSpringPot,
  kZener,
  kDamper,
  kDamperTable,
  kTable,
  kPreload
};

// Parameters of each, in this order, SI:
//   spring k1 k3 k5; dashpot c; Maxwell k tau; fluid m k Tr; friction Kp Fy; slip k tau Fy;
//   hydro path kb k2 m c1 c2 gap decline; cubic g tau; berg Fmax x2; bouc-wen k Fy n b;
//   spring-pot b a from to; zener k T a from to; damper Fr vr cr Fc vc cc compliance (r rebound,
//   pulled; c compression, pushed); damper table c1..c10 low high compliance; table k1..k10 low
//   high; preload F.
int ParameterCount(PartKind kind);
const char* ParameterName(PartKind kind, int index);
const char* ParameterUnit(PartKind kind, int index);
const char* ToString(PartKind kind);

// The parameter that multiplies the force of a part: zero leaves the part out.
int StrengthParameter(PartKind kind);
// True for terms of a part that may be zero while the rest of it stays.
bool IsTerm(PartKind kind, int index);

// True for what describes a part and is not searched for: bands and ends of tables.
bool IsGiven(PartKind kind, int index);
// The values that a parameter may have at all.
double LeastValue(PartKind kind, int index);
double MostValue(PartKind kind, int index);
// The spring that every law has: a polynomial or a table.
bool IsSpring(PartKind kind);

// How many amplitudes a table of K* needs to show this parameter: terms that change with amplitude
// are not to be told from the linear ones by a single one.
int AmplitudesShowing(PartKind kind, int index);

// True for parts whose force is a function of the displacement and rate at the instant.
bool HasNoMemory(PartKind kind);

// Most parameters of a part.
inline constexpr int kMostPartParameters = kCurveSegments + 3;

// Force and derivatives of one part with memory on the grid of a group: force[i] and
// derivative[parameter][i] at grid points 0..steps-1 of the periodic answer.
struct GridForce {
  std::vector<SeriesLanes> force;
  std::vector<SeriesLanes> derivative[kMostPartParameters];

  // For parts with so many parameters at most.
  void Resize(int steps, int parameters);
};
void EvaluateOnGrid(PartKind kind, const Group& group, const double* parameters, GridForce* out);

// Force and derivatives of a part without memory at one row.
double EvaluateAtRow(PartKind kind, const RowReading& row, const double* parameters,
                     double* derivatives);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_PART_H_
