// Damage on the surface of a flexible part, from results: `jounce fatigue run.h5 --part arm`.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/fatigue_options.h"
#include "cli/stress_summary.h"
#include "fatigue/part_life.h"
#include "io/fatigue_file.h"
#include "io/stored_result.h"
#include "io/text_file.h"
#include "mechanics/flexible_body.h"
#include "report/flexible_view.h"
#include "report/vtk_file.h"

namespace jounce {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Corners of the surface whose stress is known, as points of a free surface; of shells on both
// sides.
struct SurfaceOfPart {
  std::vector<int> corner;
  std::vector<std::string> side;  // "top" or "bottom" of a shell
  std::vector<SurfacePoint> points;
};

SurfaceOfPart SurfaceOf(const System& system, int body) {
  const Flexibility& flexible = system.model().bodies[body].flexible;
  const FlexiblePart& part = *flexible.part;
  const FlexibleSurface& surface = part.surface;
  std::vector<Eigen::Vector3d> normals(surface.position.size(), Eigen::Vector3d::Zero());
  for (const auto& t : surface.triangles) {
    const Eigen::Vector3d area = (surface.position[t[1]] - surface.position[t[0]])
                                     .cross(surface.position[t[2]] - surface.position[t[0]]);
    for (const int corner : t) normals[corner] += area;
  }
  const std::vector<int> active = flexible.ActiveModes();
  const double scale = ModalScale(part);
  std::multimap<int, int> of_node;  // stress points that are the mean at a node
  for (size_t i = 0; i < part.stress_points.size(); ++i) {
    const StressPoint& point = part.stress_points[i];
    if (point.node != 0 && point.element == 0) of_node.emplace(point.node, static_cast<int>(i));
  }
  SurfaceOfPart found;
  for (size_t i = 0; i < surface.position.size(); ++i) {
    if (surface.stress_point[i] < 0 || !(normals[i].norm() > 0)) continue;
    std::set<int> sides = {surface.stress_point[i]};
    const auto [first, last] = of_node.equal_range(part.stress_points[*sides.begin()].node);
    for (auto at = first; at != last; ++at) sides.insert(at->second);
    for (const int side : sides) {
      const StressPoint& known = part.stress_points[side];
      SurfacePoint point;
      point.normal = normals[i].normalized();
      point.modal.resize(6, static_cast<Eigen::Index>(active.size()));
      for (size_t k = 0; k < active.size(); ++k) {
        point.modal.col(static_cast<Eigen::Index>(k)) = scale * known.stress.col(active[k]);
      }
      found.corner.push_back(static_cast<int>(i));
      found.side.push_back(known.surface);
      found.points.push_back(std::move(point));
    }
  }
  return found;
}

RowMatrix CoordinatesOf(const StoredResult& stored, int body) {
  const auto& flexible = *stored.system().bodies()[body];
  RowMatrix coordinates(flexible.modes(), static_cast<Eigen::Index>(stored.reader().rows()));
  Eigen::Index column = 0;
  stored.Replay([&](const ResultRow& row) {
    coordinates.col(column++) = row.state().modal.segment(flexible.first_mode(), flexible.modes());
  });
  coordinates.conservativeResize(Eigen::NoChange, column);
  return coordinates;
}

SurfaceStress StressOfName(const std::string& name) {
  if (name.empty() || name == "normal") return SurfaceStress::kNormalPlanes;
  if (name == "signed-von-mises") return SurfaceStress::kSignedVonMises;
  if (name == "absolute-principal") return SurfaceStress::kAbsolutePrincipal;
  throw InputError(fmt::format("the surface of a part is not counted by '{}'", name),
                   "normal, signed-von-mises or absolute-principal; others for one point: `jounce "
                   "stress --node`, then --multiaxial");
}

// What one event does to each point of the surface.
std::vector<PointLife> AssessEvent(const std::string& file, const FatigueArguments& options,
                                   const CycleDamage& damage, const StoredResult& stored, int body,
                                   const SurfaceOfPart& surface, const Console& console) {
  PartLifeSettings settings;
  settings.stress = StressOfName(options.multiaxial);
  settings.step = options.step * M_PI / 180;
  settings.residue = ResidueOfName(options.residue);
  RowMatrix coordinates = CoordinatesOf(stored, body);
  if (!coordinates.allFinite()) throw InputError(file + ": the modal coordinates are not finite");
  coordinates *= options.factor;
  const auto progress = console.StartProgress(file);
  return LifeOfPoints(surface.points, coordinates, damage, settings);
}

struct PartDamage {
  std::vector<double> damage;                     // of one pass, or of one schedule
  std::vector<PointLife> worst;                   // of the event that does most at the point
  std::vector<std::vector<double>> event_damage;  // event by event
};

nlohmann::json HotSpots(const FlexibleSurface& surface, const SurfaceOfPart& points,
                        const PartDamage& life, const Schedule& schedule,
                        const FatigueArguments& options, const Console& console) {
  std::vector<size_t> order(points.corner.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return life.damage[a] > life.damage[b]; });
  nlohmann::json spots = nlohmann::json::array();
  std::set<int> told;
  console.Print("{:>10} {:7} {:>30} {:>15} {:>14} {:>14}", "node", "side", "position [m]",
                "amplitude [MPa]", "damage", "life");
  for (const size_t i : order) {
    const int corner = points.corner[i];
    if (spots.size() == 10 || !told.insert(surface.node[corner]).second) continue;
    const Eigen::Vector3d& at = surface.position[corner];
    const double passes = life.damage[i] > 0 ? 1 / life.damage[i] : INFINITY;
    console.Print("{:10} {:7} {:>30} {:15.6g} {:14.6g} {:>14}", surface.node[corner],
                  points.side[i], fmt::format("({:.4f}, {:.4f}, {:.4f})", at.x(), at.y(), at.z()),
                  1e-6 * life.worst[i].largest, life.damage[i], LifeText(passes));
    nlohmann::json spot = {{"node", surface.node[corner]},
                           {"side", points.side[i]},
                           {"position", {at.x(), at.y(), at.z()}},
                           {"largest_amplitude", 1e-6 * life.worst[i].largest},
                           {"damage", life.damage[i]},
                           {"passes", LifeJson(passes)}};
    if (schedule.events.size() > 1) {
      std::vector<double> damage;
      for (const auto& event : life.event_damage) damage.push_back(event[i]);
      spot["schedule"] = ScheduleJson(LifeOf(schedule, damage, options.negligible));
    }
    spots.push_back(spot);
  }
  return spots;
}

std::string NodesText(const FlexibleSurface& surface, const SurfaceOfPart& points,
                      const PartDamage& life) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text),
                 "node,side,x [m],y [m],z [m],largest amplitude [MPa],damage,life,bound\n");
  for (size_t i = 0; i < points.corner.size(); ++i) {
    const Eigen::Vector3d& at = surface.position[points.corner[i]];
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{}\n",
                   surface.node[points.corner[i]], points.side[i], at.x(), at.y(), at.z(),
                   1e-6 * life.worst[i].largest, life.damage[i], 1 / life.damage[i],
                   life.worst[i].left_out ? 1 : 0);
  }
  return fmt::to_string(text);
}

void WriteFields(const std::string& name, const System& system, int body,
                 const SurfaceOfPart& points, const PartDamage& life) {
  const report::FlexibleView view(system, body);
  const auto corners = static_cast<size_t>(view.corners());
  std::vector<double> damage(corners, 0), logarithm(corners, -20), amplitude(corners, 0);
  for (size_t i = 0; i < points.corner.size(); ++i) {
    const auto corner = static_cast<size_t>(points.corner[i]);
    if (life.damage[i] < damage[corner]) continue;  // the other side is worse
    damage[corner] = life.damage[i];
    logarithm[corner] = std::log10(std::max(life.damage[i], 1e-20));
    amplitude[corner] = life.worst[i].largest;
  }
  const std::string path = name + "_1.vtu";
  report::WriteCornerFieldsVtu(
      path, view, system.StartState(),
      {{"log10_damage", logarithm}, {"damage", damage}, {"largest_amplitude", amplitude}});
  report::WritePvd(name + ".pvd", {{0, path.substr(path.find_last_of('/') + 1), body}});
}

// The events of a schedule, or the one result that was named.
Schedule EventsOf(const FatigueArguments& options) {
  if (!options.schedule.empty()) return LoadSchedule(options.schedule);
  const std::vector<std::string> files = ExpandFiles(options.input.files);
  if (files.size() != 1) {
    throw InputError("a part is assessed from one result", "put several into a --schedule");
  }
  return {"", 0, {{.name = files[0], .file = files[0], .repetitions = 1}}};
}

}  // namespace

ExitCode FatigueOfPart(const FatigueArguments& options, const Console& console) {
  const Schedule schedule = EventsOf(options);
  std::vector<std::string> inputs = {options.material};
  for (const ScheduleEvent& event : schedule.events) inputs.push_back(event.file);
  options.outputs.Check(inputs);
  options.outputs.CheckFields(options.vtk, inputs);
  const FatigueMaterial material = LoadFatigueMaterial(options.material);
  AssessmentSettings settings = SettingsOf(options, material, "MPa", options.part);
  settings.factor = 1;
  const CycleDamage damage = StressDamage(material, settings);

  PartDamage life;
  SurfaceOfPart surface;
  std::unique_ptr<StoredResult> first;
  int body = -1;
  for (const ScheduleEvent& event : schedule.events) {
    auto stored = std::make_unique<StoredResult>(event.file, StoredResult::Purpose::kLook);
    const int found = FindStressedBody(options.part, event.file, stored->system());
    SurfaceOfPart points = SurfaceOf(stored->system(), found);
    if (points.points.empty()) {
      throw InputError(fmt::format("{}: the part of '{}' has no surface with stresses", event.file,
                                   options.part),
                       "reduce its mesh anew: surfaces hold them");
    }
    if (!first) {
      surface = std::move(points);
      body = found;
      life.damage.assign(surface.points.size(), 0);
      life.worst.assign(surface.points.size(), {});
    } else if (points.points.size() != surface.points.size()) {
      throw InputError(fmt::format("{}: another mesh of '{}' than in the first event", event.file,
                                   options.part));
    }
    const std::vector<PointLife> lives =
        AssessEvent(event.file, options, damage, *stored, found, surface, console);
    life.event_damage.emplace_back();
    for (size_t i = 0; i < lives.size(); ++i) {
      life.damage[i] += event.repetitions * lives[i].damage;
      if (lives[i].damage >= life.worst[i].damage) life.worst[i] = lives[i];
      life.event_damage.back().push_back(lives[i].damage);
    }
    if (!first) first = std::move(stored);
  }
  const FlexibleSurface& mesh = first->model().bodies[body].flexible.part->surface;
  const auto left_out = std::count_if(life.worst.begin(), life.worst.end(),
                                      [](const PointLife& p) { return p.left_out; });
  console.Print("{}: {} points of the surface, {} left out as negligible", options.part,
                surface.points.size(), left_out);
  nlohmann::json json = {{"part", options.part},
                         {"material", material.name},
                         {"points", surface.points.size()},
                         {"left_out", left_out},
                         {"hot_spots", HotSpots(mesh, surface, life, schedule, options, console)}};
  json["damage"] = json["hot_spots"][0]["damage"];
  json["passes"] = json["hot_spots"][0]["passes"];
  if (schedule.distance > 0 && !json["passes"].is_null()) {
    json["distance_km"] = 1e-3 * schedule.distance * json["passes"].get<double>();
  }
  if (!options.output.empty()) WriteTextFile(options.output, NodesText(mesh, surface, life));
  if (!options.vtk.empty()) {
    WriteFields(options.vtk, first->system(), body, surface, life);
    console.Print("  fields: {}.pvd", options.vtk);
  }
  console.PrintJson(json);
  return ExitCode::kDone;
}

}  // namespace jounce
