#include "laws/bumper_law.h"

#include <algorithm>

#include "laws/scalar_response.h"
#include "laws/small_motion.h"
#include "laws/step_slopes.h"

namespace jounce {

void Validate(const BumperSettings& settings, const ParameterCheck& check) {
  check.Finite("gap", settings.gap);
  check.NotNegative("loss", settings.loss);
  check.AllFinite("coefficients", settings.coefficients);
  if (settings.table) Validate(*settings.table, check.Part("table"));
  check.That(settings.coefficients.empty() == settings.table.has_value(),
             "needs one curve of force over compression", "give either coefficients or table");
}

BumperLaw::BumperLaw(const BumperSettings& settings)
    : curve_(settings.table ? ElasticCurve::Table(*settings.table)
                            : ElasticCurve::Polynomial(settings.coefficients)),
      gap_(settings.gap),
      sign_(settings.side == BumperSide::kCompression ? -1 : 1),
      loss_(settings.loss) {}

kernels::SpringPoint<double> BumperLaw::Contact(double strain) const {
  const double p = sign_ * strain - gap_;
  if (p <= 0) return {0, 0, 0};
  return curve_.At(p);
}

void BumperLaw::Start(const double* strain, double* state) const {
  state[0] = strain[0];
  state[1] = 0;
}

void BumperLaw::Update(const LawStep& step, const double* state, double* next,
                       LawResponse* response) const {
  const auto contact = Contact(step.strain[0]), before = Contact(state[0]);
  const bool moving = std::isfinite(step.h);
  const RatePath path(step.strain[0] - state[0], step.rate[0], step.h);
  const double factor = moving ? 1 + loss_ * sign_ * step.rate[0] : 1;
  const double mean_factor = std::max(0.0, 1 + loss_ * sign_ * path.mean());
  // At a constant rate the loss is a share of the elastic work, whatever the curve.
  next[0] = step.strain[0];
  next[1] = state[1] + (mean_factor - 1) * (contact.energy - before.energy);
  const bool pushing = factor > 0;
  Answer(response, pushing ? sign_ * contact.force * factor : 0,
         pushing ? contact.stiffness * factor : 0, pushing && moving ? contact.force * loss_ : 0,
         contact.energy, next[1]);
}

void BumperLaw::Differentiate(const LawStep& step, const double* state,
                              const StepSlopes& slopes) const {
  const PackedDual e = slopes.Strain(step, 0), e0 = slopes.State(state, 0);
  const bool moving = std::isfinite(step.h);
  const auto contact = Contact(e.value), before = Contact(e0.value);
  const PackedDual rate = moving ? slopes.Rate(step, 0) : PackedDual(0.0);
  const PackedDual mean = moving && step.h > 0 ? (e - e0) / step.h : PackedDual(0.0);
  const PackedDual factor = 1 + rate * (loss_ * sign_);
  const PackedDual mean_factor = Max(PackedDual(0.0), 1 + mean * (loss_ * sign_));
  const PackedDual gained = PackedDual::Chain(e, contact.energy, sign_ * contact.force) -
                            PackedDual::Chain(e0, before.energy, sign_ * before.force);
  slopes.SetNext(0, e);
  slopes.SetNext(1, slopes.State(state, 1) + (mean_factor - 1) * gained);
  if (factor.value > 0) {
    slopes.AddForce(0, PackedDual::Chain(e, sign_ * contact.force, contact.stiffness) * factor);
  }
}

SmallMotion BumperLaw::Linearize(double, const double* strain) const {
  const auto contact = Contact(strain[0]);
  return SmallMotion::Spring(contact.stiffness, loss_ * contact.force);
}

}  // namespace jounce
