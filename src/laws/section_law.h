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

#include <array>
#include <vector>

#include "laws/law.h"
#include "math/few_entries.h"

namespace jounce {

struct RelaxationBranch {
  double ratio = 0;  // g, of the relaxed stiffness
  double time = 0;   // tau [s]
};

struct SectionLawSettings {
  std::array<double, 36> stiffness = {};  // row by row, symmetric
  double damping_time = 0;                // t_d [s]
  std::vector<RelaxationBranch> branches;
  double length = 0;                         // l of an element [m]; 0: a section by itself
  std::array<double, 36> strain_slope = {};  // B, row by row
};

class SectionLaw final : public Law {
 public:
  explicit SectionLaw(const SectionLawSettings& settings);

  int dimension() const override { return 6; }
  // Strain, energy lost and step length; then for each branch six elongations and three numbers of
  // its propagator.
  int state_size() const override {
    return has_memory() ? 8 + 9 * static_cast<int>(s_.branches.size()) : 0;
  }
  bool remembers() const override { return !s_.branches.empty(); }
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

  // The force of an elastic section.
  void ElasticForce(const double* strain, double* force) const;

  const SectionLawSettings& settings() const { return s_; }
  // False for an elastic section: the force depends on the strain alone.
  bool has_memory() const { return s_.damping_time > 0 || !s_.branches.empty(); }

 private:
  // Adds what the branches and the damper do to `elongation` and to the factors of the tangents.
  void Remember(const LawStep& step, const double* state, double* next, double* elongation,
                double* gain, LawResponse* response) const;
  // The cubic energy is -c f.(k x s) with f = K e, s = B e and c = l^2/12.
  struct Variation {
    double c;
    Eigen::Vector3d k;
    Vector6 f, s, turned;  // turned: k x s
  };
  Variation VariationAt(const double* strain, const Vector6& f) const;
  void AddVariationForce(const Variation& v, double* force) const;
  void AddVariationStiffness(const Variation& v, double* d_strain) const;
  // a^T K b.
  double Product(const double* a, const double* b) const;

  SectionLawSettings s_;
  // K and B: of most sections a few entries are not zero.
  FewEntries stiffness_, strain_slope_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_SECTION_LAW_H_
