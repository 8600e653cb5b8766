#include "fatigue/part_life.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <thread>

#include "fatigue/history_damage.h"

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

// Points whose stresses are made at once: the coordinates pass the cache once for all of them.
constexpr size_t kTogether = 8;

class PointCounter {
 public:
  PointCounter(const RowMatrix& coordinates, const CycleDamage& damage,
               const PartLifeSettings& settings)
      : coordinates_(coordinates),
        settings_(settings),
        samples_(static_cast<size_t>(coordinates.cols())),
        scalar_(samples_),
        counter_(damage, settings.tolerance, settings.residue) {
    const auto planes = static_cast<int>(std::ceil(M_PI / settings.step - 1e-9));
    for (int i = 0; i < planes; ++i) angles_.push_back(i * M_PI / planes);
  }

  // xx, yy and xy over time of at most kTogether points.
  void Fill(const std::vector<const SurfacePoint*>& points) {
    modes_.resize(static_cast<Eigen::Index>(3 * points.size()), coordinates_.rows());
    for (size_t i = 0; i < points.size(); ++i) {
      modes_.middleRows(static_cast<Eigen::Index>(3 * i), 3) = PlaneModes(*points[i]);
    }
    stress_.noalias() = modes_ * coordinates_;
  }

  // Damage of the i-th of them, or its bound where that is below `worth`.
  PointLife Count(size_t i, double worth) {
    x_ = stress_.row(static_cast<Eigen::Index>(3 * i)).data();
    y_ = x_ + samples_;
    t_ = y_ + samples_;
    if (settings_.stress == SurfaceStress::kNormalPlanes) return CountPlanes(worth);
    FillEquivalent();
    const HistoryExtent extent = ExtentOf(scalar_);
    const double bound = counter_.Bound(extent, samples_);
    if (bound < worth) return {bound, extent.Amplitude(), 0, true};
    return {counter_.Count(scalar_, extent), extent.Amplitude(), 0, false};
  }

 private:
  struct Plane {
    double angle = 0;
    double bound = 0;
    HistoryExtent extent;
  };

  // The planes that may do most first, as long as they may do more than the worst so far.
  PointLife CountPlanes(double worth) {
    planes_.clear();
    for (const double angle : angles_) {
      FillPlane(angle);
      const HistoryExtent extent = ExtentOf(scalar_);
      planes_.push_back({angle, counter_.Bound(extent, samples_), extent});
    }
    std::stable_sort(planes_.begin(), planes_.end(),
                     [](const Plane& a, const Plane& b) { return a.bound > b.bound; });
    const Plane& first = planes_.front();
    if (first.bound < worth) return {first.bound, first.extent.Amplitude(), first.angle, true};
    PointLife life{0, first.extent.Amplitude(), first.angle, false};
    for (const Plane& plane : planes_) {
      if (plane.bound <= life.damage) break;
      FillPlane(plane.angle);
      const double damage = counter_.Count(scalar_, plane.extent);
      if (damage > life.damage) life = {damage, plane.extent.Amplitude(), plane.angle, false};
    }
    return life;
  }

  void FillPlane(double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    const double xx = c * c, yy = s * s, xy = 2 * s * c;
    for (size_t i = 0; i < samples_; ++i) scalar_[i] = xx * x_[i] + yy * y_[i] + xy * t_[i];
  }

  void FillEquivalent() {
    if (settings_.stress == SurfaceStress::kSignedVonMises) {
      FillFrom([](double x, double y, double t) {
        return std::sqrt(x * x - x * y + y * y + 3 * t * t);
      });
    } else {
      FillFrom([](double x, double y, double t) {
        return std::abs(0.5 * (x + y)) + std::sqrt(0.25 * (x - y) * (x - y) + t * t);
      });
    }
  }

  template <typename Size>
  void FillFrom(Size size) {
    for (size_t i = 0; i < samples_; ++i) {
      scalar_[i] = std::copysign(size(x_[i], y_[i], t_[i]), x_[i] + y_[i]);
    }
  }

  const RowMatrix& coordinates_;
  const PartLifeSettings& settings_;
  size_t samples_;
  RowMatrix modes_, stress_;
  const double *x_ = nullptr, *y_ = nullptr, *t_ = nullptr;  // of the point in hand
  std::vector<double> scalar_, angles_;
  std::vector<Plane> planes_;
  HistoryDamage counter_;
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

Eigen::Vector3d FreeSurfaceNormal(const Eigen::Matrix<double, 6, Eigen::Dynamic>& modal,
                                  double* traction) {
  // |S n|^2 summed over the loads is n^T (sum S S) n.
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (Eigen::Index i = 0; i < modal.cols(); ++i) {
    const auto s = modal.col(i);
    Eigen::Matrix3d stress;
    stress << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    sum += stress * stress;
  }
  *traction = 0;
  const double scale = sum.trace();
  if (!(scale > 0)) return Eigen::Vector3d::UnitZ();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(sum / scale);
  *traction = std::sqrt(std::max(0.0, solver.eigenvalues()[0]) / solver.eigenvalues()[2]);
  return solver.eigenvectors().col(0);
}

std::vector<PointLife> LifeOfPoints(const std::vector<SurfacePoint>& points,
                                    const RowMatrix& coordinates, const CycleDamage& damage,
                                    const PartLifeSettings& settings,
                                    const std::function<bool(size_t)>& advance) {
  std::vector<PointLife> lives(points.size());
  if (points.empty() || coordinates.cols() == 0) return lives;
  const std::vector<size_t> order = Order(points, coordinates);
  // The first point is counted alone: what is left out does not depend on the threads.
  PointCounter first(coordinates, damage, settings);
  first.Fill({&points[order[0]]});
  lives[order[0]] = first.Count(0, 0);
  const double worth = settings.negligible * lives[order[0]].damage;
  std::atomic<size_t> next{1};
  std::atomic<bool> stopped{false};
  std::mutex speaking;
  const auto work = [&] {
    PointCounter counter(coordinates, damage, settings);
    std::vector<const SurfacePoint*> batch;
    for (size_t i; !stopped && (i = next.fetch_add(kTogether)) < order.size();) {
      const size_t count = std::min(kTogether, order.size() - i);
      batch.clear();
      for (size_t k = 0; k < count; ++k) batch.push_back(&points[order[i + k]]);
      counter.Fill(batch);
      for (size_t k = 0; k < count; ++k) lives[order[i + k]] = counter.Count(k, worth);
      if (!advance) continue;
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

std::vector<double> LoadEffects(const SurfacePoint& point, const RowMatrix& coordinates,
                                const CycleDamage& damage, PartLifeSettings settings) {
  settings.negligible = 0;
  settings.threads = 1;
  std::vector<SurfacePoint> points(1 + static_cast<size_t>(coordinates.rows()), point);
  for (size_t i = 1; i < points.size(); ++i) {
    points[i].modal.col(static_cast<Eigen::Index>(i - 1)).setZero();
  }
  const std::vector<PointLife> lives = LifeOfPoints(points, coordinates, damage, settings);
  if (!(lives[0].damage > 0)) return {};
  std::vector<double> effects;
  for (size_t i = 1; i < lives.size(); ++i) {
    effects.push_back(1 - lives[i].damage / lives[0].damage);
  }
  return effects;
}

}  // namespace jounce
