#include "cli/fatigue_surface.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <map>
#include <set>

#include "base/names.h"
#include "cli/stress_summary.h"
#include "io/fatigue_file.h"
#include "io/stored_result.h"
#include "mechanics/flexible_body.h"
#include "report/flexible_view.h"
#include "report/vtk_file.h"
#include "signals/channel_units.h"

namespace jounce {
namespace {

// The normals of the corners, from the triangles around them; zero where there is none.
std::vector<Eigen::Vector3d> NormalsOf(const FlexibleSurface& surface) {
  std::vector<Eigen::Vector3d> normals(surface.position.size(), Eigen::Vector3d::Zero());
  for (const auto& t : surface.triangles) {
    const Eigen::Vector3d area = (surface.position[t[1]] - surface.position[t[0]])
                                     .cross(surface.position[t[2]] - surface.position[t[0]]);
    for (const int corner : t) normals[corner] += area;
  }
  for (Eigen::Vector3d& normal : normals) {
    if (normal.norm() > 0) normal.normalize();
  }
  return normals;
}

LoadedSurface SurfaceOf(const System& system, int body) {
  const Flexibility& flexible = system.model().bodies[body].flexible;
  const FlexiblePart& part = *flexible.part;
  const FlexibleSurface& surface = part.surface;
  LoadedSurface found{surface.node, surface.position, surface.triangles, {}, {}, {}, {}};
  const std::vector<int> active = flexible.ActiveModes();
  for (const int mode : active) {
    found.loads.push_back(fmt::format("mode {} ({}, {:.4g} Hz)", mode + 1, part.origins[mode],
                                      part.frequencies[mode]));
  }
  std::multimap<int, int> of_node;  // stress points that are the mean at a node
  for (size_t i = 0; i < part.stress_points.size(); ++i) {
    const StressPoint& point = part.stress_points[i];
    if (point.node != 0 && point.element == 0) of_node.emplace(point.node, static_cast<int>(i));
  }
  const std::vector<Eigen::Vector3d> normals = NormalsOf(surface);
  for (size_t i = 0; i < surface.position.size(); ++i) {
    if (surface.stress_point[i] < 0 || !(normals[i].norm() > 0)) continue;
    std::set<int> sides = {surface.stress_point[i]};
    const auto [first, last] = of_node.equal_range(part.stress_points[*sides.begin()].node);
    for (auto at = first; at != last; ++at) sides.insert(at->second);
    for (const int side : sides) {
      const StressPoint& known = part.stress_points[side];
      SurfacePoint point{normals[i], {}};
      point.modal.resize(6, static_cast<Eigen::Index>(active.size()));
      for (size_t k = 0; k < active.size(); ++k) {
        point.modal.col(static_cast<Eigen::Index>(k)) =
            ModalScale(part) * known.stress.col(active[k]);
      }
      found.corner.push_back(static_cast<int>(i));
      found.side.push_back(known.surface);
      found.points.push_back(std::move(point));
    }
  }
  return found;
}

class ResultLoads : public SurfaceLoads {
 public:
  ResultLoads(const std::string& part, const std::string& first)
      : part_(part), first_file_(first), first_(first, StoredResult::Purpose::kLook) {
    body_ = FindStressedBody(part, first, first_.system());
    surface_ = SurfaceOf(first_.system(), body_);
    if (surface_.points.empty()) {
      throw InputError(
          fmt::format("{}: the part of '{}' has no surface with stresses", first, part),
          "reduce its mesh anew: surfaces hold them");
    }
  }

  Histories HistoriesOf(const std::string& file) override {
    if (file == first_file_) return CoordinatesOf(first_, body_, file);
    const StoredResult stored(file, StoredResult::Purpose::kLook);
    const int body = FindStressedBody(part_, file, stored.system());
    const LoadedSurface other = SurfaceOf(stored.system(), body);
    if (other.node != surface_.node || other.loads != surface_.loads) {
      throw InputError(
          fmt::format("{}: another mesh or other modes of '{}' than in the first event", file,
                      part_),
          "run all events with the same part file");
    }
    return CoordinatesOf(stored, body, file);
  }

  void WriteFields(const std::string& name, const std::vector<Field>& fields) const override {
    std::vector<report::CornerField> columns;
    for (const Field& field : fields) columns.push_back({field.name, field.values});
    const std::string path = name + "_1.vtu";
    report::WriteCornerFieldsVtu(path, report::FlexibleView(first_.system(), body_),
                                 first_.system().StartState(), columns);
    report::WritePvd(name + ".pvd", {{0, path.substr(path.find_last_of('/') + 1), body_}});
  }

 private:
  static Histories CoordinatesOf(const StoredResult& stored, int body, const std::string& file) {
    const auto& flexible = *stored.system().bodies()[body];
    Histories coordinates(flexible.modes(), static_cast<Eigen::Index>(stored.reader().rows()));
    Eigen::Index column = 0;
    stored.Replay([&](const ResultRow& row) {
      coordinates.col(column++) =
          row.state().modal.segment(flexible.first_mode(), flexible.modes());
    });
    coordinates.conservativeResize(Eigen::NoChange, column);
    if (!coordinates.allFinite()) throw InputError(file + ": the modal coordinates are not finite");
    return coordinates;
  }

  std::string part_, first_file_;
  StoredResult first_;
  int body_ = -1;
};

constexpr double kMostTraction = 0.1;  // of the stresses, on what is taken for a free surface

class UnitLoads : public SurfaceLoads {
 public:
  UnitLoads(const FatigueArguments& options, const Console& console)
      : options_(options), console_(console), table_(ReadUnitStresses(options.unit_stress)) {
    size_t buried = 0;
    for (const UnitStressTable::Point& given : table_.points) {
      SurfacePoint point{given.normal, given.stress};
      double traction = 0;
      if (given.normal.norm() > 0) {
        point.normal.normalize();
      } else {
        point.normal = FreeSurfaceNormal(given.stress, &traction);
      }
      if (traction > kMostTraction) ++buried;
      surface_.corner.push_back(static_cast<int>(surface_.node.size()));
      surface_.side.emplace_back();
      surface_.node.push_back(given.node);
      surface_.position.push_back(given.position);
      surface_.points.push_back(std::move(point));
    }
    if (buried > 0) {
      console.Warn(fmt::format(
          "{}: {} of {} nodes bear tractions in every direction and lie at no free surface; "
          "normals nx, ny, nz would say which planes to count",
          options.unit_stress, buried, table_.points.size()));
    }
    for (const UnitStressTable::Load& load : table_.loads) surface_.loads.push_back(load.name);
  }

  Histories HistoriesOf(const std::string& file) override {
    SignalInput input = options_.input;
    input.files = {file};
    input.channels.clear();
    if (!(input.csv.sample_rate > 0)) input.csv.sample_rate = 1;
    const OpenedSignals opened = OpenSignalInput(input, console_).front();
    std::map<std::string, size_t> known;
    for (size_t c = 0; c < opened.source->NumChannels(); ++c) {
      known.emplace(opened.source->Head(c).name, c);
    }
    std::vector<size_t> chosen;
    for (const UnitStressTable::Load& load : table_.loads)
      chosen.push_back(Find(load, known, file));
    const SelectedChannels loads(opened.source, chosen);
    RequireFinite(loads, file);
    Histories histories(static_cast<Eigen::Index>(chosen.size()),
                        static_cast<Eigen::Index>(loads.Length(0)));
    for (size_t c = 0; c < chosen.size(); ++c) Fill(loads, c, file, &histories);
    return histories;
  }

  // There is no surface; the command refuses it before.
  void WriteFields(const std::string&, const std::vector<Field>&) const override {}

 private:
  size_t Find(const UnitStressTable::Load& load, const std::map<std::string, size_t>& known,
              const std::string& file) const {
    const auto found = known.find(load.name);
    if (found != known.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [name, channel] : known) names.push_back(name);
    throw InputError(
        {{Severity::kError,
          {options_.unit_stress, load.line},
          fmt::format("no channel of {} is called '{}', as this load is", file, load.name),
          SuggestName(load.name, names)}});
  }

  void Fill(const SelectedChannels& loads, size_t c, const std::string& file,
            Histories* histories) const {
    const UnitStressTable::Load& load = table_.loads[c];
    const std::string what = fmt::format("{}: channel '{}'", file, load.name);
    const std::string own = loads.Head(c).unit;
    const Unit unit = ParseChannelUnit(own.empty() || own == "-" ? load.unit : own);
    if (!(unit.dimension == ParseChannelUnit(load.unit).dimension)) {
      throw InputError(fmt::format("{} is in {}, its load in {} in {}", what, own, load.unit,
                                   options_.unit_stress),
                       "one kind of load for both");
    }
    const auto length = static_cast<size_t>(histories->cols());
    if (loads.Length(c) != length) {
      throw InputError(what + " is of another length than the first load",
                       "resample with `jounce signal convert`");
    }
    const auto row = static_cast<Eigen::Index>(c);
    loads.Read(c, 0, std::span<double>(histories->row(row).data(), length));
    histories->row(row) *= unit.scale;
  }

  const FatigueArguments& options_;
  const Console& console_;
  UnitStressTable table_;
};

}  // namespace

std::unique_ptr<SurfaceLoads> LoadsOfResults(const FatigueArguments& options,
                                             const std::string& first) {
  return std::make_unique<ResultLoads>(options.part, first);
}

std::unique_ptr<SurfaceLoads> LoadsOfUnitStresses(const FatigueArguments& options,
                                                  const Console& console) {
  return std::make_unique<UnitLoads>(options, console);
}

}  // namespace jounce
