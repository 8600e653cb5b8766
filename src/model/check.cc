#include "model/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "base/names.h"
#include "blocks/block_kinds.h"
#include "elements/element_kinds.h"
#include "laws/law_warnings.h"
#include "laws/make_law.h"
#include "math/expression.h"
#include "math/space_curve.h"
#include "math/units.h"
#include "model/cautions.h"
#include "model/expand_beams.h"
#include "model/flexible_attachment.h"
#include "model/geometry.h"
#include "model/mass_sum.h"
#include "model/probe_kinds.h"
#include "model/run_schedule.h"
#include "model/sensor_check.h"
#include "model/signal_units.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// Points nearer than this [m] have no direction from one to the other.
constexpr double kSamePoint = 1e-9;

// More steps than this nobody waits for.
constexpr double kMostSteps = 1e10;

// One pass over a model; every Check function adds what it finds.
class ModelChecker {
 public:
  ModelChecker(const Model& model, Diagnostics* out) : model_(model), units_(model), out_(out) {}

  void Run() {
    CheckAllNames();
    for (const Body& body : model_.bodies) CheckBody(body);
    for (const Frame& frame : model_.frames) CheckFrame(frame);
    CheckSolver();
    // Ends can be placed only where bodies and frames are right.
    if (out_->HasErrors()) return;
    geometry_ = std::make_unique<ModelGeometry>(model_);
    for (const Joint& joint : model_.joints) CheckJoint(joint);
    for (const Motion& motion : model_.motions) CheckMotion(motion);
    for (const Coupler& coupler : model_.couplers) CheckCoupler(coupler);
    for (const Connection& connection : model_.connections) CheckConnection(connection);
    for (const Load& load : model_.loads) CheckLoad(load);
    for (const ElementItem& element : model_.elements) CheckElement(element);
    for (const Signal& signal : model_.signals) CheckSignal(signal);
    CheckSensors();
  }

 private:
  void Error(const Item& item, const char* what, const std::string& message,
             const std::string& remedy = "") {
    out_->Error(item.place, fmt::format("{} '{}': {}", what, item.name, message), remedy);
  }

  // Runs something that throws InputError or FileError and reports it under the item's name.
  template <class Function>
  bool Guard(const Item& item, const char* what, Function function) {
    try {
      function();
      return true;
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) Error(item, what, d.message, d.remedy);
    } catch (const FileError& error) {
      Error(item, what, error.what());
    }
    return false;
  }

  template <class Items>
  void CheckNames(const Items& items, const char* what) {
    std::set<std::string> seen;
    for (const auto& item : items) {
      if (item.name.empty()) {
        out_->Error(item.place, fmt::format("a {} has no name", what), "give each a name");
      } else if (!seen.insert(item.name).second) {
        Error(item, what, "the name is used twice", "names are unique among their kind");
      }
    }
  }

  void CheckAllNames() {
    CheckNames(model_.bodies, "body");
    CheckNames(model_.frames, "frame");
    CheckNames(model_.joints, "joint");
    CheckNames(model_.motions, "motion");
    CheckNames(model_.couplers, "coupler");
    CheckNames(model_.connections, "connection");
    CheckNames(model_.beams, "beam");
    CheckNames(model_.loads, "load");
    CheckNames(model_.elements, "element");
    CheckNames(model_.signals, "signal");
    CheckNames(model_.sensors, "sensor");
    for (const Frame& frame : model_.frames) {
      if (frame.name == kGroundName || IsBody(frame.name) || IsNode(frame.name)) {
        Error(frame, "frame", "a body or node has the same name",
              "ends name frames or bodies, so both differ");
      }
    }
  }

  bool IsBody(const std::string& name) const {
    for (const Body& body : model_.bodies) {
      if (body.name == name) return true;
    }
    return false;
  }

  bool IsMovingFrame(const std::string& name) const {
    return std::any_of(model_.frames.begin(), model_.frames.end(), [&](const Frame& frame) {
      return frame.name == name && frame.motion.IsGiven();
    });
  }

  // "body.node" of an interface node of a flexible body.
  bool IsNode(const std::string& name) const {
    for (const Body& body : model_.bodies) {
      if (!body.flexible.part) continue;
      for (const InterfaceNode& node : body.flexible.part->interfaces) {
        if (body.name + "." + node.name == name) return true;
      }
    }
    return false;
  }

  void CheckFlexible(const Body& body) {
    const Flexibility& flexible = body.flexible;
    const int modes = flexible.part->mode_count();
    if (!(flexible.part->inertia.i1 > 0)) Error(body, "body", "its flexible part has no mass");
    if (body.mass != 0 || body.inertia != Vector3d::Zero() || body.products != Vector3d::Zero() ||
        body.centre != Vector3d::Zero()) {
      Error(body, "body", "mass and inertia are given, but they are those of its flexible part",
            "leave out mass, centre, inertia and products");
    }
    for (int mode : flexible.modes_off) {
      if (mode >= 1 && mode <= modes) continue;
      Error(body, "body", fmt::format("modes_off names mode {}", mode),
            fmt::format("the part has the modes 1 to {}", modes));
    }
    if (flexible.damping && !(*flexible.damping >= 0 && std::isfinite(*flexible.damping))) {
      Error(body, "body", fmt::format("damping {} is out of range", *flexible.damping),
            "a ratio to critical, 0 or more");
    }
    if (flexible.stiffening && flexible.part->stiffening.empty()) {
      Error(body, "body", "its flexible part holds no geometric stiffening",
            "reduce it with --stiffening and the interfaces that carry it");
    }
  }

  void CheckBody(const Body& body) {
    if (body.flexible.part) CheckFlexible(body);
    if (body.name == kGroundName) Error(body, "body", "the name is taken by the ground");
    const bool finite = body.position.allFinite() && body.velocity.allFinite() &&
                        body.angular_velocity.allFinite() && std::isfinite(body.mass) &&
                        body.centre.allFinite() && body.inertia.allFinite() &&
                        body.products.allFinite();
    if (!finite) {
      Error(body, "body", "a number is not finite");
      return;
    }
    if (body.mass < 0) {
      Error(body, "body", fmt::format("mass {} kg is negative", body.mass), "0 or more");
    }
    Guard(body, "body", [&] { OrientationMatrix(body.orientation, body.position); });
    if (Guard(body, "body", [&] { OrientationMatrix(body.inertia_axes, body.centre); })) {
      CheckInertia(body);
    }
  }

  void CheckInertia(const Body& body) {
    const Vector3d arm = body.inertia_point.value_or(body.centre) - body.centre;
    const Vector3d principal = PrincipalMoments(InertiaAboutCentre(body));
    const double slack =
        1e-6 * (principal.cwiseAbs().maxCoeff() + PointInertia(body.mass, arm).trace());
    if (IsPossibleInertia(principal, slack)) return;
    Error(body, "body",
          fmt::format(
              "no body can have the principal moments of inertia {:.6g}, {:.6g}, {:.6g} kg m2",
              principal[0], principal[1], principal[2]),
          "none is negative and none exceeds the sum of the other two");
  }

  void CheckFrame(const Frame& frame) {
    if (frame.motion.IsGiven() && frame.body != kGroundName) {
      Error(frame, "frame", fmt::format("it has a motion, but is on '{}'", frame.body),
            "frames that move by functions of time are on the ground; bodies have `motions`");
    }
    for (const auto& function : frame.motion.functions) {
      if (function && UsesSignals(*function)) {
        Error(frame, "frame", fmt::format("'{}' knows more than the time", function->expression),
              "frames follow functions of time; a body with a motion can follow signals");
      } else if (function) {
        CheckFunction(frame, "frame", *function);
      }
    }
    if (frame.body != kGroundName && !IsBody(frame.body) && !IsNode(frame.body) &&
        !IsMovingFrame(frame.body)) {
      std::vector<std::string> known = {kGroundName};
      for (const Body& body : model_.bodies) known.push_back(body.name);
      Error(frame, "frame", fmt::format("no body is called '{}'", frame.body),
            SuggestName(frame.body, known));
    }
    if (!frame.position.allFinite()) Error(frame, "frame", "a number is not finite");
    Guard(frame, "frame", [&] { OrientationMatrix(frame.orientation, frame.position); });
  }

  // Flexible bodies are held at their nodes, which are no bodies here.
  void CheckAttachment(const Item& item, const char* what, const BodyFrame& end) {
    if (end.body >= geometry_->ground()) return;
    const auto misplaced = FindMisplaced(model_.bodies[end.body], end.frame.p);
    if (misplaced) Error(item, what, misplaced->message, misplaced->remedy);
  }

  bool CheckEnds(const Item& item, const char* what, const Ends& ends, FramePair* pair) {
    if (!Guard(item, what, [&] { *pair = geometry_->Resolve(ends); })) return false;
    CheckAttachment(item, what, pair->first);
    CheckAttachment(item, what, pair->second);
    const bool same = pair->first.body == pair->second.body;
    if (!same && geometry_->IsPrescribed(pair->first.body) &&
        geometry_->IsPrescribed(pair->second.body)) {
      Error(item, what, "both ends are on the ground or on frames that move on it",
            "attach it to a body");
      return false;
    }
    if (!same) return true;
    Error(item, what, "both ends are on the same body", "attach it to two bodies");
    return false;
  }

  double StartDistance(const FramePair& pair) const {
    return (geometry_->FramePose(pair.second).p - geometry_->FramePose(pair.first).p).norm();
  }

  void CheckJoint(const Joint& joint) {
    FramePair pair;
    if (!CheckEnds(joint, "joint", joint.ends, &pair)) return;
    if (joint.kind == JointKind::kCurve) {
      Guard(joint, "joint", [&] { SpaceCurve(joint.points); });
    }
    if (joint.kind != JointKind::kDistance) return;
    if (joint.distance ? !(*joint.distance > 0) : StartDistance(pair) < kSamePoint) {
      Error(joint, "joint", "the distance is not positive",
            "points that coincide need a spherical joint");
    }
  }

  template <class Items>
  bool Has(const Items& items, const std::string& name) const {
    for (const auto& item : items) {
      if (item.name == name) return true;
    }
    return false;
  }

  void CheckJointName(const Item& item, const char* what, const std::string& name) {
    if (Has(model_.joints, name)) return;
    std::vector<std::string> known;
    for (const Joint& joint : model_.joints) known.push_back(joint.name);
    Error(item, what, fmt::format("no joint is called '{}'", name), SuggestName(name, known));
  }

  void CheckMotion(const Motion& motion) {
    FramePair pair;
    if (!motion.joint.empty()) {
      CheckJointName(motion, "motion", motion.joint);
    } else {
      CheckEnds(motion, "motion", motion.ends, &pair);
    }
    CheckFunction(motion, "motion", motion.function);
    CheckUnit(motion, "motion", motion.function, UnitOf(motion));
  }

  void CheckFunction(const Item& item, const char* what, const TimeFunctionSettings& settings) {
    Guard(item, what, [&] {
      if (UsesSignals(settings)) return CheckFormula(settings.expression);
      const Jet start = MakeTimeFunction(settings)->At(0);
      if (!std::isfinite(start.value)) {
        throw InputError("the function of time is not finite at t = 0");
      }
    });
  }

  static std::string UnitOf(const Motion& motion) {
    static constexpr const char* kPer[] = {"", "/s", "/s^2"};
    const std::string unit = motion.kind == MotionKind::kTranslation ? "m" : "rad";
    return unit + kPer[static_cast<int>(motion.quantity)];
  }

  // What drives it, as far as its unit is known, must be what is driven.
  void CheckUnit(const Item& item, const char* what, const TimeFunctionSettings& settings,
                 const std::string& unit) {
    if (settings.expression.empty()) return;
    Guard(item, what, [&] {
      const std::optional<KnownUnit> given = units_.Of(settings.expression);
      if (!given || given->dimension == ParseUnit(unit).dimension) return;
      throw InputError(
          fmt::format("'{}' is in {}, and {} is needed", settings.expression, given->name, unit),
          "multiply it with what turns one into the other");
    });
  }

  // Whether its names mean anything is seen when the signals are put together (SignalGraph).
  static void CheckFormula(const std::string& text) {
    Expression::Parse(text, Expression::NamesIn(text));
  }

  void CheckSignal(const Signal& signal) {
    const TimeFunctionSettings& f = signal.function;
    const bool function = f.constant || !f.expression.empty() || !f.table.rows.empty() ||
                          f.signal.has_value() || f.source;
    if ((function ? 1 : 0) + (signal.input ? 1 : 0) + (signal.block ? 1 : 0) != 1) {
      return Error(signal, "signal", "it is not exactly one thing",
                   "give a function (value, expression, table, signal), an input or a block");
    }
    if (signal.name == "t" || signal.name == "pi" || signal.name == "e") {
      Error(signal, "signal", "formulas know this name already", "choose another");
    }
    if (function) CheckFunction(signal, "signal", f);
    if (!signal.block) {
      Guard(signal, "signal", [&] { units_.Check(signal); });
      return;
    }
    Guard(signal, "signal", [&] {
      for (const std::string& input : signal.block->inputs) CheckFormula(input);
      MakeBlock(*signal.block, {MakeRunSchedule(model_.solver).step});
    });
    Guard(signal, "signal", [&] { units_.Check(signal); });
  }

  void CheckCoupler(const Coupler& coupler) {
    if (coupler.rack_and_pinion && !coupler.terms.empty()) {
      Error(coupler, "coupler", "it has terms and is a rack and pinion", "give one of them");
    }
    const std::vector<Coupler::Term> terms = coupler.AllTerms();
    if (terms.size() < 2) Error(coupler, "coupler", "it needs at least two joints");
    for (const Coupler::Term& term : terms) {
      CheckJointName(coupler, "coupler", term.joint);
      if (!std::isfinite(term.ratio) || term.ratio == 0) {
        Error(coupler, "coupler",
              fmt::format("ratio of joint '{}' is 0 or not finite", term.joint));
      }
    }
  }

  // A law is made to see that it can be: one may come from a shared library.
  void CheckLaw(const Connection& connection, int dimension) {
    if (!connection.law) return Error(connection, "connection", "it has no law");
    const LawSettings& law = *connection.law;
    const size_t before = out_->all().size();
    Validate(law, fmt::format("connection '{}'", connection.name), out_);
    if (out_->all().size() != before) return;
    if (DimensionOf(law) != dimension) {
      Error(connection, "connection",
            fmt::format("its law has {} components, a {} needs {}", DimensionOf(law),
                        ToString(connection.kind), dimension));
    }
    Guard(connection, "connection", [&] { MakeLaw(law); });
    WarnOfLaw(law, fmt::format("connection '{}'", connection.name), out_);
  }

  void CheckConnection(const Connection& connection) {
    FramePair pair;
    const bool placed = CheckEnds(connection, "connection", connection.ends, &pair);
    const int dimension = StrainDimension(connection.kind);
    if (!connection.section) CheckLaw(connection, dimension);
    const size_t preloads = connection.preload.size();
    if (preloads != 0 && preloads != static_cast<size_t>(dimension)) {
      Error(connection, "connection",
            fmt::format("{} preloads given, a {} has {}", preloads, ToString(connection.kind),
                        dimension));
    }
    for (double value : connection.preload) {
      if (!std::isfinite(value)) Error(connection, "connection", "a preload is not finite");
    }
    for (int i = 0; i < 6; ++i) {
      const auto& function = connection.preload_over_time[i];
      if (!function) continue;
      if (PreloadComponent(connection.kind, i) < 0) {
        Error(connection, "connection",
              fmt::format("a {} has no preload {} {}", ToString(connection.kind),
                          i < 3 ? "along" : "about", "xyzxyz"[i]));
        continue;
      }
      CheckFunction(connection, "connection", *function);
      CheckUnit(connection, "connection", *function, i < 3 ? "N" : "N m");
    }
    if (placed && connection.kind == ConnectionKind::kRod && StartDistance(pair) < kSamePoint) {
      Error(connection, "connection", "the ends of a rod coincide, so it has no direction",
            "use a linear spring between coinciding points");
    }
  }

  void CheckLoad(const Load& load) {
    Guard(load, "load", [&] { CheckAttachment(load, "load", geometry_->ResolveLoad(load)); });
    Guard(load, "load", [&] {
      if (!load.from.empty()) geometry_->Resolve({.second = load.from});
    });
    if (!load.direction.allFinite() || load.direction.norm() == 0) {
      Error(load, "load", "the direction has no length");
    }
    CheckFunction(load, "load", load.function);
    CheckUnit(load, "load", load.function, load.kind == LoadKind::kForce ? "N" : "N m");
  }

  // An element is made to see that it can be: one may come from a shared library.
  void CheckElement(const ElementItem& element) {
    std::shared_ptr<const ElementKind> kind;
    if (!Guard(element, "element", [&] { kind = KindOf(element.settings); })) return;
    Guard(element, "element", [&] { MakeForceModel(element.settings); });
    CheckElementFrames(element, *kind);
    std::vector<std::string> known;
    for (const KindScalar& input : kind->inputs) known.emplace_back(input.name);
    for (const auto& [name, function] : element.inputs) {
      const auto found = std::find(known.begin(), known.end(), name);
      if (found == known.end()) {
        Error(element, "element", fmt::format("it has no input '{}'", name),
              SuggestName(name, known));
        continue;
      }
      CheckFunction(element, "element", function);
      CheckUnit(element, "element", function,
                kind->inputs[found - known.begin()].quantity.SiUnit());
    }
  }

  void CheckElementFrames(const ElementItem& element, const ElementKind& kind) {
    if (element.frames.size() != kind.frames.size()) {
      Error(element, "element",
            fmt::format("it is given {} frames, and has {}", element.frames.size(),
                        kind.frames.size()),
            fmt::format("{}", fmt::join(kind.frames, ", ")));
    }
    bool moves = false, known = true;
    for (const std::string& name : element.frames) {
      known &= Guard(element, "element", [&] {
        const BodyFrame frame = geometry_->ResolveName(name);
        CheckAttachment(element, "element", frame);
        moves |= !geometry_->IsPrescribed(frame.body);
      });
    }
    if (known && !moves) {
      Error(element, "element", "all its frames are on the ground or move on it",
            "attach it to a body");
    }
  }

  void CheckSensors() {
    const SensorCheck check(model_, *geometry_, out_);
    for (const Sensor& sensor : model_.sensors) check.Check(sensor);
    if (out_->HasErrors()) return;  // channels are known only where sensors are right
    try {
      ChooseChannels(model_.channels, ChannelsOf(model_));
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) out_->Error(d.place, d.message, d.remedy);
    }
  }

  void CheckSolver() {
    const SolverSettings& s = model_.solver;
    const auto refuse = [&](const char* key, double value, const char* range) {
      out_->Error(model_.place, fmt::format("solver: {} = {} is out of range", key, value), range);
    };
    if (!(s.step > 0) || !std::isfinite(s.step)) refuse("step", s.step, "more than 0");
    if (!(s.end_time >= 0) || !std::isfinite(s.end_time)) {
      refuse("end_time", s.end_time, "0 or more");
    }
    if (!(s.output_step >= 0)) refuse("output_step", s.output_step, "0 or more");
    for (double step : {s.step, s.output_step}) {
      if (!(step > 0) || !(s.end_time > kMostSteps * step)) continue;
      out_->Error(
          model_.place,
          fmt::format("solver: a run of {} s in steps of {} s has no end", s.end_time, step),
          fmt::format("take at most {:g} of them", kMostSteps));
    }
    if (!(s.rho >= 0 && s.rho <= 1)) refuse("rho", s.rho, "from 0 to 1");
    if (!(s.tolerance > 0 && s.tolerance < 1)) {
      refuse("tolerance", s.tolerance, "more than 0 and less than 1, a part of the forces at work");
    }
    if (s.error_tolerance && !(*s.error_tolerance > 0 && *s.error_tolerance < 1)) {
      refuse("error_tolerance", *s.error_tolerance,
             "more than 0 and less than 1, a part of the model's size");
    }
    if (s.force_tolerance && !(*s.force_tolerance > 0 && std::isfinite(*s.force_tolerance))) {
      refuse("force_tolerance", *s.force_tolerance, "more than 0");
    }
    if (s.max_iterations < 1) refuse("max_iterations", s.max_iterations, "1 or more");
    if (s.max_halvings < 0) refuse("max_halvings", s.max_halvings, "0 or more");
    if (!model_.gravity.allFinite()) out_->Error(model_.place, "gravity is not finite");
    const InitialMotion& whole = model_.initial;
    if (!whole.velocity.allFinite() || !whole.angular_velocity.allFinite() ||
        !whole.about.allFinite()) {
      out_->Error(model_.place, "initial: a number is not finite");
    }
  }

  const Model& model_;
  SignalUnits units_;
  Diagnostics* out_;
  std::unique_ptr<ModelGeometry> geometry_;
};

}  // namespace

void CheckModel(const Model& model, Diagnostics* diagnostics) {
  // What beams become is checked with the rest.
  try {
    const Model expanded = ExpandBeams(model);
    ModelChecker(expanded, diagnostics).Run();
    if (!diagnostics->HasErrors()) WarnOfModel(expanded, diagnostics);
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics()) {
      diagnostics->Error(d.place, d.message, d.remedy);
    }
  }
}

void CheckModel(const Model& model) {
  Diagnostics diagnostics;
  CheckModel(model, &diagnostics);
  diagnostics.ThrowIfErrors();
}

}  // namespace jounce
