#include "study/law_draw.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/names.h"
#include "identify/to_law.h"
#include "io/text_file.h"
#include "io/yaml_tree.h"
#include "study/lower_factor.h"
#include "study/study_file.h"

namespace jounce::study {
namespace {

using identify::CandidateLaw;
using identify::PartKind;

// `parameters` of other files are those of the user; here they are a list of what was identified, so
// that the file is read as the plain tree that it is.
class DrawReader {
 public:
  DrawReader(const YamlNode& root, const std::string& path, Diagnostics* diagnostics)
      : root_(root), path_(path), diagnostics_(*diagnostics) {}

  LawDraw Read() {
    LawDraw draw{.file = path_};
    const YamlNode* format = root_.Find("format");
    if (!format || format->text != "jounce-uncertainty-1") {
      diagnostics_.Error({path_}, "it is no file of an uncertainty, jounce-uncertainty-1",
                         "jounce identify --uncertainty writes them");
      return draw;
    }
    for (const YamlNode& item : ListOf("parameters")) {
      draw.names.push_back(TextOf(item, "name"));
      draw.units.push_back(TextOf(item, "unit"));
      draw.values.push_back(NumberOf(item, "value"));
    }
    for (const YamlNode& item : ListOf("fixed")) {
      draw.fixed.emplace_back(TextOf(item, "name"), NumberOf(item, "value"));
    }
    const size_t n = draw.values.size();
    std::vector<double> covariance;
    for (const YamlNode& row : ListOf("log_covariance")) {
      for (const YamlNode& number : row.items) covariance.push_back(Number(number));
      if (row.items.size() != n) Wrong(row, "log_covariance has a row of another length");
    }
    if (n == 0 || covariance.size() != n * n) {
      Wrong(root_,
            "log_covariance needs a row for each of the parameters, of which there is one or more");
      return draw;
    }
    draw.factor = LowerFactor(covariance, n);
    return draw;
  }

 private:
  void Wrong(const YamlNode& at, const std::string& message) {
    diagnostics_.Error(at.place, message, "jounce identify --uncertainty writes such files");
  }
  const std::vector<YamlNode>& ListOf(const char* key) const {
    static const std::vector<YamlNode> kNone;
    const YamlNode* node = root_.Find(key);
    return node ? node->items : kNone;
  }
  std::string TextOf(const YamlNode& item, const char* key) {
    const YamlNode* node = item.Find(key);
    if (node && node->IsScalar()) return node->text;
    Wrong(item, fmt::format("'{}' is missing", key));
    return "";
  }
  double NumberOf(const YamlNode& item, const char* key) {
    const YamlNode* node = item.Find(key);
    if (node) return Number(*node);
    Wrong(item, fmt::format("'{}' is missing", key));
    return 0;
  }
  double Number(const YamlNode& node) {
    double number = 0;
    std::string unit;
    if (!ParseNumberWithUnit(node.text, &number, &unit) || !unit.empty()) {
      Wrong(node, fmt::format("{} is no number", node.Description()));
    }
    return number;
  }

  const YamlNode& root_;
  const std::string& path_;
  Diagnostics& diagnostics_;
};

constexpr PartKind kKinds[] = {PartKind::kSpring,    PartKind::kDashpot,  PartKind::kMaxwell,
                               PartKind::kFluid,     PartKind::kFriction, PartKind::kSlip,
                               PartKind::kHydroPath, PartKind::kCubic,    PartKind::kBerg};

// The values of "Kp1", "Kp2", ... and their like, part by part.
std::vector<std::vector<double>> Numbered(const std::map<std::string, double>& all,
                                          const std::vector<const char*>& names) {
  std::vector<std::vector<double>> parts;
  for (int i = 1; all.contains(fmt::format("{}{}", names[0], i)); ++i) {
    std::vector<double>& part = parts.emplace_back();
    for (const char* name : names) {
      const auto found = all.find(fmt::format("{}{}", name, i));
      part.push_back(found == all.end() ? 0 : found->second);
    }
  }
  return parts;
}

// "maxwell2.tau" is a parameter of the part "maxwell2", which is of the kind with the longest name that
// it begins with.
CandidateLaw LawOfParts(const std::map<std::string, double>& all) {
  std::map<std::string, PartKind> parts;
  for (const auto& [name, value] : all) {
    const std::string part = name.substr(0, name.find('.'));
    size_t longest = 0;
    for (const PartKind kind : kKinds) {
      const std::string word = identify::ToString(kind);
      if (!part.starts_with(word) || word.size() <= longest) continue;
      longest = word.size();
      parts[part] = kind;
    }
    if (longest == 0 || name.find('.') == std::string::npos) {
      throw InputError(fmt::format("'{}' is no parameter of a law", name),
                       "the names are those that jounce identify writes");
    }
  }
  CandidateLaw law;
  for (const auto& [part, kind] : parts) {
    std::vector<double> values;
    for (int i = 0; i < identify::ParameterCount(kind); ++i) {
      const auto found = all.find(fmt::format("{}.{}", part, identify::ParameterName(kind, i)));
      values.push_back(found == all.end() ? 0 : found->second);
    }
    law.Add(kind, values, part.substr(std::string(identify::ToString(kind)).size()));
  }
  return law;
}

}  // namespace

LawDraw LoadLawDraw(const std::string& path) { return ParseLawDraw(ReadTextFile(path), path); }

LawDraw ParseLawDraw(const std::string& text, const std::string& path) {
  Diagnostics diagnostics;
  const YamlNode root = ParseYaml(text, path, &diagnostics);
  diagnostics.ThrowIfErrors();
  LawDraw draw = DrawReader(root, path, &diagnostics).Read();
  diagnostics.ThrowIfErrors();
  LawOf(draw, draw.values);  // throws where it cannot be made
  return draw;
}

std::vector<double> DrawnParameters(const LawDraw& draw, std::span<const double> z) {
  const size_t n = draw.values.size();
  std::vector<double> parameters(n);
  for (size_t i = 0; i < n; ++i) {
    double exponent = 0;
    for (size_t j = 0; j <= i; ++j) exponent += draw.factor[i * n + j] * z[j];
    parameters[i] = draw.values[i] * std::exp(exponent);
  }
  return parameters;
}

LawSettings LawOf(const LawDraw& draw, std::span<const double> parameters) {
  std::map<std::string, double> all(draw.fixed.begin(), draw.fixed.end());
  for (size_t i = 0; i < draw.names.size(); ++i) all[draw.names[i]] = parameters[i];
  if (!all.contains("D10")) return identify::ToLaw(LawOfParts(all));
  const auto friction = Numbered(all, {"Kp", "Fy"}), fluid = Numbered(all, {"M", "Kf", "Tr"});
  return identify::ToLaw(
      identify::HydrobushingModel({all["D10"], all["D20"], all["D30"]}, friction, fluid));
}

void PlaceLaw(const LawDraw& draw, std::span<const double> parameters, Model* model) {
  const LawSettings law = LawOf(draw, parameters);
  std::vector<std::string> names;
  const auto place = [&law](LawSettings* at) {
    const LawModifiers modifiers = at->modifiers;  // preload, mirror image: those of the place
    *at = law;
    at->modifiers = modifiers;
  };
  for (const std::string& pattern : draw.bushings) {
    bool found = false;
    for (Connection& connection : model->connections) {
      names.push_back(connection.name);
      if (!connection.law || ::fnmatch(pattern.c_str(), connection.name.c_str(), 0) != 0) continue;
      if (auto* axes = std::get_if<AxesSettings>(&connection.law->kind)) {
        for (size_t i = 0; i < axes->axes.size(); ++i) {
          const bool meant = std::find(draw.directions.begin(), draw.directions.end(),
                                       kDirections[i]) != draw.directions.end();
          if (meant) place(&axes->axes[i]);
          found = found || meant;
        }
      } else if (connection.kind == ConnectionKind::kRod) {
        place(&*connection.law);
        found = true;
      }
    }
    if (!found) {
      throw InputError(fmt::format("the law of '{}' stands nowhere in '{}'", draw.file, pattern),
                       "it takes the place of directions of bushings with law: axes, or of the law "
                       "of a rod; " +
                           SuggestName(pattern, names));
    }
  }
}

}  // namespace jounce::study
