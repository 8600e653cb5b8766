#include "fatigue/part_life.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <thread>

#include "signals/rainflow_stream.h"

namespace jounce {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// xx, yy, xy in the surface, of each mode.
Eigen::Matrix<double, 3, Eigen::Dynamic> PlaneModes(const SurfacePoint& point) {
  const Eigen::Matrix<double, 3, 2> axes = SurfaceAxes(point.normal);
  Eigen::Matrix<double, 3, 6> weights;
  for (int row = 0; row < 3; ++row) {
    const Eigen::Vector3d a = axes.col(row == 1 ? 1 : 0), b = axes.col(row == 0 ? 0 : 1);
    weights.row(row) << a.x() * b.x(), a.y() * b.y(), a.z() * b.z(), a.x() * b.y() + a.y() * b.x(),
        a.y() * b.z() + a.z() * b.y(), a.z() * b.x() + a.x() * b.z();
  }
  return weights * point.modal;
}

class PointCounter {
 public:
  PointCounter(const RowMatrix& coordinates, const CycleDamage& damage,
               const PartLifeSettings& settings)
      : coordinates_(coordinates),
        damage_(damage),
        settings_(settings),
        samples_(static_cast<size_t>(coordinates.cols())),
        plane_(3, coordinates.cols()),
        scalar_(samples_) {
    // N cycles below the gate g of the largest do at most N g^k of its damage.
    const double slope = damage.line().slope > 0 ? damage.line().slope : 5;
    const double most = std::max<double>(1, static_cast<double>(samples_) / 2);
    gate_ = settings.tolerance > 0 ? std::pow(settings.tolerance / most, 1 / slope) : 0;
  }

  // Damage, or its bound where that is below `worth`.
  PointLife Count(const SurfacePoint& point, double worth) {
    plane_.noalias() = PlaneModes(point) * coordinates_;
    PointLife life;
    double low = 0, high = 0;
    Extent(&low, &high);
    const double amplitude = 0.5 * (high - low);
    const double bound =
        0.5 * static_cast<double>(samples_) * damage_.Bound(amplitude, std::max(high, 0.0));
    if (bound < worth) return {bound, amplitude, 0, true};
    if (settings_.stress == SurfaceStress::kNormalPlanes) {
      CountPlanes(&life);
    } else {
      FillEquivalent();
      CountScalar(0, &life);
    }
    return life;
  }

 private:
  // No plane leaves the principal stresses of all times, and signed von Mises its largest value with
  // either sign.
  void Extent(double* low, double* high) const {
    const auto x = plane_.row(0).array(), y = plane_.row(1).array(), t = plane_.row(2).array();
    double most = 0, least = 0;
    if (settings_.stress == SurfaceStress::kSignedVonMises) {
      most = std::sqrt((x * x - x * y + y * y + 3 * t * t).maxCoeff());
      least = -most;
    } else {
      const auto radius = (0.25 * (x - y) * (x - y) + t * t).sqrt();
      most = std::max(0.0, (0.5 * (x + y) + radius).maxCoeff());
      least = std::min(0.0, (0.5 * (x + y) - radius).minCoeff());
    }
    *low = least;
    *high = most;
  }

  void CountPlanes(PointLife* life) {
    const auto planes = static_cast<int>(std::ceil(M_PI / settings_.step - 1e-9));
    const auto n = static_cast<Eigen::Index>(samples_);
    for (int i = 0; i < planes; ++i) {
      const double angle = i * M_PI / planes;
      const double c = std::cos(angle), s = std::sin(angle);
      Eigen::Map<Eigen::RowVectorXd>(scalar_.data(), n).noalias() =
          c * c * plane_.row(0) + s * s * plane_.row(1) + 2 * s * c * plane_.row(2);
      PointLife found;
      CountScalar(angle, &found);
      if (found.damage > life->damage || i == 0) *life = found;
    }
  }

  void FillEquivalent() {
    const bool mises = settings_.stress == SurfaceStress::kSignedVonMises;
    for (size_t i = 0; i < samples_; ++i) {
      const auto c = static_cast<Eigen::Index>(i);
      const double x = plane_(0, c), y = plane_(1, c), t = plane_(2, c);
      const double size =
          mises ? std::sqrt(x * x - x * y + y * y + 3 * t * t)
                : std::abs(0.5 * (x + y)) + std::sqrt(0.25 * (x - y) * (x - y) + t * t);
      scalar_[i] = std::copysign(size, x + y);
    }
  }

  void CountScalar(double angle, PointLife* life) {
    const Eigen::Map<const Eigen::ArrayXd> all(scalar_.data(), static_cast<Eigen::Index>(samples_));
    const double range = all.maxCoeff() - all.minCoeff();
    life->angle = angle;
    life->largest = 0.5 * range;
    if (!(range > 0)) return;
    double sum = 0;
    const auto close = [&](double a, double b) {
      sum += damage_(0.5 * std::abs(b - a), 0.5 * (a + b));
    };
    stack_.Clear();
    TurningPointFilter filter(gate_ * range);
    const auto visit = [&](double point) { stack_.Add(point, close); };
    filter.Add(std::span<const double>(scalar_), visit);
    filter.End(visit);
    if (settings_.residue != Residue::kIgnore) {
      rest_.assign(stack_.Rest().begin(), stack_.Rest().end());
      if (settings_.residue == Residue::kHalfCycles) {
        for (size_t i = 1; i < rest_.size(); ++i) {
          sum += 0.5 *
                 damage_(0.5 * std::abs(rest_[i] - rest_[i - 1]), 0.5 * (rest_[i] + rest_[i - 1]));
        }
      } else {
        stack_.Clear();
        TurningPointFilter again(gate_ * range);
        for (int pass = 0; pass < 2; ++pass) again.Add(std::span<const double>(rest_), visit);
        again.End(visit);
      }
    }
    life->damage = sum;
  }

  const RowMatrix& coordinates_;
  const CycleDamage& damage_;
  const PartLifeSettings& settings_;
  size_t samples_;
  RowMatrix plane_;
  std::vector<double> scalar_, rest_;
  FourPointStack stack_;
  double gate_ = 0;
};

// The points with the largest stresses first, so that the worst damage is known early.
std::vector<size_t> Order(const std::vector<SurfacePoint>& points, const RowMatrix& coordinates) {
  const Eigen::VectorXd rms =
      (coordinates.rowwise().squaredNorm() / static_cast<double>(coordinates.cols())).cwiseSqrt();
  std::vector<double> size(points.size());
  for (size_t i = 0; i < points.size(); ++i) size[i] = (points[i].modal * rms.asDiagonal()).norm();
  std::vector<size_t> order(points.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return size[a] > size[b]; });
  return order;
}

}  // namespace

Eigen::Matrix<double, 3, 2> SurfaceAxes(const Eigen::Vector3d& normal) {
  Eigen::Matrix<double, 3, 2> axes;
  axes.col(0) = normal.unitOrthogonal();
  axes.col(1) = normal.normalized().cross(axes.col(0));
  return axes;
}

std::vector<PointLife> LifeOfPoints(const std::vector<SurfacePoint>& points,
                                    const RowMatrix& coordinates, const CycleDamage& damage,
                                    const PartLifeSettings& settings,
                                    const std::function<bool(size_t)>& advance) {
  std::vector<PointLife> lives(points.size());
  if (points.empty() || coordinates.cols() == 0) return lives;
  const std::vector<size_t> order = Order(points, coordinates);
  // The worst point is counted first and alone: what is left out does not depend on the threads.
  double worst = 0;
  {
    PointCounter counter(coordinates, damage, settings);
    lives[order[0]] = counter.Count(points[order[0]], 0);
    worst = lives[order[0]].damage;
  }
  std::atomic<size_t> next{1};
  std::atomic<bool> stopped{false};
  std::mutex speaking;
  const auto work = [&] {
    PointCounter counter(coordinates, damage, settings);
    for (size_t i; !stopped && (i = next.fetch_add(1)) < order.size();) {
      lives[order[i]] = counter.Count(points[order[i]], settings.negligible * worst);
      if (!advance || i % 64 != 0) continue;
      const std::lock_guard lock(speaking);
      if (!advance(i)) stopped = true;
    }
  };
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int count = settings.threads > 0 ? settings.threads : cores;
  std::vector<std::thread> threads;
  for (int i = 1; i < count; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return lives;
}

}  // namespace jounce
