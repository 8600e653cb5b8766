#include "model/mass_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/names.h"
#include "math/products.h"
#include "model/expand_beams.h"
#include "model/geometry.h"
#include "model/mass_sum.h"
#include "model/shape_mass.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// What is left of large numbers may be off by this part of them.
constexpr double kLostDigits = 1e-9;

Pose PoseOf(const Body& body) {
  return {OrientationMatrix(body.orientation, body.position), body.position};
}

bool IsGiven(const Body& body) {
  return body.mass != 0 || !body.inertia.isZero(0) || !body.products.isZero(0);
}

bool IsComputed(const Body& body) {
  return !body.shapes.empty() || !body.payloads.empty() || body.remainder_of;
}

bool IsFinite(const MassProperties& p) {
  return std::isfinite(p.mass) && p.centre.allFinite() && p.inertia.allFinite() &&
         p.products.allFinite();
}

class MassResolver {
 public:
  MassResolver(Model* model, Diagnostics* diagnostics) : model_(*model), out_(diagnostics) {}

  std::vector<std::string> Run() {
    std::vector<std::string> computed;
    for (const Body& body : model_.bodies) {
      if (IsComputed(body)) computed.push_back(body.name);
    }
    if (computed.empty()) return computed;
    std::vector<Body*> remainders;
    for (Body& body : model_.bodies) {
      if (IsComputed(body)) Check(body);
      if (body.remainder_of) remainders.push_back(&body);
    }
    for (size_t i = 1; i < remainders.size(); ++i) {
      Error(remainders[i]->remainder_of->place, *remainders[i],
            fmt::format("'{}' is a remainder already", remainders[0]->name),
            "one body of a model can be what is left of a whole");
    }
    if (out_->HasErrors()) return computed;
    for (Body& body : model_.bodies) AddShapes(&body);
    if (!remainders.empty() && !out_->HasErrors()) TakeRemainder(remainders[0]);
    for (Body& body : model_.bodies) AddPayloads(&body);
    return computed;
  }

 private:
  void Error(const Place& place, const Body& body, const std::string& message,
             const std::string& remedy = "") {
    out_->Error(place, fmt::format("body '{}': {}", body.name, message), remedy);
  }

  // Runs something that throws InputError and reports it.
  template <class Function>
  void Guard(const Place& place, const Body& body, const std::string& what, Function function) {
    try {
      function();
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) {
        Error(place, body, what + d.message, d.remedy);
      }
    }
  }

  void Check(const Body& body) {
    if (body.flexible.part || !body.flexible.file.empty()) {
      Error(body.place, body, "its mass is that of its flexible part",
            "put shapes and payloads on a body of their own and weld it to a node");
    }
    if (body.remainder_of && (IsGiven(body) || !body.shapes.empty())) {
      Error(body.remainder_of->place, body, "it is a remainder, and has a mass of its own besides",
            "leave out mass, centre, inertia and shapes");
    }
    if (body.remainder_of && !IsFinite(body.remainder_of->whole)) {
      Error(body.remainder_of->place, body, "a number of the whole is not finite");
    }
    for (const Payload& payload : body.payloads) {
      if (payload.properties.mass >= 0 && IsFinite(payload.properties)) continue;
      Error(payload.place, body,
            fmt::format("payload '{}' has a mass of {} kg", payload.name, payload.properties.mass),
            "0 or more, all numbers finite");
    }
    Guard(body.place, body, "", [&] { PoseOf(body), InertiaAboutCentre(body); });
  }

  // Puts a sum about the ground's origin into the body.
  static void Put(const MassSum& sum, Body* body) {
    const Pose local = Inverse(PoseOf(*body));
    const Matrix3d J = local.R * sum.InertiaAboutCentre() * local.R.transpose();
    body->mass = sum.mass;
    if (sum.mass > 0) body->centre = local * sum.Centre();
    body->inertia = J.diagonal();
    body->products = ProductsOf(J);
    body->inertia_point.reset();
    body->inertia_axes = {};
  }

  void AddShapes(Body* body) {
    if (body->shapes.empty()) return;
    MassSum sum = MassOf(*body, PoseOf(*body));
    for (size_t i = 0; i < body->shapes.size(); ++i) {
      const MassShape& shape = body->shapes[i];
      const std::string what = fmt::format("shape {} ({}): ", i + 1, NameOf(shape));
      Guard(shape.place, *body, what, [&] { sum.Add(MassOf(shape, PoseOf(*body))); });
    }
    Put(sum, body);
    KeepLooks(body);
    body->shapes.clear();
  }

  // Shapes of mass are gone once they are summed; how they look is still to be shown.
  static void KeepLooks(Body* body) {
    if (!body->drawing.empty()) return;
    for (const MassShape& shape : body->shapes) {
      if (std::optional<DrawnShape> look = LookOf(shape)) body->drawing.push_back(std::move(*look));
    }
  }

  void AddPayloads(Body* body) {
    if (body->payloads.empty()) return;
    MassSum sum = MassOf(*body, PoseOf(*body));
    for (const Payload& payload : body->payloads) sum.Add(MassOf(payload.properties));
    Put(sum, body);
    body->payloads.clear();
  }

  static MassSum MassOfPart(const Body& body) {
    if (!body.flexible.part) return MassOf(body, PoseOf(body));
    const InertiaInvariants& inertia = body.flexible.part->inertia;
    const Pose H = PoseOf(body);
    const Vector3d centre = H * Vector3d(inertia.i2 / inertia.i1);
    const Matrix3d own = inertia.i7 - PointInertia(inertia.i1, inertia.i2 / inertia.i1);
    return {inertia.i1, inertia.i1 * centre,
            H.R * own * H.R.transpose() + PointInertia(inertia.i1, centre)};
  }

  // Of all bodies and beams, by name, but the remainder itself.
  std::vector<std::pair<std::string, MassSum>> Parts(const Body& remainder) const {
    std::vector<std::pair<std::string, MassSum>> parts;
    for (const Body& body : model_.bodies) {
      if (&body != &remainder) parts.emplace_back(body.name, MassOfPart(body));
    }
    for (const Beam& beam : model_.beams) {
      if (!beam.expanded) parts.emplace_back(beam.name, MassOfBeam(beam));
    }
    return parts;
  }

  static MassSum MassOfBeam(const Beam& beam) {
    Model alone;
    alone.beams = {beam};
    const Model expanded = ExpandBeams(alone);
    MassSum sum;
    for (const Body& node : expanded.bodies) sum.Add(MassOf(node, PoseOf(node)));
    // What a consistent mass adds to that of the nodes: trace(S) - S of its second moments.
    for (const SharedInertia& shared : expanded.shared_inertias) {
      sum.Add(MassOfShared(shared, expanded));
    }
    return sum;
  }

  static MassSum MassOfShared(const SharedInertia& shared, const Model& model) {
    const ModelGeometry geometry(model);
    const FramePair pair = geometry.Resolve(shared.ends);
    Eigen::Matrix<double, 3, 8> X;
    const Pose a = geometry.FramePose(pair.first), b = geometry.FramePose(pair.second);
    X << a.R, a.p, b.R, b.p;
    Eigen::Matrix<double, 8, 1> one = Eigen::Matrix<double, 8, 1>::Zero();
    one[3] = one[7] = 1;
    const Matrix3d S = Congruence(X.transpose(), shared.moments);
    return {one.dot(shared.moments * one), X * shared.moments * one,
            S.trace() * Matrix3d::Identity() - S};
  }

  // Whether it is one of these, or in a sub-assembly that is; what was found is no longer open.
  static bool IsAmong(const std::string& name, const std::vector<std::string>& parts,
                      std::set<std::string>* open) {
    bool found = false;
    for (const std::string& part : parts) {
      if (name != part && !name.starts_with(part + "/")) continue;
      open->erase(part);
      found = true;
    }
    return found;
  }

  void TakeRemainder(Body* body) {
    const Remainder& remainder = *body->remainder_of;
    MassSum parts;
    std::set<std::string> open(remainder.parts.begin(), remainder.parts.end());
    std::vector<std::string> known;
    Guard(remainder.place, *body, "", [&] {
      for (const auto& [name, sum] : Parts(*body)) {
        known.push_back(name);
        if (remainder.parts.empty() || IsAmong(name, remainder.parts, &open)) parts.Add(sum);
      }
    });
    for (const std::string& name : open) {
      Error(remainder.place, *body,
            fmt::format("no other body, beam or sub-assembly is called '{}'", name),
            SuggestName(name, known));
    }
    if (out_->HasErrors()) return;
    MassSum rest = MassOf(remainder.whole);
    rest.Subtract(parts);
    if (CheckRemainder(*body, rest, parts)) {
      Put(rest, body);
      body->remainder_of.reset();
    }
  }

  bool CheckRemainder(const Body& body, const MassSum& rest, const MassSum& parts) {
    const Remainder& remainder = *body.remainder_of;
    if (!(rest.mass > kLostDigits * remainder.whole.mass)) {
      Error(remainder.place, body,
            fmt::format("what is left has a mass of {:.6g} kg: the whole has {:.6g} kg, its parts "
                        "have {:.6g} kg",
                        rest.mass, remainder.whole.mass, parts.mass),
            "the whole has to be heavier than its parts");
      return false;
    }
    const Matrix3d about_centre = rest.InertiaAboutCentre();
    const Vector3d principal = PrincipalMoments(about_centre);
    const double slack = kLostDigits * (rest.inertia.norm() + parts.inertia.norm());
    if (IsPossibleInertia(principal, slack)) return true;
    const Vector3d c = rest.Centre();
    Error(remainder.place, body,
          fmt::format("what is left, {:.6g} kg at [{:.6g}, {:.6g}, {:.6g}] m, has the principal "
                      "moments of inertia {:.6g}, {:.6g}, {:.6g} kg m2, which no body can have",
                      rest.mass, c.x(), c.y(), c.z(), principal[0], principal[1], principal[2]),
          "none is negative and none exceeds the sum of the other two: check mass, centre and "
          "inertia of the whole, about its own centre, and its parts");
    return false;
  }

  Model& model_;
  Diagnostics* out_;
};

}  // namespace

std::vector<std::string> ResolveMasses(Model* model, Diagnostics* diagnostics) {
  return MassResolver(model, diagnostics).Run();
}

}  // namespace jounce
