#include "io/field_writer.h"

#include <fmt/format.h>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/stlemitter.h>

#include <algorithm>
#include <filesystem>

#include "io/document.h"

namespace jounce {
namespace {

// Empty optional texts and lists are left out; numbers are written shortest such that they read
// back.
class FieldWriter : public Fields {
 public:
  FieldWriter(YAML::Emitter* out, const UnitSystem& units, std::string folder)
      : out_(*out), units_(units), folder_(std::move(folder)) {}

  void Number(const Key& key, double& value, const Quantity& quantity, const Range&) override {
    out_ << YAML::Key << key.name << YAML::Value << Shown(value, quantity);
  }
  void Integer(const Key& key, int& value, int, int) override {
    out_ << YAML::Key << key.name << YAML::Value << value;
  }
  void Flag(const Key& key, bool& value) override {
    out_ << YAML::Key << key.name << YAML::Value << value;
  }
  void Text(const Key& key, std::string& value) override {
    if (value.empty() && key.need == kOptional) return;
    out_ << YAML::Key << key.name << YAML::Value << value;
  }
  void Texts(const Key& key, std::vector<std::string>& values, const Count&) override {
    if (values.empty() && key.need == kOptional) return;
    out_ << YAML::Key << key.name << YAML::Value << YAML::Flow << values;
  }
  void Reference(const Key& key, std::string& value, const char*) override { Text(key, value); }
  void References(const Key& key, std::vector<std::string>& values, const char*,
                  const Count& count) override {
    Texts(key, values, count);
  }
  void Path(const Key& key, std::string& value) override {
    std::string shown = ShownPath(value);
    Text(key, shown);
  }
  void Pairs(const Key& key, std::vector<std::pair<std::string, std::string>>& pairs,
             const char*) override {
    if (pairs.empty() && key.need == kOptional) return;
    out_ << YAML::Key << key.name << YAML::Value << YAML::Flow << YAML::BeginMap;
    for (const auto& [name, value] : pairs) {
      out_ << YAML::Key << name << YAML::Value << (IsSheetName(name) ? ShownPath(value) : value);
    }
    out_ << YAML::EndMap;
  }
  void Choice(const Key& key, std::span<const char* const> words, int& index) override {
    out_ << YAML::Key << key.name << YAML::Value << words[index];
  }
  void Numbers(const Key& key, std::vector<double>& values, const Quantity& quantity, const Count&,
               const Range&) override {
    if (values.empty() && key.need == kOptional) return;
    Array(key, values, std::span<const Quantity>(&quantity, 1), kAnyNumber);
  }
  void Array(const Key& key, std::span<double> values, std::span<const Quantity> quantities,
             const Range&) override {
    out_ << YAML::Key << key.name << YAML::Value;
    Row(values, quantities);
  }
  void Table(const Key& key, std::vector<double>& rows, std::span<const Quantity> columns,
             const Count&) override {
    if (rows.empty() && key.need == kOptional) return;
    out_ << YAML::Key << key.name << YAML::Value << YAML::BeginSeq;
    for (size_t i = 0; i + columns.size() <= rows.size(); i += columns.size()) {
      Row(std::span(rows).subspan(i, columns.size()), columns);
    }
    out_ << YAML::EndSeq;
  }
  bool Row(const Key&, std::span<const Cell>) override { return false; }
  bool Group(const Key& key, const std::function<void(Fields&)>& describe) override {
    out_ << YAML::Key << key.name << YAML::Value;
    Mapping([&] { describe(*this); });
    return true;
  }
  bool Typed(const Key& key, const char*, bool write,
             const std::function<void(Fields&)>& describe) override {
    return write && Group(key, describe);
  }
  void List(const Key& key, const char*, const ListAccess& access, const Count&) override {
    if (access.size() == 0 && key.need == kOptional) return;
    out_ << YAML::Key << key.name << YAML::Value << YAML::BeginSeq;
    for (size_t i = 0; i < access.size(); ++i) {
      Mapping([&] { access.describe(*this, i); });
    }
    out_ << YAML::EndSeq;
  }
  void Map(const Key& key, const char*, const MapAccess& access) override {
    if (access.size() == 0 && key.need == kOptional) return;
    out_ << YAML::Key << key.name << YAML::Value << YAML::BeginMap;
    for (size_t i = 0; i < access.size(); ++i) {
      out_ << YAML::Key << access.name(i) << YAML::Value;
      Mapping([&] { access.describe(*this, i); });
    }
    out_ << YAML::EndMap;
  }
  void OneOf(const Key& key, const std::vector<Alternative>& alternatives,
             const std::function<size_t()>& current) override {
    const Alternative& alternative = alternatives[current()];
    out_ << YAML::Key << key.name << YAML::Value << alternative.word;
    alternative.describe(*this);
  }
  bool Visit(const Key&, bool is_set) override { return is_set; }

 private:
  // As seen from the folder that is written to.
  std::string ShownPath(const std::string& path) const {
    if (path.empty() || folder_.empty()) return path;
    const auto absolute = std::filesystem::absolute(path).lexically_normal();
    return absolute.lexically_proximate(std::filesystem::absolute(folder_).lexically_normal())
        .string();
  }

  // Shortest text that reads back as the same number; 15 digits where that is exact enough to hide
  // the rounding of the unit conversion.
  std::string Shown(double si, const Quantity& quantity) const {
    const double value = units_.UnitOf(quantity).FromSi(si);
    const std::string nice = fmt::format("{:.15g}", value);
    const double back = units_.UnitOf(quantity).ToSi(std::stod(nice));
    return back == si ? nice : fmt::format("{}", value);
  }

  void Row(std::span<double> values, std::span<const Quantity> quantities) {
    out_ << YAML::Flow << YAML::BeginSeq;
    for (size_t i = 0; i < values.size(); ++i) {
      out_ << Shown(values[i], quantities[std::min(i, quantities.size() - 1)]);
    }
    out_ << YAML::EndSeq;
  }

  void Mapping(const std::function<void()>& content) {
    out_ << YAML::BeginMap;
    content();
    out_ << YAML::EndMap;
  }

  YAML::Emitter& out_;
  const UnitSystem& units_;
  std::string folder_;
};

}  // namespace

std::string WriteFields(const std::function<void(Fields&)>& describe, const UnitSystem& units,
                        const std::string& comment, const std::string& folder) {
  YAML::Emitter out;
  out << YAML::BeginMap;
  if (!comment.empty()) out << YAML::Comment(comment) << YAML::Newline;
  out << YAML::Key << "units" << YAML::Value << YAML::Flow << YAML::BeginMap;
  const std::pair<const char*, const std::string*> bases[] = {
      {"length", &units.length}, {"force", &units.force}, {"mass", &units.mass},
      {"time", &units.time},     {"angle", &units.angle}, {"temperature", &units.temperature}};
  for (const auto& [name, unit] : bases) out << YAML::Key << name << YAML::Value << *unit;
  out << YAML::EndMap;
  FieldWriter writer(&out, units, folder);
  describe(writer);
  out << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

}  // namespace jounce
