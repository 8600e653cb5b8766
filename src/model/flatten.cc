#include "model/flatten.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/names.h"
#include "math/expression.h"
#include "model/geometry.h"
#include "model/place_items.h"
#include "model/probe_kinds.h"

namespace jounce {
namespace {

// A frame of a sub-assembly that lies on a port: placed in ground axes until the bodies are known.
struct PortFrame {
  size_t index = 0;  // among the frames of the flat model
  std::string on;    // the body or frame around
};

// Adds one sub-assembly to the model around it.
class Instance {
 public:
  // `content` is flat. With an empty prefix names stay: the outermost model.
  Instance(const Model& content, const Subsystem& subsystem, std::string prefix, Model* around,
           std::vector<PortFrame>* port_frames, Diagnostics* diagnostics)
      : content_(content),
        prefix_(std::move(prefix)),
        around_(*around),
        port_frames_(*port_frames),
        diagnostics_(diagnostics) {
    for (const auto& [port, target] : subsystem.ports) ports_[port] = target;
    const Vector3d& p = subsystem.position;
    placement_ = Placement(subsystem.mirror, {OrientationMatrix(subsystem.orientation, p), p});
    for (const Frame& frame : content.frames) placed_.insert(frame.name);
  }

  void AddAll() {
    for (const Body& body : content_.bodies) Add(body, "body", &around_.bodies);
    for (const Frame& frame : content_.frames) AddFrame(frame);
    for (const Joint& joint : content_.joints) Add(joint, "joint", &around_.joints);
    for (const Motion& motion : content_.motions) Add(motion, "motion", &around_.motions);
    for (const Coupler& coupler : content_.couplers) Add(coupler, "coupler", &around_.couplers);
    for (const Connection& c : content_.connections) Add(c, "connection", &around_.connections);
    for (const Beam& beam : content_.beams) Add(beam, "beam", &around_.beams);
    for (const Load& load : content_.loads) Add(load, "load", &around_.loads);
    for (const ElementItem& e : content_.elements) Add(e, "element", &around_.elements);
    for (const Signal& signal : content_.signals) Add(signal, "signal", &around_.signals);
    for (const Sensor& sensor : content_.sensors) Add(sensor, "sensor", &around_.sensors);
  }

 private:
  using Vector3d = Eigen::Vector3d;

  // A name of the sub-assembly as seen from around. "port.node" is a node of what the port is.
  std::string Outside(const std::string& name) const {
    if (name.empty() || name == kGroundName) return name;
    const size_t dot = name.find('.');
    const auto port = ports_.find(name.substr(0, dot));
    if (port != ports_.end()) {
      return dot == std::string::npos ? port->second : port->second + name.substr(dot);
    }
    return prefix_ + name;
  }

  // The same of a joint, connection, ...: what is no body may be called as a port is.
  std::string ItemOutside(const std::string& name) const {
    return name.empty() ? name : prefix_ + name;
  }

  // Places and renames an item; what makes no sense is reported under its name.
  template <class T>
  void Add(const T& item, const char* what, std::vector<T>* items) {
    try {
      T placed = item;
      PlaceItem(placement_, &placed);
      placed.name = prefix_ + item.name;
      Rename(&placed);
      items->push_back(std::move(placed));
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) {
        diagnostics_->Error(item.place,
                            fmt::format("{} '{}{}': {}", what, prefix_, item.name, d.message),
                            d.remedy);
      }
    }
  }

  void AddFrame(const Frame& frame) {
    Frame placed = frame;
    const auto port = ports_.find(frame.body);
    if (frame.body == kGroundName || port != ports_.end()) {
      PlaceGroundFrame(placement_, &placed);
    } else {
      PlaceItem(placement_, &placed);
    }
    placed.name = prefix_ + frame.name;
    if (port != ports_.end()) port_frames_.push_back({around_.frames.size(), port->second});
    placed.body = port != ports_.end() ? kGroundName : Outside(frame.body);
    around_.frames.push_back(std::move(placed));
  }

  // The ground's own frame is where the origin of the sub-assembly is: an end on the ground that
  // says no place gets a frame there.
  std::string GroundEnd(const std::string& item, const std::string& end, bool placed,
                        const std::string& other) {
    if (end != kGroundName || placed || placement_.IsIdentity()) return Outside(end);
    if (placed_.contains(other) || other.find('.') != std::string::npos) return Outside(end);
    Frame frame;
    frame.name = fmt::format("{} ground", item);
    const Pose origin = placement_.Origin();
    frame.position = origin.p;
    frame.orientation.z_axis = origin.R.col(2);
    frame.orientation.x_axis = origin.R.col(0);
    frame.body = kGroundName;
    around_.frames.push_back(frame);
    return frame.name;
  }

  void RenameEnds(const std::string& item, Ends* ends) {
    if (ends->second.empty()) return;  // a motion of a joint
    const bool axes = ends->axis || ends->x_axis || ends->at;
    const std::string first = ends->first, second = ends->second;
    ends->first = GroundEnd(item, first, axes, second);
    ends->second = GroundEnd(item, second, axes || ends->at_second, first);
  }

  // Names in formulas stand for signals and channels of the sub-assembly.
  void RenameIn(const std::string& formula, TimeFunctionSettings* function) const {
    if (prefix_.empty()) return;
    std::vector<std::pair<std::string, std::string>>& let = function->let;
    for (const std::string& name : Expression::NamesIn(formula)) {
      const bool said =
          std::any_of(let.begin(), let.end(), [&](const auto& pair) { return pair.first == name; });
      if (name != "t" && !said) let.emplace_back(name, name);
    }
  }
  void RenameLet(TimeFunctionSettings* function) const {
    if (prefix_.empty()) return;
    for (auto& [name, meaning] : function->let) {
      if (IsNumberWithUnit(meaning)) continue;
      const bool negative = meaning.starts_with('-');
      const std::string inside = meaning.substr(negative ? 1 : 0);
      meaning = (negative != ChangesSign(inside) ? "-" : "") + prefix_ + inside;
    }
  }
  // The axes of a port are those of a body around, which no placement turns.
  bool InAxesOfPort(const Sensor& sensor) const {
    const std::string& axes = sensor.axes == "first"    ? sensor.ends.first
                              : sensor.axes == "second" ? sensor.ends.second
                                                        : sensor.axes;
    return ports_.contains(axes);
  }
  // Signals are scalars and keep their meaning; what a sensor sees may have another sign in the
  // placed sub-assembly.
  bool ChangesSign(const std::string& name) const {
    if (placement_.IsIdentity()) return false;
    for (const Sensor& sensor : content_.sensors) {
      if (!name.starts_with(sensor.name)) continue;
      const std::vector<ProbeChannel> channels = ChannelsOf(content_, sensor);
      for (size_t i = 0; i < channels.size(); ++i) {
        if (channels[i].name != name) continue;
        const double sign = SignOfChannel(placement_, content_, sensor, static_cast<int>(i));
        if (sign != 0 && !InAxesOfPort(sensor)) return sign < 0;
        throw InputError(
            fmt::format("'{}' is another thing where the sub-assembly is placed", name),
            "measure it in the axes of, and relative to, a frame of the sub-assembly");
      }
    }
    return false;
  }
  void Rename(TimeFunctionSettings* function) const {
    RenameIn(function->expression, function);
    RenameLet(function);
  }

  void Rename(Signal* signal) {
    RenameIn(signal->function.expression, &signal->function);
    if (signal->block) {
      for (const std::string& input : signal->block->inputs) RenameIn(input, &signal->function);
    }
    RenameLet(&signal->function);
  }
  void Rename(Body* body) {
    if (!body->remainder_of) return;
    for (std::string& part : body->remainder_of->parts) part = Outside(part);
  }
  void Rename(Joint* joint) { RenameEnds(joint->name, &joint->ends); }
  void Rename(Motion* motion) {
    Rename(&motion->function);
    motion->joint = ItemOutside(motion->joint);
    RenameEnds(motion->name, &motion->ends);
  }
  void Rename(Coupler* coupler) {
    for (Coupler::Term& term : coupler->terms) term.joint = ItemOutside(term.joint);
    if (!coupler->rack_and_pinion) return;
    coupler->rack_and_pinion->rack = ItemOutside(coupler->rack_and_pinion->rack);
    coupler->rack_and_pinion->pinion = ItemOutside(coupler->rack_and_pinion->pinion);
  }
  void Rename(Connection* connection) {
    for (auto& function : connection->preload_over_time) {
      if (function) Rename(&*function);
    }
    RenameEnds(connection->name, &connection->ends);
  }
  void Rename(Beam*) {}
  void Rename(Load* load) {
    if (load->follows_body && !placement_.IsIdentity() && ports_.contains(load->on)) {
      throw InputError(
          fmt::format("its direction follows the port '{}', whose axes no placement turns",
                      load->on),
          "put it on a body or frame of the sub-assembly");
    }
    Rename(&load->function);
    load->on = Outside(load->on);
    load->from = Outside(load->from);
  }
  // A frame on a port is one of a body around; so are its axes.
  void Rename(ElementItem* element) {
    for (auto& [name, function] : element->inputs) Rename(&function);
    std::string ground;  // made once
    for (std::string& frame : element->frames) {
      if (ports_.contains(frame) && !placement_.IsIdentity()) {
        throw InputError(
            fmt::format("it acts on the port '{}', whose axes no placement turns", frame),
            "name a frame of the sub-assembly that lies on the port");
      }
      const bool on_ground = frame == kGroundName;
      frame = on_ground && !ground.empty() ? ground : GroundEnd(element->name, frame, false, "");
      if (on_ground) ground = frame;
    }
  }
  void Rename(Sensor* sensor) {
    sensor->item = ItemOutside(sensor->item);
    sensor->beam = ItemOutside(sensor->beam);
    sensor->about = Outside(sensor->about);
    const bool of_an_end = sensor->axes == "first" || sensor->axes == "second";
    if (!of_an_end) sensor->axes = Outside(sensor->axes);
    // What is seen from the ground is seen from the one there is.
    sensor->ends.first = Outside(sensor->ends.first);
    sensor->ends.second = Outside(sensor->ends.second);
  }

  const Model& content_;
  std::string prefix_;
  Model& around_;
  std::vector<PortFrame>& port_frames_;
  Diagnostics* diagnostics_;
  std::map<std::string, std::string> ports_;
  Placement placement_;
  std::set<std::string> placed_;  // frames of the sub-assembly
};

class Flattening {
 public:
  explicit Flattening(Diagnostics* diagnostics) : diagnostics_(diagnostics) {}

  // The items of `model` and of its sub-assemblies, with the ports of `model` left as names.
  Model Run(const Model& model) {
    Model flat = model;
    flat.subsystems.clear();
    std::vector<PortFrame> port_frames;
    for (const Subsystem& subsystem : model.subsystems) {
      if (!subsystem.model) continue;  // reported by whoever read it
      CheckPorts(subsystem);
      CheckNames(*subsystem.model);
      try {
        Instance(Run(*subsystem.model), subsystem, subsystem.name + "/", &flat, &port_frames,
                 diagnostics_)
            .AddAll();
      } catch (const InputError& error) {
        for (const Diagnostic& d : error.diagnostics()) {
          Error(subsystem, d.message, d.remedy);
        }
      }
    }
    for (const PortFrame& frame : port_frames) Settle(frame, &flat);
    return flat;
  }

  void CheckNames(const Model& model) {
    CheckNamesOf(model.subsystems, "sub-assembly");
    CheckNamesOf(model.bodies, "body");
    CheckNamesOf(model.frames, "frame");
    CheckNamesOf(model.joints, "joint");
    CheckNamesOf(model.motions, "motion");
    CheckNamesOf(model.couplers, "coupler");
    CheckNamesOf(model.connections, "connection");
    CheckNamesOf(model.beams, "beam");
    CheckNamesOf(model.loads, "load");
    CheckNamesOf(model.elements, "element");
    CheckNamesOf(model.signals, "signal");
    CheckNamesOf(model.sensors, "sensor");
  }

 private:
  void Error(const Subsystem& subsystem, const std::string& message, const std::string& remedy) {
    diagnostics_->Error(subsystem.place,
                        fmt::format("sub-assembly '{}': {}", subsystem.name, message), remedy);
  }

  void CheckPorts(const Subsystem& subsystem) {
    const std::vector<std::string>& known = subsystem.model->ports;
    for (const auto& [port, target] : subsystem.ports) {
      if (std::find(known.begin(), known.end(), port) != known.end()) continue;
      Error(subsystem, fmt::format("{} has no port '{}'", subsystem.file, port),
            known.empty() ? "it declares none" : SuggestName(port, known));
    }
    for (const std::string& port : known) {
      const bool connected = std::any_of(subsystem.ports.begin(), subsystem.ports.end(),
                                         [&](const auto& pair) { return pair.first == port; });
      if (connected) continue;
      Error(subsystem, fmt::format("its port '{}' is not connected", port),
            fmt::format("write ports: {{{}: a body or frame}}, or ground", port));
    }
  }

  template <class Items>
  void CheckNamesOf(const Items& items, const char* what) {
    for (const auto& item : items) {
      if (item.name.find('/') == std::string::npos) continue;
      diagnostics_->Error(item.place,
                          fmt::format("{} '{}': a '/' stands between a sub-assembly and what is in "
                                      "it, and cannot be part of a name",
                                      what, item.name),
                          "choose another name");
    }
  }

  // Puts a frame that is placed in ground axes onto the body that it belongs to. Ports of `model`
  // itself have no body yet; the frame goes on as one on that port.
  void Settle(const PortFrame& port_frame, Model* model) {
    Frame& frame = model->frames[port_frame.index];
    const std::string on = port_frame.on;
    if (std::find(model->ports.begin(), model->ports.end(), on) != model->ports.end()) {
      frame.body = on;
      return;
    }
    const Pose pose{OrientationMatrix(frame.orientation, frame.position), frame.position};
    for (const Frame& other : model->frames) {
      if (other.name == on && !other.motion.IsGiven()) {
        return Attach(other.body, pose, *model, &frame);
      }
      if (other.name == on) return PutOn(other, pose, &frame);
    }
    Attach(on, pose, *model, &frame);
  }

  // Onto a body, or a frame that moves on the ground.
  template <class Carrier>
  void PutOn(const Carrier& carrier, const Pose& pose, Frame* frame) {
    const Pose start{OrientationMatrix(carrier.orientation, carrier.position), carrier.position};
    const Pose local = Relative(start, pose);
    frame->body = carrier.name;
    frame->position = local.p;
    frame->orientation = {};
    if (local.R.isIdentity(0)) return;
    frame->orientation.z_axis = local.R.col(2);
    frame->orientation.x_axis = local.R.col(0);
  }

  void Attach(const std::string& name, const Pose& pose, const Model& model, Frame* frame) {
    frame->body = name;
    for (const Body& body : model.bodies) {
      if (body.name == name) return PutOn(body, pose, frame);
    }
    if (name == kGroundName) return;
    diagnostics_->Error(frame->place,
                        fmt::format("frame '{}': no body is called '{}'", frame->name, name),
                        "a frame on a port needs a port that is a body, a frame on one, or ground");
  }

  Diagnostics* diagnostics_;
};

}  // namespace

Model Flatten(const Model& model, Diagnostics* diagnostics) {
  if (model.subsystems.empty() && model.ports.empty()) return model;
  Flattening flattening(diagnostics);
  if (!model.subsystems.empty()) flattening.CheckNames(model);
  Model flat = flattening.Run(model);
  if (flat.ports.empty()) return flat;
  // Alone, each port is the ground.
  Subsystem alone;
  for (const std::string& port : flat.ports) alone.ports.emplace_back(port, kGroundName);
  Model grounded;
  grounded.name = flat.name;
  grounded.place = flat.place;
  grounded.gravity = flat.gravity;
  grounded.initial = flat.initial;
  grounded.assemble = flat.assemble;
  grounded.solver = flat.solver;
  grounded.channels = flat.channels;
  std::vector<PortFrame> port_frames;
  Instance(flat, alone, "", &grounded, &port_frames, diagnostics).AddAll();
  return grounded;
}

}  // namespace jounce
