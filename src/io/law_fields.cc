#include "io/law_fields.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <system_error>

#include "laws/make_law.h"

namespace jounce {
namespace {

constexpr Range kFactor{.least = 0, .most = 1};
constexpr int kMaxCoefficients = 9;

// What the numbers of a law measure, along a direction or about it.
struct LawUnits {
  explicit LawUnits(LawMotion motion)
      : strain(motion == LawMotion::kRotation ? quantity::kAngle : quantity::kLength),
        force(motion == LawMotion::kRotation ? quantity::kTorque : quantity::kForce),
        mass(motion == LawMotion::kRotation ? quantity::kInertia : quantity::kMass) {}

  Quantity stiffness(int power = 1) const {
    Quantity q = force;
    for (int i = 0; i < power; ++i) q = q / strain;
    return q;
  }
  Quantity rate() const { return strain / quantity::kTime; }
  Quantity damping() const { return force / rate(); }

  Quantity strain, force, mass;
};

constexpr const char* kMotions[] = {"translation", "rotation"};
constexpr const char* kInterpolations[] = {"linear", "cubic", "monotone", "akima"};
constexpr const char* kExtrapolations[] = {"linear", "constant"};
constexpr const char* kDirections[] = {"x", "y", "z", "rx", "ry", "rz"};

LawMotion MotionOf(int direction, int count, LawMotion given) {
  return count == 6 ? (direction < 3 ? LawMotion::kTranslation : LawMotion::kRotation) : given;
}

// ---- Curves
// ---------------------------------------------------------------------------------------

void DescribeTable(Fields& f, TableSettings& s, const Quantity& x, const Quantity& y,
                   const char* meaning) {
  const Quantity columns[] = {x, y};
  std::vector<double> rows;
  for (size_t i = 0; i < s.x.size(); ++i) rows.insert(rows.end(), {s.x[i], s.y[i]});
  f.Table({"points", meaning, kRequired}, rows, columns, {2});
  s.x.clear();
  s.y.clear();
  for (size_t i = 0; i + 1 < rows.size(); i += 2) {
    s.x.push_back(rows[i]);
    s.y.push_back(rows[i + 1]);
  }
  DescribeChoice(f, {"interpolation", "what lies between the points"}, kInterpolations,
                 s.interpolation);
  DescribeChoice(f, {"extrapolation", "beyond the ends: go on with their slope, or keep the value"},
                 kExtrapolations, s.extrapolation);
}

// k1 u + k2 u^2 + ...
void DescribeCoefficients(Fields& f, std::vector<double>& values, const LawUnits& u) {
  values.resize(kMaxCoefficients, 0.0);
  for (int i = 0; i < kMaxCoefficients; ++i) {
    const std::string name = "k" + std::to_string(i + 1);
    const std::string meaning = "factor of the displacement to the power " + std::to_string(i + 1);
    const Key key{name.c_str(), meaning.c_str()};
    if (f.Visit(key, values[i] != 0)) f.Number(key, values[i], u.stiffness(i + 1));
  }
  while (!values.empty() && values.back() == 0) values.pop_back();
}

void DescribeDamper(Fields& f, DamperSettings& s, const LawUnits& u) {
  f.Number({"damping", "force per velocity"}, s.damping, u.damping(), kNotNegative);
  TableSettings table = s.damping_table.value_or(TableSettings{});
  const bool there =
      f.Typed({"damping_table", "force over velocity, added to damping"}, "damping table",
              s.damping_table.has_value(), [&](Fields& inner) {
                DescribeTable(inner, table, u.rate(), u.force, "rows of [velocity, force]");
              });
  if (there) s.damping_table = table;
}

// ---- Kinds
// ----------------------------------------------------------------------------------------

// One row of a matrix in each key x, y, z, rx, ry, rz: force (or moment) by all directions.
void DescribeMatrix(Fields& f, const Key& key, std::vector<double>& m, int n, LawMotion motion,
                    bool damping) {
  const size_t size = static_cast<size_t>(n);
  const bool full = m.size() == size * size && n > 1;
  if (!f.Visit(key, full)) return;
  std::vector<double> rows = full ? m : std::vector<double>(size * size, 0.0);
  f.Group(key, [&](Fields& inner) {
    for (int i = 0; i < n; ++i) {
      std::vector<Quantity> quantities;
      for (int j = 0; j < n; ++j) {
        Quantity q =
            LawUnits(MotionOf(i, n, motion)).force / LawUnits(MotionOf(j, n, motion)).strain;
        quantities.push_back(damping ? q * quantity::kTime : q);
      }
      const Key row{kDirections[i], "force in this direction by each strain", kRequired};
      inner.Array(row, std::span<double>(rows).subspan(i * size, size), quantities);
    }
  });
  m = rows;
}

// What a schema can say of lists whose length depends on the dimension: 1, 3 or 6 entries.
void DescribeForSchema(Fields& f, const Key& diagonal, const Key& matrix,
                       const Quantity& quantity) {
  std::vector<double> values;
  f.Numbers(diagonal, values, quantity, {1, 6});
  f.Group(matrix, [&](Fields& inner) {
    for (const char* direction : kDirections) {
      inner.Numbers({direction, "force in this direction by each strain"}, values, quantity,
                    {1, 6});
    }
  });
}

// One number for all directions, one per direction, or a matrix.
void DescribeLinearPart(Fields& f, std::vector<double>& m, const Key& one, const Key& diagonal,
                        const Key& matrix, int n, LawMotion motion, bool damping) {
  const auto quantity = [&](int i) {
    const LawUnits u(MotionOf(i, n, motion));
    return damping ? u.damping() : u.stiffness();
  };
  if (f.Visit(one, m.size() == 1)) {
    double value = m.empty() ? 0 : m[0];
    f.Number(one, value, quantity(0));
    m = {value};
  }
  if (f.ForSchema()) return DescribeForSchema(f, diagonal, matrix, quantity(0));
  if (f.Visit(diagonal, m.size() == static_cast<size_t>(n) && n > 1)) {
    std::vector<double> values = m;
    values.resize(n, 0.0);
    std::vector<Quantity> quantities;
    for (int i = 0; i < n; ++i) quantities.push_back(quantity(i));
    f.Array(diagonal, values, quantities);
    m = values;
  }
  DescribeMatrix(f, matrix, m, n, motion, damping);
}

// The rates of a bushing from a sheet: x, y, z, rx, ry, rz with z along its axis. Empty: none.
std::vector<double> ReadRates(Fields& f, const char* meaning) {
  const Quantity k = quantity::kStiffness, kt = quantity::kTorque / quantity::kAngle;
  std::vector<double> rates(6);
  const std::array<Fields::Cell, 6> cells = {{{"k_radial1", k, &rates[0], kRequired},
                                              {"k_radial2", k, &rates[1], kRequired},
                                              {"k_axial", k, &rates[2], kRequired},
                                              {"kt_conical1", kt, &rates[3], kRequired},
                                              {"kt_conical2", kt, &rates[4], kRequired},
                                              {"kt_torsional", kt, &rates[5], kRequired}}};
  if (!f.Row({"row", meaning}, cells)) rates.clear();
  return rates;
}

// Dampings in proportion to the stiffnesses; written as what they are.
void ReadDampingTime(Fields& f, LinearSettings& s) {
  const Key key = {"damping_time", "dampings as this time times the stiffnesses"};
  if (!f.Visit(key, false)) return;
  double time = 0;
  f.Number(key, time, quantity::kTime, kNotNegative);
  if (!s.damping.empty()) f.Problem("damping_time", "dampings are given besides", "give one");
  s.damping = s.stiffness;
  for (double& value : s.damping) value *= time;
}

void DescribeKind(Fields& f, LinearSettings& s, LawMotion motion) {
  const std::vector<double> rates = ReadRates(
      f,
      "TABLE.ROW of a sheet with the rates of a bushing, z along its axis: k_radial1, k_radial2, "
      "k_axial, kt_conical1, kt_conical2, kt_torsional");
  if (!rates.empty()) {
    s.dimension = 6;
    s.stiffness = rates;
  }
  f.Integer({"dimension", "1, 3 or 6 directions"}, s.dimension, 1, 6);
  const int n = s.dimension == 3 || s.dimension == 6 ? s.dimension : 1;
  DescribeLinearPart(f, s.stiffness, {"stiffness", "the same in all directions"},
                     {"stiffnesses", "one per direction"},
                     {"stiffness_matrix", "rows x, y, z, rx, ry, rz"}, n, motion, false);
  DescribeLinearPart(f, s.damping, {"damping", "the same in all directions"},
                     {"dampings", "one per direction"},
                     {"damping_matrix", "rows x, y, z, rx, ry, rz"}, n, motion, true);
  ReadDampingTime(f, s);
}

void DescribeKind(Fields& f, PolynomialSettings& s, LawMotion motion) {
  DescribeCoefficients(f, s.coefficients, LawUnits(motion));
  DescribeDamper(f, s.damper, LawUnits(motion));
}

void DescribeKind(Fields& f, YeohSettings& s, LawMotion motion) {
  const LawUnits u(motion);
  f.Number({"D10", "half the stiffness at zero", kRequired}, s.d10, u.stiffness(1));
  f.Number({"D20", "factor of 4 u^3"}, s.d20, u.stiffness(3));
  f.Number({"D30", "factor of 6 u^5"}, s.d30, u.stiffness(5));
  DescribeDamper(f, s.damper, u);
}

void DescribeKind(Fields& f, TableSpringSettings& s, LawMotion motion) {
  const LawUnits u(motion);
  DescribeTable(f, s.table, u.strain, u.force, "rows of [displacement, force]");
  DescribeDamper(f, s.damper, u);
}

void DescribeKind(Fields& f, BumperSettings& s, LawMotion motion) {
  static constexpr const char* kSides[] = {"compression", "extension"};
  const LawUnits u(motion);
  f.Number({"gap", "free travel before contact"}, s.gap, u.strain);
  DescribeChoice(f, {"side", "which motion closes the gap"}, kSides, s.side);
  DescribeCoefficients(f, s.coefficients, u);
  TableSettings table = s.table.value_or(TableSettings{});
  const bool there =
      f.Typed({"table", "force over compression, in place of k1, k2, ..."}, "bumper table",
              s.table.has_value(), [&](Fields& inner) {
                DescribeTable(inner, table, u.strain, u.force, "rows of [compression, force]");
              });
  if (there) s.table = table;
  f.Number({"loss", "Hunt-Crossley loss: share of the force per velocity"}, s.loss,
           quantity::kNumber / u.rate(), kNotNegative);
}

void DescribeKind(Fields& f, DamperSettings& s, LawMotion motion) {
  DescribeDamper(f, s, LawUnits(motion));
}

void DescribeBranches(Fields& f, std::vector<MaxwellBranch>& branches, const Quantity& stiffness) {
  MaxwellBranch blank;
  f.List(
      {"branches", "Maxwell branches: spring and dashpot in a row"}, "branch",
      {[&] { return branches.size(); }, [&](size_t n) { branches.resize(n); },
       [&](Fields& inner, size_t i) {
         MaxwellBranch& b = i < branches.size() ? branches[i] : blank;
         inner.Number({"stiffness", "of the spring", kRequired}, b.stiffness, stiffness);
         inner.Number({"time", "relaxation time", kRequired}, b.time, quantity::kTime, kPositive);
       }},
      {});
}

void DescribeKind(Fields& f, PronySettings& s, LawMotion motion) {
  const LawUnits u(motion);
  f.Number({"stiffness", "after all has relaxed"}, s.stiffness, u.stiffness(), kNotNegative);
  DescribeBranches(f, s.branches, u.stiffness());
}

void DescribeKind(Fields& f, PipkinRogersSettings& s, LawMotion motion) {
  static constexpr const char* kUpdates[] = {"exact", "trapezoid"};
  const LawUnits u(motion);
  PipkinRogersTerm blank;
  f.List({"terms", "one per power of the strain", kRequired}, "term",
         {[&] { return s.terms.size(); }, [&](size_t n) { s.terms.resize(n); },
          [&](Fields& inner, size_t i) {
            PipkinRogersTerm& t = i < s.terms.size() ? s.terms[i] : blank;
            inner.Integer({"power", "of the strain", kRequired}, t.power, 1,
                          PipkinRogersLaw::kMaxPower);
            inner.Number({"stiffness", "after all has relaxed"}, t.stiffness, u.stiffness(t.power));
            DescribeBranches(inner, t.branches, u.stiffness(t.power));
          }},
         {1});
  DescribeChoice(f, {"update", "exact, or the trapezoidal rule of Ledesma et al."}, kUpdates,
                 s.update);
}

void DescribeKind(Fields& f, ElastoPlasticSettings& s, LawMotion motion) {
  const LawUnits u(motion);
  ElastoPlasticElement blank;
  f.List({"elements", "springs with sliders, in parallel", kRequired}, "element",
         {[&] { return s.elements.size(); }, [&](size_t n) { s.elements.resize(n); },
          [&](Fields& inner, size_t i) {
            ElastoPlasticElement& e = i < s.elements.size() ? s.elements[i] : blank;
            inner.Number({"stiffness", "of the spring", kRequired}, e.stiffness, u.stiffness(),
                         kNotNegative);
            inner.Number({"yield_force", "at which it slides", kRequired}, e.yield_force, u.force,
                         kNotNegative);
          }},
         {});
}

void DescribeKind(Fields& f, BergSettings& s, LawMotion motion) {
  const LawUnits u(motion);
  f.Number({"max_force", "friction force that is never passed", kRequired}, s.max_force, u.force,
           kNotNegative);
  f.Number({"half_displacement", "from rest to half of max_force", kRequired}, s.half_displacement,
           u.strain, kPositive);
}

void DescribeKind(Fields& f, BoucWenSettings& s, LawMotion motion) {
  const LawUnits u(motion);
  f.Number({"stiffness", "at rest", kRequired}, s.stiffness, u.stiffness(), kNotNegative);
  f.Number({"elastic_share", "of the stiffness"}, s.elastic_share, quantity::kNumber, kFactor);
  f.Number({"beta", "shape, in SI to the power -exponent", kRequired}, s.beta, quantity::kNumber,
           kNotNegative);
  f.Number({"gamma", "shape, from -beta to beta"}, s.gamma, quantity::kNumber);
  f.Number({"exponent", "the larger, the sharper the knee"}, s.exponent, quantity::kNumber);
  f.Number({"amplitude", "leave it at 1"}, s.amplitude, quantity::kNumber, kPositive);
}

void DescribeKind(Fields& f, FluidSettings& s, LawMotion motion) {
  const LawUnits u(motion);
  f.Number({"mass", "of the fluid"}, s.mass, u.mass, kNotNegative);
  f.Number({"stiffness", "of the spring behind it", kRequired}, s.stiffness, u.stiffness(),
           kNotNegative);
  f.Number({"time", "of relaxation; the dashpot is stiffness times this", kRequired}, s.time,
           quantity::kTime, kNotNegative);
}

void DescribeKind(Fields& f, HydroPathSettings& s, LawMotion motion) {
  const LawUnits u(motion);
  f.Number({"pumping_stiffness", "of the rubber that pumps", kRequired}, s.pumping_stiffness,
           u.stiffness(), kNotNegative);
  f.Number({"chamber_stiffness", "of the far chamber, seen at the pump"}, s.chamber_stiffness,
           u.stiffness(), kNotNegative);
  f.Number({"mass", "of the fluid in the track, seen at the pump", kRequired}, s.mass, u.mass,
           kNotNegative);
  f.Number({"linear_loss", "of the track, force per velocity"}, s.linear_loss, u.damping(),
           kNotNegative);
  f.Number({"quadratic_loss", "of the track, force per velocity squared"}, s.quadratic_loss,
           u.damping() / u.rate(), kNotNegative);
  f.Number({"gap", "free travel of the decoupler each way"}, s.gap, u.strain, kNotNegative);
  f.Number({"decline", "the pumping stiffness falls as 1/(1 + decline times its deflection)"},
           s.decline, quantity::kNumber / u.strain, kNotNegative);
}

void DescribeKind(Fields& f, HydromountSettings& s, LawMotion motion) {
  const LawUnits u(motion);
  f.Number({"stiffness", "of the rubber", kRequired}, s.stiffness, u.stiffness());
  f.Number({"damping", "of the rubber"}, s.damping, u.damping(), kNotNegative);
  DescribeKind(f, s.path, motion);
}

void DescribeKind(Fields& f, HydrobushingSettings& s, LawMotion motion) {
  const LawUnits u(motion);
  f.Number({"D10", "half the elastic stiffness at zero", kRequired}, s.d10, u.stiffness(1));
  f.Number({"D20", "factor of 4 u^3"}, s.d20, u.stiffness(3));
  f.Number({"D30", "factor of 6 u^5"}, s.d30, u.stiffness(5));
  f.Numbers({"Kp", "stiffness of each elasto-plastic element"}, s.kp, u.stiffness(), {},
            kNotNegative);
  f.Numbers({"Fy", "yield force of each elasto-plastic element"}, s.fy, u.force, {}, kNotNegative);
  f.Numbers({"M", "mass of each fluid element"}, s.m, u.mass, {}, kNotNegative);
  f.Numbers({"Kf", "stiffness of each fluid element"}, s.kf, u.stiffness(), {}, kNotNegative);
  f.Numbers({"Tr", "relaxation time of each fluid element"}, s.tr, quantity::kTime, {},
            kNotNegative);
}

void DescribeKind(Fields& f, InerterSettings& s, LawMotion motion) {
  f.Number({"inertance", "force per acceleration", kRequired}, s.inertance, LawUnits(motion).mass,
           kNotNegative);
}

void DescribeKind(Fields& f, SliderSettings& s, LawMotion motion) {
  const LawUnits u(motion);
  f.Number({"force", "up to which it sticks", kRequired}, s.force, u.force, kNotNegative);
  f.Number({"stiffness", "while it sticks; 0 takes force per micrometre"}, s.stiffness,
           u.stiffness(), kNotNegative);
}

void DescribeKind(Fields& f, FractionalSettings& s, LawMotion motion) {
  static constexpr const char* kForms[] = {"spring-pot", "zener"};
  const LawUnits u(motion);
  DescribeChoice(f, {"form", "spring-pot beside a spring, or Zener"}, kForms, s.form);
  f.Number({"stiffness", "at low frequency"}, s.stiffness, u.stiffness(), kNotNegative);
  f.Number({"coefficient", "of the spring-pot, in SI"}, s.coefficient, quantity::kNumber,
           kNotNegative);
  f.Number({"high_stiffness", "at high frequency (Zener)"}, s.high_stiffness, u.stiffness(),
           kNotNegative);
  f.Number({"time", "where the change lies (Zener)"}, s.time, quantity::kTime, kNotNegative);
  f.Number({"exponent", "above 0 and below 1", kRequired}, s.exponent, quantity::kNumber, kFactor);
  f.Number({"min_frequency", "of the band that the law holds in", kRequired}, s.min_frequency,
           quantity::kFrequency, kPositive);
  f.Number({"max_frequency", "of the band that the law holds in", kRequired}, s.max_frequency,
           quantity::kFrequency, kPositive);
  f.Integer({"branches", "of the fitted Prony series; 0 takes two a decade"}, s.branches, 0, 60);
}

// Named numbers in SI: `constants: {k: {value: 2e5}}`.
void DescribeConstants(Fields& f, std::map<std::string, double>& constants) {
  std::vector<std::pair<std::string, double>> items(constants.begin(), constants.end());
  std::pair<std::string, double> blank;
  f.Map({"constants", "named numbers, in SI"}, "constant",
        {[&] { return items.size(); },
         [&](const std::string& name) { items.emplace_back(name, 0.0); },
         [&](size_t i) -> const std::string& { return items[i].first; },
         [&](Fields& inner, size_t i) {
           auto& item = i < items.size() ? items[i] : blank;
           inner.Number({"value", "in SI", kRequired}, item.second, quantity::kNumber);
         }});
  constants = {items.begin(), items.end()};
}

void DescribeKind(Fields& f, ExpressionSettings& s, LawMotion) {
  f.Texts({"force", "one formula per direction, of x, xdot, ... in SI", kRequired}, s.force,
          {1, 6});
  DescribeConstants(f, s.parameters);
}

void DescribeKind(Fields& f, LibrarySettings& s, LawMotion) {
  f.Path({"file", "the shared library", kRequired}, s.file);
  std::error_code ignored;
  if (std::filesystem::exists(s.file, ignored)) f.Uses(s.file);  // else one of the system's
  f.Integer({"dimension", "1, 3 or 6 directions"}, s.dimension, 1, 6);
  DescribeConstants(f, s.parameters);
}

void DescribeLaws(Fields& f, const Key& key, std::vector<LawSettings>& laws, bool axes,
                  LawMotion motion) {
  LawSettings blank;
  f.List(key, "law",
         {[&] { return laws.size(); }, [&](size_t n) { laws.resize(n); },
          [&](Fields& inner, size_t i) {
            LawSettings& law = i < laws.size() ? laws[i] : blank;
            const int count = static_cast<int>(laws.size());
            law.motion = axes ? MotionOf(static_cast<int>(i), count, motion) : motion;
            Describe(inner, law);
          }},
         {1});
}

void DescribeKind(Fields& f, AxesSettings& s, LawMotion motion) {
  DescribeLaws(f, {"axes", "one law per direction: x, y, z, and about them", kRequired}, s.axes,
               true, motion);
  const std::vector<double> rates =
      ReadRates(f,
                "TABLE.ROW of a sheet with the rates of a bushing, as that of `linear`: the six "
                "laws are those of a rate of 1, and multiplied");
  if (rates.empty()) return;
  if (s.axes.size() != rates.size()) f.Problem("row", "it has six rates", "give six axes");
  for (size_t i = 0; i < std::min(s.axes.size(), rates.size()); ++i) {
    if (!(rates[i] > 0)) f.Problem("row", "its rates have to be positive", "give another row");
    s.axes[i].modifiers.force_scale *= rates[i];
  }
}
void DescribeKind(Fields& f, ParallelSettings& s, LawMotion motion) {
  DescribeLaws(f, {"parts", "side by side: forces add", kRequired}, s.parts, false, motion);
}
void DescribeKind(Fields& f, SeriesSettings& s, LawMotion motion) {
  DescribeLaws(f, {"parts", "in a row: one force, strains add", kRequired}, s.parts, false, motion);
}

// ---- What any law can carry
// -------------------------------------------------------------------------

void DescribeDirections(Fields& f, const Key& key, std::vector<double>& values, int n,
                        const Quantity& along, const Quantity& about) {
  if (!f.Visit(key, !values.empty())) return;
  if (n == 6) {
    const Quantity quantities[] = {along, along, along, about, about, about};
    values.resize(6, 0.0);
    f.Array(key, values, quantities);
  } else {
    f.Numbers(key, values, along, {});
  }
}

void DescribeTemperature(Fields& f, TemperatureSettings& s) {
  f.Number({"of_part", "temperature of the part", kRequired}, s.temperature,
           quantity::kTemperature);
  f.Number({"reference", "temperature at which the numbers hold"}, s.reference,
           quantity::kTemperature);
  f.Number({"c1", "first constant of Williams, Landel and Ferry"}, s.c1, quantity::kNumber);
  f.Number({"c2", "second constant, in kelvin"}, s.c2, quantity::kNumber, kPositive);
}

void DescribeModifiers(Fields& f, LawModifiers& m, int n, LawMotion motion) {
  const LawUnits along(MotionOf(0, n, motion)), about(LawMotion::kRotation);
  DescribeDirections(f, {"preload", "constant force added, one per direction"}, m.preload, n,
                     along.force, about.force);
  DescribeDirections(f, {"prestrain", "strain of the part where the connection has none"},
                     m.prestrain, n, along.strain, about.strain);
  DescribeDirections(f, {"offset", "working point; its force at rest is subtracted"}, m.offset, n,
                     along.strain, about.strain);
  DescribeDirections(f, {"factor", "of the force, one per direction"}, m.factor, n,
                     quantity::kNumber, quantity::kNumber);
  DescribeDirections(f, {"signs", "1 or -1 per direction, for the mirror image of the law"},
                     m.signs, n, quantity::kNumber, quantity::kNumber);
  f.Number({"strain_scale", "factor of the strain"}, m.strain_scale, quantity::kNumber, kPositive);
  f.Number({"force_scale", "factor of the force"}, m.force_scale, quantity::kNumber, kPositive);
  TemperatureSettings temperature = m.temperature.value_or(TemperatureSettings{});
  const bool there =
      f.Typed({"temperature", "time-temperature shift"}, "temperature", m.temperature.has_value(),
              [&](Fields& inner) { DescribeTemperature(inner, temperature); });
  if (there) m.temperature = temperature;
}

constexpr const char* kMeanings[] = {
    "f = K e + C e', one number, one per direction, or matrices",
    "spring k1 u + k2 u^2 + ..., with a damper",
    "modified Yeoh spring 2 (D10 u + 2 D20 u^3 + 3 D30 u^5), with a damper",
    "spring through points, with a damper",
    "one-sided stop with a gap",
    "damper alone, linear or through points",
    "generalized Maxwell model (Prony series)",
    "nonlinear viscoelastic, powers of the strain times exponentials (Pipkin and Rogers)",
    "springs with sliders, in parallel",
    "Berg's smooth friction",
    "Bouc-Wen hysteresis",
    "fluid element: dashpot, mass and spring in a row",
    "pump, inertia track and decoupler",
    "rubber, dashpot and fluid path of a hydromount, in parallel",
    "hydrobushing of Svensson and Håkansson",
    "force proportional to acceleration",
    "sticks, then slides",
    "spring-pot or Zener law by a Prony series over a band",
    "a formula",
    "a law from a shared library",
    "one law per direction",
    "laws side by side",
    "laws in a row"};

// The alternatives in the order of the variant.
template <class... Kinds>
void DescribeKinds(Fields& f, std::variant<Kinds...>& kind, LawMotion motion) {
  static_assert(std::size(kMeanings) == sizeof...(Kinds));
  std::vector<Fields::Alternative> alternatives;
  const auto add = [&]<class T>(std::in_place_type_t<T>) {
    const size_t i = alternatives.size();
    alternatives.push_back({LawKindNames()[i].c_str(), kMeanings[i],
                            [&kind] {
                              if (!std::holds_alternative<T>(kind)) kind.template emplace<T>();
                            },
                            [&kind, motion](Fields& inner) {
                              T blank{};
                              T* held = std::get_if<T>(&kind);
                              DescribeKind(inner, held ? *held : blank, motion);
                            }});
  };
  (add(std::in_place_type<Kinds>), ...);
  f.OneOf({"law", "what kind of law", kRequired}, alternatives, [&kind] { return kind.index(); });
}

}  // namespace

void Describe(Fields& fields, LawSettings& law) {
  fields.Where(law.place);
  DescribeChoice(fields, {"motion", "what the strain is, for the units of plain numbers"}, kMotions,
                 law.motion);
  DescribeKinds(fields, law.kind, law.motion);
  DescribeModifiers(fields, law.modifiers, DimensionOf(law), law.motion);
}

}  // namespace jounce
