// `jounce signal`: road loads and other time histories, in any format, in one line.
#include <memory>

#include "cli/signal_verbs.h"

namespace jounce {
namespace {

struct Verb {
  const char* name;
  const char* summary;
  const char* examples;
  SignalAction (*declare)(CLI::App& app);
};

constexpr Verb kVerbs[] = {
    {"info", "Channels, units, rates and statistics of files",
     "  jounce signal info road.rsp\n"
     "  jounce signal info 'run_*.dac' --json\n",
     &DeclareSignalInfo},
    {"convert", "Another format, other units, some of the channels",
     "  jounce signal convert road.rsp -o road.csv\n"
     "  jounce signal convert road.rsp -o road.mat --si\n"
     "  jounce signal convert 'raw/*.dac' -o si/ --unit lbs=N --unit inch=mm --unit g=m/s^2\n"
     "  jounce signal convert 'lf_*.dac' --join -o lf.rsp --int16\n",
     &DeclareSignalConvert},
    {"filter", "Band-pass without phase, spikes, offsets and trends",
     "  jounce signal filter road.rsp -o desired.rsp --low 0.4 --high 50\n"
     "  jounce signal filter road.rsp -o clean.rsp --despike --remove mean\n",
     &DeclareSignalFilter},
    {"resample", "Another sample rate without aliasing",
     "  jounce signal resample road.rsp --to-rate 200 -o road_200.rsp\n", &DeclareSignalResample},
    {"cut", "A part of the time", "  jounce signal cut road.rsp --from 10 --to 60 -o lap_2.rsp\n",
     &DeclareSignalCut},
    {"arithmetic", "A new channel by a formula in channels a, b, ... and the time t",
     "  jounce signal arithmetic road.rsp -c 'LF Fz' -c 'RF Fz' --formula 'a + b' "
     "--name 'Front Fz' -o front.rsp\n",
     &DeclareSignalArithmetic},
    {"psd", "Power spectral densities by Welch's method",
     "  jounce signal psd road.rsp -o psd.html\n"
     "  jounce signal psd 'run_*.rsp' -c '*Shock*' -o psd.csv --segment 4096 --window hann\n",
     &DeclareSignalPsd},
    {"frf", "Frequency responses H1, H2, Hv and coherence",
     "  jounce signal frf rig.rsp --input 'Actuator' -c 'LF Fz' -o frf.html\n", &DeclareSignalFrf},
    {"rainflow", "Cycles after ASTM E1049, range pairs and pseudo-damage",
     "  jounce signal rainflow road.rsp --slope 5 --residue half\n"
     "  jounce signal rainflow road.rsp -c 'LF Fz' -o cycles.csv --classes 64\n",
     &DeclareSignalRainflow},
    {"plot", "A page with time histories, spectra and statistics",
     "  jounce signal plot road.rsp -o road.html\n"
     "  jounce signal plot measured.rsp simulated.h5 -c 'LF Fz' -o overlay.html\n",
     &DeclareSignalPlot},
};

std::function<ExitCode(const Console&)> DeclareSignal(CLI::App& app) {
  auto chosen = std::make_shared<SignalAction>();
  app.require_subcommand(1);
  for (const Verb& verb : kVerbs) {
    CLI::App* sub = app.add_subcommand(verb.name, verb.summary);
    sub->fallthrough();
    sub->footer(std::string("Examples:\n") + verb.examples);
    SignalAction action = verb.declare(*sub);
    sub->callback([chosen, action] { *chosen = action; });
  }
  return [chosen](const Console& console) { return (*chosen)(console); };
}

}  // namespace

extern const Command kSignalCommand;
const Command kSignalCommand = {
    "signal", "Read, convert, analyse and edit time histories (RPC III, DAC, CSV, UFF, MATLAB)",
    "  jounce signal info road.rsp\n"
    "  jounce signal convert road.rsp -o road.csv --si\n"
    "  jounce signal psd road.rsp -o psd.html\n"
    "  jounce signal rainflow road.rsp --slope 5\n"
    "  jounce signal filter --help\n",
    &DeclareSignal};

}  // namespace jounce
