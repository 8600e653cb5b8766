#include "report/runs_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iomanip>
#include <map>
#include <numeric>
#include <sstream>
#include <utility>

#include "math/units.h"
#include "report/number_words.h"
#include "report/run_findings.h"
#include "report/scene_poses.h"
#include "signals/rainflow.h"

namespace jounce::report {
namespace {

constexpr double kDamageSlope = 5;  // of the Woehler line
constexpr size_t kRowsShownFirst = 4;
constexpr double kStrongestFactor = 4;  // as strong as a cell is coloured
// What moves less than this part of the largest of its unit is not worth a finding.
constexpr double kHardlyMoves = 1e-3;
// What moves less than this part of it is not worth a word about its damage.
constexpr double kMatters = 0.1;
constexpr double kNoticed = 0.1;  // change of a damage

// A channel of the first run and its partners of the same name and unit, nullptr where there is none.
struct ChannelRow {
  const RunChannel* first = nullptr;
  std::vector<const RunChannel*> others;
  std::vector<double> range;   // from the lowest to the highest value, one a run
  std::vector<double> damage;  // relative to the first, one of each of the others
  double change = 0;           // largest of the ranges, of the largest range of its unit
  bool is_rounding = true;     // in all runs, of the largest range of its unit: not compared
};

const RunChannel* PartnerIn(const RunPageInput& run, const RunChannel& wanted) {
  const auto found = std::find_if(
      run.channels.begin(), run.channels.end(),
      [&](const RunChannel& c) { return c.name == wanted.name && c.unit == wanted.unit; });
  return found == run.channels.end() ? nullptr : &*found;
}

double DamageOf(const std::vector<double>& values) {
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](double v) { return std::isfinite(v); });
  return PseudoDamage(CountRainflow(finite).cycles, kDamageSlope);
}

// Until when all runs go [s].
double CommonEnd(const std::vector<NamedRun>& runs) {
  double end = HUGE_VAL;
  for (const NamedRun& run : runs) {
    if (!run.run.times.empty()) end = std::min(end, run.run.times.back());
  }
  return end;
}

// Times and values are compared up to here, a little of a step being rounding.
bool GoesFurther(const NamedRun& run, double end) {
  return !run.run.times.empty() && run.run.times.back() > end * (1 + 1e-6);
}

// What a channel has of the time that all runs have.
std::vector<double> CommonValues(const NamedRun& run, const RunChannel& channel, double end) {
  if (!GoesFurther(run, end)) return channel.values;
  const auto& times = run.run.times;
  const auto count = std::upper_bound(times.begin(), times.end(), end) - times.begin();
  const auto kept = std::min<std::ptrdiff_t>(count, std::ssize(channel.values));
  return {channel.values.begin(), channel.values.begin() + kept};
}

std::vector<ChannelRow> MatchRows(const std::vector<NamedRun>& runs) {
  const double end = CommonEnd(runs);
  std::vector<ChannelRow> rows;
  std::map<std::string, double> widest;  // of a unit
  for (const RunChannel& channel : runs[0].run.channels) {
    const std::vector<double> own = CommonValues(runs[0], channel, end);
    ChannelRow row{.first = &channel, .others = {}, .range = {RangeOf(own)}, .damage = {}};
    const double damage = DamageOf(own);
    for (size_t r = 1; r < runs.size(); ++r) {
      const RunChannel* other = PartnerIn(runs[r].run, channel);
      row.others.push_back(other);
      const std::vector<double> values =
          other ? CommonValues(runs[r], *other, end) : std::vector<double>{};
      row.range.push_back(other ? RangeOf(values) : std::nan(""));
      row.damage.push_back(other ? DamageOf(values) / damage : std::nan(""));
    }
    for (const double range : row.range) {
      if (range > widest[channel.unit]) widest[channel.unit] = range;
    }
    rows.push_back(std::move(row));
  }
  for (ChannelRow& row : rows) {
    const double largest = widest[row.first->unit];
    for (const double range : row.range) {
      if (range > kRounding * largest) row.is_rounding = false;
      const double change = std::abs(range - row.range[0]) / largest;
      if (change > row.change) row.change = change;
    }
  }
  return rows;
}

std::string ChangeInPercent(double ratio) { return fmt::format("{:+.3g} %", 100 * (ratio - 1)); }

bool IsLoad(const ChannelRow& row) {
  return IsUnitOf(row.first->unit, quantity::kForce) ||
         IsUnitOf(row.first->unit, quantity::kTorque) ||
         IsUnitOf(row.first->unit, quantity::kStress);
}

// The rows in which damage is worth telling: what moves a good part of what the largest of its unit
// does, in one of the two runs; loads and stresses where there are some, for nothing else breaks.
std::vector<const ChannelRow*> RowsThatMatter(const std::vector<ChannelRow>& rows, size_t other) {
  std::map<std::string, double> widest;
  const auto range_of = [&](const ChannelRow& row) {
    return std::max(row.range[0], row.range[other + 1]);
  };
  for (const ChannelRow& row : rows) {
    if (row.others[other] && range_of(row) > widest[row.first->unit]) {
      widest[row.first->unit] = range_of(row);
    }
  }
  std::vector<const ChannelRow*> loads, all;
  for (const ChannelRow& row : rows) {
    if (!row.others[other] || !(range_of(row) >= kMatters * widest[row.first->unit])) continue;
    if (!std::isfinite(std::log(row.damage[other]))) continue;
    all.push_back(&row);
    if (IsLoad(row)) loads.push_back(&row);
  }
  return loads.empty() ? all : loads;
}

// Where damage changes most, and in how many it grows or falls; nothing where it stays as it was.
std::string DamageWords(const std::vector<NamedRun>& runs, const std::vector<ChannelRow>& rows,
                        size_t other) {
  const std::vector<const ChannelRow*> candidates = RowsThatMatter(rows, other);
  const ChannelRow* most = nullptr;
  int grows = 0, falls = 0;
  for (const ChannelRow* row : candidates) {
    const double damage = row->damage[other];
    if (damage > 1 + kNoticed) ++grows;
    if (damage < 1 - kNoticed) ++falls;
    if (!most || std::abs(std::log(damage)) > std::abs(std::log(most->damage[other]))) most = row;
  }
  if (!most || grows + falls == 0) {
    return most ? fmt::format(" Damage stays within {:g} %.", 100 * kNoticed) : "";
  }
  std::string text = fmt::format(" Damage changes most in {}, to {} times that in {}",
                                 most->first->name, Readable(most->damage[other]), runs[0].name);
  if (candidates.size() > 1) {
    text += fmt::format("; of the {} {} that matter it grows in {} and falls in {}",
                        candidates.size(), IsLoad(*most) ? "loads" : "channels", grows, falls);
  }
  return text + ".";
}

// Of one of the others: the channel whose range changed most, and what that does to damage.
void AddChanges(const std::vector<NamedRun>& runs, const std::vector<ChannelRow>& rows,
                size_t other, std::vector<Note>* findings) {
  std::map<std::string, double> widest;
  for (const ChannelRow& row : rows) {
    widest[row.first->unit] = std::max(widest[row.first->unit], row.range[0]);
  }
  const ChannelRow* moved = nullptr;
  double most = 0;
  for (const ChannelRow& row : rows) {
    const double largest = widest[row.first->unit];
    if (!row.others[other] || !(row.range[0] > kHardlyMoves * largest)) continue;
    const double change = std::abs(row.range[other + 1] - row.range[0]) / largest;
    if (change > most) most = change, moved = &row;
  }
  const std::string& name = runs[other + 1].name;
  if (!moved) {
    findings->push_back(
        {fmt::format("{}: no channel moves otherwise than in {}.", name, runs[0].name)});
    return;
  }
  const double before = moved->range[0], after = moved->range[other + 1];
  const std::string& unit = moved->first->unit;
  findings->push_back(
      {fmt::format("{}: {} changes most, from {} to {} from lowest to highest ({}).{}", name,
                   moved->first->name, Readable(before), WithUnit(after, unit),
                   ChangeInPercent(after / before), DamageWords(runs, rows, other))});
}

std::vector<Note> FindingsOfRuns(const std::vector<NamedRun>& runs,
                                 const std::vector<ChannelRow>& rows) {
  std::vector<Note> findings;
  for (const NamedRun& run : runs) {  // what speaks against them
    for (const Note& note : run.run.findings) {
      if (note.mark == Mark::kWarning || note.mark == Mark::kBad)
        findings.push_back({run.name + ": " + note.text, note.mark});
    }
  }
  if (findings.empty()) {
    findings.push_back({fmt::format("All {} runs went through; {} is what the others are compared "
                                    "with.",
                                    runs.size(), runs[0].name),
                        Mark::kGood});
  }
  const double end = CommonEnd(runs);
  if (std::any_of(runs.begin(), runs.end(),
                  [&](const auto& run) { return GoesFurther(run, end); })) {
    findings.push_back(
        {fmt::format(
             "The runs are not equally long: what is compared are the first {:.4g} s, which "
             "all of them have.",
             end),
         Mark::kWarning});
  }
  for (size_t other = 0; other + 1 < runs.size(); ++other) AddChanges(runs, rows, other, &findings);
  return findings;
}

// Twice is as much as half.
Cell ShadedFactor(double ratio) {
  const double part = std::abs(std::log(ratio)) / std::log(kStrongestFactor);
  return {.value = ratio, .shade = std::isfinite(part) ? std::min(part, 1.0) : 0.0};
}

std::string AnchorOfRow(size_t row) { return fmt::format("channel-{}", row + 1); }

// Numbers of the rows, those that change most first and those of rounding last.
std::vector<size_t> ByChange(const std::vector<ChannelRow>& rows) {
  const auto change_of = [&](size_t i) { return rows[i].is_rounding ? -1 : rows[i].change; };
  std::vector<size_t> order(rows.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return change_of(a) > change_of(b); });
  return order;
}

Table ChangeTable(const std::vector<NamedRun>& runs, const std::vector<ChannelRow>& rows) {
  const auto number = [](const std::string& title) {
    return Column{.title = title, .unit = {}, .align = Align::kRight, .digits = 4};
  };
  Table table{
      .title = "Channels",
      .columns = {{.title = "Channel"}, {.title = "Unit"}, number(runs[0].name)},
      .note = fmt::format("Values are the lowest to the highest of a run. Damage relative to "
                          "that of {}, by rainflow counting with a slope of {:g}. The "
                          "stronger a cell is coloured, the more it differs: most at a "
                          "factor of {:g}. What moves less than {:g} of the largest of its unit "
                          "is rounding and not compared.",
                          runs[0].name, kDamageSlope, kStrongestFactor, kRounding)};
  for (size_t r = 1; r < runs.size(); ++r) {
    table.columns.push_back(number(runs[r].name));
    table.columns.push_back(number(runs.size() == 2 ? "Ratio" : "Ratio, " + runs[r].name));
    table.columns.push_back(number(runs.size() == 2 ? "Damage" : "Damage, " + runs[r].name));
  }
  for (const size_t i : ByChange(rows)) {
    auto& cells = table.rows.emplace_back();
    cells.push_back({.value = rows[i].first->name, .anchor = AnchorOfRow(i)});
    cells.push_back({.value = WrittenUnit(rows[i].first->unit)});
    cells.push_back({.value = rows[i].range[0]});
    for (size_t r = 1; r < runs.size(); ++r) {
      cells.push_back({.value = rows[i].range[r]});
      const double compared = rows[i].is_rounding ? std::nan("") : 1.0;
      cells.push_back(ShadedFactor(compared * rows[i].range[r] / rows[i].range[0]));
      cells.push_back(ShadedFactor(compared * rows[i].damage[r - 1]));
    }
  }
  return table;
}

Table RunTable(const std::vector<NamedRun>& runs) {
  Table table{.title = "Runs", .columns = {{.title = "Run"}, {.title = "File"}}};
  std::vector<std::string> names;
  for (const std::vector<Fact> RunPageInput::*facts :
       {&RunPageInput::facts, &RunPageInput::solver_facts}) {
    for (const Fact& fact : runs[0].run.*facts) names.push_back(fact.name);
  }
  for (const std::string& name : names) table.columns.push_back({.title = name});
  for (const NamedRun& run : runs) {
    auto& cells = table.rows.emplace_back();
    cells.push_back({.value = run.name});
    cells.push_back({.value = run.file});
    std::vector<Fact> facts = run.run.facts;
    facts.insert(facts.end(), run.run.solver_facts.begin(), run.run.solver_facts.end());
    for (const std::string& name : names) {
      const auto fact =
          std::find_if(facts.begin(), facts.end(), [&](const Fact& f) { return f.name == name; });
      cells.push_back({.value = fact == facts.end() ? "" : fact->value});
    }
  }
  return table;
}

void AddRunCurves(const NamedRun& run, const RunChannel& channel, BrowsedChannel* browsed) {
  browsed->plots[0].curves.push_back({.name = run.name, .x = run.run.times, .y = channel.values});
  if (browsed->plots.size() > 1 && !channel.spectrum.frequency.empty()) {
    browsed->plots[1].curves.push_back(
        {.name = run.name, .x = channel.spectrum.frequency, .y = channel.spectrum.density});
  }
}

BrowsedChannel BrowseRow(const std::vector<NamedRun>& runs, const ChannelRow& row) {
  BrowsedChannel browsed = BrowseChannel(*row.first, runs[0].run.times);
  for (Plot& plot : browsed.plots) plot.curves[0].name = runs[0].name;
  for (size_t r = 1; r < runs.size(); ++r) {
    if (row.others[r - 1]) AddRunCurves(runs[r], *row.others[r - 1], &browsed);
  }
  double most = 1;
  for (size_t r = 1; r < runs.size(); ++r) {
    const double ratio = row.range[r] / row.range[0];
    if (ratio > 0 && std::abs(std::log(ratio)) > std::abs(std::log(most))) most = ratio;
  }
  browsed.summary = row.is_rounding ? "about 0" : ChangeInPercent(most);
  return browsed;
}

Section HistoriesOfRuns(const std::vector<NamedRun>& runs, const std::vector<ChannelRow>& rows) {
  ChannelBrowser browser{.title = "Over time, and power spectral density",
                         .note =
                             "In the list: the largest change of what lies between the lowest "
                             "and the highest value."};
  for (size_t i = 0; i < rows.size(); ++i) {
    browser.channels.push_back(BrowseRow(runs, rows[i]));
    browser.channels.back().anchor = AnchorOfRow(i);
  }
  const std::vector<size_t> order = ByChange(rows);
  for (size_t i = 0; i < std::min(order.size(), kRowsShownFirst); ++i) {
    browser.channels[order[i]].visible = true;
  }
  return {.title = "Histories", .items = {std::move(browser)}, .anchor = "histories"};
}

bool IsOneOf(const std::string& word, std::initializer_list<const char*> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// What a command says of the run itself: not where it goes, nor how it is told. "k=2" of `--set k=2`,
// "end-time 10" of `--end-time 10`.
std::vector<std::string> SettingsIn(const std::string& command) {
  std::istringstream words(command);
  std::vector<std::string> settings;
  std::string word, program;
  words >> program >> word;  // jounce run
  while (words >> std::quoted(word, '\'')) {
    std::string value;
    if (!word.starts_with('-')) {
      settings.push_back(word);
    } else if (IsOneOf(word, {"-o", "--output", "--page", "--vtk", "--write", "--units"})) {
      words >> std::quoted(value, '\'');
    } else if (word == "--equilibrium") {
      settings.push_back("equilibrium");
    } else if (!IsOneOf(word, {"--set", "-q", "--quiet", "-v", "--verbose", "--json", "--force",
                               "--float32", "--all-motion", "--real-time", "--resume"}) &&
               words >> std::quoted(value, '\'')) {
      settings.push_back(word.substr(word.find_first_not_of('-')) + " " + value);
    }
  }
  return settings;
}

// A ghost bends as it did, at the times of the scene, in one colour: without stresses.
void BendAsGhost(const std::vector<double>& times, const std::vector<double>& wanted,
                 MeshModes* modes) {
  const auto count = static_cast<size_t>(modes->count);
  modes->stresses.clear();
  modes->largest = 0;
  if (count == 0 || modes->amplitudes.size() < count * times.size()) return;
  std::vector<double> amplitudes;
  for (const double time : wanted) {
    const auto [before, after, part] = FramesAround(times, time);
    for (size_t i = 0; i < count; ++i) {
      const double a = modes->amplitudes[before * count + i];
      amplitudes.push_back(a + part * (modes->amplitudes[after * count + i] - a));
    }
  }
  modes->amplitudes = std::move(amplitudes);
}

bool AreDistinct(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  return std::adjacent_find(words.begin(), words.end()) == words.end();
}

}  // namespace

std::vector<std::string> NamesOfRuns(const std::vector<std::string>& files,
                                     const std::vector<std::string>& commands) {
  std::vector<std::vector<std::string>> settings;
  for (const std::string& command : commands) settings.push_back(SettingsIn(command));
  std::vector<std::string> names, stems;
  for (const std::vector<std::string>& own : settings) {
    std::string name;
    for (const std::string& setting : own) {
      const bool common = std::all_of(settings.begin(), settings.end(), [&](const auto& other) {
        return std::find(other.begin(), other.end(), setting) != other.end();
      });
      if (!common) name += (name.empty() ? "" : ", ") + setting;
    }
    names.push_back(name.empty() ? "as it is" : name);
  }
  for (const std::string& file : files) {
    stems.push_back(std::filesystem::path(file).stem().string());
  }
  return AreDistinct(names) ? names : AreDistinct(stems) ? stems : files;
}

void AddGhosts(const Scene& other, int run, Scene* scene) {
  std::vector<int> ghost_of(other.bodies.size(), kGround);
  for (size_t i = 0; i < other.bodies.size(); ++i) {
    if (other.bodies[i].scenery) continue;
    SceneBody body = other.bodies[i];
    body.run = run;
    for (SceneShape& shape : body.shapes) BendAsGhost(other.times, scene->times, &shape.modes);
    if (body.poses.size() > 1) {
      std::vector<ScenePose> poses;
      for (const double time : scene->times) {
        poses.push_back(PoseAt(other.times, body.poses, time));
      }
      body.poses = std::move(poses);
    }
    ghost_of[i] = static_cast<int>(scene->bodies.size());
    scene->bodies.push_back(std::move(body));
  }
  // Beams are what their nodes bend; other connections of ghosts would hide those of the first run.
  for (SceneConnection beam : other.connections) {
    if (beam.kind != SceneConnectionKind::kBeam) continue;
    beam.run = run;
    beam.load.clear();
    for (SceneAttachment* end : {&beam.a, &beam.b}) {
      if (end->body != kGround) end->body = ghost_of[static_cast<size_t>(end->body)];
    }
    scene->connections.push_back(std::move(beam));
  }
}

std::optional<Scene> MotionOf(const std::vector<NamedRun>& runs) {
  if (!runs[0].run.motion) return std::nullopt;
  Scene scene = *runs[0].run.motion;
  scene.link = "time";
  if (runs.size() == 1) return scene;
  scene.runs = {runs[0].name};
  for (const NamedRun& run : runs) {
    if (&run == &runs[0] || !run.run.motion) continue;
    AddGhosts(*run.run.motion, static_cast<int>(scene.runs.size()), &scene);
    scene.runs.push_back(run.name);
  }
  return scene;
}

Page MakeRunsPage(std::vector<NamedRun> runs) {
  const std::vector<ChannelRow> rows = MatchRows(runs);
  std::string others;
  for (size_t r = 1; r < runs.size(); ++r) {
    others += (r == 1 ? "" : r + 1 == runs.size() ? " and " : ", ") + runs[r].name;
  }
  Page page{.title = runs[0].run.title,
            .subtitle = fmt::format("{} against {}", others, runs[0].name),
            .findings = FindingsOfRuns(runs, rows)};
  if (std::optional<Scene> motion = MotionOf(runs)) {
    page.sections.push_back({.title = "Motion", .items = {std::move(*motion)}, .anchor = "motion"});
  }
  page.sections.push_back(
      {.title = "Channels", .items = {ChangeTable(runs, rows)}, .anchor = "channels"});
  page.sections.push_back(HistoriesOfRuns(runs, rows));
  page.sections.push_back(
      {.title = "Runs", .items = {RunTable(runs)}, .anchor = "runs", .open = false});
  return page;
}

}  // namespace jounce::report
