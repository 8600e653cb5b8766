#include "mechanics/connection.h"

#include <fmt/format.h>

#include <limits>
#include <type_traits>
#include <utility>

#include "laws/linear_law.h"
#include "laws/make_law.h"
#include "laws/section_law.h"
#include "mechanics/beam_map.h"
#include "mechanics/connection_linear.h"
#include "mechanics/strain_maps.h"

namespace jounce {
namespace {

// The pose of a part that has not turned before.
template <class Map>
typename Map::PoseType FirstPose(const Pose& H) {
  if constexpr (Map::kFollowsTurns) {
    return typename Map::PoseType(H, Eigen::Vector3d::Zero());
  } else {
    return typename Map::PoseType(H);
  }
}

template <class Map>
class LawConnection final : public ConnectionElement {
 public:
  static constexpr int kSize = Map::kSize;
  static constexpr bool kIsRod = std::is_same_v<Map, Rod>;
  static constexpr bool kIsBeam = std::is_same_v<Map, BeamMap>;
  static constexpr bool kIsHalfWay = std::is_same_v<typename Map::PoseType, InvariantPose>;
  using Strain = StrainVector<kSize>;
  using Square =
      Eigen::Matrix<double, kSize, kSize, kSize == 1 ? Eigen::ColMajor : Eigen::RowMajor>;

  LawConnection(const Connection& connection, std::shared_ptr<const Law> law,
                const FramePair& frames, const Strain& zero, double sign)
      : ConnectionElement(
            fmt::format("{} '{}'", ToString(connection.kind), connection.name),
            {frames.first.body, frames.second.body}, 0,
            law->state_size() + (Map::kFollowsTurns ? 3 : 0) + (LeavesSlopes(*law) ? 2 : 0)),
        link_(frames),
        law_(std::move(law)),
        zero_(zero),
        preload_(Strain::Zero()),
        sign_(sign),
        slope_memory_(LeavesSlopes(*law_) ? law_->state_size() : -1),
        length_(connection.length) {
    for (size_t i = 0; i < connection.preload.size(); ++i) preload_[i] = connection.preload[i];
    for (size_t i = 0; i < connection.preload_over_time.size(); ++i) {
      const auto& function = connection.preload_over_time[i];
      if (!function) continue;
      driven_.push_back({PreloadComponent(connection.kind, static_cast<int>(i)), *function, {}});
      item_ = {connection.name, connection.place};
    }
    DescribeMember(frames);
  }

  int dimension() const override { return kSize; }
  const ConnectionData* AsMember() const override {
    // Other laws of beams than those of sections are few.
    const bool fits = !kIsBeam || dynamic_cast<const SectionLaw*>(law_.get());
    return fits && driven_.empty() ? &member_ : nullptr;
  }
  bool is_driven() const override { return !driven_.empty(); }
  bool supplies() const override { return is_driven(); }
  bool remembers() const override { return law_->remembers(); }

  void Bind(SignalGraph* signals) override {
    for (Driven& driven : driven_) {
      See(driven.value.Bind(signals->Add(driven.function, item_), *this, *signals));
    }
  }

  // The force of a law works against the strain.
  double SuppliedPower(const Evaluation& at) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    Strain preload = Strain::Zero();
    AddDriven(at, &preload);
    return -preload.dot(LawRate(PoseAt(motion.H, at.history), motion.v));
  }

  Eigen::Vector3d Turn(const double* history) const override {
    if constexpr (Map::kFollowsTurns) return TurnIn(history);
    return Eigen::Vector3d::Zero();
  }

  [[gnu::cold]] void Start(const SystemState& state, double* history) const override {
    const typename Map::PoseType pose = PoseAt(link_.RelativePose(state), history);
    const Strain strain = LawStrain(pose);
    law_->Start(strain.data(), history);
    RememberTurn(pose, history);
  }

  [[gnu::cold]] void SetMoving(const SystemState& state, double* history) const override {
    const typename Map::PoseType pose = PoseAt(link_.RelativePose(state), history);
    const RelativeMotion motion = link_.Motion(state);
    const Vector6 a = link_.RelativeAcceleration(state, motion);
    const Strain rate = LawRate(pose, motion.v), acceleration = RateChange(motion, a, history);
    law_->SetMoving(rate.data(), acceleration.data(), history);
  }

  void AddResidual(const Evaluation& at, double* bodies, double*) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    const typename Map::PoseType pose = PoseAt(motion.H, at.history);
    LawResponse response;
    const Strain force = RespondInPlace(at, pose, motion.v, &response, false);
    link_.AddWrench(motion.H, Map::Wrench(pose, sign_ * force), bodies);
  }

  void AddTangents(const Evaluation& at, ElementTangents* tangents) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    const typename Map::PoseType pose = PoseAt(motion.H, at.history);
    LawResponse response;
    const Strain force = sign_ * Respond(at, pose, motion.v, &response);
    const Square stiffness = Eigen::Map<const Square>(response.d_strain);
    const Square damping = Eigen::Map<const Square>(response.d_rate);
    // W = B^T f(e, B v), differentiated factor by factor.
    const StrainMatrix<kSize> B = Map::RateMatrix(pose);
    StrainMatrix<kSize> slope = stiffness * Map::StrainSlope(pose);
    Matrix6 C = Matrix6::Zero();
    if (!damping.isZero(0)) {
      slope += damping * Map::RateSlope(pose, motion.v);
      C = B.transpose() * damping * B / length_;
    }
    const Matrix6 K = B.transpose() * slope / length_ + Map::WrenchSlope(pose, force);
    link_.AddWrenchTangents(motion, Map::Wrench(pose, force), K, C, 0, tangents);
    AddDrivenTangents(at, motion.H, pose, tangents);
  }

  void AddEnergies(const Evaluation& at, Energies* energies) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    const typename Map::PoseType pose = PoseAt(motion.H, at.history);
    LawResponse response;
    Respond(at, pose, motion.v, &response, false);
    energies->stored += length_ * (response.stored_energy + preload_.dot(LawStrain(pose)));
    energies->dissipated += length_ * response.dissipated_energy;
  }

  Vector6 Reaction(const Evaluation& at) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    const typename Map::PoseType pose = PoseAt(motion.H, at.history);
    LawResponse response;
    const Vector6 W = -Map::Wrench(pose, sign_ * Respond(at, pose, motion.v, &response, false));
    // Exchanged frames: the user's second end is the map's first.
    return sign_ > 0 ? W : Vector6(-CarryWrench(motion.H, W));
  }

  void Measure(const Evaluation& at, double* strain, double* force) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    const typename Map::PoseType pose = PoseAt(motion.H, at.history);
    LawResponse response;
    Eigen::Map<Strain>{force} = Respond(at, pose, motion.v, &response, false);
    Eigen::Map<Strain>{strain} = LawStrain(pose);
  }

  void AddUnitForce(const Evaluation& at, int component, double* bodies) const override {
    const Pose H = link_.RelativePose(at.state);
    const Strain force = sign_ * Strain::Unit(component);
    link_.AddWrench(H, Map::Wrench(PoseAt(H, at.history), force), bodies);
  }

  LawSlopes Slopes(const Evaluation& at) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    const typename Map::PoseType pose = PoseAt(motion.H, at.history);
    LawResponse response;
    const Strain force = sign_ * Respond(at, pose, motion.v, &response);
    return SlopesOf(link_, motion, SlopesAt(pose, motion.v, force), response, {sign_, length_});
  }

  const Law* LawWithSlopes() const override {
    return driven_.empty() && law_->differentiates() ? law_.get() : nullptr;
  }

  StrainSlopes SlopesOfStrain(const Evaluation& at) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    const typename Map::PoseType pose = PoseAt(motion.H, at.history);
    MapSlopes map;
    map.rate = Map::RateMatrix(pose);
    map.strain = Map::StrainSlope(pose);
    map.rate_slope = Map::RateSlope(pose, motion.v);
    StrainSlopes slopes = StrainSlopesOf(link_, motion, map, {sign_, length_});
    slopes.strain.template head<kSize>() = LawStrain(pose);
    slopes.rate.template head<kSize>() = LawRate(pose, motion.v);
    return slopes;
  }

  int slope_memory() const override { return slope_memory_; }
  bool exchanged() const override { return sign_ < 0; }

  void LawStiffness(const Evaluation& at, double omega,
                    std::complex<double>* stiffness) const override {
    const Strain strain = LawStrain(PoseAt(link_.RelativePose(at.state), at.history));
    law_->ComplexStiffness(omega, strain.data(), stiffness);
  }

  SmallMotion Linearize(const Evaluation& at, double omega) const override {
    const RelativeMotion motion = link_.Motion(at.state);
    const typename Map::PoseType pose = PoseAt(motion.H, at.history);
    LawResponse response;
    const Strain force = sign_ * Respond(at, pose, motion.v, &response);
    const SmallMotion law = law_->Linearize(omega, LawStrain(pose).data());
    ElementTangents own;
    own.Reset(size());
    AddDrivenTangents(at, motion.H, pose, &own);
    return Spread(link_, motion, SlopesAt(pose, motion.v, force), law, {sign_, length_},
                  std::move(own));
  }

 private:
  void DescribeMember(const FramePair& frames) {
    using Kind = ConnectionData::Map;
    constexpr bool kTurnsOnly =
        std::is_same_v<Map, AttachedAngular> || std::is_same_v<Map, InvariantAngular>;
    constexpr int kFirst = kTurnsOnly ? 3 : 0;
    member_.map = kIsBeam      ? Kind::kBeam
                  : kIsRod     ? Kind::kRod
                  : kIsHalfWay ? Kind::kHalfWay
                               : Kind::kAttached;
    member_.displaces = !kTurnsOnly;
    member_.turns = kTurnsOnly || kSize == 6;
    member_.frames = frames;
    member_.law = law_.get();
    member_.zero.template segment<kSize>(kFirst) = zero_;
    member_.preload.template segment<kSize>(kFirst) = preload_;
    member_.sign = sign_;
    member_.length = length_;
    member_.slope_memory = slope_memory_;
  }

  static bool LeavesSlopes(const Law& law) {
    return kSize == 1 && !dynamic_cast<const LinearLaw*>(&law);
  }

  // A component of the preload that follows a signal.
  struct Driven {
    int component;
    TimeFunctionSettings function;
    DrivingInput value;
  };

  [[gnu::noinline]] void AddDriven(const Evaluation& at, Strain* force) const {
    for (const Driven& driven : driven_) (*force)[driven.component] += driven.value.Value(at);
  }

  // By virtual work a unit force is D^T W on the bodies, W its wrench.
  void AddDrivenTangents(const Evaluation& at, const Pose& H, const typename Map::PoseType& pose,
                         ElementTangents* tangents) const {
    if (driven_.empty()) return;
    const FrameLink::IncrementMatrices D = link_.Increments(H);
    for (const Driven& driven : driven_) {
      const Vector6 W = Map::Wrench(pose, sign_ * Strain::Unit(driven.component));
      Eigen::Matrix<double, 12, 1> slope;
      slope << D.first.transpose() * W, D.second.transpose() * W;
      driven.value.AddTangents(at, 0, slope, *this, tangents);
    }
  }

  [[gnu::cold]] static MapSlopes SlopesAt(const typename Map::PoseType& pose, const Vector6& v,
                                          const Strain& force) {
    MapSlopes slopes;
    slopes.rate = Map::RateMatrix(pose);
    slopes.strain = Map::StrainSlope(pose);
    slopes.rate_slope = Map::RateSlope(pose, v);
    slopes.wrench_slope = Map::WrenchSlope(pose, force);
    slopes.wrench = Map::Wrench(pose, force);
    return slopes;
  }

  Strain LawStrain(const typename Map::PoseType& pose) const {
    return (sign_ / length_) * (Map::Strain(pose) - zero_);
  }

  Strain LawRate(const typename Map::PoseType& pose, const Vector6& v) const {
    return (sign_ / length_) * Map::Rate(pose, v);
  }

  // How the rate changes, a little before and after: asked for once, at the start.
  [[gnu::cold]] Strain RateChange(const RelativeMotion& motion, const Vector6& acceleration,
                                  const double* history) const {
    const double dt = 1e-6 / (1 + motion.v.norm());
    const auto rate_at = [&](double t) {
      const Pose H = motion.H * ExpPose(t * motion.v);
      return LawRate(PoseAt(H, history), motion.v + t * acceleration);
    };
    return (rate_at(dt) - rate_at(-dt)) / (2 * dt);
  }

  // The force of the law with preload; `next` receives the law's state. The first is a part of every
  // residual and belongs into it, the second serves all others.
  [[gnu::always_inline]] Strain RespondInPlace(const Evaluation& at,
                                               const typename Map::PoseType& pose, const Vector6& v,
                                               LawResponse* response, bool wants_tangents) const {
    const Strain strain = LawStrain(pose), rate = LawRate(pose, v);
    const LawStep step{strain.data(), rate.data(), at.h, wants_tangents || kSize == 1};
    law_->Update(step, at.history, at.next, response);
    if (kSize == 1 && slope_memory_ >= 0) {
      at.next[slope_memory_] = response->d_strain[0];
      at.next[slope_memory_ + 1] = response->d_rate[0];
    }
    Strain force = Eigen::Map<const Strain>(response->force) + preload_;
    if (!driven_.empty()) AddDriven(at, &force);
    if (!RememberTurn(pose, at.next, at.history)) {
      return Strain::Constant(std::numeric_limits<double>::quiet_NaN());
    }
    return force;
  }
  [[gnu::noinline]] Strain Respond(const Evaluation& at, const typename Map::PoseType& pose,
                                   const Vector6& v, LawResponse* response,
                                   bool wants_tangents = true) const {
    return RespondInPlace(at, pose, v, response, wants_tangents);
  }

  // After the law's memory comes the rotation vector, for maps that follow it.
  typename Map::PoseType PoseAt(const Pose& H, const double* history) const {
    if constexpr (Map::kFollowsTurns) {
      return typename Map::PoseType(H, TurnIn(history));
    } else {
      return typename Map::PoseType(H);
    }
  }
  // False where the rotation has gone where none of its vectors is near the last one: the strain is
  // not defined, and a step that ends there fails.
  bool RememberTurn(const typename Map::PoseType& pose, double* next,
                    const double* history = nullptr) const {
    if constexpr (Map::kFollowsTurns) {
      Eigen::Map<Eigen::Vector3d>{next + law_->state_size()} = pose.theta;
      return !history || (pose.theta - TurnIn(history)).squaredNorm() <= kFarthestTurn;
    }
    return true;
  }
  Eigen::Map<const Eigen::Vector3d> TurnIn(const double* history) const {
    return Eigen::Map<const Eigen::Vector3d>(history + law_->state_size());
  }

  FrameLink link_;
  std::shared_ptr<const Law> law_;
  Strain zero_;  // the map's strain where the law's is zero
  Strain preload_;
  std::vector<Driven> driven_;
  Item item_;  // of what is driven
  double sign_;
  int slope_memory_;
  ConnectionData member_;  // of a group
  double length_;          // over which the strain is spread, 1 but for beams
};

template <class Map>
std::unique_ptr<ConnectionElement> Make(const Connection& connection,
                                        std::shared_ptr<const Law> law, const FramePair& frames,
                                        const Pose& start_pose) {
  const bool exchanged = connection.attachment == Attachment::kSecond;
  const FramePair ordered = exchanged ? FramePair{frames.second, frames.first} : frames;
  const Pose start = exchanged ? Inverse(start_pose) : start_pose;
  StrainVector<Map::kSize> zero = StrainVector<Map::kSize>::Zero();
  if (connection.zero_as_placed) zero = Map::Strain(FirstPose<Map>(start));
  return std::make_unique<LawConnection<Map>>(connection, std::move(law), ordered, zero,
                                              exchanged ? -1.0 : 1.0);
}

std::unique_ptr<ConnectionElement> MakeRod(const Connection& connection,
                                           std::shared_ptr<const Law> law, const FramePair& frames,
                                           const Pose& start_pose) {
  const StrainVector<1> length(connection.free_length.value_or(start_pose.p.norm()));
  return std::make_unique<LawConnection<Rod>>(connection, std::move(law), frames, length, 1.0);
}

}  // namespace

std::shared_ptr<const Law> MakeConnectionLaw(const Connection& connection) {
  if (connection.section) return std::make_shared<SectionLaw>(*connection.section);
  return MakeLaw(*connection.law);
}

std::unique_ptr<ConnectionElement> MakeConnection(const Connection& connection,
                                                  std::shared_ptr<const Law> law,
                                                  const FramePair& frames, const Pose& start_pose) {
  const bool invariant = connection.attachment == Attachment::kInvariant;
  switch (connection.kind) {
    case ConnectionKind::kRod:
      return MakeRod(connection, std::move(law), frames, start_pose);
    case ConnectionKind::kLinearSpring:
      return invariant ? Make<InvariantLinear>(connection, std::move(law), frames, start_pose)
                       : Make<AttachedLinear>(connection, std::move(law), frames, start_pose);
    case ConnectionKind::kAngularSpring:
      return invariant ? Make<InvariantAngular>(connection, std::move(law), frames, start_pose)
                       : Make<AttachedAngular>(connection, std::move(law), frames, start_pose);
    case ConnectionKind::kBushing:
      return invariant ? Make<InvariantBushing>(connection, std::move(law), frames, start_pose)
                       : Make<AttachedBushing>(connection, std::move(law), frames, start_pose);
    case ConnectionKind::kBeam:
      return Make<BeamMap>(connection, std::move(law), frames, start_pose);
  }
  return nullptr;
}

}  // namespace jounce
