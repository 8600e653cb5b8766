#include "identify/experiment.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "identify/start.h"

namespace jounce::identify {
namespace {

using std::numbers::pi;

std::string Hertz(double frequency) { return fmt::format("{:.2g} Hz", frequency); }
std::string Millimetres(double length) { return fmt::format("{:.2g} mm", 1e3 * length); }

// A relaxation time shows where its frequency is crossed, an octave or two on either side.
std::string CrossFrequency(double frequency, const DataFacts& facts) {
  return fmt::format("loops from {} to {} (these go from {} to {})", Hertz(frequency / 3),
                     Hertz(frequency * 3), Hertz(facts.slowest_frequency),
                     Hertz(facts.highest_frequency));
}

std::string CrossAmplitude(double amplitude, const DataFacts& facts) {
  return fmt::format("slow loops with amplitudes from {} to {} (these go from {} to {})",
                     Millimetres(amplitude / 3), Millimetres(amplitude * 3),
                     Millimetres(facts.smallest_amplitude), Millimetres(facts.largest_amplitude));
}

// `p` are the values of the part, `index` the parameter in doubt.
std::string TestFor(PartKind kind, int index, const double* p, const DataFacts& facts) {
  switch (kind) {
    case PartKind::kSpring:
      return index == 0 ? "a static test over the whole travel"
                        : fmt::format("a static test over more than {}",
                                      Millimetres(2 * facts.largest_amplitude));
    case PartKind::kDashpot:
      return fmt::format("loops above {}", Hertz(2 * facts.highest_frequency));
    case PartKind::kMaxwell:
    case PartKind::kCubic:
      return CrossFrequency(1 / (2 * pi * p[1]), facts);
    case PartKind::kFluid:
      return index == 0 ? CrossFrequency(std::sqrt(p[1] / std::max(p[0], 1e-12)) / (2 * pi), facts)
                        : CrossFrequency(1 / (2 * pi * p[2]), facts);
    case PartKind::kFriction:
      return CrossAmplitude(p[1] / p[0], facts);
    case PartKind::kBerg:
      return CrossAmplitude(p[1], facts);
    case PartKind::kBoucWen:
      return CrossAmplitude(p[1] / p[0], facts);
    case PartKind::kSpringPot:
      return fmt::format("loops over two decades of frequency more (these go from {} to {})",
                         Hertz(facts.slowest_frequency), Hertz(facts.highest_frequency));
    case PartKind::kZener:
      return CrossFrequency(1 / (2 * pi * p[1]), facts);
    case PartKind::kDamper:
    case PartKind::kDamperTable:
      return "loops of several strokes and frequencies, up to higher velocities";
    case PartKind::kTable:
      return "a slow test over the whole travel";
    case PartKind::kPreload:
      return "a force that is measured from the free length on";
    case PartKind::kSlip:
      return index == 1 ? CrossFrequency(1 / (2 * pi * p[1]), facts)
                        : CrossAmplitude(p[2] / p[0], facts);
    case PartKind::kHydroPath:
      break;
  }
  if (index == 1) return "a static test, or loops below a tenth of the frequency of largest loss";
  if (index == 5) return CrossAmplitude(std::max(p[5], 1e-6), facts);
  if (index == 4 || index == 6) {
    return fmt::format("loops of a second amplitude, twice {} or more, around {}",
                       Millimetres(facts.largest_amplitude), Hertz(facts.peak_loss_frequency));
  }
  return CrossFrequency(std::sqrt(p[0] / std::max(p[2], 1e-12)) / (2 * pi), facts);
}

}  // namespace

std::vector<std::string> Experiments(const CandidateLaw& model, const Trust& trust,
                                     const std::vector<Series>& data) {
  const DataFacts facts = LookAt(data);
  const std::vector<double> values = model.Values();
  std::vector<std::string> all;
  for (size_t part = 0; part < model.parts.size(); ++part) {
    const int first = model.FirstParameter(static_cast<int>(part));
    for (int i = 0; i < ParameterCount(model.parts[part]); ++i) {
      if (trust.parameters[first + i].determined) continue;
      all.push_back(fmt::format("{} would be determined by {}", model.parameters[first + i].name,
                                TestFor(model.parts[part], i, values.data() + first, facts)));
    }
  }
  return all;
}

}  // namespace jounce::identify
