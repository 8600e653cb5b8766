#include "correlate/plan.h"

#include <fmt/format.h>

#include "io/document.h"
#include "io/field_reader.h"

namespace jounce::correlate {
void Describe(Fields& f, PlanParameter& p) {
  f.Where(p.place);
  f.Text({"name", "number of the model as --set knows it, or a pattern; else that of this entry"},
         p.number);
  f.Number({"lower", "least factor of what the model says"}, p.lower, quantity::kNumber, kPositive);
  f.Number({"upper", "largest factor of what the model says"}, p.upper, quantity::kNumber,
           kPositive);
  f.Number({"prior", "how far off it may well be (standard deviation), as a part of itself"},
           p.prior, quantity::kNumber, kNotNegative);
  if (!f.ForSchema() && !(p.lower < 1 && p.upper > 1)) {
    f.Problem("lower", "the model's own value, the factor 1, is not between the bounds",
              "lower is below 1, upper above");
  }
}

void Describe(Fields& f, PlanChannel& c) {
  static constexpr const char* kWords[] = {"time", "spectrum"};
  f.Where(c.place);
  f.Text({"simulated", "channel of the model; else of the same name"}, c.simulated);
  f.Number({"scale", "factor for the simulated channel, e.g. -1 for another sign"}, c.scale,
           quantity::kNumber);
  f.Number({"weight", "what it counts beside others"}, c.weight, quantity::kNumber, kPositive);
  f.Number({"deviation", "standard deviation of its noise, in its unit; else what is left over"},
           c.deviation, quantity::kNumber, kPositive);
  DescribeChoice(f, {"compare", "histories, or spectra without their phase"}, kWords, c.comparison);
  f.Flag({"held_out", "looked at but not fitted"}, c.held_out);
}

void Describe(Fields& f, PlanValue& v) {
  f.Where(v.place);
  f.Number({"value", "what was measured, in the SI unit of the channel", kRequired}, v.value,
           quantity::kNumber);
  f.Number({"deviation", "its standard deviation", kRequired}, v.deviation, quantity::kNumber,
           kPositive);
  f.Flag({"held_out", "looked at but not fitted"}, v.held_out);
}

void Describe(Fields& f, PlanMode& m) {
  f.Where(m.place);
  f.Integer({"mode", "its number in `jounce modes --undamped`", kRequired}, m.mode, 1, 100000);
  f.Number({"frequency", "what was measured", kRequired}, m.frequency, quantity::kFrequency,
           kPositive);
  f.Number({"deviation", "its standard deviation", kRequired}, m.deviation, quantity::kFrequency,
           kPositive);
  f.Flag({"held_out", "looked at but not fitted"}, m.held_out);
}

void Describe(Fields& f, PlanEvent& e) {
  f.Where(e.place);
  f.Pairs({"set", "parameters and variants of the model, as --set says them"}, e.set, nullptr);
  f.Path({"measured", "file of time histories"}, e.measured);
  DescribeMap(f, {"channels", "measured channels to compare"}, "correlated_channel", e.channels);
  f.Flag({"equilibrium", "start in static equilibrium"}, e.from_equilibrium);
  f.Number({"start_time", "before it nothing is compared"}, e.start_time, quantity::kTime,
           kNotNegative);
  f.Number({"end_time", "of the run; else that of the measurement"}, e.end_time, quantity::kTime,
           kPositive);
  f.Number({"low", "frequency from which spectra are compared"}, e.low, quantity::kFrequency,
           kNotNegative);
  f.Number({"high", "frequency up to which spectra are compared"}, e.high, quantity::kFrequency,
           kPositive);
  DescribeMap(f, {"values", "channels measured in static equilibrium"}, "correlated_value",
              e.values);
  DescribeMap(f, {"modes", "natural frequencies about the equilibrium"}, "correlated_mode",
              e.modes);
  f.Flag({"held_out", "looked at but not fitted"}, e.held_out);
  if (f.ForSchema()) return;
  if (e.measured.empty() != e.channels.empty()) {
    f.Problem("", "`measured` and `channels` belong together", "give both or none of them");
  }
  if (e.channels.empty() && e.values.empty() && e.modes.empty()) {
    f.Problem("", "nothing was measured", "give `channels`, `values` or `modes`");
  }
}

void Describe(Fields& f, Plan& plan) {
  f.Path({"model", "model file", kRequired}, plan.model);
  f.Pairs({"set", "parameters and variants of the model, in all events"}, plan.set, nullptr);
  DescribeMap(f, {"find", "numbers of the model to find", kRequired}, "found_parameter",
              plan.parameters);
  DescribeMap(f, {"events", "what was measured", kRequired}, "measured_event", plan.events);
  f.Integer({"most_iterations", "of the search"}, plan.most_iterations, 1, 1000);
}

Plan LoadPlan(const std::string& path) {
  Plan plan;
  Diagnostics diagnostics;
  const Document document = Document::Load(path, {}, &diagnostics);
  NameBook names;
  ReadFields(document, &names, &diagnostics, &plan);
  diagnostics.ThrowIfErrors();
  plan.files = document.files();
  for (const PlanEvent& event : plan.events) {
    if (!event.measured.empty()) plan.files.push_back(event.measured);
  }
  for (PlanParameter& parameter : plan.parameters) {
    if (parameter.number.empty()) parameter.number = parameter.name;
  }
  return plan;
}

}  // namespace jounce::correlate
