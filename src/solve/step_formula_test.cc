// The two formulas on the oscillator q'' = -omega^2 q, without bodies.
#include "solve/step_formula.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "solve/predictor.h"

namespace jounce {
namespace {

const IntegratorKind kBoth[] = {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep};

// Steps of the lengths given, from q = 1 at rest; the places after each.
std::vector<double> Oscillate(IntegratorKind kind, double rho, double omega,
                              const std::vector<double>& steps) {
  SolverSettings settings;
  settings.integrator = kind;
  settings.rho = rho;
  const auto formula = MakeStepFormula(settings);
  const auto scalar = [](double value) { return Eigen::VectorXd::Constant(1, value); };
  double q = 1;
  StepMotion now{scalar(0), scalar(0), scalar(-omega * omega)};
  formula->Start(now);
  std::vector<double> places;
  for (double h : steps) {
    formula->SetStep(h);
    StepMotion trial{scalar(0), scalar(0), scalar(0)};
    formula->Predict(now, &trial);
    // rate = beta' dq must equal -omega^2 (q + increment + dq).
    const double square = omega * omega;
    const double dq = -square * (q + trial.increment[0]) / (formula->rate_slope() + square);
    trial.increment[0] += dq;
    trial.velocity[0] += formula->velocity_slope() * dq;
    trial.rate[0] += formula->rate_slope() * dq;
    formula->Commit(now, trial);
    q += trial.increment[0];
    now = trial;
    places.push_back(q);
  }
  return places;
}

double ErrorAtOne(IntegratorKind kind, const std::vector<double>& steps) {
  return std::abs(Oscillate(kind, 0.7, 5, steps).back() - std::cos(5.0));
}

TEST(StepFormula, OrderTwoAlsoWithStepsOfManyLengths) {
  for (IntegratorKind kind : kBoth) {
    const auto even = [](int n) { return std::vector<double>(n, 1.0 / n); };
    EXPECT_NEAR(ErrorAtOne(kind, even(200)) / ErrorAtOne(kind, even(400)), 4, 0.2);
    // Halves, then wholes, as error control makes them.
    const auto uneven = [](int n) {
      std::vector<double> steps(2 * n, 0.25 / n);
      steps.insert(steps.end(), n, 0.5 / n);
      return steps;
    };
    EXPECT_NEAR(ErrorAtOne(kind, uneven(100)) / ErrorAtOne(kind, uneven(200)), 4, 0.3);
  }
}

// What the knob promises: motion that the step cannot resolve shrinks by rho a step.
TEST(StepFormula, SpectralRadiusAtInfiniteFrequency) {
  for (IntegratorKind kind : kBoth) {
    for (double rho : {0.3, 0.6, 0.9}) {
      const std::vector<double> q = Oscillate(kind, rho, 1e7, std::vector<double>(60, 1.0));
      // Roots of multiplicity four bring a factor of n^3.
      const double ratio = std::abs(q[59] / q[29]) / std::pow(2.0, 3);
      EXPECT_LT(std::pow(ratio, 1.0 / 30), rho * 1.08) << rho;
    }
  }
}

TEST(StepFormula, RhoOneKeepsTheAmplitude) {
  for (IntegratorKind kind : kBoth) {
    const std::vector<double> q = Oscillate(kind, 1, 5, std::vector<double>(20000, 0.01));
    double early = 0, late = 0;
    for (int i = 0; i < 1000; ++i) {
      early = std::max(early, std::abs(q[i]));
      late = std::max(late, std::abs(q[19000 + i]));
    }
    EXPECT_NEAR(late, early, 1e-3);
  }
}

TEST(Predictor, ExtendsPolynomialsAndHoldsWhereStepsChange) {
  for (int degree = 0; degree <= 3; ++degree) {
    SCOPED_TRACE(degree);
    const auto at = [&](double t) { return Eigen::VectorXd::Constant(1, 1 + std::pow(t, degree)); };
    Predictor predictor;
    predictor.Start(at(0), at(0));
    for (int i = 1; i <= 6; ++i) predictor.Commit(0.1, at(0.1 * i), at(0.1 * i));
    Eigen::VectorXd rate(1), multiplier(1);
    predictor.Predict(0.1, &rate, &multiplier);
    EXPECT_NEAR(rate[0], at(0.7)[0], 1e-12);
    EXPECT_NEAR(multiplier[0], at(0.7)[0], 1e-12);
    predictor.Predict(0.05, &rate, &multiplier);
    EXPECT_NEAR(rate[0], at(0.6)[0], 1e-15);
  }
}

TEST(Predictor, HoldsWhatJumps) {
  const auto at = [](int i) { return Eigen::VectorXd::Constant(1, i % 2 == 0 ? 1.0 : -1.0); };
  Predictor predictor;
  predictor.Start(at(0), at(0));
  for (int i = 1; i <= 6; ++i) predictor.Commit(0.1, at(i), at(i));
  Eigen::VectorXd rate(1), multiplier(1);
  predictor.Predict(0.1, &rate, &multiplier);
  EXPECT_EQ(rate[0], 1);
}

}  // namespace
}  // namespace jounce
