// `jounce kc`: kinematics and compliance of an axle.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command.h"
#include "cli/number_check.h"
#include "cli/outputs.h"
#include "io/model_file.h"
#include "io/text_file.h"
#include "model/geometry.h"
#include "report/kc_page.h"
#include "vehicle/kc.h"
#include "vehicle/kc_model.h"

namespace jounce {
namespace {

struct KcArguments {
  std::string file;
  Assignments assignments;
  std::string case_name;
  std::string axle;
  std::vector<std::string> wheels, kingpins;
  std::string body, steer;
  double radius = 0;
  bool x_forwards = false;
  KcProgram program;
  double wheelbase = 0, centre_height = 0, brake_share = 1;
  bool rear = false;
  std::string page, csv;
  Outputs outputs;
};

// Frames that look like a wheel by their names: "wheel", "front_left/wheel", "rear/left_wheel".
std::vector<std::string> WheelFrames(const Model& model, const std::string& axle) {
  std::vector<std::string> names;
  for (const Frame& frame : model.frames) {
    const bool is_wheel =
        frame.name == "wheel" || frame.name.ends_with("/wheel") || frame.name.ends_with("_wheel");
    if (is_wheel && frame.name.starts_with(axle)) names.push_back(frame.name);
  }
  return names;
}

std::vector<std::string> ChosenWheels(const KcArguments& options, const Model& model) {
  if (!options.wheels.empty()) return options.wheels;
  const std::vector<std::string> found = WheelFrames(model, options.axle);
  if (found.size() == 1 || found.size() == 2) return found;
  std::string known;
  for (const std::string& name : WheelFrames(model, ""))
    known += (known.empty() ? "" : ", ") + name;
  throw InputError(
      fmt::format("{} frames of wheels are meant", found.size()),
      known.empty()
          ? "name them: --wheels RIGHT,LEFT; a frame at the wheel centre with y along the spin axis"
          : fmt::format("choose one or two by --wheels, or by --axle how their names begin, of: {}",
                        known));
}

KcAxle AxleOf(const KcArguments& options, const Model& model) {
  KcAxle axle{.wheels = {},
              .body = options.body.empty() ? GuessKcBody(model) : options.body,
              .steer = options.steer,
              .radius = options.radius,
              .x_forwards = options.x_forwards};
  const std::vector<std::string> wheels = ChosenWheels(options, model);
  if (!options.kingpins.empty() && options.kingpins.size() != 2 * wheels.size()) {
    throw InputError("--kingpin needs two joints for each wheel, the lower and the upper one");
  }
  for (size_t i = 0; i < wheels.size(); ++i) {
    KcWheel wheel{.frame = wheels[i], .kingpin = {}};
    if (!options.kingpins.empty()) {
      wheel.kingpin = {options.kingpins[2 * i], options.kingpins[2 * i + 1]};
    }
    axle.wheels.push_back(wheel);
  }
  if (axle.radius == 0) {
    const ModelGeometry geometry(model);
    axle.radius = geometry.FramePose(geometry.ResolveName(wheels[0])).p.z();
    if (axle.radius <= 0) {
      throw InputError("the wheel centre is not above z = 0: its radius is not known",
                       "say it: --radius 0.346");
    }
  }
  return axle;
}

// Inputs of lengths are shown in mm.
double KcInputShown(const KcCurve& curve, double input) {
  return curve.test == "travel" ? 1000 * input : input;
}
std::string KcUnit(const KcCurve& curve) { return curve.test == "travel" ? "mm" : curve.unit; }

std::string KcCsv(const KcResult& result) {
  std::string text = "test,pivots,vertical_support,pattern,wheel,side,input,unit";
  for (const KcColumn& column : KcColumns()) text += fmt::format(",{}", column.name);
  text += "\n";
  for (const KcCurve& curve : result.curves) {
    for (size_t wheel = 0; wheel < result.wheels.size(); ++wheel) {
      for (const KcPoint& point : curve.points) {
        text += fmt::format("{},{},{},{},{},{},{:.10g},{}", curve.test, curve.pivots, curve.support,
                            curve.pattern, result.wheels[wheel],
                            result.is_right[wheel] ? "right" : "left",
                            KcInputShown(curve, point.input), KcUnit(curve));
        for (const KcColumn& column : KcColumns()) {
          const double value = point.wheels[wheel].*column.member;
          text += std::isnan(value) ? "," : fmt::format(",{:.10g}", value);
        }
        text += "\n";
      }
    }
  }
  return text;
}

nlohmann::json KcJson(const KcValues& values) {
  nlohmann::json json = nlohmann::json::object();
  for (const KcColumn& column : KcColumns()) {
    const double value = values.*column.member;
    if (!std::isnan(value)) json[column.name] = value;
  }
  return json;
}

nlohmann::json KcJson(const std::vector<KcValues>& wheels) {
  nlohmann::json json = nlohmann::json::array();
  for (const KcValues& values : wheels) json.push_back(KcJson(values));
  return json;
}

nlohmann::json KcJson(const KcResult& result) {
  nlohmann::json json = {{"status", "done"}, {"wheels", result.wheels}};
  for (size_t i = 0; i < result.wheels.size(); ++i) {
    json["sides"].push_back(result.is_right[i] ? "right" : "left");
  }
  for (const KcReference& reference : result.references) {
    json["reference"].push_back(
        {{"vertical_support", reference.support}, {"wheels", KcJson(reference.wheels)}});
  }
  for (const KcRate& rate : result.wheel_rates) {
    json["wheel_rate_N_per_m"].push_back({{"pattern", rate.pattern}, {"wheels", rate.wheels}});
  }
  for (const KcCurve& curve : result.curves) {
    nlohmann::json one = {{"test", curve.test},
                          {"pivots", curve.pivots},
                          {"vertical_support", curve.support},
                          {"pattern", curve.pattern},
                          {"unit", KcUnit(curve)},
                          {"from_reference_state", curve.is_change},
                          {"gradient_unit", curve.gradient_unit},
                          {"gradients", KcJson(curve.gradients)},
                          {"points", nlohmann::json::array()}};
    for (const KcPoint& point : curve.points) {
      one["points"].push_back(
          {{"input", KcInputShown(curve, point.input)}, {"wheels", KcJson(point.wheels)}});
    }
    json["curves"].push_back(std::move(one));
  }
  return json;
}

const KcCurve* FindKcCurve(const KcResult& result, const std::string& test,
                           const std::string& pivots, bool antisymmetric) {
  for (const KcCurve& curve : result.curves) {
    if (curve.test == test && curve.pivots == pivots &&
        (curve.pattern == "antisymmetric") == antisymmetric) {
      return &curve;
    }
  }
  return nullptr;
}

// Percentages of what would keep the body level [Milliken 1995, chapter 17]: the force of the wheel,
// times the slope of the path of the point where it acts, over the load that is transferred.
void PrintAnti(const KcArguments& options, const KcValues& design, nlohmann::json* json,
               const Console& console) {
  if (options.wheelbase == 0 || options.centre_height == 0) return;
  const double ratio = 100 * options.wheelbase / options.centre_height;
  const double sign = options.rear ? 1 : -1;
  const double braking = sign * options.brake_share * design.locked_contact_dx_dz * ratio;
  (*json)["anti"][options.rear ? "anti_lift_percent" : "anti_dive_percent"] = braking;
  console.Print("  {:34} {:12.4f} %  (braking, wheel locked to its carrier)",
                options.rear ? "anti-lift" : "anti-dive", braking);
  const char* name = options.rear ? "anti-squat" : "anti-lift in traction";
  const double locked = sign * design.locked_contact_dx_dz * ratio;
  const double centre = sign * design.recession / 1000 * ratio;
  (*json)["anti"]["traction_axle_percent"] = locked;
  (*json)["anti"]["traction_shafts_percent"] = centre;
  console.Print("  {:34} {:12.4f} %  (drive torque held by the carrier, as of a live axle)", name,
                locked);
  console.Print("  {:34} {:12.4f} %  (drive torque held by the body)", name, centre);
}

void PrintKcDesign(const KcArguments& options, const KcResult& result, nlohmann::json* json,
                   const Console& console) {
  const KcCurve& travel = *FindKcCurve(result, "travel", "rigid", false);
  const KcValues& design = travel.points[travel.points.size() / 2].wheels[0];
  console.Print("design position, rigid pivots, wheel '{}'", result.wheels[0]);
  for (const KcColumn& column : KcColumns()) {
    const std::string name = column.name;
    const double value = design.*column.member;
    if (std::isnan(value) || name.find("_d") == 2 || name == "vertical_force_N") continue;
    if (name.starts_with("wc_") || name.starts_with("cp_") || name.ends_with("change_mm") ||
        name == "contact_dx_mm") {
      continue;
    }
    console.Print("  {:34} {:12.6g}   {}", name, value, column.meaning);
  }
  if (const KcCurve* roll = FindKcCurve(result, "travel", "rigid", true)) {
    console.Print("  {:34} {:12.6g}   wheels in opposite travel", "rc_height_velocity_mm",
                  roll->points[roll->points.size() / 2].wheels[0].roll_centre);
  }
  for (const KcRate& rate : result.wheel_rates) {
    console.Print("  {:34} {:12.6g}   elastic, {}", "wheel_rate_N_per_mm", rate.wheels[0] / 1000,
                  rate.pattern);
  }
  PrintAnti(options, design, json, console);
}

void PrintKcGradients(const KcResult& result, const Console& console) {
  console.Print("gradients at zero load, elastic, wheel '{}'", result.wheels[0]);
  console.Print("  {:21} {:22} {:14} {:>11} {:>11} {:>11} {:>11}", "load", "vertical support",
                "pattern", "toe/deg", "camber/deg", "cp_dx/mm", "cp_dy/mm");
  for (const KcCurve& curve : result.curves) {
    if (!curve.is_change) continue;
    const KcValues& g = curve.gradients[0];
    console.Print("  {:21} {:22} {:14} {:11.5f} {:11.5f} {:11.5f} {:11.5f}  {}", curve.test,
                  curve.support, curve.pattern, g.toe, g.camber, g.point_dx, g.point_dy,
                  curve.gradient_unit);
  }
}

ExitCode ComputeKc(const KcArguments& options, const Console& console) {
  const LoadedModel loaded = LoadModel(options.file, options.assignments, options.case_name);
  console.Warn(loaded.diagnostics);
  options.outputs.Check(loaded.files);
  const KcAxle axle = AxleOf(options, loaded.model);
  const KcResult result = RunKc(loaded.model, axle, options.program);
  nlohmann::json json = KcJson(result);
  json["body"] = axle.body;
  json["radius"] = axle.radius;
  console.Print("{}: body '{}' held, wheel radius {:.6g} m", options.file, axle.body, axle.radius);
  PrintKcDesign(options, result, &json, console);
  PrintKcGradients(result, console);
  if (!options.csv.empty()) {
    WriteTextFile(options.csv, KcCsv(result));
    console.Print("curves: {}", options.csv);
  }
  if (!options.page.empty()) {
    report::WritePage(report::MakeKcPage(options.file, result), options.page);
    console.Print("page: {}", options.page);
  }
  console.PrintJson(json);
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareKc(CLI::App& app) {
  auto options = std::make_shared<KcArguments>();
  KcProgram& program = options->program;
  app.add_option("file", options->file, "Model file (YAML)")->required();
  app.add_option("--axle", options->axle,
                 "How the names of the wheels' frames begin (front, rear): frames called wheel, "
                 "SIDE_wheel or PART/wheel");
  app.add_option("--wheels", options->wheels,
                 "One or two frames at the wheel centres, on what carries the wheels, with y along "
                 "the spin axis: front_right/wheel,front_left/wheel")
      ->delimiter(',');
  app.add_option(
         "--kingpin", options->kingpins,
         "Lower and upper joint of the steering axis, for each wheel; by default the lowest "
         "and highest of the carrier's ball joints where it has three or more")
      ->delimiter(',');
  app.add_option("--body", options->body,
                 "Body that is held, or ground; the one with half of all mass by default");
  app.add_option("--steer", options->steer,
                 "Joint that is held, and driven with --steer-range: the guide of the rack");
  app.add_option("--radius", options->radius,
                 "Of the wheels [m]; height of their centres by default")
      ->check(AboveZero());
  app.add_flag("--x-forwards", options->x_forwards,
               "x of the model points forwards, not rearwards");
  app.add_option("--travel", program.travel, "Of the wheels, up and down [m]")->check(AboveZero());
  app.add_option("--steer-range", program.steer, "Of the steering joint, to both sides [m or rad]")
      ->check(AboveZero());
  app.add_option("--load", program.force, "Largest lateral and longitudinal force [N]")
      ->check(AboveZero());
  app.add_option("--torque", program.torque, "Largest aligning torque [N m]")->check(AboveZero());
  app.add_option("--points", program.points, "Of each half of a curve")->check(CLI::Range(1, 1000));
  app.add_option("--wheelbase", options->wheelbase, "For anti-dive and anti-squat [m]")
      ->check(AboveZero());
  app.add_option("--cg-height", options->centre_height, "Of the whole vehicle [m]")
      ->check(AboveZero());
  app.add_option("--brake-share", options->brake_share, "Of this axle in the brake force")
      ->check(NumberFrom(0, 1));
  app.add_flag("--rear", options->rear, "The axle is behind the centre of mass");
  options->outputs.AddFile(app, "-o,--output", &options->csv, {".csv"}, "Curves to write (CSV)");
  options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                           "Page to write (HTML): curves and gradients");
  options->outputs.Declare(app);
  AddSetOption(app, &options->assignments);
  AddCaseOption(app, &options->case_name);
  return [options](const Console& console) { return ComputeKc(*options, console); };
}

}  // namespace

extern const Command kKcCommand;
const Command kKcCommand = {
    "kc", "Kinematics and compliance of an axle",
    "  jounce kc car.yaml --axle front --steer steering/guide --page front.html\n"
    "  jounce kc car.yaml --axle rear -o rear.csv\n"
    "  jounce kc corner.yaml --wheels corner/wheel --body ground --json\n",
    &DeclareKc};

}  // namespace jounce
