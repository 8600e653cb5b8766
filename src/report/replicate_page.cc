#include "report/replicate_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/signal_page.h"
#include "signals/statistics.h"

namespace jounce::report {
namespace {

Column Right(const std::string& title, const char* unit = "") {
  return {.title = title, .unit = unit, .align = Align::kRight, .digits = 3};
}

Mark Verdict(bool good) { return good ? Mark::kGood : Mark::kBad; }

// Errors of the kept drives over the runs.
Plot ErrorPlot(const Replication& replication, const ReplicatedEvent& event) {
  Plot plot{.title = event.name,
            .x = {.title = "Run"},
            .y = {.title = "RMS error", .unit = "%", .scale = Scale::kLog},
            .note = "Of the best drives so far; runs that were worse do not count."};
  const ReplicatePlan& plan = replication.plan();
  plot.guides.push_back({.value = 100 * plan.iteration.error, .label = "wanted"});
  for (size_t i = 0; i < plan.targets.size(); ++i) {
    Curve curve{.name = plan.targets[i].name, .style = CurveStyle::kLineAndPoints};
    curve.x.push_back(0);
    curve.y.push_back(100);
    for (const IterationRecord& record : event.iteration->state().records) {
      curve.x.push_back(record.number);
      curve.y.push_back(record.kept ? 100 * record.errors[i] : curve.y.back());
    }
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

Table TargetTable(const Replication& replication, const ReplicatedEvent& event,
                  const EventOutcome& outcome) {
  Table table{.title = event.name + ": targets",
              .columns = {{.title = "Target"},
                          {.title = "Unit"},
                          Right("RMS error", "%"),
                          Right("Damage ratio"),
                          Right("Largest error", "% of peak"),
                          Right("RMS error", "% of peak"),
                          Right("PSD error", "%"),
                          Right("at", "Hz"),
                          Right("RMS desired"),
                          Right("achieved"),
                          Right("Coherence")},
              .note = "Within the band. RMS error: of the difference, over the RMS of the target."};
  const double wanted = replication.plan().iteration.error;
  for (const TargetOutcome& target : outcome.targets) {
    const ChannelCorrelation& r = target.correlation;
    table.rows.push_back(
        {{.value = target.name + (target.controlled ? "" : " (not controlled)")},
         {.value = r.unit},
         {.value = 100 * target.error,
          .mark = target.controlled ? Verdict(target.error < wanted) : Mark::kNone},
         {.value = r.relative_damage},
         {.value = r.max_error_percent},
         {.value = r.rms_error_percent},
         {.value = r.psd_error_percent},
         {.value = r.psd_error_frequency},
         {.value = r.measured_rms},
         {.value = r.simulated_rms},
         {.value = target.coherence}});
  }
  return table;
}

Table RunTable(const ReplicatedEvent& event) {
  Table table{
      .title = event.name + ": runs",
      .columns = {
          Right("Run"), Right("Step"), Right("Error", "%"), {.title = "Kept"}, {.title = "Note"}}};
  for (const IterationRecord& record : event.iteration->state().records) {
    table.rows.push_back({{.value = static_cast<double>(record.number)},
                          {.value = record.step},
                          {.value = 100 * record.error},
                          {.value = record.kept ? "yes" : "no"},
                          {.value = record.note}});
  }
  return table;
}

Table LimitTable(const ReplicatedEvent& event, const EventOutcome& outcome) {
  Table table{.title = event.name + ": what limits",
              .columns = {{.title = "Target"},
                          Right("from", "Hz"),
                          Right("to", "Hz"),
                          Right("part of the error", "%"),
                          {.title = "Why"}}};
  for (const Limitation& limit : outcome.limitations) {
    table.rows.push_back({{.value = limit.target},
                          {.value = limit.low},
                          {.value = limit.high},
                          {.value = 100 * limit.part},
                          {.value = limit.why}});
  }
  return table;
}

Curve HistoryOf(const std::string& name, const Channel& channel, CurveStyle style) {
  Curve curve{.name = name, .y = channel.samples, .style = style};
  for (size_t i = 0; i < channel.samples.size(); ++i) curve.x.push_back(channel.TimeOf(i));
  return curve;
}

Curve DensityOf(const std::string& name, const PowerSpectrum& spectrum, CurveStyle style) {
  Curve curve{.name = name, .style = style};
  for (size_t k = 1; k < spectrum.density.size(); ++k) {
    curve.x.push_back(spectrum.FrequencyOf(k));
    curve.y.push_back(spectrum.density[k]);
  }
  return curve;
}

Curve CrossingsOf(const std::string& name, const Channel& channel,
                  const std::vector<double>& levels, CurveStyle style) {
  Curve curve{.name = name, .y = levels, .style = style};
  for (const auto count : LevelCrossings(channel.samples, levels)) {
    curve.x.push_back(std::max(0.5, static_cast<double>(count)));
  }
  return curve;
}

BrowsedChannel BrowsedTarget(const Replication& replication, const ReplicatedEvent& event,
                             const TargetOutcome& target) {
  const ChannelCorrelation& r = target.correlation;
  const std::vector<double> levels = EvenLevels(r.measured.samples, 33);
  const BandSettings& band = replication.plan().band;
  return {.name = target.name,
          .group = event.name,
          .summary = fmt::format("{:.3g} %", 100 * target.error),
          .mark = target.controlled ? Verdict(target.error < replication.plan().iteration.error)
                                    : Mark::kNone,
          .plots = {{.title = event.name + ": " + target.name,
                     .x = {.title = "Time", .unit = "s"},
                     .y = {.title = "Value", .unit = r.unit},
                     .curves = {HistoryOf("desired", r.measured, CurveStyle::kLine),
                                HistoryOf("achieved", r.simulated, CurveStyle::kDashed)},
                     .link = "time " + event.name,
                     .height = 230},
                    {.title = "Spectrum",
                     .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
                     .y = {.title = "Density", .unit = DensityUnit(r.unit), .scale = Scale::kLog},
                     .curves = {DensityOf("desired", r.measured_psd, CurveStyle::kLine),
                                DensityOf("achieved", r.simulated_psd, CurveStyle::kDashed)},
                     .guides = {{.vertical = true, .value = band.low, .label = "band"},
                                {.vertical = true, .value = band.high}},
                     .height = 230},
                    {.title = "Level crossings",
                     .x = {.title = "Crossings upwards", .scale = Scale::kLog},
                     .y = {.title = "Level", .unit = r.unit},
                     .curves = {CrossingsOf("desired", r.measured, levels, CurveStyle::kLine),
                                CrossingsOf("achieved", r.simulated, levels, CurveStyle::kDashed)},
                     .height = 230}}};
}

BrowsedChannel BrowsedDrive(const ReplicatedEvent& event, const DriveOutcome& drive) {
  return {.name = drive.history.name,
          .group = event.name + ": drives",
          .summary = fmt::format("peak {:.3g} {}", drive.peak, drive.history.unit),
          .plots = {{.title = event.name + ": drive " + drive.history.name,
                     .x = {.title = "Time", .unit = "s"},
                     .y = {.title = "Value", .unit = drive.history.unit},
                     .curves = {HistoryOf("drive", drive.history, CurveStyle::kLine)},
                     .link = "time " + event.name,
                     .height = 230}}};
}

// Amplitudes of a target to one drive by one of the methods.
Curve ResponseCurve(const std::string& name, const ResponseMatrix& matrix, size_t target,
                    size_t drive, CurveStyle style) {
  Curve curve{.name = name, .x = matrix.frequency, .style = style};
  for (size_t line = 0; line < matrix.frequency.size(); ++line) {
    curve.y.push_back(std::abs(matrix.At(line, target, drive)));
  }
  return curve;
}

size_t StrongestDrive(const ResponseMatrix& matrix, size_t target) {
  const std::vector<double> means = MeanResponses(matrix);
  const auto begin = means.begin() + static_cast<std::ptrdiff_t>(target * matrix.drives);
  return std::max_element(begin, begin + static_cast<std::ptrdiff_t>(matrix.drives)) - begin;
}

BrowsedChannel BrowsedResponse(const Replication& replication, const PlantVariant& variant,
                               size_t target) {
  const ReplicatePlan& plan = replication.plan();
  const size_t drive = StrongestDrive(replication.MatrixOf(variant), target);
  const std::string unit = ResponseUnit(variant.probes[target].unit, variant.drives[drive].unit);
  Plot amplitude{
      .title = fmt::format("{} over {}", plan.targets[target].name, plan.drives[drive].name),
      .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
      .y = {.title = "Amplitude", .unit = unit, .scale = Scale::kLog},
      .curves = {ResponseCurve("linearization", variant.linear, target, drive, CurveStyle::kLine)},
      .height = 230};
  Plot coherence{.title = "Multiple coherence",
                 .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
                 .y = {.title = "Coherence", .min = 0.0, .max = 1.0},
                 .height = 230};
  if (variant.noisy) {
    amplitude.curves.push_back(
        ResponseCurve("noise", *variant.noisy, target, drive, CurveStyle::kDashed));
    Curve curve{.name = "noise", .x = variant.noisy->frequency};
    for (size_t line = 0; line < curve.x.size(); ++line) {
      curve.y.push_back(variant.noisy->CoherenceAt(line, target));
    }
    coherence.curves.push_back(std::move(curve));
  }
  BrowsedChannel channel{.name = plan.targets[target].name, .plots = {std::move(amplitude)}};
  if (variant.noisy) channel.plots.push_back(std::move(coherence));
  return channel;
}

Plot SingularPlot(const ReplicatedEvent& event) {
  const auto& setup = event.iteration->setup();
  const size_t drives = setup.inverse.drives;
  Plot plot{.title = "Singular values of the scaled response matrix",
            .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
            .y = {.title = "Singular value", .scale = Scale::kLog},
            .note = "Small ones are motions of the drives that hardly move the targets."};
  for (size_t k = 0; k < drives; ++k) {
    Curve curve{.name = fmt::format("{}", k + 1),
                .shade = drives > 1 ? static_cast<double>(k) / static_cast<double>(drives) : 0};
    for (size_t line = 0; line < setup.inverse.rank.size(); ++line) {
      curve.x.push_back(setup.block.FrequencyOf(setup.block.first_line() + line));
      curve.y.push_back(setup.inverse.singular[line * drives + k]);
    }
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

Note Finding(const Replication& replication, const ReplicatedEvent& event,
             const EventOutcome& outcome) {
  const TargetOutcome* worst = nullptr;
  size_t good = 0, controlled = 0;
  for (const TargetOutcome& target : outcome.targets) {
    if (!target.controlled) continue;
    ++controlled;
    good += target.error < replication.plan().iteration.error ? 1 : 0;
    if (!worst || target.error > worst->error) worst = &target;
  }
  return {fmt::format("{}: {} of {} controlled channels are within {:.3g} % after {} runs; {} is "
                      "worst with {:.3g} %, damage ratio {:.3g}.",
                      event.name, good, controlled, 100 * replication.plan().iteration.error,
                      event.iteration->state().records.size(), worst->name, 100 * worst->error,
                      worst->correlation.relative_damage),
          Verdict(good == controlled)};
}

Section Identification(const Replication& replication) {
  Section section{.title = "Identification",
                  .text = "How targets follow the drive that moves them most.",
                  .anchor = "identification",
                  .open = false};
  for (const PlantVariant& variant : replication.variants()) {
    ChannelBrowser browser{.title = "Responses"};
    for (const auto& [name, value] : variant.set)
      browser.title += fmt::format(" {}={}", name, value);
    for (size_t i = 0; i < replication.plan().targets.size(); ++i) {
      browser.channels.push_back(BrowsedResponse(replication, variant, i));
      browser.channels.back().visible = i < 2;
    }
    section.items.push_back(std::move(browser));
  }
  section.items.push_back(SingularPlot(replication.events().front()));
  return section;
}

}  // namespace

Page MakeReplicatePage(const Replication& replication, const std::vector<EventOutcome>& outcomes) {
  const ReplicatePlan& plan = replication.plan();
  Page page{.title = plan.name.empty() ? "Replication" : plan.name,
            .subtitle = fmt::format("Drives: {}, targets: {}, events: {}", plan.drives.size(),
                                    plan.targets.size(), plan.events.size()),
            .facts = {{"Plant", plan.model},
                      {"Band", fmt::format("{:g} to {:g} Hz", plan.band.low, plan.band.high)},
                      {"Gain", fmt::format("{:g}", plan.iteration.gain)}}};
  Section errors{.title = "Errors", .columns = outcomes.size() > 1 ? 2 : 1, .anchor = "errors"};
  Section tables{.title = "Channels and runs", .anchor = "channels"};
  ChannelBrowser histories{.title = "Desired and achieved",
                           .note = "In the list: RMS error of the target."};
  ChannelBrowser drives{.title = "Drives"};
  for (size_t e = 0; e < outcomes.size(); ++e) {
    const ReplicatedEvent& event = replication.events()[e];
    page.findings.push_back(Finding(replication, event, outcomes[e]));
    errors.items.push_back(ErrorPlot(replication, event));
    tables.items.push_back(TargetTable(replication, event, outcomes[e]));
    if (!outcomes[e].limitations.empty()) {
      tables.items.push_back(LimitTable(event, outcomes[e]));
    }
    tables.items.push_back(RunTable(event));
    for (const TargetOutcome& target : outcomes[e].targets) {
      histories.channels.push_back(BrowsedTarget(replication, event, target));
    }
    for (const DriveOutcome& drive : outcomes[e].drives) {
      drives.channels.push_back(BrowsedDrive(event, drive));
    }
  }
  for (size_t i = 0; i < std::min<size_t>(3, histories.channels.size()); ++i) {
    histories.channels[i].visible = true;
  }
  drives.channels.front().visible = true;
  page.sections = {std::move(errors),
                   std::move(tables),
                   {.title = "Histories", .items = {std::move(histories)}, .anchor = "histories"},
                   {.title = "Drives", .items = {std::move(drives)}, .anchor = "drives"},
                   Identification(replication)};
  return page;
}

}  // namespace jounce::report
