// A model as the user wrote it: plain data in SI units, nothing computed. It can be copied,
// written and read back (io/model_file.h). CheckModel (check.h) says all that is wrong with it;
// Assemble (mechanics/assembly.h) resolves it, System turns it into run-time elements.
//
// What comes from files that a model names is attached to it after it was read: flexible parts, the
// samples of signals, tyres and the road. All of it is immutable and shared by all who use it.
//
// Names are unique within their list; "ground" is the body that does not move. Wherever something
// is attached, it is attached to two Ends: each names a frame, or a body with the point given by
// the item itself (`at`, in ground axes at the start, as hardpoints are).
#ifndef JOUNCE_MODEL_MODEL_H_
#define JOUNCE_MODEL_MODEL_H_

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "blocks/block_settings.h"
#include "elements/element_settings.h"
#include "laws/law_settings.h"
#include "laws/section_settings.h"
#include "model/beam.h"
#include "model/channels.h"
#include "model/drawn_shapes.h"
#include "model/flexible_part.h"
#include "model/inertia_moments.h"
#include "model/item.h"
#include "model/mass_shapes.h"
#include "model/orientation.h"
#include "model/time_function.h"
#include "roads/road_settings.h"

namespace jounce {

inline constexpr char kGroundName[] = "ground";

// How much of the inertia of a flexible part follows its deformation [Wood 2003, 3.3.8]: nothing
// bends (rigid); the mass matrix stays that of the undeformed part (constant: invariants 1, 2, 6
// and 7); centre and moments of inertia change with the modes to first order (partial: all but 5
// and 9); or all of it does (full).
enum class FlexibilityLevel { kRigid, kConstant, kPartial, kFull };

// What makes a body flexible. Modes count from 1, as the reduction lists them.
struct Flexibility {
  std::string file;                          // of the part; empty where a program made it
  std::shared_ptr<const FlexiblePart> part;  // attached; none: a rigid body
  bool mirrored = false;                     // `part` is the image of what the file holds
  FlexibilityLevel level = FlexibilityLevel::kPartial;
  std::vector<int> modes_off;
  std::optional<double> damping;  // ratio of all modes to critical, instead of the part's own
  bool stiffening = false;        // geometric: the part's own, by accelerations and spin

  // The modes in use, from 0. A body without any is a rigid one.
  std::vector<int> ActiveModes() const;
  bool bends() const { return !ActiveModes().empty(); }
};

struct Body : Item {
  // The body's frame at the start, in ground axes.
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // m
  Orientation orientation;
  // Relative to the motion of the whole model (InitialMotion), in ground axes as drawn; where the
  // body is turned before it starts, they turn with it.
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();          // of the frame, m/s
  Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();  // rad/s
  double mass = 0;                                             // kg; 0 is allowed
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();            // of mass, in the body's frame, m
  // Inertia, kg m^2: moments about x, y, z and products (xy, yz, zx: minus the integral of x y dm).
  Eigen::Vector3d inertia = Eigen::Vector3d::Zero();
  Eigen::Vector3d products = Eigen::Vector3d::Zero();
  // Where and in which axes the inertia holds: the centre of mass and the body's axes by default.
  std::optional<Eigen::Vector3d> inertia_point;
  Orientation inertia_axes;
  // More of its mass (mass_shapes.h), summed; a remainder has nothing but payloads besides.
  std::vector<MassShape> shapes;
  std::vector<Payload> payloads;
  std::optional<Remainder> remainder_of;
  std::vector<DrawnShape> drawing;  // what it looks like (drawn_shapes.h)
  // Mass, centre and inertia of a flexible body are those of its part. Its interface nodes can be
  // named as "body.node" wherever a body or frame can.
  Flexibility flexible;
};

// How a frame on the ground moves from where it is drawn, in its own axes there: by x, y, z [m],
// and turned by the rotation vector rx, ry, rz [rad]. What is not given is zero.
struct FrameMotion {
  static constexpr const char* kNames[] = {"x", "y", "z", "rx", "ry", "rz"};
  std::array<std::optional<TimeFunctionSettings>, 6> functions;

  bool IsGiven() const {
    return std::any_of(functions.begin(), functions.end(),
                       [](const auto& function) { return function.has_value(); });
  }
};

struct Frame : Item {
  std::string body;                                    // or a frame that moves
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // in the body's frame, m
  Orientation orientation;                             // in the body's axes
  FrameMotion motion;                                  // on the ground only
};

// The two ends of a joint, motion or connection: `first` and `second` name a frame or a
// body. Where they name a body, `at` (and `at_second` for the second end, if it is elsewhere) is
// the point and `axis` (z) with `x_axis` the orientation, in ground axes at the start.
struct Ends {
  std::string first = kGroundName;
  std::string second;
  std::optional<Eigen::Vector3d> at;
  std::optional<Eigen::Vector3d> at_second;
  std::optional<Eigen::Vector3d> axis;
  std::optional<Eigen::Vector3d> x_axis;
};

// Joints [Wood 2003, table 2.4.2]. z is the axis of rotation or sliding, or the normal of a plane.
enum class JointKind {
  kFixed,
  kRevolute,       // rotation about z
  kTranslational,  // sliding along z
  kCylindrical,    // both
  kSpherical,      // rotation about the common point
  kUniversal,      // Hooke: x of the first end stays perpendicular to y of the second
  kPlanar,         // sliding in the xy plane and rotation about z
  kInLine,         // the second point stays on the z axis of the first
  kInPlane,        // the second point stays in the xy plane of the first
  kParallel,       // the z axes stay parallel
  kPerpendicular,  // the z axes stay perpendicular
  kOrientation,    // no relative rotation
  kDistance,       // the distance of the points stays as it is, or `distance`
  kCurve           // the second point stays on a curve that the first body carries
};

struct Joint : Item {
  JointKind kind = JointKind::kFixed;
  Ends ends;
  std::optional<double> distance;  // of a distance joint, m; as placed by default
  // Of a curve: points in ground axes at the start, m. Two are a line, more a cubic spline.
  std::vector<Eigen::Vector3d> points;
};

enum class MotionKind { kTranslation, kRotation };  // along or about z of the first end

// Prescribes the motion of a joint (`joint`, whose ends it takes over) or of two ends.
struct Motion : Item {
  std::string joint;
  Ends ends;
  MotionKind kind = MotionKind::kRotation;
  MotionQuantity quantity = MotionQuantity::kPosition;
  TimeFunctionSettings function;  // m, rad and their rates
};

// Couples the coordinates of joints: the sum of ratio times coordinate stays as it is. Or a rack
// and pinion: the rack slides by the pitch radius times the angle of the pinion.
struct Coupler : Item {
  struct Term {
    std::string joint;
    MotionKind kind = MotionKind::kRotation;
    double ratio = 1;
  };
  struct RackAndPinion {
    std::string rack, pinion;  // joints
    double radius = 0;         // m
  };
  std::vector<Term> terms;
  std::optional<RackAndPinion> rack_and_pinion;  // instead of terms

  // The terms, also of a rack and pinion.
  std::vector<Term> AllTerms() const;
};

// Connections with a law [Merel 2007, section 3].
enum class ConnectionKind {
  kRod,            // 1: elongation of the distance [m]
  kLinearSpring,   // 3: displacement [m]
  kAngularSpring,  // 3: rotation vector [rad]
  kBushing,        // 6: both
  kBeam            // 6: section strains of a beam element (mechanics/beam_map.h) [1, rad/m]
};
enum class Attachment { kFirst, kSecond, kInvariant };

struct Connection : Item {
  ConnectionKind kind = ConnectionKind::kBushing;
  Attachment attachment = Attachment::kInvariant;
  Ends ends;
  std::optional<LawSettings> law;     // of dimension 1, 3, 3 or 6
  std::optional<double> free_length;  // of a rod, m; as placed by default
  // Added to the law's force at any strain, one entry per component [N, N m].
  std::vector<double> preload;
  // More of it that changes with time, along x, y, z and about them [N, N m]: a rod has x alone
  // (PreloadComponent says which component of its law it is).
  std::array<std::optional<TimeFunctionSettings>, 6> preload_over_time;
  // The strain is reckoned from the pose at the start instead of from coinciding frames.
  bool zero_as_placed = false;
  // It gets the preload with which the drawn position is in balance (solve/design_position.h).
  bool design_position = false;
  double length = 1;  // of a beam element, m; what its strains are spread over
  // Of a beam element, instead of a law; elements of one shape share it.
  std::shared_ptr<const SectionLawSettings> section;
};

// Inertia and weight of matter that follows two frames (inertia_moments.h), besides those of their
// bodies: what a consistent mass of beams adds to the lumped one.
struct SharedInertia : Item {
  Ends ends;
  Matrix8 moments = Matrix8::Zero();  // kg m^2 between axes, kg m, kg between places
};

enum class LoadKind { kForce, kTorque };

// A force or torque `function` times `direction`, on a frame or a body (`on`), at the origin of the
// frame or at the point `at` (ground axes, at the start). Its direction is fixed in the ground, or
// in the axes of the frame or body and moves with it. `from`, where it is given, is the body that
// pushes: it takes the opposite load, at the same point.
struct Load : Item {
  LoadKind kind = LoadKind::kForce;
  std::string on;
  std::string from;
  std::optional<Eigen::Vector3d> at;
  Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();
  bool follows_body = false;
  TimeFunctionSettings function;  // N or N m
};

// An element of a kind (elements/element_kinds.h) that acts on frames, driven by inputs.
struct ElementItem : Item {
  ElementSettings settings;
  std::vector<std::string> frames;  // or bodies, whose own frames they are
  // Of the inputs that are given; the others are zero.
  std::vector<std::pair<std::string, TimeFunctionSettings>> inputs;
};

// A point of a flexible part whose stress is known, as the mesh numbers it: a node, the centre of
// an element or, with both, the end of a beam; 0 for what is not named.
struct StressPlace {
  int element = 0;
  int node = 0;
  std::string surface;  // "top" or "bottom" of a shell, "C" to "F" of a beam
};

// For whom velocities and accelerations are: one who moves with `first`, or one in the ground.
enum class Observer { kFirst, kGround };

// What is recorded. Which members a sensor uses depends on its kind (probe_kinds.h).
struct Sensor : Item {
  std::string kind = "position";  // a word of ProbeKinds()
  Ends ends;                      // the `second` is looked at, from the `first`
  Observer observer = Observer::kFirst;
  std::string item;  // joint, motion, connection, element, load or signal
  std::string beam;
  double along = 0;   // part of the beam's length, 0 to 1
  std::string point;  // of the beam's section
  // In which components are given: "ground", "first" or "second" end, or a body, frame or node.
  std::string axes = kGroundName;
  std::string about;  // body, frame or node about which moments are; else the item's second end
  StressPlace stress;
  // Of a strain gauge, in the mesh's axes; of a reaction along one direction, in `axes`.
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();
};

enum class IntegratorKind { kGeneralizedAlpha, kMultistep };
enum class MatrixMode { kNewton, kAdaptive, kFixed };

struct SolverSettings {
  double end_time = 1;     // s
  double step = 1e-3;      // s
  double output_step = 0;  // s; 0: every step
  IntegratorKind integrator = IntegratorKind::kGeneralizedAlpha;
  double rho = 0.8;  // spectral radius at infinity, 0 to 1
  // Largest local error of a step, as part of the model's size and in rad: where it is given,
  // `step` is the longest step, done in halves, quarters, ... where the error asks for it.
  std::optional<double> error_tolerance;
  MatrixMode matrix = MatrixMode::kAdaptive;
  int max_iterations = 25;                // a step; in fixed mode the bound on the work
  double tolerance = 1e-9;                // of the residual, relative to the forces at work
  std::optional<double> force_tolerance;  // N, absolute, instead of `tolerance`
  bool verify = false;                    // every step, also where its last correction is known
  int max_halvings = 10;                  // of a step that does not converge
};

// A named scalar: a function of time, a formula of other signals and of channels of sensors, an
// input from outside, or a block. Motions, loads, blocks and other signals use it by its name;
// several outputs of a block are "name.1", "name.2", ...
struct Signal : Item {
  TimeFunctionSettings function;  // unless one of the next two is given; `let` serves blocks too
  std::optional<double> input;    // from outside: its value until somebody gives another
  std::optional<BlockSettings> block;  // its inputs are formulas
  std::string unit;                    // SI, for whoever shows it
};

// A rigid motion of the whole model at the start, on top of which bodies have velocities of their
// own. Ground axes.
struct InitialMotion {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();          // of the point `about`, m/s
  Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();  // rad/s
  Eigen::Vector3d about = Eigen::Vector3d::Zero();             // m
};

// What the wheels of a model roll on. That of the outermost model counts.
struct RoadItem {
  Place place;
  RoadSettings settings;
  std::shared_ptr<const Road> road;  // attached
};

struct Model;

// Which component a mirror changes the sign of: the plane x = 0, y = 0 or z = 0.
enum class MirrorPlane { kNone, kX, kY, kZ };

// A sub-assembly: another model, placed into this one (flatten.h). Its names are seen from outside
// as "front_left/lower_arm".
struct Subsystem : Item {
  using Pairs = std::vector<std::pair<std::string, std::string>>;

  std::string file;
  Pairs ports;  // of the sub-assembly, and the body or frame of this model that each stands for
  Pairs set;    // values of its parameters and variants, as `--set` would say them
  // Mirrored in its own axes first, then turned and moved.
  MirrorPlane mirror = MirrorPlane::kNone;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // of its origin, m
  Orientation orientation;
  std::shared_ptr<const Model> model;  // attached
};

struct Model {
  // Defined in one place, since copying all these lists takes every file a second to compile.
  Model();
  Model(const Model&);
  Model(Model&&) noexcept;
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();

  std::string name;
  Place place;
  // Bodies that a sub-assembly needs from outside; alone, each stands for the ground.
  std::vector<std::string> ports;
  std::vector<Subsystem> subsystems;
  Eigen::Vector3d gravity = Eigen::Vector3d(0, 0, -9.81);  // m/s^2
  InitialMotion initial;
  std::optional<RoadItem> road;  // none: the plane z = 0
  bool assemble = false;         // move bodies far, where joints are wide open as drawn
  std::vector<Body> bodies;
  std::vector<Frame> frames;
  std::vector<Joint> joints;
  std::vector<Motion> motions;
  std::vector<Coupler> couplers;
  std::vector<Connection> connections;
  std::vector<Beam> beams;
  std::vector<SharedInertia> shared_inertias;  // of beams, when they are expanded
  std::vector<Load> loads;
  std::vector<ElementItem> elements;
  std::vector<Signal> signals;
  std::vector<Sensor> sensors;
  ChannelSettings channels;
  SolverSettings solver;
};

// The stress points of a part that are so named: one, or several where no surface is said.
std::vector<int> FindStressPoints(const FlexiblePart& part, const StressPlace& place);

// Number of strain components of a connection.
int StrainDimension(ConnectionKind kind);

// Which component of a connection's law is along x, y, z or about them (0 to 5); -1 where it has
// none.
int PreloadComponent(ConnectionKind kind, int direction);

// The engineer's words, for messages and reports.
const char* ToString(JointKind kind);
const char* ToString(ConnectionKind kind);

}  // namespace jounce

#endif  // JOUNCE_MODEL_MODEL_H_
