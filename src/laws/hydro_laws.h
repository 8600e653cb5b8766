// Laws of parts with fluid inside.
//
//   fluid         the fluid element of [Svensson 2004, eq. 4.3 to 4.7]: dashpot, mass and spring in
//                 a row (laws/kernels/fluid.h).
//                 K* = i w c (k - m w^2)/(k - m w^2 + i w c), c = k Tr.
//   hydrobushing  [Svensson 2004, chapter 4]: a modified Yeoh spring, elasto-plastic and fluid
//                 elements in parallel; with two of each the 13 parameters of the thesis.
//   hydro-path    pump, inertia track and decoupler by their physics (laws/kernels/hydro_path.h):
//                 put it in parallel with a rubber law. K* is that of a motion that crosses the gap
//                 nowhere: zero inside the gap, the linear path where the pump is in contact at
//                 rest or there is no gap.
//   hydromount    the rubber, a dashpot and a hydro path in parallel, as one law.
//
// The first two are exact for a strain that is linear over the step; the path is of second order.
//
// [Svensson 2004] M. Svensson, M. Håkansson, Hydrobushing model for multi-body simulations, Lund
// University, TVSM-5124, 2004.
#ifndef JOUNCE_LAWS_HYDRO_LAWS_H_
#define JOUNCE_LAWS_HYDRO_LAWS_H_

#include <vector>

#include "laws/friction_laws.h"
#include "laws/kernels/hydro_path.h"
#include "laws/law.h"
#include "laws/parameter_check.h"

namespace jounce {

struct FluidSettings {
  double mass = 0;       // M [kg]
  double stiffness = 0;  // Kf [N/m]
  double time = 0;       // Tr [s]; the dashpot is Kf Tr

  friend bool operator==(const FluidSettings&, const FluidSettings&) = default;
};

// The parameters carry the names of the thesis; the lists are of any length.
struct HydrobushingSettings {
  double d10 = 0;          // D10 [N/m]
  double d20 = 0;          // D20 [N/m^3]
  double d30 = 0;          // D30 [N/m^5]
  std::vector<double> kp;  // Kp1, Kp2, ... [N/m]
  std::vector<double> fy;  // Fy1, Fy2, ... [N]
  std::vector<double> m;   // M1, M2, ... [kg]
  std::vector<double> kf;  // Kf1, Kf2, ... [N/m]
  std::vector<double> tr;  // Tr1, Tr2, ... [s]

  friend bool operator==(const HydrobushingSettings&, const HydrobushingSettings&) = default;
};

struct HydroPathSettings {
  double pumping_stiffness = 0;  // kb, of the rubber that pumps [N/m]
  double chamber_stiffness = 0;  // k2, of the far chamber, seen at the pump [N/m]
  double mass = 0;               // of the fluid in the track, seen at the pump [kg]
  double linear_loss = 0;        // c1 [N s/m]
  double quadratic_loss = 0;     // c2 [N s^2/m^2]
  double gap = 0;                // decoupler's free travel each way [m]
  double decline = 0;            // b: kb falls as 1/(1 + b deflection of the pump) [1/m]

  friend bool operator==(const HydroPathSettings&, const HydroPathSettings&) = default;
};

// A hydromount or hydrobushing as test benches describe it (H. Weber's model): the rubber with a
// dashpot beside the fluid path,
//   f = k e + c e' + f_path(e).
struct HydromountSettings {
  double stiffness = 0;    // k, of the rubber [N/m]
  double damping = 0;      // c, of the rubber [N s/m]
  HydroPathSettings path;  // bulge, clearance, fluid

  friend bool operator==(const HydromountSettings&, const HydromountSettings&) = default;
};

void Validate(const FluidSettings& settings, const ParameterCheck& check);
void Validate(const HydrobushingSettings& settings, const ParameterCheck& check);
void Validate(const HydroPathSettings& settings, const ParameterCheck& check);
void Validate(const HydromountSettings& settings, const ParameterCheck& check);

class HydrobushingLaw : public Law {
 public:
  explicit HydrobushingLaw(const HydrobushingSettings& settings);
  explicit HydrobushingLaw(const FluidSettings& settings);  // one fluid element alone

  int dimension() const override { return 1; }
  // Strain, energy lost, step length of the propagators; elongations of the elasto-plastic springs;
  // for each fluid element displacement, velocity and eight numbers of the propagator.
  int state_size() const override;
  void Start(const double* strain, double* state) const override;
  void SetMoving(const double* rate, const double* acceleration, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  struct Sum {
    double force = 0, d_strain = 0, d_rate = 0, stored = 0, lost = 0;
  };
  // A fluid element with what follows from its parameters.
  struct FluidElement {
    explicit FluidElement(const FluidSettings& settings);
    double m, k, tr;
    double c;    // dashpot
    double m_k;  // mass over stiffness
  };
  void UpdateFriction(double de, const double* x, double* x_next, Sum* sum) const;
  void UpdateFluid(const LawStep& step, double de, bool same_h, const double* state, double* next,
                   Sum* sum) const;
  void RelaxFluid(const double* state, double* next, Sum* sum) const;

  double d10_ = 0, d20_ = 0, d30_ = 0;
  std::vector<ElastoPlasticElement> friction_;
  std::vector<double> yield_;
  std::vector<FluidElement> fluid_;
};

class HydroPathLaw : public Law {
 public:
  explicit HydroPathLaw(const HydroPathSettings& settings);

  int dimension() const override { return 1; }
  int state_size() const override { return 4; }  // strain, energy lost, q, q'
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  template <bool kDeclines>
  void Advance(const LawStep& step, const double* state, double* next, LawResponse* response) const;

  kernels::HydroPathParameters<double, true> path_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_HYDRO_LAWS_H_
