#include "io/model_fields.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/beam_fields.h"
#include "io/block_fields.h"
#include "io/element_fields.h"
#include "io/law_fields.h"
#include "io/mass_fields.h"
#include "io/road_file.h"
#include "io/signal_fields.h"
#include "io/vector_fields.h"
#include "model/probe_kinds.h"

namespace jounce {
namespace {

constexpr Quantity kDirection[] = {quantity::kNumber};
constexpr Quantity kPoint[] = {quantity::kLength};

constexpr const char* kPart = "body|frame";

}  // namespace

// ---- Geometry -----------------------------------------------------------------------------------

void Describe(Fields& f, Orientation& s) {
  constexpr Quantity kAngles[] = {quantity::kAngle};
  OptionalVector(f, {"euler", "angles about z, x, z, each about the turned axis (3-1-3)"}, s.euler,
                 kAngles);
  OptionalVector(f, {"z_axis", "direction of z"}, s.z_axis, kDirection);
  OptionalVector(f, {"x_axis", "direction of x; made perpendicular to z"}, s.x_axis, kDirection);
  OptionalVector(f, {"z_point", "a point on the z axis"}, s.z_point, kPoint);
  OptionalVector(f, {"x_point", "a point on the side of x"}, s.x_point, kPoint);
}

void DescribeOrientation(Fields& f, const Key& key, Orientation& s) {
  const bool is_set = s.euler || s.z_axis || s.z_point;
  f.Typed(key, "orientation", is_set, [&s](Fields& inner) { Describe(inner, s); });
}

// What two ends share; the ends themselves have other keys in a joint than in a load.
static void DescribePlacement(Fields& f, Ends& s) {
  OptionalVector(f, {"at", "the point where they meet, in ground axes at the start"}, s.at, kPoint);
  OptionalVector(f, {"at_second", "the point of the second, where it is another one"}, s.at_second,
                 kPoint);
  OptionalVector(f, {"axis", "direction of z, in ground axes at the start"}, s.axis, kDirection);
  OptionalVector(f, {"x_axis", "direction of x; made perpendicular to z"}, s.x_axis, kDirection);
}

static void DescribeEnds(Fields& f, Ends& s, Need need) {
  std::vector<std::string> names;
  if (!s.second.empty()) names = {s.first, s.second};
  f.References({"between", "the first and the second body or frame", need}, names, kPart, {2, 2});
  if (names.size() == 2) {
    s.first = names[0];
    s.second = names[1];
  }
  DescribePlacement(f, s);
}

static void DescribeFlexibility(Fields& f, Body& s) {
  static constexpr const char* kLevels[] = {"rigid", "constant", "partial", "full"};
  const Key key = {"flexible", "file of a flexible part, instead of mass and inertia"};
  if (!f.Visit(key, !s.flexible.file.empty())) return;
  f.Path(key, s.flexible.file);
  // Its nodes are known once the part is read (model_attachments.h).
  f.Define("body", (s.name + ".*").c_str());
  f.Flag({"mirrored", "the part is the image of the file's in its plane y = 0"},
         s.flexible.mirrored);
  DescribeChoice(f, {"level", "how much of the inertia follows the deformation"}, kLevels,
                 s.flexible.level);
  std::vector<double> off(s.flexible.modes_off.begin(), s.flexible.modes_off.end());
  f.Numbers({"modes_off", "modes not to use, counted from 1"}, off, quantity::kNumber, {},
            {.least = 1});
  s.flexible.modes_off.clear();
  for (double mode : off) {
    if (mode != std::floor(mode) || mode > 1e6) {
      f.Problem("modes_off", "modes are counted: 1, 2, 3 ...");
    } else {
      s.flexible.modes_off.push_back(static_cast<int>(mode));
    }
  }
  OptionalNumber(f, {"damping", "of all modes, ratio to critical; the part's own by default"},
                 s.flexible.damping, quantity::kNumber, kNotNegative);
  f.Flag({"stiffening", "geometric, by accelerations and spin; the part must hold it"},
         s.flexible.stiffening);
}

void Describe(Fields& f, Body& s) {
  f.Where(s.place);
  DescribeFlexibility(f, s);
  Vector(f, {"position", "of the body's frame at the start"}, s.position, quantity::kLength);
  DescribeOrientation(f, {"orientation", "of the body's frame at the start"}, s.orientation);
  Vector(f, {"velocity", "of the frame at the start, ground axes, on top of `initial`"}, s.velocity,
         quantity::kVelocity);
  Vector(f, {"angular_velocity", "at the start, ground axes, on top of `initial`"},
         s.angular_velocity, quantity::kAngularVelocity);
  DescribeMass(f, s);
  DescribeDrawing(f, s);
}

// Functions of time along x, y, z and about them.
static void DescribeSix(Fields& f, std::array<std::optional<TimeFunctionSettings>, 6>& functions,
                        std::span<const char* const> meanings, const char* linear,
                        const char* angular, Quantity (*quantity)(size_t)) {
  for (size_t i = 0; i < functions.size(); ++i) {
    std::optional<TimeFunctionSettings>& function = functions[i];
    TimeFunctionSettings inner_function = function.value_or(TimeFunctionSettings());
    const bool there = f.Typed(
        {FrameMotion::kNames[i], meanings[i]}, i < 3 ? linear : angular, function.has_value(),
        [&](Fields& inner) { DescribeFunction(inner, inner_function, quantity(i)); });
    if (there) function = std::move(inner_function);
  }
}

static void Describe(Fields& f, FrameMotion& s) {
  static constexpr const char* kMeanings[] = {"way along x of the frame as drawn",
                                              "way along y",
                                              "way along z",
                                              "rotation vector: about x of the frame as drawn",
                                              "about y",
                                              "about z"};
  DescribeSix(f, s.functions, kMeanings, "way over time", "angle over time", FrameQuantity);
}

static void DescribePreload(Fields& f, Connection& s) {
  static constexpr const char* kMeanings[] = {"along x of the law, or the tension of a rod",
                                              "along y",
                                              "along z",
                                              "about x",
                                              "about y",
                                              "about z"};
  const bool given = std::any_of(s.preload_over_time.begin(), s.preload_over_time.end(),
                                 [](const auto& function) { return function.has_value(); });
  f.Typed({"preload", "added to the law's force over time, or by signals"}, "preload over time",
          given, [&s](Fields& inner) {
            DescribeSix(inner, s.preload_over_time, kMeanings, "force over time",
                        "moment over time", PreloadQuantity);
          });
}

void Describe(Fields& f, Frame& s) {
  f.Where(s.place);
  f.Reference({"body", "that carries the frame, or a frame that moves", kRequired}, s.body, kPart);
  Vector(f, {"position", "in the body's frame"}, s.position, quantity::kLength);
  DescribeOrientation(f, {"orientation", "in the body's axes"}, s.orientation);
  f.Typed({"motion", "of a frame on the ground, from where it is drawn"}, "frame motion",
          s.motion.IsGiven(), [&s](Fields& inner) { Describe(inner, s.motion); });
}

void DescribePoints(Fields& f, const Key& key, std::vector<Eigen::Vector3d>& points,
                    const Count& count) {
  constexpr Quantity kColumns[] = {quantity::kLength, quantity::kLength, quantity::kLength};
  if (!f.Visit(key, !points.empty()) && key.need == kOptional) return;
  std::vector<double> rows;
  for (const Eigen::Vector3d& point : points) rows.insert(rows.end(), point.begin(), point.end());
  f.Table(key, rows, kColumns, count);
  points.clear();
  for (size_t i = 0; i + 2 < rows.size(); i += 3) points.emplace_back(rows.data() + i);
}

// ---- Joints and motions
// ---------------------------------------------------------------------------

void Describe(Fields& f, Joint& s) {
  static constexpr const char* kWords[] = {
      "fixed",   "revolute", "translational", "cylindrical",   "spherical",   "universal", "planar",
      "in_line", "in_plane", "parallel",      "perpendicular", "orientation", "distance",  "curve"};
  f.Where(s.place);
  DescribeChoice(f, {"joint", "kind of the joint", kRequired}, kWords, s.kind);
  DescribeEnds(f, s.ends, kRequired);
  OptionalNumber(f, {"distance", "of a distance joint; as placed by default"}, s.distance,
                 quantity::kLength, kPositive);
  DescribePoints(f,
                 {"points",
                  "of a curve, in ground axes at the start: two are a line, more a cubic "
                  "spline"},
                 s.points, {2});
}

static void DescribeTable(Fields& f, TimeTable& s, const Quantity& quantity) {
  static constexpr const char* kWords[] = {"linear", "cubic", "monotone", "akima"};
  const Key table = {"table", "rows of time and value; the first and last value hold beyond"};
  const Key interpolation = {"interpolation", "between the rows of the table"};
  const Quantity columns[] = {quantity::kTime, quantity};
  if (f.Visit(table, !s.rows.empty())) f.Table(table, s.rows, columns, {2});
  if (f.Visit(interpolation, !s.rows.empty())) {
    DescribeChoice(f, interpolation, kWords, s.interpolation);
  }
}

// The formula is in SI: m, rad, N, s.
void DescribeFunction(Fields& f, TimeFunctionSettings& s, const Quantity& quantity) {
  OptionalNumber(f, {"value", "a constant"}, s.constant, quantity);
  f.Text({"expression",
          "a formula in SI units, of the time t, signals and channels of sensors: "
          "0.02*sin(2*pi*5*t), -2000*strut.z"},
         s.expression);
  f.Pairs({"let", "what names in the formula stand for: a number, a signal or a channel"}, s.let,
          nullptr);
  DescribeTable(f, s.table, quantity);
  DescribeOptional(f, {"signal", "a channel of a file, interpolated by a cubic spline"}, "signal",
                   s.signal);
}

Quantity FrameQuantity(size_t component) {
  return component < 3 ? quantity::kLength : quantity::kAngle;
}

Quantity PreloadQuantity(size_t direction) {
  return direction < 3 ? quantity::kForce : quantity::kTorque;
}

Quantity QuantityOf(const Motion& motion) {
  Quantity q = motion.kind == MotionKind::kTranslation ? quantity::kLength : quantity::kAngle;
  for (int i = 0; i < static_cast<int>(motion.quantity); ++i) q = q / quantity::kTime;
  return q;
}

Quantity QuantityOf(const Load& load) {
  return load.kind == LoadKind::kForce ? quantity::kForce : quantity::kTorque;
}

Quantity QuantityOf(const LineLoad&) { return quantity::kForce / quantity::kLength; }

void Describe(Fields& f, Motion& s) {
  static constexpr const char* kKinds[] = {"translation", "rotation"};
  static constexpr const char* kQuantities[] = {"position", "velocity", "acceleration"};
  f.Where(s.place);
  DescribeChoice(f, {"motion", "along or about the axis z", kRequired}, kKinds, s.kind);
  f.Reference({"joint", "whose motion is prescribed, instead of `between`"}, s.joint, "joint");
  DescribeEnds(f, s.ends, kOptional);
  DescribeChoice(f, {"prescribes", "what is given over time"}, kQuantities, s.quantity);
  DescribeFunction(f, s.function, QuantityOf(s));
}

void Describe(Fields& f, Coupler::Term& s) {
  static constexpr const char* kKinds[] = {"translation", "rotation"};
  f.Reference({"joint", "whose coordinate it is", kRequired}, s.joint, "joint");
  DescribeChoice(f, {"motion", "along or about the axis z"}, kKinds, s.kind);
  f.Number({"ratio", "factor in the sum (m or rad each)"}, s.ratio, quantity::kNumber);
}

void Describe(Fields& f, Coupler::RackAndPinion& s) {
  f.Reference({"rack", "the joint along whose z the rack slides", kRequired}, s.rack, "joint");
  f.Reference({"pinion", "the joint about whose z the pinion turns", kRequired}, s.pinion, "joint");
  f.Number({"radius", "of the pitch circle; negative: the rack slides back", kRequired}, s.radius,
           quantity::kLength);
}

void Describe(Fields& f, Coupler& s) {
  f.Where(s.place);
  const Key terms = {"terms", "ratio times coordinate of joints; their sum stays as it is"};
  if (f.Visit(terms, !s.terms.empty())) {
    DescribeList(f, terms, "coupler term", s.terms, {2, 8});
  }
  DescribeOptional(f, {"rack_and_pinion", "instead of terms"}, "rack and pinion",
                   s.rack_and_pinion);
}

// ---- Connections, loads, sensors
// --------------------------------------------------------------------

void DescribeLaw(Fields& f, const Key& key, LawSettings& law) {
  f.Typed(key, "law", true, [&law](Fields& inner) { Describe(inner, law); });
}

void Describe(Fields& f, Connection& s) {
  static constexpr const char* kKinds[] = {"rod", "linear_spring", "angular_spring", "bushing"};
  static constexpr const char* kAttachments[] = {"first", "second", "invariant"};
  f.Where(s.place);
  DescribeChoice(f, {"connection", "kind of the connection", kRequired}, kKinds, s.kind);
  DescribeEnds(f, s.ends, kRequired);
  DescribeChoice(f, {"attached", "to whose axes the law belongs; invariant: the frame half-way"},
                 kAttachments, s.attachment);
  DescribeOptional(f, {"law", "a law of dimension 1, 3 or 6, or {include: law.yaml}", kRequired},
                   "law", s.law);
  OptionalNumber(f, {"free_length", "of a rod; as placed by default"}, s.free_length,
                 quantity::kLength, kPositive);
  DescribePreload(f, s);
  f.Flag({"zero_as_placed", "reckon the strain from the pose at the start"}, s.zero_as_placed);
  f.Flag({"design_position", "find its preload so that the model is in balance as drawn"},
         s.design_position);
}

void Describe(Fields& f, Load& s) {
  static constexpr const char* kKinds[] = {"force", "torque"};
  f.Where(s.place);
  DescribeChoice(f, {"load", "force or torque", kRequired}, kKinds, s.kind);
  f.Reference({"on", "the body or frame it acts on", kRequired}, s.on, kPart);
  const Key from = {"from",
                    "the body or frame that pushes, and takes the opposite; none by default"};
  if (f.Visit(from, !s.from.empty())) f.Reference(from, s.from, kPart);
  OptionalVector(f, {"at", "the point it acts at, in ground axes at the start"}, s.at, kPoint);
  const Key direction = {"direction", "of the load; along z by default"};
  if (!f.Visit(direction, true)) {
    f.Report("load", {Severity::kWarning,
                      {},
                      "the load has no direction and acts along z",
                      "say `direction: [0, 0, 1]` if that is meant"});
  }
  Vector(f, direction, s.direction, quantity::kNumber);
  f.Flag({"follows_body", "the direction moves with the body"}, s.follows_body);
  DescribeFunction(f, s.function, QuantityOf(s));
}

// The keys that a kind of sensor takes.
static void DescribeKeys(Fields& f, Sensor& s, const ProbeKind& kind) {
  static constexpr const char* kObservers[] = {"relative_to", "ground"};
  const auto has = [&](ProbeKey key) { return (kind.keys & key) != 0; };
  if (has(kKeyOf)) f.Reference({"of", "the body or frame that is looked at"}, s.ends.second, kPart);
  if (has(kKeyFrom)) {
    f.Reference({"relative_to", "seen from this body or frame; the ground by default"},
                s.ends.first, kPart);
  }
  if (has(kKeyPoint)) {
    OptionalVector(f, {"at", "the point that is looked at, in ground axes at the start"}, s.ends.at,
                   kPoint);
    OptionalVector(f, {"axis", "direction of its z, in ground axes at the start"}, s.ends.axis,
                   kDirection);
    OptionalVector(f, {"x_axis", "direction of its x; made perpendicular to z"}, s.ends.x_axis,
                   kDirection);
  }
  if (has(kKeyObserver)) {
    DescribeChoice(f,
                   {"seen_from", "who observes: one who moves with `relative_to`, or the ground"},
                   kObservers, s.observer);
  }
  if (kind.items) f.Reference({"item", "what is looked at", kRequired}, s.item, kind.items);
  if (has(kKeyAxes)) {
    for (const char* end : {"first", "second"}) f.Define("end", end);
    f.Reference({"axes", "of the components: ground, first, second, or a body or frame"}, s.axes,
                "end|body|frame");
  }
  if (has(kKeyAbout)) {
    f.Reference({"about", "the body or frame about whose origin moments are; else the second end"},
                s.about, kPart);
  }
  if (has(kKeySection)) {
    f.Reference({"beam", "whose section is looked at", kRequired}, s.beam, "beam");
    f.Number({"along", "where in the beam, as a part of its length"}, s.along, quantity::kNumber,
             {0, 1});
  }
  if (has(kKeySectionPoint)) f.Text({"point", "of its section", kRequired}, s.point);
  if (has(kKeyStress)) {
    f.Integer({"element", "of the mesh"}, s.stress.element, 0);
    f.Integer({"node", "of the mesh"}, s.stress.node, 0);
    f.Text({"surface", "of a shell: top or bottom; of a beam: C, D, E or F"}, s.stress.surface);
  }
  const Key direction = {"direction", kind.items ? "along which, in `axes`; else all components"
                                                 : "of the gauge, in the axes of the mesh"};
  if (has(kKeyDirection) && f.Visit(direction, s.direction != Eigen::Vector3d::Zero())) {
    Vector(f, direction, s.direction, quantity::kNumber);
  }
}

// A word of earlier days, which said nothing about which angles.
static Fields::Alternative RetiredAngles(Sensor& s) {
  return {"angles", "", [&s] { s.kind = "cardan"; },
          [&s](Fields& f) {
            f.Problem("sensor", "`angles` could be any",
                      "say `euler_313`, which it was, or `cardan`: about x, y, z, good at rest");
            DescribeKeys(f, s, *FindProbeKind("position"));
          }};
}

void Describe(Fields& f, Sensor& s) {
  f.Where(s.place);
  std::vector<Fields::Alternative> alternatives;
  for (const ProbeKind& kind : ProbeKinds()) {
    alternatives.push_back({kind.word, kind.meaning, [&s, &kind] { s.kind = kind.word; },
                            [&s, &kind](Fields& inner) { DescribeKeys(inner, s, kind); }});
  }
  if (!f.ForSchema()) alternatives.push_back(RetiredAngles(s));
  f.OneOf({"sensor", "what it measures", kRequired}, alternatives,
          [&s] { return static_cast<size_t>(FindProbeKind(s.kind) - ProbeKinds().data()); });
}

void Describe(Fields& f, ChannelChoice& s) {
  f.Where(s.place);
  f.Text({"from", "channel of a sensor, `tip.z`, or several, `tip.*`; by default the name itself"},
         s.from);
  f.Text({"unit", "in which it is written; as the sensor has it by default"}, s.unit);
  f.Number({"scale", "by which values are multiplied, besides the unit"}, s.scale,
           quantity::kNumber);
  f.Text({"description", "one line on it"}, s.description);
}

void Describe(Fields& f, ChannelSettings& s) {
  f.Where(s.place);
  OptionalNumber(f, {"rate", "rows a second; between the rows of the run values are interpolated"},
                 s.rate, quantity::kFrequency, kPositive);
  DescribeMap(f, {"list", "what results hold, by name; all channels of the sensors by default"},
              "channel", s.list);
}

void Describe(Fields& f, SolverSettings& s) {
  static constexpr const char* kIntegrators[] = {"generalized-alpha", "multistep"};
  static constexpr const char* kModes[] = {"newton", "adaptive", "fixed"};
  f.Number({"end_time", "of the run"}, s.end_time, quantity::kTime, kPositive);
  f.Number({"step", "of time; the longest one where error_tolerance is given"}, s.step,
           quantity::kTime, kPositive);
  f.Number({"output_step", "of the results; 0: every step"}, s.output_step, quantity::kTime,
           kNotNegative);
  DescribeChoice(f, {"integrator", "the method"}, kIntegrators, s.integrator);
  f.Number({"rho", "spectral radius at infinite frequency: 1 no numerical damping, 0 most"}, s.rho,
           quantity::kNumber, {0, 1});
  OptionalNumber(f,
                 {"error_tolerance",
                  "of a whole step, as part of the model's size and in rad: steps are halved where "
                  "the error is larger"},
                 s.error_tolerance, quantity::kNumber, kPositive);
  DescribeChoice(f, {"matrix", "when the iteration matrix is made anew"}, kModes, s.matrix);
  f.Integer({"max_iterations", "of a step"}, s.max_iterations, 1, 1000);
  f.Number({"tolerance",
            "of the residual, relative to the forces at work; up to 100 times it where that is a "
            "thousandth of the step's own error"},
           s.tolerance, quantity::kNumber, kPositive);
  OptionalNumber(f, {"force_tolerance", "absolute, instead of tolerance"}, s.force_tolerance,
                 quantity::kForce, kPositive);
  f.Flag({"verify",
          "iterate to the tolerance whatever the step's own error, and ask every step for the "
          "residual "
          "that its last correction left"},
         s.verify);
  f.Integer({"max_halvings", "of a step that does not converge"}, s.max_halvings, 0, 60);
}

void Describe(Fields& f, Subsystem& s) {
  static constexpr const char* kPlanes[] = {"none", "x", "y", "z"};
  f.Where(s.place);
  f.Path({"file", "of the sub-assembly, a model file", kRequired}, s.file);
  f.Pairs({"ports", "what it needs from outside: the body or frame here for each"}, s.ports, kPart);
  f.Pairs({"set", "values of its parameters and choices of its variants"}, s.set, nullptr);
  DescribeChoice(f, {"mirror", "in its own axes: the coordinate that changes its sign"}, kPlanes,
                 s.mirror);
  Vector(f, {"position", "of its origin"}, s.position, quantity::kLength);
  DescribeOrientation(f, {"orientation", "of its axes"}, s.orientation);
  for (const char* kind : {"body", "frame", "joint", "motion", "connection", "beam", "load",
                           "force element", "driving signal"}) {
    f.Define(kind, (s.name + "/*").c_str());
  }
}

static void Describe(Fields& f, InitialMotion& s) {
  Vector(f, {"velocity", "of the point `about`, ground axes"}, s.velocity, quantity::kVelocity);
  Vector(f, {"angular_velocity", "of all, ground axes"}, s.angular_velocity,
         quantity::kAngularVelocity);
  Vector(f, {"about", "the point that has the velocity; the origin by default"}, s.about,
         quantity::kLength);
}

static void Describe(Fields& f, RoadItem& s) {
  f.Where(s.place);
  Describe(f, s.settings);
}

void Describe(Fields& f, Model& s) {
  f.Where(s.place);
  f.Define("body", kGroundName);
  f.Text({"name", "of the model"}, s.name);
  Vector(f, {"gravity", "acceleration, ground axes; [0, 0, -9.81] by default"}, s.gravity,
         quantity::kAcceleration);
  const bool moves = !s.initial.velocity.isZero(0) || !s.initial.angular_velocity.isZero(0);
  f.Typed({"initial", "motion of the whole model at the start"}, "initial motion", moves,
          [&s](Fields& inner) { Describe(inner, s.initial); });
  DescribeOptional(f, {"road", "what wheels roll on; the plane z = 0 otherwise"}, "road", s.road);
  f.Texts({"ports", "bodies that it needs from outside, as a sub-assembly; alone the ground"},
          s.ports);
  for (const std::string& port : s.ports) f.Define("body", port.c_str());
  DescribeMap(f, {"subsystems", "sub-assemblies by name"}, "sub-assembly", s.subsystems);
  f.Flag({"assemble", "move bodies to close joints, however wide they are open as drawn"},
         s.assemble);
  DescribeMap(f, {"bodies", "rigid and flexible bodies by name"}, "body", s.bodies);
  DescribeMap(f, {"frames", "places on bodies by name"}, "frame", s.frames);
  DescribeMap(f, {"joints", "by name"}, "joint", s.joints);
  DescribeMap(f, {"motions", "prescribed motions by name"}, "motion", s.motions);
  DescribeMap(f, {"couplers", "of joint coordinates, by name"}, "coupler", s.couplers);
  DescribeMap(f, {"connections", "springs, rods and bushings by name"}, "connection",
              s.connections);
  DescribeMap(f, {"beams", "flexible beams by name"}, "beam", s.beams);
  DescribeMap(f, {"loads", "forces and torques by name"}, "load", s.loads);
  DescribeMap(f, {"elements", "of kinds from a table or a shared library, on frames, by name"},
              "force element", s.elements);
  DescribeMap(f, {"signals", "functions, formulas, blocks and inputs from outside, by name"},
              "driving signal", s.signals);
  DescribeMap(f, {"sensors", "what is recorded, by name"}, "sensor", s.sensors);
  f.Typed({"channels", "what results hold of the sensors, under which names"}, "channels",
          s.channels.rate || !s.channels.list.empty(),
          [&s](Fields& inner) { Describe(inner, s.channels); });
  f.Typed({"solver", "of the time integration"}, "solver", true,
          [&s](Fields& inner) { Describe(inner, s.solver); });
}

}  // namespace jounce
