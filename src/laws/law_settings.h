// The description of any law, as plain data: what a law file says, in SI units.
//
// A law is one kind with its parameters, and the modifiers that any law can carry. Kinds that are
// made of laws hold descriptions again, so a description is a tree.
#ifndef JOUNCE_LAWS_LAW_SETTINGS_H_
#define JOUNCE_LAWS_LAW_SETTINGS_H_

#include <string>
#include <variant>
#include <vector>

#include "laws/bumper_law.h"
#include "laws/expression_law.h"
#include "laws/fractional_law.h"
#include "laws/friction_laws.h"
#include "laws/hydro_laws.h"
#include "laws/inerter_law.h"
#include "laws/library_law.h"
#include "laws/linear_law.h"
#include "laws/modified_law.h"
#include "laws/pipkin_rogers_law.h"
#include "laws/prony_law.h"
#include "laws/spring_law.h"

namespace jounce {

struct LawSettings;

// Sticks up to `force`, then slides: friction for networks. It sticks with a finite stiffness,
// since a rigid slider has no strain; 0 takes force per micrometre.
struct SliderSettings {
  double force = 0;      // [N]
  double stiffness = 0;  // [N/m]

  friend bool operator==(const SliderSettings&, const SliderSettings&) = default;
};

// One law of dimension 1 per direction: 1, 3 or 6.
struct AxesSettings {
  std::vector<LawSettings> axes;

  friend bool operator==(const AxesSettings&, const AxesSettings&) = default;
};

// The same strain for all parts, of one dimension; forces add.
struct ParallelSettings {
  std::vector<LawSettings> parts;

  friend bool operator==(const ParallelSettings&, const ParallelSettings&) = default;
};

// Parts of dimension 1 in a row: one force, strains add.
struct SeriesSettings {
  std::vector<LawSettings> parts;

  friend bool operator==(const SeriesSettings&, const SeriesSettings&) = default;
};

// What a strain component is: it decides the units of a law's numbers in files, nothing else.
enum class LawMotion { kTranslation, kRotation };

struct LawSettings {
  using Kind = std::variant<LinearSettings, PolynomialSettings, YeohSettings, TableSpringSettings,
                            BumperSettings, DamperSettings, PronySettings, PipkinRogersSettings,
                            ElastoPlasticSettings, BergSettings, BoucWenSettings, FluidSettings,
                            HydroPathSettings, HydromountSettings, HydrobushingSettings,
                            InerterSettings, SliderSettings, FractionalSettings, ExpressionSettings,
                            LibrarySettings, AxesSettings, ParallelSettings, SeriesSettings>;

  // Defined in one place: a variant of so many kinds takes every file a second to compile.
  LawSettings();
  LawSettings(const LawSettings&);
  LawSettings(LawSettings&&) noexcept;
  LawSettings& operator=(const LawSettings&);
  LawSettings& operator=(LawSettings&&) noexcept;
  ~LawSettings();
  template <class Settings>
  requires std::is_constructible_v<Kind, Settings>
  // NOLINTNEXTLINE: any kind of settings is a law
  LawSettings(Settings settings) : kind(std::move(settings)) {}

  Kind kind;
  LawModifiers modifiers;
  LawMotion motion = LawMotion::kTranslation;
  Place place;  // where it stands in the user's file

  // The same law, wherever it stands.
  friend bool operator==(const LawSettings& a, const LawSettings& b);
};

// Names of the kinds as files write them, in the order of the variant: "linear", "polynomial", ...
const std::vector<std::string>& LawKindNames();

// Name of this law's kind.
const std::string& KindName(const LawSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_LAWS_LAW_SETTINGS_H_
