#include "mechanics/joints.h"

#include <fmt/format.h>

namespace jounce {
namespace {

using Eigen::Vector3d;

ConstraintRow RowOf(const LinkFunction& function) {
  ConstraintRow row;
  row.terms = {{0, function, 1}};
  return row;
}

// The rows of one joint, collected by name of what they forbid.
struct Rows {
  std::vector<ConstraintRow> rows;

  void Add(const LinkFunction& function) { rows.push_back(RowOf(function)); }
  void AddPoint() {
    AddInLine();
    AddInPlane();
  }
  void AddInLine() {
    Add(LinkFunction::Point(Vector3d::UnitX()));
    Add(LinkFunction::Point(Vector3d::UnitY()));
  }
  void AddInPlane() { Add(LinkFunction::Point(Vector3d::UnitZ())); }
  void AddParallel() {
    Add(LinkFunction::Dot(Vector3d::UnitX(), Vector3d::UnitZ()));
    Add(LinkFunction::Dot(Vector3d::UnitY(), Vector3d::UnitZ()));
  }
  void AddXPerpendicularToY() { Add(LinkFunction::Dot(Vector3d::UnitX(), Vector3d::UnitY())); }
  void AddNoTurning() {
    AddParallel();
    AddXPerpendicularToY();
  }
};

std::vector<ConstraintRow> JointRows(const Joint& joint, const Pose& first) {
  Rows r;
  switch (joint.kind) {
    case JointKind::kFixed:
      r.AddPoint();
      r.AddNoTurning();
      break;
    case JointKind::kRevolute:
      r.AddPoint();
      r.AddParallel();
      break;
    case JointKind::kTranslational:
      r.AddInLine();
      r.AddNoTurning();
      break;
    case JointKind::kCylindrical:
      r.AddInLine();
      r.AddParallel();
      break;
    case JointKind::kSpherical:
      r.AddPoint();
      break;
    case JointKind::kUniversal:
      r.AddPoint();
      r.AddXPerpendicularToY();
      break;
    case JointKind::kPlanar:
      r.AddInPlane();
      r.AddParallel();
      break;
    case JointKind::kInLine:
      r.AddInLine();
      break;
    case JointKind::kInPlane:
      r.AddInPlane();
      break;
    case JointKind::kParallel:
      r.AddParallel();
      break;
    case JointKind::kPerpendicular:
      r.Add(LinkFunction::Dot(Vector3d::UnitZ(), Vector3d::UnitZ()));
      break;
    case JointKind::kOrientation:
      r.AddNoTurning();
      break;
    case JointKind::kDistance:
      r.Add(LinkFunction::Distance());
      r.rows[0].keeps_start = !joint.distance;
      r.rows[0].constant = joint.distance.value_or(0);
      break;
    case JointKind::kCurve: {
      std::vector<Vector3d> points;
      for (const Vector3d& point : joint.points) points.push_back(Inverse(first) * point);
      const auto curve = std::make_shared<const SpaceCurve>(points);
      r.Add(LinkFunction::AcrossCurve(curve, 0));
      r.Add(LinkFunction::AcrossCurve(curve, 1));
      break;
    }
  }
  return r.rows;
}

LinkFunction CoordinateOf(MotionKind kind) {
  return kind == MotionKind::kRotation ? LinkFunction::Angle()
                                       : LinkFunction::Point(Vector3d::UnitZ());
}

}  // namespace

std::unique_ptr<Constraint> MakeJoint(const Joint& joint, const FramePair& frames,
                                      const Pose& first) {
  return std::make_unique<Constraint>(
      fmt::format("{} joint '{}'", ToString(joint.kind), joint.name),
      std::vector<FrameLink>{FrameLink(frames)}, JointRows(joint, first));
}

std::unique_ptr<Constraint> MakeMotion(const Motion& motion, const FramePair& frames) {
  ConstraintRow row = RowOf(CoordinateOf(motion.kind));
  if (UsesSignals(motion.function)) {
    row.motion = motion;
  } else {
    row.function = MakeTimeFunction(motion.function);
  }
  row.quantity = motion.quantity;
  // A prescribed rate starts from where the system is.
  row.keeps_start = motion.quantity != MotionQuantity::kPosition;
  return std::make_unique<Constraint>(fmt::format("motion '{}'", motion.name),
                                      std::vector<FrameLink>{FrameLink(frames)},
                                      std::vector<ConstraintRow>{row});
}

std::unique_ptr<Constraint> MakeCoupler(const Coupler& coupler,
                                        const std::vector<FramePair>& frames) {
  ConstraintRow row;
  std::vector<FrameLink> links;
  const std::vector<Coupler::Term> terms = coupler.AllTerms();
  for (size_t i = 0; i < frames.size(); ++i) {
    links.emplace_back(frames[i]);
    row.terms.push_back({static_cast<int>(i), CoordinateOf(terms[i].kind), terms[i].ratio});
  }
  row.keeps_start = true;
  return std::make_unique<Constraint>(fmt::format("coupler '{}'", coupler.name), std::move(links),
                                      std::vector<ConstraintRow>{row});
}

}  // namespace jounce
