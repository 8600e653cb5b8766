#include "report/motion_recorder.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "laws/law_settings.h"
#include "laws/section_law.h"
#include "report/body_drawing.h"
#include "report/flexible_mesh.h"
#include "report/scene_poses.h"

namespace jounce::report {
namespace {

ScenePose ToPose(const jounce::Pose& pose) {
  const Eigen::Quaterniond q(pose.R);
  return {ToVec3(pose.p), {q.w(), q.x(), q.y(), q.z()}};
}

// The same frame on the body whose node it is on, as long as that does not bend. Frames that move
// on the ground count as bodies behind it.
BodyFrame OnBody(const BodyFrame& frame, const ModelGeometry& geometry) {
  if (frame.body <= geometry.ground()) return frame;
  if (frame.body >= geometry.first_moving()) {
    return {geometry.ground() + 1 + frame.body - geometry.first_moving(), frame.frame};
  }
  const ModelGeometry::Node& node = geometry.nodes()[frame.body - geometry.ground() - 1];
  return {node.body, Relative(geometry.BodyPose(node.body), geometry.FramePose(frame))};
}

SceneAttachment ToAttachment(const BodyFrame& frame, const ModelGeometry& geometry) {
  const BodyFrame on_body = OnBody(frame, geometry);
  const int ground = geometry.ground(), body = on_body.body;
  return {body == ground ? kGround : body - (body > ground ? 1 : 0), ToVec3(on_body.frame.p)};
}

// Without a stiffness it is a damper; what bears on one side only is a stop.
SceneConnectionKind KindOfRod(const Connection& connection) {
  if (!connection.law) return SceneConnectionKind::kSpring;
  const auto are_zero = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return v == 0; });
  };
  const LawSettings::Kind& law = connection.law->kind;
  const auto* linear = std::get_if<LinearSettings>(&law);
  const auto* polynomial = std::get_if<PolynomialSettings>(&law);
  if (std::holds_alternative<BumperSettings>(law)) return SceneConnectionKind::kStop;
  const bool damps = std::holds_alternative<DamperSettings>(law) ||
                     (linear && are_zero(linear->stiffness)) ||
                     (polynomial && are_zero(polynomial->coefficients));
  return damps ? SceneConnectionKind::kDamper : SceneConnectionKind::kSpring;
}

SceneConnectionKind KindOf(const Connection& connection) {
  switch (connection.kind) {
    case jounce::ConnectionKind::kRod:
      return KindOfRod(connection);
    case jounce::ConnectionKind::kLinearSpring:
    case jounce::ConnectionKind::kAngularSpring:
    case jounce::ConnectionKind::kBushing:
      return SceneConnectionKind::kBushing;
    case jounce::ConnectionKind::kBeam:
      return SceneConnectionKind::kBeam;
  }
  return SceneConnectionKind::kBushing;
}

// Radius of gyration of a beam's section, by its stiffest bending; 0 where it is not known.
double GyrationOf(const Connection& connection) {
  if (connection.kind != jounce::ConnectionKind::kBeam || !connection.section) return 0;
  const std::array<double, 36>& K = connection.section->stiffness;
  return std::sqrt(std::max(K[4 * 7], K[5 * 7]) / K[0]);
}

// Sections of a beam and frames of a bushing at its ends, in the axes of their bodies.
std::vector<std::array<double, 4>> AxesOf(const Connection& connection, const FramePair& pair,
                                          const ModelGeometry& geometry) {
  if (connection.kind != jounce::ConnectionKind::kBeam &&
      connection.kind != jounce::ConnectionKind::kBushing) {
    return {};
  }
  std::vector<std::array<double, 4>> axes;
  for (const BodyFrame& end : {pair.first, pair.second}) {
    axes.push_back(ToPose(OnBody(end, geometry).frame).quaternion);
  }
  return axes;
}

// Nodes of beams are seen by their elements; a ball inside the tube says how large the body is.
std::vector<double> BallsOf(const Model& model, const ModelGeometry& geometry) {
  std::vector<double> radius(model.bodies.size() + 1, 0.0);
  for (const Connection& connection : model.connections) {
    if (connection.kind != jounce::ConnectionKind::kBeam) continue;
    const FramePair pair = geometry.Resolve(connection.ends);
    const double ball = std::max(1.8 * GyrationOf(connection), 1e-6);
    radius[pair.first.body] = radius[pair.second.body] = ball;
  }
  return radius;
}

// A wheel where a tyre is, unless its body is drawn with one in that place already.
void AddWheels(const Model& model, const ModelGeometry& geometry, std::vector<SceneBody>* bodies) {
  for (const ElementItem& element : model.elements) {
    const BodyFrame frame = OnBody(geometry.ResolveName(element.frames.front()), geometry);
    if (frame.body >= geometry.ground()) continue;
    std::vector<SceneShape>& shapes = (*bodies)[frame.body].shapes;
    const bool has_one = std::any_of(shapes.begin(), shapes.end(), [&](const SceneShape& shape) {
      const Eigen::Vector3d place(shape.pose.position.data());
      return shape.kind == ShapeKind::kWheel && (place - frame.frame.p).norm() < shape.size[0];
    });
    if (has_one) continue;
    if (auto wheel = DrawWheel(element, frame.frame)) shapes.push_back(std::move(*wheel));
  }
}

std::vector<SceneBody> MakeBodies(const System& system, const SystemState& state) {
  const Model& model = system.model();
  const ModelGeometry& geometry = system.geometry();
  const std::vector<int>& moving = geometry.moving_frames();
  std::vector<std::vector<Eigen::Vector3d>> points(model.bodies.size() + 1 + moving.size());
  const auto add = [&](const BodyFrame& frame) {
    const BodyFrame on_body = OnBody(frame, geometry);
    points[on_body.body].push_back(on_body.frame.p);
  };
  const auto add_ends = [&](const Ends& ends) {
    const FramePair pair = geometry.Resolve(ends);
    add(pair.first);
    add(pair.second);
  };
  for (const Joint& joint : model.joints) add_ends(joint.ends);
  for (const Connection& connection : model.connections) add_ends(connection.ends);
  for (const Load& load : model.loads) add(geometry.ResolveLoad(load));
  for (const ElementItem& element : model.elements) {
    for (const std::string& frame : element.frames) add(geometry.ResolveName(frame));
  }
  std::vector<SceneBody> bodies;
  const std::vector<double> balls = BallsOf(model, geometry);
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Flexibility& flexible = model.bodies[i].flexible;
    std::vector<SceneShape> shapes;
    const auto draw = [&] {
      return DrawBody(model.bodies[i], geometry.BodyPose(static_cast<int>(i)),
                      system.bodies()[i]->centre(), points[i], system.length_scale());
    };
    const bool is_drawn = !model.bodies[i].drawing.empty();
    if (IsDrawnAsMesh(flexible)) {
      shapes = {MakeSurfaceShape(*flexible.part)};
      if (is_drawn) std::ranges::move(draw(), std::back_inserter(shapes));
    } else if (balls[i] > 0 && !is_drawn) {
      shapes = {{ShapeKind::kSphere, {}, {balls[i], 0, 0}}};
    } else {
      shapes = draw();
    }
    bodies.push_back({.name = model.bodies[i].name,
                      .shapes = std::move(shapes),
                      .poses = {ToPose(state.pose[i])}});
  }
  for (size_t i = 0; i < moving.size(); ++i) {
    const jounce::Pose& pose = state.pose[geometry.first_moving() + i];
    bodies.push_back(
        {.name = model.frames[moving[i]].name,
         .shapes = DrawBody({}, pose, Eigen::Vector3d::Zero(), points[model.bodies.size() + 1 + i],
                            system.length_scale()),
         .poses = {ToPose(pose)}});
  }
  AddWheels(model, geometry, &bodies);
  return bodies;
}

// Connections between the same two points get lanes of their own, or the last one drawn would hide
// the others and show its load as theirs. A coil goes around its damper, stops sit on it.
void SpreadConnections(std::vector<SceneConnection>* connections) {
  const auto same = [](const SceneAttachment& a, const SceneAttachment& b) {
    return a.body == b.body && a.point == b.point;
  };
  for (SceneConnection& one : *connections) {
    if (one.kind == SceneConnectionKind::kBeam) continue;  // drawn in one piece with its neighbours
    int count = 0, rank = 0;
    for (const SceneConnection& other : *connections) {
      const bool together = (same(one.a, other.a) && same(one.b, other.b)) ||
                            (same(one.a, other.b) && same(one.b, other.a));
      if (!together || one.kind != other.kind) continue;
      if (&other < &one) ++rank;
      ++count;
    }
    if (count > 1) one.lane = rank - 0.5 * (count - 1);
  }
}

Eigen::Vector3d StartOf(const SceneAttachment& at, const Scene& scene) {
  const Eigen::Vector3d point(at.point.data());
  if (at.body == kGround || scene.bodies[at.body].poses.empty()) return point;
  const ScenePose& pose = scene.bodies[at.body].poses.front();
  const auto& [w, x, y, z] = pose.quaternion;
  return Eigen::Vector3d(pose.position.data()) + Eigen::Quaterniond(w, x, y, z) * point;
}

// Vehicles are drawn with x forward or rearward: what is called front lies on the one side of what is
// called rear.
bool PointsRearward(const Scene& scene) {
  double x[2] = {0, 0};  // of the front and of the rear
  int count[2] = {0, 0};
  for (const SceneConnection& connection : scene.connections) {
    const bool front = connection.name.find("front") != std::string::npos;
    const bool rear = connection.name.find("rear") != std::string::npos;
    if (front == rear) continue;
    x[rear] += StartOf(connection.a, scene).x();
    ++count[rear];
  }
  return count[0] > 0 && count[1] > 0 && x[0] / count[0] < x[1] / count[1];
}

}  // namespace

Scene MakeStillScene(const System& system, const SystemState& state) {
  const Model& model = system.model();
  const ModelGeometry& geometry = system.geometry();
  Scene scene;
  scene.bodies = MakeBodies(system, state);
  for (const Joint& joint : model.joints) {
    const FramePair pair = geometry.Resolve(joint.ends);
    const bool has_axis = joint.kind != JointKind::kSpherical && joint.kind != JointKind::kFixed &&
                          joint.kind != JointKind::kDistance;
    const Eigen::Vector3d axis = OnBody(pair.second, geometry).frame.R.col(2);
    scene.joints.push_back({joint.name, ToString(joint.kind), ToAttachment(pair.second, geometry),
                            has_axis ? ToVec3(axis) : Vec3{0, 0, 0}});
  }
  for (size_t i = 0; i < model.connections.size(); ++i) {
    const Connection& connection = model.connections[i];
    const FramePair pair = geometry.Resolve(connection.ends);
    scene.connections.push_back({connection.name,
                                 KindOf(connection),
                                 ToAttachment(pair.first, geometry),
                                 ToAttachment(pair.second, geometry),
                                 {},
                                 2 * GyrationOf(connection),
                                 AxesOf(connection, pair, geometry)});
  }
  // Behind the connections, which have loads: rods that keep their length, and elements of kinds as
  // lines from each frame to the next.
  for (const Joint& joint : model.joints) {
    if (joint.kind != JointKind::kDistance) continue;
    const FramePair pair = geometry.Resolve(joint.ends);
    scene.connections.push_back({joint.name, SceneConnectionKind::kRod,
                                 ToAttachment(pair.first, geometry),
                                 ToAttachment(pair.second, geometry)});
  }
  for (const ElementItem& element : model.elements) {
    for (size_t i = 1; i < element.frames.size(); ++i) {
      scene.connections.push_back(
          {element.name, SceneConnectionKind::kDamper,
           ToAttachment(geometry.ResolveName(element.frames[i - 1]), geometry),
           ToAttachment(geometry.ResolveName(element.frames[i]), geometry)});
    }
  }
  SpreadConnections(&scene.connections);
  scene.rearward = PointsRearward(scene);
  return scene;
}

MotionRecorder::MotionRecorder(const System& system, double end_time, int most_frames)
    : system_(system),
      arrows_(system),
      clock_(end_time, most_frames),
      poses_(system.model().bodies.size() + system.geometry().moving_frames().size()),
      loads_(system.connections().size()),
      reactions_(arrows_.items().size()) {}

void MotionRecorder::Record(const ResultRow& row) {
  if (!clock_.Takes(row.time())) {
    thinned_ = true;
    return;
  }
  const SystemState& state = row.state();
  frames_.push_back({row.time(), {state.modal.begin(), state.modal.end()}});
  times_.push_back(row.time());
  const size_t bodies = system_.model().bodies.size();
  for (size_t i = 0; i < bodies; ++i) {
    const Placement7 p = row.PlacementOf(i);
    poses_[i].push_back({{p[0], p[1], p[2]}, {p[3], p[4], p[5], p[6]}});
  }
  const size_t first = system_.geometry().first_moving();
  for (size_t i = bodies; i < poses_.size(); ++i) {
    poses_[i].push_back(ToPose(state.pose[first + i - bodies]));
  }
  for (size_t i = 0; i < loads_.size(); ++i) loads_[i].push_back(row.LoadOf(i));
  const std::vector<Vec3> now = arrows_.Read(row);
  for (size_t i = 0; i < reactions_.size(); ++i) reactions_[i].push_back(now[i]);
}

void MotionRecorder::Keep(const std::string& name, const ResultRow& row) {
  const SystemState& state = row.state();
  kept_[name] = {row.time(), {state.modal.begin(), state.modal.end()}};
}

Scene MotionRecorder::WithFrames(Scene scene, const std::vector<Frame>& all) const {
  const Model& model = system_.model();
  // The frame before each of them, or itself.
  std::vector<size_t> before;
  for (const Frame& frame : all) {
    scene.times.push_back(frame.time);
    const auto after = std::upper_bound(times_.begin(), times_.end(), frame.time);
    before.push_back(static_cast<size_t>(std::max<std::ptrdiff_t>(after - times_.begin(), 1) - 1));
  }
  for (size_t i = 0; i < poses_.size(); ++i) {
    scene.bodies[i].poses.clear();
    for (size_t f = 0; f < all.size(); ++f) {
      const bool own = times_[before[f]] == all[f].time;
      scene.bodies[i].poses.push_back(own ? poses_[i][before[f]]
                                          : PoseAt(times_, poses_[i], all[f].time));
    }
  }
  for (int i = 0; i < system_.body_count(); ++i) {
    if (!IsDrawnAsMesh(model.bodies[i].flexible)) continue;
    const BodyElement& body = *system_.bodies()[i];
    std::vector<double> amplitudes;
    for (const Frame& frame : all) {
      const auto first = frame.amplitudes.begin() + body.first_mode();
      amplitudes.insert(amplitudes.end(), first, first + body.modes());
    }
    scene.bodies[i].shapes[0].modes = MakeMeshModes(system_, i, amplitudes, kMeshModesBytes);
  }
  for (size_t i = 0; i < loads_.size(); ++i) {
    if (model.connections[i].kind == jounce::ConnectionKind::kAngularSpring) continue;  // no force
    for (const size_t f : before) scene.connections[i].load.push_back(loads_[i][f]);
  }
  for (size_t i = 0; i < reactions_.size(); ++i) {
    const ReactionArrows::Item& item = arrows_.items()[i];
    SceneForce force{
        .name = item.name, .at = ToAttachment(item.at, system_.geometry()), .force = {}};
    for (const size_t f : before) force.force.push_back(reactions_[i][f]);
    scene.forces.push_back(std::move(force));
  }
  return scene;
}

Scene MotionRecorder::MakeScene() const {
  std::vector<Frame> all = frames_;
  Scene scene = MakeStillScene(system_, system_.StartState());
  scene.title = "Motion";
  for (const auto& [name, frame] : kept_) {
    scene.moments.push_back({name, frame.time});
    const auto at = std::lower_bound(all.begin(), all.end(), frame.time,
                                     [](const Frame& f, double time) { return f.time < time; });
    if (at == all.end() || at->time != frame.time) all.insert(at, frame);
  }
  if (thinned_) {
    scene.note = fmt::format("{} frames, one every {:.3g} s{}; the plots show every step recorded.",
                             all.size(), clock_.interval(),
                             kept_.empty() ? "" : " and one at each largest stress");
  }
  return all.empty() ? scene : WithFrames(std::move(scene), all);
}

}  // namespace jounce::report
