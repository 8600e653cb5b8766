#include "model/place_items.h"

#include <fmt/format.h>

#include "elements/element_kinds.h"
#include "laws/mirror_law.h"
#include "model/beam_line.h"
#include "model/mass_sum.h"
#include "model/probe_kinds.h"

namespace jounce {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

void PlacePoint(const Placement& placement, std::optional<Vector3d>* point) {
  if (*point) *point = placement.Point(**point);
}

// Where a point or an axis is given, the axes are those of the ground unless said otherwise; they
// have to be said once the ground's are turned.
void PlaceEnds(const Placement& placement, Ends* ends) {
  if (placement.IsIdentity()) return;
  if (ends->at || ends->at_second || ends->axis || ends->x_axis) {
    const Orientation axes = {
        .euler = {}, .z_axis = ends->axis, .x_axis = ends->x_axis, .z_point = {}, .x_point = {}};
    const Orientation placed = placement.InGround(axes, Vector3d::Zero());
    ends->axis = placed.z_axis;
    ends->x_axis = placed.x_axis;
  }
  PlacePoint(placement, &ends->at);
  PlacePoint(placement, &ends->at_second);
}

// Whether a text is "-(...)" with the bracket closed at its end.
bool IsNegated(const std::string& text) {
  if (!text.starts_with("-(")) return false;
  int depth = 0;
  for (size_t i = 1; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1 == text.size();
  }
  return false;
}

// -f, without piling up signs.
void Negate(TimeFunctionSettings* function) {
  if (function->constant) *function->constant = -*function->constant + 0.0;
  std::string& text = function->expression;
  if (IsNegated(text)) {
    text = text.substr(2, text.size() - 3);
  } else if (!text.empty()) {
    text = fmt::format("-({})", text);
  }
  for (size_t i = 1; i < function->table.rows.size(); i += 2) {
    function->table.rows[i] = -function->table.rows[i] + 0.0;
  }
  if (function->signal) function->signal->scale = -function->signal->scale;
  if (function->source && !function->signal) {
    throw InputError("a function of a program has no mirror image", "give it as a signal");
  }
}

void MirrorSection(const Placement& placement, BeamSection* section) {
  section->centroid.x() = -section->centroid.x() + 0.0;
  if (section->shear_centre) section->shear_centre->x() = -section->shear_centre->x() + 0.0;
  for (SectionPoint& point : section->points) {
    point.y = -point.y + 0.0;
    point.torsion_arm = -point.torsion_arm + 0.0;
  }
  const std::vector<double> signs = placement.StrainSigns(ConnectionKind::kBeam);
  if (auto* stiffness = std::get_if<StiffnessSection>(&section->shape)) {
    for (int i = 0; i < 36; ++i) {
      stiffness->matrix[i] = stiffness->matrix[i] * signs[i / 6] * signs[i % 6] + 0.0;
    }
  }
  if (auto* law = std::get_if<LawSection>(&section->shape)) law->law = MirrorLaw(law->law, signs);
}

// z at the first point, where a rule has chosen it.
Vector3d StartOfZ(const Beam& beam) {
  Beam plain = beam;
  plain.twist.clear();
  return LayOutBeam(plain).front().before.R.col(2);
}

void PlaceMass(const Placement& placement, MassProperties* p) {
  p->centre = placement.Point(p->centre);
  const Eigen::Matrix3d J = placement.Tensor(InertiaMatrix(p->inertia, p->products));
  p->inertia = J.diagonal();
  p->products = ProductsOf(J) + Vector3d::Zero();  // no -0
}

void PlaceShape(const Placement& placement, PointShape* s) { PlaceMass(placement, s); }
// In the body's frame.
void PlaceShape(const Placement& placement, MeshShape* s) {
  if (placement.mirrored()) s->mirrored = !s->mirrored;
}
// The same, or in a frame in ground axes.
void PlaceShape(const Placement& placement, DrawnMesh* s) {
  if (placement.mirrored()) s->mirrored = !s->mirrored;
  if (!s->centre) return;
  s->orientation = placement.InGround(s->orientation, *s->centre);
  s->centre = placement.Point(*s->centre);
}
// All others, of mass or drawn: by what they have.
template <class Shape>
void PlaceShape(const Placement& placement, Shape* s) {
  if constexpr (requires { s->from; }) {
    s->from = placement.Point(s->from);
    s->to = placement.Point(s->to);
  }
  if constexpr (requires { s->corners; }) {
    for (Vector3d& corner : s->corners) corner = placement.Point(corner);
  }
  if constexpr (requires { s->orientation; }) {
    s->orientation = placement.InGround(s->orientation, s->centre);
  }
  if constexpr (requires { s->centre; }) s->centre = placement.Point(s->centre);
  if constexpr (requires { s->axis; }) s->axis = placement.Direction(s->axis);
}

void PlaceMasses(const Placement& placement, Body* body) {
  if (placement.IsIdentity()) return;
  PlaceDrawing(placement, &body->drawing);
  for (MassShape& shape : body->shapes) {
    std::visit([&](auto& kind) { PlaceShape(placement, &kind); }, shape.kind);
  }
  for (Payload& payload : body->payloads) PlaceMass(placement, &payload.properties);
  if (body->remainder_of) PlaceMass(placement, &body->remainder_of->whole);
}

}  // namespace

void PlaceDrawing(const Placement& placement, std::vector<DrawnShape>* drawing) {
  for (DrawnShape& shape : *drawing) {
    std::visit([&](auto& kind) { PlaceShape(placement, &kind); }, shape.kind);
  }
}

void PlaceItem(const Placement& placement, Body* body) {
  PlaceMasses(placement, body);
  body->orientation = placement.InGround(body->orientation, body->position);
  body->position = placement.Point(body->position);
  body->velocity = placement.Direction(body->velocity);
  body->angular_velocity = placement.Axial(body->angular_velocity);
  if (!placement.mirrored()) return;
  body->inertia_axes = placement.InBody(body->inertia_axes, body->centre);
  body->centre = placement.LocalPoint(body->centre);
  body->products = placement.LocalProducts(body->products);
  if (body->inertia_point) body->inertia_point = placement.LocalPoint(*body->inertia_point);
  Flexibility& flexible = body->flexible;
  flexible.mirrored = !flexible.mirrored;
  if (flexible.part) flexible.part = std::make_shared<FlexiblePart>(MirrorPart(*flexible.part));
}

void PlaceGroundFrame(const Placement& placement, Frame* frame) {
  frame->orientation = placement.InGround(frame->orientation, frame->position);
  frame->position = placement.Point(frame->position);
  if (!placement.mirrored()) return;
  // In the frame's own axes: displacements are polar, rotation vectors axial.
  const Vector3d ways = placement.LocalPoint(Vector3d::Ones());
  const Vector3d turns = placement.LocalAxial(Vector3d::Ones());
  for (int i = 0; i < 6; ++i) {
    std::optional<TimeFunctionSettings>& function = frame->motion.functions[i];
    if (function && (i < 3 ? ways[i] : turns[i - 3]) < 0) Negate(&*function);
  }
}

void PlaceItem(const Placement& placement, Frame* frame) {
  frame->orientation = placement.InBody(frame->orientation, frame->position);
  frame->position = placement.LocalPoint(frame->position);
}

void PlaceItem(const Placement& placement, Joint* joint) {
  PlaceEnds(placement, &joint->ends);
  for (Vector3d& point : joint->points) point = placement.Point(point);
}

// The axis z becomes its image: a way along it stays, an angle about it changes its sign.
void PlaceItem(const Placement& placement, Motion* motion) {
  PlaceEnds(placement, &motion->ends);
  if (placement.mirrored() && motion->kind == MotionKind::kRotation) Negate(&motion->function);
}

void PlaceItem(const Placement& placement, Coupler* coupler) {
  if (!placement.mirrored()) return;
  for (Coupler::Term& term : coupler->terms) {
    if (term.kind == MotionKind::kRotation) term.ratio = -term.ratio;
  }
  if (coupler->rack_and_pinion) coupler->rack_and_pinion->radius *= -1;
}

void PlaceItem(const Placement& placement, Connection* connection) {
  PlaceEnds(placement, &connection->ends);
  const std::vector<double> signs = placement.StrainSigns(connection->kind);
  if (signs.empty()) return;
  if (connection->law) connection->law = MirrorLaw(*connection->law, signs);
  for (size_t i = 0; i < connection->preload.size() && i < signs.size(); ++i) {
    connection->preload[i] = connection->preload[i] * signs[i] + 0.0;
  }
  for (int i = 0; i < 6; ++i) {
    const int component = PreloadComponent(connection->kind, i);
    auto& function = connection->preload_over_time[i];
    if (function && component >= 0 && signs[component] < 0) Negate(&*function);
  }
}

void PlaceItem(const Placement& placement, Beam* beam) {
  if (placement.IsIdentity()) return;
  if (beam->z_axes.empty()) beam->z_start = StartOfZ(*beam);
  for (Vector3d& point : beam->along) point = placement.Point(point);
  for (Vector3d& z : beam->z_axes) z = placement.Direction(z);
  if (beam->z_start) beam->z_start = placement.Direction(*beam->z_start);
  beam->velocity = placement.Direction(beam->velocity);
  beam->angular_velocity = placement.Axial(beam->angular_velocity);
  for (LineLoad& load : beam->loads) {
    load.direction = load.follows_section ? placement.LocalPoint(load.direction)
                                          : placement.Direction(load.direction);
  }
  if (!placement.mirrored()) return;
  for (double& angle : beam->twist) angle = -angle + 0.0;
  MirrorSection(placement, &beam->section);
}

void PlaceItem(const Placement& placement, Load* load) {
  PlacePoint(placement, &load->at);
  const bool torque = load->kind == LoadKind::kTorque;
  if (load->follows_body) {
    load->direction =
        torque ? placement.LocalAxial(load->direction) : placement.LocalPoint(load->direction);
  } else {
    load->direction =
        torque ? placement.Axial(load->direction) : placement.Direction(load->direction);
  }
}

// Its frames are placed as frames are; what is left is what its kind says of its image.
void PlaceItem(const Placement& placement, ElementItem* element) {
  if (!placement.mirrored()) return;
  const std::shared_ptr<const ElementKind> kind = KindOf(element->settings);
  if (!kind->mirrors) {
    throw InputError(fmt::format("a {} has no mirror image", kind->word),
                     "its kind does not say how it is mirrored");
  }
  for (const KindField& field : kind->fields) {
    FieldValues& values = element->settings.values;
    if (field.odd && field.form == KindField::kChoice) {
      // Words of a choice stand in pairs of images.
      const int word = static_cast<int>(values.Number(field.name, 0));
      values.numbers[field.name] = {static_cast<double>(word ^ 1)};
    }
    if (!field.odd || field.form == KindField::kChoice || !values.Has(field.name)) continue;
    for (double& value : values.numbers[field.name]) value = -value + 0.0;
  }
  for (auto& [name, function] : element->inputs) {
    for (const KindScalar& input : kind->inputs) {
      if (input.odd && name == input.name) Negate(&function);
    }
  }
}

void PlaceItem(const Placement& placement, Sensor* sensor) {
  PlaceEnds(placement, &sensor->ends);
  // That of a reaction in ground axes is one in the ground; others are in axes that move along.
  const bool in_ground = sensor->kind == "reaction" && sensor->axes == kGroundName;
  sensor->direction =
      in_ground ? placement.Direction(sensor->direction) : placement.LocalPoint(sensor->direction);
}

double SignOfChannel(const Placement& placement, const Model& model, const Sensor& sensor,
                     int channel) {
  const std::string& kind = sensor.kind;
  const bool first_is_ground = sensor.ends.first == kGroundName;
  if (kind == "signal" || kind == "input" || kind == "energy") return 1;
  if (kind == "joint_coordinate" || kind == "joint_velocity") {
    const std::string unit = ChannelsOf(model, sensor)[channel].unit;
    return unit.starts_with("rad") && placement.mirrored() ? -1 : 1;
  }
  if (kind == "angle") return placement.mirrored() ? -1 : 1;
  if (kind == "element") {
    for (const ElementItem& element : model.elements) {
      if (element.name != sensor.item) continue;
      return placement.mirrored() && KindOf(element.settings)->outputs[channel].odd ? -1 : 1;
    }
    return 0;
  }
  if (kind == "strain" || kind == "law_force") {
    for (const Connection& connection : model.connections) {
      if (connection.name != sensor.item) continue;
      const std::vector<double> signs = placement.StrainSigns(connection.kind);
      return signs.empty() ? 1 : signs[channel];
    }
    return 0;
  }
  const bool polar = kind == "position" || kind == "velocity" || kind == "acceleration" ||
                     kind == "accelerometer" || (kind == "reaction" && channel < 3);
  const bool axial = kind == "rotation_vector" || kind == "cardan" || kind == "angular_velocity" ||
                     kind == "angular_acceleration" || (kind == "reaction" && channel >= 3);
  if (!polar && !axial) return 0;
  if (kind == "reaction" && !sensor.direction.isZero(0)) return 0;
  const int c = channel % 3;
  const bool seen_from_ground = kind != "reaction" && first_is_ground;
  // Rotations are given in the axes of what they are seen from.
  const bool turns = kind == "rotation_vector" || kind == "cardan";
  const bool in_ground =
      turns ? seen_from_ground
            : sensor.axes == kGroundName || (sensor.axes == "first" && seen_from_ground);
  if (kind == "accelerometer" || !in_ground) {
    const Vector3d unit = Vector3d::Unit(c);
    return polar ? placement.LocalPoint(unit)[c] : placement.LocalAxial(unit)[c];
  }
  // A place in the ground is another one where the sub-assembly is.
  if (kind == "position" && seen_from_ground && placement.offset()[c] != 0) return 0;
  // How a frame is turned towards the ground changes with its own axes.
  if (turns) return 0;
  return polar ? placement.SignOfDirection(c) : placement.SignOfAxial(c);
}

}  // namespace jounce
