// The law of a beam's section: linear, coupled as its stiffness matrix says, with one relaxation
// for all directions, as a part of one material has it,
//
//   f = K (e + sum of g_i q_i + t_d e'),   q_i' = e' - q_i / tau_i,
//
// strains e [1, rad/m] (elongation, shear y and z; twist, curvature about y and z) to forces and
// moments [N, N m]. K is the stiffness once all has relaxed, g_i the ratio by which branch i adds
// to it at first, t_d a damping time (Kelvin-Voigt). Exact for a strain that is linear over the
// step. Without branches and damping it has no memory.
//
// Of an element of a beam, e is the strain at its middle and varies along it as balance wants: with
// its slope e' = B e per metre, and l the length, the element has the energy
//   U = 1/2 e^T K e - l^2/12 (K e) . (k x e'),  k x e' = (k x e'_t, k x e'_r),  k = (e_4, e_5, e_6)
// per length. K holds what e' does at first order (model/beam_section.h). The cubic term is what it
// does to a piece that is bent: by [Magnus 1954] the pose at the end of strains that vary is that
// of a constant one, log(H)/l = x + l^2/12 [x, x'] and terms of l^4, with x the strain and the
// shape at the start. Bending in two planes twists a beam in this way. Of x the elongation and
// shear are left out of the product: they are small, and far from balance they would be no help.
//
// Reference: [Magnus 1954] W. Magnus, On the exponential solution of differential equations for a
// linear operator, Comm. Pure Appl. Math. 7 (1954) 649-673.
#ifndef JOUNCE_LAWS_SECTION_LAW_H_
#define JOUNCE_LAWS_SECTION_LAW_H_

#include "laws/kernels/section.h"
#include "laws/law.h"
#include "laws/section_settings.h"

namespace jounce {

class SectionLaw final : public Law {
 public:
  explicit SectionLaw(const SectionLawSettings& settings);

  int dimension() const override { return 6; }
  // Strain, energy lost and step length; then for each branch six elongations and three numbers of
  // its propagator.
  static constexpr int kDissipated = 6, kStep = 7, kFirstBranch = 8, kBranchSize = 9;
  int state_size() const override {
    return has_memory() ? kFirstBranch + kBranchSize * static_cast<int>(s_.branches.size()) : 0;
  }
  bool remembers() const override { return !s_.branches.empty(); }
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

  const SectionLawSettings& settings() const { return s_; }
  Matrix6 stiffness() const;     // K
  Matrix6 strain_slope() const;  // B
  // False for an elastic section: the force depends on the strain alone.
  bool has_memory() const { return s_.damping_time > 0 || !s_.branches.empty(); }

 private:
  using Numbers = Six<double>;
  using Variation = kernels::SectionVariation<double>;

  // Adds what the branches and the damper do to `elongation` and to the factors of the tangents.
  void Remember(const LawStep& step, const double* state, double* next, Numbers* elongation,
                double* gain, LawResponse* response) const;
  void AddVariationStiffness(const Numbers& strain, const Variation& v, double* d_strain) const;

  SectionLawSettings s_;
  kernels::Section<double> section_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_SECTION_LAW_H_
