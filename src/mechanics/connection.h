// A connection at run time: a strain map and a law between two frames.
//
// The law sees e = s (e_map - e_0) and gives f; the map sees s f. The sign s is -1 where the law is
// attached to the second frame: then the map works from the second frame to the first, and strain
// and force keep their meaning, the motion of the second end as seen from the first. A preload is
// added to the law's force; it may follow signals, whose work is supplied from outside.
//
// Beside the law's memory, a connection whose law sees a rotation remembers its rotation vector, so
// that it is followed beyond half a turn (strain_maps.h). Start() counts from the turn that the
// memory holds: none where it is new and zero, the last one where a static path starts again from
// it.
//
// A beam spreads its strain over its length L: the law of its section sees e = (e_map - e_0)/L and
// gives the force in the section, and by virtual work the map sees f again; energies are those of
// the law times L. For all others L = 1.
#ifndef JOUNCE_MECHANICS_CONNECTION_H_
#define JOUNCE_MECHANICS_CONNECTION_H_

#include <complex>
#include <memory>

#include "laws/small_motion.h"
#include "mechanics/element.h"
#include "mechanics/frame_link.h"
#include "mechanics/signal_graph.h"
#include "model/model.h"

namespace jounce {

// Derivatives of a law's strain and force by the local increments of its two bodies, in the order
// of bodies(), and of the force by their twists: dimension() rows of 12.
struct LawSlopes {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, 12, Eigen::RowMajor, kMaxLawDimension, 12>;
  Rows strain_K, force_K, force_C;
};

// Strain and rate of a law at the end of a step, and their derivatives by the local increments of the
// two bodies (K) and by their twists (C). By virtual work a force f of the law is length rate_C^T f on
// the bodies.
struct StrainSlopes {
  Eigen::Matrix<double, kMaxLawDimension, 1> strain, rate;
  LawSlopes::Rows strain_K, rate_K, rate_C;
  double length = 1;
};

// What a group of connections (element_groups.h) needs to know of one. The law sees sign times
// (strain - zero)/length, its force is added to the preload.
struct ConnectionData {
  enum class Map { kRod, kAttached, kHalfWay, kBeam };  // strain_maps.h, beam_map.h
  Map map = Map::kRod;
  // Of a bushing's three displacements and three rotations, those that the law sees.
  bool displaces = true, turns = true;
  FramePair frames;
  const Law* law = nullptr;
  // Of a rod the first entry; else those of displacements before those of rotations.
  Vector6 zero = Vector6::Zero(), preload = Vector6::Zero();
  double sign = 1;
  double length = 1;      // over which the strain is spread, 1 but for beams
  int slope_memory = -1;  // as ConnectionElement::slope_memory()
};

// What sensors and linear analyses ask of a connection, whatever its map.
class ConnectionElement : public Element {
 public:
  using Element::Element;

  virtual int dimension() const = 0;
  // What a group needs; nullptr where it cannot be in one.
  virtual const ConnectionData* AsMember() const { return nullptr; }
  // The rotation vector that its memory holds; zero for rods and beams.
  virtual Eigen::Vector3d Turn(const double* history) const = 0;
  // Strain, and force with preload, in the law's axes: dimension() entries each.
  virtual void Measure(const Evaluation& at, double* strain, double* force) const = 0;
  // Adds to the residual what a unit force of the law in this component does.
  virtual void AddUnitForce(const Evaluation& at, int component, double* bodies) const = 0;
  virtual LawSlopes Slopes(const Evaluation& at) const = 0;
  // The law, where it differentiates (law.h) and nothing else drives the connection; else nullptr. Its
  // state is the first of the connection's memory. And how the strain follows the motion.
  virtual const Law* LawWithSlopes() const = 0;
  virtual StrainSlopes SlopesOfStrain(const Evaluation& at) const = 0;
  // Whether its preload may follow signals, which its slopes do not know.
  virtual bool is_driven() const = 0;
  // Of a connection along a line whose law is not linear: where its memory has the slopes of the
  // law's force by strain and by rate, which every residual leaves there; -1 for others.
  virtual int slope_memory() const { return -1; }
  // Its first body is that of the user's second end.
  virtual bool exchanged() const = 0;
  // The complex stiffness of the law at this frequency [rad/s] and the strain there, in its axes:
  // dimension() rows of as many entries.
  virtual void LawStiffness(const Evaluation& at, double omega,
                            std::complex<double>* stiffness) const = 0;
  // The answer of the law to small motion (Law::Linearize), spread to the two bodies: the strain
  // has become their size() increments, and the preload adds its part to K.
  virtual SmallMotion Linearize(const Evaluation& at, double omega) const = 0;
};

// The law of a connection: the user's, or that of a beam's section.
std::shared_ptr<const Law> MakeConnectionLaw(const Connection& connection);

// The element of a connection with its law, which others may share (assembly.h), or with one of its
// own. `start_pose` is the second frame in the first at the start.
std::unique_ptr<ConnectionElement> MakeConnection(const Connection& connection,
                                                  std::shared_ptr<const Law> law,
                                                  const FramePair& frames, const Pose& start_pose);
inline std::unique_ptr<ConnectionElement> MakeConnection(const Connection& connection,
                                                         const FramePair& frames,
                                                         const Pose& start_pose) {
  return MakeConnection(connection, MakeConnectionLaw(connection), frames, start_pose);
}

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_CONNECTION_H_
