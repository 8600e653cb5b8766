#include "io/field_schema.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

namespace jounce {
namespace {

using nlohmann::json;

json RefTo(const std::string& definition) { return {{"$ref", "#/definitions/" + definition}}; }

// Describes one mapping as a list of cases: each OneOf splits every case into its alternatives.
class SchemaBuilder : public Fields {
 public:
  explicit SchemaBuilder(json* definitions) : definitions_(definitions) {}

  json Build(const std::string& meaning = "") const {
    json schema;
    if (cases_.size() == 1) {
      schema = BuildCase(cases_.front());
    } else {
      // Any of them: what is included may be of any kind.
      for (const Case& one : cases_) schema["anyOf"].push_back(BuildCase(one));
    }
    if (!meaning.empty()) schema["description"] = meaning;
    return schema;
  }

  void Number(const Key& key, double& value, const Quantity& quantity,
              const Range& range) override {
    json schema = NumberSchema(quantity, range);
    schema["description"] = fmt::format("{} [{}]{}", key.meaning, quantity.SiUnit(),
                                        key.need == kOptional && std::isfinite(value)
                                            ? fmt::format("; default {} in SI", value)
                                            : "");
    Add(key, schema);
  }
  void Integer(const Key& key, int&, int least, int most) override {
    json whole = {{"type", "integer"}};
    if (least != std::numeric_limits<int>::min()) whole["minimum"] = least;
    if (most != std::numeric_limits<int>::max()) whole["maximum"] = most;
    AddDescribed(key, {{"anyOf", {whole, RefTo("expression")}}});
  }
  void Flag(const Key& key, bool&) override {
    AddDescribed(key, {{"anyOf", {{{"type", "boolean"}}, RefTo("expression")}}});
  }
  void Text(const Key& key, std::string&) override {
    // A plain number is text, too, where text is wanted.
    AddDescribed(key, {{"type", {"string", "number", "boolean"}}});
  }
  void Texts(const Key& key, std::vector<std::string>&, const Count& count) override {
    json list = {{"type", "array"}, {"items", {{"type", {"string", "number", "boolean"}}}}};
    Bound(&list, count);
    AddDescribed(key, list);
  }
  void Reference(const Key& key, std::string& value, const char*) override { Text(key, value); }
  void References(const Key& key, std::vector<std::string>& values, const char*,
                  const Count& count) override {
    Texts(key, values, count);
  }
  void Pairs(const Key& key, std::vector<std::pair<std::string, std::string>>&,
             const char*) override {
    AddDescribed(key, {{"type", "object"}});
  }
  void Path(const Key& key, std::string& value) override { Text(key, value); }
  void Choice(const Key& key, std::span<const char* const> words, int&) override {
    const json words_of_it = {{"enum", std::vector<std::string>(words.begin(), words.end())}};
    AddDescribed(key, {{"anyOf", {words_of_it, RefTo("expression")}}});
  }
  void Numbers(const Key& key, std::vector<double>&, const Quantity& quantity, const Count& count,
               const Range& range) override {
    AddList(key, NumberSchema(quantity, range), count, {&quantity, 1});
  }
  void Array(const Key& key, std::span<double> values, std::span<const Quantity> quantities,
             const Range& range) override {
    AddList(key, NumberSchema(quantities.front(), range), {values.size(), values.size()},
            quantities);
  }
  void Table(const Key& key, std::vector<double>&, std::span<const Quantity> columns,
             const Count& count) override {
    const json row = {{"type", "array"},
                      {"items", RefTo("number")},
                      {"minItems", columns.size()},
                      {"maxItems", columns.size()}};
    const json point = {{"anyOf", {row, RefTo("vector")}}};
    AddList(key, columns.size() == 3 ? point : row, count, columns);
  }
  bool Row(const Key& key, std::span<const Cell>) override {
    AddDescribed(key, {{"type", "string"}});
    return false;
  }
  bool Group(const Key& key, const std::function<void(Fields&)>& describe) override {
    SchemaBuilder inner(definitions_);
    describe(inner);
    Add(key, inner.Build(key.meaning));
    return true;
  }
  bool Typed(const Key& key, const char* type, bool,
             const std::function<void(Fields&)>& describe) override {
    AddDescribed(key, DefineType(type, describe));
    return true;
  }
  void List(const Key& key, const char* type, const ListAccess& access,
            const Count& count) override {
    json list = {{"type", "array"},
                 {"items", DefineType(type, [&](Fields& f) { access.describe(f, kBlank); })}};
    Bound(&list, count);
    AddDescribed(key, list);
  }
  void Map(const Key& key, const char* type, const MapAccess& access) override {
    AddDescribed(key, {{"type", "object"},
                       {"additionalProperties",
                        DefineType(type, [&](Fields& f) { access.describe(f, kBlank); })}});
  }
  void OneOf(const Key& key, const std::vector<Alternative>& alternatives,
             const std::function<size_t()>& current) override {
    std::vector<Case> split;
    // Where none is the default, the keys of none are there.
    if (key.need == kOptional && current() >= alternatives.size()) split = cases_;
    for (const Alternative& alternative : alternatives) {
      SchemaBuilder inner(definitions_);
      inner.cases_ = cases_;
      inner.Add({key.name, alternative.meaning, key.need},
                {{"const", alternative.word}, {"description", alternative.meaning}});
      alternative.describe(inner);
      split.insert(split.end(), inner.cases_.begin(), inner.cases_.end());
    }
    cases_ = std::move(split);
  }
  bool Visit(const Key&, bool) override { return true; }
  bool ForSchema() const override { return true; }

 private:
  static constexpr size_t kBlank = static_cast<size_t>(-1);

  struct Case {
    json properties = json::object();
    json required = json::array();
  };

  json BuildCase(const Case& one) const {
    json schema = {
        {"type", "object"}, {"properties", one.properties}, {"additionalProperties", false}};
    schema["properties"]["include"] = RefTo("include");
    schema["properties"]["append"] = RefTo("append");
    if (!one.required.empty()) {
      // What is required may come from an included file.
      schema["anyOf"] = {{{"required", one.required}}, {{"required", {"include"}}}};
    }
    return schema;
  }

  void Add(const Key& key, const json& schema) {
    for (Case& one : cases_) {
      one.properties[key.name] = schema;
      if (key.need == kRequired) one.required.push_back(key.name);
    }
  }

  void AddDescribed(const Key& key, json schema) {
    schema["description"] = key.meaning;
    Add(key, schema);
  }

  static void Bound(json* list, const Count& count) {
    if (count.least > 0) (*list)["minItems"] = count.least;
    if (count.most != Count{}.most) (*list)["maxItems"] = count.most;
  }

  // "[m]", "[N/m, N*m/rad]".
  static std::string UnitsOf(std::span<const Quantity> quantities) {
    std::string units;
    for (const Quantity& quantity : quantities) {
      units += (units.empty() ? "" : ", ") + quantity.SiUnit();
    }
    return "[" + units + "]";
  }

  void AddList(const Key& key, const json& item, const Count& count,
               std::span<const Quantity> quantities) {
    json list = {{"type", "array"}, {"items", item}};
    Bound(&list, count);
    const json with_unit = {{"type", "object"},
                            {"properties", {{"value", list}, {"unit", {{"type", "string"}}}}},
                            {"required", {"value", "unit"}},
                            {"additionalProperties", false}};
    json forms = {list, with_unit};
    if (count.least <= 3 && count.most >= 3) forms.push_back(RefTo("vector"));
    if (quantities.front() == quantity::kNumber) forms.push_back(RefTo("from_to"));
    Add(key, {{"anyOf", forms},
              {"description", fmt::format("{} {}", key.meaning, UnitsOf(quantities))}});
  }

  static json NumberSchema(const Quantity& quantity, const Range& range) {
    if (range == kAnyNumber || quantity != quantity::kNumber) return RefTo("number");
    json plain = {{"type", "number"}};
    if (std::isfinite(range.least)) {
      plain[range.least_excluded ? "exclusiveMinimum" : "minimum"] = range.least;
    }
    if (std::isfinite(range.most)) {
      plain[range.most_excluded ? "exclusiveMaximum" : "maximum"] = range.most;
    }
    return {{"anyOf", {plain, RefTo("number_with_unit"), RefTo("expression")}}};
  }

  // A named type is described once; it may refer to itself.
  json DefineType(const std::string& type, const std::function<void(Fields&)>& describe) {
    if (!definitions_->contains(type)) {
      (*definitions_)[type] = json::object();
      SchemaBuilder inner(definitions_);
      describe(inner);
      (*definitions_)[type] = inner.Build();
    }
    return RefTo(type);
  }

  json* definitions_;
  std::vector<Case> cases_ = std::vector<Case>(1);
};

json CommonDefinitions() {
  const json text = {{"type", "string"}};
  return {{"expression", {{"type", "string"}, {"pattern", "^\\s*\\$\\{.*\\}"}}},
          {"number_with_unit",
           {{"anyOf",
             {{{"type", "string"}, {"pattern", "^\\s*[-+]?[0-9.]"}},
              {{"type", "object"},
               {"properties", {{"value", {{"type", {"number", "string"}}}}, {"unit", text}}},
               {"required", {"value"}},
               {"additionalProperties", false}}}}}},
          {"number",
           {{"anyOf", {{{"type", "number"}}, RefTo("number_with_unit"), RefTo("expression")}}}},
          {"vector",
           {{"description", "the name of a point or vector, or an expression"},
            {"type", "string"},
            {"pattern", "^\\s*(\\$\\{.*\\}|[A-Za-z_][A-Za-z0-9_.-]*)\\s*$"}}},
          {"three_numbers",
           {{"type", "array"}, {"items", RefTo("number")}, {"minItems", 3}, {"maxItems", 3}}},
          {"from_to",
           {{"description", "the direction from one point to another"},
            {"type", "object"},
            {"properties", {{"from", RefTo("point")}, {"to", RefTo("point")}}},
            {"required", {"from", "to"}},
            {"additionalProperties", false}}},
          {"point", {{"anyOf", {RefTo("three_numbers"), RefTo("vector"), RefTo("with_unit")}}}},
          {"with_unit",
           {{"type", "object"},
            {"properties", {{"value", RefTo("three_numbers")}, {"unit", text}}},
            {"required", {"value", "unit"}},
            {"additionalProperties", false}}},
          {"append",
           {{"description", "lists to add to those of an included file"},
            {"type", "object"},
            {"additionalProperties", {{"type", "array"}}}}},
          {"include",
           {{"description", "another file, or a list of files, merged in; what stands here wins"},
            {"anyOf", {text, {{"type", "array"}, {"items", text}}}}}}};
}

// Hardpoints and tables, which only models have.
json NamedDataSchema() {
  const json sheet = {
      {"type", "object"},
      {"properties", {{"file", {{"type", "string"}}}, {"unit", {{"type", "string"}}}}},
      {"required", {"file"}},
      {"additionalProperties", false}};
  const json names = {{"type", "object"}, {"additionalProperties", RefTo("point")}};
  const json either = {{"anyOf", {names, sheet}}};
  return {{"points",
           {{"description", "hardpoints by name, or a CSV file of them, or a list of both"},
            {"anyOf", {names, sheet, {{"type", "array"}, {"items", either}}}}}},
          {"tables",
           {{"description", "CSV files whose cells are parameters: ${table.row.column}"},
            {"type", "object"},
            {"additionalProperties", {{"type", "string"}}}}},
          {"cases",
           {{"description", "choices of parameters and variants by name, for --case"},
            {"type", "object"},
            {"additionalProperties", {{"type", {"object", "null"}}}}}}};
}

}  // namespace

nlohmann::json MakeSchema(const std::string& title, const std::function<void(Fields&)>& describe) {
  json definitions = CommonDefinitions();
  SchemaBuilder builder(&definitions);
  describe(builder);
  json schema = builder.Build();
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = title;
  json units = {{"type", "object"}, {"additionalProperties", false}};
  for (const char* base : {"length", "force", "mass", "time", "angle", "temperature"}) {
    units["properties"][base] = {{"type", "string"}};
  }
  const json text = {{"type", "string"}};
  units["description"] = "the units of plain numbers in this file";
  const json common = {
      {"units", units},
      {"parameters",
       {{"type", "object"},
        {"description", "named numbers, vectors and texts, for expressions such as ${2*k_front}"},
        {"additionalProperties", {{"anyOf", {RefTo("number"), text, RefTo("point")}}}}}},
      {"variants",
       {{"type", "object"}, {"description", "groups of parts that can be exchanged with --set"}}}};
  const json data = NamedDataSchema();
  const auto add_common = [&common, &data](json* object) {
    json& properties = (*object)["properties"];
    for (const auto& [key, value] : common.items()) properties[key] = value;
    // What is required may come from a variant, too.
    if (object->contains("anyOf")) (*object)["anyOf"].push_back({{"required", {"variants"}}});
    if (properties.contains("law")) return;  // whose points are its own
    for (const auto& [key, value] : data.items()) properties[key] = value;
  };
  if (!schema.contains("type")) {
    for (json& one : schema["anyOf"]) add_common(&one);
  } else {
    add_common(&schema);
  }
  schema["definitions"] = definitions;
  return schema;
}

}  // namespace jounce
