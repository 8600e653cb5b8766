#include "laws/spring_law.h"

#include "laws/scalar_response.h"
#include "laws/small_motion.h"
#include "laws/step_slopes.h"

namespace jounce {

void Validate(const DamperSettings& settings, const ParameterCheck& check) {
  check.NotNegative("damping", settings.damping);
  if (settings.damping_table) Validate(*settings.damping_table, check.Part("damping_table"));
}

void Validate(const PolynomialSettings& settings, const ParameterCheck& check) {
  const bool damps = settings.damper.damping != 0 || settings.damper.damping_table;
  check.That(!settings.coefficients.empty() || damps, "coefficients is empty",
             "give the linear stiffness and what follows it, or a damping");
  check.AllFinite("coefficients", settings.coefficients);
  Validate(settings.damper, check);
}

void Validate(const YeohSettings& settings, const ParameterCheck& check) {
  check.Finite("d10", settings.d10);
  check.Finite("d20", settings.d20);
  check.Finite("d30", settings.d30);
  Validate(settings.damper, check);
}

void Validate(const TableSpringSettings& settings, const ParameterCheck& check) {
  Validate(settings.table, check.Part("table"));
  Validate(settings.damper, check);
}

SpringLaw::SpringLaw(ElasticCurve spring, const DamperSettings& damper)
    : spring_(std::move(spring)), damping_(damper.damping) {
  if (damper.damping_table) {
    const TableSettings& t = *damper.damping_table;
    damping_table_.emplace(t.x, t.y, t.interpolation, t.extrapolation);
  }
}

SpringLaw::SpringLaw(const PolynomialSettings& settings)
    : SpringLaw(ElasticCurve::Polynomial(settings.coefficients), settings.damper) {}

SpringLaw::SpringLaw(const YeohSettings& s)
    : SpringLaw(ElasticCurve::Polynomial({2 * s.d10, 0, 4 * s.d20, 0, 6 * s.d30}), s.damper) {}

SpringLaw::SpringLaw(const TableSpringSettings& settings)
    : SpringLaw(ElasticCurve::Table(settings.table), settings.damper) {}

SpringLaw::SpringLaw(const DamperSettings& settings)
    : SpringLaw(ElasticCurve::Polynomial({}), settings) {}

SpringLaw::Damping SpringLaw::DampingAt(double rate) const {
  Damping d{damping_ * rate, damping_};
  if (damping_table_) {
    const Spline::Point p = damping_table_->Evaluate(rate);
    d.force += p.value;
    d.slope += p.slope;
  }
  return d;
}

void SpringLaw::Start(const double* strain, double* state) const {
  state[0] = strain[0];
  state[1] = 0;
}

void SpringLaw::Update(const LawStep& step, const double* state, double* next,
                       LawResponse* response) const {
  const auto spring = spring_.At(step.strain[0]);
  Damping damping{0, 0};
  double lost = 0;
  if (std::isfinite(step.h)) {
    damping = DampingAt(step.rate[0]);
    // Two Gauss points along the step: exact for a linear damper, and for any at constant rate.
    const RatePath path(step.strain[0] - state[0], step.rate[0], step.h);
    const double mean = path.mean(), spread = (path.end - path.begin) * 0.28867513459481288;
    lost = step.h / 2 *
           (DampingAt(mean - spread).force * (mean - spread) +
            DampingAt(mean + spread).force * (mean + spread));
  }
  next[0] = step.strain[0];
  next[1] = state[1] + lost;
  Answer(response, spring.force + damping.force, spring.stiffness, damping.slope, spring.energy,
         next[1]);
}

void SpringLaw::Differentiate(const LawStep& step, const double* state,
                              const StepSlopes& slopes) const {
  const PackedDual e = slopes.Strain(step, 0), rate = slopes.Rate(step, 0);
  const auto damper = [this](const PackedDual& v) {
    const Damping d = DampingAt(v.value);
    return PackedDual::Chain(v, d.force, d.slope);
  };
  const auto spring = spring_.At(e.value);
  PackedDual force = PackedDual::Chain(e, spring.force, spring.stiffness), lost = 0.0;
  if (std::isfinite(step.h)) force = force + damper(rate);
  if (std::isfinite(step.h) && step.h > 0) {
    // As in Update().
    const PackedDual mean = (e - slopes.State(state, 0)) / step.h;
    const PackedDual spread = (rate - mean) * (2 * 0.28867513459481288);
    const PackedDual slow = mean - spread, fast = mean + spread;
    lost = (damper(slow) * slow + damper(fast) * fast) * (step.h / 2);
  }
  slopes.SetNext(0, e);
  slopes.SetNext(1, slopes.State(state, 1) + lost);
  slopes.AddForce(0, force);
}

SmallMotion SpringLaw::Linearize(double, const double* strain) const {
  return SmallMotion::Spring(spring_.At(strain[0]).stiffness, DampingAt(0).slope);
}

}  // namespace jounce
