// `jounce demo`: the main job on an embedded example. A rubber part goes on the virtual test bench,
// its noisy loops are identified, and the law that comes out carries a quarter car over a rough
// road. Every file on the way is kept, so that each step can be tried by hand.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "cli/command.h"
#include "demo_files.h"
#include "identify/identify.h"
#include "identify/prepare.h"
#include "identify/read_loops.h"
#include "identify/to_law.h"
#include "io/law_file.h"
#include "io/model_file.h"
#include "io/text_file.h"
#include "laws/make_law.h"
#include "report/identify_page.h"
#include "report/simulation_page.h"
#include "signals/signal_file.h"
#include "testbench/program.h"

namespace jounce {
namespace {

constexpr double kNoise = 0.004;  // of a loop's peak force, as a good test machine has
constexpr int kPoints = 53;       // of a loop, as in [Svensson 2004, chapter 3]

struct Options {
  std::string folder = "out/demo";
};

// Rows of one loop as a test machine writes them: thinned, with noise.
void AppendLoop(const testbench::TestLoop& test, const char* kind, int series, std::mt19937* random,
                fmt::memory_buffer* csv) {
  const auto& trace = test.loop.trace;
  const size_t rows = trace.time.size();
  const double peak = *std::max_element(trace.force.begin(), trace.force.end());
  std::normal_distribution<double> noise(0, kNoise * peak);
  for (int i = 0; i < kPoints; ++i) {
    const size_t row = static_cast<size_t>(i) * (rows - 1) / (kPoints - 1);
    fmt::format_to(std::back_inserter(*csv), "{},{},{:.6g},{:.6g},{:.8g},{:.6g},{:.6g}\n", series,
                   kind, 1e3 * test.amplitude, test.frequency, trace.time[row] - trace.time[0],
                   1e3 * trace.displacement[row], trace.force[row] + noise(*random));
  }
}

// The loops of the part: static, quasi-static, and dynamic over amplitude and frequency.
std::string MeasurePart(Progress* progress) {
  const std::unique_ptr<Law> part = MakeLaw(ParseLaw(kDemoPart, "part.yaml"));
  testbench::Program program;
  program.dynamic_amplitudes = {0.1e-3, 0.2e-3, 0.5e-3, 1e-3};
  program.frequencies = {1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41};
  program.relaxation.reset();
  const testbench::ProgramResult result = testbench::RunProgram(*part, program, progress);
  std::mt19937 random(1);  // the same loops each time
  fmt::memory_buffer csv;
  const std::string head = "series,kind,amplitude_mm,frequency_hz,t_s,u_mm,force_n\n";
  csv.append(head.data(), head.data() + head.size());
  int series = 0;
  for (const auto& loop : result.static_loops) AppendLoop(loop, "static", ++series, &random, &csv);
  for (const auto& loop : result.quasi_static_loops) {
    AppendLoop(loop, "quasi-static", ++series, &random, &csv);
  }
  for (const auto& loop : result.dynamic_loops)
    AppendLoop(loop, "dynamic", ++series, &random, &csv);
  return fmt::to_string(csv);
}

// A road of ISO 8608 class C at 20 m/s as a sum of sines, which begins and ends smoothly.
Channel MakeRoad(double seconds) {
  constexpr double kRoughness = 256e-6, kReference = 0.1, kSpeed = 20;  // m^3, 1/m, m/s
  constexpr int kSines = 300;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> phase(0, 2 * std::numbers::pi);
  Channel road;
  road.name = "road";
  road.description = "height, class C at 20 m/s";
  road.unit = "mm";
  road.sample_rate = 512;
  road.samples.resize(static_cast<size_t>(seconds * road.sample_rate));
  const double low = 0.4, high = 40, ratio = std::pow(high / low, 1.0 / kSines);
  for (int i = 0; i < kSines; ++i) {
    const double f = low * std::pow(ratio, i + 0.5),
                 width = f * (std::sqrt(ratio) - 1 / std::sqrt(ratio));
    const double density = kRoughness * std::pow(f / kSpeed / kReference, -2) / kSpeed;  // m^2/Hz
    const double amplitude = 1e3 * std::sqrt(2 * density * width), start = phase(random);
    for (size_t k = 0; k < road.samples.size(); ++k) {
      road.samples[k] += amplitude * std::sin(2 * std::numbers::pi * f * road.TimeOf(k) + start);
    }
  }
  for (size_t k = 0; k < road.samples.size(); ++k) {
    const double fade = std::min(1.0, road.TimeOf(k));
    road.samples[k] *= fade * fade * (3 - 2 * fade);
  }
  return road;
}

class Demo {
 public:
  Demo(const Options& options, const Console& console)
      : folder_(options.folder), console_(console) {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) throw FileError(options.folder, "cannot be made: " + error.message());
  }

  ExitCode Run() {
    WriteTextFile(Path("part.yaml"), kDemoPart);
    WriteTextFile(Path("quarter_car.yaml"), kDemoModel);
    console_.Print("1. A rubber part on the virtual test bench: {}", Path("loops.csv"));
    WriteTextFile(Path("loops.csv"), MeasurePart(console_.StartProgress("bench").get()));
    IdentifyPart();
    const bool drove = DriveQuarterCar();
    report::WritePage(page_, Path("demo.html"));
    console_.Print("\nOpen {} in a browser: loops, spectra and the car that moves.",
                   std::filesystem::absolute(Path("demo.html")).string());
    console_.Print(
        "Next, on your own part:  jounce identify your_loops.csv --law auto -o law.yaml "
        "--page fit.html");
    result_["page"] = Path("demo.html");
    result_["status"] = drove ? "done" : "failed";
    console_.PrintJson(result_);
    return drove ? ExitCode::kDone : ExitCode::kRunFailed;
  }

 private:
  std::string Path(const char* name) const { return (folder_ / name).string(); }

  void IdentifyPart() {
    const auto data = identify::Prepare(identify::ReadLoops(Path("loops.csv"), {}));
    const auto found = identify::Identify(data, {}, console_.StartProgress("identify").get());
    UnitSystem units;
    units.length = "mm";
    WriteTextFile(Path("law.yaml"), WriteLaw(identify::ToLaw(found.model), units,
                                             "Identified from loops.csv by the demo."));
    console_.Print("2. The law that fits its {} loops: {} with {} parameters, {}", data.size(),
                   found.model.name, found.model.parameters.size(), Path("law.yaml"));
    console_.Print(
        "   mean error {:.2f} % of the peak force, {:.2f} % on loops it has not seen; {:.1f} "
        "s",
        100 * found.phi, 100 * found.phi_held_out, found.seconds);
    page_ = report::MakeIdentifyPage(
        {.title = "From the test bench to the road",
         .facts = {{"part", "examples/demo/part.yaml"}, {"loops", fmt::format("{}", data.size())}},
         .data = &data,
         .result = &found});
    result_["phi"] = found.phi;
    result_["phi_held_out"] = found.phi_held_out;
    result_["law"] = found.model.name;
  }

  bool DriveQuarterCar() {
    WriteSignals(Path("road.rsp"), MemorySource({MakeRoad(20)}));
    const LoadedModel loaded = LoadModel(Path("quarter_car.yaml"));
    Simulation simulation(loaded.model);
    report::RunRecorder recorder(simulation, 600);
    const auto output = [&](const Simulation&) { recorder.Record(); };
    const RunStatus status =
        simulation.Run(output, console_.StartProgress("run").get(), /*from_equilibrium=*/true);
    console_.Print(
        "3. A quarter car on that rubber and a rough road: {} ({:.0f} s in {:.2f} s, {} "
        "factorizations)",
        Path("quarter_car.yaml"), simulation.time(), simulation.wall_seconds(),
        simulation.statistics().factorizations);
    if (!status.ok) console_.Warn(status.reason);
    AddRunSections(report::MakeRunPage(
        report::DescribeRun(Path("quarter_car.yaml"), simulation, recorder, status)));
    result_["real_time_factor"] = simulation.time() / std::max(1e-9, simulation.wall_seconds());
    return status.ok;
  }

  // The car comes first: people look before they read.
  void AddRunSections(const report::Page& run) {
    page_.sections.insert(page_.sections.begin(), run.sections.begin(), run.sections.end());
    page_.facts.insert(page_.facts.end(), run.facts.begin(), run.facts.end());
  }

  std::filesystem::path folder_;
  const Console& console_;
  report::Page page_;
  nlohmann::json result_;
};

std::function<ExitCode(const Console&)> Declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("-o,--output", options->folder, "Folder for the files of the demo")
      ->capture_default_str();
  return [options](const Console& console) { return Demo(*options, console).Run(); };
}

}  // namespace

extern const Command kDemoCommand;
const Command kDemoCommand = {"demo", "From a rubber part to a quarter car, on an embedded example",
                              "  jounce demo\n"
                              "  jounce demo -o /tmp/demo --json\n",
                              &Declare};

}  // namespace jounce
