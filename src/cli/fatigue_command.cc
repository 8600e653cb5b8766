// `jounce fatigue`: damage and life from histories, cycles, spectra and schedules.
#include <memory>

#include "cli/command.h"
#include "cli/fatigue_options.h"
#include "cli/number_check.h"

namespace jounce {
namespace {

ExitCode Assess(const FatigueArguments& options, const Console& console) {
  const bool histories = !options.input.files.empty() || !options.schedule.empty();
  const int given =
      (histories ? 1 : 0) + (options.cycles.empty() ? 0 : 1) + (options.psd.empty() ? 0 : 1);
  if (given != 1) {
    throw InputError(given == 0 ? "nothing to assess" : "more than one thing to assess",
                     "give files of histories, --schedule, --cycles or --psd");
  }
  if (!options.psd.empty()) return FatigueOfSpectrum(options, console);
  if (!options.part.empty()) return FatigueOfPart(options, console);
  if (!options.vtk.empty()) {
    throw InputError("fields are those of a flexible part", "say which: --part NAME");
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
                 "(critical planes), signed-von-mises or absolute-principal");
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
  options->outputs.AddFile(
      app, "-o,--output", &options->output, {".csv"},
      "Cycles or loops that were counted; with --part its nodes with damage and life");
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
    "  jounce fatigue run.h5 --part arm --material steel.yaml --vtk life -o nodes.csv\n"
    "  jounce fatigue --schedule durability.yaml -c 'Bushing Fz' --material bushing.yaml\n"
    "Amplitudes are half the range, lives are cycles (not reversals), damage is that of one "
    "pass.\n",
    &DeclareFatigue};

}  // namespace jounce
