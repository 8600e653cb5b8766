#include "report/drive_page.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

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

Table ValueTable(const std::vector<DrivingValue>& values) {
  Table table{.title = "Characteristic values",
              .columns = {{.title = "Value"},
                          {.title = "Found", .align = Align::kRight, .digits = 5},
                          {.title = "Meaning"}}};
  for (const DrivingValue& value : values) {
    table.rows.push_back({{.value = value.name}, {.value = value.value}, {.value = value.meaning}});
  }
  return table;
}

}  // namespace

void AddManoeuvre(const std::string& name, const DrivingRecord& record,
                  const std::vector<DrivingValue>& values, Page* page) {
  std::string found;
  size_t told = 0;
  for (const DrivingValue& value : values) {
    if (std::isnan(value.value) || told++ >= kFoundFirst) continue;
    found += fmt::format("{}{} = {:.4g}", found.empty() ? "" : ", ", value.name, value.value);
    if (!value.meaning.empty()) found += fmt::format(" ({})", value.meaning);
  }
  if (!found.empty()) {
    page->findings.insert(page->findings.begin(), {fmt::format("{}: {}.", name, found)});
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
