#include "fatigue/critical_plane.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/names.h"
#include "math/stress_tensor.h"
#include "signals/number_text.h"
#include "signals/rainflow_stream.h"

namespace jounce {
namespace {

// A sample that knows when it was.
struct TimedSample {
  double value = 0;
  size_t at = 0;
  operator double() const { return value; }  // NOLINT: it is a sample that knows more
};

// Angles of a plane and of the slip in it, in the axes of the search.
using Angles = Eigen::Vector3d;

Vector6 WeightsOf(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  Vector6 w;
  w << a.x() * b.x(), a.y() * b.y(), a.z() * b.z(), a.x() * b.y() + a.y() * b.x(),
      a.y() * b.z() + a.z() * b.y(), a.z() * b.x() + a.x() * b.z();
  return w;
}

// Axes that turn with the history: of the second moments of its deviation from the mean.
Eigen::Matrix3d AxesOf(std::span<const Vector6> history) {
  Vector6 mean = Vector6::Zero();
  for (const Vector6& stress : history) mean += stress / static_cast<double>(history.size());
  Eigen::Matrix3d moment = Eigen::Matrix3d::Zero();
  for (const Vector6& stress : history) {
    const Eigen::Matrix3d m = MatrixOf(stress - mean);
    moment += m * m;
  }
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(moment).eigenvectors();
}

class PlaneSearch {
 public:
  PlaneSearch(std::span<const Vector6> history, const PlaneSettings& settings,
              const CycleDamage& damage)
      : history_(history), settings_(settings), damage_(damage) {
    if (settings.free_surface) {
      axes_.col(2) = settings.surface_normal.normalized();
      const Eigen::Vector3d moved = AxesOf(history).col(2);
      Eigen::Vector3d inside = moved - moved.dot(axes_.col(2)) * axes_.col(2);
      if (inside.norm() < 1e-6) inside = axes_.col(2).unitOrthogonal();
      axes_.col(0) = inside.normalized();
      axes_.col(1) = axes_.col(2).cross(axes_.col(0));
    } else {
      axes_ = AxesOf(history);
    }
    main_.resize(history.size());
    across_.resize(history.size());
    TurnHistory();
  }

  PlaneResult Run() {
    std::vector<std::pair<double, Angles>> found;
    for (const Angles& angles : Grid()) found.emplace_back(Value(angles), angles);
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    // Several starts, because two planes may be nearly as bad.
    double best = -1;
    Angles worst = found.front().second;
    for (size_t i = 0; i < std::min<size_t>(found.size(), 6); ++i) {
      Angles angles = found[i].second;
      const double value = Refine(found[i].first, &angles);
      if (value > best * (1 + 1e-13)) {
        best = value;
        worst = angles;
      }
    }
    return At(worst);
  }

 private:
  bool OnShearPlanes() const {
    return settings_.method == PlaneMethod::kFatemiSocie ||
           settings_.method == PlaneMethod::kBrownMiller;
  }
  bool HasSlip() const { return settings_.method != PlaneMethod::kNormal; }

  // The history in the axes of the search.
  void TurnHistory() {
    turned_.reserve(history_.size());
    for (const Vector6& stress : history_) {
      turned_.push_back(TensorOf(axes_.transpose() * MatrixOf(stress) * axes_));
    }
  }

  // Whether an angle may vary: latitude, longitude, slip.
  std::array<bool, 3> Free() const {
    if (settings_.free_surface) return {false, true, false};
    return {true, true, HasSlip()};
  }

  std::vector<Angles> Grid() const {
    std::vector<Angles> grid;
    const double step = settings_.step;
    const auto turns = static_cast<int>(std::ceil(M_PI / step - 1e-9));
    const double exact = M_PI / turns;
    if (settings_.free_surface) {
      for (int i = 0; i < turns; ++i) {
        grid.emplace_back(0, i * exact, 0);
        if (!settings_.inclined || !HasSlip()) continue;
        grid.emplace_back(M_PI / 4, i * exact, M_PI / 2);
        grid.emplace_back(-M_PI / 4, i * exact, M_PI / 2);
      }
      return grid;
    }
    for (int i = 0; i <= turns; ++i) {
      const double latitude = i * exact - M_PI / 2;
      for (int j = 0; j < turns; ++j) {
        const int slips = HasSlip() ? turns : 1;
        for (int k = 0; k < slips; ++k) grid.emplace_back(latitude, j * exact, k * exact);
        if (std::abs(std::abs(latitude) - M_PI / 2) < 1e-9 && !HasSlip()) break;
      }
    }
    return grid;
  }

  void PlaneOf(const Angles& angles, Eigen::Vector3d* normal, Eigen::Vector3d* slip) const {
    const double up = angles[0], around = angles[1];
    const Eigen::Vector3d east(-std::sin(around), std::cos(around), 0);
    *normal = {std::cos(up) * std::cos(around), std::cos(up) * std::sin(around), std::sin(up)};
    *slip = std::cos(angles[2]) * east + std::sin(angles[2]) * normal->cross(east);
  }

  // What the search makes as large as it gets: the damage, or first the shear range.
  double Value(const Angles& angles) {
    if (!OnShearPlanes()) return At(angles).damage;
    Eigen::Vector3d normal, slip;
    PlaneOf(angles, &normal, &slip);
    const Vector6 weights = WeightsOf(normal, slip);
    double low = 0, high = 0;
    for (size_t i = 0; i < turned_.size(); ++i) {
      const double tau = weights.dot(turned_[i]);
      low = i == 0 ? tau : std::min(low, tau);
      high = i == 0 ? tau : std::max(high, tau);
    }
    // Planes of equal shear are told apart by what they do.
    return (high - low) * (1 + 1e-9 * Share(angles));
  }
  double Share(const Angles& angles) {
    const double damage = At(angles).damage;
    return damage / (1 + damage);
  }

  // Steps of the pattern are halved until angles are exact to 1e-8.
  double Refine(double value, Angles* angles) {
    const std::array<bool, 3> free = Free();
    for (double step = 0.5 * settings_.step; step > 1e-8; step *= 0.5) {
      bool better = true;
      for (int round = 0; better && round < 20; ++round) {
        better = false;
        for (int i = 0; i < 3; ++i) {
          if (!free[i]) continue;
          for (const double way : {step, -step}) {
            Angles tried = *angles;
            tried[i] += way;
            const double now = Value(tried);
            if (now <= value) continue;
            value = now;
            *angles = tried;
            better = true;
            break;
          }
        }
      }
    }
    return value;
  }

  // Counts on a plane.
  PlaneResult At(const Angles& angles) {
    PlaneResult result;
    Eigen::Vector3d normal, slip;
    PlaneOf(angles, &normal, &slip);
    const Vector6 n = WeightsOf(normal, normal);
    const Vector6 t = HasSlip() ? WeightsOf(normal, slip) : n;
    for (size_t i = 0; i < turned_.size(); ++i) {
      main_[i] = {t.dot(turned_[i]), i};
      // Brown-Miller asks for the normal strain beside the normal stress.
      across_[i] = {n.dot(turned_[i]), turned_[i].head<3>().sum()};
    }
    Count(&result);
    result.normal = axes_ * normal;
    if (HasSlip()) result.slip = axes_ * slip;
    return result;
  }

  void Count(PlaneResult* result) {
    TurningPointFilterOf<TimedSample> filter;
    FourPointStackOf<TimedSample> stack;
    const auto close = [&](const TimedSample& a, const TimedSample& b) {
      Add(a, b, ClosingOf(a, b), 1, result);
    };
    const auto visit = [&](const TimedSample& point) { stack.Add(point, close); };
    filter.Add(std::span<const TimedSample>(main_), visit);
    filter.End(visit);
    const std::vector<TimedSample> rest(stack.Rest().begin(), stack.Rest().end());
    if (settings_.residue == Residue::kHalfCycles) {
      for (size_t i = 1; i < rest.size(); ++i) Add(rest[i - 1], rest[i], rest[i].at, 0.5, result);
    } else if (settings_.residue == Residue::kRepeat) {
      TurningPointFilterOf<TimedSample> again;
      stack.Clear();
      for (int pass = 0; pass < 2; ++pass) again.Add(std::span<const TimedSample>(rest), visit);
      again.End(visit);
    }
  }

  struct Across {
    double stress = 0, trace = 0;
  };

  // The larger of the normal stresses between two samples, and half the range of normal strain.
  void Between(size_t from, size_t to, double* largest, double* mean, double* strain) const {
    const bool wraps = to < from;
    double high = -INFINITY, low = INFINITY, strain_high = -INFINITY, strain_low = INFINITY;
    const auto look = [&](size_t begin, size_t end) {
      for (size_t i = begin; i <= end; ++i) {
        const double s = across_[i].stress;
        high = std::max(high, s);
        low = std::min(low, s);
        const double e = (1 + settings_.poisson) * s - settings_.poisson * across_[i].trace;
        strain_high = std::max(strain_high, e);
        strain_low = std::min(strain_low, e);
      }
    };
    if (wraps) {
      look(from, across_.size() - 1);
      look(0, to);
    } else {
      look(from, to);
    }
    *largest = high;
    *mean = 0.5 * (high + low);
    *strain = 0.5 * (strain_high - strain_low);
  }

  // When a loop from a to b is back at a; the history repeats.
  size_t ClosingOf(const TimedSample& a, const TimedSample& b) const {
    const double way = b.value > a.value ? -1 : 1;
    size_t i = b.at;
    do {
      i = (i + 1) % main_.size();
    } while (i != a.at && i != b.at && way * (main_[i].value - a.value) < 0);
    return i;
  }

  void Add(const TimedSample& a, const TimedSample& b, size_t closing, double count,
           PlaneResult* result) {
    double amplitude = 0.5 * std::abs(b.value - a.value);
    double mean = 0, parameter = amplitude, shear = amplitude, normal = 0;
    if (settings_.method == PlaneMethod::kNormal) {
      mean = 0.5 * (a.value + b.value);
      normal = mean + amplitude;
      shear = 0;
    } else {
      double strain = 0, middle = 0;
      Between(a.at, closing, &normal, &middle, &strain);
      Equivalent(strain, middle, &amplitude, &mean, &parameter, &shear, &normal);
    }
    if (!(amplitude > 0)) return;
    result->damage += count * damage_(amplitude, mean);
    result->cycles += count;
    if (parameter <= result->parameter) return;
    result->parameter = parameter;
    result->largest = amplitude;
    result->shear_amplitude = shear;
    result->normal_part = normal;
  }

  // From tau_a in `amplitude` and what the plane bears across to the uniaxial cycle.
  void Equivalent(double strain, double middle, double* amplitude, double* mean, double* parameter,
                  double* shear, double* normal) const {
    const double k = settings_.k, nu = settings_.poisson, young = settings_.young;
    const double tau = *amplitude;
    switch (settings_.method) {
      case PlaneMethod::kFindley:
        *parameter = tau + k * *normal;
        *amplitude = 2 * *parameter / (k + std::sqrt(1 + k * k));
        return;
      case PlaneMethod::kFatemiSocie: {
        *shear = 2 * (1 + nu) * tau / young;
        *parameter = *shear * (1 + k * *normal / settings_.yield);
        // (1 + nu)/E S (1 + k S / 2R_e) = parameter.
        const double right = std::max(*parameter, 0.0) * young / (1 + nu);
        const double half = settings_.yield / k;
        *amplitude = k > 0 ? std::sqrt(half * half + 2 * half * right) - half : right;
        return;
      }
      case PlaneMethod::kBrownMiller:
        *shear = 2 * (1 + nu) * tau / young;
        *normal = strain / young;
        *parameter = 0.5 * *shear + *normal;
        *amplitude = young * *parameter;
        *mean = 2 * middle;
        return;
      case PlaneMethod::kNormal:
        return;
    }
  }

  std::span<const Vector6> history_;
  const PlaneSettings& settings_;
  const CycleDamage& damage_;
  Eigen::Matrix3d axes_ = Eigen::Matrix3d::Identity();
  std::vector<Vector6> turned_;
  std::vector<TimedSample> main_;
  std::vector<Across> across_;
};

}  // namespace

PlaneMethod PlaneMethodOfName(std::string_view name) {
  const std::string wanted = LowerCase(name);
  if (wanted == "normal") return PlaneMethod::kNormal;
  if (wanted == "findley") return PlaneMethod::kFindley;
  if (wanted == "fatemi-socie") return PlaneMethod::kFatemiSocie;
  if (wanted == "brown-miller") return PlaneMethod::kBrownMiller;
  throw InputError(fmt::format("no critical plane method '{}'", name),
                   SuggestName(name, {"normal", "findley", "fatemi-socie", "brown-miller"}));
}

PlaneResult FindCriticalPlane(std::span<const Vector6> history, const PlaneSettings& settings,
                              const CycleDamage& damage) {
  const bool strains =
      settings.method == PlaneMethod::kFatemiSocie || settings.method == PlaneMethod::kBrownMiller;
  if (strains && !(settings.young > 0)) {
    throw InputError("Fatemi-Socie and Brown-Miller need Young's modulus",
                     "add young_modulus to the material file");
  }
  if (settings.method == PlaneMethod::kFatemiSocie && !(settings.yield > 0)) {
    throw InputError("Fatemi-Socie needs the yield strength",
                     "add yield_strength to the material file");
  }
  if (history.empty()) return {};
  return PlaneSearch(history, settings, damage).Run();
}

}  // namespace jounce
