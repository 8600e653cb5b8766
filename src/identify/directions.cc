#include "identify/directions.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>

#include "base/error.h"
#include "laws/make_law.h"
#include "testbench/loop.h"
#include "testbench/steady.h"

namespace jounce::identify {
namespace {

constexpr int kTranslations = 3;

// The first of x, y and z that was tested.
int ReferenceOf(const std::array<DirectionSource, 6>& sources) {
  for (int i = 0; i < kTranslations; ++i) {
    if (sources[i].measured) return i;
  }
  throw InputError("no tests in x, y or z",
                   "the other directions are scaled from one of them: give its tests with "
                   "--direction x=radial.csv");
}

// A law that carries scales already is put into a frame of its own.
LawSettings Scaled(const LawSettings& law, double strain_scale, double force_scale) {
  LawSettings scaled = law;
  if (!law.modifiers.empty()) scaled = ParallelSettings{{law}};
  scaled.modifiers.strain_scale = strain_scale;
  scaled.modifiers.force_scale = force_scale;
  return scaled;
}

void RefuseUnknown(const std::array<DirectionSource, 6>& sources) {
  std::string unknown;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].measured || sources[i].static_rate > 0) continue;
    unknown += (unknown.empty() ? "" : ", ") + std::string(kDirectionNames[i]);
  }
  if (unknown.empty()) return;
  throw InputError(fmt::format("nothing is known of {}", unknown),
                   "give tests with --direction, or a static rate: --static y=1200:N/mm, --static "
                   "rx=35:N*m/rad");
}

}  // namespace

int DirectionOf(const std::string& name) {
  for (size_t i = 0; i < kDirectionNames.size(); ++i) {
    if (name == kDirectionNames[i]) return static_cast<int>(i);
  }
  throw InputError(fmt::format("'{}' is no direction", name), "they are x, y, z, rx, ry and rz");
}

double StaticRate(const LawSettings& law, double amplitude) {
  constexpr double kSlow = 1e-3;  // Hz
  constexpr int kSteps = 256;
  const std::unique_ptr<Law> made = MakeLaw(law);
  testbench::Driver driver(*made);
  const testbench::SteadyLoop loop =
      testbench::DriveToSteadyState(&driver, testbench::SineCycle(amplitude, kSlow, kSteps));
  return std::abs(
      testbench::MeasureLoop(loop.trace.time, loop.trace.displacement, loop.trace.force).stiffness);
}

BushingLaw MakeBushingLaw(const std::array<DirectionSource, 6>& sources) {
  const int reference = ReferenceOf(sources);
  RefuseUnknown(sources);
  const DirectionSource& from = sources[reference];
  const double rate =
      from.static_rate > 0 ? from.static_rate : StaticRate(*from.measured, from.amplitude);
  BushingLaw bushing;
  AxesSettings axes;
  for (int i = 0; i < static_cast<int>(sources.size()); ++i) {
    const DirectionSource& source = sources[i];
    const char* name = kDirectionNames[i];
    if (source.measured) {
      axes.axes.push_back(*source.measured);
      bushing.origins.push_back(fmt::format("{}: measured ({})", name, source.data));
      continue;
    }
    const bool turns = i >= kTranslations;
    const double ratio = source.static_rate / rate, lever = std::sqrt(ratio);
    axes.axes.push_back(turns ? Scaled(*from.measured, lever, lever)
                              : Scaled(*from.measured, 1, ratio));
    bushing.origins.push_back(
        turns ? fmt::format("{}: scaled from {} to the static rate {:.5g} N m/rad (lever {:.4g} m)",
                            name, kDirectionNames[reference], source.static_rate, lever)
              : fmt::format("{}: scaled from {} to the static rate {:.5g} N/m (factor {:.4g})",
                            name, kDirectionNames[reference], source.static_rate, ratio));
  }
  bushing.law = axes;
  return bushing;
}

}  // namespace jounce::identify
