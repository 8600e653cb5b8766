#include "testbench/driver.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/error.h"

namespace jounce::testbench {

Line AxisLine(int dimension, int axis) {
  if (axis < 0 || axis >= dimension) {
    throw InputError(fmt::format("axis {} of a law of dimension {}", axis + 1, dimension),
                     fmt::format("choose an axis from 1 to {}", dimension));
  }
  Line line;
  line.direction.assign(dimension, 0.0);
  line.direction[axis] = 1;
  return line;
}

void Trace::Add(double t, double u, const Reading& reading) {
  time.push_back(t);
  displacement.push_back(u);
  force.push_back(reading.force);
  stored_energy.push_back(reading.stored_energy);
  dissipated_energy.push_back(reading.dissipated_energy);
}

Driver::Driver(const Law& law, const Line& line)
    : law_(law),
      direction_(line.direction),
      origin_(line.origin),
      state_(law.state_size()),
      next_(law.state_size()) {
  const int n = law.dimension();
  if (direction_.empty()) direction_ = AxisLine(n, 0).direction;
  if (origin_.empty()) origin_.assign(n, 0.0);
  if (static_cast<int>(direction_.size()) != n || static_cast<int>(origin_.size()) != n) {
    throw InputError(fmt::format("a direction of {} and an origin of {} components for a law of "
                                 "dimension {}",
                                 direction_.size(), origin_.size(), n),
                     "give one number per component of the law");
  }
  double square = 0;
  for (double d : direction_) square += d * d;
  if (!(square > 0) || !std::isfinite(square)) {
    throw InputError("the direction to drive has no length", "give a non-zero direction");
  }
  for (double& d : direction_) d /= std::sqrt(square);
}

void Driver::Start(double u) {
  std::array<double, kMaxLawDimension> strain{};
  for (int i = 0; i < law_.dimension(); ++i) strain[i] = origin_[i] + direction_[i] * u;
  law_.Start(strain.data(), state_.data());
}

Reading Driver::Try(double u, double rate, double h) {
  const int n = law_.dimension();
  std::array<double, kMaxLawDimension> strain{}, strain_rate{};
  for (int i = 0; i < n; ++i) {
    strain[i] = origin_[i] + direction_[i] * u;
    strain_rate[i] = direction_[i] * rate;
  }
  LawResponse response;
  law_.Update({strain.data(), strain_rate.data(), h}, state_.data(), next_.data(), &response);
  Reading reading;
  reading.stored_energy = response.stored_energy;
  reading.dissipated_energy = response.dissipated_energy;
  for (int i = 0; i < n; ++i) {
    reading.force += direction_[i] * response.force[i];
    for (int j = 0; j < n; ++j) {
      const double weight = direction_[i] * direction_[j];
      reading.d_displacement += weight * response.d_strain[i * n + j];
      reading.d_rate += weight * response.d_rate[i * n + j];
    }
  }
  return reading;
}

void Driver::Commit() { state_.swap(next_); }

Trace Driver::Drive(const History& history) {
  Start(history.displacement.front());
  return Continue(history);
}

Trace Driver::Continue(const History& history) {
  Trace trace;
  trace.Add(history.time[0], history.displacement[0],
            Try(history.displacement[0], history.rate[0], 0));
  for (int i = 1; i < history.size(); ++i) {
    const double h = history.time[i] - history.time[i - 1];
    trace.Add(history.time[i], history.displacement[i],
              Try(history.displacement[i], history.rate[i], h));
    Commit();
  }
  return trace;
}

}  // namespace jounce::testbench
