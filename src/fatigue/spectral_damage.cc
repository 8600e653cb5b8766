#include "fatigue/spectral_damage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/names.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

constexpr SpectralMethod kMethods[] = {
    SpectralMethod::kNarrowBand,       SpectralMethod::kWirschingLight,
    SpectralMethod::kDirlik,           SpectralMethod::kTovoBenasciutti1,
    SpectralMethod::kTovoBenasciutti2, SpectralMethod::kZhaoBaker};

double NarrowBand(const StressMoments& m, double k) {
  return m.ZeroCrossings() * std::pow(2 * m.m0, k / 2) * std::tgamma(1 + k / 2);
}

double WirschingLight(const StressMoments& m, double k) {
  const double a = 0.926 - 0.033 * k, b = 1.587 * k - 2.323;
  const double alpha2 = m.Irregularity();
  const double width = std::sqrt(std::max(0.0, 1 - alpha2 * alpha2));
  return NarrowBand(m, k) * (a + (1 - a) * std::pow(1 - width, b));
}

double Dirlik(const StressMoments& m, double k) {
  const double alpha2 = m.Irregularity();
  const double xm = m.m1 / m.m0 * std::sqrt(m.m2 / m.m4);
  const double g1 = 2 * (xm - alpha2 * alpha2) / (1 + alpha2 * alpha2);
  const double r = (alpha2 - xm - g1 * g1) / (1 - alpha2 - g1 + g1 * g1);
  const double g2 = (1 - alpha2 - g1 + g1 * g1) / (1 - r);
  const double g3 = 1 - g1 - g2;
  const double q = 1.25 * (alpha2 - g3 - g2 * r) / g1;
  return m.Peaks() * std::pow(m.m0, k / 2) *
         (g1 * std::pow(q, k) * std::tgamma(1 + k) +
          std::pow(2, k / 2) * std::tgamma(1 + k / 2) * (g2 * std::pow(std::abs(r), k) + g3));
}

double TovoBenasciutti(const StressMoments& m, double k, int version) {
  const double a1 = m.m1 / std::sqrt(m.m0 * m.m2), a2 = m.Irregularity();
  double b = std::min((a1 - a2) / (1 - a1), 1.0);
  if (version == 2) {
    const double wide = 1.112 * (1 + a1 * a2 - (a1 + a2)) * std::exp(2.11 * a2);
    b = (a1 - a2) * (wide + (a1 - a2)) / ((a2 - 1) * (a2 - 1));
  }
  return NarrowBand(m, k) * (b + (1 - b) * std::pow(a2, k - 1));
}

double ZhaoBaker(const StressMoments& m, double k) {
  const double a2 = m.Irregularity();
  const double a = 8 - 7 * a2;
  const double b = a2 < 0.9 ? 1.1 : 1.1 + 9 * (a2 - 0.9);
  const double w =
      (1 - a2) / (1 - std::sqrt(2 / M_PI) * std::tgamma(1 + 1 / b) * std::pow(a, -1 / b));
  return m.Peaks() * std::pow(m.m0, k / 2) *
         (w * std::pow(a, -k / b) * std::tgamma(1 + k / b) +
          (1 - w) * std::pow(2, k / 2) * std::tgamma(1 + k / 2));
}

// One line has alpha2 = 1, where the wide-band formulas divide nothing by nothing.
bool IsLine(const StressMoments& m) { return 1 - m.Irregularity() < 1e-9; }

}  // namespace

const char* NameOf(SpectralMethod method) {
  switch (method) {
    case SpectralMethod::kNarrowBand:
      return "narrow-band";
    case SpectralMethod::kWirschingLight:
      return "wirsching-light";
    case SpectralMethod::kDirlik:
      return "dirlik";
    case SpectralMethod::kTovoBenasciutti1:
      return "tovo-benasciutti-1";
    case SpectralMethod::kTovoBenasciutti2:
      return "tovo-benasciutti-2";
    case SpectralMethod::kZhaoBaker:
      return "zhao-baker";
  }
  return "";
}

std::span<const SpectralMethod> AllSpectralMethods() { return kMethods; }

SpectralMethod SpectralMethodOfName(std::string_view name) {
  const std::string wanted = LowerCase(name);
  if (wanted == "tovo-benasciutti") return SpectralMethod::kTovoBenasciutti2;
  std::vector<std::string> known;
  for (const SpectralMethod method : kMethods) {
    if (wanted == NameOf(method)) return method;
    known.emplace_back(NameOf(method));
  }
  throw InputError(fmt::format("no spectral method '{}'", name), SuggestName(name, known));
}

double StressMoments::ZeroCrossings() const { return std::sqrt(m2 / m0); }
double StressMoments::Peaks() const { return std::sqrt(m4 / m2); }
double StressMoments::Irregularity() const { return m2 / std::sqrt(m0 * m4); }

StressMoments MomentsOfDensity(std::span<const double> f, std::span<const double> g) {
  double m[5] = {};
  for (size_t i = 1; i < f.size(); ++i) {
    const double a = f[i - 1], b = f[i];
    if (!(b > a)) continue;  // a jump
    // G = c + d f between the two: integral of f^n G is c (b^(n+1) - a^(n+1))/(n+1) + ...
    const double d = (g[i] - g[i - 1]) / (b - a), c = g[i - 1] - d * a;
    for (int n = 0; n < 5; ++n) {
      m[n] += c * (std::pow(b, n + 1) - std::pow(a, n + 1)) / (n + 1) +
              d * (std::pow(b, n + 2) - std::pow(a, n + 2)) / (n + 2);
    }
  }
  return {m[0], m[1], m[2], m[3], m[4]};
}

double SpectralDamage(const StressMoments& moments, SpectralMethod method, double slope,
                      double constant) {
  if (!(moments.m0 > 0)) return 0;
  if (method == SpectralMethod::kNarrowBand || IsLine(moments)) {
    return NarrowBand(moments, slope) / constant;
  }
  switch (method) {
    case SpectralMethod::kWirschingLight:
      return WirschingLight(moments, slope) / constant;
    case SpectralMethod::kDirlik:
      return Dirlik(moments, slope) / constant;
    case SpectralMethod::kTovoBenasciutti1:
      return TovoBenasciutti(moments, slope, 1) / constant;
    case SpectralMethod::kTovoBenasciutti2:
      return TovoBenasciutti(moments, slope, 2) / constant;
    case SpectralMethod::kZhaoBaker:
      return ZhaoBaker(moments, slope) / constant;
    case SpectralMethod::kNarrowBand:
      break;
  }
  return 0;
}

double EquivalentDensity(const Eigen::Matrix<double, 6, 6>& cross) {
  double sum = 3 * (cross(3, 3) + cross(4, 4) + cross(5, 5));
  for (int i = 0; i < 3; ++i) {
    sum += cross(i, i);
    sum -= cross(i, (i + 1) % 3);
  }
  return sum;
}

}  // namespace jounce
