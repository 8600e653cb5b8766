#include "identify/start.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "math/dense.h"
#include "testbench/loop.h"

namespace jounce::identify {
namespace {

using std::numbers::pi;
// Constants of chapter 5.3.
constexpr double kStiffnessShare = 0.95;    // c of eq. 5.3
constexpr double kFirstSlip = 0.2e-3;       // u_l of eq. 5.4, m
constexpr double kNextSlip = 0.1e-3;        // delta u of eq. 5.4, m
constexpr double kLastSlip = 2e-3;          // of eq. 5.5, m
constexpr double kLeastTerm = 0.02;         // of a term of the spring at full stroke
constexpr double kRelaxation = 0.8;         // g of eq. 5.8
constexpr double kLowestDamping = 10;       // f_min of eq. 5.12, Hz
constexpr double kHighestDamping = 20;      // f_max of eq. 5.12, Hz
constexpr double kDampingCorrection = 0.1;  // c_1 of eq. 5.13
constexpr double kResonanceAbove = 4;       // resonance of a fluid element over the measured range

// Least squares of k1 u + k3 u^3 + k5 u^5; terms with the wrong sign are given a small right one,
// as the thesis' search starts from positive values only.
std::vector<double> FitSpring(const Series& series) {
  const int n = series.size();
  double scale = 0;
  for (double u : series.displacement) scale = std::max(scale, std::abs(u));
  Eigen::MatrixXd basis(n, 3);
  for (int i = 0; i < n; ++i) {
    const double u = series.displacement[i] / scale;
    basis.row(i) << u, u * u * u, u * u * u * u * u;
  }
  const Eigen::Map<const Eigen::VectorXd> force(series.force.data(), n);
  Eigen::Vector3d fit = SolveLeastSquares(basis, force).cwiseAbs();
  // A loop hardly tells the cubic from the quintic term: neither is begun at nothing.
  fit = fit.cwiseMax(kLeastTerm * force.cwiseAbs().maxCoeff());
  return {fit(0) / scale, fit(1) / std::pow(scale, 3), fit(2) / std::pow(scale, 5)};
}

// One loop hardly tells the terms of the spring apart: a wider range than the thesis' own.
void Widen(const std::string& name, CandidateLaw* model) {
  Parameter& parameter = model->parameters[model->Find(name)];
  parameter.lower = 0.01;
  parameter.upper = 100;
}

}  // namespace

DataFacts LookAt(const std::vector<Series>& data) {
  DataFacts facts;
  const Series* largest_slow = nullptr;
  facts.smallest_amplitude = facts.lowest_frequency = facts.slowest_frequency = HUGE_VAL;
  for (const Series& series : data) {
    facts.largest_amplitude = std::max(facts.largest_amplitude, series.amplitude);
    facts.slowest_frequency = std::min(facts.slowest_frequency, series.frequency);
    if (series.kind == SeriesKind::kDynamic) {
      facts.smallest_amplitude = std::min(facts.smallest_amplitude, series.amplitude);
      facts.lowest_frequency = std::min(facts.lowest_frequency, series.frequency);
      facts.highest_frequency = std::max(facts.highest_frequency, series.frequency);
    }
    // Static before quasi-static before dynamic, then by amplitude.
    const auto rank = [](const Series& s) {
      return std::make_pair(-static_cast<int>(s.kind), s.amplitude);
    };
    if (!largest_slow || rank(series) > rank(*largest_slow)) largest_slow = &series;
  }
  facts.spring = FitSpring(*largest_slow);
  double best_frequency = HUGE_VAL, best_loss = -1;
  for (const Series& series : data) {
    const bool dynamic = series.kind == SeriesKind::kDynamic;
    if (dynamic && series.amplitude > 1.01 * facts.smallest_amplitude) continue;
    if (!dynamic && facts.highest_frequency > 0) continue;
    const testbench::LoopProperties loop =
        testbench::MeasureLoop(series.time, series.displacement, series.force);
    facts.high_stiffness = std::max(facts.high_stiffness, loop.peak_stiffness);
    if (series.frequency < best_frequency) {
      best_frequency = series.frequency;
      facts.low_stiffness = loop.peak_stiffness;
    }
    if (loop.harmonic_loss_angle() > best_loss) {
      best_loss = loop.harmonic_loss_angle();
      facts.peak_loss_frequency = series.frequency;
    }
  }
  if (facts.highest_frequency == 0) {  // slow tests alone
    facts.lowest_frequency = facts.slowest_frequency;
    facts.highest_frequency = best_frequency;
    facts.smallest_amplitude = facts.largest_amplitude;
  }
  return facts;
}

CandidateLaw StartHydrobushing(const std::vector<Series>& data, int friction, int fluid) {
  const DataFacts facts = LookAt(data);
  const double spring = facts.spring[0];  // 2 D10
  // Eq. 5.2, kept positive where the spring alone explains the stiffness.
  const double kp_total = std::max(facts.low_stiffness - spring, 0.1 * spring);
  std::vector<std::vector<double>> frictions;
  double left = kp_total, kp = kStiffnessShare * kp_total;
  for (int i = 0; i < friction; ++i) {  // eq. 5.3 to 5.5
    if (i == friction - 1) kp = left;
    frictions.push_back({kp, kp * std::min(kFirstSlip + i * kNextSlip, kLastSlip)});
    left -= kp;
    kp *= 1 - kStiffnessShare;
  }
  const double kf_total = kRelaxation / (1 - kRelaxation) * (spring + kp_total);  // eq. 5.9
  std::vector<std::vector<double>> fluids;
  for (int i = 0; i < fluid; ++i) {
    const double frequency =
        fluid > 1 ? kLowestDamping + (kHighestDamping - kLowestDamping) * i / (fluid - 1)
                  : kLowestDamping;
    const double kf = kf_total / fluid;
    // The weight of the fluid is not in the data. As it acts on the bushing it is of the order
    // that puts the resonance of the element some octaves above the measured range.
    const double mass = kf / std::pow(2 * pi * kResonanceAbove * facts.highest_frequency, 2);
    fluids.push_back({mass, kf, kDampingCorrection / (2 * pi * frequency)});  // eq. 5.13
  }
  CandidateLaw model = HydrobushingModel(
      {facts.spring[0] / 2, facts.spring[1] / 4, facts.spring[2] / 6}, frictions, fluids);
  for (const char* name : {"D20", "D30"}) Widen(name, &model);
  return model;
}

}  // namespace jounce::identify
