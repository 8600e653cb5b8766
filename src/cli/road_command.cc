// `jounce road`: a road looked at alone.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/number_check.h"
#include "cli/outputs.h"
#include "io/point_table.h"
#include "io/road_file.h"
#include "io/text_file.h"
#include "report/page.h"
#include "report/road_page.h"
#include "signals/signal_file.h"
#include "signals/statistics.h"

namespace jounce {
namespace {

struct RoadArguments {
  std::string file, points, table, page, drive;
  double friction = 1;
  Assignments assignments;
  Outputs outputs;
};

// Points by u and v, or by x and y.
std::string RoadTable(const Road& road, const std::string& points, size_t* count) {
  const PointTable table = ReadPointTable(points);
  const bool by_path = table.Has("u");
  Diagnostics diagnostics;
  const auto column = [&](const char* name, std::optional<double> standard) {
    return table.Column(name, quantity::kLength, standard, &diagnostics);
  };
  const auto first = column(by_path ? "u" : "x", std::nullopt);
  const auto second = column(by_path ? "v" : "y", 0);
  diagnostics.ThrowIfErrors();
  fmt::memory_buffer text;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "u,v,x,y,z,heading,curvature,normal_x,normal_y,normal_z,friction\n");
  RoadHint hint;
  for (size_t i = 0; i < table.size(); ++i) {
    PathPlace path{first[i], second[i]};
    if (!by_path) path = road.ToPath(first[i], second[i], &hint);
    RoadPlace place = road.FromPath(path.u, path.v);
    if (!by_path) {
      place.x = first[i];
      place.y = second[i];
    }
    const RoadSurface surface = road.At(place.x, place.y, &hint);
    const double height = by_path ? road.HeightOnPath(path.u, path.v) : surface.height;
    const double length = std::hypot(surface.slope_x, surface.slope_y, 1);
    fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{},{}\n", path.u, path.v, place.x, place.y,
                   height, place.heading, place.curvature, -surface.slope_x / length,
                   -surface.slope_y / length, 1 / length, surface.friction);
  }
  *count = table.size();
  return fmt::to_string(text);
}

// Lowest and highest of a raster over the road.
std::pair<double, double> HeightsOf(const Road& road) {
  const Road::Extent e = road.extent();
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int i = 0; i <= 500; ++i) {
    for (int j = 0; j <= 10; ++j) {
      const double z = road.HeightOnPath(e.u_low + (e.u_high - e.u_low) * i / 500,
                                         e.v_low + (e.v_high - e.v_low) * j / 10);
      low = std::fmin(low, z);
      high = std::fmax(high, z);
    }
  }
  return {low, high};
}

// The signals of a drive over the road, written.
nlohmann::json WriteDrive(const LoadedRoad& loaded, const std::string& path,
                          const Console& console) {
  const CourseSettings& drive = *loaded.drive;
  const std::vector<Channel> channels = DriveCourse(*loaded.road, drive);
  nlohmann::json rows = nlohmann::json::array();
  console.Print("  {:32} {:>10} {:>10} {:>10}", "channel", "rms", "least", "most");
  for (const Channel& channel : channels) {
    const Statistics s = StatisticsOf(channel.samples);
    console.Print("  {:32} {:10.4g} {:10.4g} {:10.4g} {}", channel.name, s.rms, s.min, s.max,
                  channel.unit);
    rows.push_back({{"name", channel.name},
                    {"unit", channel.unit},
                    {"rms", s.rms},
                    {"least", s.min},
                    {"most", s.max}});
  }
  WriteSignals(path, MemorySource(channels));
  console.Print("{}: {} channels, {:g} s at {:g} Hz, {:g} m/s", path, channels.size(), drive.time,
                drive.rate, drive.speed);
  return rows;
}

ExitCode LookAtRoad(const RoadArguments& options, const Console& console) {
  if (options.points.empty() != options.table.empty()) {
    throw InputError("--points and --output belong together", "--points in.csv --output out.csv");
  }
  Diagnostics diagnostics;
  const LoadedRoad loaded =
      LoadRoad(options.file, options.friction, &diagnostics, options.assignments);
  console.Warn(diagnostics);
  if (!options.drive.empty() && !loaded.drive) {
    throw InputError(options.file + " does not say how a vehicle drives over it",
                     "add drive: {speed: 15, time: 50} to a description of a road");
  }
  std::vector<std::string> inputs = loaded.files;
  if (!options.points.empty()) inputs.push_back(options.points);
  options.outputs.Check(inputs);
  const Road& road = *loaded.road;
  const Road::Extent e = road.extent();
  const auto [low, high] = HeightsOf(road);
  console.Print(
      "{}: {}, u from {:g} to {:g} m, v from {:g} to {:g} m, heights from {:.4g} to {:.4g} m",
      options.file, loaded.is_crg ? "OpenCRG" : "made up", e.u_low, e.u_high, e.v_low, e.v_high,
      low, high);
  nlohmann::json summary = {{"file", options.file},
                            {"u", {e.u_low, e.u_high}},
                            {"v", {e.v_low, e.v_high}},
                            {"z", {low, high}}};
  if (!options.points.empty()) {
    size_t count = 0;
    WriteTextFile(options.table, RoadTable(road, options.points, &count));
    console.Print("{}: {} points", options.table, count);
    summary["output"] = options.table;
    summary["points"] = count;
  }
  if (!options.drive.empty()) {
    summary["drive"] = options.drive;
    summary["channels"] = WriteDrive(loaded, options.drive, console);
  }
  if (!options.page.empty()) {
    report::WritePage(
        report::MakeRoadPage(road, "Road " + std::filesystem::path(options.file).stem().string()),
        options.page);
    console.Print("page: {}", options.page);
    summary["page"] = options.page;
  }
  console.PrintJson(summary);
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareRoad(CLI::App& app) {
  auto options = std::make_shared<RoadArguments>();
  app.add_option("file", options->file, "Road: OpenCRG (.crg) or a description (YAML)")->required();
  app.add_option("--points", options->points,
                 "Points to evaluate (CSV) by u, v along the road or by x, y; in m, or heads with "
                 "units");
  options->outputs.AddFile(app, "-o,--output", &options->table, {".csv"},
                           "Place, height, heading, curvature, normal, friction there (CSV)");
  options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                           "Page to write (HTML): map and profiles");
  options->outputs.AddHistory(app, "--drive", &options->drive,
                              "Signals to write (.rsp .dac .csv .uff .mat) of the drive that the "
                              "description has: spindles and road under them");
  options->outputs.Declare(app);
  AddSetOption(app, &options->assignments);
  app.add_option("--friction", options->friction, "Friction of an OpenCRG road")
      ->check(ZeroOrMore())
      ->capture_default_str();
  return [options](const Console& console) { return LookAtRoad(*options, console); };
}

}  // namespace

extern const Command kRoadCommand;
const Command kRoadCommand = {
    "road", "Road: map and profile, values at points, drive signals",
    "  jounce road proving_ground.crg --page road.html\n"
    "  jounce road cleat.yaml --page road.html\n"
    "  jounce road proving_ground.crg --points points.csv --output heights.csv\n"
    "  jounce road belgian_block.yaml --drive belgian_block.rsp\n",
    &DeclareRoad};

}  // namespace jounce
