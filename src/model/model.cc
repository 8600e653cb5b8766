#include "model/model.h"

#include <algorithm>

namespace jounce {

Model::Model() = default;
Model::Model(const Model&) = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

std::vector<int> Flexibility::ActiveModes() const {
  std::vector<int> active;
  if (!part || level == FlexibilityLevel::kRigid) return active;
  for (int i = 0; i < part->mode_count(); ++i) {
    const bool off = std::find(modes_off.begin(), modes_off.end(), i + 1) != modes_off.end();
    if (!off) active.push_back(i);
  }
  return active;
}

std::vector<int> FindStressPoints(const FlexiblePart& part, const StressPlace& place) {
  std::vector<int> found;
  for (size_t i = 0; i < part.stress_points.size(); ++i) {
    const StressPoint& point = part.stress_points[i];
    // A node's own stress is not that of the beams that end there.
    const bool of_beam = point.element != 0 && point.node != 0;
    const bool there =
        (place.element == 0 ? place.node == 0 || !of_beam : point.element == place.element) &&
        (place.node == 0 || point.node == place.node) &&
        (place.surface.empty() || point.surface == place.surface);
    if (there) found.push_back(static_cast<int>(i));
  }
  return found;
}

std::vector<Coupler::Term> Coupler::AllTerms() const {
  if (!rack_and_pinion) return terms;
  return {{rack_and_pinion->rack, MotionKind::kTranslation, 1},
          {rack_and_pinion->pinion, MotionKind::kRotation, -rack_and_pinion->radius}};
}

int StrainDimension(ConnectionKind kind) {
  switch (kind) {
    case ConnectionKind::kRod:
      return 1;
    case ConnectionKind::kLinearSpring:
    case ConnectionKind::kAngularSpring:
      return 3;
    case ConnectionKind::kBushing:
    case ConnectionKind::kBeam:
      return 6;
  }
  return 0;
}

int PreloadComponent(ConnectionKind kind, int direction) {
  switch (kind) {
    case ConnectionKind::kRod:
      return direction == 0 ? 0 : -1;
    case ConnectionKind::kLinearSpring:
      return direction < 3 ? direction : -1;
    case ConnectionKind::kAngularSpring:
      return direction >= 3 ? direction - 3 : -1;
    case ConnectionKind::kBushing:
      return direction;
    case ConnectionKind::kBeam:
      break;
  }
  return -1;
}

const char* ToString(JointKind kind) {
  switch (kind) {
    case JointKind::kFixed:
      return "fixed";
    case JointKind::kRevolute:
      return "revolute";
    case JointKind::kTranslational:
      return "translational";
    case JointKind::kCylindrical:
      return "cylindrical";
    case JointKind::kSpherical:
      return "spherical";
    case JointKind::kUniversal:
      return "universal";
    case JointKind::kPlanar:
      return "planar";
    case JointKind::kInLine:
      return "in-line";
    case JointKind::kInPlane:
      return "in-plane";
    case JointKind::kParallel:
      return "parallel";
    case JointKind::kPerpendicular:
      return "perpendicular";
    case JointKind::kOrientation:
      return "orientation";
    case JointKind::kDistance:
      return "distance";
    case JointKind::kCurve:
      return "curve";
  }
  return "";
}

const char* ToString(ConnectionKind kind) {
  switch (kind) {
    case ConnectionKind::kRod:
      return "rod";
    case ConnectionKind::kLinearSpring:
      return "linear spring";
    case ConnectionKind::kAngularSpring:
      return "angular spring";
    case ConnectionKind::kBushing:
      return "bushing";
    case ConnectionKind::kBeam:
      return "beam element";
  }
  return "";
}

}  // namespace jounce
