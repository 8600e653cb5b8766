// Tables of stresses by unit loads.
#include <array>
#include <map>
#include <set>

#include "io/fatigue_file.h"
#include "io/fatigue_sheet.h"
#include "io/text_file.h"
#include "signals/channel_units.h"

namespace jounce {
namespace {

constexpr const char* kUnitStressHeads = "load,at,node,xx [MPa],yy,zz,xy,yz,zx";
constexpr size_t kMostPlaces = 256;  // for stresses, for each line
constexpr std::array<const char*, 6> kComponents = {"xx", "yy", "zz", "xy", "yz", "zx"};

class UnitStressReader {
 public:
  explicit UnitStressReader(FatigueSheet sheet) : sheet_(std::move(sheet)) {
    if (sheet_.lines.size() < 2) {
      Refuse(sheet_, 0, "the table is empty", fmt::format("heads: {}", kUnitStressHeads));
    }
    for (size_t i = 0; i < Heads().cells.size(); ++i) {
      const auto [name, unit] = SplitHead(Heads().cells[i]);
      columns_[name] = i;
      units_[name] = unit;
    }
    for (const char* name : {"load", "at", "node", "xx", "yy", "zz", "xy", "yz", "zx"}) {
      if (columns_.contains(name)) continue;
      Refuse(sheet_, Heads().number, fmt::format("no column `{}`", name),
             fmt::format("heads: {}", kUnitStressHeads));
    }
    stress_ = ScaleOf({"xx", "yy", "zz", "xy", "yz", "zx"}, quantity::kStress, "stress");
    has_place_ = columns_.contains("x") && columns_.contains("y") && columns_.contains("z");
    if (has_place_) length_ = ScaleOf({"x", "y", "z"}, quantity::kLength, "length");
    has_normal_ = columns_.contains("nx") && columns_.contains("ny") && columns_.contains("nz");
  }

  UnitStressTable Read() {
    // Loads first: each point has a column for all of them.
    for (size_t i = 1; i < sheet_.lines.size(); ++i) ReadLoad(sheet_.lines[i]);
    for (size_t i = 1; i < sheet_.lines.size(); ++i) ReadStress(sheet_.lines[i], at_[i - 1]);
    return std::move(table_);
  }

 private:
  const FatigueSheet::Line& Heads() const { return sheet_.lines.front(); }

  // To SI, by the unit that the first of these columns says.
  double ScaleOf(const std::vector<std::string>& names, const Quantity& quantity,
                 const char* kind) const {
    std::string unit;
    for (const std::string& name : names) {
      const std::string& own = units_.at(name);
      if (own.empty() || own == unit) continue;
      if (!unit.empty()) {
        Refuse(sheet_, Heads().number, fmt::format("columns in {} and in {}", unit, own),
               "one unit for all of them");
      }
      unit = own;
    }
    if (unit.empty()) {
      Refuse(sheet_, Heads().number, fmt::format("column `{}` has no unit", names.front()),
             fmt::format("name it in the head: {} [{}]", names.front(),
                         quantity == quantity::kStress ? "MPa" : "mm"));
    }
    const Unit parsed = UnitIn(unit, Heads());
    if (!(parsed.dimension == quantity.ToDimension())) {
      Refuse(sheet_, Heads().number, fmt::format("'{}' is no unit of a {}", unit, kind), "");
    }
    return parsed.scale;
  }

  Unit UnitIn(const std::string& unit, const FatigueSheet::Line& line) const {
    try {
      return ParseChannelUnit(unit);
    } catch (const InputError& error) {
      Refuse(sheet_, line.number, error.what(), "");
    }
  }

  const std::string& CellIn(const FatigueSheet::Line& line, const char* name) const {
    const size_t column = columns_.at(name);
    if (column < line.cells.size()) return line.cells[column];
    Refuse(sheet_, line.number, fmt::format("only {} cells", line.cells.size()),
           "every line has as many cells as there are heads");
  }

  void ReadLoad(const FatigueSheet::Line& line) {
    const std::string& name = CellIn(line, "load");
    const std::string& at = CellIn(line, "at");
    const size_t space = at.find(' ');
    const std::optional<double> number = ParseNumber(at.substr(0, space));
    if (name.empty() || !number || !std::isfinite(*number) || *number == 0 ||
        space == std::string::npos) {
      Refuse(sheet_, line.number,
             fmt::format("'{}' is no load that makes a stress", name.empty() ? name : at),
             "name the load, and say at which load the stress is: 1 kN");
    }
    const std::string unit(Trimmed(at.substr(space)));
    const auto [found, is_new] = load_of_.emplace(name, table_.loads.size());
    if (is_new) table_.loads.push_back({name, unit, line.number});
    const UnitStressTable::Load& load = table_.loads[found->second];
    const Unit parsed = UnitIn(unit, line);
    if (!(parsed.dimension == UnitIn(load.unit, line).dimension)) {
      Refuse(sheet_, line.number, fmt::format("load '{}' in {} and in {}", name, load.unit, unit),
             "one kind of load for one name");
    }
    at_.push_back(*number * parsed.scale);
    if (at_.back() == 0) Refuse(sheet_, line.number, fmt::format("'{}' is too small", at), "");
  }

  void ReadStress(const FatigueSheet::Line& line, double at) {
    const double number = NumberIn(sheet_, line, columns_.at("node"));
    if (!(number >= 0 && number <= 2147483647.0 && number == std::floor(number))) {
      Refuse(sheet_, line.number, fmt::format("{} is no number of a node", number), "");
    }
    const auto node = static_cast<int>(number);
    const auto [found, is_new] = point_of_.emplace(node, table_.points.size());
    if (is_new) AddPoint(node, line);
    const size_t load = load_of_.at(CellIn(line, "load"));
    if (!told_.insert({node, load}).second) {
      Refuse(sheet_, line.number,
             fmt::format("node {} has stresses of load '{}' already", node, CellIn(line, "load")),
             "one line for each load and node");
    }
    const double scale = stress_ / at;
    for (size_t k = 0; k < kComponents.size(); ++k) {
      table_.points[found->second].stress(static_cast<Eigen::Index>(k),
                                          static_cast<Eigen::Index>(load)) =
          scale * NumberIn(sheet_, line, columns_.at(kComponents[k]));
    }
  }

  // Every point has a place for every load: tables that leave out nearly all of them are refused
  // before they fill the memory.
  void AddPoint(int node, const FatigueSheet::Line& line) {
    if ((table_.points.size() + 1) * table_.loads.size() > kMostPlaces * sheet_.lines.size()) {
      Refuse(sheet_, line.number,
             fmt::format("{} loads, but hardly any node has stresses of more than one",
                         table_.loads.size()),
             "a load is a name of a channel: one line for each load and node");
    }
    UnitStressTable::Point point{.node = node};
    point.stress.setZero(6, static_cast<Eigen::Index>(table_.loads.size()));
    if (has_place_) point.position = length_ * VectorIn(line, {"x", "y", "z"});
    if (has_normal_) point.normal = VectorIn(line, {"nx", "ny", "nz"});
    table_.points.push_back(std::move(point));
  }

  Eigen::Vector3d VectorIn(const FatigueSheet::Line& line,
                           const std::array<const char*, 3>& names) const {
    Eigen::Vector3d v;
    for (int k = 0; k < 3; ++k) {
      v[k] = NumberIn(sheet_, line, columns_.at(names[static_cast<size_t>(k)]));
    }
    return v;
  }

  FatigueSheet sheet_;
  std::map<std::string, size_t> columns_, load_of_;
  std::map<std::string, std::string> units_;
  std::map<int, size_t> point_of_;
  std::set<std::pair<int, size_t>> told_;
  std::vector<double> at_;  // SI, line by line
  double stress_ = 1, length_ = 1;
  bool has_place_ = false, has_normal_ = false;
  UnitStressTable table_;
};

}  // namespace

UnitStressTable ParseUnitStresses(const std::string& text, const std::string& path) {
  return UnitStressReader(SplitSheet(text, path)).Read();
}

UnitStressTable ReadUnitStresses(const std::string& path) {
  return ParseUnitStresses(ReadTextFile(path), path);
}

}  // namespace jounce
