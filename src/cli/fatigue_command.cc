// `jounce fatigue`: damage and life from histories, cycles, spectra and schedules.
#include <memory>

#include "cli/command.h"
#include "cli/fatigue_options.h"
#include "cli/number_check.h"

namespace jounce {
namespace {

// Options that would be without effect are refused.
void RefuseIdle(const FatigueArguments& options) {
  const bool surface = !options.part.empty() || !options.unit_stress.empty();
  const auto refuse = [](bool idle, const char* what, const char* remedy) {
    if (idle) throw InputError(what, remedy);
  };
  refuse(!surface && (!options.vtk.empty() || !options.page.empty()),
         "fields and pages are those of a surface",
         "say which: --part NAME of a result, or --unit-stress FILE");
  refuse(!surface && options.output.ends_with(".h5"), "an HDF5 file has the damage of a surface",
         "-o cycles.csv has cycles");
  refuse(!options.unit_stress.empty() && !options.input.channels.empty(),
         "the table of --unit-stress says which channels are its loads", "leave -c out");
  refuse(!options.psd.empty() && !options.output.empty(), "a spectrum has no cycles to write",
         "--json has all its numbers");
  refuse(!options.weld.empty() && !options.output.empty(), "-o has no cycles of --weld",
         "--json has all numbers of its worst place");
  refuse(options.psd.empty() && !options.transfer.empty(), "--transfer is for a spectrum",
         "say it with --psd");
  const bool one_history = options.psd.empty() && options.cycles.empty() && !surface &&
                           options.multiaxial.empty() && options.schedule.empty() &&
                           options.weld.empty();
  refuse(!one_history && !options.edit.empty(), "--edit makes a rig's history of one history",
         "give a file of histories, without --schedule, --cycles, --psd, --multiaxial or --part");
}

ExitCode Assess(const FatigueArguments& options, const Console& console) {
  RefuseIdle(options);
  const bool histories = !options.input.files.empty() || !options.schedule.empty();
  const int given =
      (histories ? 1 : 0) + (options.cycles.empty() ? 0 : 1) + (options.psd.empty() ? 0 : 1);
  if (given != 1) {
    throw InputError(given == 0 ? "nothing to assess" : "more than one thing to assess",
                     "give files of histories, --schedule, --cycles or --psd");
  }
  if (!options.part.empty() || !options.unit_stress.empty()) {
    if (histories) return FatigueOfPart(options, console);
    throw InputError("a surface is assessed from histories, not from cycles or spectra",
                     "give results, or histories of the loads of --unit-stress");
  }
  if (!options.psd.empty()) return FatigueOfSpectrum(options, console);
  if (!options.weld.empty()) {
    if (!options.input.files.empty()) return FatigueOfWeld(options, console);
    throw InputError("the loads of a weld are histories", "give a file of them");
  }
  if (!options.multiaxial.empty()) return FatigueOfTensors(options, console);
  return FatigueOfHistories(options, console);
}

void DeclareMethod(CLI::App& app, FatigueArguments* o) {
  app.add_option("--material", o->material, "Material file (YAML, docs/fatigue.md)")->required();
  app.add_option("--unit", o->unit, "Unit of the loads where the file has none: MPa, N, ...");
  app.add_option(
      "--method", o->method,
      "stress, strain, force, elongation, weld, crack-growth, fkm-ram or fkm-raj; by the "
      "unit and the material without it");
  app.add_option("--mean", o->mean,
                 "Mean stress: none, goodman, gerber, soderberg, morrow, swt, walker or fkm")
      ->capture_default_str();
  app.add_option("--miner", o->miner,
                 "Below the knee: elementary (same slope), haibach (2k - 1), original (no damage), "
                 "own (slope_below of the line)")
      ->capture_default_str();
  app.add_option("--failure-probability", o->failure,
                 "Move the line to this failure probability by its scatter")
      ->check(NumberFrom(1e-9, 0.999999));
  app.add_option("--notch", o->notch,
                 "Strain life: elastic, strain, neuber, esed, extended-neuber or seeger-beste");
  app.add_option("--collapse-ratio", o->collapse_ratio, "K_p of the last two notch rules")
      ->check(AboveZero());
  app.add_option("--stretch", o->stretch, "Of rubber, for crack growth")->check(AboveZero());
  app.add_option("--factor", o->factor, "On the loads: stress per load, or a safety factor")
      ->check(AboveZero());
  app.add_option("--multiaxial", o->multiaxial,
                 "Six channels xx yy zz xy yz zx: normal, findley, fatemi-socie, brown-miller "
                 "(critical planes), signed-von-mises or absolute-principal; spectra: von-mises");
  app.add_option(
         "--weld", o->weld,
         "Loads of a weld: seam (force and moment of each length) or spot (Fx Fy Fz Mx My of "
         "the nugget); structural stress, then the `weld` of the material")
      ->check(CLI::IsMember({"seam", "spot"}));
  app.add_flag("--surface", o->surface, "Planes of a free surface with normal z");
}

void DeclareCounting(CLI::App& app, FatigueArguments* o) {
  app.add_option("--residue", o->residue, "half, repeat or ignore: loops that never closed")
      ->capture_default_str()
      ->check(CLI::IsMember({"half", "repeat", "ignore"}, CLI::ignore_case));
  app.add_option("--gate", o->gate, "Ranges below this are noise, in the unit of the channel")
      ->check(ZeroOrMore());
  app.add_option("--cycles", o->cycles,
                 "Cycles in place of histories: CSV with amplitude (or range), mean, count, or a "
                 "range/mean or from/to matrix");
  app.add_option("--psd", o->psd, "Spectrum in place of histories: CSV with frequency and density");
  app.add_option(
      "--transfer", o->transfer,
      "Responses of stresses to what --psd is the spectrum of, an acceleration: CSV with "
      "frequency, amplitudes as 'xx [MPa/(m/s^2)]' and phases as 'xx phase [deg]'");
  app.add_option("--spectral", o->spectral,
                 "narrow-band, wirsching-light, dirlik, tovo-benasciutti-1, tovo-benasciutti-2, "
                 "zhao-baker or all")
      ->capture_default_str();
  app.add_option("--duration", o->duration, "Of the spectrum [s], one pass of it")
      ->capture_default_str()
      ->check(AboveZero());
}

std::function<ExitCode(const Console&)> DeclareFatigue(CLI::App& app) {
  auto options = std::make_shared<FatigueArguments>();
  DeclareSignalInput(app, &options->input);
  app.get_option("files")->required(false);
  DeclareMethod(app, options.get());
  DeclareCounting(app, options.get());
  app.add_option("--part", options->part,
                 "A flexible body of the results: damage on its whole surface; --multiaxial normal "
                 "(critical plane, without it), signed-von-mises or absolute-principal");
  app.add_option("--unit-stress", options->unit_stress,
                 "Stresses of a surface by unit loads (CSV, docs/fatigue.md): the histories are "
                 "those of the loads, damage is at every node of the table");
  app.add_option("--step", options->step, "Between planes of a surface [deg]")
      ->capture_default_str()
      ->check(NumberFrom(0.1, 90));
  app.add_option("--vtk", options->vtk,
                 "Damage and life on the surface of the part for ParaView: NAME.pvd, NAME_1.vtu");
  app.add_option("--schedule", options->schedule,
                 "Schedule of events (YAML): damage and life of all of them together");
  app.add_option("--negligible", options->negligible,
                 "Events that may be left out do at most this part of the damage")
      ->capture_default_str()
      ->check(NumberFrom(0, 1));
  app.add_option("--blocks", options->blocks, "A rig programme of so many blocks")
      ->check(CLI::Range(1, 1000));
  app.add_option("--equivalent-cycles", options->equivalent_cycles,
                 "The damage-equivalent load: the amplitude that does the same in so many cycles")
      ->check(AboveZero());
  options->outputs.AddFile(
      app, "-o,--output", &options->output, {".csv", ".h5"},
      "Cycles or loops that were counted (CSV); of a surface its points with damage and life (CSV "
      "or HDF5)");
  options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                           "Page to write (HTML): damage on the surface in colours, hot spots and "
                           "the loads that matter there");
  options->outputs.AddHistory(app, "--edit", &options->edit,
                              "The history for a rig: its reversals that matter, in order");
  app.add_option("--keep", options->keep, "Part of the damage that --edit keeps")
      ->capture_default_str()
      ->check(NumberFrom(0.01, 1));
  options->outputs.Declare(app);
  return [options](const Console& console) { return Assess(*options, console); };
}

}  // namespace

extern const Command kFatigueCommand;
const Command kFatigueCommand = {
    "fatigue", "Damage and life from load histories, cycles, spectra and schedules",
    "  jounce fatigue loads.csv -c stress --unit MPa --material steel.yaml --mean goodman\n"
    "  jounce fatigue loads.csv -c stress --material steel.yaml --method fkm-ram\n"
    "  jounce fatigue gauge.rsp -c 's*' --material steel.yaml --multiaxial findley --surface\n"
    "  jounce fatigue --cycles table.csv --unit MPa --material steel.yaml --miner haibach\n"
    "  jounce fatigue --psd psd.csv --unit MPa --material steel.yaml --duration 3600\n"
    "  jounce fatigue run.h5 --part arm --material steel.yaml --schedule durability.yaml -o "
    "life.h5\n"
    "  jounce fatigue run.h5 --part arm --material steel.yaml --page life.html --vtk life\n"
    "  jounce fatigue loads.rsp --unit-stress unit.csv --material steel.yaml -o life.csv\n"
    "  jounce fatigue --schedule durability.yaml -c 'Bushing Fz' --material bushing.yaml\n"
    "Amplitudes are half the range, lives are cycles (not reversals), damage is that of one "
    "pass.\n",
    &DeclareFatigue};

}  // namespace jounce
