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
      {"amplitude", ColumnQuantity::kLength, {"amplitude", "amp", "d0", "wegamplitude"}},
      {"frequency", ColumnQuantity::kFrequency, {"frequency", "freq", "f", "frequenz"}},
      {"time", ColumnQuantity::kTime, {"time", "t", "zeit", "temps", "tempo", "tiempo"}},
      {"displacement",
       ColumnQuantity::kLength,
       {"displacement", "u", "x", "disp", "stroke", "weg", "verschiebung"}},
      {"force", ColumnQuantity::kForce, {"force", "load", "f", "kraft"}},
      {"stiffness",
       ColumnQuantity::kStiffness,
       {"stiffness", "kdyn", "k", "dynamic_stiffness", "k_dyn", "cdyn", "c_dyn", "steifigkeit"}},
      {"angle",
       ColumnQuantity::kAngle,
       {"angle", "loss_angle", "phase", "delta", "phase_angle", "verlustwinkel"}},
      {"storage_stiffness", ColumnQuantity::kStiffness, {"storage_stiffness", "k'", "k_storage"}},
      {"loss_stiffness", ColumnQuantity::kStiffness, {"loss_stiffness", "k''", "k\"", "k_loss"}},
      {"loss_factor",
       ColumnQuantity::kNone,
       {"loss_factor", "tan_delta", "tandelta", "tand", "verlustfaktor"}},
      {"damping",
       ColumnQuantity::kDamping,
       {"damping", "c", "damping_coefficient", "daempfung", "d\u00e4mpfung"}},
      {"file", ColumnQuantity::kNone, {"file", "name"}},
      {"preload", ColumnQuantity::kNone, {"preload", "mean_load", "vorlast"}},
      {"temperature", ColumnQuantity::kNone, {"temperature", "temp", "temperatur"}},
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
                   "stiffness, angle, storage_stiffness, loss_stiffness, loss_factor, damping, "
                   "preload, temperature, file, block");
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
    // "f" may be a frequency or a force, "c" a damping or a stiffness: the unit tells.
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
    const bool ambiguous =
        quantity == ColumnQuantity::kFrequency || quantity == ColumnQuantity::kDamping;
    if (!ambiguous || table_.columns[column].unit.empty()) return true;
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

// Without a column that tells the tests apart, a change of their settings begins a new one.
std::vector<std::string> TestsByTheirSettings(const std::vector<double>& amplitude,
                                              const std::vector<double>& frequency,
                                              const std::vector<std::string>& kind) {
  std::vector<std::string> names;
  int test = 1;
  for (size_t i = 0; i < amplitude.size(); ++i) {
    const bool changed = i > 0 && (amplitude[i] != amplitude[i - 1] ||
                                   frequency[i] != frequency[i - 1] || kind[i] != kind[i - 1]);
    test += changed;
    names.push_back(fmt::format("{}", test));
  }
  return names;
}

// How often a record passes the middle of its travel upwards, a fifth of the amplitude of play
// against noise; a record of one loop is one period. 0: it does not repeat.
double RepeatingFrequency(const Series& series) {
  constexpr double kPlay = 0.2, kCloses = 0.1;
  if (series.size() < 4) return 0;
  const auto [low, high] =
      std::minmax_element(series.displacement.begin(), series.displacement.end());
  const double middle = (*low + *high) / 2, amplitude = (*high - *low) / 2;
  if (!(amplitude > 0)) return 0;
  std::vector<double> crossings;
  bool armed = false;
  for (int i = 1; i < series.size(); ++i) {
    const double before = series.displacement[i - 1] - middle,
                 now = series.displacement[i] - middle;
    armed = armed || before < -kPlay * amplitude;
    if (!armed || now < 0 || before >= 0) continue;
    const double share = before / (before - now);
    crossings.push_back(series.time[i - 1] + share * (series.time[i] - series.time[i - 1]));
    armed = false;
  }
  if (crossings.size() > 1) {
    return static_cast<double>(crossings.size() - 1) / (crossings.back() - crossings.front());
  }
  const double open = std::abs(series.displacement.back() - series.displacement.front());
  return open < kCloses * amplitude ? 1 / (series.time.back() - series.time.front()) : 0;
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
  const auto amplitudes = columns.Maybe("amplitude"), frequencies = columns.Maybe("frequency");
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
      series.frequency = frequencies[row] > 0 ? frequencies[row] : RepeatingFrequency(series);
      all.push_back(std::move(series));
    }
  }
  diagnostics.ThrowIfErrors();
  return all;
}

}  // namespace

DataTable ReadSelected(const std::string& path, const ReadOptions& options) {
  DataTable table = ReadTable(path);
  for (const auto& [column, value] : options.select) table = SelectRows(table, column, value);
  return table;
}

std::vector<Series> ReadLoops(const std::string& path, const ReadOptions& options) {
  if (std::filesystem::is_directory(path)) return ReadFolder(path, options);
  const DataTable table = ReadSelected(path, options);
  if (IsStiffnessTable(table, options)) return LoopsOfStiffnessTable(table, options);
  return LoopsOfTable(table, options);
}

std::vector<Series> LoopsOfTable(const DataTable& table, const ReadOptions& options) {
  Diagnostics diagnostics;
  const TableColumns columns(table, options, &diagnostics);
  const auto time = columns.Need("time"), displacement = columns.Need("displacement"),
             force = columns.Need("force");
  const auto amplitude = columns.Maybe("amplitude"), frequency = columns.Maybe("frequency");
  auto names = columns.Text("series"), kinds = columns.Text("kind");
  diagnostics.ThrowIfErrors();  // what is missing would be missing in every row
  if (!columns.Find("series")) names = TestsByTheirSettings(amplitude, frequency, kinds);
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
  for (Series& series : all) {
    if (!(series.frequency > 0)) series.frequency = RepeatingFrequency(series);
  }
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
  const bool size = columns.Find("stiffness") || columns.Find("storage_stiffness");
  const bool loss = columns.Find("angle") || columns.Find("loss_factor") ||
                    columns.Find("loss_stiffness") || columns.Find("damping");
  return size && loss && !columns.Find("time");
}

namespace {

// |K*| and loss angle of each row, from |K*| or K' and the angle, its tangent, K'' or the damping
// coefficient c = K''/omega.
void ReadStiffness(const TableColumns& columns, const std::vector<double>& frequency,
                   std::vector<double>* stiffness, std::vector<double>* angle) {
  const bool whole = columns.Find("stiffness").has_value();
  *stiffness = columns.Need(whole ? "stiffness" : "storage_stiffness");
  const std::string loss = columns.Find("angle")            ? "angle"
                           : columns.Find("loss_factor")    ? "loss_factor"
                           : columns.Find("loss_stiffness") ? "loss_stiffness"
                                                            : "damping";
  *angle = columns.Need(loss);
  for (size_t i = 0; i < angle->size(); ++i) {
    double& k = (*stiffness)[i];
    double& a = (*angle)[i];
    if (loss == "damping") a *= 2 * std::numbers::pi * frequency[i];
    if (loss == "loss_factor") a = std::atan(a);
    if (loss == "loss_stiffness" || loss == "damping") {
      a = whole ? std::asin(a / k) : std::atan2(a, k);
    }
    if (!whole) k /= std::cos(a);
  }
}

// A law is that of one preload and one temperature: several of them have to be told apart first.
void CheckOneValue(const TableColumns& columns, const DataTable& table, const std::string& role,
                   Diagnostics* diagnostics) {
  constexpr double kSame = 0.05;  // of the largest: a temperature drifts
  if (!columns.Find(role)) return;
  const std::vector<double> values = columns.Need(role);
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  for (int row = 0; row < table.rows(); ++row) {
    if (!(std::abs(values[row] - values[0]) > kSame * largest)) continue;
    diagnostics->Error({table.path, table.lines[row], 0},
                       fmt::format("the {} changes from {} to {}", role, values[0], values[row]),
                       fmt::format("a law is that of one {}: take its rows with --select {}={}",
                                   role, table.columns[*columns.Find(role)].name, values[row]));
    return;
  }
}

}  // namespace

std::vector<Series> LoopsOfStiffnessTable(const DataTable& table, const ReadOptions& options) {
  Diagnostics diagnostics;
  const TableColumns columns(table, options, &diagnostics);
  const auto amplitude = columns.Need("amplitude"), frequency = columns.Need("frequency");
  std::vector<double> stiffness, angle;
  ReadStiffness(columns, frequency, &stiffness, &angle);
  CheckOneValue(columns, table, "preload", &diagnostics);
  CheckOneValue(columns, table, "temperature", &diagnostics);
  diagnostics.ThrowIfErrors();
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
