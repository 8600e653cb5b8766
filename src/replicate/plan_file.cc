#include "replicate/plan_file.h"

#include <fmt/format.h>

#include "io/field_reader.h"
#include "io/vector_fields.h"

namespace jounce {
namespace {

constexpr Range kPart{.least = 0, .most = 1, .least_excluded = true};

ReplicatePlan Read(const Document& document, const std::string& path, Diagnostics* diagnostics) {
  ReplicatePlan plan;
  plan.file = path;
  NameBook names;
  ReadFields(document, &names, diagnostics, &plan);
  const bool has_keys = !diagnostics->HasErrors();  // one that is missing was named
  const auto need = [&](bool empty, const char* key) {
    if (empty && has_keys) {
      diagnostics->Error({path}, fmt::format("no {}", key),
                         fmt::format("`{}` names at least one", key));
    }
  };
  need(plan.drives.empty(), "drives");
  need(plan.targets.empty(), "targets");
  need(plan.events.empty(), "events");
  for (const DriveSettings& drive : plan.drives) {
    if (drive.force.empty() != drive.force_probe.empty()) {
      diagnostics->Error(drive.place, "`force` and `force_probe` belong together",
                         "a limit, and the channel of the plant that it limits");
    }
  }
  diagnostics->ThrowIfErrors();
  return plan;
}

}  // namespace

void Describe(Fields& f, DriveSettings& d) {
  f.Where(d.place);
  f.Text({"item", "signal, load, motion or frame component (road.z); the name by default"}, d.item);
  f.Text({"unit", "of the drive file; SI by default"}, d.unit);
  f.Number({"gain", "of its corrections"}, d.gain, quantity::kNumber, kPositive);
  f.Text({"level", "rms of its noise for identification, with its unit: 3 mm"}, d.level);
  f.Text({"stroke", "largest value to either side of rest: 75 mm"}, d.stroke);
  f.Text({"speed", "largest rate: 1.5 m/s"}, d.speed);
  f.Text({"force", "largest value of `force_probe`: 50 kN"}, d.force);
  f.Text({"force_probe", "channel of the plant that is the force of this drive"}, d.force_probe);
}

void Describe(Fields& f, TargetSettings& t) {
  f.Where(t.place);
  f.Text({"channel", "of the target files, or its number from 1; the name by default"}, t.channel);
  f.Text({"probe", "channel of the plant that answers; the name by default"}, t.probe);
  f.Text({"unit", "of the samples; as the file says by default"}, t.unit);
  f.Number({"scale", "a factor, e.g. -1 for another sign"}, t.scale, quantity::kNumber);
  f.Number({"weight", "beside other targets; 0: looked at, not controlled"}, t.weight,
           quantity::kNumber, kNotNegative);
  f.Number({"gain", "part of its error that is corrected"}, t.gain, quantity::kNumber, kPositive);
}

void Describe(Fields& f, EventSettings& e) {
  f.Where(e.place);
  f.Path({"file", "targets: RPC III, DAC, CSV, UFF 58, MATLAB or a result", kRequired}, e.file);
  OptionalNumber(f, {"begin", "what is taken of it begins"}, e.begin, quantity::kTime);
  OptionalNumber(f, {"end", "and ends"}, e.end, quantity::kTime);
  f.Pairs({"set", "parameters and variants of the plant for this event"}, e.set, nullptr);
}

void Describe(Fields& f, BandSettings& b) {
  f.Number({"low", "of the control band"}, b.low, quantity::kFrequency, kPositive);
  f.Number({"high", "of the control band", kRequired}, b.high, quantity::kFrequency, kPositive);
  OptionalNumber(f, {"low_edge", "width below `low`; half of it by default"}, b.low_edge,
                 quantity::kFrequency, kNotNegative);
  OptionalNumber(f, {"high_edge", "width above `high`; a tenth of it by default"}, b.high_edge,
                 quantity::kFrequency, kNotNegative);
}

void Describe(Fields& f, EditSettings& e) {
  f.Flag({"despike", "takes out single spikes"}, e.despike);
  OptionalNumber(f, {"spike_threshold", "robust standard deviations; 8 by default"},
                 e.spike_threshold, quantity::kNumber, kPositive);
  f.Flag({"remove_drift", "takes out the straight line of least squares"}, e.remove_drift);
  OptionalNumber(f, {"high_pass", "what is slower is taken out"}, e.high_pass, quantity::kFrequency,
                 kPositive);
  OptionalNumber(f, {"rate", "samples a second, resampled to"}, e.rate, quantity::kFrequency,
                 kPositive);
  OptionalNumber(f,
                 {"keep_damage", "of every target; quiet windows are cut out as far as it stays"},
                 e.keep_damage, quantity::kNumber, kPart);
  f.Number({"window", "length of the windows that are kept or cut out"}, e.window, quantity::kTime,
           kPositive);
}

void Describe(Fields& f, NoiseSettings& n) {
  static constexpr const char* kEstimators[] = {"h1", "h2", "hv"};
  f.Number({"duration", "of each run"}, n.duration, quantity::kTime, kPositive);
  f.Integer({"runs", "in parallel, each with noise of its own"}, n.runs, 1, 1000);
  f.Integer({"segment", "samples of a segment of the spectra"}, n.segment, 16, 1 << 20);
  f.Number({"slope", "amplitudes fall with the frequency to this power"}, n.slope,
           quantity::kNumber, {.least = -4, .most = 4});
  f.Integer({"seed", "of the noise"}, n.seed, 0, 1 << 30);
  DescribeChoice(f, {"estimator", "by what is noisy: responses, drives, both"}, kEstimators,
                 n.estimator);
}

void Describe(Fields& f, IdentificationSettings& i) {
  static constexpr const char* kMethods[] = {"linearization", "noise"};
  DescribeChoice(f, {"method", "which response matrix is inverted"}, kMethods, i.method);
  f.Number({"floor", "singular values below this part of the largest are left out"}, i.floor,
           quantity::kNumber, {.least = 0, .most = 1});
  f.Flag({"smallest_drives", "more drives than targets: take the smallest that do"},
         i.smallest_drives);
  DescribeOptional(f, {"noise", "runs with noise: for the method, or to compare"}, "noise",
                   i.noise);
}

void Describe(Fields& f, IterationSettings& i) {
  static constexpr const char* kStarts[] = {"response", "servo"};
  DescribeChoice(f, {"start", "first drives: by the response matrix, or by servo constraints"},
                 kStarts, i.start);
  f.Number({"gain", "part of the correction that is taken"}, i.gain, quantity::kNumber,
           {.least = 0, .most = 2, .least_excluded = true});
  f.Integer({"most", "runs of an event"}, i.most, 1, 10000);
  f.Number({"error", "rms error over rms of the target at which a channel is good"}, i.error,
           quantity::kNumber, kPositive);
  f.Number({"least_step", "part of the gain below which halving ends"}, i.least_step,
           quantity::kNumber, kPart);
  f.Flag({"update", "the response matrix learns from the runs"}, i.update);
}

void Describe(Fields& f, ReplicatePlan& p) {
  f.Where(p.place);
  f.Text({"name", "of the plan"}, p.name);
  f.Group({"plant", "the model that is driven", kRequired}, [&p](Fields& g) {
    g.Path({"model", "its file", kRequired}, p.model);
    g.Text({"case", "of the model"}, p.case_name);
    g.Pairs({"set", "its parameters and variants"}, p.set, nullptr);
    OptionalNumber(g, {"step", "of its simulation; the model's own by default"}, p.step,
                   quantity::kTime, kPositive);
  });
  DescribeMap(f, {"drives", "what is driven", kRequired}, "drive", p.drives);
  DescribeMap(f, {"targets", "what is to be replicated", kRequired}, "target", p.targets);
  DescribeMap(f, {"events", "recordings of the targets", kRequired}, "event", p.events);
  f.Group({"band", "of frequencies that is controlled", kRequired},
          [&p](Fields& g) { Describe(g, p.band); });
  f.Group({"edit", "of the targets before"}, [&p](Fields& g) { Describe(g, p.edit); });
  f.Number({"rest", "before and after each event"}, p.pad, quantity::kTime, kNotNegative);
  f.Number({"fade", "over which targets begin and end"}, p.fade, quantity::kTime, kNotNegative);
  f.Number({"damage_slope", "of the Woehler line for the damage"}, p.slope, quantity::kNumber,
           kPositive);
  f.Group({"identification", "of the response matrix"},
          [&p](Fields& g) { Describe(g, p.identification); });
  f.Group({"iteration", "from one drive to the next"},
          [&p](Fields& g) { Describe(g, p.iteration); });
}

ReplicatePlan LoadPlan(const std::string& path, const Assignments& assignments,
                       std::vector<std::string>* files) {
  Diagnostics diagnostics;
  const Document document = Document::Load(path, assignments, &diagnostics);
  files->insert(files->end(), document.files().begin(), document.files().end());
  return Read(document, path, &diagnostics);
}

ReplicatePlan ParsePlan(const std::string& text, const std::string& path) {
  Diagnostics diagnostics;
  return Read(Document::Parse(text, path, {}, &diagnostics), path, &diagnostics);
}

}  // namespace jounce
