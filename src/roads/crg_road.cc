#include "roads/crg_road.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace jounce {
namespace {

constexpr double kNoHeight = std::numeric_limits<double>::quiet_NaN();
constexpr double kBorder = 1e-8;  // m; what is no farther out counts as on the border

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

double CrgRoad::Wrapped(double u) const {
  if (!closed_ || !close_track_ || (u >= close_low_ && u <= close_high_)) return u;
  const double rest = std::fmod(u - close_low_, close_high_ - close_low_);
  return rest > 0 ? rest + close_low_ : rest + close_high_;
}

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
