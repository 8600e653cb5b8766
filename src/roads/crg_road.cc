#include "roads/crg_road.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace jounce {
namespace {

constexpr double kNoHeight = std::numeric_limits<double>::quiet_NaN();
constexpr double kBorder = 1e-8;  // m; what is no farther out counts as on the border

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

double CrgRoad::Wrapped(double u) const {
  if (!closed_ || !close_track_ || (u >= close_low_ && u <= close_high_)) return u;
  const double rest = std::fmod(u - close_low_, close_high_ - close_low_);
  return rest > 0 ? rest + close_low_ : rest + close_high_;
}

namespace {

// A coordinate outside, repeated or reflected into `low` to `high`.
struct Folded {
  double place, side;
};
Folded Fold(double x, double low, double high, bool reflect) {
  const double size = high - low;
  if (!reflect) {
    const double rest = std::fmod(x - low, size);
    return {low + (rest < 0 ? rest + size : rest), 1};
  }
  const double times = std::trunc((x - low) / size);
  const bool turned = std::fmod(std::abs(times), 2) == 1;
  const double rest = std::abs(x - low) - std::abs(times) * size;
  const double side = (x < low ? -1 : 1) * (turned ? -1 : 1);
  return {turned ? high - rest : low + rest, side};
}

}  // namespace

CrgRoad::OnGrid CrgRoad::AlongU(double u) const {
  OnGrid g{.place = u};
  if (u < u_first_ || u > u_last_) {
    if (border_u_.mode == kRepeat || border_u_.mode == kReflect) {
      const Folded folded = Fold(u, u_first_, u_last_, border_u_.mode == kReflect);
      g.place = folded.place;
      g.side = folded.side;
    } else {
      g.inside = g.free = false;
    }
  }
  // In this order what is no number becomes zero.
  const double x =
      std::max(0.0, std::min((g.place - u_first_) / u_step_, static_cast<double>(x_.size() - 1)));
  g.index = std::min(static_cast<size_t>(x), x_.size() - 2);
  g.fraction = x - static_cast<double>(g.index);
  return g;
}

CrgRoad::OnGrid CrgRoad::AlongV(double v) const {
  OnGrid g{.place = v};
  if (v < v_first_ - kBorder || v > v_last_ + kBorder) {
    if (border_v_.mode == kRepeat || border_v_.mode == kReflect) {
      const Folded folded = Fold(v, v_first_, v_last_, border_v_.mode == kReflect);
      g.place = folded.place;
      g.side = folded.side;
    } else {
      g.inside = g.free = false;
    }
  }
  const double place = std::max(v_first_, std::min(g.place, v_last_));
  if (v_step_ > 0) {
    const double x = std::min((place - v_first_) / v_step_, static_cast<double>(v_.size() - 1));
    g.index = std::min(static_cast<size_t>(x), v_.size() - 2);
    g.fraction = x - static_cast<double>(g.index);
  } else {
    const auto above = std::upper_bound(v_.begin() + 1, v_.end() - 1, place);
    g.index = static_cast<size_t>(above - v_.begin()) - 1;
    g.fraction = (place - v_[g.index]) / (v_[g.index + 1] - v_[g.index]);
  }
  return g;
}

// At both ends the height may fade into that of the reference line.
double CrgRoad::Smoothed(double z, double u, const OnGrid& along) const {
  const bool counts = along.inside || border_u_.mode != kNone;
  if (!counts) return z;
  const auto fade = [&](double distance, double zone, double base) {
    return base + (z - base) * std::max(distance, 0.0) / zone;
  };
  if (smooth_begin_ > 0 && u - u_first_ <= smooth_begin_) {
    z = fade(u - u_first_, smooth_begin_, elevation_.empty() ? level_ : elevation_.front());
  }
  if (smooth_end_ > 0 && u_last_ - u <= smooth_end_) {
    z = fade(u_last_ - u, smooth_end_, elevation_.empty() ? level_ : elevation_.back());
  }
  return z;
}

CrgRoad::Height CrgRoad::HeightAt(double u, double v) const {
  u = Wrapped(u);
  const OnGrid a = AlongU(u), b = AlongV(v);
  if ((!a.inside && border_u_.mode == kNone) || (!b.inside && border_v_.mode == kNone)) {
    return {kNoHeight, 0, 0};
  }
  const bool zero_u = !a.inside && border_u_.mode == kZero;
  const bool zero_v = !b.inside && border_v_.mode == kZero;
  const double offset = (a.inside ? 0 : border_u_.offset) + (b.inside ? 0 : border_v_.offset);
  if (zero_u || (a.inside && zero_v)) return {Smoothed(offset, a.place, a), 0, 0};
  Height h{level_, 0, 0};
  const double along = a.free ? a.side / u_step_ : 0;
  if (!elevation_.empty()) {
    const double rise = elevation_[a.index + 1] - elevation_[a.index];
    h.z = elevation_[a.index] + a.fraction * rise;
    h.z_u += rise * along;
  }
  if (!zero_v) {
    const float* row = z_.data() + a.index * v_.size() + b.index;
    const double z00 = row[0], z01 = row[1] - z00;
    const double z10 = row[v_.size()] - z00;
    const double z11 = row[v_.size() + 1] - (z10 + row[1]);
    h.z += (z11 * b.fraction + z10) * a.fraction + z01 * b.fraction + z00;
    h.z_u += (z11 * b.fraction + z10) * along;
    if (b.free) h.z_v += b.side * (z11 * a.fraction + z01) / (v_[b.index + 1] - v_[b.index]);
  }
  if (!banking_.empty() || constant_banking_ != 0) {
    const double across = std::clamp(b.place, v_first_, v_last_);
    double banking = constant_banking_, change = 0;
    if (!banking_.empty()) {
      change = banking_[a.index + 1] - banking_[a.index];
      banking = banking_[a.index] + a.fraction * change;
    }
    h.z += banking * across;
    h.z_u += change * along * across;
    if (b.free) h.z_v += b.side * banking;
  }
  h.z = Smoothed(h.z + offset, a.place, a);
  return h;
}

CrgRoad::Corner CrgRoad::Across(size_t corner, size_t interval) const {
  const Corner own = Step(interval, interval + 1);
  const size_t before = corner > 0 ? corner - 1 : 0;
  const size_t after = std::min(corner + 1, x_.size() - 1);
  Corner chord = Step(before, after);
  // At the ends the line goes on straight.
  if (corner == 0 || corner + 1 == x_.size()) chord = own;
  const double length = std::hypot(own.x, own.y);
  const double scale = length / (chord.x * own.x + chord.y * own.y);
  return {-chord.y * scale, chord.x * scale};
}

RoadPlace CrgRoad::FromPath(double u, double v) const {
  u = Wrapped(u);
  RoadPlace place;
  const double steps = (u - u_first_) / u_step_;
  const size_t i =
      !(steps > 0) ? 0 : std::min(static_cast<size_t>(std::min(steps, 1e15)), x_.size() - 2);
  const double f = steps - static_cast<double>(i);
  if (f < 0 || f > 1) {
    const size_t end = f < 0 ? 0 : x_.size() - 1;
    const double phi = f < 0 ? phi_first_ : phi_last_, du = (f < 0 ? f : f - 1) * u_step_;
    place = {x_[end] + du * std::cos(phi) - v * std::sin(phi),
             y_[end] + du * std::sin(phi) + v * std::cos(phi), phi, 0};
  } else {
    const Corner n1 = Across(i, i), n2 = Across(i + 1, i), step = Step(i, i + 1);
    place.x = x_[i] + v * n1.x + f * (step.x + v * (n2.x - n1.x));
    place.y = y_[i] + v * n1.y + f * (step.y + v * (n2.y - n1.y));
  }
  // Curvature over half a metre to both sides where the grid is finer, at the lateral place.
  const size_t n = std::max<size_t>(static_cast<size_t>(std::min(0.5 / u_step_, 1e9)), 1);
  if (n > i) {
    place.heading = phi_first_;
  } else if (i + n >= phi_.size()) {
    place.heading = phi_last_;
  } else {
    const Corner in = Step(i - n, i), out = Step(i, i + n);
    const double span = u_step_ * static_cast<double>(n);
    const double curvature = (in.x * out.y - in.y * out.x) / (span * span * span);
    const double radius = 1 / curvature - v;
    place.curvature = !(std::abs(curvature) > 1e-10) ? curvature
                      : std::abs(radius) < 1e-6      ? 1e6
                                                     : 1 / radius;
    place.heading = phi_[i];
  }
  return place;
}

size_t CrgRoad::Nearest(double x, double y) const {
  size_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  const size_t n = x_.size();
  for (size_t i = 0; i < n; i = i + 1 == n ? n : std::min(i + 10, n - 1)) {
    const double dx = x - x_[i], dy = y - y_[i], square = dx * dx + dy * dy;
    if (square < least) {
      least = square;
      nearest = i;
    }
  }
  return nearest;
}

// The interval whose end normals hold the point between them: uphill, then downhill from a start.
// Its upper corner is returned.
size_t CrgRoad::IntervalOf(double x, double y, RoadHint* hint) const {
  const size_t last = x_.size() - 1;
  size_t i = hint->known ? std::min(hint->interval, last) : 0;
  if (!hint->known || std::abs(x - x_[i]) > reach_ || std::abs(y - y_[i]) > reach_) {
    i = Nearest(x, y);
  }
  i = std::max<size_t>(i, 1);
  const auto beyond = [&](size_t corner, size_t before, size_t after) {
    const Corner chord = Step(before, after);
    return (x - x_[corner]) * chord.x + (y - y_[corner]) * chord.y;
  };
  while (i < last && beyond(i, i - 1, i + 1) > 0) ++i;
  while (i > 1 && beyond(i - 1, i - 2, i) < 0) --i;
  hint->interval = i;
  hint->known = true;
  return i;
}

PathPlace CrgRoad::ToPath(double x, double y, RoadHint* hint) const {
  const size_t i = IntervalOf(x, y, hint), last = x_.size() - 1;
  const Corner own = Step(i - 1, i);
  const Corner before = Step(i > 1 ? i - 2 : 0, i), after = Step(i - 1, std::min(i + 1, last));
  const double dx = x - x_[i - 1], dy = y - y_[i - 1];
  // Between the normals through both corners, along a parallel to the interval.
  const double a = (before.x * dx + before.y * dy) / (before.x * own.x + before.y * own.y);
  const double b =
      (after.x * (x_[i] - x) + after.y * (y_[i] - y)) / (after.x * own.x + after.y * own.y);
  PathPlace place;
  place.u = u_first_ + (static_cast<double>(i - 1) + a / (a + b)) * u_step_;
  place.v = (own.x * dy - own.y * dx) / std::hypot(own.x, own.y);
  const auto straight = [&](size_t end, double phi, double u) {
    const double ex = x - x_[end], ey = y - y_[end], c = std::cos(phi), s = std::sin(phi);
    place = {u + ex * c + ey * s, ey * c - ex * s};
  };
  if (closed_ && close_track_) {
    if (place.u > close_high_) {
      straight(0, phi_first_, u_first_);
    } else if (place.u < close_low_) {
      straight(last, phi_last_, u_last_);
    }
  } else if (place.u < u_first_) {
    straight(0, phi_first_, u_first_);
  } else if (place.u > u_last_) {
    straight(last, phi_last_, u_last_);
  }
  return place;
}

RoadSurface CrgRoad::At(double x, double y, RoadHint* hint) const {
  const PathPlace place = ToPath(x, y, hint);
  const Height h = HeightAt(place.u, place.v);
  RoadSurface surface{h.z, 0, 0, friction_};
  // The slopes along u and v, turned into the world by the derivatives of FromPath.
  const size_t i = hint->interval - 1;
  const double f = (place.u - u_first_) / u_step_ - static_cast<double>(i);
  Corner by_u, by_v;
  if (f < 0 || f > 1) {
    const double phi = f < 0 ? phi_first_ : phi_last_;
    by_u = {std::cos(phi), std::sin(phi)};
    by_v = {-by_u.y, by_u.x};
  } else {
    const Corner n1 = Across(i, i), n2 = Across(i + 1, i), step = Step(i, i + 1);
    by_u = {(step.x + place.v * (n2.x - n1.x)) / u_step_,
            (step.y + place.v * (n2.y - n1.y)) / u_step_};
    by_v = {n1.x + f * (n2.x - n1.x), n1.y + f * (n2.y - n1.y)};
  }
  const double area = by_u.x * by_v.y - by_u.y * by_v.x;
  surface.slope_x = (h.z_u * by_v.y - h.z_v * by_u.y) / area;
  surface.slope_y = (h.z_v * by_u.x - h.z_u * by_v.x) / area;
  return surface;
}

}  // namespace jounce
