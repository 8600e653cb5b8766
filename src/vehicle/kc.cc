#include "vehicle/kc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kMillimetres = 1000;
constexpr double kSmallMotion = 1e-5;  // m or rad, over which closed formulas are differentiated

constexpr KcColumn kColumns[] = {
    {"toe_deg", &KcValues::toe, "toe-in positive"},
    {"camber_deg", &KcValues::camber, "top outwards positive"},
    {"caster_deg", &KcValues::caster, "top of the steering axis rearwards positive"},
    {"kpi_deg", &KcValues::kpi, "kingpin inclination, top inwards positive"},
    {"scrub_radius_mm", &KcValues::scrub_radius, "steering axis inboard positive"},
    {"caster_trail_mm", &KcValues::caster_trail, "steering axis ahead positive"},
    {"wc_dx_mm", &KcValues::centre_dx, "wheel centre, rearwards"},
    {"wc_dy_out_mm", &KcValues::centre_dy, "wheel centre, outwards"},
    {"wc_dz_mm", &KcValues::centre_dz, "wheel centre, up"},
    {"contact_dx_mm", &KcValues::contact_dx, "lowest point of the wheel, rearwards"},
    {"half_track_change_mm", &KcValues::half_track_change, "lowest point, outwards"},
    {"cp_dx_mm", &KcValues::point_dx, "contact point of the carrier, rearwards"},
    {"cp_dy_out_mm", &KcValues::point_dy, "contact point of the carrier, outwards"},
    {"cp_dz_mm", &KcValues::point_dz, "contact point of the carrier, up"},
    {"vertical_force_N", &KcValues::vertical_force, "on the wheel"},
    {"rc_height_velocity_mm", &KcValues::roll_centre, "roll centre above the ground"},
    {"rc_height_geometric_mm", &KcValues::roll_centre_geometric, "by the planes of the arms"},
    {"bump_steer_deg_per_m", &KcValues::bump_steer, "toe over travel"},
    {"bump_camber_deg_per_m", &KcValues::bump_camber, "camber over travel"},
    {"recession_mm_per_m", &KcValues::recession, "wheel centre rearwards over travel"},
    {"locked_contact_dx_dz", &KcValues::locked_contact_dx_dz, "of the locked contact point"},
};

// What an input is called, and in which steps gradients are told.
struct InputWords {
  KcInput input;
  const char* test;
  const char* unit;
  double gradient_step;
  const char* gradient_unit;
};
constexpr InputWords kInputs[] = {
    {KcInput::kTravel, "travel", "m", 1, "per m"},
    {KcInput::kSteer, "steer", "m or rad", 1, "per m or rad"},
    {KcInput::kLateral, "lateral_contact", "N", 1000, "per kN"},
    {KcInput::kLongitudinalContact, "longitudinal_contact", "N", 1000, "per kN"},
    {KcInput::kLongitudinalCentre, "longitudinal_centre", "N", 1000, "per kN"},
    {KcInput::kAligning, "aligning_torque", "N m", 100, "per 100 N m"},
};
const InputWords& WordsOf(KcInput input) {
  return *std::find_if(std::begin(kInputs), std::end(kInputs),
                       [&](const InputWords& words) { return words.input == input; });
}

const char* NameOf(KcSupport support) {
  switch (support) {
    case KcSupport::kLoadAtCentre:
      return "load_at_wheel_centre";
    case KcSupport::kLoadAtContact:
      return "load_at_contact_point";
    default:
      return "height_held";
  }
}

// Places as they are; Since() makes them ways.
KcValues ValuesOf(const WheelPlace& place, const WheelSide& side) {
  const WheelAngles angles = MeasureWheel(place, side);
  const Vector3d back = -side.forwards;
  KcValues v;
  v.toe = angles.toe * kDegrees;
  v.camber = angles.camber * kDegrees;
  v.caster = angles.caster * kDegrees;
  v.kpi = angles.kpi * kDegrees;
  v.scrub_radius = angles.scrub_radius * kMillimetres;
  v.caster_trail = angles.caster_trail * kMillimetres;
  v.centre_dx = place.centre.dot(back) * kMillimetres;
  v.centre_dy = place.centre.dot(side.outwards) * kMillimetres;
  v.centre_dz = place.centre.z() * kMillimetres;
  v.contact_dx = angles.lowest.dot(back) * kMillimetres;
  v.half_track_change = angles.lowest.dot(side.outwards) * kMillimetres;
  v.point_dx = place.contact.dot(back) * kMillimetres;
  v.point_dy = place.contact.dot(side.outwards) * kMillimetres;
  v.point_dz = place.contact.z() * kMillimetres;
  return v;
}

constexpr double KcValues::*kPlaces[] = {
    &KcValues::centre_dx,         &KcValues::centre_dy, &KcValues::centre_dz, &KcValues::contact_dx,
    &KcValues::half_track_change, &KcValues::point_dx,  &KcValues::point_dy,  &KcValues::point_dz};
constexpr double KcValues::*kAngles[] = {&KcValues::toe,          &KcValues::camber,
                                         &KcValues::caster,       &KcValues::kpi,
                                         &KcValues::scrub_radius, &KcValues::caster_trail};

KcValues Since(KcValues values, const KcValues& reference, bool angles_too) {
  for (auto member : kPlaces) values.*member -= reference.*member;
  if (angles_too) {
    for (auto member : kAngles) values.*member -= reference.*member;
  }
  return values;
}

// Change per unit of the input: the formulas of the angles are differentiated along the motion.
KcValues Slope(const WheelPlace& place, const KcVelocity& velocity, const WheelSide& side) {
  const double speed = std::max(velocity.centre.norm(), velocity.turn.norm());
  KcValues slope;
  if (speed == 0) return slope;
  const double part = kSmallMotion / speed;
  // About the wheel itself: coordinates of metres would leave fewer digits of a small motion.
  const WheelPlace here = place.Moved(-place.centre, Vector3d::Zero(), 1);
  const KcValues ahead = ValuesOf(here.Moved(velocity.centre, velocity.turn, part), side);
  const KcValues behind = ValuesOf(here.Moved(velocity.centre, velocity.turn, -part), side);
  slope = Since(ahead, behind, true);
  for (auto member : kPlaces) slope.*member /= 2 * part;
  for (auto member : kAngles) slope.*member /= 2 * part;
  return slope;
}

void Scale(KcValues* values, double factor) {
  for (const KcColumn& column : kColumns) values->*column.member *= factor;
}

// The roll centre of the drawing board: the plane of each arm, through its pivot line and the ball at
// its end, is cut by the transverse plane of the wheel centre; the cuts meet in the instantaneous
// centre, and the line from C through it meets the centre plane. An arm turns about its pivot line,
// so its plane is normal to the velocity of its ball. Points and lines of the front view are
// homogeneous: arms may be parallel.
double GeometricRollCentre(const WheelPlace& place, const WheelSide& side,
                           const KcVelocity& velocity, const Vector3d& lowest) {
  if (!place.kingpin) return KcValues::kNone;
  const double along = place.centre.dot(side.forwards);
  const auto cut = [&](const Vector3d& ball) -> Vector3d {
    const Vector3d v = velocity.centre + velocity.turn.cross(ball - place.centre);
    return {v.dot(side.outwards), v.z(), v.dot(side.forwards) * along - v.dot(ball)};
  };
  const Vector3d instant = cut(place.kingpin->first).cross(cut(place.kingpin->second));
  const Vector3d contact(lowest.dot(side.outwards), lowest.z(), 1);
  const Vector3d centre = contact.cross(instant).cross(Vector3d::UnitX());
  return (centre.y() / centre.z() - lowest.z()) * kMillimetres;
}

// Of a wheel that travels; `slope` is per metre of travel of the right wheel.
void AddTravelRates(const WheelPlace& place, const WheelSide& side, const KcVelocity& velocity,
                    const KcValues& slope, KcValues* values) {
  const double rise = slope.centre_dz / kMillimetres;  // of this wheel
  values->bump_steer = slope.toe / rise;
  values->bump_camber = slope.camber / rise;
  values->recession = slope.centre_dx / rise;
  const WheelAngles angles = MeasureWheel(place, side);
  // The lowest point moves up with the centre and, a little, with the camber.
  const WheelPlace ahead = place.Moved(velocity.centre, velocity.turn, kSmallMotion);
  const WheelPlace behind = place.Moved(velocity.centre, velocity.turn, -kSmallMotion);
  const Vector3d way = MeasureWheel(ahead, side).lowest - MeasureWheel(behind, side).lowest;
  values->roll_centre =
      angles.lowest.dot(side.outwards) * way.dot(side.outwards) / way.z() * kMillimetres;
  values->roll_centre_geometric = GeometricRollCentre(place, side, velocity, angles.lowest);
  const Vector3d locked = velocity.centre + velocity.turn.cross(angles.lowest - place.centre);
  values->locked_contact_dx_dz = -locked.dot(side.forwards) / locked.z();
}

class KcRunner {
 public:
  KcRunner(const Model& model, const KcAxle& axle, const KcProgram& program)
      : model_(model), axle_(axle), program_(program) {}

  KcResult Run() {
    for (const KcWheel& wheel : axle_.wheels) result_.wheels.push_back(wheel.frame);
    FindReferences();
    for (bool rigid : {true, false}) {
      ForPatterns([&](bool anti) {
        Sweep({.antisymmetric = anti, .rigid_pivots = rigid}, program_.travel);
      });
    }
    if (!axle_.steer.empty() && program_.steer != 0) {
      Sweep({.input = KcInput::kSteer, .rigid_pivots = true}, program_.steer);
    }
    for (const InputWords& words : kInputs) {
      if (words.input == KcInput::kTravel || words.input == KcInput::kSteer) continue;
      const double most = words.input == KcInput::kAligning ? program_.torque : program_.force;
      ForPatterns([&](bool anti) {
        for (const auto& [support, loads] : loads_) {
          Sweep({words.input, support, anti, false, loads}, most);
        }
      });
    }
    ForPatterns([&](bool anti) { FindRate(anti); });
    return std::move(result_);
  }

 private:
  template <class F>
  void ForPatterns(const F& visit) {
    visit(false);
    if (axle_.wheels.size() == 2) visit(true);
  }

  std::string PatternOf(bool antisymmetric) const {
    if (axle_.wheels.size() == 1) return "single";
    return antisymmetric ? "antisymmetric" : "symmetric";
  }

  void SolveAt(KcRig* rig, double input, const std::string& what) const {
    const RunStatus status = rig->Solve(input);
    if (status.ok) return;
    throw InputError(fmt::format("no equilibrium of the axle on the rig, {} = {:.6g}: {}", what,
                                 input, status.reason),
                     status.remedy);
  }

  // The drawn position of a wheel.
  KcValues Drawn(const KcRig& rig, size_t wheel) const {
    return ValuesOf(drawn_[wheel].place, rig.sides()[wheel]);
  }

  void FindReferences() {
    KcRig held(model_, axle_, {.input = KcInput::kVertical});
    drawn_ = held.ReadDrawn();
    for (const WheelSide& side : held.sides()) result_.is_right.push_back(side.is_right());
    SolveAt(&held, 0, "travel");
    std::vector<double> loads;
    for (const KcReading& reading : held.Read()) loads.push_back(reading.vertical_force);
    loads_ = {{KcSupport::kHeld, {}},
              {KcSupport::kLoadAtCentre, loads},
              {KcSupport::kLoadAtContact, ContactLoads(loads)}};
    for (const auto& [support, wheel_loads] : loads_) {
      KcRig rig(model_, axle_, {KcInput::kVertical, support, false, false, wheel_loads});
      SolveAt(&rig, 0, "load");
      KcReference reference{NameOf(support), {}};
      const std::vector<KcReading> readings = rig.Read();
      for (size_t i = 0; i < readings.size(); ++i) {
        KcValues v = Since(ValuesOf(readings[i].place, rig.sides()[i]), Drawn(rig, i), false);
        v.vertical_force = readings[i].vertical_force;
        reference.wheels.push_back(v);
      }
      result_.references.push_back(std::move(reference));
    }
  }

  // Loads at the contact points with which the wheel centres are as high as drawn: by Newton's
  // method, both wheels alike.
  std::vector<double> ContactLoads(std::vector<double> loads) const {
    constexpr int kMostSteps = 20;
    constexpr double kHeight = 1e-11;  // m
    for (int step = 0; step < kMostSteps; ++step) {
      KcRig rig(model_, axle_,
                {KcInput::kVertical, KcSupport::kLoadAtContact, false, false, loads});
      SolveAt(&rig, 0, "load");
      const std::vector<KcVelocity> rise = rig.Tangent(KcInput::kVertical);
      const std::vector<KcReading> readings = rig.Read();
      double off = 0;
      for (size_t i = 0; i < loads.size(); ++i) {
        const double height = readings[i].place.centre.z() - drawn_[i].place.centre.z();
        loads[i] -= height / rise[i].centre.z();
        off = std::max(off, std::abs(height));
      }
      if (off < kHeight) break;
    }
    return loads;
  }

  void Sweep(const KcSetup& setup, double most) {
    const InputWords& words = WordsOf(setup.input);
    KcRig rig(model_, axle_, setup);
    KcCurve curve{.test = words.test,
                  .pivots = setup.rigid_pivots ? "rigid" : "elastic",
                  .support = NameOf(setup.support),
                  .pattern = PatternOf(setup.antisymmetric),
                  .unit = words.unit,
                  .is_change = setup.input != KcInput::kTravel && setup.input != KcInput::kSteer,
                  .points = {},
                  .gradient_unit = words.gradient_unit,
                  .gradients = {}};
    SolveAt(&rig, 0, words.test);
    const std::vector<KcReading> reference = rig.Read();
    const std::vector<KcVelocity> velocities = rig.Tangent(setup.input);
    for (size_t i = 0; i < reference.size(); ++i) {
      KcValues slope = Slope(reference[i].place, velocities[i], rig.sides()[i]);
      Scale(&slope, words.gradient_step);
      curve.gradients.push_back(slope);
    }
    // From the middle outwards to either side, so that each equilibrium is near the one before.
    const int half = program_.points;
    for (int side : {-1, 1}) {
      rig.Restart();
      for (int k = side < 0 ? 1 : 0; k <= half; ++k) {
        const double input = side * most * k / half;
        SolveAt(&rig, input, words.test);
        curve.points.push_back({input, Measure(&rig, setup, reference)});
      }
    }
    std::sort(curve.points.begin(), curve.points.end(),
              [](const KcPoint& a, const KcPoint& b) { return a.input < b.input; });
    result_.curves.push_back(std::move(curve));
  }

  std::vector<KcValues> Measure(KcRig* rig, const KcSetup& setup,
                                const std::vector<KcReading>& reference) const {
    const bool is_travel = setup.input == KcInput::kTravel;
    const bool is_change = !is_travel && setup.input != KcInput::kSteer;
    const std::vector<KcReading> readings = rig->Read();
    std::vector<KcVelocity> velocities;
    if (is_travel) velocities = rig->Tangent(setup.input);
    std::vector<KcValues> all;
    for (size_t i = 0; i < readings.size(); ++i) {
      const WheelSide& side = rig->sides()[i];
      const KcValues from = is_change ? ValuesOf(reference[i].place, side) : Drawn(*rig, i);
      KcValues v = Since(ValuesOf(readings[i].place, side), from, is_change);
      v.vertical_force = readings[i].vertical_force;
      if (is_travel) {
        const KcValues slope = Slope(readings[i].place, velocities[i], side);
        AddTravelRates(readings[i].place, side, velocities[i], slope, &v);
      }
      all.push_back(v);
    }
    return all;
  }

  void FindRate(bool antisymmetric) {
    KcRig rig(
        model_, axle_,
        {KcInput::kVertical, KcSupport::kLoadAtCentre, antisymmetric, false, loads_[1].second});
    SolveAt(&rig, 0, "load");
    KcRate rate{PatternOf(antisymmetric), {}};
    const std::vector<KcVelocity> velocities = rig.Tangent(KcInput::kVertical);
    for (size_t i = 0; i < velocities.size(); ++i) {
      const bool is_left = antisymmetric && !rig.sides()[i].is_right();
      rate.wheels.push_back((is_left ? -1 : 1) / velocities[i].centre.z());
    }
    result_.wheel_rates.push_back(std::move(rate));
  }

  const Model& model_;
  const KcAxle& axle_;
  const KcProgram& program_;
  std::vector<KcReading> drawn_;
  std::vector<std::pair<KcSupport, std::vector<double>>> loads_;
  KcResult result_;
};

}  // namespace

std::span<const KcColumn> KcColumns() { return kColumns; }

KcResult RunKc(const Model& model, const KcAxle& axle, const KcProgram& program) {
  return KcRunner(model, axle, program).Run();
}

}  // namespace jounce
