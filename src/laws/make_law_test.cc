// Descriptions that are wrong, laws that must equal each other, and limits of the parameters.
#include "laws/make_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "laws/law_gallery.h"

namespace jounce {
namespace {

const double kNan = std::nan("");

std::vector<std::string> Problems(const LawSettings& settings) {
  Diagnostics diagnostics;
  Validate(settings, "", &diagnostics);
  std::vector<std::string> found;
  for (const Diagnostic& d : diagnostics.all()) found.push_back(d.message);
  return found;
}

// Force after each step of a wild history of one direction.
std::vector<double> Drive(const LawSettings& settings, double h, int steps = 200,
                          double amplitude = 1e-3) {
  const auto law = MakeLaw(settings);
  std::vector<double> state(law->state_size()), next(state), forces;
  double before = 0;
  law->Start(&before, state.data());
  for (int i = 1; i <= steps; ++i) {
    const double e = amplitude * (std::sin(0.11 * i) + 0.4 * std::sin(0.47 * i));
    const double rate = (e - before) / h;
    LawResponse r;
    law->Update({&e, &rate, h}, state.data(), next.data(), &r);
    state.swap(next);
    forces.push_back(r.force[0]);
    before = e;
  }
  return forces;
}

double LargestDifference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0, size = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(a[i]));
  }
  return largest / size;
}

DamperSettings Dashpot(double damping) {
  DamperSettings s;
  s.damping = damping;
  return s;
}

TEST(Validate, TheGalleryIsGoodAndShowsEveryKind) {
  std::set<std::string> kinds = {"library"};
  for (const GalleryLaw& item : LawGallery()) {
    EXPECT_TRUE(Problems(item.settings).empty()) << item.name;
    kinds.insert(KindName(item.settings));
  }
  EXPECT_EQ(kinds.size(), LawKindNames().size());
}

TEST(Validate, NamesAllBadParametersAtOnce) {
  const auto problems =
      Problems(HydrobushingSettings{kNan, 0, HUGE_VAL, {1, -2}, {1}, {-1}, {1}, {kNan}});
  EXPECT_EQ(problems, (std::vector<std::string>{
                          "hydrobushing: D10 is nan", "hydrobushing: D30 is inf",
                          "hydrobushing: Kp2 is -2", "hydrobushing: Fy has 1 numbers, Kp has 2",
                          "hydrobushing: M1 is -1", "hydrobushing: Tr1 is nan"}));
}

TEST(Validate, RefusesNanInEveryKind) {
  LinearSettings linear;
  linear.stiffness = {kNan};
  TableSpringSettings table;
  table.table = {{0, kNan}, {0, 1}, {}, {}};
  BumperSettings bumper;
  bumper.gap = kNan;
  bumper.coefficients = {1};
  FractionalSettings fractional{FractionalForm::kSpringPot, 1, kNan, 0, 0, 0.5, 1, 10, 0};
  LawSettings scaled = PronySettings{1, {}};
  scaled.modifiers.force_scale = kNan;
  LawSettings frozen = PronySettings{1, {}};
  frozen.modifiers.temperature = TemperatureSettings{100, 293, 8.86, 101.6};
  const LawSettings bad[] = {linear,
                             PolynomialSettings{{1, kNan}, {}},
                             YeohSettings{kNan, 0, 0, {}},
                             table,
                             bumper,
                             Dashpot(kNan),
                             PronySettings{1, {{1, kNan}}},
                             PronySettings{1, {{1, 0}}},
                             PipkinRogersSettings{{{1, kNan, {}}}, {}},
                             PipkinRogersSettings{{{12, 1, {}}}, {}},
                             ElastoPlasticSettings{{{1, kNan}}},
                             BergSettings{1, kNan},
                             BergSettings{1, 0},
                             BoucWenSettings{1, 0, kNan, 0, 1, 1},
                             BoucWenSettings{1, 0, 1, 2, 1, 1},
                             FluidSettings{kNan, 1, 1},
                             HydroPathSettings{1, 1, 1, 1, kNan, 0},
                             InerterSettings{kNan},
                             SliderSettings{kNan, 0},
                             fractional,
                             ExpressionSettings{{"k*x"}, {{"k", kNan}}},
                             ExpressionSettings{{"kk*x"}, {{"k", 1}}},
                             ExpressionSettings{{"1/x"}, {}},
                             AxesSettings{{PronySettings{}, PronySettings{}}},
                             ParallelSettings{{}},
                             ParallelSettings{{PronySettings{}, linear}},
                             SeriesSettings{{}},
                             scaled,
                             frozen};
  for (const LawSettings& each : bad) {
    EXPECT_FALSE(Problems(each).empty()) << KindName(each);
    EXPECT_THROW(MakeLaw(each), InputError) << KindName(each);
  }
}

TEST(Series, SpringAndDashpotAreAMaxwellBranch) {
  const double k = 4e5, c = 4000, h = 1e-4;
  const auto series = Drive(SeriesSettings{{PolynomialSettings{{k}, {}}, Dashpot(c)}}, h);
  const auto maxwell = Drive(PronySettings{0, {{k, c / k}}}, h);
  EXPECT_LT(LargestDifference(series, maxwell), 2e-3);  // second order in h/tau = 0.01
}

TEST(Series, SpringAndSliderAreAnElastoPlasticElement) {
  const auto series =
      Drive(SeriesSettings{{PolynomialSettings{{4e5}, {}}, SliderSettings{100, 4e9}}}, 1e-3);
  const double together = 1 / (1 / 4e5 + 1 / 4e9);
  const auto element = Drive(ElastoPlasticSettings{{{together, 100}}}, 1e-3);
  EXPECT_LT(LargestDifference(series, element), 1e-9);
}

TEST(Series, TwoNonlinearSpringsCarryOneForce) {
  // f = 1e5 u + 1e11 u^3 twice in a row: each takes half of the strain.
  const PolynomialSettings one{{1e5, 0, 1e11}, {}};
  const auto series = Drive(SeriesSettings{{one, one}}, 1e-3);
  const auto half = Drive(PolynomialSettings{{0.5e5, 0, 1e11 / 8}, {}}, 1e-3);
  EXPECT_LT(LargestDifference(series, half), 1e-12);
}

// A dashpot, an inerter and a spring in a row are not the fluid element; mass to ground is: the
// element's K* as a network is dashpot in a row with (spring beside inerter).
TEST(Series, DashpotWithSpringAndInerterIsTheFluidElement) {
  const FluidSettings fluid{2, 500e3, 2.4e-3};
  const LawSettings network = SeriesSettings{
      {Dashpot(fluid.stiffness * fluid.time),
       ParallelSettings{{PolynomialSettings{{fluid.stiffness}, {}}, InerterSettings{fluid.mass}}}}};
  const auto a = MakeLaw(network), b = MakeLaw(fluid);
  const double zero = 0;
  for (double w : {1.0, 50.0, 300.0, 900.0}) {
    std::complex<double> x, y;
    a->ComplexStiffness(w, &zero, &x);
    b->ComplexStiffness(w, &zero, &y);
    EXPECT_LT(std::abs(x - y), 1e-9 * std::abs(y)) << w;
  }
}

TEST(Limits, NoMassMakesTheFluidElementAMaxwellBranch) {
  const FluidSettings fluid{0, 500e3, 2.4e-3};
  EXPECT_LT(LargestDifference(Drive(fluid, 1e-3), Drive(PronySettings{0, {{500e3, 2.4e-3}}}, 1e-3)),
            1e-9);
}

TEST(Limits, NothingToYieldToMeansNoFriction) {
  for (double f : Drive(ElastoPlasticSettings{{{4e5, 0}, {0, 0}, {0, 10}}}, 1e-3)) EXPECT_EQ(f, 0);
  for (double f : Drive(BergSettings{0, 1e-3}, 1e-3)) EXPECT_EQ(f, 0);
  for (double f : Drive(FluidSettings{0, 0, 0}, 1e-3)) EXPECT_EQ(f, 0);
  for (double f : Drive(FluidSettings{1, 1e5, 0}, 1e-3)) EXPECT_EQ(f, 0);
}

TEST(Limits, BranchesMuchFasterOrSlowerThanTheStep) {
  const auto elastic = Drive(PronySettings{3e5, {}}, 1e-3);
  EXPECT_LT(LargestDifference(elastic, Drive(PronySettings{2e5, {{1e5, 1e9}}}, 1e-3)), 1e-11);
  EXPECT_LT(LargestDifference(elastic, Drive(PronySettings{3e5, {{1e5, 1e-15}}}, 1e-3)), 1e-11);
}

TEST(Modifiers, TemperatureShiftsTime) {
  LawSettings cold = PronySettings{2e5, {{3e5, 0.01}}};
  cold.modifiers.temperature = TemperatureSettings{273.15, 293.15, 8.86, 101.6};
  const double shift = std::pow(10, 8.86 * 20 / (101.6 - 20));
  EXPECT_NEAR(TimeShift(*cold.modifiers.temperature), shift, 1e-9 * shift);
  const auto expected = Drive(PronySettings{2e5, {{3e5, 0.01 * shift}}}, 1e-3);
  EXPECT_LT(LargestDifference(Drive(cold, 1e-3), expected), 1e-12);
}

TEST(Modifiers, DoWhatTheirFormulaSays) {
  const auto force = [](const LawSettings& settings, double e) {
    const auto law = MakeLaw(settings);
    std::vector<double> state(law->state_size()), next(state);
    const double zero = 0;
    LawResponse r;
    law->Start(&e, state.data());
    law->Update({&e, &zero, HUGE_VAL}, state.data(), next.data(), &r);
    return r.force[0];
  };
  const PolynomialSettings cubic{{1e5, 0, 1e11}, {}};
  const auto f = [](double u) { return 1e5 * u + 1e11 * u * u * u; };
  LawSettings law = cubic;
  law.modifiers.preload = {50};
  law.modifiers.prestrain = {1e-3};
  law.modifiers.offset = {0.5e-3};
  law.modifiers.strain_scale = 2;
  law.modifiers.force_scale = 3;
  const double e = 0.7e-3;
  EXPECT_NEAR(force(law, e), 3 * f(2 * (e + 1.5e-3)) - 3 * f(2 * 0.5e-3) + 50, 1e-9);
  LawSettings only_offset = cubic;
  only_offset.modifiers.offset = {2e-3};
  EXPECT_NEAR(force(only_offset, 0), 0, 1e-12);
}

TEST(Modifiers, FactorPerDirectionKeepsSymmetryAndRefusesCoupledLaws) {
  LinearSettings linear;
  linear.dimension = 3;
  linear.stiffness = {4, 1, 0, 1, 4, 0, 0, 0, 2};
  LawSettings law = linear;
  law.modifiers.factor = {4, 1, 9};
  const double e[] = {1, 2, 3}, zero[] = {0, 0, 0};
  const auto made = MakeLaw(law);
  std::vector<double> state(made->state_size()), next(state);
  LawResponse r;
  made->Start(e, state.data());
  made->Update({e, zero, 1}, state.data(), next.data(), &r);
  EXPECT_NEAR(r.force[0], 16 * 1 + 2 * 2, 1e-12);
  EXPECT_NEAR(r.force[1], 2 * 1 + 4 * 2, 1e-12);
  EXPECT_NEAR(r.force[2], 18 * 3, 1e-12);
  LawSettings coupled = ExpressionSettings{{"x*y", "y", "z"}, {}};
  coupled.modifiers.factor = {1, 2, 3};
  EXPECT_THROW(MakeLaw(coupled), InputError);
}

TEST(Fractional, PronySeriesHoldsOverItsBand) {
  FractionalSettings s{FractionalForm::kSpringPot, 150e3, 60e3, 0, 0, 0.25, 0.1, 200, 0};
  EXPECT_LT(FitProny(s).error, 0.01);
  s.branches = 16;
  EXPECT_LT(FitProny(s).error, 2e-3);
  const FractionalSettings zener{FractionalForm::kZener, 1e5, 0, 6e5, 0.01, 0.6, 0.1, 1000, 0};
  const PronyFit fit = FitProny(zener);
  EXPECT_LT(fit.error, 0.01);
  EXPECT_GE(fit.prony.stiffness, 0);
  for (const MaxwellBranch& branch : fit.prony.branches) EXPECT_GE(branch.stiffness, 0);
}

}  // namespace
}  // namespace jounce
