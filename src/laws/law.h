// What a law is: the behaviour of a rubber part or spring, a strain history turned into a force.
// A law knows nothing of bodies; a connection (mechanics/) makes the strain and spreads the force.
//
// The contract [Merel 2007, figures 4 to 7], in our words. A law object holds parameters only and
// is const once made, so one law serves any number of connections and threads. Its memory is a
// block of state_size() doubles that the caller owns:
//
//   law.Start(strain, state)                      a part at rest, relaxed, at this strain
//   law.SetMoving(rate, acceleration, state)      which moves from now on
//   law.Update(step, state, next, &response)      as often as one likes; only `next` is written
//   state <- next                                 commit, once, after the step converged
//
// So a step can be tried again, halved or thrown away, states are saved and restored by copying,
// and a solver commits every law of a model with a single copy of one flat array.
//
// Reference: [Merel 2007] J. Merel, I. Wander, P. Masarati, M. Morandini, Analysis of load patterns
// in rubber components for vehicles, Multibody Dynamics 2007.
#ifndef JOUNCE_LAWS_LAW_H_
#define JOUNCE_LAWS_LAW_H_

#include <complex>

namespace jounce {

struct SmallMotion;
struct StepSlopes;

// The most components a strain can have: three displacements and three rotations.
inline constexpr int kMaxLawDimension = 6;

// One trial of a step that ends at `strain`. Arrays have dimension() entries, SI units.
struct LawStep {
  const double* strain = nullptr;  // e at the end of the step
  const double* rate = nullptr;    // e' at the end of the step
  // Length of the step. Infinity asks for the relaxed answer (statics): all the time in the world
  // to reach `strain`. Zero asks for the force at the strain of `state` as it stands.
  double h = 0;
  // Without, a law may leave the tangents of its answer as they are: most evaluations of a solver
  // need the force alone.
  bool wants_tangents = true;
};

// What a law answers. The caller owns it; only the leading dimension() entries are written.
struct LawResponse {
  double force[kMaxLawDimension];
  // df/de and df/de', row-major dimension() x dimension(). They are those of the whole step: what
  // the force at its end changes by when the strain or the rate at its end does.
  double d_strain[kMaxLawDimension * kMaxLawDimension];
  double d_rate[kMaxLawDimension * kMaxLawDimension];
  double stored_energy;      // recoverable energy now
  double dissipated_energy;  // energy lost since Start
};

class Law {
 public:
  virtual ~Law() = default;

  virtual int dimension() const = 0;
  virtual int state_size() const = 0;

  // Whether the force depends on the state, and not on strain and rate alone: many laws keep nothing
  // but the energy that was lost.
  virtual bool remembers() const { return true; }

  // Writes the state of a part that has been at rest at `strain` for ever.
  virtual void Start(const double* strain, double* state) const = 0;

  // Lets a part at rest move, as a whole: masses in it move along. For laws that remember rates.
  virtual void SetMoving(const double* /*rate*/, const double* /*acceleration*/,
                         double* /*state*/) const {}

  // Force, tangents and energies at the end of a step; `next` receives the state there. `state` and
  // `next` must not overlap. Never allocates; finite input gives finite output.
  virtual void Update(const LawStep& step, const double* state, double* next,
                      LawResponse* response) const = 0;

  // Whether the next is there: for laws that are written with dual numbers.
  virtual bool differentiates() const { return false; }
  // How force and state at the end of a step follow four parameters, given how the strain, the rate
  // and the state at its begin follow them (step_slopes.h); the law itself does not depend on them.
  // Where a law has a kink, the slopes are those of the side on which it is. Never allocates.
  virtual void Differentiate(const LawStep& /*step*/, const double* /*state*/,
                             const StepSlopes& /*slopes*/) const {}

  // The answer to small motion about a part at rest at `strain` (small_motion.h). It holds at all
  // frequencies, unless it says that it holds at `omega` [rad/s] alone.
  virtual SmallMotion Linearize(double omega, const double* strain) const = 0;

  // Complex stiffness for small harmonic motion at `omega` [rad/s] about a part at rest at
  // `strain`, row-major dimension() x dimension(). Follows from Linearize().
  void ComplexStiffness(double omega, const double* strain, std::complex<double>* stiffness) const;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_LAW_H_
