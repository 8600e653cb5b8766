#include "roads/crg_file.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "base/names.h"
#include "signals/byte_source.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
constexpr size_t kMostColumns = 100000;

const std::set<std::string>& KnownNames(const std::string& section) {
  static const std::set<std::string> road = {
      "reference_line_start_u",    "reference_line_start_x",   "reference_line_start_y",
      "reference_line_start_z",    "reference_line_start_phi", "reference_line_start_b",
      "reference_line_start_s",    "reference_line_end_u",     "reference_line_end_x",
      "reference_line_end_y",      "reference_line_end_z",     "reference_line_end_phi",
      "reference_line_end_b",      "reference_line_end_s",     "reference_line_increment",
      "long_section_v_right",      "long_section_v_left",      "long_section_v_increment",
      "reference_line_offset_x",   "reference_line_offset_y",  "reference_line_offset_z",
      "reference_line_offset_phi", "reference_line_start_lon", "reference_line_start_lat",
      "reference_line_start_alt",  "reference_line_end_lon",   "reference_line_end_lat",
      "reference_line_end_alt"};
  static const std::set<std::string> options = {
      "border_mode_u",      "border_offset_u",      "border_mode_v",    "border_offset_v",
      "border_smooth_ubeg", "border_smooth_uend",   "curv_mode",        "refline_continuation",
      "refline_search_far", "refline_search_close", "refline_search_u", "refline_search_ufrac",
      "warn_msgs",          "warn_curv_local",      "warn_curv_global", "log_msgs",
      "log_eval",           "log_eval_freq",        "log_hist",         "log_hist_freq",
      "log_stat",           "log_stat_freq",        "check_eps",        "check_inc",
      "check_tol"};
  static const std::set<std::string> modifiers = {
      "scale_z_grid",        "scale_slope",         "scale_banking",       "scale_length",
      "scale_width",         "scale_curvature",     "grid_nan_mode",       "grid_nan_offset",
      "refline_rotcenter_x", "refline_rotcenter_y", "refline_offset_phi",  "refline_offset_x",
      "refline_offset_y",    "refline_offset_z",    "refpoint_u_fraction", "refpoint_u_offset",
      "refpoint_u",          "refpoint_v_fraction", "refpoint_v_offset",   "refpoint_v",
      "refpoint_x",          "refpoint_y",          "refpoint_z",          "refpoint_phi"};
  static const std::set<std::string> none;
  return section == "road_crg"        ? road
         : section == "road_crg_opts" ? options
         : section == "road_crg_mods" ? modifiers
                                      : none;
}

// How the data are written: #:LRFI and its kin.
struct CrgFormat {
  bool is_long = false;  // each row begins a new record of 80 bytes
  bool is_double = false;
  bool is_text = false;

  size_t FieldWidth() const { return is_text ? (is_double ? 20 : 10) : (is_double ? 8 : 4); }
};

// What a column of the data is.
struct CrgColumn {
  enum Kind { kSection, kX, kY, kU, kPhi, kBanking, kSlope, kOther } kind = kOther;
  double v = 0;
};

// Bytes of a big-endian number.
double BigEndian(const char* bytes, bool is_double) {
  if (is_double) {
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8 | static_cast<unsigned char>(bytes[i]);
    return std::bit_cast<double>(bits);
  }
  uint32_t bits = 0;
  for (int i = 0; i < 4; ++i) bits = bits << 8 | static_cast<unsigned char>(bytes[i]);
  return std::bit_cast<float>(bits);
}

class CrgReader {
 public:
  CrgReader(const std::string& file, const CrgOpener& open, Diagnostics* diagnostics, int depth)
      : file_(file), open_(open), diagnostics_(*diagnostics), depth_(depth) {}

  CrgData Read(std::string_view text) {
    rest_ = text;
    while (!rest_.empty() && !has_data_) ReadHeaderLine();
    EndSection();
    if (has_data_) {
      ReadData();
    } else if (!referred_ && !diagnostics_.HasErrors()) {
      Error(0, "the file has no data: no line begins with $$$$", "is it an OpenCRG file?");
    }
    return std::move(data_);
  }

 private:
  void Error(int line, const std::string& message, const std::string& remedy = "") {
    diagnostics_.Error({file_, line, 0}, message, remedy);
  }
  std::string_view NextLine();
  void ReadHeaderLine();
  void BeginSection(std::string_view line);
  void EndSection();
  void ReadSetting(std::string_view line);
  void ReadDefinition(std::string_view line);
  void ReadFormat(std::string_view text);
  CrgColumn ColumnOf(std::string_view text);
  void ReadReferred();

  void ReadData();
  bool CheckColumns();
  void ReadBinary();
  void ReadText();
  double TextField(std::string_view field);
  void StoreRow(const std::vector<double>& row);
  size_t ExpectedRows() const;

  std::string file_;
  const CrgOpener& open_;
  Diagnostics& diagnostics_;
  int depth_;
  std::string_view rest_;
  int line_ = 0;
  std::string section_;
  std::string referred_name_;
  bool referred_ = false, has_data_ = false;
  bool has_options_ = false, has_modifiers_ = false;  // in this file
  CrgFormat format_;
  bool has_format_ = false;
  std::vector<CrgColumn> columns_;
  std::vector<size_t> order_;  // of the long sections by v: columns
  CrgData data_;
};

std::string_view CrgReader::NextLine() {
  const size_t end = rest_.find('\n');
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  ++line_;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

void CrgReader::ReadHeaderLine() {
  const std::string_view line = NextLine();
  if (line.substr(0, 4) == "$$$$") {
    EndSection();
    has_data_ = true;
    return;
  }
  if (!line.empty() && line.front() == '$') {
    EndSection();
    BeginSection(line);
    return;
  }
  if (section_ == "ct" || section_.empty()) return;  // comments
  const std::string_view content = Trimmed(line.substr(0, line.find('!')));
  if (content.empty() || content.front() == '*') return;
  if (section_ == "road_crg_file") {
    referred_name_ += content;
  } else if (section_ == "kd_definition") {
    ReadDefinition(content);
  } else if (!KnownNames(section_).empty()) {
    ReadSetting(content);
  }
}

void CrgReader::BeginSection(std::string_view line) {
  const std::string_view name = Trimmed(line.substr(1, line.find('!') - 1));
  section_ = LowerCase(name.substr(0, name.find(' ')));
  // The first block of this file takes the place of that of a file it refers to.
  if (section_ == "road_crg_mods" && !std::exchange(has_modifiers_, true)) {
    data_.modifiers.emplace();
  }
  if (section_ == "road_crg_opts" && !std::exchange(has_options_, true)) data_.options.clear();
}

void CrgReader::EndSection() {
  if (section_ == "road_crg_file" && !referred_name_.empty()) ReadReferred();
  section_.clear();
}

void CrgReader::ReadSetting(std::string_view line) {
  const size_t equals = line.find('=');
  const std::string name = LowerCase(Trimmed(line.substr(0, equals)));
  if (equals == std::string_view::npos) {
    return Error(line_, "'" + std::string(line.substr(0, 40)) + "' sets nothing", "NAME = value");
  }
  const std::set<std::string>& known = KnownNames(section_);
  if (!known.count(name)) {
    diagnostics_.Warning({file_, line_, 0}, "'" + name + "' is not known in $" + section_,
                         SuggestName(name, {known.begin(), known.end()}));
    return;
  }
  const std::optional<double> value = ParseNumber(line.substr(equals + 1));
  if (!value || !std::isfinite(*value)) {
    return Error(line_, name + " = '" + std::string(Trimmed(line.substr(equals + 1))) +
                            "' is not a finite number");
  }
  if (section_ == "road_crg") {
    data_.road[name] = *value;
  } else if (section_ == "road_crg_opts") {
    data_.options[name] = *value;
  } else {
    (*data_.modifiers)[name] = *value;
  }
}

void CrgReader::ReadFormat(std::string_view text) {
  const std::string name = LowerCase(Trimmed(text).substr(0, 4));
  const bool right = name.size() == 4 && (name[0] == 'l' || name[0] == 'k') &&
                     (name[1] == 'r' || name[1] == 'd') && (name[2] == 'f' || name[2] == 'b') &&
                     name[3] == 'i';
  if (!right) {
    return Error(line_, "data of the format '" + name + "'", "LRFI, LDFI, KRBI or KDBI");
  }
  format_ = {name[0] == 'l', name[1] == 'd', name[2] == 'f'};
  has_format_ = true;
}

void CrgReader::ReadDefinition(std::string_view line) {
  if (line.substr(0, 2) == "#:") return ReadFormat(line.substr(2));
  if (LowerCase(line.substr(0, 2)) != "d:") return;  // U: is for viewers of other files
  if (columns_.size() >= kMostColumns) return Error(line_, "too many columns");
  columns_.push_back(ColumnOf(Trimmed(line.substr(2))));
}

CrgColumn CrgReader::ColumnOf(std::string_view text) {
  const size_t comma = text.find(',');
  const std::string what = LowerCase(Trimmed(text.substr(0, comma)));
  const std::string unit(comma == std::string_view::npos ? "" : Trimmed(text.substr(comma + 1)));
  const auto expect = [&](const char* right) {
    if (unit.substr(0, unit.find(',')) != right) {
      Error(line_, "the unit of '" + what + "' is '" + unit + "'",
            std::string(right) + " is what OpenCRG has");
    }
  };
  CrgColumn column;
  if (what.rfind("long section", 0) == 0) {
    expect("m");
    const size_t equals = what.find('=');
    const bool by_position = equals != std::string::npos;
    const std::optional<double> place = ParseNumber(what.substr(by_position ? equals + 1 : 12));
    if (!place || !std::isfinite(*place)) {
      Error(line_, "'" + what + "' has no place", "long section 3,m or long section at v = 0.5,m");
    }
    const bool is_first = std::none_of(columns_.begin(), columns_.end(), [](const CrgColumn& c) {
      return c.kind == CrgColumn::kSection;
    });
    if (!is_first && by_position != data_.by_position) {
      Error(line_, "long sections by number and by position", "either");
    }
    data_.by_position = by_position;
    column.kind = CrgColumn::kSection;
    column.v = place.value_or(0);
    return column;
  }
  static const std::pair<const char*, CrgColumn::Kind> lines[] = {
      {"reference line x", CrgColumn::kX},
      {"reference line y", CrgColumn::kY},
      {"reference line u", CrgColumn::kU},
      {"reference line phi", CrgColumn::kPhi},
      {"reference line banking", CrgColumn::kBanking},
      {"reference line slope", CrgColumn::kSlope}};
  for (const auto& [name, kind] : lines) {
    if (what != name) continue;
    expect(kind == CrgColumn::kPhi                                    ? "rad"
           : kind == CrgColumn::kBanking || kind == CrgColumn::kSlope ? "m/m"
                                                                      : "m");
    column.kind = kind;
  }
  return column;
}

void CrgReader::ReadReferred() {
  if (depth_ >= 8) return Error(line_, "files refer to each other without end");
  referred_ = true;
  std::string text;
  try {
    text = open_(referred_name_);
  } catch (const FileError& error) {
    return Error(line_, "$ROAD_CRG_FILE: " + std::string(error.what()),
                 "the path counts from here or from the folder of the file");
  }
  CrgData other = CrgReader(referred_name_, open_, &diagnostics_, depth_ + 1).Read(text);
  // Blocks of this file replace those of the other as a whole.
  if (has_modifiers_) other.modifiers = data_.modifiers;
  if (has_options_) other.options = data_.options;
  data_ = std::move(other);
}

bool CrgReader::CheckColumns() {
  if (!has_format_) {
    Error(line_, "the data have no format", "write #:LRFI or another in $KD_DEFINITION");
    return false;
  }
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].kind == CrgColumn::kSection) order_.push_back(i);
  }
  std::stable_sort(order_.begin(), order_.end(),
                   [this](size_t a, size_t b) { return columns_[a].v < columns_[b].v; });
  for (const size_t i : order_) data_.v.push_back(columns_[i].v);
  if (data_.v.size() < 2) {
    Error(line_, "fewer than two long sections", "D:long section at v = -1.5,m and another");
    return false;
  }
  for (size_t i = 1; i < data_.v.size(); ++i) {
    if (data_.by_position ? data_.v[i] - data_.v[i - 1] >= 1e-6
                          : data_.v[i] == static_cast<double>(i + 1) && data_.v[0] == 1) {
      continue;
    }
    Error(line_, data_.by_position ? "long sections lie upon each other"
                                   : "long sections are not numbered 1, 2, 3, ...");
    return false;
  }
  return true;
}

void CrgReader::StoreRow(const std::vector<double>& row) {
  for (const size_t i : order_) data_.z.push_back(static_cast<float>(row[i]));
  for (size_t i = 0; i < columns_.size(); ++i) {
    switch (columns_[i].kind) {
      case CrgColumn::kU:
        data_.u.push_back(row[i]);
        break;
      case CrgColumn::kX:
        data_.x.push_back(row[i]);
        break;
      case CrgColumn::kY:
        data_.y.push_back(row[i]);
        break;
      case CrgColumn::kPhi:
        data_.phi.push_back(row[i]);
        break;
      case CrgColumn::kBanking:
        data_.banking.push_back(row[i]);
        break;
      case CrgColumn::kSlope:
        data_.slope.push_back(row[i]);
        break;
      default:
        break;
    }
  }
  ++data_.rows;
}

// Rows that the header speaks of; 0 where it does not.
size_t CrgReader::ExpectedRows() const {
  const auto end = data_.road.find("reference_line_end_u");
  const auto step = data_.road.find("reference_line_increment");
  if (end == data_.road.end() || step == data_.road.end() || !(step->second > 0)) return 0;
  const auto start = data_.road.find("reference_line_start_u");
  const double length = end->second - (start == data_.road.end() ? 0 : start->second);
  const double rows = length / step->second + 0.5;
  return rows >= 1 && rows < 1e12 ? static_cast<size_t>(rows) + 1 : 0;
}

void CrgReader::ReadBinary() {
  size_t row_bytes = columns_.size() * format_.FieldWidth();
  if (format_.is_long) row_bytes = (row_bytes + 79) / 80 * 80;
  const size_t available = rest_.size() / row_bytes, expected = ExpectedRows();
  if (expected == 0 || available < expected) {
    return Error(line_ + 1,
                 expected == 0
                     ? "binary data without REFERENCE_LINE_END_U and REFERENCE_LINE_INCREMENT"
                     : "the data end after " + std::to_string(available) + " of " +
                           std::to_string(expected) + " rows",
                 expected == 0 ? "they say how many rows there are" : "is the file cut off?");
  }
  std::vector<double> row(columns_.size());
  for (size_t r = 0; r < expected; ++r) {
    const char* bytes = rest_.data() + r * row_bytes;
    for (size_t i = 0; i < row.size(); ++i) {
      row[i] = BigEndian(bytes + i * format_.FieldWidth(), format_.is_double);
    }
    StoreRow(row);
  }
}

// A number, or whatever marks a gap; the first heading and slope are not used by anyone.
double CrgReader::TextField(std::string_view field) {
  const std::string_view content = Trimmed(field);
  if (content == "**unused**") return 0;
  if (content.empty()) {
    Error(line_, "a column is blank", "gaps are written with a leading *");
    return kGap;
  }
  return ParseNumber(content).value_or(kGap);
}

void CrgReader::ReadText() {
  const size_t width = format_.FieldWidth(), per_line = 80 / width;
  std::vector<double> row;
  while (!rest_.empty() && !diagnostics_.HasErrors()) {
    const std::string_view line = NextLine();
    if (Trimmed(line).empty()) continue;
    const size_t wanted =
        format_.is_long ? std::min(per_line, columns_.size() - row.size()) : per_line;
    for (size_t i = 0; i < wanted; ++i) {
      const bool there = i * width < line.size() && !Trimmed(line.substr(i * width)).empty();
      if (!there && !format_.is_long) break;
      if (!there) return Error(line_, "a row with too few columns", "is the file cut off?");
      row.push_back(TextField(line.substr(i * width, width)));
      if (row.size() < columns_.size()) continue;
      StoreRow(row);
      row.clear();
    }
  }
  if (!row.empty() && !diagnostics_.HasErrors()) {
    Error(line_,
          "the last row ends after " + std::to_string(row.size()) + " of " +
              std::to_string(columns_.size()) + " columns",
          "is the file cut off?");
  }
  const size_t expected = ExpectedRows();
  if (expected > 0 && data_.rows != expected && !diagnostics_.HasErrors()) {
    diagnostics_.Warning({file_, line_, 0}, std::to_string(data_.rows) + " rows, the header says " +
                                                std::to_string(expected));
  }
}

void CrgReader::ReadData() {
  if (diagnostics_.HasErrors() || !CheckColumns()) return;
  if (format_.is_text) {
    ReadText();
  } else {
    ReadBinary();
  }
  if (diagnostics_.HasErrors()) return;
  if (data_.rows < 2) Error(line_, "fewer than two rows of data", "is the file cut off?");
  if (data_.x.size() != data_.y.size()) Error(line_, "the reference line has only one of x and y");
}

}  // namespace

CrgData ParseCrg(std::string_view text, const std::string& file, const CrgOpener& open,
                 Diagnostics* diagnostics) {
  return CrgReader(file, open, diagnostics, 0).Read(text);
}

CrgData ReadCrg(const std::string& path, Diagnostics* warnings) {
  const CrgOpener open = [&path](const std::string& name) {
    namespace fs = std::filesystem;
    std::string expanded = name;
    if (!name.empty() && name.front() == '$') {
      const size_t slash = name.find('/');
      const char* value = std::getenv(name.substr(1, slash - 1).c_str());
      expanded =
          (value ? value : "") + (slash == std::string::npos ? std::string() : name.substr(slash));
    }
    const fs::path folder = fs::path(path).parent_path();
    for (const fs::path& candidate :
         {fs::path(expanded), folder / expanded, folder / fs::path(expanded).filename()}) {
      std::error_code ignored;
      if (fs::is_regular_file(candidate, ignored)) return OpenFile(candidate.string())->ReadText();
    }
    return OpenFile(expanded)->ReadText();
  };
  CrgData data = ParseCrg(OpenFile(path)->ReadText(), path, open, warnings);
  warnings->ThrowIfErrors();
  return data;
}

}  // namespace jounce
