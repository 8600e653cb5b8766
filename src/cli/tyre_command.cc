// `jounce tyre`: a tyre property file looked at alone.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>

#include "cli/command.h"
#include "cli/number_check.h"
#include "cli/outputs.h"
#include "io/point_table.h"
#include "io/text_file.h"
#include "io/tyre_file.h"
#include "report/page.h"
#include "report/tyre_page.h"
#include "tyres/magic_formula.h"

namespace jounce {
namespace {

struct TyreArguments {
  std::string file, points, table, page;
  std::string side;
  std::string measure = "angle";
  bool turn_slip = false;
  std::vector<double> loads;    // N
  std::vector<double> cambers;  // deg
  double speed = 0;             // m/s; 0: that of the file
  double pressure = 0;          // Pa; 0: that of the file
  Outputs outputs;
};

struct ReportColumn {
  const char* name;
  double (*value)(const TyreReport&);
};

// The columns of the table of points, and the keys of the JSON.
constexpr ReportColumn kColumns[] = {
    {"fx", [](const TyreReport& r) { return r.forces.fx; }},
    {"fy", [](const TyreReport& r) { return r.forces.fy; }},
    {"mx", [](const TyreReport& r) { return r.forces.mx; }},
    {"my", [](const TyreReport& r) { return r.forces.my; }},
    {"mz", [](const TyreReport& r) { return r.forces.mz; }},
    {"mu_x", [](const TyreReport& r) { return r.mu_x; }},
    {"mu_y", [](const TyreReport& r) { return r.mu_y; }},
    {"trail", [](const TyreReport& r) { return r.trail; }},
    {"residual_moment", [](const TyreReport& r) { return r.residual_moment; }},
    {"slip_stiffness", [](const TyreReport& r) { return r.stiffness_x; }},
    {"cornering_stiffness", [](const TyreReport& r) { return r.stiffness_y; }},
    {"vertical_stiffness", [](const TyreReport& r) { return r.vertical_stiffness; }},
    {"rolling_radius", [](const TyreReport& r) { return r.rolling_radius; }},
    {"loaded_radius", [](const TyreReport& r) { return r.loaded_radius; }},
    {"deflection", [](const TyreReport& r) { return r.deflection; }},
    {"wheel_speed", [](const TyreReport& r) { return r.wheel_speed; }},
    {"relaxation_x", [](const TyreReport& r) { return r.relaxation.x; }},
    {"relaxation_y", [](const TyreReport& r) { return r.relaxation.y; }},
    {"half_length", [](const TyreReport& r) { return r.half_length; }},
    {"half_width", [](const TyreReport& r) { return r.half_width; }},
};

const char* NameOf(TyreSide side) {
  switch (side) {
    case TyreSide::kLeft:
      return "left";
    case TyreSide::kRight:
      return "right";
    case TyreSide::kSymmetric:
      return "symmetric";
    case TyreSide::kUnknown:
      break;
  }
  return "unknown";
}

// A tyre that was measured on the other side is mirrored.
bool IsMirrored(const MagicFormulaSettings& settings, const std::string& side) {
  return (side == "left" && settings.side == TyreSide::kRight) ||
         (side == "right" && settings.side == TyreSide::kLeft);
}

MagicFormulaSettings ReadSettings(const TyreArguments& options, const Console& console) {
  Diagnostics diagnostics;
  MagicFormulaSettings settings = ReadTyreFile(options.file, &diagnostics);
  console.Warn(diagnostics);
  settings.measure = options.measure == "tan" ? SlipMeasure::kTangent : SlipMeasure::kAngle;
  settings.mirrored = IsMirrored(settings, options.side);
  settings.turn_slip = options.turn_slip;
  if (options.turn_slip && !settings.HasTurnSlip()) {
    throw InputError(options.file + " has no turn slip",
                     "versions 6.1 and 6.2 have it, with PHYP1 and QDRP1 above zero");
  }
  if (!options.side.empty() && settings.side == TyreSide::kUnknown) {
    console.Warn(options.file + " does not say on which side it was measured (TYRESIDE): as it is");
  }
  return settings;
}

std::vector<TyrePoint> ReadPoints(const TyreArguments& options, double speed) {
  const PointTable table = ReadPointTable(options.points);
  Diagnostics diagnostics;
  using namespace quantity;
  const auto column = [&](const char* name, const Quantity& quantity,
                          std::optional<double> standard) {
    return table.Column(name, quantity, standard, &diagnostics);
  };
  const auto fz = column("fz", kForce, std::nullopt), kappa = column("kappa", kNumber, 0),
             alpha = column("alpha", kAngle, 0), gamma = column("gamma", kAngle, 0),
             vx = column("vx", kVelocity, speed),
             pressure = column("pressure", kStress, options.pressure),
             turn = column("turn_slip", kNumber / kLength, 0);
  diagnostics.ThrowIfErrors();
  std::vector<TyrePoint> points;
  for (size_t i = 0; i < table.size(); ++i) {
    points.push_back({fz[i], kappa[i], alpha[i], gamma[i], vx[i], pressure[i], turn[i]});
  }
  return points;
}

void WritePoints(const MagicFormula& tyre, const TyreArguments& options, double speed,
                 const Console& console) {
  const std::vector<TyrePoint> points = ReadPoints(options, speed);
  fmt::memory_buffer text;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "fz,kappa,alpha,gamma,vx,pressure");
  for (const ReportColumn& column : kColumns) fmt::format_to(out, ",{}", column.name);
  fmt::format_to(out, "\n");
  const MagicFormulaSettings& s = tyre.settings();
  size_t outside = 0;
  for (const TyrePoint& p : points) {
    if (!tyre.range().Contains(p)) ++outside;
    const double pressure = p.pressure > 0 ? p.pressure : s.inflpres > 0 ? s.inflpres : s.nompres;
    fmt::format_to(out, "{},{},{},{},{},{}", p.load, p.kappa, p.alpha, p.gamma, p.speed, pressure);
    const TyreReport report = tyre.Report(p);
    for (const ReportColumn& column : kColumns) fmt::format_to(out, ",{}", column.value(report));
    fmt::format_to(out, "\n");
  }
  if (outside > 0) {
    console.Warn(fmt::format("{} of {} points lie outside the range that the file is valid for",
                             outside, points.size()));
  }
  WriteTextFile(options.table, fmt::to_string(text));
  console.Print("{}: {} points", options.table, points.size());
}

// A quarter to one and a half of the nominal load, within what the file is valid for.
std::vector<double> LoadsOf(const TyreArguments& options, const MagicFormula& tyre) {
  if (!options.loads.empty()) return options.loads;
  std::vector<double> loads;
  for (const double share : {0.25, 0.5, 0.75, 1.0, 1.25, 1.5}) {
    const double load = share * tyre.dimensions().nominal_load;
    if (load >= tyre.range().load_low && load <= tyre.range().load_high) loads.push_back(load);
  }
  if (loads.empty()) loads.push_back(tyre.dimensions().nominal_load);
  return loads;
}

void WriteTyrePage(const MagicFormula& tyre, const TyreArguments& options, double speed) {
  const MagicFormulaSettings& s = tyre.settings();
  report::TyrePageSettings page{
      .title = "Tyre " + std::filesystem::path(options.file).stem().string(),
      .subtitle = NameOf(s.version),
      .facts = {{"Nominal load", fmt::format("{:g} N", s.fnomin)},
                {"Unloaded radius", fmt::format("{:g} mm", 1000 * s.unloaded_radius)},
                {"Speed", fmt::format("{:g} m/s", speed)},
                {"Measured side", NameOf(s.side)},
                {"Mirrored", s.mirrored ? "yes" : "no"}},
      .loads = LoadsOf(options, tyre),
      .speed = speed,
      .pressure = options.pressure};
  std::vector<double> cambers = options.cambers;
  if (cambers.empty()) cambers = {-4, -2, 0, 2, 4};
  for (const double camber : cambers) page.cambers.push_back(camber * std::numbers::pi / 180);
  report::WritePage(report::MakeTyrePage(tyre, page), options.page);
}

nlohmann::json SummaryOf(const MagicFormula& tyre, const TyreArguments& options, double speed,
                         const Console& console) {
  const MagicFormulaSettings& s = tyre.settings();
  console.Print("{}: {}, nominal load {:g} N, unloaded radius {:g} m, measured side {}{}",
                options.file, NameOf(s.version), s.fnomin, s.unloaded_radius, NameOf(s.side),
                s.mirrored ? ", mirrored" : "");
  console.Print("{:>10} {:>9} {:>9} {:>12} {:>14} {:>12} {:>10} {:>10}", "load/N", "mu_x", "mu_y",
                "slip st./N", "corn. st./N/rad", "rolling r./m", "relax x/m", "relax y/m");
  nlohmann::json rows = nlohmann::json::array();
  for (const double load : LoadsOf(options, tyre)) {
    const TyreReport r = tyre.Report({.load = load, .speed = speed, .pressure = options.pressure});
    console.Print("{:>10.5g} {:>9.4f} {:>9.4f} {:>12.6g} {:>14.6g} {:>12.6g} {:>10.4g} {:>10.4g}",
                  load, r.mu_x, r.mu_y, r.stiffness_x, r.stiffness_y, r.rolling_radius,
                  r.relaxation.x, r.relaxation.y);
    nlohmann::json row = {{"fz", load}};
    for (const ReportColumn& column : kColumns) row[column.name] = column.value(r);
    rows.push_back(std::move(row));
  }
  return {{"file", options.file},     {"version", NameOf(s.version)},
          {"side", NameOf(s.side)},   {"mirrored", s.mirrored},
          {"nominal_load", s.fnomin}, {"unloaded_radius", s.unloaded_radius},
          {"speed", speed},           {"loads", std::move(rows)}};
}

ExitCode LookAtTyre(const TyreArguments& options, const Console& console) {
  if (options.points.empty() != options.table.empty()) {
    throw InputError("--points and --output belong together", "--points in.csv --output out.csv");
  }
  std::vector<std::string> inputs = {options.file};
  if (!options.points.empty()) inputs.push_back(options.points);
  options.outputs.Check(inputs);
  const MagicFormula tyre(ReadSettings(options, console));
  const double speed = options.speed > 0 ? options.speed : tyre.settings().longvl;
  nlohmann::json summary = SummaryOf(tyre, options, speed, console);
  if (!options.points.empty()) {
    WritePoints(tyre, options, speed, console);
    summary["output"] = options.table;
  }
  if (!options.page.empty()) {
    WriteTyrePage(tyre, options, speed);
    console.Print("page: {}", options.page);
    summary["page"] = options.page;
  }
  console.PrintJson(summary);
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareTyre(CLI::App& app) {
  auto options = std::make_shared<TyreArguments>();
  app.add_option("file", options->file, "Tyre property file (.tir)")->required();
  app.add_option("--points", options->points,
                 "Points to evaluate (CSV): fz and, where given, kappa, alpha, gamma, vx, "
                 "pressure, turn_slip; SI, or heads with units, as alpha [deg]");
  options->outputs.AddFile(app, "-o,--output", &options->table, {".csv"},
                           "Forces, moments, stiffnesses, radii at the points (CSV)");
  options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                           "Page to write (HTML): curves over slip, load and camber");
  options->outputs.Declare(app);
  app.add_option("--side", options->side,
                 "Where it is mounted: mirrored if the file is of the other side")
      ->check(CLI::IsMember({"left", "right"}));
  app.add_option("--slip-measure", options->measure,
                 "How slip enters: angle, or tan for tan(alpha) and sin(gamma)")
      ->check(CLI::IsMember({"angle", "tan"}))
      ->capture_default_str();
  app.add_flag("--turn-slip", options->turn_slip, "Take part in turn slip (6.1 and 6.2)");
  app.add_option("--load", options->loads, "Loads of table and page [N]")
      ->delimiter(',')
      ->check(AboveZero());
  app.add_option("--camber", options->cambers, "Cambers of the page [deg]")
      ->delimiter(',')
      ->check(NumberFrom(-60, 60));
  app.add_option("--speed", options->speed, "Speed [m/s]; that of the measurement otherwise")
      ->check(AboveZero());
  app.add_option("--pressure", options->pressure, "Inflation pressure [Pa]; the file's otherwise")
      ->check(AboveZero());
  return [options](const Console& console) { return LookAtTyre(*options, console); };
}

}  // namespace

extern const Command kTyreCommand;
const Command kTyreCommand = {"tyre", "Tyre property file: curves, values at points",
                              "  jounce tyre car.tir --page tyre.html\n"
                              "  jounce tyre car.tir --load 2000,4000,6000 --side right\n"
                              "  jounce tyre car.tir --points points.csv --output forces.csv\n",
                              &DeclareTyre};

}  // namespace jounce
