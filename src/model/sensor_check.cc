#include "model/sensor_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/names.h"
#include "model/beam_section.h"
#include "model/flexible_attachment.h"
#include "model/probe_kinds.h"

namespace jounce {
namespace {

// Points nearer than this [m] are the origin of what they lie on.
constexpr double kAtOrigin = 1e-9;

template <class Items>
bool HasItem(const Items& items, const std::string& name) {
  return std::any_of(items.begin(), items.end(), [&](const auto& i) { return i.name == name; });
}

template <class Items>
void AddNames(const Items& items, std::vector<std::string>* names) {
  for (const auto& item : items) names->push_back(item.name);
}

// What a sensor takes from elsewhere it cannot be given.
void CheckUnusedKeys(const SensorCheck& check, const Sensor& sensor, const ProbeKind& kind) {
  const Ends& ends = sensor.ends;
  const bool placed = ends.at || ends.at_second || ends.axis || ends.x_axis;
  if (placed && !(kind.keys & kKeyPoint)) {
    check.Error(sensor, "takes neither `at` nor `axis`: what it looks at has its own",
                kind.keys & kKeyAxes ? "take them out; `axes` says in whose axes components are"
                                     : "take them out");
  }
}

// `axes` and `about` name something, if they are no words of their own.
void CheckAxes(const SensorCheck& check, const Sensor& sensor) {
  if (sensor.axes != "first" && sensor.axes != "second") {
    check.Guard(sensor, [&] { check.geometry().ResolveName(sensor.axes); });
  }
  if (!sensor.about.empty()) {
    check.Guard(sensor, [&] { check.geometry().ResolveName(sensor.about); });
  }
}

const FlexiblePart* FindPart(const SensorCheck& check, const Sensor& sensor) {
  for (const Body& body : check.model().bodies) {
    if (body.name == sensor.ends.second && body.flexible.part) return body.flexible.part.get();
  }
  check.Error(sensor, fmt::format("'{}' is not a flexible body", sensor.ends.second),
              "say with `of` which body's stress is measured");
  return nullptr;
}

bool CheckStressPoint(const SensorCheck& check, const Sensor& sensor, const FlexiblePart& part,
                      bool must_be_named) {
  const size_t found = FindStressPoints(part, sensor.stress).size();
  const bool named = sensor.stress.element != 0 || sensor.stress.node != 0;
  if (found == 0) {
    check.Error(sensor, fmt::format("body '{}' has no stress there", sensor.ends.second),
                part.stress_points.empty() ? "its part was reduced without stresses"
                                           : "name an element or node of its mesh");
  } else if (!named && must_be_named) {
    check.Error(sensor, "no point is named", "say `element` or `node`");
  } else if (named && found > 1) {
    check.Error(
        sensor, fmt::format("{} points are so named", found),
        "say `surface: top` or `surface: bottom`; of a beam its `node`, and `surface: C` to `F`");
  } else {
    return true;
  }
  return false;
}

const Beam* FindBeam(const SensorCheck& check, const Sensor& sensor) {
  for (const Beam& beam : check.model().beams) {
    if (beam.name == sensor.beam) return &beam;
  }
  return nullptr;
}

}  // namespace

void SensorCheck::Error(const Sensor& sensor, const std::string& message,
                        const std::string& remedy) const {
  out_->Error(sensor.place, fmt::format("sensor '{}': {}", sensor.name, message), remedy);
}

void SensorCheck::Check(const Sensor& sensor) const {
  const ProbeKind* kind = FindProbeKind(sensor.kind);
  if (!kind) {
    std::vector<std::string> known;
    for (const ProbeKind& k : ProbeKinds()) known.emplace_back(k.word);
    Error(sensor, fmt::format("nothing is measured as '{}'", sensor.kind),
          SuggestName(sensor.kind, known));
    return;
  }
  CheckUnusedKeys(*this, sensor, *kind);
  if (kind->keys & kKeyAxes) CheckAxes(*this, sensor);
  kind->check(*this, sensor);
}

void CheckNothing(const SensorCheck&, const Sensor&) {}

// The frame of a flexible body can be looked at as such; points of it only at its nodes.
void CheckPlaceSensor(const SensorCheck& check, const Sensor& sensor) {
  FramePair pair;
  if (!check.Guard(sensor, [&] { pair = PlaceSensor(check.geometry(), sensor); })) return;
  const auto attached = [&](const std::string& name, const BodyFrame& end) {
    const bool is_point =
        sensor.ends.at || (!HasItem(check.model().bodies, name) && end.frame.p.norm() > kAtOrigin);
    if (!is_point || end.body >= check.geometry().ground()) return;
    const auto misplaced = FindMisplaced(check.model().bodies[end.body], end.frame.p);
    if (misplaced) check.Error(sensor, misplaced->message, misplaced->remedy);
  };
  attached(sensor.ends.first, pair.first);
  attached(sensor.ends.second, pair.second);
}

void CheckJointSensor(const SensorCheck& check, const Sensor& sensor) {
  const std::vector<Joint>& joints = check.model().joints;
  const auto joint = std::find_if(joints.begin(), joints.end(),
                                  [&](const Joint& j) { return j.name == sensor.item; });
  if (joint == joints.end()) {
    std::vector<std::string> known;
    AddNames(joints, &known);
    check.Error(sensor, fmt::format("no joint is called '{}'", sensor.item),
                SuggestName(sensor.item, known));
    return;
  }
  const JointCoordinates free = CoordinatesOf(joint->kind);
  if (free.travel || free.angle) return;
  check.Error(
      sensor,
      fmt::format("a {} joint has no coordinate along or about one axis", ToString(joint->kind)),
      "take `position`, `rotation_vector` or `angle` of its second body");
}

void CheckReactionSensor(const SensorCheck& check, const Sensor& sensor) {
  const Model& model = check.model();
  if (!sensor.direction.allFinite()) check.Error(sensor, "the direction is not finite");
  if (HasItem(model.joints, sensor.item) || HasItem(model.motions, sensor.item) ||
      HasItem(model.connections, sensor.item)) {
    return;
  }
  std::vector<std::string> known;
  AddNames(model.joints, &known);
  AddNames(model.motions, &known);
  AddNames(model.connections, &known);
  check.Error(sensor, fmt::format("no joint, motion or connection is called '{}'", sensor.item),
              SuggestName(sensor.item, known));
}

void CheckLawSensor(const SensorCheck& check, const Sensor& sensor) {
  if (HasItem(check.model().connections, sensor.item)) return;
  std::vector<std::string> known;
  AddNames(check.model().connections, &known);
  check.Error(sensor, fmt::format("no connection is called '{}'", sensor.item),
              SuggestName(sensor.item, known));
}

void CheckInputSensor(const SensorCheck& check, const Sensor& sensor) {
  const Model& model = check.model();
  if (HasItem(model.motions, sensor.item) || HasItem(model.loads, sensor.item)) return;
  std::vector<std::string> known;
  AddNames(model.motions, &known);
  AddNames(model.loads, &known);
  check.Error(sensor, fmt::format("no motion or load is called '{}'", sensor.item),
              SuggestName(sensor.item, known));
}

void CheckSignalSensor(const SensorCheck& check, const Sensor& sensor) {
  if (HasItem(check.model().signals, sensor.item)) return;
  std::vector<std::string> known;
  AddNames(check.model().signals, &known);
  check.Error(sensor, fmt::format("no signal is called '{}'", sensor.item),
              SuggestName(sensor.item, known));
}

void CheckElementSensor(const SensorCheck& check, const Sensor& sensor) {
  const Model& model = check.model();
  if (!HasItem(model.elements, sensor.item)) {
    std::vector<std::string> known;
    AddNames(model.elements, &known);
    check.Error(sensor, fmt::format("no element is called '{}'", sensor.item),
                SuggestName(sensor.item, known));
  } else if (ChannelsOf(model, sensor).empty()) {
    check.Error(sensor, fmt::format("the element '{}' has no outputs", sensor.item));
  }
}

void CheckSectionSensor(const SensorCheck& check, const Sensor& sensor) {
  if (!FindBeam(check, sensor)) {
    std::vector<std::string> known;
    AddNames(check.model().beams, &known);
    check.Error(sensor, fmt::format("no beam is called '{}'", sensor.beam),
                SuggestName(sensor.beam, known));
  } else if (!(sensor.along >= 0 && sensor.along <= 1)) {
    check.Error(sensor, fmt::format("along = {} is not a part of the length", sensor.along),
                "from 0 to 1");
  }
}

void CheckSectionStressSensor(const SensorCheck& check, const Sensor& sensor) {
  CheckSectionSensor(check, sensor);
  const Beam* beam = FindBeam(check, sensor);
  if (!beam) return;
  if (MakeSection(beam->section).area == 0) {
    check.Error(sensor, "a section given by its stiffness or a law has no stresses",
                "give its shape or its constants");
  }
  if (HasItem(beam->section.points, sensor.point)) return;
  std::vector<std::string> points;
  AddNames(beam->section.points, &points);
  check.Error(sensor,
              fmt::format("the section of beam '{}' has no point '{}'", beam->name, sensor.point),
              points.empty() ? "name it under section: points" : SuggestName(sensor.point, points));
}

void CheckStressSensor(const SensorCheck& check, const Sensor& sensor) {
  if (const FlexiblePart* part = FindPart(check, sensor)) {
    CheckStressPoint(check, sensor, *part, true);
  }
}

void CheckLargestStressSensor(const SensorCheck& check, const Sensor& sensor) {
  if (const FlexiblePart* part = FindPart(check, sensor)) {
    CheckStressPoint(check, sensor, *part, false);
  }
}

void CheckGaugeSensor(const SensorCheck& check, const Sensor& sensor) {
  const FlexiblePart* part = FindPart(check, sensor);
  if (!part || !CheckStressPoint(check, sensor, *part, true)) return;
  if (!sensor.direction.allFinite() || sensor.direction.norm() == 0) {
    check.Error(sensor, "the direction of the strain gauge has no length",
                "say `direction: [1, 0, 0]`, in the axes of the mesh");
  }
  const int point = FindStressPoints(*part, sensor.stress)[0];
  if (!(part->stress_points[point].young > 0)) {
    check.Error(sensor, "the flexible part does not say of which material it is there",
                "reduce it again");
  }
}

}  // namespace jounce
