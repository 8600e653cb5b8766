#include "report/identify_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "identify/uncertainty.h"
#include "report/bench_page.h"
#include "testbench/loop.h"

namespace jounce::report {
namespace {

using identify::Identification;
using identify::Series;
using identify::SeriesKind;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr int kGrid = 4;  // of dynamic loops, as figures 6.3 and 6.4 of [Svensson 2004]

// Displacements are shown in mm, angles in degrees.
double DisplayFactor(const Series& series) {
  return series.rotation ? 180 / std::numbers::pi : 1e3;
}
const char* DisplayUnit(const Series& series) { return series.rotation ? "deg" : "mm"; }

// Measured points and the computed loop of one series; the loop is closed with its first row.
// One edge of a band around a loop.
Curve BandEdge(const Series& series, const std::vector<double>& force, const char* name) {
  Curve edge{.name = name, .style = CurveStyle::kDashed};
  for (size_t i = 0; i < force.size(); ++i) {
    edge.x.push_back(DisplayFactor(series) * series.displacement[i]);
    edge.y.push_back(force[i]);
  }
  edge.x.push_back(edge.x.front());
  edge.y.push_back(edge.y.front());
  return edge;
}

Plot LoopPlot(const Series& series, const std::vector<double>& force,
              const identify::ForceBand& band, double phi) {
  Curve measured{.name = "measured", .style = CurveStyle::kPoints, .group = "measured"};
  Curve fitted{.name = "law", .group = "law"};
  for (size_t i = 0; i < force.size(); ++i) {
    measured.x.push_back(DisplayFactor(series) * series.displacement[i]);
    measured.y.push_back(series.force[i]);
    fitted.x.push_back(DisplayFactor(series) * series.displacement[i]);
    fitted.y.push_back(force[i]);
  }
  fitted.x.push_back(fitted.x.front());
  fitted.y.push_back(fitted.y.front());
  return {
      .title = fmt::format("{}, {:.4g} Hz",
                           identify::ShowDisplacement(series.amplitude, series.rotation),
                           series.frequency),
      .x = {.title = series.rotation ? "angle" : "displacement", .unit = DisplayUnit(series)},
      .y = {.title = series.rotation ? "moment" : "force", .unit = series.rotation ? "Nm" : "N"},
      .curves = {std::move(measured), std::move(fitted),
                 BandEdge(series, band.lower, "95 % band, lower edge"),
                 BandEdge(series, band.upper, "95 % band, upper edge")},
      .height = 220,
      .note = fmt::format("series {}, phi {:.4f}", series.name, phi)};
}

// `count` of them, evenly through the sorted values.
std::vector<double> Spread(const std::set<double>& values, int count) {
  const std::vector<double> all(values.begin(), values.end());
  std::vector<double> chosen;
  const int n = static_cast<int>(all.size());
  for (int i = 0; i < std::min(count, n); ++i) {
    chosen.push_back(all[n <= count ? i : i * (n - 1) / (count - 1)]);
  }
  return chosen;
}

class PageMaker {
 public:
  explicit PageMaker(const IdentifyPageInput& input)
      : input_(input),
        data_(*input.data),
        result_(*input.result),
        bands_(identify::PredictionBands(result_, data_)) {}

  Page Make() {
    page_.title = input_.title;
    page_.subtitle = "identified from measured loops";
    page_.facts = input_.facts;
    AddFacts();
    AddWarnings();
    AddStiffness();
    if (!result_.ladder.empty()) AddLadder();
    AddParameters();
    AddErrorMap();
    AddDynamicGrid();
    AddSlowLoops();
    AddSeriesTable();
    return std::move(page_);
  }

 private:
  void AddFacts() {
    page_.facts.push_back({"law", result_.model.name});
    page_.facts.push_back({"parameters", fmt::format("{}", result_.model.FreeParameterCount())});
    page_.facts.push_back({"phi", fmt::format("{:.5f}", result_.phi)});
    if (!std::isnan(result_.phi_held_out)) {
      const bool good = result_.phi_held_out <= 1.25 * result_.phi_fitted;
      page_.facts.push_back({"phi of series not seen", fmt::format("{:.5f}", result_.phi_held_out),
                             good ? Mark::kGood : Mark::kWarning});
    }
    page_.facts.push_back({"search", fmt::format("{:.3g} s", result_.seconds)});
  }

  void AddWarnings() {
    if (result_.warnings.empty()) return;
    Section section{.title = "To be looked at"};
    for (const std::string& warning : result_.warnings) {
      section.items.push_back(Note{warning, Mark::kWarning});
    }
    page_.sections.push_back(std::move(section));
  }

  void AddLadder() {
    Plot plot{.title = "error over number of parameters",
              .x = {.title = "parameters"},
              .y = {.title = "phi", .scale = Scale::kLog}};
    Curve fitted{.name = "fitted series", .style = CurveStyle::kPoints};
    Curve unseen{.name = "series not seen", .style = CurveStyle::kPoints};
    Curve chosen{.name = "chosen", .style = CurveStyle::kPoints};
    Table table{.columns = {{.title = "law"},
                            {.title = "parameters", .align = Align::kRight},
                            {.title = "phi fitted", .align = Align::kRight},
                            {.title = "phi not seen", .align = Align::kRight},
                            {.title = "search", .unit = "s", .align = Align::kRight}}};
    for (const identify::Rung& rung : result_.ladder) {
      fitted.x.push_back(rung.parameters);
      fitted.y.push_back(rung.phi_fitted);
      unseen.x.push_back(rung.parameters);
      unseen.y.push_back(rung.phi_held_out);
      if (rung.chosen) {
        chosen.x.push_back(rung.parameters);
        chosen.y.push_back(rung.phi_held_out);
      }
      table.rows.push_back({{rung.shape.Name(), rung.chosen ? Mark::kGood : Mark::kNone},
                            {static_cast<double>(rung.parameters)},
                            {rung.phi_fitted},
                            {rung.phi_held_out},
                            {rung.seconds}});
    }
    plot.curves = {std::move(fitted), std::move(unseen), std::move(chosen)};
    page_.sections.push_back(
        {.title = "The ladder of laws",
         .text = "Each law was fitted to three of four series and judged by the others. The marked "
                 "one is the smallest that comes near the best.",
         .items = {std::move(plot), std::move(table)},
         .columns = 2});
  }

  void AddParameters() {
    Table table{.columns = {{.title = "parameter"},
                            {.title = "value", .align = Align::kRight, .digits = 5},
                            {.title = "unit"},
                            {.title = "95 % from", .align = Align::kRight},
                            {.title = "to", .align = Align::kRight},
                            {.title = "spread", .unit = "%", .align = Align::kRight, .digits = 2},
                            {.title = "state"}}};
    for (size_t i = 0; i < result_.model.parameters.size(); ++i) {
      const identify::Parameter& parameter = result_.model.parameters[i];
      const identify::ParameterTrust& trust = result_.trust.parameters[i];
      const char* state = parameter.fixed          ? "fixed"
                          : parameter.tied_to >= 0 ? "tied"
                          : trust.at_bound         ? "at its bound"
                          : trust.determined       ? ""
                                                   : "not determined";
      const bool known = !parameter.fixed && trust.determined;
      table.rows.push_back({{parameter.name},
                            {parameter.Shown()},
                            {parameter.unit},
                            {known ? trust.lower * parameter.shown : kNan},
                            {known ? trust.upper * parameter.shown : kNan},
                            {known ? 100 * trust.spread : kNan},
                            {state, trust.determined ? Mark::kNone : Mark::kWarning}});
    }
    Section section{.title = "Parameters", .items = {std::move(table)}};
    if (!result_.trust.strong.empty()) {
      std::string text = "Strongly correlated, so known better together than alone: ";
      for (size_t i = 0; i < result_.trust.strong.size() && i < 8; ++i) {
        const identify::Correlation& pair = result_.trust.strong[i];
        text += fmt::format("{}{} and {} ({:.3f})", i ? ", " : "",
                            result_.model.parameters[pair.first].name,
                            result_.model.parameters[pair.second].name, pair.value);
      }
      section.items.push_back(Note{text + "."});
    }
    page_.sections.push_back(std::move(section));
  }

  void AddStiffness() {
    std::vector<StiffnessPoint> measured, fitted;
    for (size_t i = 0; i < data_.size(); ++i) {
      const Series& series = data_[i];
      if (series.kind != SeriesKind::kDynamic) continue;
      std::vector<double> force = result_.forces[i];
      force.push_back(force.front());
      const auto point = [&](const std::vector<double>& f) -> StiffnessPoint {
        const auto loop = testbench::MeasureLoop(series.time, series.displacement, f);
        return {series.amplitude, series.frequency, loop.harmonic_stiffness(),
                loop.harmonic_loss_angle()};
      };
      measured.push_back(point(series.force));
      fitted.push_back(point(force));
    }
    if (measured.empty()) return;
    Plot stiffness = StiffnessPlot(), angle = AnglePlot();
    AddStiffnessCurves(measured, CurveStyle::kPoints, "measured ", &stiffness, &angle);
    AddStiffnessCurves(fitted, CurveStyle::kLine, "law ", &stiffness, &angle);
    page_.sections.push_back({.title = "Dynamic stiffness and loss angle",
                              .text = "Of the first harmonics; points measured, lines computed.",
                              .items = {std::move(stiffness), std::move(angle)},
                              .columns = 2});
  }

  void AddErrorMap() {
    std::set<double> amplitudes, frequencies;
    for (const Series& series : data_) {
      if (series.kind != SeriesKind::kDynamic) continue;
      amplitudes.insert(series.amplitude);
      frequencies.insert(series.frequency);
    }
    if (amplitudes.empty()) return;
    Heatmap map{.title = "phi over amplitude and frequency",
                .x = {.title = "frequency", .unit = "Hz"},
                .y = {.title = "amplitude", .unit = DisplayUnit(data_[0])},
                .value_title = "phi",
                .digits = 2};
    map.x_values.assign(frequencies.begin(), frequencies.end());
    for (double amplitude : amplitudes) map.y_values.push_back(DisplayFactor(data_[0]) * amplitude);
    map.values.assign(amplitudes.size() * frequencies.size(), kNan);
    for (size_t i = 0; i < data_.size(); ++i) {
      if (data_[i].kind != SeriesKind::kDynamic) continue;
      const auto row = std::distance(amplitudes.begin(), amplitudes.find(data_[i].amplitude));
      const auto column = std::distance(frequencies.begin(), frequencies.find(data_[i].frequency));
      map.values[row * frequencies.size() + column] = result_.series[i].phi;
    }
    page_.sections.push_back({.title = "Where the law errs", .items = {std::move(map)}});
  }

  // On demand where there are others.
  void AddSlowLoops() {
    const bool alone = std::none_of(data_.begin(), data_.end(), [](const Series& series) {
      return series.kind == SeriesKind::kDynamic;
    });
    for (const SeriesKind kind : {SeriesKind::kStatic, SeriesKind::kQuasiStatic}) {
      Section section{.title = kind == SeriesKind::kStatic ? "Static loops" : "Quasi-static loops",
                      .columns = 4,
                      .open = alone};
      for (size_t i = 0; i < data_.size(); ++i) {
        if (data_[i].kind == kind) section.items.push_back(Loop(i));
      }
      if (!section.items.empty()) page_.sections.push_back(std::move(section));
    }
  }

  void AddDynamicGrid() {
    std::set<double> amplitudes;
    for (const Series& series : data_) {
      if (series.kind == SeriesKind::kDynamic) amplitudes.insert(series.amplitude);
    }
    Section section{.title = "Dynamic loops",
                    .text = "Four amplitudes by four frequencies, as far as they were measured.",
                    .columns = kGrid};
    for (double amplitude : Spread(amplitudes, kGrid)) {
      std::set<double> frequencies;
      for (const Series& series : data_) {
        if (series.kind == SeriesKind::kDynamic && series.amplitude == amplitude) {
          frequencies.insert(series.frequency);
        }
      }
      for (double frequency : Spread(frequencies, kGrid)) {
        for (size_t i = 0; i < data_.size(); ++i) {
          if (data_[i].kind == SeriesKind::kDynamic && data_[i].amplitude == amplitude &&
              data_[i].frequency == frequency) {
            section.items.push_back(Loop(i));
            break;
          }
        }
      }
    }
    if (!section.items.empty()) page_.sections.push_back(std::move(section));
  }

  void AddSeriesTable() {
    Table table{
        .columns = {{.title = "series"},
                    {.title = "kind"},
                    {.title = "amplitude", .unit = DisplayUnit(data_[0]), .align = Align::kRight},
                    {.title = "frequency", .unit = "Hz", .align = Align::kRight},
                    {.title = "phi", .align = Align::kRight, .digits = 3},
                    {.title = "phi not seen", .align = Align::kRight, .digits = 3},
                    {.title = "preparation"}}};
    for (size_t i = 0; i < data_.size(); ++i) {
      std::string notes;
      for (const std::string& note : data_[i].notes) notes += (notes.empty() ? "" : "; ") + note;
      table.rows.push_back({{data_[i].name},
                            {std::string(identify::ToString(data_[i].kind))},
                            {DisplayFactor(data_[i]) * data_[i].amplitude},
                            {data_[i].frequency},
                            {result_.series[i].phi},
                            {result_.series[i].phi_held_out},
                            {notes}});
    }
    page_.sections.push_back({.title = "All series", .items = {std::move(table)}, .open = false});
  }

  Plot Loop(size_t i) const {
    return LoopPlot(data_[i], result_.forces[i], bands_[i], result_.series[i].phi);
  }

  const IdentifyPageInput& input_;
  const std::vector<Series>& data_;
  const Identification& result_;
  std::vector<identify::ForceBand> bands_;  // one per series
  Page page_;
};

Plot ModulusPlot(const DmaPageInput& input, bool loss) {
  Plot plot{.title = fmt::format("{} {}", loss ? "loss" : "storage", input.quantity),
            .x = {.title = input.curve ? "reduced frequency" : "frequency",
                  .unit = "Hz",
                  .scale = Scale::kLog},
            .y = {.title = input.quantity, .unit = input.unit, .scale = Scale::kLog}};
  Curve measured{.name = "measured", .style = CurveStyle::kPoints}, fitted{.name = "Prony series"};
  for (const identify::ModulusPoint& point : *input.data) {
    const std::complex<double> law = input.fit->At(point.frequency);
    measured.x.push_back(point.frequency);
    measured.y.push_back(input.scale * (loss ? point.modulus.imag() : point.modulus.real()));
    fitted.x.push_back(point.frequency);
    fitted.y.push_back(input.scale * (loss ? law.imag() : law.real()));
  }
  plot.curves = {std::move(measured), std::move(fitted)};
  return plot;
}

Section ShiftSection(const identify::MasterCurve& curve) {
  Plot plot{.title = "time-temperature shift",
            .x = {.title = "temperature", .unit = "degC"},
            .y = {.title = "log10 of the shift factor"}};
  Curve found{.name = "from the sweeps", .style = CurveStyle::kPoints};
  found.x = curve.temperatures;
  found.y = curve.log_shift;
  plot.curves = {std::move(found)};
  if (std::isfinite(curve.c2)) {
    constexpr int kPoints = 101;
    const bool glass = std::isfinite(curve.glass);
    Curve fitted{.name = glass ? "WLF and Arrhenius" : "WLF"};
    const double from = curve.temperatures.front(), to = curve.temperatures.back();
    for (int i = 0; i < kPoints; ++i) {
      fitted.x.push_back(from + (to - from) * i / (kPoints - 1));
      fitted.y.push_back(curve.LogShiftAt(fitted.x.back()));
    }
    plot.curves.push_back(std::move(fitted));
    plot.note = fmt::format("C1 = {:.4g}, C2 = {:.4g} K at {:.3g} degC", curve.c1, curve.c2,
                            curve.reference);
    if (glass) {
      plot.note += fmt::format("; below {:.3g} degC Arrhenius, {:.4g} kJ/mol", curve.glass,
                               1e-3 * curve.activation_energy);
    }
  } else {
    plot.note = "the shifts do not follow Williams, Landel and Ferry";
  }
  Section section{.title = "Temperature", .items = {std::move(plot)}, .columns = 2};
  const auto moved = [](double b) { return b != 0; };
  if (std::any_of(curve.log_vertical.begin(), curve.log_vertical.end(), moved)) {
    Plot vertical{.title = "vertical shift",
                  .x = {.title = "temperature", .unit = "degC"},
                  .y = {.title = "factor of the moduli"}};
    Curve factors{.name = "from the sweeps", .style = CurveStyle::kPoints};
    factors.x = curve.temperatures;
    for (const double b : curve.log_vertical) factors.y.push_back(std::pow(10.0, b));
    vertical.curves = {std::move(factors)};
    section.items.push_back(std::move(vertical));
  }
  return section;
}

}  // namespace

// Which law, how good, and what the data leave open.
static std::vector<Note> Findings(const Identification& found) {
  std::string verdict = fmt::format(
      "The law {} with {} parameters fits with a mean error of {:.3g} % of the peak force",
      found.model.name, found.model.FreeParameterCount(), 100 * found.phi);
  if (!std::isnan(found.phi_held_out)) {
    verdict += fmt::format("; fitted without them, {:.3g} % on loops it had not seen",
                           100 * found.phi_held_out);
  }
  std::vector<Note> findings = {{verdict + "."}};
  for (const std::string& experiment : found.experiments) findings.push_back({experiment});
  if (findings.size() > 5) findings.resize(5);
  return findings;
}

Page MakeIdentifyPage(const IdentifyPageInput& input) {
  Page page = PageMaker(input).Make();
  page.findings = Findings(*input.result);
  return page;
}

Page MakeDmaPage(const DmaPageInput& input) {
  Page page{.title = input.title,
            .subtitle = "Prony series from storage and loss " + input.quantity,
            .findings = {{fmt::format(
                "{} branches fit the complex {} with an rms error of {:.3g} %.",
                input.fit->terms.size(), input.quantity, 100 * input.fit->rms_error)}},
            .facts = input.facts};
  page.facts.push_back({"rms error of E*", fmt::format("{:.3g} %", 100 * input.fit->rms_error)});
  page.facts.push_back({"R2 of E'", fmt::format("{:.6f}", input.fit->r_squared_storage)});
  page.facts.push_back({"branches", fmt::format("{}", input.fit->terms.size())});
  page.sections.push_back({.title = input.curve ? "Master curve" : "Frequencies",
                           .items = {ModulusPlot(input, false), ModulusPlot(input, true)},
                           .columns = 2});
  if (input.curve) page.sections.push_back(ShiftSection(*input.curve));
  Table table{.columns = {{.title = "relaxation time", .unit = "s", .align = Align::kRight},
                          {.title = input.quantity, .unit = input.unit, .align = Align::kRight}}};
  table.rows.push_back({{"relaxed"}, {input.scale * input.fit->relaxed}});
  for (const identify::PronyTerm& term : input.fit->terms) {
    table.rows.push_back({{term.time}, {input.scale * term.modulus}});
  }
  page.sections.push_back({.title = "Terms", .items = {std::move(table)}});
  return page;
}

}  // namespace jounce::report
