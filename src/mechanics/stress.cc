#include "mechanics/stress.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "math/lanes.h"
#include "mechanics/flexible_body.h"

namespace jounce {
namespace {

std::vector<int> AllPoints(const FlexiblePart& part) {
  std::vector<int> points(part.stress_points.size());
  std::iota(points.begin(), points.end(), 0);
  return points;
}

}  // namespace

Vector6 GaugeFactors(const StressPoint& point, const Eigen::Vector3d& direction) {
  const Eigen::Vector3d d = direction.normalized();
  Vector6 factors;
  factors << d.cwiseAbs2(), 2 * d.x() * d.y(), 2 * d.y() * d.z(), 2 * d.z() * d.x();
  factors *= 1 + point.poisson;
  factors.head<3>().array() -= point.poisson;
  return factors / point.young;
}

StressField::StressField(const System& system, int body)
    : StressField(system, body, AllPoints(*system.model().bodies[body].flexible.part)) {}

StressField::StressField(const System& system, int body, std::vector<int> points)
    : points_(std::move(points)),
      first_mode_(system.bodies()[body]->first_mode()),
      modes_(system.bodies()[body]->modes()) {
  const Flexibility& flexible = system.model().bodies[body].flexible;
  const std::vector<int> active = flexible.ActiveModes();
  const double scale = ModalScale(*flexible.part);
  // Places of points that are missing stay zero.
  const int count = (size() + kBlock - 1) / kBlock;
  modal_.assign(Place(count * kBlock / kTogether, 0), 0.0);
  bounds_.setZero(modes_, count);
  for (int i = 0; i < size(); ++i) {
    const Eigen::MatrixXd& stress = flexible.part->stress_points[points_[i]].stress;
    for (int k = 0; k < modes_; ++k) {
      const Vector6 own = scale * stress.col(active[k]);
      double* first = modal_.data() + Place(i / kTogether, k) + i % kTogether;
      for (int c = 0; c < 6; ++c) first[kTogether * c] = own[c];
      bounds_(k, i / kBlock) = std::max(bounds_(k, i / kBlock), VonMises(own));
    }
  }
}

Vector6 StressField::At(int i, const SystemState& state) const {
  Vector6 sum = Vector6::Zero();
  for (int k = 0; k < modes_; ++k) {
    const double* first = modal_.data() + Place(i / kTogether, k) + i % kTogether;
    const double q = state.modal[first_mode_ + k];
    for (int c = 0; c < 6; ++c) sum[c] += q * first[kTogether * c];
  }
  return sum;
}

double StressField::Bound(int block, const double* q) const {
  constexpr double kRounding = 1 + 1e-12;
  return kRounding *
         bounds_.col(block).dot(Eigen::Map<const Eigen::VectorXd>(q, modes_).cwiseAbs());
}

void StressField::LookAt(int block, const double* q, Highest* highest) const {
  for (int four = block * kBlock / kTogether; four < (block + 1) * kBlock / kTogether; ++four) {
    Lanes<kTogether> s[6];
    for (int k = 0; k < modes_; ++k) {
      const double* mode = modal_.data() + Place(four, k);
      for (int c = 0; c < 6; ++c) s[c] += q[k] * Lanes<kTogether>::Load(mode + kTogether * c);
    }
    // As VonMises().
    const Lanes<kTogether> xy = s[0] - s[1], yz = s[1] - s[2], zx = s[2] - s[0];
    const Lanes<kTogether> square =
        0.5 * (xy * xy + yz * yz + zx * zx) + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
    for (int lane = 0; lane < kTogether; ++lane) {
      const int i = four * kTogether + lane;
      if (square[lane] > highest->square && i < size()) *highest = {square[lane], i};
    }
  }
}

StressPeak StressField::Largest(const SystemState& state, double known) const {
  const double* q = state.modal.data() + first_mode_;
  // A little less than what is known: its root is compared in the end.
  Highest highest{known < 0 ? -1 : known * known * (1 - 1e-12), -1};
  const auto may_be_higher = [&](double bound) { return !(bound * bound <= highest.square); };
  // Where the bound is largest, the stress is likely to be: then most others need not be looked at.
  int first = 0;
  double largest = -1;
  for (int block = 0; block < blocks(); ++block) {
    const double bound = Bound(block, q);
    if (bound > largest) {
      largest = bound;
      first = block;
    }
  }
  if (blocks() > 0 && may_be_higher(largest)) {
    LookAt(first, q, &highest);
    for (int block = 0; block < blocks(); ++block) {
      if (block != first && may_be_higher(Bound(block, q))) LookAt(block, q, &highest);
    }
  }
  const double von_mises = std::sqrt(std::max(highest.square, 0.0));
  if (highest.point < 0 || !(von_mises > known)) return {0, state.time, -1};
  return {von_mises, state.time, points_[highest.point]};
}

}  // namespace jounce
