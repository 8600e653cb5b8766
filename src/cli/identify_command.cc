// `jounce identify`: from measured loops or DMA tables to a law.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "cli/identify_arguments.h"

namespace jounce {
namespace identify {
namespace {

// An evaluation of a simple law takes half a millisecond: threads do not pay.
int ThreadsFor(const std::string& law) {
  const bool heavy = law == "auto" || law.rfind("hydropath", 0) == 0;
  return heavy ? std::clamp<int>(std::thread::hardware_concurrency(), 1, 4) : 1;
}

ExitCode Run(IdentifyArguments options, const Console& console) {
  ParseTexts(&options);
  int& threads = options.identify.search.threads;
  if (threads <= 0) threads = ThreadsFor(options.identify.law);
  if (!options.directions.empty()) return IdentifyBushing(options, console);
  if (options.data.empty()) {
    throw InputError("nothing to identify", "name a table or folder, or give --direction x=FILE");
  }
  if (!std::filesystem::is_directory(options.data)) {
    const DataTable table = ReadSelected(options.data, options.read);
    if (IsDmaTable(table, options.read)) return IdentifyDma(table, options, console);
    if (IsStiffnessTable(table, options.read)) options.identify.domain = FitDomain::kStiffness;
  }
  return IdentifyLoops(options, console);
}

}  // namespace

std::function<ExitCode(const Console&)> DeclareIdentify(CLI::App& app) {
  auto o = std::make_shared<IdentifyArguments>();
  o->identify.search.threads = 0;
  app.add_option("data", o->data, "Table of loops, of |K*|, of moduli (CSV), or folder of loops");
  app.add_option("--direction", o->directions, "Tests in one direction of a whole bushing")
      ->type_name("DIR=FILE");
  app.add_option("--static", o->statics, "Static rate of a direction of a whole bushing")
      ->type_name("DIR=RATE:UNIT");
  app.add_option("--law", o->identify.law, "auto, or one of " + LawNames());
  o->outputs.AddFile(app, "-o,--output", &o->output, {".yaml", ".yml"}, "Write the law (YAML)");
  o->outputs.AddFile(app, "-p,--page", &o->page, {".html"},
                     "Write a page with loops, errors and parameters (HTML)");
  o->outputs.AddFile(app, "--uncertainty", &o->uncertainty, {".yaml", ".yml"},
                     "Write the parameters with their covariance, to draw from (YAML)");
  o->outputs.Declare(app);
  app.add_option("--column", o->columns, "Column of a role: displacement=weg:mm")
      ->type_name("ROLE=NAME:UNIT");
  app.add_option("--select", o->select, "Rows with this value in a column alone: temperature=23")
      ->type_name("COLUMN=VALUE");
  app.add_option("--weight", o->weights, "Weigh series: amplitudes mm, frequencies Hz, factor")
      ->type_name("A:B,F:G,W");
  app.add_option("--loss", o->loss, "What is lowered: absolute (phi), robust or squares")
      ->check(CLI::IsMember({"absolute", "robust", "squares"}));
  app.add_option("--domain", o->domain, "Fit forces in time, complex stiffness, or both")
      ->check(CLI::IsMember({"time", "stiffness", "both"}));
  app.add_option("--start", o->start, "Start value, SI")->type_name("NAME=VALUE");
  app.add_option("--fix", o->fix, "Value that is not searched, SI")->type_name("NAME=VALUE");
  app.add_option("--tie", o->tie, "Keep the ratio of two start values")->type_name("NAME=NAME");
  app.add_option("--bound", o->bound, "Range of a parameter, SI")->type_name("NAME=LOW:HIGH");
  app.add_option("--starts", o->identify.search.starts, "Number of start points");
  app.add_option("--seed", o->identify.search.seed, "Of the random start points");
  app.add_option("--threads", o->identify.search.threads,
                 "0: as many as pay; the result is the same for any number");
  app.add_option("--hold-out", o->identify.held_out,
                 "Leave every so many-th series out to test the law; 0: none");
  app.add_option("--branches", o->branches,
                 "Most branches of a Prony series (DMA tables); 0: as many as suit");
  app.add_option("--temperature", o->temperature, "Of the sweep, or of the master curve, degC");
  app.add_flag("--master-curve", o->master_curve, "Shift all sweeps to one temperature (DMA)");
  app.add_flag("--no-vertical-shifts", o->no_vertical,
               "Move sweeps along the frequency alone (master curves)");
  app.add_option("--shape-factor", o->shape_factor, "Stiffness over modulus, m (DMA)");
  return [o](const Console& console) { return Run(*o, console); };
}

}  // namespace identify

extern const Command kIdentifyCommand;
const Command kIdentifyCommand = {
    "identify", "Find a law from measured loops, stiffness tables or DMA data",
    "  jounce identify loops.csv --law hydrobushing -o law.yaml\n"
    "  jounce identify loops.csv --law auto -o law.yaml --page fit.html\n"
    "  jounce identify loops.csv --law hydrobushing --weight 0.1:0.2,1:41,3 --fix M1=12\n"
    "  jounce identify --direction x=radial.csv --direction z=axial.csv --static y=1200:N/mm\n"
    "                  --static rx=35:Nm/rad --static ry=60:Nm/rad --static rz=60:Nm/rad -o "
    "b.yaml\n"
    "  jounce identify dma.csv --temperature 25 --branches 8 -o rubber.yaml\n",
    &identify::DeclareIdentify};

}  // namespace jounce
