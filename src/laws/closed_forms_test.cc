// The laws against closed forms and published tables: shared/benchmarks/viscoelastic_closed_forms
// (computed independently, checked there against quadrature and an adaptive integrator) and
// shared/benchmarks/lund (Svensson & Håkansson 2004, appendix B, no weighting).
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "laws/law_gallery.h"
#include "laws/make_law.h"
#include "reference_data.h"

namespace jounce {
namespace {

constexpr double kMm = 1e-3, kPerMm = 1e3;

using Row = std::map<std::string, std::string>;

std::vector<Row> ReadCsv(const std::string& name) {
  std::ifstream file(testing::ReferencePath(name));
  std::vector<std::string> names;
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    if (names.empty()) {
      names = cells;
      continue;
    }
    Row row;
    for (size_t i = 0; i < cells.size(); ++i) row[names[i]] = cells[i];
    rows.push_back(row);
  }
  return rows;
}

double Number(const Row& row, const std::string& name) { return std::stod(row.at(name)); }

// A law of one dimension with its state.
class Part {
 public:
  explicit Part(const LawSettings& settings, double strain = 0)
      : law_(MakeLaw(settings)), state_(law_->state_size()), next_(state_) {
    law_->Start(&strain, state_.data());
  }
  LawResponse Step(double strain, double rate, double h) {
    LawResponse r;
    law_->Update({&strain, &rate, h}, state_.data(), next_.data(), &r);
    state_.swap(next_);
    return r;
  }
  std::complex<double> Stiffness(double omega, double strain) const {
    std::complex<double> k;
    law_->ComplexStiffness(omega, &strain, &k);
    return k;
  }

 private:
  std::unique_ptr<Law> law_;
  std::vector<double> state_, next_;
};

// The parameter sets of the benchmark, in SI.
PronySettings Prony() { return {200e3, {{300e3, 0.002}, {150e3, 0.02}, {80e3, 0.3}}}; }

PipkinRogersSettings PipkinRogers(int only = 0) {
  const PipkinRogersTerm terms[] = {{1, 200e3, {{300e3, 0.002}, {150e3, 0.05}}},
                                    {2, -15e6, {{-10e6, 0.004}, {20e6, 0.1}}},
                                    {3, 25e9, {{40e9, 0.003}, {12e9, 0.2}}}};
  PipkinRogersSettings s;
  for (const PipkinRogersTerm& term : terms) {
    if (only == 0 || only == term.power) s.terms.push_back(term);
  }
  return s;
}

FluidSettings Fluid() { return {2, 500e3, 1.2 / 500}; }

// Force at time t after a sine from rest, by `steps` equal steps.
double SineForce(const LawSettings& law, double amplitude, double w, double t, int steps) {
  Part part(law);
  double force = 0;
  for (int i = 1; i <= steps; ++i) {
    const double time = t * i / steps;
    force = part.Step(amplitude * std::sin(w * time), amplitude * w * std::cos(w * time), t / steps)
                .force[0];
  }
  return force;
}

// The error of linear pieces falls with the fourth part: two runs give it away and take it out.
double ExtrapolatedSineForce(const LawSettings& law, double amplitude, double w, double t) {
  const int steps = std::max(200, static_cast<int>(w * t * 600));
  const double coarse = SineForce(law, amplitude, w, t, steps);
  const double fine = SineForce(law, amplitude, w, t, 2 * steps);
  return fine + (fine - coarse) / 3;
}

double ForceOfCase(const std::string& name, double t) {
  if (name == "prony_step" || name.starts_with("pr_step")) {
    const bool prony = name == "prony_step";
    const double size = prony ? 1 * kMm : name.ends_with("-") ? -1.5 * kMm : 1.5 * kMm;
    Part part(prony ? LawSettings(Prony()) : LawSettings(PipkinRogers()));
    LawResponse r = part.Step(size, 0, 0);  // a jump, then rest
    if (t > 0) {
      for (int i = 0; i < 3; ++i) r = part.Step(size, 0, t / 3);
    }
    return r.force[0];
  }
  if (name == "prony_ramp" || name == "prony_ramp0.1s_hold") {
    const double v = 10 * kMm, end = name == "prony_ramp" ? 1e9 : 0.1;
    Part part{LawSettings(Prony())};
    LawResponse r = part.Step(0, 0, 0);
    const double moving = std::min(t, end);
    if (moving > 0) r = part.Step(v * moving, v, moving);
    if (t > end) r = part.Step(v * end, 0, t - end);
    return r.force[0];
  }
  if (t == 0) return 0;
  if (name == "prony_sin") return ExtrapolatedSineForce(Prony(), kMm, 2 * M_PI * 5, t);
  const int only = name == "pr_sin" ? 0 : name[8] - '0';
  return ExtrapolatedSineForce(PipkinRogers(only), 1.5 * kMm, 2 * M_PI * 7, t);
}

TEST(ClosedForms, ViscoelasticLawsInTime) {
  int seen = 0;
  std::map<std::string, double> size;
  const std::vector<Row> rows = ReadCsv("viscoelastic_time.csv");
  for (const Row& row : rows) {
    size[row.at("case")] = std::max(size[row.at("case")], std::abs(Number(row, "force")));
  }
  for (const Row& row : rows) {
    std::string name = row.at("case");
    const double expected = Number(row, "force"), t = Number(row, "t_s");
    if (name == "pr_step" && row.at("parameter").find('-') != std::string::npos) name += "-";
    EXPECT_NEAR(ForceOfCase(name, t), expected, 1e-9 * size[row.at("case")]) << name << " t " << t;
    ++seen;
  }
  EXPECT_EQ(seen, 130);
}

TEST(ClosedForms, FluidElementInTime) {
  for (const Row& row : ReadCsv("viscoelastic_fluid_time.csv")) {
    const double t = Number(row, "t_s"), v = 100 * kMm;
    Part ramp{LawSettings(Fluid())};
    const double force = ramp.Step(v * t, v, t).force[0];  // one step, of any length
    EXPECT_NEAR(force, Number(row, "F_ramp_v100mmps"), 1e-9 * 120) << t;
    if (t == 0) continue;
    // The sine starts with a rate: quadratic pieces, errors of third order and more.
    const double w = 2 * M_PI * 30;
    const int steps = std::max(4000, static_cast<int>(w * t * 2000));
    EXPECT_NEAR(SineForce(Fluid(), kMm, w, t, steps), Number(row, "F_sin_A1mm_30Hz"), 1e-9 * 226)
        << t;
  }
}

TEST(ClosedForms, ComplexStiffness) {
  const std::map<std::string, std::pair<LawSettings, double>> laws = {
      {"prony", {Prony(), 0}},
      {"sls(200;300;0.02)", {PronySettings{200e3, {{300e3, 0.02}}}, 0}},
      {"maxwell(300;0.02)", {PronySettings{0, {{300e3, 0.02}}}, 0}},
      {"pr_about_u0=0", {PipkinRogers(), 0}},
      {"pr_about_u0=1", {PipkinRogers(), kMm}},
      {"pr_about_u0=-1", {PipkinRogers(), -kMm}},
      {"fluid(m=2e-3;k=500;c=1.2)", {Fluid(), 0}},
      {"fluid(m=1.35e-2 Ns2/mm;k=1365.4;c=3.5527708)",
       {FluidSettings{13.5, 1365.4e3, 0.002602}, 0}},
      {"fluid(m=1.35e-5 Ns2/mm;k=1365.4;c=3.5527708)",
       {FluidSettings{0.0135, 1365.4e3, 0.002602}, 0}}};
  int seen = 0;
  for (const Row& row : ReadCsv("viscoelastic_complex.csv")) {
    const auto& [law, strain] = laws.at(row.at("case"));
    const auto k = Part(law).Stiffness(2 * M_PI * Number(row, "freq_Hz"), strain);
    const double size = 1e3 * Number(row, "K_abs");
    EXPECT_NEAR(k.real(), kPerMm * Number(row, "K_storage"), 1e-9 * size) << row.at("case");
    EXPECT_NEAR(k.imag(), kPerMm * Number(row, "K_loss"), 1e-9 * size) << row.at("case");
    ++seen;
  }
  EXPECT_EQ(seen, 108);
}

TEST(ClosedForms, ElastoPlasticLoopArea) {
  for (const Row& row : ReadCsv("viscoelastic_epp.csv")) {
    const double kp = kPerMm * Number(row, "Kp"), fy = Number(row, "Fy"),
                 a = kMm * Number(row, "A");
    Part part{LawSettings(ElastoPlasticSettings{{{kp, fy}}})};
    const double top = part.Step(a, 0, 1e-3).force[0];
    const double before = part.Step(a, 0, 1e-3).dissipated_energy;
    part.Step(-a, 0, 1e-3);
    const double lost = part.Step(a, 0, 1e-3).dissipated_energy - before;
    EXPECT_NEAR(lost, kMm * Number(row, "loop_area"), 1e-11 * fy * a + 1e-15);
    EXPECT_NEAR(top / a, kPerMm * Number(row, "K_secant"), 1e-9 * kp);
  }
}

// Steady loop of a law under a sine: peak stiffness, loss angle by area, first harmonic.
struct Loop {
  double k_peak, angle_area, k_first, angle_first, energy;
};

Loop SteadyLoop(const LawSettings& law, double amplitude, double frequency) {
  const int per_cycle = 4000;
  const double w = 2 * M_PI * frequency, h = 1 / frequency / per_cycle;
  Part part(law);
  double peak = 0, energy_before = 0, stored_before = 0;
  std::complex<double> first = 0;
  LawResponse r{};
  for (int cycle = 0; cycle < 4; ++cycle) {
    energy_before = r.dissipated_energy;
    stored_before = r.stored_energy;
    peak = 0;
    first = 0;
    for (int i = 1; i <= per_cycle; ++i) {
      const double phase = 2 * M_PI * i / per_cycle;
      r = part.Step(amplitude * std::sin(phase), amplitude * w * std::cos(phase), h);
      peak = std::max(peak, r.force[0]);
      first += r.force[0] * std::complex<double>(std::sin(phase), std::cos(phase));
    }
  }
  const double energy = r.dissipated_energy - energy_before + r.stored_energy - stored_before;
  first *= 2.0 / per_cycle / amplitude;
  const double degree = 180 / M_PI;
  return {peak / amplitude, degree * std::asin(energy / (M_PI * peak * amplitude)), std::abs(first),
          degree * std::arg(first), energy};
}

TEST(Lund, HydrobushingMeetsTheTables) {
  int seen = 0;
  for (const Row& row : ReadCsv("lund_loops.csv")) {
    if (row.at("mass_interpretation") != "SI") continue;
    const double frequency = Number(row, "freq_Hz");
    const Loop loop = SteadyLoop(LundHydrobushing(), kMm * Number(row, "amplitude_mm"), frequency);
    const auto check = [&](double found, double expected, const char* what) {
      EXPECT_NEAR(found, expected, 1e-3 * std::abs(expected))
          << what << " at " << row.at("amplitude_mm") << " mm, " << frequency << " Hz";
    };
    check(loop.k_peak, kPerMm * Number(row, "Kdyn_peak_N_per_mm"), "peak stiffness");
    check(loop.angle_area, Number(row, "loss_angle_area_deg"), "loss angle by area");
    check(loop.k_first, kPerMm * Number(row, "K_first_harmonic_N_per_mm"), "first harmonic");
    check(loop.angle_first, Number(row, "loss_angle_first_harmonic_deg"), "its loss angle");
    check(loop.energy, kMm * Number(row, "energy_per_cycle_Nmm"), "energy");
    ++seen;
  }
  EXPECT_EQ(seen, 63);
}

// What the design notes warn of: backward Euler would lose 6 % of the loss at 1 ms, 20 Hz, 10 ms.
TEST(Prony, LossIsRightAtOneMillisecond) {
  const PronySettings maxwell{0, {{1e5, 0.01}}};
  const double w = 2 * M_PI * 20, a = kMm, h = 1e-3;
  Part part{LawSettings(maxwell)};
  double before = 0;
  LawResponse r{};
  for (int cycle = 0; cycle < 6; ++cycle) {
    before = r.dissipated_energy;
    for (int i = 1; i <= 50; ++i) {
      const double t = (cycle * 50 + i) * h;
      r = part.Step(a * std::sin(w * t), a * w * std::cos(w * t), h);
    }
  }
  const double exact = M_PI * a * a * part.Stiffness(w, 0).imag();
  EXPECT_NEAR(r.dissipated_energy - before, exact, 0.005 * exact);
}

// The paper's rule converges to the exact update with second order [Ledesma 1996, eq. 15].
TEST(PipkinRogers, TrapezoidConvergesToTheExactUpdate) {
  PipkinRogersSettings trapezoid = PipkinRogers();
  trapezoid.update = PipkinRogersUpdate::kTrapezoid;
  const double w = 2 * M_PI * 7, t = 0.1;
  const double exact = ExtrapolatedSineForce(PipkinRogers(), 1.5 * kMm, w, t);
  const double coarse = SineForce(trapezoid, 1.5 * kMm, w, t, 2000) - exact;
  const double fine = SineForce(trapezoid, 1.5 * kMm, w, t, 4000) - exact;
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.02);
  // With steps not short against the shortest time it is wrong, and the exact one is not.
  EXPECT_GT(std::abs(SineForce(trapezoid, 1.5 * kMm, w, t, 10) - exact), 0.2 * std::abs(exact));
  EXPECT_LT(std::abs(SineForce(PipkinRogers(), 1.5 * kMm, w, t, 20) - exact),
            0.02 * std::abs(exact));
}

}  // namespace
}  // namespace jounce
