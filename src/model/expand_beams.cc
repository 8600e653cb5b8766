#include "model/expand_beams.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/beam_inertia.h"
#include "model/beam_line.h"
#include "model/beam_section.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// What halves of elements leave at a node, in the axes and about the origin of its body.
struct Lump {
  double mass = 0;
  Vector3d moment = Vector3d::Zero();     // mass times place
  Matrix3d inertia = Matrix3d::Zero();    // of the pieces about their own centres
  Matrix3d from_arms = Matrix3d::Zero();  // of the pieces' centres about the node
};

class Expansion {
 public:
  Expansion(const Beam& beam, Model* model)
      : beam_(beam),
        model_(*model),
        nodes_(LayOutBeam(beam)),
        section_(MakeSection(beam.section)),
        has_law_(std::holds_alternative<LawSection>(beam.section.shape)),
        consistent_(beam.mass == BeamMass::kConsistent),
        lumps_(nodes_.size()) {
    const int count = Last();
    for (int i = 0; i < count; ++i) {
      // Both ends of a helix see the same length; a straight element's is the distance.
      const Pose H = Relative(nodes_[i].after, nodes_[i + 1].before);
      shapes_.push_back(LogPose(H));
      lengths_.push_back(shapes_.back().head<3>().norm());
      leg_lengths_.resize(nodes_[i + 1].leg + 1);
      leg_lengths_.back() += lengths_.back();
    }
  }

  void AddAll() {
    for (int i = 0; i < Last(); ++i) AddMass(i);
    for (int k = 0; k <= Last(); ++k) AddBody(k);
    AddFrame("start", 0, nodes_.front().before);
    AddFrame("end", Last(), nodes_.back().before);
    for (int i = 0; i < Last(); ++i) AddElement(i);
    for (const LineLoad& load : beam_.loads) AddLoad(load);
  }

 private:
  int Last() const { return static_cast<int>(nodes_.size()) - 1; }
  // Axes of the element's end in those of the node's body.
  Matrix3d AxesAt(int node, const Pose& end) const {
    return nodes_[node].before.R.transpose() * end.R;
  }

  // Distance of half an element's mass from the node. The sum over n equal elements of a leg of
  // length l then has the moment of inertia of the leg: l d - d^2 = h l / 6.
  double ArmOf(int element) const {
    const double h = lengths_[element], length = leg_lengths_[nodes_[element + 1].leg];
    return 0.5 * length * (1 - std::sqrt(1 - 2 * h / (3 * length)));
  }

  void AddMass(int element) {
    const double h = lengths_[element], half = 0.5 * section_.mass * h;
    const Vector3d offset(0, beam_.section.centroid[0], beam_.section.centroid[1]);
    const double arm = consistent_ ? 0 : has_law_ ? h / 4 : ArmOf(element);
    // Of half the length, about its centre.
    const double rod = has_law_ && !consistent_ ? half * h * h / 48 : 0;
    for (int side : {0, 1}) {
      const int node = element + side;
      const Matrix3d R = AxesAt(node, side == 0 ? nodes_[node].after : nodes_[node].before);
      const Vector3d place = R * (offset + (side == 0 ? arm : -arm) * Vector3d::UnitX());
      const Vector3d own = 0.5 * h * section_.inertia + rod * Vector3d(0, 1, 1);
      Lump& lump = lumps_[node];
      lump.mass += half;
      lump.moment += half * place;
      lump.inertia += R * own.asDiagonal() * R.transpose();
      if (has_law_ || consistent_) lump.from_arms -= half * Skew(place) * Skew(place);
    }
  }

  void AddBody(int node) {
    const Lump& lump = lumps_[node];
    const Pose& pose = nodes_[node].before;
    Body body;
    body.name = NodeName(beam_, node);
    body.place = beam_.place;
    body.position = pose.p;
    body.orientation.z_axis = pose.R.col(2);
    body.orientation.x_axis = pose.R.col(0);
    body.angular_velocity = beam_.angular_velocity;
    body.velocity = beam_.velocity + beam_.angular_velocity.cross(pose.p - nodes_.front().before.p);
    body.mass = lump.mass;
    Matrix3d J = lump.inertia;
    if (lump.mass > 0) {
      body.centre = lump.moment / lump.mass;
      // What balances to a round-off is none.
      if (body.centre.norm() < 1e-12 * lengths_.front()) body.centre.setZero();
      if (has_law_ || consistent_)
        J += lump.from_arms + lump.mass * Skew(body.centre) * Skew(body.centre);
    }
    body.inertia = J.diagonal();
    body.products = Vector3d(J(0, 1), J(1, 2), J(2, 0));
    model_.bodies.push_back(body);
  }

  void AddFrame(const std::string& suffix, int node, const Pose& pose) {
    Frame frame;
    frame.name = beam_.name + "." + suffix;
    frame.place = beam_.place;
    frame.body = NodeName(beam_, node);
    const Matrix3d R = AxesAt(node, pose);
    if (!R.isIdentity(1e-12)) {
      frame.orientation.z_axis = R.col(2);
      frame.orientation.x_axis = R.col(0);
    }
    model_.frames.push_back(frame);
  }

  void AddElement(int element) {
    Connection connection;
    connection.name = ElementName(beam_, element);
    connection.place = beam_.place;
    connection.kind = ConnectionKind::kBeam;
    connection.ends.first = NodeName(beam_, element);
    connection.ends.second = NodeName(beam_, element + 1);
    if (!AxesAt(element, nodes_[element].after).isIdentity(1e-12)) {
      const std::string suffix = fmt::format("{}.after", element);
      AddFrame(suffix, element, nodes_[element].after);
      connection.ends.first = beam_.name + "." + suffix;
      // The second end is the node's own frame; a body would take the place of the first.
      AddFrame(fmt::format("{}.before", element + 1), element + 1, nodes_[element + 1].before);
      connection.ends.second = fmt::format("{}.{}.before", beam_.name, element + 1);
    }
    if (has_law_) {
      connection.law = std::get<LawSection>(beam_.section.shape).law;
    } else {
      connection.section = SectionOf(element);
    }
    connection.length = lengths_[element];
    connection.zero_as_placed = true;
    model_.connections.push_back(connection);
    if (consistent_) AddSharedInertia(element, connection.ends);
  }

  // The bodies have half the element each, as if it were at the nodes.
  void AddSharedInertia(int element, const Ends& ends) {
    SharedInertia inertia;
    inertia.name = ElementName(beam_, element);
    inertia.place = beam_.place;
    inertia.ends = ends;
    const Matrix4 section = SectionMoments(section_, beam_.section.centroid);
    inertia.moments = ElementMoments(section, shapes_[element].head<3>());
    inertia.moments.topLeftCorner<4, 4>() -= 0.5 * lengths_[element] * section;
    inertia.moments.bottomRightCorner<4, 4>() -= 0.5 * lengths_[element] * section;
    model_.shared_inertias.push_back(inertia);
  }

  // Elements of one shape share it.
  std::shared_ptr<const SectionLawSettings> SectionOf(int element) {
    const Vector6& shape = shapes_[element];
    for (const auto& [known, section] : sections_) {
      if ((known - shape).norm() < 1e-10 * shape.norm()) return section;
    }
    const double length = lengths_[element];
    const ElementProperties properties = MakeElement(section_.stiffness, length, shape / length);
    SectionLawSettings settings;
    settings.length = length;
    Eigen::Map<Matrix6>(settings.stiffness.data()) = properties.stiffness;
    Eigen::Map<Matrix6>(settings.strain_slope.data()) = properties.strain_slope.transpose();
    settings.damping_time = beam_.section.damping_time;
    settings.branches = beam_.section.relaxation;
    sections_.emplace_back(shape, std::make_shared<SectionLawSettings>(settings));
    return sections_.back().second;
  }

  void AddLoad(const LineLoad& line_load) {
    const double total = nodes_.back().station;
    // Share of the load [m] and its moment about the node [m^2] along the elements beside it.
    std::vector<double> share(nodes_.size());
    std::vector<Vector3d> moment(nodes_.size(), Vector3d::Zero());
    for (int i = 0; i < Last(); ++i) {
      const double begin = nodes_[i].station, h = nodes_[i + 1].station - begin;
      const double a = std::clamp((line_load.from * total - begin) / h, 0.0, 1.0);
      const double b = std::clamp((line_load.to * total - begin) / h, 0.0, 1.0);
      if (b <= a) continue;
      const auto add = [&](int node, double from, double to, const Vector3d& inwards) {
        // Integrals of 1 - 3 x^2 + 2 x^3 and x (1 - x)^2.
        const auto force = [](double x) { return x - x * x * x + 0.5 * x * x * x * x; };
        const auto arm = [](double x) { return x * x * (0.5 - x * (2.0 / 3 - 0.25 * x)); };
        share[node] += h * (force(to) - force(from));
        moment[node] += h * h * (arm(to) - arm(from)) * inwards;
      };
      add(i, a, b, nodes_[i].after.R.col(0));
      add(i + 1, 1 - b, 1 - a, -nodes_[i + 1].before.R.col(0));
    }
    for (int k = 0; k <= Last(); ++k) {
      if (!(share[k] > 0)) continue;
      Load load;
      load.name = fmt::format("{}.{}.{}", beam_.name, line_load.name, k);
      load.place = line_load.place;
      load.on = NodeName(beam_, k);
      load.direction = share[k] * line_load.direction;
      load.follows_body = line_load.follows_section;
      load.function = line_load.function;
      const Vector3d arm = moment[k] / share[k];
      if (arm.norm() > 1e-12 * lengths_.front()) load.at = nodes_[k].before.p + arm;
      model_.loads.push_back(load);
    }
  }

  const Beam& beam_;
  Model& model_;
  std::vector<BeamNode> nodes_;
  SectionProperties section_;
  bool has_law_, consistent_;
  std::vector<Lump> lumps_;
  std::vector<Vector6> shapes_;  // log(H) of the elements
  std::vector<double> lengths_, leg_lengths_;
  std::vector<std::pair<Vector6, std::shared_ptr<const SectionLawSettings>>> sections_;
};

void CheckLoads(const Beam& beam) {
  for (const LineLoad& load : beam.loads) {
    if (!(load.from >= 0 && load.to <= 1 && load.from < load.to)) {
      throw InputError(fmt::format("load '{}' reaches from {:.6g} to {:.6g} of the length",
                                   load.name, load.from, load.to),
                       "from and to lie between 0 and 1, from before to");
    }
    if (!(load.direction.norm() > 0) || !load.direction.allFinite()) {
      throw InputError(fmt::format("load '{}' has no direction", load.name));
    }
    try {
      MakeTimeFunction(load.function);
    } catch (const InputError& error) {
      const Diagnostic& reason = error.diagnostics().front();
      throw InputError(fmt::format("load '{}': {}", load.name, reason.message), reason.remedy);
    }
  }
}

}  // namespace

std::string NodeName(const Beam& beam, int node) { return fmt::format("{}.{}", beam.name, node); }

std::string ElementName(const Beam& beam, int element) {
  return fmt::format("{}.{}-{}", beam.name, element, element + 1);
}

Model ExpandBeams(const Model& model) {
  Model expanded = model;
  Diagnostics wrong;
  for (Beam& beam : expanded.beams) {
    if (beam.expanded) continue;
    try {
      CheckLoads(beam);
      Expansion(beam, &expanded).AddAll();
      beam.expanded = true;
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) {
        wrong.Error(beam.place, fmt::format("beam '{}': {}", beam.name, d.message), d.remedy);
      }
    }
  }
  wrong.ThrowIfErrors();
  return expanded;
}

}  // namespace jounce
