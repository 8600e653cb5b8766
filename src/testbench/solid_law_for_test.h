// A small law whose answers are known in closed form, for the tests of the bench alone: a spring, a
// dashpot and one Maxwell branch in parallel, the same in every one of its `n` directions, with a
// spring k_coupling between the first two.
#ifndef JOUNCE_TESTBENCH_SOLID_LAW_FOR_TEST_H_
#define JOUNCE_TESTBENCH_SOLID_LAW_FOR_TEST_H_

#include <algorithm>
#include <cmath>

#include "laws/law.h"
#include "laws/small_motion.h"

namespace jounce::testbench {

struct SolidLaw : Law {
  double k0 = 200e3, k1 = 300e3, tau = 0.02, c = 0;  // N/m, N/m, s, N s/m
  double coupling = 0;
  int n = 1;

  int dimension() const override { return n; }
  int state_size() const override { return 2 * n; }  // strain, branch force

  void Start(const double* strain, double* state) const override {
    std::fill_n(state, state_size(), 0.0);
    std::copy_n(strain, n, state);
  }

  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override {
    const double decay = std::exp(-step.h / tau);
    const double gain = step.h > 0 ? k1 * (1 - decay) * tau / step.h : k1;
    response->stored_energy = 0;
    std::fill_n(response->d_strain, n * n, 0.0);
    std::fill_n(response->d_rate, n * n, 0.0);
    for (int i = 0; i < n; ++i) {
      const double de = step.strain[i] - state[i];
      const double branch = decay * state[n + i] + gain * de;
      response->force[i] = k0 * step.strain[i] + branch + c * step.rate[i];
      response->d_strain[i * n + i] = k0 + gain;
      response->d_rate[i * n + i] = c;
      response->stored_energy += (k0 * step.strain[i] * step.strain[i] + branch * branch / k1) / 2;
      next[i] = step.strain[i];
      next[n + i] = branch;
    }
    if (n > 1) {
      response->force[0] += coupling * step.strain[1];
      response->force[1] += coupling * step.strain[0];
      response->d_strain[1] = response->d_strain[n] = coupling;
    }
    response->dissipated_energy = 0;  // not kept: no test of the bench reads it
  }

  SmallMotion Linearize(double, const double*) const override {
    SmallMotion motion(n);
    for (int i = 0; i < n; ++i) {
      SmallMotion one = SmallMotion::Spring(k0, c);
      one.AddMaxwell(k1, tau);
      motion.Add(one, {i});
    }
    return motion;
  }

  std::complex<double> Stiffness(double omega) const {
    const std::complex<double> i(0, 1);
    return k0 + k1 * (i * omega * tau) / (1.0 + i * omega * tau) + i * omega * c;
  }
};

}  // namespace jounce::testbench

#endif  // JOUNCE_TESTBENCH_SOLID_LAW_FOR_TEST_H_
