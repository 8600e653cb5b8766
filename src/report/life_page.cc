#include "report/life_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/number_words.h"

namespace jounce::report {
namespace {

constexpr double kDecades = 6;  // of damage that the colours tell apart, at most

MeshField DamageField(const std::vector<double>& damage) {
  MeshField field{.title = "log10 of damage"};
  const double most = damage.empty() ? 0 : *std::max_element(damage.begin(), damage.end());
  field.high = most > 0 ? std::log10(most) : 0;
  field.low = field.high - kDecades;
  double least = field.high;
  for (const double d : damage) {
    const double place = d > 0 ? std::log10(d) : field.low;
    field.values.push_back(std::max(place, field.low));
    least = std::min(least, field.values.back());
  }
  if (least < field.high) field.low = least;
  return field;
}

double SizeOf(const std::vector<Vec3>& points) {
  double size = 0;
  for (int k = 0; k < 3; ++k) {
    const auto axis = static_cast<std::size_t>(k);
    const auto [low, high] =
        std::minmax_element(points.begin(), points.end(),
                            [axis](const Vec3& a, const Vec3& b) { return a[axis] < b[axis]; });
    if (!points.empty()) size = std::max(size, (*high)[axis] - (*low)[axis]);
  }
  return size;
}

// The surface, and a small ball at each hot spot that tells its name.
Scene SurfaceScene(const LifePageInput& input) {
  Scene scene{.title = "Damage on the surface"};
  SceneShape surface = input.surface;
  surface.field = DamageField(input.damage);
  const double radius = 0.008 * SizeOf(surface.points);
  scene.bodies.push_back({.name = input.title, .shapes = {std::move(surface)}, .poses = {{}}});
  for (std::size_t i = 0; i < input.spots.size(); ++i) {
    const HotSpot& spot = input.spots[i];
    scene.bodies.push_back(
        {.name = fmt::format("{}: {}, damage {:.3g}", i + 1, spot.name, spot.damage),
         .shapes = {{.kind = ShapeKind::kSphere, .size = {radius, 0, 0}}},
         .poses = {{.position = spot.position}},
         .colour = 1});
  }
  scene.note = "Balls are the hot spots of the table; point at them for their names.";
  return scene;
}

double LifeOfDamage(double damage) {
  return damage > 0 ? 1 / damage : std::numeric_limits<double>::quiet_NaN();
}

Table SpotTable(const LifePageInput& input) {
  Table table{.title = "Hot spots",
              .columns = {{.title = "No.", .align = Align::kRight},
                          {.title = "Where"},
                          {.title = "x", .unit = "m", .align = Align::kRight},
                          {.title = "y", .unit = "m", .align = Align::kRight},
                          {.title = "z", .unit = "m", .align = Align::kRight},
                          {.title = "Largest amplitude", .unit = "MPa", .align = Align::kRight},
                          {.title = "Damage", .align = Align::kRight},
                          {.title = input.events.empty() ? "Life, passes" : "Life, schedules",
                           .align = Align::kRight},
                          {.title = "Loads that matter"}},
              .note =
                  "An amplitude is half a range. Loads by the part of the damage that is gone "
                  "without them; together they may make more than all of it."};
  for (std::size_t i = 0; i < input.spots.size(); ++i) {
    const HotSpot& spot = input.spots[i];
    table.rows.push_back(
        {{.value = fmt::format("{}", i + 1)},
         {.value = spot.name},
         {.value = spot.position[0]},
         {.value = spot.position[1]},
         {.value = spot.position[2]},
         {.value = spot.amplitude},
         {.value = spot.damage, .mark = spot.damage >= 1 ? Mark::kBad : Mark::kNone},
         {.value = LifeOfDamage(spot.damage)},
         {.value = spot.loads}});
  }
  return table;
}

Table EventTable(const LifePageInput& input) {
  Table table{.title = "Events at the worst spot",
              .columns = {{.title = "Event"},
                          {.title = "Repetitions", .align = Align::kRight},
                          {.title = "Damage", .align = Align::kRight},
                          {.title = "Share", .unit = "%", .align = Align::kRight, .digits = 3},
                          {.title = "Can be left out"}}};
  for (const EventShare& event : input.events) {
    table.rows.push_back({{.value = event.name},
                          {.value = event.repetitions},
                          {.value = event.damage},
                          {.value = 100 * event.share},
                          {.value = std::string(event.droppable ? "yes" : "")}});
  }
  return table;
}

// How long it lasts, where it breaks first, and by what.
std::vector<Note> LifeFindings(const LifePageInput& input) {
  if (input.spots.empty()) return {};
  const HotSpot& worst =
      *std::max_element(input.spots.begin(), input.spots.end(),
                        [](const HotSpot& a, const HotSpot& b) { return a.damage < b.damage; });
  const char* what = input.events.empty() ? "pass" : "schedule";
  if (!(worst.damage > 0)) return {{fmt::format("No {} does any damage.", what), Mark::kGood}};
  std::vector<Note> findings;
  findings.push_back({fmt::format("It breaks first at {}: the damage of a {} is {}, so that it "
                                  "lasts {} of them; the largest amplitude there is {} MPa.",
                                  worst.name, what, Readable(worst.damage),
                                  Readable(LifeOfDamage(worst.damage)), Readable(worst.amplitude)),
                      worst.damage >= 1 ? Mark::kBad : Mark::kNone});
  if (!worst.loads.empty()) findings.push_back({fmt::format("By its loads: {}.", worst.loads)});
  const auto most =
      std::max_element(input.events.begin(), input.events.end(),
                       [](const EventShare& a, const EventShare& b) { return a.share < b.share; });
  if (most != input.events.end()) {
    findings.push_back({fmt::format("{} does {:.3g} % of it.", most->name, 100 * most->share)});
  }
  return findings;
}

}  // namespace

Page MakeLifePage(const LifePageInput& input) {
  Page page{.title = fmt::format("Life of {}", input.title),
            .findings = LifeFindings(input),
            .facts = input.facts};
  if (!input.surface.triangles.empty()) {
    page.sections.push_back(
        {.title = "Damage", .items = {SurfaceScene(input)}, .anchor = "damage"});
  }
  page.sections.push_back({.title = "Hot spots", .items = {SpotTable(input)}, .anchor = "spots"});
  if (!input.events.empty()) {
    page.sections.push_back(
        {.title = "Schedule", .items = {EventTable(input)}, .anchor = "events"});
  }
  return page;
}

}  // namespace jounce::report
