#include "study/study_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/names.h"
#include "io/field_reader.h"
#include "io/field_writer.h"
#include "math/expression.h"
#include "study/law_draw.h"
#include "study/sobol.h"

namespace jounce::study {
namespace {

constexpr double kMostRuns = 1e6;

// ---- What varies ----------------------------------------------------------------------------------

struct RangeTexts {
  std::string from, to, nominal, tolerance;
};

double NumberOf(Fields& f, const char* key, const std::string& text, std::string* unit) {
  double number = 0;
  if (!ParseNumberWithUnit(text, &number, unit)) {
    f.Problem(key, fmt::format("{}: '{}' is no number", key, text), "as 12 or 12.5 N/mm");
  }
  return number;
}

void ReadRange(Fields& f, const RangeTexts& texts, Factor* factor) {
  std::string unit;
  factor->low = NumberOf(f, "from", texts.from, &factor->unit);
  factor->high = NumberOf(f, "to", texts.to, &unit);
  if (unit != factor->unit) {
    f.Problem("to", fmt::format("'{}' and '{}' have different units", texts.from, texts.to),
              "write both in the same unit");
  }
  if (!(factor->high > factor->low)) {
    f.Problem("to", fmt::format("'{}' is not more than '{}'", texts.to, texts.from),
              "the range goes up");
  }
  factor->nominal = 0.5 * (factor->low + factor->high);
}

void ReadTolerance(Fields& f, const RangeTexts& texts, Factor* factor) {
  std::string unit;
  factor->nominal = NumberOf(f, "nominal", texts.nominal, &factor->unit);
  double tolerance = NumberOf(f, "tolerance", texts.tolerance, &unit);
  if (unit == "%" && factor->unit != "%") {
    tolerance *= 0.01 * std::abs(factor->nominal);
  } else if (unit != factor->unit) {
    f.Problem("tolerance", fmt::format("'{}' has another unit than the nominal value", unit),
              "write it in the same unit, or in %");
  }
  if (!(tolerance > 0)) f.Problem("tolerance", "it is not above zero", "as 2 N/mm or 10 %");
  factor->low = factor->nominal - tolerance;
  factor->high = factor->nominal + tolerance;
  if (factor->distribution == Distribution::kLognormal) {
    if (!(factor->nominal > 0)) {
      f.Problem("nominal", "a lognormal value is above zero", "take a normal distribution");
    } else {
      factor->low = factor->nominal * factor->nominal / factor->high;
    }
  }
}

// A list of numbers in one unit is one of numbers; 007 is the name of a variant.
void ReadListOfNumbers(Factor* factor) {
  std::vector<double> numbers;
  std::string first_unit;
  for (const std::string& text : factor->values) {
    double number = 0;
    std::string unit;
    const bool is_code = text.size() > 1 && text[0] == '0' && std::isdigit(text[1]);
    if (factor->is_case || is_code || !ParseNumberWithUnit(text, &number, &unit)) return;
    if (numbers.empty()) first_unit = unit;
    if (unit != first_unit) return;
    numbers.push_back(number);
  }
  factor->numbers = std::move(numbers);
  factor->unit = first_unit;
}

// Exactly one way to say the values.
void ReadNumbers(Fields& f, const RangeTexts& texts, Factor* factor) {
  if (!factor->uncertainty.empty()) {
    if (factor->bushings.empty())
      f.Problem("uncertainty", "whose law is it?", "add bushings: [...]");
    return;
  }
  const bool range = !texts.from.empty() || !texts.to.empty();
  const bool spread = !texts.nominal.empty() || !texts.tolerance.empty();
  if (int{range} + int{spread} + int{factor->IsList()} != 1) {
    f.Problem("", fmt::format("'{}' needs one way to say its values", factor->name),
              "give values: [...], cases: [...], from and to, or nominal and tolerance");
    return;
  }
  ReadListOfNumbers(factor);
  if (range && (texts.from.empty() || texts.to.empty())) {
    f.Problem("", "a range needs both `from` and `to`");
  } else if (spread && (texts.nominal.empty() || texts.tolerance.empty())) {
    f.Problem("", "a tolerance needs both `nominal` and `tolerance`");
  } else if (range) {
    ReadRange(f, texts, factor);
  } else if (spread) {
    ReadTolerance(f, texts, factor);
  }
  if (range && factor->distribution != Distribution::kUniform) {
    f.Problem("distribution", "a range from-to is uniform", "give nominal and tolerance");
  }
  if (factor->logarithmic && (!range || !(factor->low > 0))) {
    f.Problem("spacing", "logarithmic spacing needs a range above zero");
  }
}

void CheckScale(Fields& f, const Factor& factor) {
  if (!factor.scale) {
    if (!factor.uncertainty.empty()) return;
    if (!factor.bushings.empty() || !factor.directions.empty()) {
      f.Problem("bushings", "only a scale is of bushings",
                "add scale: force, stiffness or damping");
    }
    return;
  }
  if (!factor.set.empty() || factor.is_case) {
    f.Problem("scale", "a scale sets no parameters", "leave `set` and `cases` out");
  }
  if (factor.bushings.empty()) {
    f.Problem("scale", "whose law is scaled?", "add bushings: [\"front_*\"]");
  }
  if (!factor.unit.empty() || (!factor.IsList() && !(factor.low > 0))) {
    f.Problem("scale", "a scale is a plain number above zero", "as from: 0.8, to: 1.2");
  }
  const bool all_above_zero = std::all_of(factor.numbers.begin(), factor.numbers.end(),
                                          [](double number) { return number > 0; });
  if (factor.IsText() || !all_above_zero) {
    f.Problem("values", "a scale is a plain number above zero", "as values: [0.8, 1, 1.2]");
  }
  for (const std::string& direction : factor.directions) {
    if (std::find(std::begin(kDirections), std::end(kDirections), direction) ==
        std::end(kDirections)) {
      f.Problem("directions", fmt::format("there is no direction '{}'", direction),
                "x, y, z, rx, ry or rz");
    }
  }
}

}  // namespace

bool ParseNumberWithUnit(const std::string& text, double* number, std::string* unit) {
  const char* begin = text.c_str();
  char* end = nullptr;
  const double value = std::strtod(begin, &end);
  if (end == begin || !std::isfinite(value)) return false;
  // Hexadecimal numbers are for machines.
  if (text.find_first_of("xX") < static_cast<size_t>(end - begin)) return false;
  *number = value;
  const size_t first = text.find_first_not_of(" \t", static_cast<size_t>(end - begin));
  *unit = first == std::string::npos ? "" : text.substr(first);
  while (!unit->empty() && (unit->back() == ' ' || unit->back() == '\t')) unit->pop_back();
  return true;
}

static void Describe(Fields& f, Factor& factor) {
  static constexpr const char* kDistributions[] = {"uniform", "normal", "lognormal"};
  static constexpr const char* kParts[] = {"force", "stiffness", "damping"};
  static constexpr const char* kSpacings[] = {"even", "logarithmic"};
  f.Where(factor.place);
  f.Texts({"set", "parameters and variants that get the value; its own name by default"},
          factor.set, {.least = 1});
  f.Texts({"values", "list: numbers with their units, variants, files of roads"}, factor.values,
          {.least = 1});
  if (f.Visit({"cases", ""}, factor.is_case)) {
    std::vector<std::string> cases = factor.is_case ? factor.values : std::vector<std::string>{};
    f.Texts({"cases", "of the model, by name"}, cases, {.least = 1});
    if (!f.ForSchema()) {
      if (!factor.values.empty()) f.Problem("cases", "both values and cases are given");
      factor.is_case = true;
      factor.values = cases;
    }
  }
  if (f.Visit({"scale", ""}, factor.scale.has_value())) {
    ScaledPart part = factor.scale.value_or(ScaledPart::kForce);
    DescribeChoice(f, {"scale", "what of laws is scaled"}, kParts, part);
    factor.scale = part;
  }
  f.Texts({"bushings", "patterns of names of connections, as front_*; with scale"}, factor.bushings,
          {.least = 1});
  f.Texts({"directions", "x, y, z, rx, ry, rz; all by default; with scale"}, factor.directions,
          {.least = 1});
  f.Path({"uncertainty", "file of an identified law that is drawn from; with bushings, directions"},
         factor.uncertainty);
  RangeTexts texts;
  f.Text({"from", "lower end of a range, with its unit"}, texts.from);
  f.Text({"to", "upper end of a range"}, texts.to);
  f.Text({"nominal", "middle of a tolerance, with its unit"}, texts.nominal);
  f.Text({"tolerance", "half width, with its unit or in %"}, texts.tolerance);
  DescribeChoice(f, {"distribution", "of a tolerance"}, kDistributions, factor.distribution);
  f.Number({"sigmas", "standard deviations that the tolerance is of a normal distribution"},
           factor.sigmas, quantity::kNumber, kPositive);
  int spacing = factor.logarithmic ? 1 : 0;
  f.Choice({"spacing", "of a range"}, kSpacings, spacing);
  factor.logarithmic = spacing == 1;
  f.Integer({"count", "levels in a grid"}, factor.count, 2, 100000);
  if (f.ForSchema()) return;
  ReadNumbers(f, texts, &factor);
  CheckScale(f, factor);
}

static void Describe(Fields& f, Sampling& sampling) {
  static constexpr const char* kMethods[] = {"grid",  "random", "latin_hypercube",
                                             "sobol", "morris", "sobol_indices"};
  DescribeChoice(f, {"method", "how values are combined"}, kMethods, sampling.method);
  f.Integer({"runs", "points; trajectories of morris; rows of each sample of sobol_indices"},
            sampling.runs, 1, static_cast<int>(kMostRuns));
  f.Integer({"seed", "of what is random; 0: the plain sequence of Sobol"}, sampling.seed, 0);
  f.Integer({"levels", "of morris, even"}, sampling.levels, 2, 1000);
  if (sampling.levels % 2 != 0) f.Problem("levels", "the number of levels is not even");
}

// ---- What is looked at ----------------------------------------------------------------------------

static void Describe(Fields& f, TimeWindow& window) {
  f.Number({"from", "start of what is looked at"}, window.from, quantity::kTime, kNotNegative);
  f.Number({"to", "its end; the end of the run by default"}, window.to, quantity::kTime,
           kNotNegative);
  if (!f.ForSchema() && window.to > 0 && window.to <= window.from) {
    f.Problem("to", "it is not after `from`");
  }
}

static void Describe(Fields& f, StatisticOutput& o) {
  f.Text({"channel", "of the run, as chassis_acceleration.z", kRequired}, o.channel);
  f.Choice({"statistic", "of its samples"}, kStatistics, o.statistic);
  Describe(f, o.window);
}
static void Describe(Fields& f, BandOutput& o) {
  f.Text({"channel", "of the run", kRequired}, o.channel);
  f.Number({"low", "lower end of the band"}, o.low, quantity::kFrequency, kNotNegative);
  f.Number({"high", "upper end", kRequired}, o.high, quantity::kFrequency, kPositive);
  if (!f.ForSchema() && !(o.high > o.low)) f.Problem("high", "it is not above `low`");
  f.Integer({"segment", "samples of a segment of Welch's method"}, o.segment, 8, 1 << 24);
  Describe(f, o.window);
}
static void Describe(Fields& f, DamageOutput& o) {
  f.Text({"channel", "of the run", kRequired}, o.channel);
  f.Path({"material", "file; without it the pseudo-damage sum n S_a^slope"}, o.material);
  f.Number({"slope", "of the pseudo-damage"}, o.slope, quantity::kNumber, kPositive);
  Describe(f, o.window);
}
static void Describe(Fields& f, LifeOutput& o) {
  f.Text({"channel", "of the run", kRequired}, o.channel);
  f.Path({"material", "file", kRequired}, o.material);
  Describe(f, o.window);
}
static void Describe(Fields& f, ModeOutput& o) {
  f.Integer({"number", "from 1, by rising frequency; without a body"}, o.number, 1, 10000);
  f.Text({"body", "that has the largest share of the kinetic energy"}, o.body);
  if (f.Visit({"direction", ""}, o.direction >= 0)) {
    int direction = std::max(0, o.direction);
    f.Choice({"direction", "in which it moves"}, kDirections, direction);
    o.direction = direction;
  }
  f.Choice({"value", "of the mode"}, kModeValues, o.value);
  if (!f.ForSchema() && o.direction >= 0 && o.body.empty()) {
    f.Problem("direction", "of which body?", "add body: chassis");
  }
}
static void Describe(Fields& f, StaticOutput& o) {
  f.Text({"channel", "in static equilibrium", kRequired}, o.channel);
}
static void Describe(Fields& f, KcOutput& o) {
  f.Texts({"wheels", "frames of one or two wheels", kRequired}, o.wheels, {.least = 1, .most = 2});
  f.Text({"steer", "joint of the steering, which is held"}, o.steer);
  f.Text({"test", "travel, lateral_contact, longitudinal_contact, ..."}, o.test);
  f.Text({"pivots", "rigid or elastic"}, o.pivots);
  f.Text({"pattern", "single, symmetric or antisymmetric; the first there is by default"},
         o.pattern);
  f.Text({"support", "of the wheel; the first there is by default"}, o.support);
  f.Text({"value", "toe_deg, camber_deg, ..., or wheel_rate (N/m)"}, o.value);
  f.Integer({"wheel", "from 1"}, o.wheel, 1, 2);
}
static void Describe(Fields& f, FormulaOutput& o) {
  f.Text({"formula", "of inputs and of outputs above it", kRequired}, o.formula);
  f.Text({"unit", "that it is shown with"}, o.unit);
}

static void Describe(Fields& f, Output& output) {
  f.Where(output.place);
  DescribeVariant(f, {"take", "what is taken of a run", kRequired}, output.kind,
                  {{{"statistic", "of a channel"},
                    {"band", "rms of a channel between two frequencies"},
                    {"damage", "of one run by a channel"},
                    {"life", "runs to failure by a channel"},
                    {"mode", "a natural mode"},
                    {"static", "a channel in equilibrium"},
                    {"kc", "a gradient of kinematics and compliance"},
                    {"formula", "of inputs and other outputs"}}});
}

static void Describe(Fields& f, Limit& limit) {
  for (auto [key, value] : {std::pair{"least", &limit.least}, std::pair{"most", &limit.most}}) {
    if (!f.Visit({key, ""}, value->has_value())) continue;
    double number = value->value_or(0);
    f.Number({key, "value of the output, in its unit"}, number, quantity::kNumber);
    *value = number;
  }
}

static void Describe(Fields& f, Optimization& o) {
  f.Text({"minimize", "an output", kRequired}, o.minimize);
  DescribeMap(f, {"limits", "of outputs"}, "study_limit", o.limits);
  f.Integer({"runs", "at most, for each combination of lists"}, o.runs, 1,
            static_cast<int>(kMostRuns));
  f.Integer({"seed", "of what is random"}, o.seed, 1);
  f.Number({"start_size", "spread of the first runs, as part of the ranges"}, o.start_size,
           quantity::kNumber, {.least = 0, .most = 1, .least_excluded = true});
}

void Describe(Fields& f, Study& s) {
  static constexpr const char* kKeeps[] = {"none", "results", "pages"};
  f.Text({"name", "of the study"}, s.name);
  f.Path({"model", "file; without it all outputs are formulas"}, s.model);
  f.Text({"case", "of the model"}, s.case_name);
  f.Flag({"equilibrium", "runs start in static equilibrium"}, s.from_equilibrium);
  f.Number({"end_time", "of runs; as the model says by default"}, s.end_time, quantity::kTime,
           kPositive);
  f.Number({"step", "of runs; as the model says by default"}, s.step, quantity::kTime, kPositive);
  f.Number({"time_limit", "after which a run is given up"}, s.time_limit, quantity::kTime,
           kPositive);
  DescribeChoice(f, {"keep", "of each run besides its row"}, kKeeps, s.keep);
  DescribeMap(f, {"vary", "what varies, by name"}, "study_factor", s.factors);
  f.Group({"sampling", "how it varies"}, [&s](Fields& inner) { Describe(inner, s.sampling); });
  DescribeMap(f, {"outputs", "what is looked at, by name", kRequired}, "study_output", s.outputs);
  DescribeOptional(f, {"optimize", "an output instead of sampling"}, "study_optimization",
                   s.optimize);
}

namespace {

// Names of columns must tell inputs and outputs apart, also for SQL, which ignores case.
void CheckNames(const Study& study, Diagnostics* diagnostics) {
  std::set<std::string> seen = {"run", "status", "reason", "key"};
  const auto check = [&](const std::string& name, const Place& place) {
    std::string lower = name;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (seen.insert(lower).second) return;
    diagnostics->Error(place, fmt::format("there is a column '{}' already", name),
                       "inputs, outputs, run, status, reason and key need different names");
  };
  for (const Factor& factor : study.factors) check(factor.name, factor.place);
  for (const Output& output : study.outputs) check(output.name, output.place);
}

void CheckFormulas(const Study& study, Diagnostics* diagnostics) {
  std::vector<std::string> known;
  for (const Factor& factor : study.factors) {
    if (!factor.IsText()) known.push_back(factor.name);
  }
  for (const Output& output : study.outputs) {
    if (const auto* formula = std::get_if<FormulaOutput>(&output.kind)) {
      try {
        Expression::Parse(formula->formula, known);
      } catch (const InputError& error) {
        for (const Diagnostic& d : error.diagnostics()) {
          diagnostics->Error(output.place, d.message, d.remedy);
        }
      }
    } else if (study.model.empty()) {
      diagnostics->Error(output.place,
                         fmt::format("'{}' needs a model, and the study names none", output.name),
                         "add model: FILE, or make it a formula");
    }
    known.push_back(output.name);
  }
}

void CheckFactors(const Study& study, Diagnostics* diagnostics) {
  int cases = study.case_name.empty() ? 0 : 1;
  std::vector<int> levels;
  for (const Factor& factor : study.factors) {
    cases += factor.is_case ? 1 : 0;
    levels.push_back(factor.Levels());
    if (study.model.empty() &&
        (factor.is_case || factor.scale || factor.draw >= 0 || !factor.set.empty())) {
      diagnostics->Error(factor.place, fmt::format("'{}' needs a model", factor.name),
                         "add model: FILE");
    }
  }
  if (cases > 1) diagnostics->Error({study.file}, "the case is chosen twice", "choose it once");
  const double runs = RunCount(study.sampling, levels);
  if (!study.optimize && runs > kMostRuns) {
    diagnostics->Error({study.file}, fmt::format("{:.3g} runs are more than {:g}", runs, kMostRuns),
                       "take fewer levels, or sampling: {method: sobol, runs: 1000}");
  }
  const size_t dimensions =
      study.factors.size() * (study.sampling.method == SamplingMethod::kSobolIndices ? 2 : 1);
  const bool is_sobol = study.sampling.method == SamplingMethod::kSobolIndices ||
                        study.sampling.method == SamplingMethod::kSobol;
  if (is_sobol && dimensions > kMostSobolDimensions) {
    diagnostics->Error({study.file},
                       fmt::format("Sobol's sequence has {} dimensions here, {} are needed",
                                   kMostSobolDimensions, dimensions),
                       "vary less, or take latin_hypercube or morris");
  }
}

void CheckOptimization(const Study& study, Diagnostics* diagnostics) {
  if (!study.optimize) return;
  std::vector<std::string> names;
  for (const Output& output : study.outputs) names.push_back(output.name);
  const auto check = [&](const std::string& name) {
    if (study.FindOutput(name) >= 0) return;
    diagnostics->Error({study.file}, fmt::format("optimize: there is no output '{}'", name),
                       SuggestName(name, names));
  };
  check(study.optimize->minimize);
  for (const Limit& limit : study.optimize->limits) {
    check(limit.name);
    if (limit.least || limit.most) continue;
    diagnostics->Error({study.file}, fmt::format("the limit of '{}' says nothing", limit.name),
                       "add least or most");
  }
  if (study.factors.empty()) {
    diagnostics->Error({study.file}, "optimize: nothing varies", "add vary: {...}");
  }
}

std::string Absolute(const std::string& path) {
  return path.empty() ? "" : std::filesystem::absolute(path).lexically_normal().string();
}

// Values that begin with ./ are files beside the study. All paths hold wherever the study is gone on
// with.
void ResolvePaths(Study* study) {
  study->model = Absolute(study->model);
  for (Output& output : study->outputs) {
    if (auto* damage = std::get_if<DamageOutput>(&output.kind)) {
      damage->material = Absolute(damage->material);
    } else if (auto* life = std::get_if<LifeOutput>(&output.kind)) {
      life->material = Absolute(life->material);
    }
  }
  const std::filesystem::path folder = std::filesystem::absolute(study->file).parent_path();
  for (Factor& factor : study->factors) {
    for (std::string& value : factor.values) {
      if (value.starts_with("./")) value = (folder / value.substr(2)).lexically_normal().string();
    }
  }
}

// A law of which parameters are drawn becomes a factor for each of them.
void ExpandDraws(Study* study) {
  std::vector<Factor> factors;
  for (const Factor& factor : study->factors) {
    if (factor.uncertainty.empty()) {
      factors.push_back(factor);
      continue;
    }
    LawDraw draw = LoadLawDraw(factor.uncertainty);
    draw.bushings = factor.bushings;
    draw.directions = factor.directions;
    draw.first = factors.size();
    for (size_t i = 0; i < draw.names.size(); ++i) {
      Factor one{.name = factor.name + "." + draw.names[i], .place = factor.place};
      one.draw = static_cast<int>(study->draws.size());
      one.unit = draw.units[i];
      // A standard normal number, until all of the draw are known.
      one.distribution = Distribution::kNormal;
      one.low = -one.sigmas;
      one.high = one.sigmas;
      factors.push_back(std::move(one));
    }
    study->draws.push_back(std::move(draw));
  }
  study->factors = std::move(factors);
}

Study Read(const Document& document, const std::string& path, Diagnostics* diagnostics) {
  Study study;
  study.file = path;
  NameBook names;
  ReadFields(document, &names, diagnostics, &study);
  diagnostics->ThrowIfErrors();
  ExpandDraws(&study);
  CheckNames(study, diagnostics);
  CheckFormulas(study, diagnostics);
  CheckFactors(study, diagnostics);
  CheckOptimization(study, diagnostics);
  diagnostics->ThrowIfErrors();
  ResolvePaths(&study);
  if (study.name.empty()) study.name = std::filesystem::path(path).stem().string();
  return study;
}

}  // namespace

Study LoadStudy(const std::string& path, const Assignments& assignments) {
  Diagnostics diagnostics;
  const Document document = Document::Load(path, assignments, &diagnostics);
  return Read(document, path, &diagnostics);
}

Study ParseStudy(const std::string& text, const std::string& path) {
  Diagnostics diagnostics;
  const Document document = Document::Parse(text, path, {}, &diagnostics);
  return Read(document, path, &diagnostics);
}

std::string RecipeOf(const Study& study) {
  Study recipe = study;
  recipe.name.clear();
  recipe.factors.clear();
  recipe.sampling = {};
  recipe.optimize.reset();
  recipe.keep = Keep::kNone;
  recipe.time_limit = 3600;
  return WriteFields(recipe, UnitSystem());
}

}  // namespace jounce::study
