// Writes one page of each kind, for the browser tests and for people to look at:
// sample_pages FOLDER
#include <fmt/format.h>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <random>
#include <string>

#include "measurement_pages.h"
#include "quarter_car.h"
#include "report/life_page.h"
#include "report/model_page.h"
#include "report/modes_page.h"
#include "report/page.h"
#include "report/run_page.h"

namespace jounce::testing {
namespace {

using namespace report;  // NOLINT: the whole file composes pages.

constexpr char kHostile[] = "<script>alert(1)</script>";

Curve Line(const std::string& name, std::size_t size, double step, auto function) {
  Curve curve{.name = name};
  for (std::size_t i = 0; i < size; ++i) {
    curve.x.push_back(static_cast<double>(i) * step);
    curve.y.push_back(function(curve.x.back()));
  }
  return curve;
}

// Hysteresis loops of growing amplitude: an ellipse with a stiffening part.
Plot Loops() {
  Plot plot{.title = "Force over displacement",
            .x = {.title = "Displacement", .unit = "mm"},
            .y = {.title = "Force", .unit = "N"},
            .height = 360};
  for (int k = 1; k <= 5; ++k) {
    const double amplitude = 0.4 * k;
    for (const bool measured : {true, false}) {
      Curve curve{.name = fmt::format("{:.1f} mm {}", amplitude, measured ? "measured" : "model"),
                  .style = measured ? CurveStyle::kPoints : CurveStyle::kLine,
                  .shade = (k - 1) / 4.0};
      const int points = measured ? 48 : 400;
      for (int i = 0; i <= points; ++i) {
        const double a = 2 * M_PI * i / points;
        const double x = amplitude * std::sin(a);
        curve.x.push_back(x);
        curve.y.push_back(420 * x + 40 * x * x * x + 110 * std::sqrt(amplitude) * std::cos(a));
      }
      plot.curves.push_back(std::move(curve));
    }
  }
  return plot;
}

Plot Stiffness() {
  Plot plot{.title = "Dynamic stiffness",
            .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
            .y = {.title = "|K*|", .unit = "N/mm"},
            .guides = {{.vertical = true, .value = 15, .label = "wheel hop"}},
            .height = 360};
  for (const double amplitude : {0.1, 0.5, 2.0}) {
    const auto law = [&](double f) {
      return 300 * std::pow(1 + f, 0.09) + 90 / std::sqrt(amplitude);
    };
    Curve measured{.name = fmt::format("{} mm measured", amplitude),
                   .style = CurveStyle::kPoints,
                   .group = fmt::format("{}", amplitude)};
    Curve model{.name = fmt::format("{} mm model", amplitude), .group = measured.group};
    for (double f = 0.5; f < 120; f *= 1.06) {
      model.x.push_back(f);
      model.y.push_back(law(f));
    }
    for (double f = 1; f < 101; f *= 1.8) {
      measured.x.push_back(f);
      measured.y.push_back(law(f) * (1 + 0.02 * std::sin(7 * f)));
    }
    plot.curves.push_back(std::move(measured));
    plot.curves.push_back(std::move(model));
  }
  return plot;
}

Heatmap Errors() {
  Heatmap map{.title = "Error of the model",
              .x = {.title = "Frequency", .unit = "Hz"},
              .y = {.title = "Amplitude", .unit = "mm"},
              .x_values = {1, 2, 5, 10, 20, 50, 100},
              .y_values = {0.05, 0.1, 0.2, 0.5, 1, 2},
              .value_title = "Error of |K*|",
              .value_unit = "%",
              .digits = 2};
  for (const double a : map.y_values) {
    for (const double f : map.x_values) {
      map.values.push_back(1 + 3 * std::abs(std::log(a * f / 5)) / (1 + 0.3 * f));
    }
  }
  map.values[3] = std::numeric_limits<double>::quiet_NaN();
  return map;
}

// Twenty runs: y falls as x rises, a word in between.
ParallelCoordinates Runs() {
  ParallelCoordinates item{
      .title = "Parallel axes",
      .axes = {{.title = "x", .unit = "mm"}, {.title = "kind"}, {.title = "y"}}};
  item.axes[1].words = {"rubber", kHostile};
  for (int i = 0; i < 20; ++i) {
    item.axes[0].values.push_back(i);
    item.axes[1].values.push_back(i % 2);
    item.axes[2].values.push_back(100 - 5 * i);
    item.names.push_back(fmt::format("run {}", i));
    item.links.push_back(i == 19 ? "run_19.html" : "");
  }
  item.axes[2].values[4] = std::numeric_limits<double>::quiet_NaN();
  return item;
}

Table Channels() {
  Table table{.title = "Channels",
              .columns = {{.title = "Channel"},
                          {.title = "RMS error", .unit = "N", .align = Align::kRight},
                          {.title = "Damage ratio", .align = Align::kRight, .digits = 3},
                          {.title = "Verdict"}}};
  table.rows.push_back({{kHostile}, {12.5}, {1.04, Mark::kGood}, {"close"}});
  for (int i = 0; i < 14; ++i) {
    const double ratio = 0.7 + 0.06 * i;
    const double off = std::abs(std::log(ratio));
    const Mark mark = off < 0.15 ? Mark::kGood : off < 0.3 ? Mark::kWarning : Mark::kBad;
    table.rows.push_back({{fmt::format("wheel force {}", i + 1), Mark::kNone, "plots"},
                          {80.0 - 5 * i},
                          {ratio, mark},
                          {mark == Mark::kGood  ? "close"
                           : mark == Mark::kBad ? "off"
                                                : "look"}});
  }
  return table;
}

// Every block once; the numbers are known to the browser tests.
Page BlocksPage() {
  Page page{.title = std::string("Blocks of ") + kHostile,
            .subtitle = "Every block that a page can have.",
            .facts = {{.name = "File", .value = kHostile},
                      {.name = "Fit", .value = "1.2 %", .mark = Mark::kGood}}};
  Plot lines{.title = "Lines & co",
             .x = {.title = "Time", .unit = "s"},
             .y = {.title = "Force", .unit = "N"},
             .curves = {Line("ramp", 101, 0.1, [](double t) { return 2 * t + 1; }),
                        Line(kHostile, 101, 0.1, [](double t) { return 10 * std::sin(t); })},
             .link = "time"};
  lines.curves[1].style = CurveStyle::kDashed;
  Curve gap = Line("with a gap", 101, 0.1, [](double t) {
    return t > 4 && t < 5 ? std::numeric_limits<double>::quiet_NaN() : 5 + std::cos(3 * t);
  });
  lines.curves.push_back(gap);
  Plot linked{.title = "Linked",
              .x = {.title = "Time", .unit = "s"},
              .y = {.title = "Speed", .unit = "m/s"},
              .curves = {Line("speed", 101, 0.1, [](double t) { return std::exp(0.3 * t); })},
              .link = "time"};
  page.sections.push_back({.title = "Plots",
                           .items = {lines, linked, Loops(), Stiffness()},
                           .columns = 2,
                           .anchor = "plots"});
  page.sections.push_back({.title = "Tables",
                           .text = "Good and bad at a glance.",
                           .items = {Channels(), Errors()},
                           .columns = 2});
  page.sections.push_back(
      {.title = "Empty",
       .items = {Plot{.title = "No curves"},
                 Plot{.title = "No points", .curves = {{.name = "empty"}}},
                 Plot{.title = "One point", .curves = {{.name = "one", .x = {3}, .y = {4}}}},
                 // Ticks between such numbers do not exist.
                 Plot{.title = "Constant but for rounding",
                      .curves = {{.name = "load",
                                  .x = {0, 1},
                                  .y = {7036, std::nextafter(7036.0, 8000.0)}}}},
                 Table{.title = "No rows", .columns = {{"a"}}}, Heatmap{.title = "No cells"}},
       .columns = 3});
  page.sections.push_back({.title = "Runs", .items = {Runs()}});
  page.sections.push_back(
      {.title = "Notes",
       .items = {Note{"A plain paragraph."},
                 Note{std::string("Watch out for ") + kHostile, Mark::kWarning},
                 Note{"This went wrong.", Mark::kBad}, Note{"This is fine.", Mark::kGood}}});
  return page;
}

// A spectrum by averaging neighbouring lines of a slow Fourier sum: coarse, but of the right shape.
RunSpectrum Spectrum(const std::vector<double>& v, double step) {
  RunSpectrum spectrum{.unit = "N\u00b2/Hz"};
  double mean = 0;
  for (const double x : v) mean += x / static_cast<double>(v.size());
  for (double f = 0.3; f < 50; f *= 1.04) {
    double c = 0, s = 0;
    for (std::size_t i = 0; i < v.size(); i += 4) {
      const double t = static_cast<double>(i) * step;
      c += (v[i] - mean) * std::cos(2 * M_PI * f * t);
      s += (v[i] - mean) * std::sin(2 * M_PI * f * t);
    }
    const double n = static_cast<double>(v.size()) / 4;
    spectrum.frequency.push_back(f);
    spectrum.density.push_back(8 * step * (c * c + s * s) / n);
  }
  return spectrum;
}

Page RunPage() {
  const double step = 0.002;
  const QuarterCarRun run = RunQuarterCar(12, step);
  const auto millimetres = [](std::vector<double> v) {
    for (double& x : v) x *= 1000;
    return v;
  };
  std::vector<double> kinetic, strain;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double v = i > 0 ? (run.body[i] - run.body[i - 1]) / step : 0;
    kinetic.push_back(190 * v * v);
    strain.push_back(12e3 * std::pow(run.wheel[i] - run.body[i], 2));
  }
  return MakeRunPage(
      {.title = "Quarter car on a rough road",
       .subtitle = "Front left corner, 12 s at 20 m/s on a class C road",
       .findings = {{.text = "The run went through to 12 s; every step met its tolerance.",
                     .mark = Mark::kGood},
                    {.text = std::string("The largest force watched is 4100 N in ") + kHostile}},
       .facts = {{.name = "Model", .value = "quarter_car.yaml"},
                 {.name = "Duration", .value = "12 s"},
                 {.name = "Steps", .value = "6 000"},
                 {.name = "Result", .value = "finished", .mark = Mark::kGood}},
       .warnings = {{.text =
                         "Bushing 'lower front bushing' left the range of its measurement (2 mm) "
                         "for 3 % of the time.",
                     .mark = Mark::kWarning}},
       .motion = QuarterCarScene(run, 10),
       .times = run.times,
       .channels =
           {{.name = "body", .group = "heights", .unit = "mm", .values = millimetres(run.body)},
            {.name = "wheel", .group = "heights", .unit = "mm", .values = millimetres(run.wheel)},
            {.name = "road", .group = "heights", .unit = "mm", .values = millimetres(run.road)},
            {.name = "spring", .unit = "N", .values = run.spring},
            {.name = "damper",
             .unit = "N",
             .values = run.damper,
             .spectrum = Spectrum(run.damper, step)},
            {.name = "tyre force",
             .unit = "N",
             .values = run.tyre,
             .spectrum = Spectrum(run.tyre, step)}},
       .energies = {{.name = "kinetic", .values = kinetic}, {.name = "strain", .values = strain}},
       .solver_facts = {{.name = "Steps", .value = "6 000"},
                        {.name = "Iterations per step", .value = "1.4"},
                        {.name = "Factorizations", .value = "12"},
                        {.name = "Rejected steps", .value = "0", .mark = Mark::kGood}},
       .solver_histories = {{.name = "Step size",
                             .unit = "ms",
                             .times = run.times,
                             .values = std::vector<double>(run.times.size(), 2.0)}}});
}

Page ModesPage() {
  Scene scene = QuarterCarScene(RunQuarterCar(0.01, 0.002), 0);
  using Motion = std::array<std::complex<double>, 6>;
  const auto heave = [](double z) { return Motion{0, 0, z, 0, 0, 0}; };
  const auto arm = [](double angle) { return Motion{0, 0, 0, angle, 0, 0}; };
  scene.modes = {
      {.name = "1: body heave",
       .frequency = 1.26,
       .damping = 0.29,
       .motion = {heave(1), {0, 0, 1, -0.3, 0, 0}, {0, 0, 1, -0.3, 0, 0}, heave(0.9), heave(0.9)}},
      {.name = "2: wheel hop",
       .frequency = 11.9,
       .damping = 0.27,
       .motion = {heave(0), arm(2.8), arm(2.8), heave(1), heave(1)}},
      {.name = "3: wheel fore and aft",
       .frequency = 23.4,
       .damping = -0.012,
       .motion = {heave(0),
                  {0, 0, 0, 0, 0, -1.2},
                  {0, 0, 0, 0, 0, -1.2},
                  {1, 0, 0, 0, 0, 0},
                  {1, 0, 0, 0, std::complex<double>(0, 0.6), 0}}}};
  return MakeModesPage({.title = "Modes of the quarter car",
                        .subtitle = "About the static position",
                        .facts = {{.name = "Modes", .value = "3"}},
                        .shapes = scene,
                        .shares = {{{"chassis", 0.91}, {"wheel", 0.06}, {"knuckle", 0.03}},
                                   {{"wheel", 0.71}, {"knuckle", 0.2}, {"lower wishbone", 0.09}},
                                   {{"wheel", 0.8}, {"knuckle", 0.2}}}});
}

// One pyramid as a mesh, one body without shapes, and the hostile name.
Page ModelPage() {
  Scene scene = QuarterCarScene(RunQuarterCar(0.01, 0.002), 0);
  scene.bodies[0].name = kHostile;
  SceneShape pyramid{.kind = ShapeKind::kMesh, .pose = {.position = {0, 0.05, 0.7}}};
  pyramid.points = {{-0.1, -0.1, 0}, {0.1, -0.1, 0}, {0.1, 0.1, 0}, {-0.1, 0.1, 0}, {0, 0, 0.18}};
  pyramid.triangles = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {0, 2, 1}, {0, 3, 2}};
  scene.bodies[0].shapes.push_back(pyramid);
  scene.bodies[3].shapes.clear();
  ModelPageInput input{
      .title = "Model of the quarter car", .scene = scene, .degrees_of_freedom = 18};
  for (const SceneBody& body : scene.bodies) {
    input.bodies.push_back({.name = body.name,
                            .kind = "rigid",
                            .mass = 12.5,
                            .centre = {0, 0.4, 0.3},
                            .inertia = {0.1, 0.2, 0.15}});
  }
  for (const SceneJoint& joint : scene.joints) {
    input.joints.push_back({.name = joint.name,
                            .kind = joint.kind,
                            .body_a = "knuckle",
                            .body_b = "lower wishbone",
                            .removed = 3});
  }
  for (const SceneConnection& connection : scene.connections) {
    input.connections.push_back({.name = connection.name,
                                 .kind = "bushing",
                                 .law = "fractional derivative",
                                 .body_a = kHostile,
                                 .body_b = "lower wishbone"});
  }
  input.others.push_back({.name = "road", .kind = "motion", .where = "wheel"});
  return MakeModelPage(input);
}

// 50 s of 200 channels at 1 kHz.
Page BigRunPage() {
  RunPageInput input{.title = "A large run", .subtitle = "50 s of 200 channels at 1 kHz"};
  const std::size_t size = 50'001;
  for (std::size_t i = 0; i < size; ++i) input.times.push_back(static_cast<double>(i) * 1e-3);
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int c = 0; c < 200; ++c) {
    RunChannel channel{.name = fmt::format("channel {}", c + 1), .unit = "N"};
    double v = 0;
    for (std::size_t i = 0; i < size; ++i) {
      v += -0.02 * v + 10 * normal(random);
      channel.values.push_back(v);
    }
    input.channels.push_back(std::move(channel));
  }
  return MakeRunPage(input);
}

Page MillionPage() {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  Curve noise = Line("noise", 1'000'000, 1e-3, [&](double) { return normal(random); });
  noise.y[654'321] = 50;  // The peak that must not be lost.
  Plot plot{.title = "A million points",
            .x = {.title = "Time", .unit = "s"},
            .y = {.title = "Value"},
            .curves = {noise},
            .height = 400};
  return {.title = "Million", .sections = {{.title = "Plot", .items = {plot}}}};
}

// 150 bodies on springs, far travelling.
Page ManyBodiesPage() {
  Scene scene{.title = "150 bodies"};
  for (int f = 0; f < 600; ++f) scene.times.push_back(f / 30.0);
  for (int b = 0; b < 150; ++b) {
    SceneBody body{.name = fmt::format("body {}", b + 1)};
    body.shapes.push_back({.kind = b % 3 == 0   ? ShapeKind::kBox
                                   : b % 3 == 1 ? ShapeKind::kCapsule
                                                : ShapeKind::kSphere,
                           .size = b % 3 == 0 ? Vec3{0.3, 0.3, 0.2} : Vec3{0.12, 0.3, 0}});
    const double x = 0.6 * (b % 15), y = 0.6 * (b / 15);
    for (const double t : scene.times) {
      const double a = 0.4 * std::sin(2 * t + x + y);
      body.poses.push_back({.position = {x, y, 0.5 + 0.25 * std::sin(3 * t + x - y)},
                            .quaternion = {std::cos(a), 0, std::sin(a), 0}});
    }
    scene.bodies.push_back(std::move(body));
    SceneConnection spring{.name = fmt::format("spring {}", b + 1),
                           .kind = SceneConnectionKind::kSpring,
                           .a = {.body = kGround, .point = {x, y, 0}},
                           .b = {.body = b}};
    for (const double t : scene.times) spring.load.push_back(500 * std::sin(3 * t + x - y));
    scene.connections.push_back(std::move(spring));
  }
  return {.title = "Many bodies", .sections = {{.title = "Motion", .items = {scene}}}};
}

// A plate with damage that falls off from one corner.
Page LifePage() {
  LifePageInput input{.title = kHostile, .facts = {{.name = "Material", .value = "steel"}}};
  input.surface.kind = ShapeKind::kMesh;
  constexpr int kSide = 12;
  for (int i = 0; i < kSide * kSide; ++i) {
    const double x = 0.05 * (i % kSide), y = 0.05 * (i / kSide);
    input.surface.points.push_back({x, y, 0.1 * std::sin(3 * x)});
    input.damage.push_back(1e-4 * std::exp(-15 * (x + y)));
    if (i % kSide + 1 == kSide || i / kSide + 1 == kSide) continue;
    input.surface.triangles.push_back({i, i + 1, i + kSide});
    input.surface.triangles.push_back({i + 1, i + kSide + 1, i + kSide});
  }
  input.spots = {{.name = "node 1 top", .amplitude = 140, .damage = 1e-4, .loads = "mode 1 93 %"}};
  input.events = {{.name = "cobbles", .repetitions = 12, .damage = 9e-5, .share = 0.9},
                  {.name = "waves", .repetitions = 3, .damage = 1e-5, .share = 0.1}};
  return MakeLifePage(input);
}

void WriteAll(const std::string& folder) {
  std::filesystem::create_directories(folder);
  const std::pair<const char*, Page (*)()> pages[] = {{"bench", BenchPage},
                                                      {"identification", IdentificationPage},
                                                      {"comparison", ComparisonPage},
                                                      {"blocks", BlocksPage},
                                                      {"run", RunPage},
                                                      {"modes", ModesPage},
                                                      {"model", ModelPage},
                                                      {"life", LifePage},
                                                      {"big_run", BigRunPage},
                                                      {"million", MillionPage},
                                                      {"many_bodies", ManyBodiesPage}};
  for (const auto& [name, make] : pages) {
    const std::string path = fmt::format("{}/{}.html", folder, name);
    WritePage(make(), path);
    std::printf("%s %ju bytes\n", path.c_str(),
                static_cast<std::uintmax_t>(std::filesystem::file_size(path)));
  }
}

}  // namespace
}  // namespace jounce::testing

int main(int argc, char** argv) {
  jounce::testing::WriteAll(argc > 1 ? argv[1] : ".");
  return 0;
}
