#include "laws/make_law.h"

#include <fmt/format.h>

#include <cmath>

#include "laws/composite_laws.h"
#include "laws/law_warnings.h"
#include "laws/series_law.h"

namespace jounce {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
// C++20 deduces this by itself; clang 14 does not yet.
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

ElastoPlasticSettings AsElastoPlastic(const SliderSettings& s) {
  constexpr double kMicrometre = 1e-6;
  return {{{s.stiffness > 0 ? s.stiffness : s.force / kMicrometre, s.force}}};
}

ParallelSettings AsParallel(const HydromountSettings& s) {
  LinearSettings rubber;
  rubber.stiffness = {s.stiffness};
  rubber.damping = {s.damping};
  return {{rubber, s.path}};
}

void ValidateLaw(const LawSettings& settings, const ParameterCheck& check);

void ValidateParts(const std::vector<LawSettings>& parts, const char* what, bool scalar,
                   const ParameterCheck& check) {
  for (size_t i = 0; i < parts.size(); ++i) {
    const ParameterCheck part =
        check.Part(fmt::format("{} {} ({})", what, i + 1, KindName(parts[i])), parts[i].place);
    ValidateLaw(parts[i], part);
    if (scalar) {
      const int n = DimensionOf(parts[i]);
      part.That(n == 1, fmt::format("has dimension {}", n), "give a law of dimension 1");
    }
  }
}

void Validate(const SliderSettings& s, const ParameterCheck& check) {
  check.NotNegative("force", s.force);
  check.NotNegative("stiffness", s.stiffness);
}

void Validate(const AxesSettings& s, const ParameterCheck& check) {
  const size_t n = s.axes.size();
  check.That(n == 1 || n == 3 || n == 6, fmt::format("has {} laws", n),
             "give one for each direction: 1, 3 or 6");
  ValidateParts(s.axes, "axis", true, check);
}

void Validate(const ParallelSettings& s, const ParameterCheck& check) {
  if (!check.That(!s.parts.empty(), "has no parts", "give at least one")) return;
  ValidateParts(s.parts, "part", false, check);
  for (const LawSettings& part : s.parts) {
    check.That(
        DimensionOf(part) == DimensionOf(s.parts[0]),
        fmt::format("has parts of dimension {} and {}", DimensionOf(s.parts[0]), DimensionOf(part)),
        "give parts of one dimension; `axes` makes several directions of one");
  }
}

void Validate(const SeriesSettings& s, const ParameterCheck& check) {
  const size_t n = s.parts.size();
  check.That(n >= 1 && n <= SeriesLaw::kMaxParts, fmt::format("has {} parts", n),
             fmt::format("give 1 to {}", SeriesLaw::kMaxParts));
  ValidateParts(s.parts, "part", true, check);
  for (size_t i = 0; i < n; ++i) {
    check.That(
        !Falls(s.parts[i]),
        fmt::format("the force of part {} falls where it is stretched or moves faster", i + 1),
        "parts in a row find a balance only where all forces rise");
  }
}

bool TakesFactor(const LawSettings& settings) {
  if (DimensionOf(settings) == 1) return true;
  if (const auto* parallel = std::get_if<ParallelSettings>(&settings.kind)) {
    for (const LawSettings& part : parallel->parts) {
      if (!TakesFactor(part)) return false;
    }
    return true;
  }
  return std::holds_alternative<AxesSettings>(settings.kind) ||
         std::holds_alternative<LinearSettings>(settings.kind);
}

void ValidateLaw(const LawSettings& settings, const ParameterCheck& check) {
  std::visit([&check](const auto& kind) { Validate(kind, check); }, settings.kind);
  Validate(settings.modifiers, DimensionOf(settings), check);
  check.That(settings.modifiers.factor.empty() || TakesFactor(settings),
             "takes no factor per direction, its directions are coupled",
             "use force_scale, or give the law per direction with `axes`");
}

// Full matrix with rows and columns scaled by the roots of the factors.
std::vector<double> ScaleMatrix(const std::vector<double>& m, const std::vector<double>& factor) {
  const size_t n = factor.size();
  if (m.empty()) return m;
  std::vector<double> scaled(n * n, 0.0);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      const double one = m.size() == n * n ? m[i * n + j] : i != j ? 0 : m[m.size() == 1 ? 0 : i];
      scaled[i * n + j] = std::sqrt(factor[i] * factor[j]) * one;
    }
  }
  return scaled;
}

// Works a factor per direction into the kind itself.
void ApplyFactor(const std::vector<double>& factor, LawSettings* law) {
  if (auto* linear = std::get_if<LinearSettings>(&law->kind)) {
    linear->stiffness = ScaleMatrix(linear->stiffness, factor);
    linear->damping = ScaleMatrix(linear->damping, factor);
  } else if (auto* axes = std::get_if<AxesSettings>(&law->kind)) {
    for (size_t i = 0; i < factor.size(); ++i) {
      LawModifiers& m = axes->axes[i].modifiers;
      if (m.factor.empty()) m.factor = {1};
      m.factor[0] *= factor[i];
      if (!m.preload.empty()) m.preload[0] *= factor[i];
    }
  } else if (auto* parallel = std::get_if<ParallelSettings>(&law->kind)) {
    for (LawSettings& part : parallel->parts) {
      LawModifiers& m = part.modifiers;
      if (m.factor.empty()) m.factor.assign(factor.size(), 1.0);
      for (size_t i = 0; i < factor.size(); ++i) {
        m.factor[i] *= factor[i];
        if (!m.preload.empty()) m.preload[i] *= factor[i];
      }
    }
  } else {
    law->modifiers.force_scale *= factor[0];
  }
  law->modifiers.factor.clear();
}

std::unique_ptr<Law> Build(const LawSettings& settings);

LawList BuildParts(const std::vector<LawSettings>& parts) {
  LawList laws;
  for (const LawSettings& part : parts) laws.push_back(Build(part));
  return laws;
}

std::unique_ptr<Law> BuildKind(const LawSettings::Kind& kind) {
  using Result = std::unique_ptr<Law>;
  return std::visit(
      Overloaded{
          [](const LinearSettings& s) -> Result { return std::make_unique<LinearLaw>(s); },
          [](const PolynomialSettings& s) -> Result { return std::make_unique<SpringLaw>(s); },
          [](const YeohSettings& s) -> Result { return std::make_unique<SpringLaw>(s); },
          [](const TableSpringSettings& s) -> Result { return std::make_unique<SpringLaw>(s); },
          [](const BumperSettings& s) -> Result { return std::make_unique<BumperLaw>(s); },
          [](const DamperSettings& s) -> Result { return std::make_unique<SpringLaw>(s); },
          [](const PronySettings& s) -> Result { return std::make_unique<PronyLaw>(s); },
          [](const PipkinRogersSettings& s) -> Result {
            return std::make_unique<PipkinRogersLaw>(s);
          },
          [](const ElastoPlasticSettings& s) -> Result {
            return std::make_unique<ElastoPlasticLaw>(s);
          },
          [](const BergSettings& s) -> Result { return std::make_unique<BergLaw>(s); },
          [](const BoucWenSettings& s) -> Result { return std::make_unique<BoucWenLaw>(s); },
          [](const FluidSettings& s) -> Result { return std::make_unique<HydrobushingLaw>(s); },
          [](const HydroPathSettings& s) -> Result { return std::make_unique<HydroPathLaw>(s); },
          [](const HydromountSettings& s) -> Result { return BuildKind(AsParallel(s)); },
          [](const HydrobushingSettings& s) -> Result {
            return std::make_unique<HydrobushingLaw>(s);
          },
          [](const InerterSettings& s) -> Result { return std::make_unique<InerterLaw>(s); },
          [](const SliderSettings& s) -> Result {
            return std::make_unique<ElastoPlasticLaw>(AsElastoPlastic(s));
          },
          [](const FractionalSettings& s) -> Result {
            return std::make_unique<PronyLaw>(FitProny(s).prony);
          },
          [](const ExpressionSettings& s) -> Result { return std::make_unique<ExpressionLaw>(s); },
          [](const LibrarySettings& s) -> Result { return std::make_unique<LibraryLaw>(s); },
          [](const AxesSettings& s) -> Result {
            return std::make_unique<AxesLaw>(BuildParts(s.axes));
          },
          [](const ParallelSettings& s) -> Result {
            return std::make_unique<ParallelLaw>(BuildParts(s.parts));
          },
          [](const SeriesSettings& s) -> Result {
            return std::make_unique<SeriesLaw>(BuildParts(s.parts));
          }},
      kind);
}

std::unique_ptr<Law> Build(const LawSettings& settings) {
  if (settings.modifiers.empty()) return BuildKind(settings.kind);
  LawSettings law = settings;
  if (!law.modifiers.factor.empty()) ApplyFactor(settings.modifiers.factor, &law);
  std::unique_ptr<Law> inner = BuildKind(law.kind);
  if (law.modifiers.empty()) return inner;
  return std::make_unique<ModifiedLaw>(std::move(inner), law.modifiers);
}

}  // namespace

const std::vector<std::string>& LawKindNames() {
  static const std::vector<std::string> names = {
      "linear",     "polynomial",    "yeoh",          "table",    "bumper",   "damper",
      "prony",      "pipkin-rogers", "elastoplastic", "berg",     "bouc-wen", "fluid",
      "hydro-path", "hydromount",    "hydrobushing",  "inerter",  "slider",   "fractional",
      "expression", "library",       "axes",          "parallel", "series"};
  static_assert(std::variant_size_v<LawSettings::Kind> == 23);
  return names;
}

const std::string& KindName(const LawSettings& settings) {
  return LawKindNames()[settings.kind.index()];
}

int DimensionOf(const LawSettings& settings) {
  return std::visit(
      Overloaded{[](const LinearSettings& s) { return s.dimension; },
                 [](const LibrarySettings& s) { return s.dimension; },
                 [](const ExpressionSettings& s) { return static_cast<int>(s.force.size()); },
                 [](const AxesSettings& s) { return static_cast<int>(s.axes.size()); },
                 [](const ParallelSettings& s) {
                   return s.parts.empty() ? 1 : DimensionOf(s.parts.front());
                 },
                 [](const auto&) { return 1; }},
      settings.kind);
}

void Validate(const LawSettings& settings, const std::string& name, Diagnostics* diagnostics) {
  const std::string& kind = KindName(settings);
  ValidateLaw(settings, ParameterCheck(name.empty() ? kind : name + ": " + kind, diagnostics,
                                       settings.place));
}

std::unique_ptr<Law> MakeLaw(const LawSettings& settings, const std::string& name) {
  Diagnostics diagnostics;
  Validate(settings, name, &diagnostics);
  diagnostics.ThrowIfErrors();
  return Build(settings);
}

}  // namespace jounce
