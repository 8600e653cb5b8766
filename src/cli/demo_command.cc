// `jounce demo`: the main job on an embedded example (examples/quarter_car). Two rubber parts go on
// the virtual test bench, laws are identified from their noisy loops, and a quarter car that hangs
// on these laws drives over a rough road, with the hydrobushing and with plain rubber in its place.
// It ends in the life of the bushing, by the force that it bore.
// Every file on the way is kept, so that each step can be tried by hand.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/demo_files.h"
#include "cli/outputs.h"
#include "fatigue/assessment.h"
#include "identify/identify.h"
#include "identify/prepare.h"
#include "identify/read_loops.h"
#include "identify/to_law.h"
#include "io/fatigue_file.h"
#include "io/law_file.h"
#include "io/model_file.h"
#include "io/text_file.h"
#include "laws/make_law.h"
#include "report/compare_page.h"
#include "report/identify_page.h"
#include "report/number_words.h"
#include "report/simulation_page.h"
#include "signals/correlation.h"
#include "testbench/loop_table.h"

namespace jounce {
namespace {

constexpr double kNoise = 0.004;  // of a loop's peak force, as a good test machine has

struct DemoArguments {
  std::string folder = "out/demo";
  bool quick = false;
  Outputs outputs;
};

// The shapes that the search would find, and a drive long enough to see the car move.
constexpr double kQuickDrive = 2;  // s
const std::map<std::string, std::string> kQuickLaws = {{"hydro", "hydropath:2/3"},
                                                       {"rubber", "friction:2/3"}};

// Static, quasi-static, and dynamic over amplitude and frequency.
testbench::Program BenchProgram() {
  testbench::Program program;
  program.dynamic_amplitudes = {0.1e-3, 0.2e-3, 0.5e-3, 1e-3};
  program.frequencies = {1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41};
  program.relaxation.reset();
  return program;
}

Channel ChannelOf(const Recording& recording, size_t channel) {
  Channel signal;
  signal.name = recording.channels[channel].name;
  signal.unit = recording.channels[channel].unit;
  signal.sample_rate = (recording.time.size() - 1) / (recording.time.back() - recording.time[0]);
  for (size_t row = 0; row < recording.time.size(); ++row) {
    signal.samples.push_back(recording.Value(row, channel));
  }
  return signal;
}

// What an engineer compares: the forces in the bushings and what the passenger feels.
bool IsCompared(const std::string& channel) {
  for (const char* name : {"lower_front.y", "lower_front.z", "lower_rear.y", "lower_rear.z",
                           "upper_front.y", "upper_rear.y", "chassis_acceleration.z"}) {
    if (channel == name) return true;
  }
  return false;
}

class Demo {
 public:
  Demo(const DemoArguments& options, const Console& console)
      : folder_(options.folder), quick_(options.quick), console_(console) {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) throw FileError(options.folder, "cannot be made: " + error.message());
    if (IsEarlierDemo()) return;  // a folder of its own, which it may write anew
    for (const EmbeddedFile& file : DemoFiles()) options.outputs.CheckMade(Path(file.name), {});
    for (const char* name :
         {"hydro_loops.csv", "hydro_law.yaml", "hydro_fit.html", "rubber_loops.csv",
          "rubber_law.yaml", "rubber_fit.html", "drive.html", "exchange.html", "demo.html"}) {
      options.outputs.CheckMade(Path(name), {});
    }
  }

  ExitCode Run() {
    for (const EmbeddedFile& file : DemoFiles()) {
      WriteTextFile(Path(file.name), std::string(file.content));
    }
    page_.title = "From the test bench to the road";
    Identify("hydro");
    Identify("rubber");
    const bool drove = Drive("hydro") && Drive("rubber");
    if (drove) {
      Compare();
      AssessLife();
    }
    page_.findings.push_back({fmt::format(
        "Fitted to {} loops each, the laws miss the force by {} of its peak.", loops_, laws_)});
    page_.sections.insert(page_.sections.begin(), {.title = "Story", .items = {steps_}});
    report::WritePage(page_, Path("demo.html"));
    console_.Print("\nOpen {} in a browser: the car that moves, loads, spectra and loops.",
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
  bool IsEarlierDemo() const {
    const std::span<const EmbeddedFile> files = DemoFiles();
    return std::all_of(files.begin(), files.end(), [&](const EmbeddedFile& file) {
      std::error_code ignored;
      return std::filesystem::is_regular_file(Path(file.name), ignored) &&
             ReadTextFile(Path(file.name)) == file.content;
    });
  }

  std::string Path(std::string_view name) const { return (folder_ / name).string(); }

  // PART_part.yaml on the bench gives PART_loops.csv, and these PART_law.yaml.
  void Identify(const std::string& part) {
    const std::string loops = Path(part + "_loops.csv"), law = Path(part + "_law.yaml");
    const auto real = MakeLaw(LoadLaw(Path(part + "_part.yaml")));
    const auto measured =
        testbench::RunProgram(*real, BenchProgram(), console_.StartProgress("bench").get());
    WriteTextFile(loops, testbench::LoopTable(measured, {.noise = kNoise}));
    const auto data = identify::Prepare(identify::ReadLoops(loops, {}));
    identify::IdentifyOptions options;
    if (quick_) options.law = kQuickLaws.at(part);
    loops_ = data.size();
    const auto found = identify::Identify(data, options, console_.StartProgress("identify").get());
    UnitSystem units;
    units.length = "mm";
    WriteTextFile(law, WriteLaw(identify::ToLaw(found.model), units,
                                fmt::format("Identified from {}_loops.csv by the demo.", part)));
    console_.Print("{}. {} bushing: {} loops from the virtual test bench, {}", ++step_, part,
                   data.size(), loops);
    console_.Print("   law {} with {} parameters, {}", found.model.name,
                   found.model.FreeParameterCount(), law);
    console_.Print(
        "   mean error {:.2f} % of the peak force, {:.2f} % on loops it has not seen; {:.1f} s",
        100 * found.phi, 100 * found.phi_held_out, found.seconds);
    const report::Page fit =
        report::MakeIdentifyPage({.title = part, .data = &data, .result = &found});
    laws_ += fmt::format("{}{:.2g} % for the {} bushing (law {})", laws_.empty() ? "" : " and ",
                         100 * found.phi, part, found.model.name);
    Tell(fmt::format("{}. Bench and law, {}", ++chapter_, part),
         "Stiffness and loss angle over frequency and amplitude: what was measured, and the law.",
         "Dynamic stiffness and loss angle", fit, part + "_fit.html");
    result_[part] = {{"phi", found.phi},
                     {"phi_held_out", found.phi_held_out},
                     {"law", found.model.name},
                     {"seconds", found.seconds}};
  }

  bool Drive(const std::string& front_bushing) {
    LoadedModel loaded = LoadModel(Path("quarter_car.yaml"), {{"front_bushing", front_bushing}});
    if (quick_) loaded.model.solver.end_time = kQuickDrive;
    Simulation simulation(loaded.model);
    report::RunRecorder recorder(simulation.system(), 600);
    const RunSummary summary = RunInto(
        &simulation, {&recorder}, console_.StartProgress("run").get(), {.from_equilibrium = true});
    const RunStatus& status = summary.status;
    const double factor = simulation.time() / std::max(1e-9, simulation.wall_seconds());
    console_.Print(
        "{}. The quarter car on a rough road, {} bushing in front: {:.0f} s in {:.2f} s, {} "
        "factorization(s)",
        ++step_, front_bushing, simulation.time(), simulation.wall_seconds(),
        simulation.statistics().factorizations);
    if (!status.ok) console_.Warn(status.reason);
    if (recordings_.empty()) {
      const report::Page run = report::MakeRunPage(
          report::DescribeRun(Path("quarter_car.yaml"), simulation.system(), recorder, summary));
      Tell(fmt::format("{}. On a rough road", ++chapter_),
           "A quarter car with four bushings, the hydrobushing in front.", "Motion", run,
           "drive.html");
    }
    recordings_[front_bushing] = recorder.recording();
    result_[front_bushing]["real_time_factor"] = factor;
    result_[front_bushing]["factorizations"] = simulation.statistics().factorizations;
    return status.ok;
  }

  void Compare() {
    const Recording &hydro = recordings_["hydro"], &rubber = recordings_["rubber"];
    report::ComparePageInput input{.reference = {.word = "hydrobushing"},
                                   .sets = {{.word = "rubber"}}};
    input.settings.remove_mean = true;
    console_.Print("{}. Plain rubber instead of the hydrobushing:", ++step_);
    for (size_t i = 0; i < hydro.channels.size(); ++i) {
      if (!IsCompared(hydro.channels[i].name)) continue;
      input.channels.push_back(
          {.values = Correlate(ChannelOf(hydro, i), ChannelOf(rubber, i), input.settings)});
      const ChannelCorrelation& c = input.channels.back().values;
      console_.Print("   {:24} rms {:8.4g} instead of {:8.4g} {:6} damage x {:.2f}",
                     c.measured_name, c.simulated_rms, c.measured_rms, c.unit, c.relative_damage);
      result_["plain_over_hydro"][c.measured_name] = {{"rms", c.simulated_rms / c.measured_rms},
                                                      {"damage", c.relative_damage}};
    }
    const report::Page page = report::MakeComparePage(input);
    page_.findings.push_back(page.findings.back());  // what it does to damage
    Tell(fmt::format("{}. What the hydrobushing buys", ++chapter_),
         "The same road with plain rubber in its place: forces, acceleration and damage.",
         "Channels", page, "exchange.html");
  }

  // The bushing that was exchanged, by the forces of its law on this road.
  void AssessLife() {
    const FatigueMaterial bushing = LoadFatigueMaterial(Path("bushing_life.yaml"));
    const AssessmentSettings settings{.method = LifeMethod::kForce};
    report::Table table{
        .title = "Passes of this road to failure, by the force of the bushing",
        .columns = {{.title = "Force"},
                    {.title = "Hydrobushing", .align = report::Align::kRight},
                    {.title = "Rubber", .align = report::Align::kRight}},
        .note = "On the line of bushing_life.yaml: round numbers, no measured part."};
    console_.Print("{}. Life of the front bushing by its force, {}:", ++step_,
                   Path("bushing_life.yaml"));
    double lives[] = {HUGE_VAL, HUGE_VAL};  // the shorter of two directions
    for (const char* channel : {"lower_front.y", "lower_front.z"}) {
      const double hydro = PassesOf("hydro", channel, bushing, settings);
      const double rubber = PassesOf("rubber", channel, bushing, settings);
      console_.Print("   {:24} {:.4g} passes of this road, {:.4g} with plain rubber", channel,
                     hydro, rubber);
      result_["life"][channel] = {{"hydro", hydro}, {"rubber", rubber}};
      table.rows.push_back({{.value = std::string(channel)}, {.value = hydro}, {.value = rubber}});
      lives[0] = std::min(lives[0], hydro);
      lives[1] = std::min(lives[1], rubber);
    }
    const std::string found = fmt::format(
        "The front bushing lives {} passes of this road, {} where it is plain rubber (by its "
        "force, "
        "on a line of round numbers).",
        report::Readable(lives[0]), report::Readable(lives[1]));
    page_.findings.push_back({found});
    const std::string title = fmt::format("{}. Life", ++chapter_);
    steps_.rows.push_back(
        {{.value = title}, {.value = found}, {.value = "below", .anchor = "life"}});
    page_.sections.push_back({.title = title, .items = {std::move(table)}, .anchor = "life"});
  }

  double PassesOf(const std::string& part, const std::string& name, const FatigueMaterial& bushing,
                  const AssessmentSettings& settings) {
    const Recording& run = recordings_[part];
    for (size_t i = 0; i < run.channels.size(); ++i) {
      if (run.channels[i].name != name) continue;
      return AssessSamples(ChannelOf(run, i).samples, bushing, settings).passes;
    }
    throw InputError("quarter_car.yaml has no sensor for " + name);
  }

  // A step of the story: of its own page, which is written beside, one section is enough here.
  void Tell(const std::string& title, const std::string& text, const std::string& shown,
            const report::Page& own, const std::string& file) {
    report::WritePage(own, Path(file));
    steps_.rows.push_back({{.value = title},
                           {.value = own.findings.empty() ? text : own.findings.front().text},
                           {.value = file, .anchor = file}});
    report::Section step{.title = title, .text = text};
    for (const report::Section& section : own.sections) {
      if (section.title != shown) continue;
      step.items = section.items;
      step.columns = section.columns;
    }
    for (report::Item& item : step.items) {
      // Links of its cells lead to what is on the other page only.
      if (auto* table = std::get_if<report::Table>(&item)) DropLinks(table);
    }
    page_.sections.push_back(std::move(step));
  }

  static void DropLinks(report::Table* table) {
    for (auto& row : table->rows) {
      for (report::Cell& cell : row) cell.anchor.clear();
    }
  }

  std::filesystem::path folder_;
  bool quick_;
  const Console& console_;
  int step_ = 0;      // of what the console tells
  int chapter_ = 0;   // of the page
  size_t loops_ = 0;  // of each part on the bench
  std::string laws_;  // found, in words
  report::Page page_;
  report::Table steps_{
      .title = "Step by step",
      .columns = {{.title = "Step"}, {.title = "What was found"}, {.title = "All of it"}}};
  std::map<std::string, Recording> recordings_;
  nlohmann::json result_;
};

std::function<ExitCode(const Console&)> DeclareDemo(CLI::App& app) {
  auto options = std::make_shared<DemoArguments>();
  app.add_option("-o,--output", options->folder, "Folder for the files of the demo")
      ->capture_default_str();
  options->outputs.Declare(app);
  app.add_flag("--quick", options->quick,
               "Without the search for the kind of law, and 2 s of road");
  return [options](const Console& console) { return Demo(*options, console).Run(); };
}

}  // namespace

extern const Command kDemoCommand;
const Command kDemoCommand = {"demo", "From rubber parts to a quarter car, on an embedded example",
                              "  jounce demo\n"
                              "  jounce demo -o /tmp/demo --json\n",
                              &DeclareDemo};

}  // namespace jounce
