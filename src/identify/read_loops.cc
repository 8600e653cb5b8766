#include "identify/read_loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "math/units.h"
#include "signals/number_text.h"
#include "signals/signal_file.h"

namespace jounce::identify {
namespace {

constexpr int kEllipsePoints = 64;

struct Role {
  const char* name;
  ColumnQuantity quantity;
  std::vector<std::string> usual;
};

const std::vector<Role>& Roles() {
  static const std::vector<Role> roles = {
      {"series", ColumnQuantity::kNone, {"series", "test", "loop", "run"}},
      {"kind", ColumnQuantity::kNone, {"kind", "type"}},
      {"amplitude", ColumnQuantity::kLength, {"amplitude", "amp", "d0"}},
      {"frequency", ColumnQuantity::kFrequency, {"frequency", "freq", "f"}},
      {"time", ColumnQuantity::kTime, {"time", "t"}},
      {"displacement", ColumnQuantity::kLength, {"displacement", "u", "x", "disp", "stroke"}},
      {"force", ColumnQuantity::kForce, {"force", "load", "f"}},
      {"stiffness", ColumnQuantity::kStiffness, {"stiffness", "kdyn", "k", "dynamic_stiffness"}},
      {"angle", ColumnQuantity::kAngle, {"angle", "loss_angle", "phase", "delta"}},
      {"file", ColumnQuantity::kNone, {"file", "name"}},
      {"block", ColumnQuantity::kNone, {"block", "source"}},
  };
  return roles;
}

const Role& FindRole(const std::string& name) {
  for (const Role& role : Roles()) {
    if (name == role.name) return role;
  }
  std::vector<std::string> names;
  for (const Role& role : Roles()) names.push_back(role.name);
  throw InputError(fmt::format("'{}' is not a role of a column", name),
                   "roles are series, kind, amplitude, frequency, time, displacement, force, "
                   "stiffness, angle, file, block");
}

// Looks columns up by their roles, in one table.
class TableColumns {
 public:
  TableColumns(const DataTable& table, const ReadOptions& options, Diagnostics* diagnostics)
      : table_(table), options_(options), diagnostics_(diagnostics) {
    for (const auto& chosen : options.columns) FindRole(chosen.first);
  }

  std::optional<int> Find(const std::string& role) const {
    const auto column = FindColumn(table_, FindRole(role).usual, Choice(role));
    // "f" may be a frequency or a force: its unit tells.
    if (column && Choice(role).name.empty() && !UnitFits(*column, FindRole(role).quantity)) {
      return std::nullopt;
    }
    return column;
  }

  std::vector<double> Need(const std::string& role) const {
    const auto column = Find(role);
    if (!column) {
      std::string names;
      for (const DataColumn& one : table_.columns) names += (names.empty() ? "" : ", ") + one.name;
      diagnostics_->Error(
          {table_.path, 1, 0}, fmt::format("no column gives the {}", role),
          fmt::format("name it with --column {}=NAME:UNIT; the columns are {}", role, names));
      return std::vector<double>(table_.rows(), std::nan(""));
    }
    return Read(role, *column);
  }

  std::vector<double> Maybe(const std::string& role) const {
    const auto column = Find(role);
    return column ? Read(role, *column) : std::vector<double>(table_.rows(), 0.0);
  }

  std::vector<std::string> Text(const std::string& role) const {
    const auto column = Find(role);
    std::vector<std::string> text;
    for (int row = 0; row < table_.rows(); ++row) {
      text.push_back(column ? table_.cells[row][*column] : "");
    }
    return text;
  }

 private:
  ColumnChoice Choice(const std::string& role) const {
    const auto found = options_.columns.find(role);
    return found == options_.columns.end() ? ColumnChoice{} : found->second;
  }

  bool UnitFits(int column, ColumnQuantity quantity) const {
    if (quantity != ColumnQuantity::kFrequency || table_.columns[column].unit.empty()) return true;
    Diagnostics probe;
    ScaleOf(table_, column, quantity, {}, &probe);
    return !probe.HasErrors();
  }

  std::vector<double> Read(const std::string& role, int column) const {
    const UnitScale scale =
        ScaleOf(table_, column, FindRole(role).quantity, Choice(role), diagnostics_);
    return Numbers(table_, column, scale, diagnostics_);
  }

  const DataTable& table_;
  const ReadOptions& options_;
  Diagnostics* diagnostics_;
};

SeriesKind ParseKind(const std::string& text, const Place& place, Diagnostics* diagnostics) {
  if (text.empty() || text == "dynamic") return SeriesKind::kDynamic;
  if (text == "static") return SeriesKind::kStatic;
  if (text == "quasistatic" || text == "quasi-static") return SeriesKind::kQuasiStatic;
  diagnostics->Error(place, fmt::format("'{}' is not a kind of test", text),
                     "use static, quasistatic or dynamic");
  return SeriesKind::kDynamic;
}

// A channel by the user's choice or one of the usual names of its role, in SI.
std::vector<double> ReadRole(const SignalSource& source, const std::string& path,
                             const std::string& role, const char* si_unit,
                             const ReadOptions& options) {
  const auto chosen = options.columns.find(role);
  std::vector<std::string> names = FindRole(role).usual;
  if (chosen != options.columns.end() && !chosen->second.name.empty()) {
    names = {chosen->second.name};
  }
  for (const std::string& name : names) {
    for (size_t i = 0; i < source.NumChannels(); ++i) {
      if (LowerCase(Trimmed(source.Head(i).name)) != LowerCase(name)) continue;
      const Channel channel = source.ReadChannel(i);
      const std::string unit = chosen != options.columns.end() && !chosen->second.unit.empty()
                                   ? chosen->second.unit
                                   : channel.unit;
      const double scale = unit.empty() ? 1 : ConvertUnit(1, unit, si_unit);
      std::vector<double> values = channel.samples;
      for (double& value : values) value *= scale;
      return values;
    }
  }
  FindChannel(source, names.front(), path);  // throws, with the nearest name
  return {};
}

// One test in a file of its own: a table, or channels of a test machine (RPC III, DAC).
std::vector<Series> LoopsOfFile(const std::string& path, const ReadOptions& options) {
  const std::string extension = LowerCase(std::filesystem::path(path).extension().string());
  if (extension == ".csv" || extension == ".txt") return LoopsOfTable(ReadTable(path), options);
  const std::shared_ptr<const SignalSource> source = OpenSignals(path);
  Series series;
  series.place = {path, 0, 0};
  series.displacement = ReadRole(*source, path, "displacement", "m", options);
  series.force = ReadRole(*source, path, "force", "N", options);
  for (size_t i = 0; i < series.displacement.size(); ++i) {
    series.time.push_back(static_cast<double>(i) / source->Head(0).sample_rate);
  }
  if (series.force.size() != series.displacement.size()) {
    throw InputError(path + ": displacement and force differ in length",
                     "export both channels with one sample rate");
  }
  return {series};
}

std::vector<Series> ReadFolder(const std::filesystem::path& folder, const ReadOptions& options) {
  const std::filesystem::path manifest_path = folder / "manifest.csv";
  if (!std::filesystem::exists(manifest_path)) {
    throw FileError(folder.string(),
                    "has no manifest.csv (columns file, kind, amplitude_mm, "
                    "frequency_hz)");
  }
  const DataTable manifest = ReadTable(manifest_path.string());
  Diagnostics diagnostics;
  const TableColumns columns(manifest, options, &diagnostics);
  const auto files = columns.Text("file"), kinds = columns.Text("kind");
  const auto amplitudes = columns.Maybe("amplitude"), frequencies = columns.Need("frequency");
  std::vector<Series> all;
  for (int row = 0; row < manifest.rows(); ++row) {
    const Place place{manifest.path, manifest.lines[row], 0};
    if (files[row].empty()) {
      diagnostics.Error(place, "no file is named", "give the column file");
      continue;
    }
    std::vector<Series> found = LoopsOfFile((folder / files[row]).string(), options);
    for (Series& series : found) {
      series.name = files[row];
      series.kind = ParseKind(kinds[row], place, &diagnostics);
      series.amplitude = amplitudes[row];
      series.frequency = frequencies[row];
      all.push_back(std::move(series));
    }
  }
  diagnostics.ThrowIfErrors();
  return all;
}

}  // namespace

std::vector<Series> ReadLoops(const std::string& path, const ReadOptions& options) {
  if (std::filesystem::is_directory(path)) return ReadFolder(path, options);
  const DataTable table = ReadTable(path);
  if (IsStiffnessTable(table, options)) return LoopsOfStiffnessTable(table, options);
  return LoopsOfTable(table, options);
}

std::vector<Series> LoopsOfTable(const DataTable& table, const ReadOptions& options) {
  Diagnostics diagnostics;
  const TableColumns columns(table, options, &diagnostics);
  const auto time = columns.Need("time"), displacement = columns.Need("displacement"),
             force = columns.Need("force");
  const auto amplitude = columns.Maybe("amplitude"), frequency = columns.Maybe("frequency");
  const auto names = columns.Text("series"), kinds = columns.Text("kind");
  std::vector<Series> all;
  std::map<std::string, size_t> index;
  for (int row = 0; row < table.rows(); ++row) {
    const Place place{table.path, table.lines[row], 0};
    const auto [found, added] = index.try_emplace(names[row], all.size());
    if (added) {
      Series series;
      series.name = names[row].empty() ? "1" : names[row];
      series.kind = ParseKind(kinds[row], place, &diagnostics);
      series.amplitude = amplitude[row];
      series.frequency = frequency[row];
      series.place = place;
      all.push_back(std::move(series));
    }
    Series& series = all[found->second];
    if (!added && (series.amplitude != amplitude[row] || series.frequency != frequency[row])) {
      diagnostics.Error(
          place, fmt::format("series {} changes its amplitude or frequency here", series.name),
          "give every test a series of its own");
      series.amplitude = amplitude[row];
      series.frequency = frequency[row];
    }
    series.time.push_back(time[row]);
    series.displacement.push_back(displacement[row]);
    series.force.push_back(force[row]);
    series.rows.push_back(table.lines[row]);
  }
  diagnostics.ThrowIfErrors();
  return all;
}

namespace {

// Files of a fit hold the measurement and what was fitted to it: rows that say that they were
// measured are taken, and no others; where no row says so, all are.
std::vector<bool> MeasuredRows(const std::vector<std::string>& blocks) {
  const auto measured = [](const std::string& block) {
    const std::string word = LowerCase(Trimmed(block));
    return word == "test" || word == "measurement" || word == "measured" || word == "experiment";
  };
  const bool any = std::any_of(blocks.begin(), blocks.end(), measured);
  std::vector<bool> taken;
  for (const std::string& block : blocks) taken.push_back(!any || measured(block));
  return taken;
}

}  // namespace

bool IsStiffnessTable(const DataTable& table, const ReadOptions& options) {
  Diagnostics ignored;
  const TableColumns columns(table, options, &ignored);
  return columns.Find("stiffness") && columns.Find("angle") && !columns.Find("time");
}

std::vector<Series> LoopsOfStiffnessTable(const DataTable& table, const ReadOptions& options) {
  Diagnostics diagnostics;
  const TableColumns columns(table, options, &diagnostics);
  const auto amplitude = columns.Need("amplitude"), frequency = columns.Need("frequency");
  const auto stiffness = columns.Need("stiffness"), angle = columns.Need("angle");
  const std::vector<bool> measured = MeasuredRows(columns.Text("block"));
  std::vector<Series> all;
  for (int row = 0; row < table.rows(); ++row) {
    if (!measured[row]) continue;
    Series series;
    series.name = fmt::format("{}", row + 1);
    series.amplitude = amplitude[row];
    series.frequency = frequency[row];
    series.place = {table.path, table.lines[row], 0};
    for (int i = 0; i <= kEllipsePoints; ++i) {
      const double phase = 2 * std::numbers::pi * i / kEllipsePoints;
      series.time.push_back(i / (kEllipsePoints * frequency[row]));
      series.displacement.push_back(amplitude[row] * std::sin(phase));
      series.force.push_back(amplitude[row] * stiffness[row] * std::sin(phase + angle[row]));
      series.rows.push_back(table.lines[row]);
    }
    all.push_back(std::move(series));
  }
  diagnostics.ThrowIfErrors();
  return all;
}

}  // namespace jounce::identify
