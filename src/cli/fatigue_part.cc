// Damage on a surface, point by point: `jounce fatigue run.h5 --part arm`, or histories of loads
// times the stresses of unit loads.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "cli/fatigue_surface.h"
#include "fatigue/surface_damage.h"
#include "io/fatigue_file.h"
#include "io/life_file.h"
#include "io/text_file.h"
#include "report/life_page.h"

namespace jounce {
namespace {

constexpr size_t kMostSpots = 10;
constexpr double kLeastEffect = 0.01;  // of a load that is told

SurfaceStress StressOfName(const std::string& name) {
  if (name.empty() || name == "normal") return SurfaceStress::kNormalPlanes;
  if (name == "signed-von-mises") return SurfaceStress::kSignedVonMises;
  if (name == "absolute-principal") return SurfaceStress::kAbsolutePrincipal;
  throw InputError(fmt::format("the surface of a part is not counted by '{}'", name),
                   "normal, signed-von-mises or absolute-principal; others for one point: `jounce "
                   "stress --node`, then --multiaxial");
}

struct LoadEffect {
  std::string load;
  double part = 0;  // of the damage that is gone without it
};

// One assessment: what is asked for, and what comes out of it.
class PartAssessment {
 public:
  PartAssessment(const FatigueArguments& options, const Schedule& schedule, const Console& console)
      : options_(options),
        schedule_(schedule),
        console_(console),
        material_(LoadFatigueMaterial(options.material)),
        damage_(MakeDamage()),
        loads_(options.unit_stress.empty() ? LoadsOfResults(options, schedule.events.front().file)
                                           : LoadsOfUnitStresses(options, console)),
        surface_(loads_->surface()) {
    life_settings_.stress = StressOfName(options.multiaxial);
    life_settings_.step = options.step * M_PI / 180;
    life_settings_.residue = ResidueOfName(options.residue);
  }

  ExitCode Run() {
    for (const ScheduleEvent& event : schedule_.events) {
      const std::optional<std::vector<PointLife>> lives = AssessEvent(event.file);
      if (!lives) return kInterrupted;
      sum_.Add(*lives, event.repetitions);
    }
    spots_ = HotSpots(sum_.damage, surface_.corner, surface_.triangles, kMostSpots);
    FindEffects();
    if (sum_.damage[spots_[0]] == 0) {
      console_.Warn("no point has damage: its life is endless by this line (--miner, --mean)");
    }
    PrintSpots();
    Write();
    console_.PrintJson(Json());
    return ExitCode::kDone;
  }

 private:
  CycleDamage MakeDamage() const {
    AssessmentSettings settings = SettingsOf(options_, material_, "MPa", options_.part);
    settings.factor = 1;
    return StressDamage(material_, settings);
  }

  SurfaceLoads::Histories HistoriesOf(const std::string& file) const {
    SurfaceLoads::Histories histories = loads_->HistoriesOf(file);
    histories *= options_.factor;
    return histories;
  }

  // None where the user stopped it.
  std::optional<std::vector<PointLife>> AssessEvent(const std::string& file) const {
    const SurfaceLoads::Histories histories = HistoriesOf(file);
    const auto progress = console_.StartProgress(file);
    bool stopped = false;
    auto lives =
        LifeOfPoints(surface_.points, histories, damage_, life_settings_, [&](size_t done) {
          progress->Update(static_cast<double>(done), static_cast<double>(surface_.points.size()),
                           "points");
          stopped = stopped || progress->StopRequested();
          return !stopped;
        });
    if (stopped) return std::nullopt;
    return lives;
  }

  // Of each hot spot, in the event that does most there.
  void FindEffects() {
    effects_.resize(spots_.size());
    std::map<size_t, std::vector<size_t>> of_event;
    for (size_t s = 0; s < spots_.size(); ++s) of_event[sum_.WorstEvent(spots_[s])].push_back(s);
    for (const auto& [event, spots] : of_event) {
      const SurfaceLoads::Histories histories = HistoriesOf(schedule_.events[event].file);
      for (const size_t s : spots) {
        const std::vector<double> parts =
            LoadEffects(surface_.points[spots_[s]], histories, damage_, life_settings_);
        for (size_t i = 0; i < parts.size(); ++i) {
          if (std::abs(parts[i]) >= kLeastEffect)
            effects_[s].push_back({surface_.loads[i], parts[i]});
        }
        std::stable_sort(effects_[s].begin(), effects_[s].end(),
                         [](const LoadEffect& a, const LoadEffect& b) { return a.part > b.part; });
      }
    }
  }

  static std::string EffectsText(const std::vector<LoadEffect>& effects) {
    std::string text;
    for (size_t i = 0; i < std::min<size_t>(3, effects.size()); ++i) {
      text +=
          fmt::format("{}{} {:.0f} %", i > 0 ? ", " : "", effects[i].load, 100 * effects[i].part);
    }
    return text;
  }

  void PrintSpots() const {
    console_.Print("{}: {} points of the surface, {} left out as negligible", Name(),
                   surface_.points.size(), LeftOut());
    console_.Print("{:>10} {:7} {:>30} {:>15} {:>14} {:>14}  {}", "node", "side", "position [m]",
                   "amplitude [MPa]", "damage", "life", "loads that matter");
    for (size_t s = 0; s < spots_.size(); ++s) {
      const size_t i = spots_[s];
      const Eigen::Vector3d& at = surface_.position[surface_.corner[i]];
      console_.Print("{:10} {:7} {:>30} {:15.6g} {:14.6g} {:>14}  {}",
                     surface_.node[surface_.corner[i]], surface_.side[i],
                     fmt::format("({:.4f}, {:.4f}, {:.4f})", at.x(), at.y(), at.z()),
                     1e-6 * sum_.worst[i].largest, sum_.damage[i], LifeText(LifeAt(i)),
                     EffectsText(effects_[s]));
    }
    if (schedule_.events.size() > 1) PrintSchedule(ScheduleAt(spots_[0]), console_);
  }

  std::string Name() const { return options_.part.empty() ? options_.unit_stress : options_.part; }
  double LifeAt(size_t i) const { return sum_.damage[i] > 0 ? 1 / sum_.damage[i] : INFINITY; }
  size_t LeftOut() const {
    return static_cast<size_t>(std::count_if(sum_.worst.begin(), sum_.worst.end(),
                                             [](const PointLife& p) { return p.left_out; }));
  }
  ScheduleLife ScheduleAt(size_t i) const {
    std::vector<double> damage;
    for (const auto& event : sum_.event_damage) damage.push_back(event[i]);
    return LifeOf(schedule_, damage, options_.negligible);
  }

  nlohmann::json Json() const {
    nlohmann::json spots = nlohmann::json::array();
    for (size_t s = 0; s < spots_.size(); ++s) {
      const size_t i = spots_[s];
      const Eigen::Vector3d& at = surface_.position[surface_.corner[i]];
      nlohmann::json loads = nlohmann::json::array();
      for (const LoadEffect& effect : effects_[s]) {
        loads.push_back({{"name", effect.load}, {"effect", effect.part}});
      }
      spots.push_back({{"node", surface_.node[surface_.corner[i]]},
                       {"side", surface_.side[i]},
                       {"position", {at.x(), at.y(), at.z()}},
                       {"largest_amplitude", 1e-6 * sum_.worst[i].largest},
                       {"damage", sum_.damage[i]},
                       {"passes", LifeJson(LifeAt(i))},
                       {"loads", loads}});
      if (schedule_.events.size() > 1) spots.back()["schedule"] = ScheduleJson(ScheduleAt(i));
    }
    nlohmann::json json = {{"part", Name()},
                           {"material", material_.name},
                           {"points", surface_.points.size()},
                           {"left_out", LeftOut()},
                           {"hot_spots", spots},
                           {"damage", spots[0]["damage"]},
                           {"passes", spots[0]["passes"]}};
    if (schedule_.distance > 0 && !json["passes"].is_null()) {
      json["distance_km"] = 1e-3 * schedule_.distance * json["passes"].get<double>();
    }
    return json;
  }

  void Write() const {
    if (options_.output.ends_with(".h5")) {
      WriteLifeFile(options_.output, File());
    } else if (!options_.output.empty()) {
      WriteTextFile(options_.output, NodesText());
    }
    if (!options_.output.empty()) console_.Print("  points: {}", options_.output);
    if (!options_.vtk.empty()) {
      WriteFields();
      console_.Print("  fields: {}.pvd", options_.vtk);
    }
    if (!options_.page.empty()) {
      report::WritePage(report::MakeLifePage(PageInput()), options_.page);
      console_.Print("  page: {}", options_.page);
    }
  }

  std::string NodesText() const {
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text),
                   "node,side,x [m],y [m],z [m],largest amplitude [MPa],damage,life,bound\n");
    for (size_t i = 0; i < surface_.corner.size(); ++i) {
      const Eigen::Vector3d& at = surface_.position[surface_.corner[i]];
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{}\n",
                     surface_.node[surface_.corner[i]], surface_.side[i], at.x(), at.y(), at.z(),
                     1e-6 * sum_.worst[i].largest, sum_.damage[i], 1 / sum_.damage[i],
                     sum_.worst[i].left_out ? 1 : 0);
    }
    return fmt::to_string(text);
  }

  LifeFile File() const {
    LifeFile file{.part = Name(),
                  .material = material_.name,
                  .method = options_.multiaxial.empty() ? "normal" : options_.multiaxial,
                  .node = surface_.node,
                  .position = surface_.position,
                  .triangles = surface_.triangles,
                  .corner = surface_.corner,
                  .side = surface_.side,
                  .damage = sum_.damage};
    for (const PointLife& life : sum_.worst) {
      file.largest_amplitude.push_back(life.largest);
      file.bound.push_back(life.left_out ? 1 : 0);
    }
    for (const ScheduleEvent& event : schedule_.events) file.event.push_back(event.name);
    file.repetitions = sum_.repetitions;
    file.event_damage = sum_.event_damage;
    return file;
  }

  // At the corners; of two sides the worse.
  std::vector<double> AtCorners(const std::vector<double>& values) const {
    std::vector<double> corners(surface_.node.size(), 0), damage(surface_.node.size(), -1);
    for (size_t i = 0; i < values.size(); ++i) {
      const auto corner = static_cast<size_t>(surface_.corner[i]);
      if (sum_.damage[i] < damage[corner]) continue;
      damage[corner] = sum_.damage[i];
      corners[corner] = values[i];
    }
    return corners;
  }

  void WriteFields() const {
    std::vector<double> amplitude;
    for (const PointLife& life : sum_.worst) amplitude.push_back(life.largest);
    const std::vector<double> damage = AtCorners(sum_.damage);
    std::vector<double> logarithm;
    for (const double d : damage) logarithm.push_back(std::log10(std::max(d, 1e-20)));
    loads_->WriteFields(options_.vtk, {{"log10_damage", logarithm},
                                       {"damage", damage},
                                       {"largest_amplitude", AtCorners(amplitude)}});
  }

  report::LifePageInput PageInput() const {
    report::LifePageInput input{.title = Name()};
    const auto fact = [&](const char* name, const std::string& value) {
      input.facts.push_back({.name = name, .value = value});
    };
    fact("Material", material_.name);
    fact("Stress",
         options_.multiaxial.empty() ? "normal stress on the worst plane" : options_.multiaxial);
    fact("Mean stress", options_.mean);
    fact("Miner", options_.miner);
    if (schedule_.events.size() == 1) fact("History", schedule_.events[0].file);
    fact("Points", fmt::format("{}, {} left out as negligible", surface_.points.size(), LeftOut()));
    input.surface.kind = report::ShapeKind::kMesh;
    for (const Eigen::Vector3d& p : surface_.position)
      input.surface.points.push_back({p.x(), p.y(), p.z()});
    input.surface.triangles = surface_.triangles;
    input.damage = AtCorners(sum_.damage);
    for (size_t s = 0; s < spots_.size(); ++s) {
      const size_t i = spots_[s];
      const Eigen::Vector3d& at = surface_.position[surface_.corner[i]];
      input.spots.push_back(
          {.name = fmt::format("node {} {}", surface_.node[surface_.corner[i]], surface_.side[i]),
           .position = {at.x(), at.y(), at.z()},
           .amplitude = 1e-6 * sum_.worst[i].largest,
           .damage = sum_.damage[i],
           .loads = EffectsText(effects_[s])});
    }
    if (schedule_.events.size() > 1) input.events = ScheduleAt(spots_[0]).events;
    return input;
  }

  const FatigueArguments& options_;
  const Schedule& schedule_;
  const Console& console_;
  FatigueMaterial material_;
  CycleDamage damage_;
  std::unique_ptr<SurfaceLoads> loads_;
  const LoadedSurface& surface_;
  PartLifeSettings life_settings_;
  SurfaceDamage sum_;
  std::vector<size_t> spots_;
  std::vector<std::vector<LoadEffect>> effects_;  // of the hot spots
};

// The events of a schedule, or the one file that was named.
Schedule EventsOf(const FatigueArguments& options) {
  if (!options.schedule.empty()) return ScheduleOf(options);
  const std::vector<std::string> files = ExpandFiles(options.input.files);
  if (files.size() != 1) {
    throw InputError("a part is assessed from one file", "put several into a --schedule");
  }
  return {"", 0, {{.name = files[0], .file = files[0], .repetitions = 1}}};
}

}  // namespace

ExitCode FatigueOfPart(const FatigueArguments& options, const Console& console) {
  const Schedule schedule = EventsOf(options);
  std::vector<std::string> inputs = {options.material};
  if (!options.unit_stress.empty()) inputs.push_back(options.unit_stress);
  for (const ScheduleEvent& event : schedule.events) inputs.push_back(event.file);
  options.outputs.Check(inputs);
  options.outputs.CheckFields(options.vtk, inputs);
  if (!options.vtk.empty() && !options.unit_stress.empty()) {
    throw InputError("a table of unit stresses has no surface to write fields of",
                     "-o nodes.csv has the damage of its nodes");
  }
  return PartAssessment(options, schedule, console).Run();
}

}  // namespace jounce
