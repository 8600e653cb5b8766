// A beam as the user wrote it: a line, a section, a number of elements. Plain data in SI units;
// ExpandBeams (expand_beams.h) makes bodies at its nodes and beam elements between them.
//
// Section axes: x along the beam, y and z across; a section's numbers hold about its centroid
// unless said otherwise.
#ifndef JOUNCE_MODEL_BEAM_H_
#define JOUNCE_MODEL_BEAM_H_

#include <Eigen/Core>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "laws/law_settings.h"
#include "laws/section_settings.h"
#include "model/item.h"
#include "model/time_function.h"

namespace jounce {

// Shapes, lengths in m; width along y, height along z.
struct RoundSection {
  double diameter = 0;
};
struct TubeSection {
  double diameter = 0;  // outer
  double wall = 0;
};
struct RectangleSection {
  double width = 0, height = 0;
};
struct BoxSection {
  double width = 0, height = 0;  // outer
  double wall = 0;
};
// By what the shape amounts to.
struct ConstantsSection {
  double area = 0;     // m^2
  double Iy = 0;       // second moment for bending about y, integral of z^2, m^4
  double Iz = 0;       // about z, integral of y^2, m^4
  double torsion = 0;  // J, m^4
};
// EA, GA_y, GA_z [N], GJ, EI_y, EI_z [N m^2] on the diagonal, at the line of the beam.
struct StiffnessSection {
  std::array<double, 36> matrix = {};  // row by row, symmetric
};
// Any law of dimension 6: that of a piece one metre long.
struct LawSection {
  LawSettings law;
};

// A place in the section where stresses are asked for.
struct SectionPoint {
  std::string name;
  double y = 0, z = 0;  // from the centroid, m
  // Shear stress of a torque T is T arm / J there; for sections given by their constants.
  double torsion_arm = 0;  // m
};

struct BeamSection {
  using Shape = std::variant<RoundSection, TubeSection, RectangleSection, BoxSection,
                             ConstantsSection, StiffnessSection, LawSection>;
  Shape shape;
  // The material; a stiffness matrix or law needs none of it.
  double E = 0;              // Pa
  std::optional<double> G;   // Pa; from nu otherwise
  std::optional<double> nu;  // 0.3 by default
  double density = 0;        // kg/m^3
  // Mass per length [kg/m] and inertia per length about x, y, z [kg m]; by the shape otherwise.
  std::optional<double> mass;
  std::optional<Eigen::Vector3d> inertia;
  // Ratio of the shear areas along y and z to the area [Cowper 1966 by default].
  std::optional<Eigen::Vector2d> shear_factors;
  // (y, z) of the centroid, from the line of the beam, and of the shear centre (by default there).
  Eigen::Vector2d centroid = Eigen::Vector2d::Zero();
  std::optional<Eigen::Vector2d> shear_centre;
  // Relaxation of all stiffnesses alike.
  double damping_time = 0;  // s
  std::vector<RelaxationBranch> relaxation;
  std::vector<SectionPoint> points;
};

enum class BeamCurve { kPolyline, kSpline };
// Of the nodes alone, or of the line between them (beam_inertia.h).
enum class BeamMass { kLumped, kConsistent };

// A force per length on a part of the beam, its direction fixed in the ground or in the section.
struct LineLoad : Item {
  Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();
  bool follows_section = false;
  double from = 0, to = 1;        // parts of the beam's length
  TimeFunctionSettings function;  // N/m
};

struct Beam : Item {
  std::vector<Eigen::Vector3d> along;  // points of the line, ground axes at the start, m
  BeamCurve curve = BeamCurve::kPolyline;
  // Direction of z: one for the whole beam, or one a point; made perpendicular to the line. Without
  // it, z is carried along without twist, from `z_start` or, without that, from up.
  std::vector<Eigen::Vector3d> z_axes;
  std::optional<Eigen::Vector3d> z_start;
  std::vector<double> twist;  // one a point, about the line, added to that; rad
  BeamSection section;
  int elements = 10;
  BeamMass mass = BeamMass::kLumped;
  // Of the whole beam at the start, as a rigid body about its first point.
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();
  std::vector<LineLoad> loads;
  bool expanded = false;  // bodies and elements are in the model already
};

// Names of what a beam becomes: "rail.3", "rail.3-4"; the frames "rail.start" and "rail.end".
std::string NodeName(const Beam& beam, int node);
std::string ElementName(const Beam& beam, int element);

}  // namespace jounce

#endif  // JOUNCE_MODEL_BEAM_H_
