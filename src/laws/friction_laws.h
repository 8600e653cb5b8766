// Friction in rubber, independent of frequency: the force depends on the path, not on its speed.
//
//   elastoplastic  springs with sliders, in parallel [Svensson 2004, 4.1.3]; loops made of straight
//                  lines, exact for any step. The more elements, the rounder the loop.
//   berg           Berg's smooth friction, two parameters (laws/kernels/berg.h); exact.
//   bouc-wen       smooth hysteresis by a differential equation; integrated to 1e-9.
//
// K*(w) is that of a motion too small to slide: the elastic tangent at rest, without loss. The loss
// of friction depends on amplitude: run a test bench for it.
//
// [Svensson 2004] M. Svensson, M. Håkansson, Hydrobushing model for multi-body simulations, Lund
// University, TVSM-5124, 2004.
#ifndef JOUNCE_LAWS_FRICTION_LAWS_H_
#define JOUNCE_LAWS_FRICTION_LAWS_H_

#include <vector>

#include "laws/law.h"
#include "laws/parameter_check.h"

namespace jounce {

struct ElastoPlasticElement {
  double stiffness = 0;    // Kp [N/m]
  double yield_force = 0;  // Fy [N]

  friend bool operator==(const ElastoPlasticElement&, const ElastoPlasticElement&) = default;
};

struct ElastoPlasticSettings {
  std::vector<ElastoPlasticElement> elements;

  friend bool operator==(const ElastoPlasticSettings&, const ElastoPlasticSettings&) = default;
};

struct BergSettings {
  double max_force = 0;          // f_max [N]
  double half_displacement = 0;  // x2 [m]: from rest to half of f_max

  friend bool operator==(const BergSettings&, const BergSettings&) = default;
};

// f = a k e + (1 - a) k z,  z' = e' (A - |z|^n (gamma + beta sign(e' z))). The parameters are
// redundant: leave A at 1.
struct BoucWenSettings {
  double stiffness = 0;      // k [N/m]
  double elastic_share = 0;  // a, 0 to 1
  double beta = 0;           // [m^-n]
  double gamma = 0;          // [m^-n], from -beta to beta
  double exponent = 1;       // n >= 1: the larger, the sharper the knee
  double amplitude = 1;      // A

  friend bool operator==(const BoucWenSettings&, const BoucWenSettings&) = default;
};

void Validate(const ElastoPlasticSettings& settings, const ParameterCheck& check);
void Validate(const BergSettings& settings, const ParameterCheck& check);
void Validate(const BoucWenSettings& settings, const ParameterCheck& check);

class ElastoPlasticLaw : public Law {
 public:
  explicit ElastoPlasticLaw(const ElastoPlasticSettings& settings);

  int dimension() const override { return 1; }
  // Strain, energy lost, then the elongation of each spring.
  int state_size() const override { return 2 + static_cast<int>(elements_.size()); }
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  bool differentiates() const override { return true; }
  void Differentiate(const LawStep& step, const double* state,
                     const StepSlopes& slopes) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  std::vector<ElastoPlasticElement> elements_;
  std::vector<double> yield_;  // elongation at which each slides
};

class BergLaw : public Law {
 public:
  explicit BergLaw(const BergSettings& settings) : settings_(settings) {}

  int dimension() const override { return 1; }
  int state_size() const override { return 6; }  // energy lost, then the kernel's state
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  bool differentiates() const override { return true; }
  void Differentiate(const LawStep& step, const double* state,
                     const StepSlopes& slopes) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  BergSettings settings_;
};

class BoucWenLaw : public Law {
 public:
  explicit BoucWenLaw(const BoucWenSettings& settings);

  int dimension() const override { return 1; }
  int state_size() const override { return 3; }  // strain, energy lost, z
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  struct Path {
    double z, integral;  // at the end of the step; integral of z over the strain
  };
  // dz/de when the strain moves in this direction (+1, -1).
  double Slope(double z, double direction) const;
  // One step of the classical Runge-Kutta method along the strain.
  Path RungeKutta(double z, double de, double direction) const;
  Path Follow(double z, double de) const;

  BoucWenSettings settings_;
  double z_max_;    // where z levels off
  double z_scale_;  // over which the equation changes
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_FRICTION_LAWS_H_
