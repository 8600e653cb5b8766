// What every law must do, whatever its kind: tangents, energy, independence of the step, trials
// that leave no trace, and answers to extreme input.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <random>
#include <vector>

#include "laws/law_gallery.h"
#include "laws/make_law.h"
#include "laws/step_slopes.h"

namespace jounce {

// What a failing test prints of a law.
static void PrintTo(const GalleryLaw& law, std::ostream* out) { *out << law.name; }

namespace {

const double kInfinity = std::numeric_limits<double>::infinity();

// A law with its state, driven through a history.
class Driver {
 public:
  explicit Driver(const LawSettings& settings)
      : law_(MakeLaw(settings)),
        n_(law_->dimension()),
        strain_(n_, 0.0),
        state_(law_->state_size()),
        next_(state_) {
    law_->Start(strain_.data(), state_.data());
  }

  LawResponse Try(const std::vector<double>& strain, const std::vector<double>& rate, double h) {
    LawResponse r;
    law_->Update({strain.data(), rate.data(), h}, state_.data(), next_.data(), &r);
    return r;
  }
  void Commit(const std::vector<double>& strain) {
    state_ = next_;
    strain_ = strain;
  }
  // A straight move in h: the rate is that of the move.
  LawResponse Move(const std::vector<double>& strain, double h) {
    std::vector<double> rate(n_);
    for (int i = 0; i < n_; ++i) rate[i] = (strain[i] - strain_[i]) / h;
    const LawResponse r = Try(strain, rate, h);
    Commit(strain);
    return r;
  }

  const Law& law() const { return *law_; }
  int n() const { return n_; }
  const std::vector<double>& strain() const { return strain_; }
  const std::vector<double>& state() const { return state_; }

 private:
  std::unique_ptr<Law> law_;
  int n_;
  std::vector<double> strain_, state_, next_;
};

double Norm(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * x[i];
  return std::sqrt(sum);
}

// A direction of unit size in which all components take part; angles ten times as large as metres.
std::vector<double> Oblique(int n, double size) {
  const double all[] = {0.8, -0.5, 0.6, 7, -4, 5};
  std::vector<double> x(n);
  for (int i = 0; i < n; ++i) x[i] = all[i] * size * (n == 1 ? 1.25 : 1);
  return x;
}

class AllLaws : public ::testing::TestWithParam<GalleryLaw> {
 protected:
  // Some motion, so that all states are alive.
  static void WarmUp(Driver* driver, double amplitude) {
    for (int i = 1; i <= 40; ++i) {
      driver->Move(Oblique(driver->n(), amplitude * std::sin(0.23 * i)), 1e-3);
    }
  }
};

TEST_P(AllLaws, TangentsEqualFiniteDifferences) {
  Driver driver(GetParam().settings);
  const double a = GetParam().amplitude;
  const int n = driver.n();
  WarmUp(&driver, a);
  for (double h : {1e-5, 1e-3, 0.1}) {
    for (double turn : {-0.3, 0.17}) {
      std::vector<double> e = driver.strain(), rate = Oblique(n, 0.02);
      const std::vector<double> step = Oblique(n, turn * a);
      for (int i = 0; i < n; ++i) e[i] += step[i];
      const LawResponse r = driver.Try(e, rate, h);
      const double k_size = Norm(r.d_strain, n * n), c_size = Norm(r.d_rate, n * n);
      for (int j = 0; j < n; ++j) {
        // Fourth-order differences, so that curvature does not matter.
        const double de = 1e-4 * a * (j < 3 ? 1 : 10), dv = 1e-3 * (j < 3 ? 1 : 10);
        double by_e[kMaxLawDimension] = {}, by_v[kMaxLawDimension] = {};
        const std::pair<double, double> stencil[] = {
            {-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}};
        for (const auto& [place, weight] : stencil) {
          std::vector<double> e2 = e, v2 = rate;
          e2[j] += place * de;
          v2[j] += place * dv;
          const LawResponse at_e = driver.Try(e2, rate, h), at_v = driver.Try(e, v2, h);
          for (int i = 0; i < n; ++i) {
            by_e[i] += weight * at_e.force[i] / de;
            by_v[i] += weight * at_v.force[i] / dv;
          }
        }
        // Rounding: the force has 16 digits, the difference divides them by the small step.
        const double f_size = Norm(r.force, n);
        for (int i = 0; i < n; ++i) {
          EXPECT_NEAR(r.d_strain[i * n + j], by_e[i], 1e-6 * k_size + 1e-13 * f_size / de)
              << "df" << i << "/de" << j << " h " << h << " turn " << turn;
          EXPECT_NEAR(r.d_rate[i * n + j], by_v[i], 1e-6 * c_size + 1e-13 * f_size / dv)
              << "df" << i << "/dv" << j << " h " << h << " turn " << turn;
        }
      }
    }
  }
}

// Slopes of a whole history by four parameters, which bend it in different ways, against differences of
// four pairs of histories.
class LawsWithSlopes : public ::testing::TestWithParam<GalleryLaw> {};

TEST_P(LawsWithSlopes, OfHistoriesEqualFiniteDifferences) {
  const std::unique_ptr<Law> law = MakeLaw(GetParam().settings);
  const double a = GetParam().amplitude, part = 1e-6;
  const int n = law->dimension(), size = law->state_size(), steps = 60;
  const auto bend = [&](int column, double t) { return a * std::cos((1 + column) * 0.19 * t); };
  const auto strain = [&](double t) { return Oblique(n, a * (1 - std::cos(0.23 * t))); };
  const auto rate = [&](double t) { return Oblique(n, a * 0.23 * std::sin(0.23 * t) / 1e-3); };
  std::vector<double> state(size), next(size), d_state(4 * size), d_next(4 * size);
  law->Start(strain(0).data(), state.data());
  std::vector<double> sides[4][2];
  for (int column = 0; column < 4; ++column) {
    for (int side = 0; side < 2; ++side) sides[column][side] = state;
  }
  double force_size = 0, slope_size = 0;
  for (int step = 1; step <= steps; ++step) {
    // At last at rest, with all the time in the world.
    const double h = step == steps ? kInfinity : step % 7 == 0 ? 2e-3 : 1e-3;
    const std::vector<double> e = strain(step), v = rate(step);
    std::vector<double> d_e(4 * n), d_rate(4 * n), d_force(4 * n);
    for (int i = 0; i < 4 * n; ++i) {
      d_e[i] = bend(i % 4, step) - bend(i % 4, 0);
      d_rate[i] = (1 + i % 4) * d_e[i] / 1e-3;
    }
    law->Differentiate(
        {e.data(), v.data(), h}, state.data(),
        {4, 4, d_e.data(), d_rate.data(), d_state.data(), d_force.data(), d_next.data()});
    LawResponse response, of_side[2];
    law->Update({e.data(), v.data(), h}, state.data(), next.data(), &response);
    force_size = std::max(force_size, Norm(response.force, n));
    slope_size = std::max(slope_size, Norm(d_force.data(), 4 * n));
    for (int column = 0; column < 4; ++column) {
      for (int side = 0; side < 2; ++side) {
        const double by = side == 0 ? part : -part;
        std::vector<double> e2 = e, v2 = v, next2(size);
        for (int i = 0; i < n; ++i) {
          e2[i] += by * d_e[4 * i + column];
          v2[i] += by * d_rate[4 * i + column];
        }
        law->Update({e2.data(), v2.data(), h}, sides[column][side].data(), next2.data(),
                    &of_side[side]);
        sides[column][side] = next2;
      }
      for (int i = 0; i < n; ++i) {
        const double difference = (of_side[0].force[i] - of_side[1].force[i]) / (2 * part);
        EXPECT_NEAR(d_force[4 * i + column], difference, 1e-6 * slope_size + 1e-9 * force_size)
            << "force " << i << " by " << column << " in step " << step;
      }
      for (int i = 0; i < size; ++i) {
        const double more = sides[column][0][i], less = sides[column][1][i];
        if (more == less) {
          EXPECT_EQ(d_next[4 * i + column], 0) << "entry " << i << " in step " << step;
          continue;
        }
        EXPECT_NEAR(d_next[4 * i + column], (more - less) / (2 * part),
                    2e-6 * std::abs(d_next[4 * i + column]) + 1e-8 * std::abs(more))
            << "entry " << i << " by " << column << " in step " << step;
      }
    }
    state = next;
    d_state = d_next;
  }
}

// Work along a history of straight pieces, integrated with Gauss points inside each piece by
// stepping the law there: independent of how the law computes its energies.
double WorkOfPiece(Driver* driver, const std::vector<double>& to, double h, int pieces,
                   LawResponse* last) {
  double work = 0;
  const std::vector<double> from = driver->strain();
  double force_before[kMaxLawDimension];
  {
    std::vector<double> rate(driver->n());
    for (int i = 0; i < driver->n(); ++i) rate[i] = (to[i] - from[i]) / h;
    const LawResponse begin = driver->Try(from, rate, 0);
    std::copy(begin.force, begin.force + driver->n(), force_before);
  }
  // Simpson's rule over `pieces` pairs of steps.
  for (int p = 0; p < pieces; ++p) {
    LawResponse r[2];
    for (int half = 0; half < 2; ++half) {
      std::vector<double> e(driver->n());
      const double share = (p + (half + 1) / 2.0) / pieces;
      for (int i = 0; i < driver->n(); ++i) e[i] = from[i] + share * (to[i] - from[i]);
      r[half] = driver->Move(e, h / pieces / 2);
    }
    for (int i = 0; i < driver->n(); ++i) {
      work +=
          (force_before[i] + 4 * r[0].force[i] + r[1].force[i]) / 6 * (to[i] - from[i]) / pieces;
      force_before[i] = r[1].force[i];
    }
    *last = r[1];
  }
  return work;
}

TEST_P(AllLaws, EnergyBalanceOfAClosedLoopCloses) {
  if (!GetParam().exact) GTEST_SKIP() << "of second order: see the test of its order";
  // The balance of the law's own coarse steps, and the work found by many fine ones.
  Driver coarse(GetParam().settings), fine(GetParam().settings);
  const double a = GetParam().amplitude;
  const double path[] = {1, -0.4, 0.3, -1, 0.2, 1, 0};  // corners of the history, back to zero
  double work = 0, size = 0;
  LawResponse end_fine{}, end_coarse{};
  const LawResponse begin = coarse.Try(coarse.strain(), coarse.strain(), 0);
  for (double corner : path) {
    const std::vector<double> to = Oblique(coarse.n(), corner * a);
    const double piece = WorkOfPiece(&fine, to, 0.01, 20000, &end_fine);
    work += piece;
    size += std::abs(piece);
    end_coarse = coarse.Move(to, 0.01);
  }
  const double gained = end_coarse.stored_energy - begin.stored_energy;
  // Many pieces, since Simpson's rule meets kinks (sliders, gaps) to second order only.
  EXPECT_NEAR(work, gained + end_coarse.dissipated_energy, 1e-9 * size);
  // The law's own books do not depend on the steps at all.
  EXPECT_NEAR(end_coarse.dissipated_energy, end_fine.dissipated_energy, 1e-9 * size);
  EXPECT_NEAR(end_coarse.stored_energy, end_fine.stored_energy, 1e-9 * size);
}

TEST_P(AllLaws, StraightHistoriesDoNotDependOnTheSteps) {
  if (!GetParam().exact) GTEST_SKIP() << "of second order: see the test of its order";
  Driver one(GetParam().settings), many(GetParam().settings);
  const double a = GetParam().amplitude;
  double size = 0;
  for (double corner : {0.7, -0.9, -0.2, 1.0}) {
    const std::vector<double> from = one.strain(), to = Oblique(one.n(), corner * a);
    const LawResponse coarse = one.Move(to, 0.02);
    LawResponse fine{};
    for (int i = 1; i <= 37; ++i) {
      std::vector<double> e(one.n());
      for (int j = 0; j < one.n(); ++j) e[j] = from[j] + (to[j] - from[j]) * i / 37;
      fine = many.Move(e, 0.02 / 37);
    }
    size = std::max(size, Norm(fine.force, one.n()));
    for (int j = 0; j < one.n(); ++j) {
      EXPECT_NEAR(coarse.force[j], fine.force[j], 1e-9 * size) << "corner " << corner;
    }
  }
}

// A smooth history with the rates that belong to it: halving the step quarters the error or better.
TEST_P(AllLaws, SmoothHistoriesConvergeWithSecondOrder) {
  const double a = GetParam().amplitude, w = 2 * M_PI * 4;
  double force[4][kMaxLawDimension];
  int n = 1;
  for (int level = 0; level < 4; ++level) {
    Driver driver(GetParam().settings);
    n = driver.n();
    const int steps = 2000 << level;
    const double h = 0.31 / steps;
    LawResponse r{};
    for (int i = 1; i <= steps; ++i) {
      // Starts with no rate and no acceleration.
      const double t = i * h, s = std::sin(w * t);
      const std::vector<double> e = Oblique(n, a * s * s * s);
      const std::vector<double> rate = Oblique(n, a * 3 * w * s * s * std::cos(w * t));
      r = driver.Try(e, rate, h);
      driver.Commit(e);
    }
    std::copy(r.force, r.force + n, force[level]);
  }
  double size = 0, error[3] = {0, 0, 0};
  for (int j = 0; j < n; ++j) {
    size = std::max(size, std::abs(force[3][j]));
    for (int level = 0; level < 3; ++level) {
      error[level] = std::max(error[level], std::abs(force[level][j] - force[3][j]));
    }
  }
  EXPECT_LE(error[2], 1e-4 * size);
  // Errors against the finest of four: (1 - 4^-3) to (4^-2 - 4^-3) is a ratio of 21.
  // Below that, effects of first order but next to nothing show (a mass that follows at once).
  if (error[0] > 1e-7 * size) {
    EXPECT_GT(error[0] / error[2], 12);
  }
}

TEST_P(AllLaws, TrialsLeaveNoTrace) {
  Driver plain(GetParam().settings), tried(GetParam().settings);
  const double a = GetParam().amplitude;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-2 * a, 2 * a);
  for (int i = 1; i <= 30; ++i) {
    const std::vector<double> to = Oblique(plain.n(), a * std::sin(0.4 * i));
    for (int k = 0; k < 5; ++k) {
      tried.Try(Oblique(plain.n(), any(random)), Oblique(plain.n(), 50 * any(random)),
                k == 3 ? kInfinity : 1e-3 * k);
    }
    const LawResponse x = plain.Move(to, 1e-3), y = tried.Move(to, 1e-3);
    for (int j = 0; j < plain.n(); ++j) EXPECT_EQ(x.force[j], y.force[j]);
    EXPECT_EQ(x.dissipated_energy, y.dissipated_energy);
    EXPECT_EQ(plain.state(), tried.state());
  }
}

// Solvers ask for the force alone most of the time.
TEST_P(AllLaws, AnswersTheSameWithoutTangents) {
  Driver driver(GetParam().settings);
  const double a = GetParam().amplitude;
  WarmUp(&driver, a);
  for (double h : {0.0, 1e-3, kInfinity}) {
    const std::vector<double> to = Oblique(driver.n(), 0.7 * a), rate = Oblique(driver.n(), 3 * a);
    std::vector<double> next(driver.state()), bare_next(next);
    LawResponse whole, bare;
    driver.law().Update({to.data(), rate.data(), h}, driver.state().data(), next.data(), &whole);
    driver.law().Update({to.data(), rate.data(), h, false}, driver.state().data(), bare_next.data(),
                        &bare);
    for (int i = 0; i < driver.n(); ++i) EXPECT_EQ(whole.force[i], bare.force[i]);
    EXPECT_EQ(whole.stored_energy, bare.stored_energy);
    EXPECT_EQ(whole.dissipated_energy, bare.dissipated_energy);
    EXPECT_EQ(next, bare_next);
  }
}

TEST_P(AllLaws, NothingExtremeGivesNonsense) {
  const double a = GetParam().amplitude;
  for (double h : {0.0, 1e-12, 1e-3, 1e6, kInfinity}) {
    for (double size : {0.0, 1e-9 * a, a, 1e3, 1e6}) {
      Driver driver(GetParam().settings);
      WarmUp(&driver, a);
      for (double sign : {1.0, -1.0, 1.0}) {
        const std::vector<double> to = Oblique(driver.n(), sign * size);
        const LawResponse r = driver.Try(to, Oblique(driver.n(), sign * 0.1), h);
        driver.Commit(to);
        for (int i = 0; i < driver.n(); ++i) EXPECT_TRUE(std::isfinite(r.force[i]));
        for (int i = 0; i < driver.n() * driver.n(); ++i) {
          EXPECT_TRUE(std::isfinite(r.d_strain[i]));
          EXPECT_TRUE(std::isfinite(r.d_rate[i]));
        }
        EXPECT_TRUE(std::isfinite(r.stored_energy)) << "h " << h << " size " << size;
        EXPECT_TRUE(std::isfinite(r.dissipated_energy)) << "h " << h << " size " << size;
        for (double each : driver.state()) EXPECT_TRUE(std::isfinite(each));
      }
    }
  }
}

// All the time in the world, and a very slow motion, end at the same force.
TEST_P(AllLaws, RelaxedIsTheLimitOfSlow) {
  Driver slow(GetParam().settings), relaxed(GetParam().settings);
  const double a = GetParam().amplitude;
  WarmUp(&slow, a);
  WarmUp(&relaxed, a);
  const std::vector<double> to = Oblique(slow.n(), 0.6 * a);
  const std::vector<double> rest(slow.n(), 0.0);
  slow.Move(to, 1e7);
  slow.Move(to, 1e7);  // and at rest there
  const LawResponse x = slow.Try(to, rest, 1e7), y = relaxed.Try(to, rest, kInfinity);
  const double size = std::max(Norm(y.force, slow.n()), 1.0);
  for (int i = 0; i < slow.n(); ++i) EXPECT_NEAR(x.force[i], y.force[i], 1e-6 * size);
}

// The force at the state as it stands is the force at the end of the last step.
TEST_P(AllLaws, NoTimeMeansTheForceAsItStands) {
  Driver driver(GetParam().settings);
  WarmUp(&driver, GetParam().amplitude);
  const std::vector<double> to = Oblique(driver.n(), 0.1 * GetParam().amplitude);
  std::vector<double> rate(driver.n());
  for (int i = 0; i < driver.n(); ++i) rate[i] = (to[i] - driver.strain()[i]) / 1e-3;
  const LawResponse end = driver.Move(to, 1e-3), still = driver.Try(to, rate, 0);
  for (int i = 0; i < driver.n(); ++i) {
    EXPECT_NEAR(end.force[i], still.force[i], 1e-9 * Norm(end.force, driver.n()));
  }
  EXPECT_NEAR(end.dissipated_energy, still.dissipated_energy,
              1e-12 * std::abs(end.dissipated_energy));
}

// Small harmonic motion about rest, by stepping, against K*. Friction sticks at this size.
TEST_P(AllLaws, SmallHarmonicMotionIsTheComplexStiffness) {
  Driver driver(GetParam().settings);
  const int n = driver.n();
  const double w = 2 * M_PI * 11, a = 1e-9;
  const bool hard = !GetParam().exact;
  const int per_cycle = hard ? 4000 : 2000, cycles = 30;
  const double h = 2 * M_PI / w / per_cycle;
  const std::vector<double> direction = Oblique(n, 1);
  // Rest at a strain inside the bumper and beyond the gap of the hydro path.
  const std::vector<double> at = Oblique(n, -GetParam().amplitude);
  std::vector<double> state(driver.law().state_size()), next(state);
  driver.law().Start(at.data(), state.data());
  LawResponse rest;
  const std::vector<double> zero(n, 0.0);
  driver.law().Update({at.data(), zero.data(), 0}, state.data(), next.data(), &rest);
  std::complex<double> sum[kMaxLawDimension] = {};
  double taken = 0;
  for (int i = 1; i <= cycles * per_cycle; ++i) {
    // The amplitude grows gently over the first cycles, so that no transient is left.
    const double t = i * h, x = std::min(1.0, t / (20 * 2 * M_PI / w));
    const double grow = x * x * x * (10 - 15 * x + 6 * x * x);
    const double slope = x < 1 ? 30 * x * x * (1 - x) * (1 - x) / (20 * 2 * M_PI / w) : 0;
    const double s = a * grow * std::sin(w * t);
    const double v = a * (grow * w * std::cos(w * t) + slope * std::sin(w * t));
    std::vector<double> e(n), rate(n);
    for (int j = 0; j < n; ++j) {
      e[j] = at[j] + direction[j] * s;
      rate[j] = direction[j] * v;
    }
    LawResponse r;
    driver.law().Update({e.data(), rate.data(), h}, state.data(), next.data(), &r);
    state.swap(next);
    if (i <= (cycles - 4) * per_cycle) continue;
    taken += 0.5;
    const std::complex<double> turn(std::sin(w * t), std::cos(w * t));  // i e^(-iwt)
    for (int j = 0; j < n; ++j) sum[j] += (r.force[j] - rest.force[j]) * turn / a;
  }
  std::complex<double> k[kMaxLawDimension * kMaxLawDimension];
  driver.law().ComplexStiffness(w, at.data(), k);
  for (int j = 0; j < n; ++j) {
    std::complex<double> expected = 0;
    double size = 0;
    for (int i = 0; i < n; ++i) {
      expected += k[j * n + i] * direction[i];
      size += std::abs(k[j * n + i] * direction[i]);
    }
    EXPECT_LT(std::abs(sum[j] / taken - expected), 2e-4 * size)
        << "found " << sum[j] / taken << " expected " << expected;
  }
}

std::string TestName(const ::testing::TestParamInfo<GalleryLaw>& info) {
  std::string name = info.param.name;
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Gallery, AllLaws, ::testing::ValuesIn(LawGallery()), TestName);

// Those that are written with dual numbers.
std::vector<GalleryLaw> GalleryWithSlopes() {
  std::vector<GalleryLaw> laws = LawGallery();
  std::erase_if(laws,
                [](const GalleryLaw& law) { return !MakeLaw(law.settings)->differentiates(); });
  return laws;
}

INSTANTIATE_TEST_SUITE_P(Gallery, LawsWithSlopes, ::testing::ValuesIn(GalleryWithSlopes()),
                         TestName);

}  // namespace
}  // namespace jounce
