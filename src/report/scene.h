// A scene: a model in three dimensions that moves, as plain data. Either it plays a run (poses over
// time), or it swings in chosen modes about one pose. Lengths in m, forces in N, z is up.
#ifndef JOUNCE_REPORT_SCENE_H_
#define JOUNCE_REPORT_SCENE_H_

#include <array>
#include <complex>
#include <string>
#include <vector>

namespace jounce::report {

using Vec3 = std::array<double, 3>;

// Where a body is: its origin and the unit quaternion (w, x, y, z) that turns its axes into the
// world's.
struct ScenePose {
  Vec3 position = {0, 0, 0};
  std::array<double, 4> quaternion = {1, 0, 0, 0};
};

enum class ShapeKind { kBox, kCylinder, kSphere, kCapsule, kWheel, kMesh };

// How a mesh bends: each of its points moves by the sum of its modes times their amplitudes, and is
// coloured by the von Mises stress of the sum of their stresses.
struct MeshModes {
  int count = 0;
  std::vector<float> shapes = {};  // m for each unit: mode after mode, x y z of each point
  // Pa: likewise, xx yy zz xy yz zx; none where they are not shown.
  std::vector<float> stresses = {};
  // One row of `count` for each time of the scene; in a scene of modes two for each of these, the
  // real part and the imaginary one.
  std::vector<double> amplitudes = {};
  double largest = 0;  // von Mises stress at the end of the scale, Pa
};

// A number at each point of a mesh that its colours show: from `low` (dark) to `high`; what is beyond
// has the colour of the end.
struct MeshField {
  std::string title = {};           // "log10 of damage", with its unit
  std::vector<double> values = {};  // none: the mesh has the colour of its body
  double low = 0, high = 1;
};

// A solid fixed to a body at `pose` (in the body's axes).
struct SceneShape {
  ShapeKind kind = ShapeKind::kBox;
  ScenePose pose = {};
  // Box: lengths along x, y, z. Cylinder and capsule: radius, length of the straight part along z.
  // Wheel: radius, width along z. Sphere: radius. Not used by a mesh.
  Vec3 size = {0.1, 0.1, 0.1};
  // Mesh: points and triangles (three indices each, counter-clockwise from outside).
  std::vector<Vec3> points = {};
  std::vector<std::array<int, 3>> triangles = {};
  MeshModes modes = {};  // None: it does not bend.
  MeshField field = {};  // Of a mesh that does not bend.
};

// A body. One pose for each time of the scene, or a single one for a body that does not move (and
// for the scenes of modes).
struct SceneBody {
  std::string name = {};
  // May be empty: the body is then seen by what is attached to it.
  std::vector<SceneShape> shapes = {};
  std::vector<ScenePose> poses = {};
  int colour = -1;  // Place in the palette; -1 chooses one.
  // What lies around, as a road: neither framed nor followed.
  bool scenery = false;
  int run =
      0;  // Which of the scene's runs it belongs to; those behind the first are drawn as ghosts.
};

constexpr int kGround = -1;  // Instead of the index of a body: the world.

// A point fixed to a body, in its axes; to the world for kGround.
struct SceneAttachment {
  int body = kGround;
  Vec3 point = {0, 0, 0};
};

struct SceneJoint {
  std::string name = {};
  std::string kind = {};  // As the user knows it: "revolute".
  SceneAttachment at = {};
  Vec3 axis = {0, 0, 0};  // In the axes of the body; zero for a joint without one (spherical).
};

// A stop is the rubber on the rod of a damper, which only bears when it is reached.
enum class SceneConnectionKind { kBushing, kSpring, kDamper, kStop, kRod, kBeam };

// A force element between two points, coloured by its load.
struct SceneConnection {
  std::string name = {};
  SceneConnectionKind kind = SceneConnectionKind::kBushing;
  SceneAttachment a = {};
  SceneAttachment b = {};
  std::vector<double> load = {};  // Amount of its force for each time, or empty.
  double radius = 0;              // Of a beam, m; 0 chooses one.
  // Of a beam its sections, of a bushing its frames: unit quaternions (w, x, y, z) that turn them at a
  // and b into the axes of their bodies. The axis of a bushing is z. Empty for others.
  std::vector<std::array<double, 4>> axes = {};
  double lane = 0;  // Sideways from the line of its points, in steps of its width.
  int run = 0;      // As of a body; of those behind the first only beams are drawn.
};

// A force at a point of a body, drawn as an arrow: one vector in world axes for each time.
struct SceneForce {
  std::string name = {};
  SceneAttachment at = {};
  std::vector<Vec3> force = {};
};

// A time worth looking at: where a load was largest.
struct SceneMoment {
  std::string name = {};
  double time = 0;  // s
};

// A mode: for each body the complex motion of its origin and its rotation vector, in world axes, of
// any magnitude (the page scales it to be seen).
struct SceneMode {
  std::string name = {};                                         // "3: heave of the axle"
  double frequency = 0;                                          // Hz
  double damping = 0;                                            // Fraction of critical.
  double time_constant = 0;                                      // s, where it does not swing.
  std::vector<std::array<std::complex<double>, 6>> motion = {};  // One for each body.
};

struct Scene {
  std::string title = {};
  std::vector<double> times = {};  // Ascending, s. Empty for modes and for a still model.
  std::vector<SceneBody> bodies = {};
  std::vector<SceneJoint> joints = {};
  std::vector<SceneConnection> connections = {};
  std::vector<SceneForce> forces = {};
  std::vector<SceneMode> modes = {};
  std::vector<SceneMoment> moments = {};  // Frames next to them are always shipped.
  std::vector<std::string> runs = {};  // Names of the runs whose bodies it has; none: it has one.
  bool rearward = false;               // x points to the rear: what is in front is seen from -x.
  std::string force_unit = "N";        // of loads and forces
  std::string link = {};               // See Plot.
  double height = 460;                 // CSS pixels.
  std::string note = {};
};

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_SCENE_H_
