#include "identify/read_loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "identify/table_columns.h"
#include "math/units.h"
#include "signals/number_text.h"
#include "signals/signal_file.h"

namespace jounce::identify {
namespace {

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
  std::vector<std::string> names = UsualNames(role);
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

// The displacement of a record that has its velocity instead, from wherever it begins.
void Integrate(Series* series) {
  double before = series->displacement.empty() ? 0 : series->displacement[0], sum = 0;
  for (int i = 0; i < series->size(); ++i) {
    const double velocity = series->displacement[i];
    if (i > 0) sum += (before + velocity) / 2 * (series->time[i] - series->time[i - 1]);
    series->displacement[i] = sum;
    before = velocity;
  }
}

// Without a column that tells the tests apart, a change of their settings begins a new one.
std::vector<std::string> TestsByTheirSettings(const std::vector<double>& amplitude,
                                              const std::vector<double>& frequency,
                                              const std::vector<double>& temperature,
                                              const std::vector<std::string>& kind) {
  std::vector<std::string> names;
  int test = 1;
  for (size_t i = 0; i < amplitude.size(); ++i) {
    const bool warmer = i > 0 && std::abs(temperature[i] - temperature[i - 1]) > kSameTemperature;
    const bool changed = i > 0 && (warmer || amplitude[i] != amplitude[i - 1] ||
                                   frequency[i] != frequency[i - 1] || kind[i] != kind[i - 1]);
    test += changed;
    names.push_back(fmt::format("{}", test));
  }
  return names;
}

// The times at which a record passes `middle` upwards (sign 1) or downwards (-1), with so much of
// play against noise.
std::vector<double> Crossings(const Series& series, double middle, double play, int sign) {
  std::vector<double> crossings;
  bool armed = false;
  for (int i = 1; i < series.size(); ++i) {
    const double before = sign * (series.displacement[i - 1] - middle),
                 now = sign * (series.displacement[i] - middle);
    armed = armed || before < -play;
    if (!armed || now < 0 || before >= 0) continue;
    const double share = before / (before - now);
    crossings.push_back(series.time[i - 1] + share * (series.time[i] - series.time[i - 1]));
    armed = false;
  }
  return crossings;
}

// A record of one loop whose last row is a step before its first comes again: that row is added.
void CloseOpenLoop(Series* series) {
  const auto& u = series->displacement;
  const double step = u[u.size() - 1] - u[u.size() - 2];
  if (!(std::abs(u.front() - u.back() - step) < 0.5 * std::abs(step))) return;
  series->time.push_back(2 * series->time.back() - series->time[series->time.size() - 2]);
  series->displacement.push_back(u.front());
  series->force.push_back(series->force.front());
  if (!series->rows.empty()) series->rows.push_back(series->rows.front());
}

// How often a record passes the middle of its travel, in the direction in which it does so more
// often; a record of one loop is one period. 0: it does not repeat.
double RepeatingFrequency(Series* series) {
  constexpr double kPlay = 0.2, kCloses = 0.1;
  if (series->size() < 4) return 0;
  const auto [low, high] =
      std::minmax_element(series->displacement.begin(), series->displacement.end());
  const double middle = (*low + *high) / 2, amplitude = (*high - *low) / 2;
  if (!(amplitude > 0)) return 0;
  const std::vector<double> up = Crossings(*series, middle, kPlay * amplitude, 1),
                            down = Crossings(*series, middle, kPlay * amplitude, -1);
  const std::vector<double>& crossings = down.size() > up.size() ? down : up;
  if (crossings.size() > 1) {
    return static_cast<double>(crossings.size() - 1) / (crossings.back() - crossings.front());
  }
  CloseOpenLoop(series);
  const double open = std::abs(series->displacement.back() - series->displacement.front());
  if (!(open < kCloses * amplitude)) return 0;
  return 1 / (series->time.back() - series->time.front());
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
      series.frequency = frequencies[row] > 0 ? frequencies[row] : RepeatingFrequency(&series);
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
  const bool integrate = !columns.Find("displacement") && columns.Find("velocity");
  const auto time = columns.Need("time"),
             displacement = columns.Need(integrate ? "velocity" : "displacement"),
             force = columns.Need("force");
  const auto amplitude = columns.Maybe("amplitude"), frequency = columns.Maybe("frequency");
  const auto temperature = columns.Temperatures();
  const bool rotation = columns.AreRotary({"displacement", "velocity", "amplitude", "force"});
  auto names = columns.Text("series"), kinds = columns.Text("kind");
  diagnostics.ThrowIfErrors();  // what is missing would be missing in every row
  if (!columns.Find("series"))
    names = TestsByTheirSettings(amplitude, frequency, temperature, kinds);
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
      series.temperature = temperature[row];
      series.rotation = rotation;
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
    if (integrate) Integrate(&series);
    if (!(series.frequency > 0)) series.frequency = RepeatingFrequency(&series);
  }
  return all;
}

}  // namespace jounce::identify
