// The law of a beam's section: linear, coupled as its stiffness matrix says, with one relaxation
// for all directions, as a part of one material has it,
//
//   f = K (e + sum of g_i q_i + t_d e'),   q_i' = e' - q_i / tau_i,
//
// strains e [1, rad/m] (elongation, shear y and z; twist, curvature about y and z) to forces and
// moments [N, N m]. K is the stiffness once all has relaxed, g_i the ratio by which branch i adds
// to it at first, t_d a damping time (Kelvin-Voigt). Exact for a strain that is linear over the
// step. Without branches and damping it has no memory.
#ifndef JOUNCE_LAWS_SECTION_LAW_H_
#define JOUNCE_LAWS_SECTION_LAW_H_

#include <array>
#include <vector>

#include "laws/law.h"

namespace jounce {

struct RelaxationBranch {
  double ratio = 0;  // g, of the relaxed stiffness
  double time = 0;   // tau [s]
};

struct SectionLawSettings {
  std::array<double, 36> stiffness = {};  // row by row, symmetric
  double damping_time = 0;                // t_d [s]
  std::vector<RelaxationBranch> branches;
};

class SectionLaw final : public Law {
 public:
  explicit SectionLaw(const SectionLawSettings& settings) : s_(settings) {}

  int dimension() const override { return 6; }
  // Strain, energy lost and step length; then for each branch six elongations and three numbers of
  // its propagator.
  int state_size() const override {
    return has_memory() ? 8 + 9 * static_cast<int>(s_.branches.size()) : 0;
  }
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  void ComplexStiffness(double omega, const double* strain,
                        std::complex<double>* stiffness) const override;

  const SectionLawSettings& settings() const { return s_; }
  // False for an elastic section: the force depends on the strain alone.
  bool has_memory() const { return s_.damping_time > 0 || !s_.branches.empty(); }

 private:
  // Adds what the branches and the damper do to `elongation` and to the factors of the tangents.
  void Remember(const LawStep& step, const double* state, double* next, double* elongation,
                double* gain, LawResponse* response) const;
  // a^T K b.
  double Product(const double* a, const double* b) const;

  SectionLawSettings s_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_SECTION_LAW_H_
