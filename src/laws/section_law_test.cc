#include "laws/section_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

namespace jounce {
namespace {

SectionLawSettings Coupled() {
  SectionLawSettings s;
  for (int i = 0; i < 6; ++i) s.stiffness[7 * i] = 2.0 + i;
  s.stiffness[1 * 6 + 3] = s.stiffness[3 * 6 + 1] = 0.5;
  return s;
}

TEST(SectionLaw, WithoutMemoryItIsAStiffness) {
  const SectionLaw law(Coupled());
  EXPECT_EQ(law.state_size(), 0);
  const double strain[] = {1, 2, 0, 4, 0, -1}, rate[6] = {};
  LawResponse r;
  law.Update({strain, rate, 0.1}, nullptr, nullptr, &r);
  EXPECT_DOUBLE_EQ(r.force[0], 2);
  EXPECT_DOUBLE_EQ(r.force[1], 3 * 2 + 0.5 * 4);
  EXPECT_DOUBLE_EQ(r.force[3], 5 * 4 + 0.5 * 2);
  EXPECT_DOUBLE_EQ(r.force[5], -7);
  EXPECT_DOUBLE_EQ(r.stored_energy, (2 * 1 + 3 * 4 + 5 * 16 + 2 * 0.5 * 8 + 7) / 2.0);
  EXPECT_EQ(r.dissipated_energy, 0);
}

// A strain that jumps and stays: G(t) = 1 + sum g exp(-t/tau), closed form.
TEST(SectionLaw, RelaxesAsItsSeriesSays) {
  SectionLawSettings s = Coupled();
  s.branches = {{0.8, 0.1}, {0.3, 2}};
  const SectionLaw law(s);
  std::vector<double> state(law.state_size()), next(state);
  const double zero[6] = {}, strain[] = {1, 0, 0, 0, 0, 2};
  law.Start(zero, state.data());
  LawResponse r;
  law.Update({strain, zero, 0}, state.data(), next.data(), &r);
  EXPECT_NEAR(r.force[0], 2 * (1 + 0.8 + 0.3), 1e-13);
  EXPECT_NEAR(r.d_strain[0], 2 * 2.1, 1e-13);
  double time = 0;
  for (double h : {0.05, 0.05, 0.4, 3.0}) {
    state = next;
    law.Update({strain, zero, h}, state.data(), next.data(), &r);
    time += h;
    const double g = 1 + 0.8 * std::exp(-time / 0.1) + 0.3 * std::exp(-time / 2);
    EXPECT_NEAR(r.force[0], 2 * g, 1e-13);
    EXPECT_NEAR(r.force[5], 7 * 2 * g, 1e-12);
  }
  state = next;
  law.Update({strain, zero, std::numeric_limits<double>::infinity()}, state.data(), next.data(),
             &r);
  EXPECT_NEAR(r.force[0], 2, 1e-13);
}

// Whoever asks for the force alone gets the same one, and pays for no tangents.
TEST(SectionLaw, MakesNoTangentsThatNobodyAskedFor) {
  SectionLawSettings s = Coupled();
  s.damping_time = 0.01;
  s.branches = {{0.8, 0.1}};
  s.length = 0.2;
  s.strain_slope[5] = 3;
  const SectionLaw law(s);
  std::vector<double> state(law.state_size()), next(state);
  const double zero[6] = {}, strain[] = {0.1, 0.2, 0, 0.4, 0, -0.1}, rate[] = {1, 0, 2, 0, 3, 0};
  law.Start(zero, state.data());
  LawResponse whole, force_alone;
  std::fill(std::begin(force_alone.d_strain), std::end(force_alone.d_strain), 77.0);
  std::fill(std::begin(force_alone.d_rate), std::end(force_alone.d_rate), 77.0);
  law.Update({strain, rate, 0.1, true}, state.data(), next.data(), &whole);
  law.Update({strain, rate, 0.1, false}, state.data(), next.data(), &force_alone);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(force_alone.force[i], whole.force[i]);
  EXPECT_EQ(force_alone.stored_energy, whole.stored_energy);
  EXPECT_EQ(force_alone.dissipated_energy, whole.dissipated_energy);
  for (int i = 0; i < 36; ++i) {
    EXPECT_EQ(force_alone.d_strain[i], 77);
    EXPECT_EQ(force_alone.d_rate[i], 77);
  }
}

// Work done equals what is stored and lost, for a strain that runs straight in each step.
TEST(SectionLaw, EnergyBalanceCloses) {
  SectionLawSettings s = Coupled();
  s.branches = {{0.8, 0.02}, {0.3, 0.5}};
  s.damping_time = 0.01;
  const SectionLaw law(s);
  std::vector<double> state(law.state_size()), next(state);
  double strain[6] = {}, before[6] = {}, rate[6] = {};
  law.Start(strain, state.data());
  LawResponse r;
  double work = 0;
  const double h = 1e-4;
  double force_before[6] = {};
  for (int i = 0; i < 4000; ++i) {
    const double t = (i + 1) * h;
    for (int c = 0; c < 6; ++c) {
      strain[c] = std::sin(3 * t + c) - std::sin(c);
      rate[c] = (strain[c] - before[c]) / h;
    }
    law.Update({strain, rate, h}, state.data(), next.data(), &r);
    for (int c = 0; c < 6; ++c) {
      work +=
          0.5 * (r.force[c] + (i == 0 ? r.force[c] : force_before[c])) * (strain[c] - before[c]);
      before[c] = strain[c];
      force_before[c] = r.force[c];
    }
    state = next;
  }
  EXPECT_GT(r.dissipated_energy, 0.1);
  EXPECT_NEAR(work, r.stored_energy + r.dissipated_energy, 1e-4 * work);
}

TEST(SectionLaw, TangentsMatchFiniteDifferencesAndTheDynamicStiffness) {
  SectionLawSettings s = Coupled();
  s.branches = {{0.8, 0.02}};
  s.damping_time = 0.01;
  const SectionLaw law(s);
  std::vector<double> state(law.state_size()), next(state);
  const double start[] = {0.1, 0.2, 0, 0, 0.3, 0};
  law.Start(start, state.data());
  const double strain[] = {0.2, 0.1, 0.3, -0.1, 0.2, 0.5}, rate[] = {1, 2, 3, 4, 5, 6};
  LawResponse at, plus;
  law.Update({strain, rate, 0.01}, state.data(), next.data(), &at);
  for (int j = 0; j < 6; ++j) {
    double moved[6], faster[6];
    for (int i = 0; i < 6; ++i) {
      moved[i] = strain[i] + (i == j);
      faster[i] = rate[i] + (i == j);
    }
    law.Update({moved, rate, 0.01}, state.data(), next.data(), &plus);
    for (int i = 0; i < 6; ++i) {
      EXPECT_NEAR(plus.force[i] - at.force[i], at.d_strain[6 * i + j], 1e-12);
    }
    law.Update({strain, faster, 0.01}, state.data(), next.data(), &plus);
    for (int i = 0; i < 6; ++i) {
      EXPECT_NEAR(plus.force[i] - at.force[i], at.d_rate[6 * i + j], 1e-12);
    }
  }
  std::complex<double> k[36];
  law.ComplexStiffness(50, start, k);
  const std::complex<double> expected =
      2.0 * (1.0 + std::complex<double>(0, 0.5) +
             0.8 * std::complex<double>(0, 1) / std::complex<double>(1, 1));
  EXPECT_LT(std::abs(k[0] - expected), 1e-14);
}

// Of an element: the force is the gradient of the energy, and both tangents are its slope.
TEST(SectionLaw, VariationAlongAnElementHasAnEnergy) {
  SectionLawSettings s = Coupled();
  s.length = 0.7;
  for (int i = 0; i < 36; ++i) s.strain_slope[i] = std::sin(1.0 + i);
  for (bool memory : {false, true}) {
    if (memory) s.branches = {{0.8, 0.02}};
    const SectionLaw law(s);
    std::vector<double> state(law.state_size()), next(state);
    const double strain[] = {0.2, 0.1, 0.3, -0.1, 0.2, 0.5}, rate[6] = {};
    law.Start(strain, state.data());
    const auto at = [&](const double* e) {
      LawResponse r;
      law.Update({e, rate, 0}, state.data(), next.data(), &r);
      return r;
    };
    const LawResponse here = at(strain);
    const double eps = 1e-5;
    for (int j = 0; j < 6; ++j) {
      double plus[6], minus[6];
      for (int i = 0; i < 6; ++i) {
        plus[i] = strain[i] + (i == j ? eps : 0);
        minus[i] = strain[i] - (i == j ? eps : 0);
      }
      const LawResponse above = at(plus), below = at(minus);
      EXPECT_NEAR(here.force[j], (above.stored_energy - below.stored_energy) / (2 * eps), 1e-9);
      for (int i = 0; i < 6; ++i) {
        EXPECT_NEAR(here.d_strain[6 * i + j], (above.force[i] - below.force[i]) / (2 * eps), 1e-9);
      }
    }
    if (memory) continue;
    std::complex<double> k[36];
    law.ComplexStiffness(50, strain, k);
    for (int i = 0; i < 36; ++i) EXPECT_NEAR(k[i].real(), here.d_strain[i], 1e-14);
  }
}

}  // namespace
}  // namespace jounce
