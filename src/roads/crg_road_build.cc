// From what stands in an OpenCRG file to a road: scaled, gaps filled, integrated and put in place.
#include <algorithm>
#include <cmath>
#include <utility>

#include "roads/crg_road.h"

namespace jounce {
namespace {

using Settings = std::map<std::string, double>;

double ValueOf(const Settings& settings, const char* name, double standard) {
  const auto it = settings.find(name);
  return it == settings.end() ? standard : it->second;
}
bool Has(const Settings& settings, const char* name) { return settings.count(name) > 0; }

// What the reference library takes where a file has no modifiers.
Settings DefaultModifiers() {
  return {{"grid_nan_mode", 2},
          {"refpoint_x", 0},
          {"refpoint_y", 0},
          {"refpoint_z", 0},
          {"refpoint_phi", 0}};
}

int WholeNumber(const Settings& settings, const char* name, int standard, int most) {
  const double value = ValueOf(settings, name, standard);
  if (value != std::floor(value) || value < 0 || value > most) {
    throw InputError(std::string(name) + " of the road is not a whole number from 0 to " +
                     std::to_string(most));
  }
  return static_cast<int>(value);
}

bool AllFinite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

// A gap gets the height beside it, or `offset` above zero: from the right, then from the left.
void FillGaps(std::vector<float>* z, size_t sections, int mode, double offset) {
  if (mode == 0) return;
  const auto fill = [&](float* here, const float* beside, bool beside_was_gap) {
    if (mode == 1) {
      *here = static_cast<float>(offset);
    } else {
      *here = *beside + (beside_was_gap ? 0.0f : static_cast<float>(offset));
    }
  };
  for (size_t row = 0; row < z->size(); row += sections) {
    float* line = z->data() + row;
    bool was_gap = std::isnan(line[0]);
    for (size_t i = 1; i < sections; ++i) {
      const bool gap = std::isnan(line[i]);
      if (gap) fill(&line[i], &line[i - 1], was_gap);
      was_gap = gap;
    }
    was_gap = false;
    for (size_t i = sections; i-- > 1;) {
      const bool gap = std::isnan(line[i - 1]) && !std::isnan(line[i]);
      if (gap) fill(&line[i - 1], &line[i], was_gap);
      was_gap = gap;
    }
  }
}

}  // namespace

CrgRoad::CrgRoad(CrgData data, double friction, Diagnostics* warnings) : friction_(friction) {
  const Settings modifiers = data.modifiers.value_or(DefaultModifiers());
  ReadOptions(data);
  ReadLine(data, warnings);
  ScaleAndFill(&data, modifiers);
  const bool length_holds = !Has(modifiers, "scale_length");
  MakeReferenceLine(data, length_holds && !Has(modifiers, "scale_curvature"));
  MakeElevation(data, length_holds && !Has(modifiers, "scale_slope"));
  FindClosure();
  reach_ = std::max(std::abs(v_first_), std::abs(v_last_)) + 10 * u_step_;
  Move(modifiers);
}

void CrgRoad::ReadOptions(const CrgData& data) {
  const Settings& o = data.options;
  border_u_ = {WholeNumber(o, "border_mode_u", kKeep, kReflect), ValueOf(o, "border_offset_u", 0)};
  border_v_ = {WholeNumber(o, "border_mode_v", kKeep, kReflect), ValueOf(o, "border_offset_v", 0)};
  smooth_begin_ = ValueOf(o, "border_smooth_ubeg", 0);
  smooth_end_ = ValueOf(o, "border_smooth_uend", 0);
  close_track_ = WholeNumber(o, "refline_continuation", 0, 1) == 1;
}

void CrgRoad::ReadLine(const CrgData& data, Diagnostics* warnings) {
  const Settings& r = data.road;
  u_first_ = ValueOf(r, "reference_line_start_u", 0);
  u_step_ = ValueOf(r, "reference_line_increment", 0.01);
  if (!data.u.empty() && AllFinite(data.u)) {
    u_first_ = data.u.front();
    u_step_ = (data.u.back() - data.u.front()) / static_cast<double>(data.u.size() - 1);
  }
  const double n = static_cast<double>(data.v.size() - 1);
  v_ = data.v;
  if (!data.by_position) {
    const double right = ValueOf(r, "long_section_v_right", 0);
    v_step_ = ValueOf(r, "long_section_v_increment",
                      (ValueOf(r, "long_section_v_left", right + n * 0.01) - right) / n);
    for (size_t i = 0; i < v_.size(); ++i) v_[i] = right + static_cast<double>(i) * v_step_;
  }
  if (!(u_step_ > 0) || !(v_.back() > v_.front())) {
    throw InputError("the grid of the road has no increment above zero",
                     "REFERENCE_LINE_INCREMENT, LONG_SECTION_V_INCREMENT");
  }
  phi_ = data.phi;
  x_ = data.x;
  y_ = data.y;
  if (!AllFinite(phi_) || !AllFinite(x_) || !AllFinite(y_)) {
    warnings->Warning({}, "the reference line of the road has gaps: a straight line instead");
    phi_.clear();
    x_.clear();
    y_.clear();
  }
  phi_first_ = ValueOf(r, "reference_line_start_phi", 0);
  if (!phi_.empty()) phi_[0] = phi_first_;
  phi_last_ = ValueOf(r, "reference_line_end_phi", phi_.empty() ? phi_first_ : phi_.back());
  banking_ = data.banking;
  constant_banking_ = ValueOf(r, "reference_line_start_b", 0);
  z_ = data.z;
}

void CrgRoad::ScaleAndFill(CrgData* data, const Settings& m) {
  const auto scale = [&m](const char* name, auto* values) {
    const double factor = ValueOf(m, name, 1);
    for (auto& value : *values) value *= static_cast<std::decay_t<decltype(value)>>(factor);
  };
  scale("scale_z_grid", &z_);
  scale("scale_slope", &data->slope);
  if (Has(data->road, "reference_line_start_s")) {
    data->road["reference_line_start_s"] *= ValueOf(m, "scale_slope", 1);
  }
  scale("scale_banking", &banking_);
  constant_banking_ *= ValueOf(m, "scale_banking", 1);
  const double length = ValueOf(m, "scale_length", 1), width = ValueOf(m, "scale_width", 1);
  if (!(length > 0) || !(width > 0)) {
    throw InputError("scale_length and scale_width of a road are above zero");
  }
  u_step_ *= length;
  v_step_ *= width;
  scale("scale_width", &v_);
  const double bend = ValueOf(m, "scale_curvature", 1);
  for (double& phi : phi_) phi = phi_first_ + bend * (phi - phi_first_);
  if (bend != 1) phi_last_ = phi_.empty() ? phi_first_ : phi_.back();
  FillGaps(&z_, v_.size(), WholeNumber(m, "grid_nan_mode", 0, 2), ValueOf(m, "grid_nan_offset", 0));
  v_first_ = v_.front();
  v_last_ = v_.back();
}

void CrgRoad::MakeReferenceLine(const CrgData& data, bool ends_hold) {
  const size_t n = data.rows;
  const Settings& r = data.road;
  const double x0 = ValueOf(r, "reference_line_start_x", 0),
               y0 = ValueOf(r, "reference_line_start_y", 0);
  if (!x_.empty()) {
    // Given by its points: the step is their mean distance.
    double length = 0;
    phi_.assign(n, 0);
    for (size_t i = 1; i < n; ++i) {
      const Corner step = Step(i - 1, i);
      length += std::hypot(step.x, step.y);
      phi_[i] = std::atan2(step.y, step.x);
    }
    phi_[0] = phi_[1];
    phi_first_ = phi_.front();
    phi_last_ = phi_.back();
    u_step_ = length / static_cast<double>(n - 1);
    if (!(u_step_ > 1e-6)) throw InputError("the reference line of the road has no length");
  } else if (phi_.empty()) {
    for (size_t i = 0; i < n; ++i) {
      x_.push_back(x0 + static_cast<double>(i) * u_step_ * std::cos(phi_first_));
      y_.push_back(y0 + static_cast<double>(i) * u_step_ * std::sin(phi_first_));
    }
  } else {
    // Headings are integrated; where the end is known, from both ends, weighted by the distance.
    const bool both = ends_hold && Has(r, "reference_line_end_x") && Has(r, "reference_line_end_y");
    x_.assign(n, x0);
    y_.assign(n, y0);
    if (both) {
      x_[n - 1] = ValueOf(r, "reference_line_end_x", 0);
      y_[n - 1] = ValueOf(r, "reference_line_end_y", 0);
      for (size_t i = n - 1; i > 0; --i) {
        x_[i - 1] = x_[i] - u_step_ * std::cos(phi_[i]);
        y_[i - 1] = y_[i] - u_step_ * std::sin(phi_[i]);
      }
      x_[0] = x0;
      y_[0] = y0;
    }
    for (size_t i = 1; i < n; ++i) {
      const double back = both ? static_cast<double>(i) / static_cast<double>(n - 1) : 0;
      x_[i] = (1 - back) * (x_[i - 1] + u_step_ * std::cos(phi_[i])) + back * x_[i];
      y_[i] = (1 - back) * (y_[i - 1] + u_step_ * std::sin(phi_[i])) + back * y_[i];
    }
  }
  u_last_ = u_first_ + u_step_ * static_cast<double>(n - 1);
}

// The slope is integrated likewise; the weights are those of the reference library.
void CrgRoad::MakeElevation(const CrgData& data, bool ends_hold) {
  const size_t n = data.rows;
  const double first_slope = ValueOf(data.road, "reference_line_start_s", 0);
  level_ = ValueOf(data.road, "reference_line_start_z", 0);
  const bool is_given = data.slope.size() == n && AllFinite(data.slope);
  if (!is_given && first_slope == 0) return;
  const auto slope = [&](size_t i) { return is_given ? data.slope[i] : first_slope; };
  elevation_.assign(n, level_);
  const bool both = ends_hold && Has(data.road, "reference_line_end_z");
  if (both) {
    elevation_[n - 1] = ValueOf(data.road, "reference_line_end_z", 0);
    for (size_t i = n - 1; i > 0; --i) elevation_[i - 1] = elevation_[i] - slope(i) * u_step_;
    elevation_[0] = level_;
  }
  for (size_t i = 1; i < (both ? n - 1 : n); ++i) {
    const double back = both ? static_cast<double>(i - 1) / static_cast<double>(n - 1) : 0;
    elevation_[i] = (1 - back) * (elevation_[i - 1] + slope(i) * u_step_) + back * elevation_[i];
  }
}

// Whether the straight continuations of both ends meet: then the road can be a closed track, and u
// goes round from where they meet.
void CrgRoad::FindClosure() {
  const double m1 = std::cos(phi_first_), m2 = std::sin(phi_first_);
  const double n1 = std::cos(phi_last_), n2 = std::sin(phi_last_);
  const double dx = x_.front() - x_.back(), dy = y_.front() - y_.back();
  const double cosine = m1 * n1 + m2 * n2;
  if (!(cosine > 0.5)) return;
  const double ahead = (dy * m2 + dx * m1) / cosine, behind = -(dy * n2 + dx * n1) / cosine;
  if (!(ahead > 0) || !(behind < 0)) return;
  closed_ = true;
  close_low_ = u_first_ + 0.5 * behind * cosine;
  close_high_ = u_last_ + 0.5 * ahead * cosine;
  const double sine = m1 * n2 - m2 * n1;
  if (!(std::abs(sine) > 1e-4)) return;
  const double l = (m1 * dy - m2 * dx) / sine, k = (n1 * dy - n2 * dx) / sine;
  if (l >= 0 && k <= 0) {
    close_low_ = u_first_ + k;
    close_high_ = u_last_ + l;
  }
}

void CrgRoad::Move(const Settings& m) {
  bool by_point = false;
  for (const char* name : {"refpoint_u_fraction", "refpoint_u", "refpoint_v_fraction", "refpoint_v",
                           "refpoint_x", "refpoint_y", "refpoint_z", "refpoint_phi"}) {
    by_point = by_point || Has(m, name);
  }
  if (by_point) {
    const double u = Has(m, "refpoint_u")
                         ? m.at("refpoint_u")
                         : u_first_ + ValueOf(m, "refpoint_u_fraction", 0) * (u_last_ - u_first_) +
                               ValueOf(m, "refpoint_u_offset", 0);
    const double v = Has(m, "refpoint_v")
                         ? m.at("refpoint_v")
                         : v_first_ + ValueOf(m, "refpoint_v_fraction", 0) * (v_last_ - v_first_) +
                               ValueOf(m, "refpoint_v_offset", 0);
    const RoadPlace from = FromPath(u, v);
    const double z = HeightAt(u, v).z;
    MoveTo(ValueOf(m, "refpoint_phi", 0) - from.heading, {from.x, from.y},
           ValueOf(m, "refpoint_x", 0) - from.x, ValueOf(m, "refpoint_y", 0) - from.y,
           std::isfinite(z) ? ValueOf(m, "refpoint_z", 0) - z : 0);
    return;
  }
  MoveTo(ValueOf(m, "refline_offset_phi", 0),
         {ValueOf(m, "refline_rotcenter_x", x_[0]), ValueOf(m, "refline_rotcenter_y", y_[0])},
         ValueOf(m, "refline_offset_x", 0), ValueOf(m, "refline_offset_y", 0),
         ValueOf(m, "refline_offset_z", 0));
}

void CrgRoad::MoveTo(double rotation, Corner center, double dx, double dy, double dz) {
  const double c = std::cos(rotation), s = std::sin(rotation);
  for (size_t i = 0; i < x_.size(); ++i) {
    const double x = x_[i] - center.x, y = y_[i] - center.y;
    x_[i] = center.x + c * x - s * y + dx;
    y_[i] = center.y + s * x + c * y + dy;
  }
  for (double& phi : phi_) phi += rotation;
  phi_first_ += rotation;
  phi_last_ += rotation;
  if (!elevation_.empty()) {
    for (double& z : elevation_) z += dz;
  } else {
    level_ += dz;
  }
}

}  // namespace jounce
