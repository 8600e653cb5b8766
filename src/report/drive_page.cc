#include "report/drive_page.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "report/number_words.h"

namespace jounce::report {
namespace {

constexpr double kDegreesOfRadian = 180 / M_PI;
constexpr size_t kFoundFirst = 4;  // values that stand among the findings

std::vector<double> Times(double factor, std::vector<double> values) {
  for (double& value : values) value *= factor;
  return values;
}

Plot OverTime(const std::string& title, const std::string& unit, const DrivingRecord& record,
              std::vector<double> values) {
  return {.title = title,
          .x = {.title = "Time", .unit = "s"},
          .y = {.title = title, .unit = unit},
          .curves = {{.name = title, .x = record.time, .y = std::move(values)}},
          .link = "time",
          .height = 220};
}

Plot Against(const std::string& title, Axis x, Axis y, std::vector<double> xs,
             std::vector<double> ys) {
  return {.title = title,
          .x = std::move(x),
          .y = std::move(y),
          .curves = {{.name = title, .x = std::move(xs), .y = std::move(ys)}},
          .height = 220};
}

struct ValueWords {
  std::string name, unit;
};

// "roll_gradient_deg_per_m_s2" is "roll gradient" in deg per m/s².
ValueWords WordsOf(const std::string& name) {
  struct Ending {
    const char *ending, *unit;
  };
  constexpr Ending kEndings[] = {{"_deg_per_m_s2", "deg per m/s²"},
                                 {"_m_s2_per_deg", "m/s² per deg"},
                                 {"_1_per_s", "1/s"},
                                 {"_percent", "%"},
                                 {"_m_s2", "m/s²"},
                                 {"_deg_s", "deg/s"},
                                 {"_kmh", "km/h"},
                                 {"_deg", "deg"},
                                 {"_Nm", "N m"},
                                 {"_m", "m"},
                                 {"_s", "s"}};
  // A time times an angle.
  if (name == "TB_deg_s") return {"TB", "deg s"};
  ValueWords words{name, ""};
  for (const auto& [ending, unit] : kEndings) {
    if (!name.ends_with(ending)) continue;
    words = {name.substr(0, name.size() - std::string_view(ending).size()), unit};
    break;
  }
  words.name = InWords(words.name);
  return words;
}

Table ValueTable(const std::vector<DrivingValue>& values) {
  Table table{.title = "Characteristic values",
              .columns = {{.title = "Value"},
                          {.title = "Found", .align = Align::kRight, .digits = 5},
                          {.title = "Unit"},
                          {.title = "Meaning"},
                          {.title = "Name in files"}}};
  for (const DrivingValue& value : values) {
    const auto [words, unit] = WordsOf(value.name);
    table.rows.push_back({{.value = words},
                          {.value = value.value},
                          {.value = unit},
                          {.value = value.meaning},
                          {.value = value.name}});
  }
  return table;
}

// What the driver did is no answer of the vehicle.
bool IsGiven(const std::string& value) {
  return value == "speed_kmh" || value == "steer_deg" || value == "road_wheel_steer_deg";
}

}  // namespace

void AddManoeuvre(const std::string& name, const DrivingRecord& record,
                  const std::vector<DrivingValue>& values, Page* page) {
  std::string found;
  size_t told = 0;
  for (const DrivingValue& value : values) {
    if (std::isnan(value.value) || IsGiven(value.name) || told++ >= kFoundFirst) continue;
    const auto [words, unit] = WordsOf(value.name);
    found += fmt::format("{}{} {:.4g}{}{}", found.empty() ? "" : ", ", words, value.value,
                         unit.empty() ? "" : " ", unit);
    if (!value.meaning.empty()) found += fmt::format(" ({})", value.meaning);
  }
  if (!found.empty()) {
    page->findings.insert(page->findings.begin(), {fmt::format("{}: {}.", InWords(name), found)});
  }
  // What the vehicle did is told by the manoeuvre; channels are there on demand.
  for (Section& section : page->sections) {
    if (section.anchor == "channels") section.open = false;
  }
  Section plots{.title = "Manoeuvre", .columns = 2, .anchor = "manoeuvre"};
  plots.items = {OverTime("Steering wheel", "deg", record, Times(kDegreesOfRadian, record.steer)),
                 OverTime("Yaw rate", "deg/s", record, Times(kDegreesOfRadian, record.yaw_rate)),
                 OverTime("Lateral acceleration", "m/s^2", record, record.lateral_acceleration),
                 OverTime("Roll", "deg", record, Times(kDegreesOfRadian, record.roll)),
                 OverTime("Side slip", "deg", record, Times(kDegreesOfRadian, record.sideslip)),
                 OverTime("Speed", "km/h", record, Times(3.6, record.speed)),
                 Against("Path", {.title = "Forward", .unit = "m"},
                         {.title = "To the left", .unit = "m"}, record.x, record.y),
                 Against("Handling diagram", {.title = "Lateral acceleration", .unit = "m/s^2"},
                         {.title = "Steering wheel", .unit = "deg"}, record.lateral_acceleration,
                         Times(kDegreesOfRadian, record.steer))};
  if (record.step_seconds.size() == record.time.size()) {
    plots.items.emplace_back(
        OverTime("Time of a step", "us", record, Times(1e6, record.step_seconds)));
  }
  Section table{.title = "Values", .items = {ValueTable(values)}, .anchor = "values"};
  page->sections.insert(page->sections.begin(), {std::move(plots), std::move(table)});
}

}  // namespace jounce::report
