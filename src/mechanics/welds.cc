#include "mechanics/welds.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "model/geometry.h"
#include "model/mass_sum.h"
#include "model/place_items.h"
#include "model/probe_kinds.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// One pass over a model.
class WeldMerger {
 public:
  explicit WeldMerger(const Model& model)
      : model_(model), geometry_(model), count_(static_cast<int>(model.bodies.size())) {}

  MergedModel Run() {
    GrowTrees();
    result_.model = model_;
    if (order_.empty()) return std::move(result_);
    TakeNames();
    NameWelds();
    MoveFrames();
    MoveItems();
    MergeBodies();
    return std::move(result_);
  }

 private:
  struct Branch {
    int root = 0;            // the body that it becomes part of
    int parent = -1;         // welded to this body
    int depth = 0;           // so many welds from the root
    int joint = -1;          // number of the weld, -1 for a root
    bool from_first = true;  // the parent is the weld's first end
    int weld = -1;           // its place in the result
    Pose pose;               // in the root
  };

  // A weld as one of its bodies sees it.
  struct Side {
    int joint;
    bool from_first;
    BodyFrame from, to;
  };

  // Bodies that may be merged: those that bend, and the nodes of beams, know more than a frame.
  std::vector<bool> PlainBodies() const {
    std::vector<bool> plain(geometry_.carrier_count(), false);
    for (int i = 0; i < count_; ++i) plain[i] = !model_.bodies[i].flexible.part;
    const auto exclude = [&](const Ends& ends) {
      const FramePair pair = geometry_.Resolve(ends);
      plain[pair.first.body] = plain[pair.second.body] = false;
    };
    for (const Connection& connection : model_.connections) {
      if (connection.kind == ConnectionKind::kBeam) exclude(connection.ends);
    }
    for (const SharedInertia& inertia : model_.shared_inertias) exclude(inertia.ends);
    return plain;
  }

  std::vector<std::vector<Side>> WeldsOfBodies() const {
    std::vector<std::vector<Side>> welds(count_);
    const std::vector<bool> plain = PlainBodies();
    for (size_t j = 0; j < model_.joints.size(); ++j) {
      if (model_.joints[j].kind != JointKind::kFixed) continue;
      const auto [first, second] = geometry_.Resolve(model_.joints[j].ends);
      if (!plain[first.body] || !plain[second.body]) continue;
      welds[first.body].push_back({static_cast<int>(j), true, first, second});
      welds[second.body].push_back({static_cast<int>(j), false, second, first});
    }
    return welds;
  }

  // Trees of welds, each from the first of its bodies; a weld that closes a loop stays a joint.
  void GrowTrees() {
    branches_.resize(count_);
    for (int i = 0; i < count_; ++i) branches_[i].root = i;
    is_merged_.resize(model_.joints.size());
    const std::vector<std::vector<Side>> welds = WeldsOfBodies();
    for (int root = 0; root < count_; ++root) {
      if (IsMerged(root)) continue;
      std::vector<int> tree = {root};
      for (size_t i = 0; i < tree.size(); ++i) {
        for (const Side& side : welds[tree[i]]) {
          if (side.to.body != root && Grow(side)) tree.push_back(side.to.body);
        }
      }
    }
  }

  bool Grow(const Side& side) {
    if (IsMerged(side.to.body)) return false;
    const Branch& parent = branches_[side.from.body];
    Branch& branch = branches_[side.to.body];
    branch.root = parent.root;
    branch.parent = side.from.body;
    branch.depth = parent.depth + 1;
    branch.joint = side.joint;
    branch.from_first = side.from_first;
    branch.weld = static_cast<int>(order_.size());
    branch.pose = parent.pose * side.from.frame * Inverse(side.to.frame);
    is_merged_[side.joint] = true;
    order_.push_back(side.to.body);
    return true;
  }

  // Also asked for the ground and nodes.
  bool IsMerged(int body) const { return body < count_ && branches_[body].joint >= 0; }

  void TakeNames() {
    for (const Body& body : model_.bodies) names_.insert(body.name);
    for (const Frame& frame : model_.frames) names_.insert(frame.name);
    for (int i = 0; i < static_cast<int>(geometry_.nodes().size()); ++i) {
      names_.insert(NameOf(geometry_.ground() + 1 + i));
    }
  }

  // Of a body, the ground, a node or a frame that moves.
  std::string NameOf(int body) const {
    if (body < count_) return model_.bodies[body].name;
    if (body == geometry_.ground()) return kGroundName;
    if (body >= geometry_.first_moving()) {
      return model_.frames[geometry_.moving_frames()[body - geometry_.first_moving()]].name;
    }
    const ModelGeometry::Node& node = geometry_.nodes()[body - geometry_.ground() - 1];
    return model_.bodies[node.body].name + "." + node.interface->name;
  }

  // A frame of the merged model, where one of the old model was.
  void AddFrame(const std::string& name, const BodyFrame& at) {
    const bool on_body = at.body < count_;
    Frame frame;
    frame.name = name;
    frame.body = NameOf(on_body ? branches_[at.body].root : at.body);
    Place(on_body ? branches_[at.body].pose * at.frame : at.frame, &frame);
    result_.model.frames.push_back(frame);
  }

  static void Place(const Pose& H, Frame* frame) {
    frame->position = H.p;
    frame->orientation = {};
    if (H.R == Matrix3d::Identity()) return;
    frame->orientation.z_axis = H.R.col(2);
    frame->orientation.x_axis = H.R.col(0);
  }

  // The same, under a name that nobody has.
  std::string AddEnd(const std::string& item, const BodyFrame& at) {
    const std::string wanted = fmt::format("{} at {}", NameOf(at.body), item);
    std::string name = wanted;
    for (int i = 2; !names_.insert(name).second; ++i) name = fmt::format("{} ({})", wanted, i);
    AddFrame(name, at);
    return name;
  }

  // Ends of which a body is gone become frames, both: one may have been placed by the other.
  FramePair MoveEnds(const std::string& item, Ends* ends) {
    return MoveEnds(item, geometry_.Resolve(*ends), ends);
  }
  FramePair MoveEnds(const std::string& item, const FramePair& pair, Ends* ends) {
    if (!IsMerged(pair.first.body) && !IsMerged(pair.second.body)) return pair;
    *ends = Ends();
    ends->first = AddEnd(item, pair.first);
    ends->second = AddEnd(item, pair.second);
    return pair;
  }

  // With the masses behind them: parts that hang on others come later in the order.
  void NameWelds() {
    std::vector<MassSum> behind(order_.size());
    for (size_t k = order_.size(); k-- > 0;) {
      const Branch& branch = branches_[order_[k]];
      behind[k].Add(MassOf(model_.bodies[order_[k]], branch.pose));
      if (IsMerged(branch.parent)) behind[branches_[branch.parent].weld].Add(behind[k]);
    }
    for (size_t k = 0; k < order_.size(); ++k) {
      const Joint& joint = model_.joints[branches_[order_[k]].joint];
      Weld weld;
      weld.name = joint.name;
      weld.ends = joint.ends;
      MoveEnds(joint.name, &weld.ends);
      weld.behind.name = joint.name;
      behind[k].Put(&weld.behind);
      weld.second_is_root_side = !branches_[order_[k]].from_first;
      result_.welds.push_back(std::move(weld));
    }
  }

  // The welds between the two ends feel what acts between them, one end at a time from the deeper
  // one up to where both meet, or to the roots.
  void Attach(const ActingItem& item, const FramePair& pair) {
    const auto body_of = [&](int body) { return body < count_ ? body : -1; };
    const auto depth = [&](int body) { return body < 0 ? -1 : branches_[body].depth; };
    int first = body_of(pair.first.body), second = body_of(pair.second.body);
    bool felt = false;
    while (first != second) {
      const bool is_second = depth(second) > depth(first);
      int& end = is_second ? second : first;
      const Branch& branch = branches_[end];
      if (branch.weld >= 0) {
        result_.welds[branch.weld].attached.push_back({result_.items.size(), is_second});
        felt = true;
      }
      end = branch.parent;
    }
    if (felt) result_.items.push_back(item);
  }

  void MoveFrames() {
    for (Frame& frame : result_.model.frames) {
      const int body = geometry_.BodyIndex(frame.body);
      if (body < 0 || !IsMerged(body)) continue;
      const Pose local{OrientationMatrix(frame.orientation, frame.position), frame.position};
      frame.body = NameOf(branches_[body].root);
      Place(branches_[body].pose * local, &frame);
    }
  }

  void MoveItems() {
    MoveJoints();
    MoveMotionsAndCouplers();
    for (size_t i = 0; i < model_.connections.size(); ++i) {
      Connection& connection = result_.model.connections[i];
      Attach({ActingItem::kConnection, i}, MoveEnds(connection.name, &connection.ends));
    }
    for (size_t i = 0; i < model_.loads.size(); ++i) {
      Load& load = result_.model.loads[i];
      const BodyFrame on = geometry_.ResolveLoad(load);
      const BodyFrame from = load.from.empty() ? BodyFrame{geometry_.ground(), Pose()}
                                               : geometry_.Resolve({.second = load.from}).second;
      if (!IsMerged(on.body) && !IsMerged(from.body)) continue;
      Attach({ActingItem::kLoad, i}, {from, on});
      if (IsMerged(from.body)) load.from = AddEnd(load.name, from);
      if (!IsMerged(on.body)) continue;
      load.on = AddEnd(load.name, on);
      load.at.reset();
    }
    // Their frames keep their names.
    for (size_t i = 0; i < model_.elements.size(); ++i) {
      int frame = 0;
      for (const std::string& name : model_.elements[i].frames) {
        Attach({ActingItem::kElement, i, frame++},
               {BodyFrame{geometry_.ground(), Pose()}, geometry_.ResolveName(name)});
      }
    }
    for (Sensor& sensor : result_.model.sensors) {
      if (FindProbeKind(sensor.kind)->placing == ProbePlacing::kNone) continue;
      MoveEnds(sensor.name, PlaceSensor(geometry_, sensor), &sensor.ends);
    }
  }

  void MoveJoints() {
    std::vector<Joint>& joints = result_.model.joints;
    joints.clear();
    for (size_t j = 0; j < model_.joints.size(); ++j) {
      Joint joint = model_.joints[j];
      joint_frames_.emplace(joint.name, geometry_.Resolve(joint.ends));
      if (is_merged_[j]) continue;
      Attach({ActingItem::kJoint, joints.size()}, MoveEnds(joint.name, &joint.ends));
      joints.push_back(std::move(joint));
    }
  }

  // Where they name a joint, they follow it.
  void MoveMotionsAndCouplers() {
    for (size_t i = 0; i < model_.motions.size(); ++i) {
      Motion& motion = result_.model.motions[i];
      const FramePair pair = motion.joint.empty() ? MoveEnds(motion.name, &motion.ends)
                                                  : joint_frames_.at(motion.joint);
      Attach({ActingItem::kMotion, i}, pair);
    }
    for (size_t i = 0; i < model_.couplers.size(); ++i) {
      int term = 0;
      for (const Coupler::Term& t : model_.couplers[i].AllTerms()) {
        Attach({ActingItem::kCoupler, i, term++}, joint_frames_.at(t.joint));
      }
    }
  }

  void MergeBodies() {
    std::vector<MassSum> sums(count_);
    std::vector<WeldedGroup> groups(count_);
    std::vector<int> movers(count_, -1);
    std::vector<std::vector<DrawnShape>> drawings(count_);
    for (int i = 0; i < count_; ++i) {
      const Body& part = model_.bodies[i];
      const int root = branches_[i].root;
      for (DrawnShape& shape : DrawingInRoot(i)) drawings[root].push_back(std::move(shape));
      sums[root].Add(MassOf(part, branches_[i].pose));
      if (i != root) groups[root].parts.push_back(part.name);
      const bool moves = !part.velocity.isZero(0) || !part.angular_velocity.isZero(0);
      if (moves && movers[root] < 0) movers[root] = i;
    }
    result_.model.bodies.clear();
    for (int i = 0; i < count_; ++i) {
      Body body = model_.bodies[i];
      if (IsMerged(i)) {
        AddFrame(body.name, {i, Pose()});
        continue;
      }
      body.drawing = std::move(drawings[i]);
      if (!groups[i].parts.empty()) {
        sums[i].Put(&body);
        if (movers[i] >= 0) MoveLike(movers[i], &body);
        groups[i].body = body.name;
        result_.groups.push_back(std::move(groups[i]));
      }
      result_.model.bodies.push_back(std::move(body));
    }
  }

  // What a part looks like, where it is once it was moved to the root it is welded to.
  std::vector<DrawnShape> DrawingInRoot(int part) const {
    std::vector<DrawnShape> drawing = model_.bodies[part].drawing;
    if (drawing.empty() || !IsMerged(part)) return drawing;
    const Pose start = geometry_.BodyPose(part);
    for (DrawnShape& shape : drawing) {
      DrawnMesh* mesh = std::get_if<DrawnMesh>(&shape.kind);
      if (!mesh || mesh->centre) continue;  // else in the frame of the part, which is gone
      mesh->centre = start.p;
      mesh->orientation = {.euler = {},
                           .z_axis = start.R.col(2),
                           .x_axis = start.R.col(0),
                           .z_point = {},
                           .x_point = {}};
    }
    const Branch& branch = branches_[part];
    const Pose moved = geometry_.BodyPose(branch.root) * branch.pose * Inverse(start);
    PlaceDrawing({MirrorPlane::kNone, moved}, &drawing);
    return drawing;
  }

  // The whole starts as the first of its parts that was given a velocity.
  void MoveLike(int part, Body* whole) const {
    const Body& mover = model_.bodies[part];
    const Vector3d arm = geometry_.BodyPose(branches_[part].root).R * branches_[part].pose.p;
    whole->angular_velocity = mover.angular_velocity;
    whole->velocity = mover.velocity - mover.angular_velocity.cross(arm);
  }

  const Model& model_;
  ModelGeometry geometry_;
  int count_;                     // of bodies
  std::vector<Branch> branches_;  // one a body
  std::vector<bool> is_merged_;   // one a joint
  std::vector<int> order_;        // bodies that become part of others, behind those they hang on
  std::unordered_set<std::string> names_;                    // of frames and of what carries them
  std::unordered_map<std::string, FramePair> joint_frames_;  // in the old model
  MergedModel result_;
};

}  // namespace

MergedModel MergeWelds(const Model& model) { return WeldMerger(model).Run(); }

}  // namespace jounce
