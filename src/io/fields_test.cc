// The reader, the writer and the schema on one small description.
#include "io/fields.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "io/field_reader.h"
#include "io/field_schema.h"
#include "io/field_writer.h"

namespace jounce {
namespace {

struct Round {
  double radius = 0;
};
struct Box {
  std::vector<double> sides;
};
struct Part {
  std::string name;
  Place place;
  double mass = 1;
  int teeth = 3;
  bool fixed = false;
  int colour = 0;
  std::string onto;
  double stiffness[2] = {0, 0};
  std::vector<double> curve;
  std::variant<Round, Box> shape;
  std::vector<Part> children;
};
struct PartsList {
  std::vector<Part> parts;
};

void Describe(Fields& f, Round& s) {
  f.Number({"radius", "of the circle", kRequired}, s.radius, quantity::kLength, kPositive);
}
void Describe(Fields& f, Box& s) {
  f.Numbers({"sides", "lengths of the edges", kRequired}, s.sides, quantity::kLength, {3, 3});
}
void Describe(Fields& f, Part& s) {
  static constexpr const char* kColours[] = {"red", "green"};
  static constexpr Quantity kTwo[] = {quantity::kStiffness, quantity::kAngularStiffness};
  static constexpr Quantity kCurve[] = {quantity::kLength, quantity::kForce};
  f.Where(s.place);
  f.Number({"mass", "of the part"}, s.mass, quantity::kMass, kNotNegative);
  f.Integer({"teeth", "how many"}, s.teeth, 1, 100);
  f.Flag({"fixed", "to the ground"}, s.fixed);
  f.Choice({"colour", "of the part"}, kColours, s.colour);
  f.Reference({"onto", "the part that carries it"}, s.onto, "part");
  f.Array({"stiffness", "along and about"}, s.stiffness, kTwo);
  f.Table({"curve", "force over deflection"}, s.curve, kCurve);
  DescribeVariant(f, {"shape", "round or box", kRequired}, s.shape,
                  {{{"round", "a ball"}, {"box", "a brick"}}});
  DescribeList(f, {"children", "smaller parts"}, "child", s.children);
}
void Describe(Fields& f, PartsList& s) {
  DescribeMap(f, {"parts", "all of them", kRequired}, "part", s.parts);
}

struct Outcome {
  PartsList assembly;
  std::vector<std::string> errors;
};

Outcome Read(const std::string& text) {
  Outcome outcome;
  Diagnostics diagnostics;
  NameBook names;
  const Document document = Document::Parse(text, "m.yaml", {}, &diagnostics);
  ReadFields(document, &names, &diagnostics, &outcome.assembly);
  for (const Diagnostic& d : diagnostics.all()) outcome.errors.push_back(d.ToString());
  return outcome;
}

constexpr const char* kGood = R"(units: {length: mm, force: N}
parts:
  wheel:
    mass: 3
    teeth: 12
    fixed: true
    colour: green
    stiffness: [5, 2 Nm/rad]
    curve: [[0, 0], [1, 20], [2, 50 kN]]
    shape: round
    radius: 40
    children:
      - {shape: box, sides: [1, 2, 3]}
      - {shape: box, sides: {value: [1, 2, 3], unit: inch}}
  hub: {shape: round, radius: 2 cm, onto: wheel}
)";

TEST(FieldReader, FillsTheStruct) {
  const Outcome outcome = Read(kGood);
  ASSERT_TRUE(outcome.errors.empty()) << outcome.errors.front();
  ASSERT_EQ(outcome.assembly.parts.size(), 2u);
  const Part& wheel = outcome.assembly.parts[0];
  EXPECT_EQ(wheel.name, "wheel");
  EXPECT_EQ(wheel.place.line, 4);
  EXPECT_EQ(wheel.mass, 3);
  EXPECT_EQ(wheel.teeth, 12);
  EXPECT_TRUE(wheel.fixed);
  EXPECT_EQ(wheel.colour, 1);
  EXPECT_DOUBLE_EQ(wheel.stiffness[0], 5000);
  EXPECT_DOUBLE_EQ(wheel.stiffness[1], 2);
  EXPECT_DOUBLE_EQ(wheel.curve[2], 0.001);
  EXPECT_DOUBLE_EQ(wheel.curve[5], 50e3);
  EXPECT_DOUBLE_EQ(std::get<Round>(wheel.shape).radius, 0.04);
  EXPECT_DOUBLE_EQ(std::get<Box>(wheel.children[0].shape).sides[2], 0.003);
  EXPECT_DOUBLE_EQ(std::get<Box>(wheel.children[1].shape).sides[0], 0.0254);
  EXPECT_EQ(outcome.assembly.parts[1].mass, 1) << "an absent key leaves the default";
}

// Ten different mistakes, ten errors with their lines, in one go.
TEST(FieldReader, ReportsEverythingAtOnce) {
  const Outcome outcome = Read(R"(parts:
  wheel:
    mas: 3
    teeth: 2.5
    fixed: maybe
    colour: greeen
    onto: hubb
    stiffness: [5]
    curve: [[0, 0], [1]]
    shape: rond
  hub: {shape: round, radius: 3 N}
  rim: {shape: round, mass: -1, radius: 1}
  nut: {shape: round}
  cap: 7
)");
  const std::vector<std::string> expected = {
      "m.yaml:4:12: error: teeth: '2.5' is not a whole number",
      "m.yaml:5:12: error: fixed: true or false is expected, not 'maybe'",
      "m.yaml:6:13: error: colour: 'greeen' is not one of its words (did you mean 'green'?)",
      "m.yaml:7:11: error: there is no part 'hubb' (did you mean 'hub'?)",
      "m.yaml:8:16: error: stiffness: 2 entries are expected, there are 1",
      "m.yaml:9:21: error: curve: row 2 should be a list of 2 numbers",
      "m.yaml:10:12: error: shape: 'rond' is not known (did you mean 'round'?)",
      "m.yaml:11:31: error: radius: '3 N' is a number of N, expected one of m (give it in m "
      "or a unit like it)",
      "m.yaml:12:29: error: mass: '-1' is out of range (it should be at least 0 kg)",
      "m.yaml:13:8: error: the key 'radius' is missing (of the circle)",
      "m.yaml:14:8: error: the part 'cap' should be a mapping, not '7'"};
  for (const std::string& line : expected) {
    EXPECT_NE(std::find(outcome.errors.begin(), outcome.errors.end(), line), outcome.errors.end())
        << "missing: " << line;
  }
  EXPECT_EQ(outcome.errors.size(), expected.size());
}

TEST(FieldReader, UnknownKeysGetTheNearestOpenOne) {
  const Outcome outcome = Read("parts: {hub: {shape: round, radius: 1, mas: 3}}");
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0], "m.yaml:1:40: error: unknown key 'mas' (did you mean 'mass'?)");
}

TEST(FieldWriter, WhatIsWrittenReadsBackTheSame) {
  Outcome first = Read(kGood);
  const std::string text =
      WriteFields(first.assembly, UnitSystem{.length = "mm"}, "made by a test");
  EXPECT_EQ(text.rfind("# made by a test", 0), 0u) << text;
  const Outcome second = Read(text);
  ASSERT_TRUE(second.errors.empty()) << second.errors.front() << "\n" << text;
  const Part& a = first.assembly.parts[0];
  const Part& b = second.assembly.parts[0];
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.colour, b.colour);
  EXPECT_EQ(a.curve, b.curve);
  EXPECT_EQ(a.stiffness[0], b.stiffness[0]);
  EXPECT_EQ(std::get<Round>(a.shape).radius, std::get<Round>(b.shape).radius);
  EXPECT_EQ(std::get<Box>(a.children[1].shape).sides, std::get<Box>(b.children[1].shape).sides);
}

TEST(FieldSchema, NamesEveryKeyAndSplitsTheKinds) {
  PartsList blank;
  const nlohmann::json schema =
      MakeSchema("assembly", [&](Fields& fields) { Describe(fields, blank); });
  EXPECT_TRUE(schema["properties"].contains("parts"));
  EXPECT_TRUE(schema["properties"].contains("units"));
  EXPECT_EQ(schema["additionalProperties"], false);
  const nlohmann::json& part = schema["definitions"]["part"];
  ASSERT_EQ(part["anyOf"].size(), 2u);
  EXPECT_EQ(part["anyOf"][0]["properties"]["shape"]["const"], "round");
  EXPECT_TRUE(part["anyOf"][0]["properties"].contains("radius"));
  EXPECT_FALSE(part["anyOf"][0]["properties"].contains("sides"));
  EXPECT_EQ(part["anyOf"][1]["properties"]["mass"]["$ref"], "#/definitions/number");
}

}  // namespace
}  // namespace jounce
