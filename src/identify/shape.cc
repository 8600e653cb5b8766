#include "identify/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/names.h"
#include "identify/curve_start.h"
#include "identify/damper_part.h"

namespace jounce::identify {
namespace {

using std::numbers::pi;
constexpr double kWideBounds = 1000;
constexpr int kMostParts = 12;

struct Family {
  const char* name;
  int sizes;  // how many numbers follow the name
  int m, n;   // defaults
};

constexpr Family kFamilies[] = {
    {"kelvin", 0, 0, 0},        {"maxwell", 1, 3, 0}, {"friction", 2, 2, 3},
    {"hydrobushing", 2, 2, 2},  {"network", 2, 3, 3}, {"hydropath", 2, 3, 5},
    {"pipkin-rogers", 2, 3, 2}, {"berg", 1, 2, 0},    {"hydromount", 2, 0, 0},
    {"bouc-wen", 1, 1, 0},      {"table", 2, 0, 0},   {"fractional", 1, 0, 0},
    {"zener", 1, 0, 0},         {"damper", 1, 0, 0},  {"damper-table", 1, 0, 0},
};

const Family* FindFamily(const std::string& name) {
  for (const Family& family : kFamilies) {
    if (name == family.name) return &family;
  }
  return nullptr;
}

// Even on a logarithmic axis from low to high, kept half a division from the ends.
double Spaced(double low, double high, int i, int count) {
  return low * std::pow(high / low, (i + 0.5) / count);
}

void AddMaxwell(const DataFacts& facts, int count, PartKind kind, CandidateLaw* model) {
  const double k = 0.1 * facts.spring[0];
  for (int i = 0; i < count; ++i) {
    const double frequency = Spaced(facts.slowest_frequency, facts.highest_frequency, i, count);
    const double tau = 1 / (2 * pi * frequency);
    // A slipping branch yields where a third of the largest amplitude has stretched its spring.
    std::vector<double> values = {k, tau};
    if (kind == PartKind::kCubic) values[0] /= std::pow(facts.largest_amplitude, 2);
    if (kind == PartKind::kSlip) values.push_back(k * facts.largest_amplitude / 3);
    model->Add(kind, values, std::to_string(i + 1));
  }
}

// Slip distances spread over the amplitudes of the tests, stiffness shared evenly.
void AddFriction(const DataFacts& facts, int count, CandidateLaw* model) {
  const double total = std::max(facts.low_stiffness - facts.spring[0], 0.1 * facts.spring[0]);
  const double low = 0.3 * facts.smallest_amplitude, high = 0.5 * facts.largest_amplitude;
  for (int i = 0; i < count; ++i) {
    const double slip =
        count > 1 ? low * std::pow(high / low, i / (count - 1.0)) : std::sqrt(low * high);
    model->Add(PartKind::kFriction, {total / count, total / count * slip}, std::to_string(i + 1));
  }
}

// The pump gives the rise of stiffness over frequency; pump and fluid mass resonate where the loss
// angle peaks; the losses are of equal size at five times the smallest amplitude.
void AddHydroPath(const DataFacts& facts, bool declines, CandidateLaw* model) {
  constexpr double kDamping = 0.2, kChamber = 0.02, kGap = 0.1, kDecline = 0.3;
  const double omega = 2 * pi * facts.peak_loss_frequency;
  const double pump =
      std::max(facts.high_stiffness - facts.low_stiffness, 0.2 * facts.low_stiffness);
  const double mass = pump / (omega * omega);
  const double linear = 2 * kDamping * std::sqrt(pump * mass);
  model->Add(PartKind::kHydroPath,
             {pump, kChamber * pump, mass, linear, linear / (5 * facts.smallest_amplitude * omega),
              kGap * facts.smallest_amplitude, declines ? kDecline / facts.largest_amplitude : 0});
}

// Half of its force at the middle of the amplitudes.
void AddBerg(const DataFacts& facts, CandidateLaw* model) {
  const double middle = std::sqrt(facts.smallest_amplitude * facts.largest_amplitude);
  model->Add(PartKind::kBerg, {0.2 * facts.spring[0] * middle, middle});
}

// Half of its force at half of the middle amplitude, a knee of middle sharpness.
void AddBoucWen(const DataFacts& facts, CandidateLaw* model) {
  constexpr double kExponent = 1.5, kShare = 0.8;
  const double middle = std::sqrt(facts.smallest_amplitude * facts.largest_amplitude);
  const double k = 0.3 * facts.spring[0];
  model->Add(PartKind::kBoucWen, {k, k * middle / 2, kExponent, kShare});
}

// A tenth of the stiffness at the middle of the frequencies; the law's band reaches beyond the
// tests.
void AddFractional(const DataFacts& facts, PartKind kind, CandidateLaw* model) {
  constexpr double kBeyond = 5, kFlat = 0.3, kBent = 0.5;
  const double from = facts.slowest_frequency / kBeyond, to = facts.highest_frequency * kBeyond;
  const double omega = 2 * pi * std::sqrt(facts.slowest_frequency * facts.highest_frequency);
  const double k = 0.2 * facts.spring[0];
  if (kind == PartKind::kSpringPot) {
    model->Add(kind, {k / std::pow(omega, kFlat), kFlat, from, to});
  } else {
    model->Add(kind, {2 * k, 1 / omega, kBent, from, to});
  }
}

void AddPreload(double force, CandidateLaw* model) { model->Add(PartKind::kPreload, {force}); }

void AddTable(const std::vector<Series>& data, CandidateLaw* model) {
  TableStart start = StartTable(data);
  start.slopes.push_back(start.low);
  start.slopes.push_back(start.high);
  model->Add(PartKind::kTable, start.slopes);
  AddPreload(start.preload, model);
}

// Half of the force at the highest velocities is that of tanh, which levels off at a fifth of them.
void AddDamper(const std::vector<Series>& data, bool table, CandidateLaw* model) {
  constexpr double kLevelOff = 0.2;
  AbsorberStart start = StartAbsorber(data);
  model->Add(PartKind::kSpring, {start.stiffness, 0, 0});
  AddPreload(start.preload, model);
  std::vector<double> values;
  if (table) {
    values = start.slopes;
    values.insert(values.end(), {start.low, start.high});
  } else {
    const CurveKnots knots = KnotsAroundZero(start.low, start.high);
    for (const double v : {start.high, start.low}) {
      const double force = std::abs(CurveAt(knots, start.slopes.data(), v).value);
      values.insert(values.end(),
                    {0.5 * force, kLevelOff * std::abs(v), 0.5 * force / std::abs(v)});
    }
  }
  values.push_back(start.compliance);
  model->Add(table ? PartKind::kDamperTable : PartKind::kDamper, values);
}

// The springs of a law: of rubber, of a table, of the gas of a shock absorber.
void AddSpring(const LawShape& shape, const DataFacts& facts, const std::vector<Series>& data,
               CandidateLaw* model) {
  if (shape.table) {
    AddTable(data, model);
  } else if (shape.IsAbsolute()) {
    AddDamper(data, shape.damper_tables > 0, model);
  } else {
    model->Add(PartKind::kSpring, facts.spring);
  }
}

}  // namespace

std::string LawShape::Name() const {
  if (family == "kelvin") return family;
  if (family == "maxwell") return fmt::format("maxwell {}", maxwell);
  if (family == "berg") return fmt::format("berg {}", maxwell);
  if (family == "hydrobushing") return fmt::format("hydrobushing {}/{}", friction, fluid);
  if (family == "network") return fmt::format("network {}/{}", slip, friction);
  if (family == "bouc-wen") return fmt::format("bouc-wen {}", maxwell);
  if (spring_pots + zeners + dampers + damper_tables > 0) {
    return fmt::format("{} {}", family, friction);
  }
  if (family == "pipkin-rogers") return fmt::format("{} {}/{}", family, maxwell, cubic);
  return fmt::format("{} {}/{}", family, maxwell, friction);
}

LawShape MakeShape(const std::string& family, int m, int n) {
  LawShape shape;
  shape.family = family;
  const bool hydromount = family == "hydromount";
  if (family == "kelvin" || hydromount) shape.dashpots = 1;
  if (family == "berg") shape.berg = 1;
  if (family == "pipkin-rogers") shape.cubic = std::max(1, n);
  if (family == "bouc-wen") shape.bouc_wen = 1;
  if (family == "fractional") shape.spring_pots = 1;
  if (family == "zener") shape.zeners = 1;
  if (family == "damper") shape.dampers = 1;
  if (family == "damper-table") shape.damper_tables = 1;
  shape.table = family == "table";
  if (family == "hydrobushing") shape.fluid = n;
  const bool branches_first = family == "maxwell" || family == "friction" || family == "berg" ||
                              family == "hydropath" || hydromount || family == "bouc-wen" ||
                              family == "pipkin-rogers" || shape.table;
  if (branches_first) shape.maxwell = m;
  const bool friction_second = family == "friction" || family == "network" ||
                               family == "hydropath" || hydromount || shape.table;
  const bool friction_first = family == "hydrobushing" || shape.spring_pots + shape.zeners > 0 ||
                              shape.dampers + shape.damper_tables > 0;
  shape.friction = friction_second ? n : friction_first ? m : 0;
  if (family == "network") shape.slip = m;
  if (family == "hydropath" || hydromount) shape.hydro_paths = 1;
  shape.declines = hydromount;
  return shape;
}

LawShape ParseShape(const std::string& text) {
  const auto colon = text.find(':');
  const std::string name = text.substr(0, colon);
  const Family* family = FindFamily(name);
  if (!family) {
    throw InputError(fmt::format("'{}' is not a law that can be identified", name),
                     fmt::format("use auto, {}", LawNames()));
  }
  int sizes[2] = {family->m, family->n};
  if (colon != std::string::npos) {
    const std::string rest = text.substr(colon + 1);
    char extra = 0;
    const int read = family->sizes == 2
                         ? std::sscanf(rest.c_str(), "%d/%d%c", &sizes[0], &sizes[1], &extra)
                         : std::sscanf(rest.c_str(), "%d%c", &sizes[0], &extra);
    const bool in_range =
        sizes[0] >= 0 && sizes[0] <= kMostParts && sizes[1] >= 0 && sizes[1] <= kMostParts;
    if (family->sizes == 0 || read != family->sizes || !in_range) {
      throw InputError(fmt::format("'{}' does not give the sizes of {}", text, name),
                       family->sizes == 2   ? fmt::format("write {}:m/n, each 0 to 12", name)
                       : family->sizes == 1 ? fmt::format("write {}:m, 0 to 12", name)
                                            : fmt::format("{} has no sizes", name));
    }
  }
  return MakeShape(name, sizes[0], sizes[1]);
}

std::string LawNames() {
  std::string names;
  for (const Family& family : kFamilies) {
    names += fmt::format("{}{}{}", names.empty() ? "" : ", ", family.name,
                         family.sizes == 2   ? ":m/n"
                         : family.sizes == 1 ? ":m"
                                             : "");
  }
  return names;
}

CandidateLaw StartModel(const LawShape& shape, const std::vector<Series>& data) {
  if (shape.family == "hydrobushing") return StartHydrobushing(data, shape.friction, shape.fluid);
  const DataFacts facts = LookAt(data);
  CandidateLaw model;
  model.name = shape.Name();
  AddSpring(shape, facts, data, &model);
  for (int i = 0; i < shape.dashpots; ++i) {
    // A tenth of the stiffness at the middle of the measured frequencies.
    const double omega = 2 * pi * std::sqrt(facts.lowest_frequency * facts.highest_frequency);
    model.Add(PartKind::kDashpot, {0.1 * facts.spring[0] / omega});
  }
  AddMaxwell(facts, shape.maxwell, PartKind::kMaxwell, &model);
  AddMaxwell(facts, shape.slip, PartKind::kSlip, &model);
  AddMaxwell(facts, shape.cubic, PartKind::kCubic, &model);
  AddFriction(facts, shape.friction, &model);
  for (int i = 0; i < shape.berg; ++i) AddBerg(facts, &model);
  for (int i = 0; i < shape.bouc_wen; ++i) AddBoucWen(facts, &model);
  for (int i = 0; i < shape.spring_pots; ++i) AddFractional(facts, PartKind::kSpringPot, &model);
  for (int i = 0; i < shape.zeners; ++i) AddFractional(facts, PartKind::kZener, &model);
  for (int i = 0; i < shape.hydro_paths; ++i) AddHydroPath(facts, shape.declines, &model);
  for (Parameter& parameter : model.parameters) {
    parameter.lower = 1 / kWideBounds;
    parameter.upper = kWideBounds;
  }
  return model;
}

}  // namespace jounce::identify
