// Compares the tangents of any element with central differences of its residual, and its wrenches
// with each other.
#ifndef JOUNCE_MECHANICS_ELEMENT_TEST_SUPPORT_H_
#define JOUNCE_MECHANICS_ELEMENT_TEST_SUPPORT_H_

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "mechanics/element.h"
#include "model/geometry.h"

namespace jounce::testing {

inline Vector6 RandomVector6(std::mt19937* random, double size) {
  std::uniform_real_distribution<double> uniform(-size, size);
  Vector6 v;
  for (int i = 0; i < 6; ++i) v[i] = uniform(*random);
  return v;
}

// Two frames, each somewhere on its body.
inline FramePair SomeFrames(unsigned seed, int first, int second) {
  std::mt19937 random(seed);
  return {{first, ExpPose(RandomVector6(&random, 0.3))},
          {second, ExpPose(RandomVector6(&random, 0.3))}};
}

// `bodies` bodies anywhere, and the ground.
inline SystemState RandomState(int bodies, int multipliers, unsigned seed, double size = 0.6) {
  std::mt19937 random(seed);
  SystemState state;
  state.time = 0.3;
  for (int i = 0; i < bodies; ++i) {
    state.pose.push_back(ExpPose(RandomVector6(&random, size)));
    state.velocity.push_back(RandomVector6(&random, 1));
    state.acceleration.push_back(RandomVector6(&random, 1));
  }
  state.pose.push_back(Pose());
  state.place_rest.resize(state.pose.size(), Eigen::Vector3d::Zero());
  state.velocity.push_back(Vector6::Zero());
  state.acceleration.push_back(Vector6::Zero());
  std::uniform_real_distribution<double> uniform(-1, 1);
  state.multiplier.resize(multipliers);
  for (int i = 0; i < multipliers; ++i) state.multiplier[i] = uniform(random);
  return state;
}

// The rows of one element in the order of its own unknowns.
inline Eigen::VectorXd ElementResidual(const Element& element, const SystemState& state,
                                       const std::vector<double>& history, double h) {
  std::vector<double> bodies(6 * state.pose.size()), constraints(state.multiplier.size());
  std::vector<double> next(history);
  element.AddResidual({state, h, history.data(), next.data()}, bodies.data(), constraints.data());
  Eigen::VectorXd rows(element.size());
  int row = 0;
  for (int body : element.bodies()) {
    rows.segment<6>(row) = BodyEntry(bodies.data(), body);
    row += 6;
  }
  for (int i = 0; i < element.multipliers(); ++i) {
    rows[row++] = constraints[element.first_multiplier() + i];
  }
  return rows;
}

// For an element whose bodies differ from each other.
inline void ExpectTangentsMatchFiniteDifferences(const Element& element, const SystemState& state,
                                                 double tolerance, double h = 1e-2) {
  std::vector<double> history(element.history_size() + 1), next(history);
  element.Start(state, history.data());
  ElementTangents tangents;
  tangents.Reset(element.size());
  element.AddTangents({state, h, history.data(), next.data()}, &tangents);

  const double eps = 1e-6;
  const int bodies = static_cast<int>(element.bodies().size());
  const auto difference = [&](auto change) {
    SystemState plus = state, minus = state;
    change(&plus, eps);
    change(&minus, -eps);
    return Eigen::VectorXd(
        (ElementResidual(element, plus, history, h) - ElementResidual(element, minus, history, h)) /
        (2 * eps));
  };
  for (int slot = 0; slot < bodies; ++slot) {
    const int body = element.bodies()[slot];
    for (int i = 0; i < 6; ++i) {
      const int column = 6 * slot + i;
      const Eigen::VectorXd K = difference([&](SystemState* s, double e) {
        s->pose[body] = s->pose[body] * ExpPose(e * Vector6::Unit(i));
      });
      const Eigen::VectorXd C =
          difference([&](SystemState* s, double e) { s->velocity[body][i] += e; });
      const Eigen::VectorXd M =
          difference([&](SystemState* s, double e) { s->acceleration[body][i] += e; });
      EXPECT_LT((tangents.K.col(column) - K).cwiseAbs().maxCoeff(), tolerance) << "K " << column;
      EXPECT_LT((tangents.C.col(column) - C).cwiseAbs().maxCoeff(), tolerance) << "C " << column;
      EXPECT_LT((tangents.M.col(column) - M).cwiseAbs().maxCoeff(), tolerance) << "M " << column;
    }
  }
  for (int i = 0; i < element.multipliers(); ++i) {
    const Eigen::VectorXd K = difference(
        [&](SystemState* s, double e) { s->multiplier[element.first_multiplier() + i] += e; });
    EXPECT_LT((tangents.K.col(6 * bodies + i) - K).cwiseAbs().maxCoeff(), tolerance) << "row " << i;
  }
}

// The sum of the wrenches on all bodies, about the ground's origin.
inline Vector6 TotalWrench(const Element& element, const SystemState& state,
                           const std::vector<double>& history, double h) {
  const Eigen::VectorXd rows = ElementResidual(element, state, history, h);
  Vector6 total = Vector6::Zero();
  for (size_t slot = 0; slot < element.bodies().size(); ++slot) {
    total += CarryWrench(state.pose[element.bodies()[slot]], rows.segment<6>(6 * slot));
  }
  return total;
}

// What an element without losses applies is the gradient of the energy that it stores.
inline void ExpectGradientOfStoredEnergy(const Element& element, const SystemState& state) {
  const std::vector<double> history(element.history_size() + 1);
  const auto stored = [&](const SystemState& s) {
    Energies energies;
    std::vector<double> next(history);
    element.AddEnergies({s, 1, history.data(), next.data()}, &energies);
    return energies.stored;
  };
  const Eigen::VectorXd rows = ElementResidual(element, state, history, 1);
  const double eps = 1e-6;
  for (int body : {0, 1}) {
    for (int i = 0; i < 6; ++i) {
      SystemState plus = state, minus = state;
      plus.pose[body] = state.pose[body] * ExpPose(eps * Vector6::Unit(i));
      minus.pose[body] = state.pose[body] * ExpPose(-eps * Vector6::Unit(i));
      EXPECT_NEAR(rows[6 * body + i], (stored(plus) - stored(minus)) / (2 * eps), 1e-8);
    }
  }
}

}  // namespace jounce::testing

#endif  // JOUNCE_MECHANICS_ELEMENT_TEST_SUPPORT_H_
