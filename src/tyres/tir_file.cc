#include "tyres/tir_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/names.h"

namespace jounce {
namespace {

// A line `NAME = value` of a section.
struct TirEntry {
  std::string section, name, value;
  int line = 0;
};

std::string_view Trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\0'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string UpperCase(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

// Without what follows $ or !, outside quotes.
std::string_view WithoutComment(std::string_view line) {
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\'') quoted = !quoted;
    if (!quoted && (line[i] == '$' || line[i] == '!')) return line.substr(0, i);
  }
  // A quote that is never closed protects nothing.
  if (quoted) return line.substr(0, line.find_first_of("$!"));
  return line;
}

std::string Unquoted(std::string_view text) {
  text = Trimmed(text);
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
      text.back() == text.front()) {
    text = text.substr(1, text.size() - 2);
  }
  return std::string(Trimmed(text));
}

// A whole number text, with a Fortran exponent if it likes; finite.
std::optional<double> NumberOf(std::string_view text) {
  std::string plain(Trimmed(text));
  if (!plain.empty() && plain.front() == '+') plain.erase(0, 1);
  for (char& c : plain) {
    if (c == 'd' || c == 'D') c = 'e';
  }
  double value = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (error != std::errc() || end != plain.data() + plain.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

bool IsKnown(const std::string& name) {
  static const std::set<std::string> known = [] {
    std::set<std::string> names;
    for (const MagicFormulaParameter& parameter : MagicFormulaParameters()) {
      names.insert(parameter.name);
    }
    return names;
  }();
  return known.count(name) > 0;
}

class TirReader {
 public:
  TirReader(const std::string& file, Diagnostics* diagnostics)
      : file_(file), diagnostics_(*diagnostics) {}

  MagicFormulaSettings Read(std::string_view text) {
    Split(text);
    ReadVersion();
    ReadSide();
    ReadUnits();
    ReadParameters();
    CheckRequired();
    CheckGroups();
    CheckUnknown();
    return settings_;
  }

 private:
  Place At(int line) const { return {file_, line, 0}; }

  void Split(std::string_view text);
  void ReadVersion();
  void ReadVersionOfName(const TirEntry* format);
  void ReadSide();
  void ReadUnits();
  void ReadUnit(const char* name, const std::vector<std::pair<const char*, const char*>>& known,
                std::string* unit);
  void ReadParameters();
  void CheckRequired();
  void CheckGroups();
  void CheckPositive(const char* name, double value);
  void CheckUnknown();

  // The last entry of this name, outside [UNITS].
  const TirEntry* Find(const std::string& name) const {
    const auto it = by_name_.find(name);
    return it == by_name_.end() ? nullptr : &entries_[it->second];
  }

  std::string file_;
  Diagnostics& diagnostics_;
  std::vector<TirEntry> entries_;
  std::map<std::string, size_t> by_name_;  // outside [UNITS]
  std::map<std::string, size_t> units_;    // in [UNITS]
  int units_line_ = 0;
  UnitSystem system_;
  MagicFormulaSettings settings_;
  bool version_known_ = false;
};

void TirReader::Split(std::string_view text) {
  std::string section;
  bool in_table = false;  // rows below a line in braces
  int line = 0;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view raw = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++line;
    const std::string_view content = Trimmed(WithoutComment(raw));
    if (content.empty()) continue;
    if (content.front() == '[') {
      const size_t close = content.find(']');
      if (close == std::string_view::npos) {
        diagnostics_.Error(At(line), "the section '" + std::string(content) + "' has no end",
                           "write [NAME]");
        continue;
      }
      section = UpperCase(Trimmed(content.substr(1, close - 1)));
      in_table = false;
      if (section == "UNITS") units_line_ = line;
      continue;
    }
    if (content.front() == '{') {
      in_table = true;
      continue;
    }
    const size_t equals = content.find('=');
    if (equals == std::string_view::npos) {
      if (!in_table && section != "SHAPE") {
        diagnostics_.Error(
            At(line),
            "'" + std::string(content.substr(0, 40)) + "' is neither a section nor a parameter",
            "write NAME = value, comments after $ or !");
      }
      continue;
    }
    const std::string name = UpperCase(Trimmed(content.substr(0, equals)));
    const std::string value(Trimmed(content.substr(equals + 1)));
    auto& names = section == "UNITS" ? units_ : by_name_;
    const auto [place, is_new] = names.emplace(name, entries_.size());
    if (!is_new) {
      diagnostics_.Warning(At(line),
                           name + " stands here for the second time, first in line " +
                               std::to_string(entries_[place->second].line),
                           "the last one counts");
      place->second = entries_.size();
    }
    entries_.push_back({section, name, value, line});
  }
}

void TirReader::ReadVersion() {
  const TirEntry* fit = Find("FITTYP");
  const TirEntry* format = Find("PROPERTY_FILE_FORMAT");
  if (!fit) return ReadVersionOfName(format);
  const std::optional<double> number = NumberOf(fit->value);
  version_known_ = true;
  if (number == 6 || number == 21) {
    settings_.version = MagicFormulaVersion::k52;
  } else if (number == 61) {
    settings_.version = MagicFormulaVersion::k61;
  } else if (number == 62) {
    settings_.version = MagicFormulaVersion::k62;
  } else {
    version_known_ = false;
    diagnostics_.Error(At(fit->line), "FITTYP = " + fit->value + " is not a version known here",
                       "6 or 21 (Magic Formula 5.2), 61 or 62");
  }
}

void TirReader::ReadVersionOfName(const TirEntry* format) {
  const std::string name = format ? UpperCase(Unquoted(format->value)) : "";
  if (name == "PAC2002") {
    version_known_ = true;
    settings_.version = MagicFormulaVersion::k52;
  } else if (format) {
    diagnostics_.Error(At(format->line),
                       "PROPERTY_FILE_FORMAT = '" + name + "' without FITTYP is no tyre known here",
                       "Magic Formula 5.2, 6.1, 6.2 (FITTYP 6, 21, 61, 62) or 'PAC2002'");
  } else {
    diagnostics_.Error(At(1), "neither FITTYP nor PROPERTY_FILE_FORMAT: this is no .tir file",
                       "[MODEL] says FITTYP = 6, 21, 61, 62 or PROPERTY_FILE_FORMAT = 'PAC2002'");
  }
}

void TirReader::ReadSide() {
  const TirEntry* side = Find("TYRESIDE");
  if (!side) return;
  const std::string name = UpperCase(Unquoted(side->value));
  if (name == "LEFT") {
    settings_.side = TyreSide::kLeft;
  } else if (name == "RIGHT") {
    settings_.side = TyreSide::kRight;
  } else if (name == "SYMMETRIC") {
    settings_.side = TyreSide::kSymmetric;
  } else if (name != "UNKNOWN" && !name.empty()) {
    diagnostics_.Error(At(side->line), "TYRESIDE = '" + name + "'",
                       "LEFT, RIGHT, SYMMETRIC or UNKNOWN");
  }
}

void TirReader::ReadUnit(const char* name,
                         const std::vector<std::pair<const char*, const char*>>& known,
                         std::string* unit) {
  const auto it = units_.find(name);
  if (it == units_.end()) return;
  const TirEntry& entry = entries_[it->second];
  const std::string value = UpperCase(Unquoted(entry.value));
  std::vector<std::string> names;
  for (const auto& [theirs, ours] : known) {
    if (value == theirs) {
      *unit = ours;
      return;
    }
    names.emplace_back(theirs);
  }
  diagnostics_.Error(At(entry.line),
                     std::string(name) + " = '" + Unquoted(entry.value) + "' is no unit known here",
                     SuggestName(value, names));
}

void TirReader::ReadUnits() {
  ReadUnit("LENGTH",
           {{"METER", "m"},
            {"METRE", "m"},
            {"METERS", "m"},
            {"M", "m"},
            {"MM", "mm"},
            {"MILLIMETER", "mm"},
            {"CM", "cm"},
            {"CENTIMETER", "cm"},
            {"KM", "km"},
            {"IN", "in"},
            {"INCH", "in"},
            {"FT", "ft"},
            {"FOOT", "ft"}},
           &system_.length);
  ReadUnit("FORCE",
           {{"NEWTON", "N"},
            {"N", "N"},
            {"NEWTONS", "N"},
            {"KN", "kN"},
            {"KNEWTON", "kN"},
            {"KILONEWTON", "kN"},
            {"LBF", "lbf"},
            {"POUND_FORCE", "lbf"},
            {"POUND", "lbf"},
            {"KGF", "kgf"},
            {"KG_FORCE", "kgf"},
            {"KILOGRAM_FORCE", "kgf"}},
           &system_.force);
  ReadUnit("ANGLE",
           {{"RADIAN", "rad"},
            {"RADIANS", "rad"},
            {"RAD", "rad"},
            {"DEG", "deg"},
            {"DEGREE", "deg"},
            {"DEGREES", "deg"}},
           &system_.angle);
  ReadUnit("TIME",
           {{"SECOND", "s"},
            {"SECONDS", "s"},
            {"SEC", "s"},
            {"S", "s"},
            {"MS", "ms"},
            {"MILLISECOND", "ms"}},
           &system_.time);
}

void TirReader::ReadParameters() {
  for (const MagicFormulaParameter& parameter : MagicFormulaParameters()) {
    const TirEntry* entry = Find(parameter.name);
    if (!entry) continue;
    const std::optional<double> value = NumberOf(entry->value);
    if (!value) {
      diagnostics_.Error(At(entry->line),
                         parameter.name + " = '" + entry->value + "' is not a finite number",
                         "write a number, as 1.25 or -3e-4");
      continue;
    }
    settings_.*parameter.member = system_.UnitOf(parameter.quantity).ToSi(*value);
  }
}

void TirReader::CheckPositive(const char* name, double value) {
  const TirEntry* entry = Find(name);
  if (entry && !(value > 0) && NumberOf(entry->value)) {
    diagnostics_.Error(At(entry->line),
                       std::string(name) + " = " + entry->value + " is not above zero",
                       "a tyre has none without");
  }
}

// A file that ends early lacks whole groups, which the format lets be zero.
void TirReader::CheckGroups() {
  if (!version_known_) return;
  static constexpr struct {
    const char* leader;
    const char* meaning;
  } kGroups[] = {{"QDZ1", "no aligning moment by the pneumatic trail"},
                 {"QSX3", "no overturning moment by the lateral force"},
                 {"QSY1", "no rolling resistance"},
                 {"RBX1", "the longitudinal force does not fall with side slip"},
                 {"RBY1", "the lateral force does not fall with longitudinal slip"}};
  for (const auto& group : kGroups) {
    if (Find(group.leader)) continue;
    diagnostics_.Warning(
        At(0), std::string("the parameter ") + group.leader + " is missing: " + group.meaning,
        "see whether the file is whole");
  }
}

void TirReader::CheckRequired() {
  if (!version_known_) return;
  const bool has_fz1 = Find("Q_FZ1") && settings_.version != MagicFormulaVersion::k52;
  std::vector<const char*> names = {
      "UNLOADED_RADIUS", "FNOMIN", "PCX1", "PDX1", "PKX1", "PCY1", "PDY1", "PKY1", "PKY2"};
  if (!has_fz1) names.push_back("VERTICAL_STIFFNESS");
  if (settings_.version != MagicFormulaVersion::k52) {
    names.insert(names.end(), {"LONGITUDINAL_STIFFNESS", "LATERAL_STIFFNESS"});
  }
  // Among what is not known may be what was meant.
  std::vector<std::string> strangers;
  for (const TirEntry& entry : entries_) {
    if (entry.section != "UNITS" && !IsKnown(entry.name)) strangers.push_back(entry.name);
  }
  for (const char* name : names) {
    if (Find(name)) continue;
    const std::string nearest = NearestName(name, strangers);
    diagnostics_.Error(At(nearest.empty() ? 0 : Find(nearest)->line),
                       std::string("the parameter ") + name + " is missing, which " +
                           NameOf(settings_.version) + " needs",
                       nearest.empty() ? "add NAME = value" : "is '" + nearest + "' meant for it?");
  }
  CheckPositive("UNLOADED_RADIUS", settings_.unloaded_radius);
  CheckPositive("FNOMIN", settings_.fnomin);
  CheckPositive("VERTICAL_STIFFNESS", settings_.vertical_stiffness);
  CheckPositive("LFZO", settings_.lfzo);
  CheckPositive("LMUX", settings_.lmux);
  CheckPositive("LMUY", settings_.lmuy);
  CheckPositive("LONGVL", settings_.longvl);
  if (settings_.version != MagicFormulaVersion::k52) {
    CheckPositive("LONGITUDINAL_STIFFNESS", settings_.longitudinal_stiffness);
    CheckPositive("LATERAL_STIFFNESS", settings_.lateral_stiffness);
    CheckPositive("NOMPRES", settings_.nompres);
  }
}

// What other programs keep in their files and what is no part of steady or transient slip.
bool IsOfOthers(const TirEntry& entry) {
  static const std::set<std::string> sections = {
      "MDI_HEADER",    "MODEL",      "INERTIA",
      "SHAPE",         "STRUCTURAL", "PARAMETER",
      "CONTACT_PATCH", "3D_CONTACT", "INFLATION_PRESSURE_RANGE"};
  static const std::set<std::string> names = {
      "RIM_WIDTH", "MC_CONTOUR_A", "MC_CONTOUR_B", "Q_CAM", "LGYR",         "QTZ1",
      "MBELT",     "LMUV",         "QCZ2",         "QDZ5",  "QBZ6",         "QBZ7",
      "QBZ8",      "LSGKP",        "PCMZ1",        "QPZ1",  "CONTACT_MODEL"};
  return sections.count(entry.section) > 0 || names.count(entry.name) > 0;
}

void TirReader::CheckUnknown() {
  std::vector<std::string> known;
  for (const MagicFormulaParameter& parameter : MagicFormulaParameters()) {
    known.push_back(parameter.name);
  }
  for (const TirEntry& entry : entries_) {
    if (entry.section == "UNITS" || IsKnown(entry.name) || IsOfOthers(entry)) continue;
    const std::string nearest = NearestName(entry.name, known);
    diagnostics_.Warning(At(entry.line),
                         "the parameter " + entry.name + " is not known here and not used",
                         nearest.empty() ? "" : "did you mean '" + nearest + "'?");
  }
}

}  // namespace

MagicFormulaSettings ParseTir(std::string_view text, const std::string& file,
                              Diagnostics* diagnostics) {
  return TirReader(file, diagnostics).Read(text);
}

}  // namespace jounce
