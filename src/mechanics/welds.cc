#include "mechanics/welds.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "mechanics/rigid_body.h"
#include "model/geometry.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

void SetInertiaAboutCentre(const Matrix3d& J, Body* body) {
  body->inertia = J.diagonal();
  body->products = Vector3d(J(0, 1), J(1, 2), J(2, 0));
  body->inertia_point.reset();
  body->inertia_axes = {};
}

// A body as part of another, whose axes and origin it takes over.
Body InAxesOf(const Body& part, const Pose& H) {
  Body body = part;
  const Matrix3d J = H.R * InertiaAboutCentre(part) * H.R.transpose();
  body.centre = H * part.centre;
  SetInertiaAboutCentre(J, &body);
  return body;
}

// One pass over a model.
class WeldMerger {
 public:
  WeldMerger(const Model& model, std::vector<Weld>* welds)
      : model_(model), welds_(welds), geometry_(model) {}

  Model Run() {
    GrowTrees();
    if (weld_of_.empty()) return model_;
    merged_ = model_;
    merged_.joints.clear();
    NameWelds();
    MoveFrames();
    MoveItems();
    MergeBodies();
    return merged_;
  }

 private:
  struct Branch {
    int root = 0;            // the body that it becomes part of
    int parent = -1;         // welded to this body
    int weld = -1;           // number of the joint, -1 for a root
    bool from_first = true;  // the parent is the first end
    Pose pose;               // in the root
  };

  // Bodies that a coupler looks at keep their welds.
  std::set<int> CoupledBodies() const {
    std::set<int> bodies;
    for (const Coupler& coupler : model_.couplers) {
      for (const Coupler::Term& term : coupler.AllTerms()) {
        for (const Joint& joint : model_.joints) {
          if (joint.name != term.joint) continue;
          const FramePair pair = geometry_.Resolve(joint.ends);
          bodies.insert({pair.first.body, pair.second.body});
        }
      }
    }
    return bodies;
  }

  struct Candidate {
    int joint;
    FramePair frames;
  };

  // Fixed joints between two bodies that may be merged.
  std::vector<Candidate> Candidates() const {
    std::vector<Candidate> candidates;
    std::set<int> excluded = CoupledBodies();
    excluded.insert(geometry_.ground());
    for (size_t j = 0; j < model_.joints.size(); ++j) {
      if (model_.joints[j].kind != JointKind::kFixed) continue;
      const FramePair pair = geometry_.Resolve(model_.joints[j].ends);
      if (excluded.contains(pair.first.body) || excluded.contains(pair.second.body)) continue;
      candidates.push_back({static_cast<int>(j), pair});
    }
    return candidates;
  }

  // Trees of welds; a weld that closes a loop stays a joint, which finds itself redundant.
  void GrowTrees() {
    branches_.resize(model_.bodies.size());
    for (size_t i = 0; i < branches_.size(); ++i) branches_[i].root = static_cast<int>(i);
    std::vector<Candidate> candidates = Candidates();
    for (int root = 0; root < static_cast<int>(branches_.size()); ++root) {
      for (bool grown = true; grown;) {
        grown = false;
        std::erase_if(candidates, [&](const Candidate& c) {
          const bool done = Grow(c, c.frames.first, c.frames.second, true, root) ||
                            Grow(c, c.frames.second, c.frames.first, false, root);
          grown |= done;
          return done;
        });
      }
    }
  }

  // Joins `to` to the tree of the root, where `from` belongs to it and `to` is still alone.
  bool Grow(const Candidate& c, const BodyFrame& from, const BodyFrame& to, bool from_first,
            int root) {
    const Branch& parent = branches_[from.body];
    const bool alone = branches_[to.body].weld < 0 && branches_[to.body].root == to.body;
    if (parent.root != root || to.body == root || !alone) {
      return false;
    }
    branches_[to.body] = {parent.root, from.body, c.joint, from_first,
                          parent.pose * from.frame * Inverse(to.frame)};
    weld_of_.push_back(c.joint);
    return true;
  }

  // Is this body behind the weld, seen from the root?
  bool IsBehind(int body, int weld) const {
    for (int b = body; b >= 0; b = branches_[b].parent) {
      if (branches_[b].weld == weld) return true;
    }
    return false;
  }

  bool IsMerged(int body) const { return body != geometry_.ground() && branches_[body].weld >= 0; }

  // A frame of the merged model at a frame of the old one.
  std::string AddFrame(const std::string& name, const BodyFrame& at) {
    const bool ground = at.body == geometry_.ground();
    const Pose H = ground ? at.frame : branches_[at.body].pose * at.frame;
    Frame frame;
    frame.name = name;
    frame.body = ground ? kGroundName : model_.bodies[branches_[at.body].root].name;
    frame.position = H.p;
    frame.orientation.z_axis = H.R.col(2);
    frame.orientation.x_axis = H.R.col(0);
    merged_.frames.push_back(frame);
    return frame.name;
  }

  // Ends as frames of their own, since the bodies that they named may be gone.
  void MoveEnds(const std::string& name, Ends* ends) {
    const FramePair pair = geometry_.Resolve(*ends);
    *ends = Ends();
    ends->first = AddFrame(name + " 1", pair.first);
    ends->second = AddFrame(name + " 2", pair.second);
  }

  void NameWelds() {
    for (int j : weld_of_) {
      Weld weld;
      weld.name = model_.joints[j].name;
      weld.ends = model_.joints[j].ends;
      MoveEnds("weld " + weld.name, &weld.ends);
      const bool turned = !BranchOf(j).from_first;
      for (size_t i = 0; i < branches_.size(); ++i) {
        if (IsBehind(static_cast<int>(i), j)) {
          weld.parts.push_back(InAxesOf(model_.bodies[i], branches_[i].pose));
        }
      }
      weld.second_is_root_side = turned;
      welds_->push_back(weld);
    }
  }

  const Branch& BranchOf(int weld) const {
    return *std::find_if(branches_.begin(), branches_.end(),
                         [&](const Branch& b) { return b.weld == weld; });
  }

  void Attach(Weld::Attached::Kind kind, size_t index, const FramePair& pair) {
    for (size_t k = 0; k < weld_of_.size(); ++k) {
      const auto behind = [&](const BodyFrame& f) {
        return f.body != geometry_.ground() && IsBehind(f.body, weld_of_[k]);
      };
      const bool first = behind(pair.first), second = behind(pair.second);
      if (first != second) (*welds_)[k].attached.push_back({kind, index, second});
    }
  }

  void MoveFrames() {
    for (Frame& frame : merged_.frames) {
      const int body = geometry_.BodyIndex(frame.body);
      if (body < 0 || !IsMerged(body)) continue;
      const Pose H = branches_[body].pose *
                     Pose{OrientationMatrix(frame.orientation, frame.position), frame.position};
      frame.body = model_.bodies[branches_[body].root].name;
      frame.position = H.p;
      frame.orientation = {};
      frame.orientation.z_axis = H.R.col(2);
      frame.orientation.x_axis = H.R.col(0);
    }
  }

  void MoveItems() {
    for (size_t j = 0; j < model_.joints.size(); ++j) {
      if (std::count(weld_of_.begin(), weld_of_.end(), static_cast<int>(j))) continue;
      Joint joint = model_.joints[j];
      Attach(Weld::Attached::kJoint, merged_.joints.size(), geometry_.Resolve(joint.ends));
      MoveEnds("joint " + joint.name, &joint.ends);
      merged_.joints.push_back(joint);
    }
    for (size_t i = 0; i < model_.motions.size(); ++i) {
      Motion& motion = merged_.motions[i];
      Ends ends = motion.ends;
      for (const Joint& joint : model_.joints) {
        if (joint.name == motion.joint) ends = joint.ends;
      }
      Attach(Weld::Attached::kMotion, i, geometry_.Resolve(ends));
      MoveEnds("motion " + motion.name, &ends);
      motion.joint.clear();
      motion.ends = ends;
    }
    for (size_t i = 0; i < model_.connections.size(); ++i) {
      Connection& connection = merged_.connections[i];
      Attach(Weld::Attached::kConnection, i, geometry_.Resolve(connection.ends));
      MoveEnds("connection " + connection.name, &connection.ends);
    }
    for (size_t i = 0; i < model_.loads.size(); ++i) {
      Load& load = merged_.loads[i];
      const BodyFrame on = geometry_.ResolveLoad(load);
      Attach(Weld::Attached::kLoad, i, {{geometry_.ground(), Pose()}, on});
      load.on = AddFrame("load " + load.name, on);
      load.at.reset();
    }
    for (Sensor& sensor : merged_.sensors) {
      if (sensor.item.empty() && sensor.kind != SensorKind::kEnergy) {
        MoveEnds("sensor " + sensor.name, &sensor.ends);
      }
    }
  }

  void MergeBodies() {
    merged_.bodies.clear();
    for (size_t i = 0; i < model_.bodies.size(); ++i) {
      if (branches_[i].weld >= 0) {
        AddFrame(model_.bodies[i].name, {static_cast<int>(i), Pose()});
      } else {
        merged_.bodies.push_back(MergedBody(static_cast<int>(i)));
      }
    }
  }

  Body MergedBody(int root) const {
    Body body = model_.bodies[root];
    double mass = 0;
    Vector3d moment = Vector3d::Zero();
    Matrix3d J = Matrix3d::Zero();
    int parts = 0;
    for (size_t i = 0; i < branches_.size(); ++i) {
      if (branches_[i].root != root) continue;
      const Body part = InAxesOf(model_.bodies[i], branches_[i].pose);
      ++parts;
      mass += part.mass;
      moment += part.mass * part.centre;
      J += InertiaAboutCentre(part) + PointInertia(part.mass, part.centre);
    }
    if (parts == 1) return body;
    body.mass = mass;
    if (mass > 0) body.centre = moment / mass;
    SetInertiaAboutCentre(J - PointInertia(mass, body.centre), &body);
    return body;
  }

  const Model& model_;
  std::vector<Weld>* welds_;
  ModelGeometry geometry_;
  std::vector<Branch> branches_;  // one a body
  std::vector<int> weld_of_;      // the joints that are merged away
  Model merged_;
};

}  // namespace

Model MergeWelds(const Model& model, std::vector<Weld>* welds) {
  // Ends on nodes of flexible bodies and on beams know more than a body and a frame.
  const bool flexible = std::any_of(model.bodies.begin(), model.bodies.end(),
                                    [](const Body& body) { return body.flexible.part != nullptr; });
  if (flexible || !model.beams.empty()) return model;
  return WeldMerger(model, welds).Run();
}

WeldLoad::WeldLoad(const Weld& weld, const FramePair& frames, const Vector3d& gravity,
                   std::vector<Attached> attached)
    : Element(fmt::format("fixed joint '{}'", weld.name), {frames.second.body}, 0, 0),
      frames_(frames),
      attached_(std::move(attached)),
      sign_(weld.second_is_root_side ? -1 : 1) {
  for (const Body& part : weld.parts) parts_.emplace_back(part, frames.second.body, gravity);
}

Vector6 WeldLoad::Reaction(const Evaluation& at) const {
  const Evaluation whole{at.state, at.h, at.history - first_history(), at.next - first_history()};
  const int body = frames_.second.body;
  // What the parts need to move as they do, in the axes of the merged body.
  std::vector<double> needed(6 * (body + 1));
  for (const RigidBody& part : parts_) part.AddResidual(whole, needed.data(), nullptr);
  Vector6 W = BodyEntry(needed.data(), body);
  for (const Attached& a : attached_) {
    const Vector6 on_second =
        a.element->Reaction({at.state, at.h, whole.history + a.element->first_history(),
                             whole.next + a.element->first_history()});
    if (a.second) {
      W -= CarryWrench(a.frames.second.frame, on_second);
    } else {
      const Pose H = FrameLink(a.frames).RelativePose(at.state);
      W += CarryWrench(a.frames.first.frame, CarryWrench(H, on_second));
    }
  }
  return sign_ * CarryWrench(Inverse(frames_.second.frame), W);
}

}  // namespace jounce
