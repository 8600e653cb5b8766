// Arc tangent, sine and cosine of several numbers at once: in vector registers from end to end,
// where Lanes calls the library lane by lane. Rational and polynomial approximations of Cephes
// [Moshier, Methods and Programs for Mathematical Functions, 1989], to a few units of the last
// place.
#ifndef JOUNCE_MATH_LANE_FUNCTIONS_H_
#define JOUNCE_MATH_LANE_FUNCTIONS_H_

#include "math/lanes.h"
#include "math/select.h"

namespace jounce {

// Any argument, also infinite.
template <int N>
JOUNCE_KERNEL Lanes<N> AtanOfLanes(const Lanes<N>& x) {
  using L = Lanes<N>;
  const L size = Abs(x);
  // Brought to below 0.66: atan(x) = pi/2 - atan(1/x) and pi/4 + atan((x - 1)/(x + 1)).
  const auto is_large = size > L(2.41421356237309504880), is_middle = size > L(0.66);
  const L top = Where(is_large, L(-1.0), Where(is_middle, size - L(1.0), size));
  const L bottom = Where(is_large, size, Where(is_middle, size + L(1.0), L(1.0)));
  const L start = Where(is_large, L(1.57079632679489661923),
                        Where(is_middle, L(0.78539816339744830962), L(0.0)));
  const L r = top / bottom, z = r * r;
  const L p = (((L(-8.750608600031904122785e-1) * z + L(-1.615753718733365076637e1)) * z +
                L(-7.500855792314704667340e1)) *
                   z +
               L(-1.228866684490136173410e2)) *
                  z +
              L(-6.485021904942025371773e1);
  const L q = ((((z + L(2.485846490142306297962e1)) * z + L(1.650270098316988542046e2)) * z +
                L(4.328810604912902668951e2)) *
                   z +
               L(4.853903996359136964868e2)) *
                  z +
              L(1.945506571482613964425e2);
  return WithSign(start + (r * (z * p / q) + r), x);
}

template <int N>
struct SinesOfLanes {
  Lanes<N> sine, cosine;
};

// For arguments below a million; a multiple of pi/2 is taken off in three parts.
template <int N>
JOUNCE_KERNEL SinesOfLanes<N> SinCosOfLanes(const Lanes<N>& x) {
  using L = Lanes<N>;
  // Adding and taking off 1.5 2^52 rounds to the nearest whole number.
  const L rounding(6755399441055744.0);
  const L quarter = (x * L(0.63661977236758134308) + rounding) - rounding;
  const L turns = (quarter * L(0.25) - L(0.375) + rounding) - rounding;
  const L place = quarter - L(4.0) * turns;  // 0, 1, 2, 3
  const L r = ((x - quarter * L(1.57079625129699707031)) - quarter * L(7.54978941586159635336e-8)) -
              quarter * L(5.39030285815811905290e-15);
  const L z = r * r;
  const L s = r + r * z *
                      (((((L(1.58962301576546568060e-10) * z + L(-2.50507477628578072866e-8)) * z +
                          L(2.75573136213857245213e-6)) *
                             z +
                         L(-1.98412698295895385996e-4)) *
                            z +
                        L(8.33333333332211858878e-3)) *
                           z +
                       L(-1.66666666666666307295e-1));
  const L c = L(1.0) - L(0.5) * z +
              z * z *
                  (((((L(-1.13585365213876817300e-11) * z + L(2.08757008419747316778e-9)) * z +
                      L(-2.75573141792967388112e-7)) *
                         z +
                     L(2.48015872888517045348e-5)) *
                        z +
                    L(-1.38888888888730564116e-3)) *
                       z +
                   L(4.16666666666665929218e-2));
  const auto is_odd = (place == L(1.0)) | (place == L(3.0));
  const auto is_upper = place >= L(2.0);
  const auto cosine_turns = (place == L(1.0)) | (place == L(2.0));
  const L sine = Where(is_odd, c, s), cosine = Where(is_odd, s, c);
  return {Where(is_upper, -sine, sine), Where(cosine_turns, -cosine, cosine)};
}

}  // namespace jounce

#endif  // JOUNCE_MATH_LANE_FUNCTIONS_H_
