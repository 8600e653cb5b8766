#include "report/model_page.h"

#include <fmt/format.h>

#include <utility>

namespace jounce::report {
namespace {

Column Number(const std::string& title, const std::string& unit) {
  return {.title = title, .unit = unit, .align = Align::kRight};
}

Table BodyTable(const std::vector<ModelBody>& bodies, const DisplayUnits& units) {
  const std::string inertia = units.NameOf("kg*m^2"), length = units.NameOf("m");
  Table table{
      .title = "Bodies",
      .columns = {{.title = "Name"},
                  {.title = "Kind"},
                  Number("Mass", units.NameOf("kg")),
                  Number("x", length),
                  Number("y", length),
                  Number("z", length),
                  Number("Ixx", inertia),
                  Number("Iyy", inertia),
                  Number("Izz", inertia)},
      .note = "x, y, z: centre of mass in the world; inertia about it, in the body's axes."};
  for (const ModelBody& body : bodies) {
    std::vector<Cell> row = {
        {.value = body.name}, {.value = body.kind}, {.value = units.Show(body.mass, "kg")}};
    for (const double v : body.centre) row.push_back({.value = units.Show(v, "m")});
    for (const double v : body.inertia) row.push_back({.value = units.Show(v, "kg*m^2")});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table JointTable(const std::vector<ModelJoint>& joints) {
  Table table{.title = "Joints",
              .columns = {{.title = "Name"},
                          {.title = "Kind"},
                          {.title = "Body A"},
                          {.title = "Body B"},
                          {.title = "Removes", .align = Align::kRight}}};
  for (const ModelJoint& joint : joints) {
    table.rows.push_back({{.value = joint.name},
                          {.value = joint.kind},
                          {.value = joint.body_a},
                          {.value = joint.body_b},
                          {.value = fmt::format("{}", joint.removed)}});
  }
  return table;
}

Table ConnectionTable(const std::vector<ModelConnection>& connections) {
  Table table{.title = "Bushings, springs and dampers",
              .columns = {{.title = "Name"},
                          {.title = "Kind"},
                          {.title = "Law"},
                          {.title = "Body A"},
                          {.title = "Body B"}}};
  for (const ModelConnection& connection : connections) {
    table.rows.push_back({{.value = connection.name},
                          {.value = connection.kind},
                          {.value = connection.law},
                          {.value = connection.body_a},
                          {.value = connection.body_b}});
  }
  return table;
}

Table OtherTable(const std::vector<ModelOther>& others) {
  Table table{.title = "Forces, motions and sensors",
              .columns = {{.title = "Name"}, {.title = "Kind"}, {.title = "Where"}}};
  for (const ModelOther& other : others) {
    table.rows.push_back({{.value = other.name}, {.value = other.kind}, {.value = other.where}});
  }
  return table;
}

std::string MassOf(const ModelPageInput& input) {
  double mass = 0;
  for (const ModelBody& body : input.bodies) mass += body.mass;
  return fmt::format("{:.6g} {}", input.units.Show(mass, "kg"), input.units.NameOf("kg"));
}

// What can move, and whether the model is sound.
std::vector<Note> Findings(const ModelPageInput& input) {
  const size_t bodies = input.bodies.size();
  std::vector<Note> findings = {
      {fmt::format("{} bod{} of {} with {} degree{} of freedom{}.", bodies,
                   bodies == 1 ? "y" : "ies", MassOf(input), input.degrees_of_freedom,
                   input.degrees_of_freedom == 1 ? "" : "s",
                   input.warnings.empty() ? "; no constraint is redundant" : ""),
       input.warnings.empty() ? Mark::kGood : Mark::kNone}};
  findings.insert(findings.end(), input.warnings.begin(), input.warnings.end());
  return findings;
}

std::vector<Fact> Counts(const ModelPageInput& input) {
  return {{.name = "Bodies", .value = fmt::format("{}", input.bodies.size())},
          {.name = "Mass", .value = MassOf(input)},
          {.name = "Joints", .value = fmt::format("{}", input.joints.size())},
          {.name = "Connections", .value = fmt::format("{}", input.connections.size())},
          {.name = "Degrees of freedom", .value = fmt::format("{}", input.degrees_of_freedom)}};
}

}  // namespace

Page MakeModelPage(const ModelPageInput& input) {
  Page page{.title = input.title,
            .subtitle = input.subtitle,
            .findings = Findings(input),
            .facts = input.facts};
  for (Fact& fact : Counts(input)) page.facts.push_back(std::move(fact));
  if (!input.scene.bodies.empty()) {
    page.sections.push_back({.title = "Model", .items = {input.scene}, .anchor = "model"});
  }
  const auto add = [&](Table table, const char* title, const char* anchor, bool open) {
    if (table.rows.empty()) return;
    page.sections.push_back(
        {.title = title, .items = {std::move(table)}, .anchor = anchor, .open = open});
  };
  add(BodyTable(input.bodies, input.units), "Bodies", "bodies", true);
  add(JointTable(input.joints), "Joints", "joints", false);
  add(ConnectionTable(input.connections), "Connections", "connections", false);
  add(OtherTable(input.others), "Others", "others", false);
  return page;
}

}  // namespace jounce::report
