// The kinds of tyres that a model can have: of a property file, linear, brush. All of them are a
// WheelOnRoad, or one in a SpinningWheel; they differ in where the tyre comes from.
#include <algorithm>
#include <utility>

#include "base/error.h"
#include "elements/element_kinds.h"
#include "elements/spinning_wheel.h"
#include "elements/wheel_on_road.h"
#include "tyres/brush_tyre.h"
#include "tyres/linear_tyre.h"
#include "tyres/magic_formula.h"

namespace jounce {
namespace {

KindField FromZero(const char* name, const char* meaning, const Quantity& quantity,
                   bool required = false) {
  KindField field{name, meaning, KindField::kNumber, required, quantity};
  field.least = 0;
  return field;
}

KindField AboveZero(const char* name, const char* meaning, const Quantity& quantity,
                    bool required = false) {
  KindField field = FromZero(name, meaning, quantity, required);
  field.least = 1e-9;
  return field;
}

KindField Words(const char* name, const char* meaning, std::vector<const char*> words) {
  KindField field{name, meaning, KindField::kChoice};
  field.words = std::move(words);
  return field;
}

std::vector<KindField> Joined(std::vector<KindField> own, const std::vector<KindField>& more) {
  own.insert(own.end(), more.begin(), more.end());
  return own;
}

// ---- Contact ------------------------------------------------------------------------------------

std::vector<KindField> ContactFields() {
  return {
      Words("contact",
            "point: the plane through four heights (default); cams: a contour that rolls over "
            "short obstacles",
            {"point", "cams"}),
      AboveZero("cam_length", "half the length of a cam; the radius by default", quantity::kLength),
      AboveZero("cam_height", "half the height of a cam; the radius by default", quantity::kLength),
      AboveZero("cam_order", "exponent of its contour; 1.8 by default", quantity::kNumber),
      AboveZero("cam_distance", "from the front to the rear cams; 0.3 radii by default",
                quantity::kLength),
      AboveZero("cam_step", "of the road under a cam; 10 mm by default", quantity::kLength)};
}

std::unique_ptr<const ContactModel> ContactOf(const FieldValues& values,
                                              const TyreDimensions& tyre) {
  if (values.Number("contact", 0) == 0) {
    for (const KindField& field : ContactFields()) {
      if (field.form != KindField::kNumber || !values.Has(field.name)) continue;
      throw InputError(std::string(field.name) + " is given, but the contact is a point",
                       "say `contact: cams`, or leave it out");
    }
    return std::make_unique<PointContact>(tyre.radius, 0.1 * tyre.radius, tyre.width / 3);
  }
  CamSettings cams;
  cams.radius = tyre.radius;
  cams.length = values.Number("cam_length", tyre.radius);
  cams.height = values.Number("cam_height", tyre.radius);
  cams.order = values.Number("cam_order", cams.order);
  cams.distance = values.Number("cam_distance", 0.3 * tyre.radius);
  cams.width = 0.75 * tyre.width;
  cams.step = values.Number("cam_step", cams.step);
  return std::make_unique<CamContact>(cams);
}

std::unique_ptr<const WheelOnRoad> OnRoad(const ElementSettings& element,
                                          std::shared_ptr<const Tyre> tyre) {
  std::unique_ptr<const ContactModel> contact = ContactOf(element.values, tyre->dimensions());
  return std::make_unique<WheelOnRoad>(std::move(tyre), std::move(contact), element.road,
                                       element.values.Number("pressure", 0));
}

// ---- Of a file ----------------------------------------------------------------------------------

enum TyreImage { kAsMeasured, kMirrored, kOnTheLeft, kOnTheRight };  // in pairs of images

bool IsMirrored(TyreImage image, TyreSide measured) {
  if (image == kAsMeasured || image == kMirrored) return image == kMirrored;
  if (measured == TyreSide::kUnknown) {
    throw InputError("its tyre property file does not say on which side it was measured",
                     "say `image: as_measured` or `image: mirrored`, or TYRESIDE in the file");
  }
  return measured == (image == kOnTheLeft ? TyreSide::kRight : TyreSide::kLeft);
}

std::unique_ptr<const WheelOnRoad> MakeTyre(const ElementSettings& element) {
  if (!element.tyre) throw InputError("its tyre property file was not read");
  const auto wanted = static_cast<TyreImage>(static_cast<int>(element.values.Number("image", 0)));
  if (wanted == kAsMeasured) return OnRoad(element, element.tyre);
  const auto* file = dynamic_cast<const MagicFormula*>(element.tyre.get());
  if (!file) throw InputError("its tyre has no mirror image");
  if (!IsMirrored(wanted, file->settings().side)) return OnRoad(element, element.tyre);
  MagicFormulaSettings image = file->settings();
  image.mirrored = !image.mirrored;
  return OnRoad(element, std::make_shared<MagicFormula>(image));
}

// ---- By constants -------------------------------------------------------------------------------

std::vector<KindField> SpringFields() {
  return {
      AboveZero("radius", "unloaded", quantity::kLength, true),
      AboveZero("width", "of the tread; 0.2 m by default", quantity::kLength),
      AboveZero("nominal_load", "at which stiffnesses hold; 4000 N by default", quantity::kForce),
      AboveZero("vertical_stiffness", "of the spring", quantity::kStiffness, true),
      FromZero("vertical_damping", "of the damper beside it", quantity::kDamping),
      FromZero("rolling_resistance", "force by load", quantity::kNumber),
      AboveZero("low_speed", "below which the carcass is damped; 1 m/s by default",
                quantity::kVelocity)};
}

void ReadSpring(const FieldValues& values, SpringTyreSettings* s) {
  s->radius = values.Number("radius", s->radius);
  s->width = values.Number("width", s->width);
  s->nominal_load = values.Number("nominal_load", s->nominal_load);
  s->vertical_stiffness = values.Number("vertical_stiffness", s->vertical_stiffness);
  s->vertical_damping = values.Number("vertical_damping", s->vertical_damping);
  s->rolling_resistance = values.Number("rolling_resistance", s->rolling_resistance);
  s->low_speed = values.Number("low_speed", s->low_speed);
}

std::unique_ptr<const WheelOnRoad> MakeLinearTyre(const ElementSettings& element) {
  const FieldValues& values = element.values;
  LinearTyreSettings s;
  ReadSpring(values, &s);
  s.slip_stiffness = values.Number("slip_stiffness", 0);
  s.cornering_stiffness = values.Number("cornering_stiffness", 0);
  s.camber_stiffness = values.Number("camber_stiffness", 0);
  s.trail = values.Number("trail", 0);
  s.relaxation_x = values.Number("relaxation_x", 0);
  s.relaxation_y = values.Number("relaxation_y", 0);
  s.proportional = values.Number("stiffnesses", 0) == 1;
  return OnRoad(element, std::make_shared<LinearTyre>(s));
}

std::unique_ptr<const WheelOnRoad> MakeBrushTyre(const ElementSettings& element) {
  const FieldValues& values = element.values;
  BrushTyreSettings s;
  ReadSpring(values, &s);
  s.stiffness = values.Number("stiffness", s.stiffness);
  s.half_length = values.Number("half_length", s.half_length);
  s.friction = values.Number("friction", s.friction);
  return OnRoad(element, std::make_shared<BrushTyre>(s));
}

// ---- What all have in common --------------------------------------------------------------------

constexpr Quantity kPerAngle = quantity::kForce / quantity::kAngle;
const std::vector<const char*> kWheelFrame = {
    "the wheel: its centre, with y along the spin axis, to the left"};
const std::vector<KindScalar> kTyreStates = {
    {"u", "longitudinal deflection of the carcass", quantity::kLength, 0.01},
    {"v", "lateral deflection of the carcass", quantity::kLength, 0.01, true}};
// As WheelOnRoad::Output counts them; forces in the axes of the contact, ISO-W.
const std::vector<KindScalar> kTyreOutputs = {
    {"fx", "forward, at the contact point", quantity::kForce, 1e3},
    {"fy", "to the left", quantity::kForce, 1e3, true},
    {"fz", "along the road's normal", quantity::kForce, 1e3},
    {"mx", "overturning moment", quantity::kTorque, 1e2, true},
    {"my", "rolling resistance", quantity::kTorque, 1e2},
    {"mz", "aligning moment", quantity::kTorque, 1e2, true},
    {"kappa", "longitudinal slip that acts", quantity::kNumber, 0.1},
    {"alpha", "slip angle that acts", quantity::kAngle, 0.1, true},
    {"camber", "to the road's plane", quantity::kAngle, 0.1, true},
    {"loaded_radius", "from the centre to the contact point; 0 far from the road",
     quantity::kLength, 1},
    {"spin", "of the wheel about its axis", quantity::kAngularVelocity, 10},
    {"contact_x", "of the contact point, ground axes", quantity::kLength, 1},
    {"contact_y", "of the contact point, ground axes", quantity::kLength, 1},
    {"road_height", "at the contact point", quantity::kLength, 1},
    {"friction", "of the road", quantity::kNumber, 1}};

KindField Image() {
  KindField field = Words("image",
                          "mirrored: a tyre of the other side than measured; left, right: its side "
                          "on the vehicle, mirrored where TYRESIDE is the other",
                          {"as_measured", "mirrored", "left", "right"});
  field.odd = true;
  return field;
}

KindField File() { return {"file", "tyre property file (.tir)", KindField::kFile, true}; }

// ---- Wheels that spin in their carriers ----------------------------------------------------------

std::vector<KindField> SpinFields() {
  return {AboveZero("spin_inertia", "about the axis; the carrier has mass and all other inertia",
                    quantity::kInertia, true),
          AboveZero("stick_angle", "over which the brake gets hold; 0.01 rad by default",
                    quantity::kAngle),
          FromZero("damping_time", "of what swings on the brake at rest; 5 ms by default",
                   quantity::kTime)};
}

template <class MakeTyreOf>
std::function<std::unique_ptr<const ForceModel>(const ElementSettings&)> Spinning(MakeTyreOf make) {
  return [make](const ElementSettings& element) -> std::unique_ptr<const ForceModel> {
    SpinSettings spin;
    spin.inertia = element.values.Number("spin_inertia", spin.inertia);
    spin.stick_angle = element.values.Number("stick_angle", spin.stick_angle);
    spin.damping_time = element.values.Number("damping_time", spin.damping_time);
    return std::make_unique<SpinningWheel>(make(element), spin);
  };
}

template <class Item>
std::vector<Item> With(std::vector<Item> list, std::vector<Item> more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

const KindScalar kHoldOfBrake = {"hold", "part of the brake's friction that acts, -1 to 1",
                                 quantity::kNumber, 1};

// The kind of a tyre as one of a wheel.
ElementKind AsWheel(const ElementKind& tyre, const char* word, const char* meaning,
                    std::function<std::unique_ptr<const ForceModel>(const ElementSettings&)> make) {
  ElementKind kind = tyre;
  kind.word = word;
  kind.meaning = meaning;
  kind.frames = {"its carrier: the wheel's centre, with y along the spin axis, to the left"};
  kind.fields = With(SpinFields(), tyre.fields);
  kind.inputs = {{"drive", "torque on the wheel; not held by the carrier", quantity::kTorque, 1000},
                 {"brake", "largest torque of the brake, not below zero", quantity::kTorque, 1000}};
  kind.states =
      With(tyre.states,
           {{"spin", "of the wheel about its axis", quantity::kAngularVelocity, 10}, kHoldOfBrake});
  kind.outputs = With(tyre.outputs, {kHoldOfBrake});
  kind.make = std::move(make);
  return kind;
}

}  // namespace

const ElementKind kTyre = {
    "tyre",
    "a tyre of a property file (Magic Formula) between a wheel and the road",
    kWheelFrame,
    true,
    Joined({File(), Image(),
            AboveZero("pressure", "inflation; that of the file by default", quantity::kStress)},
           ContactFields()),
    {},
    kTyreStates,
    kTyreOutputs,
    0,
    MakeTyre,
    true,
    true};

const ElementKind kLinearTyre = {
    "linear_tyre",
    "a tyre with constant stiffnesses between a wheel and the road",
    kWheelFrame,
    true,
    Joined(Joined(SpringFields(),
                  {FromZero("slip_stiffness", "force by longitudinal slip", quantity::kForce, true),
                   FromZero("cornering_stiffness", "force by slip angle", kPerAngle, true),
                   FromZero("camber_stiffness", "force by camber", kPerAngle),
                   FromZero("trail", "of the lateral force behind the contact point",
                            quantity::kLength),
                   FromZero("relaxation_x", "length; 20 mm or more acts", quantity::kLength),
                   FromZero("relaxation_y", "length; 20 mm or more acts", quantity::kLength),
                   Words("stiffnesses", "whether they grow with the load",
                         {"constant", "proportional"})}),
           ContactFields()),
    {},
    kTyreStates,
    kTyreOutputs,
    0,
    MakeLinearTyre,
    true};

const ElementKind kBrushTyre = {
    "brush_tyre",
    "a tyre of bristles that slide where friction is used up, between a wheel and the road",
    kWheelFrame,
    true,
    Joined(
        Joined(SpringFields(),
               {AboveZero("stiffness", "force by slip in either direction", quantity::kForce, true),
                AboveZero("half_length", "of the contact at the nominal load; 60 mm by default",
                          quantity::kLength),
                AboveZero("friction", "of tread and road; 1 by default", quantity::kNumber)}),
        ContactFields()),
    {},
    kTyreStates,
    kTyreOutputs,
    0,
    MakeBrushTyre,
    true};

const ElementKind kWheel =
    AsWheel(kTyre, "wheel", "a wheel with a tyre of a property file, spinning in its carrier",
            Spinning(MakeTyre));
const ElementKind kLinearWheel =
    AsWheel(kLinearTyre, "linear_wheel", "a wheel with a linear tyre, spinning in its carrier",
            Spinning(MakeLinearTyre));
const ElementKind kBrushWheel =
    AsWheel(kBrushTyre, "brush_wheel", "a wheel with a brush tyre, spinning in its carrier",
            Spinning(MakeBrushTyre));

}  // namespace jounce
