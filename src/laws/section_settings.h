// What a beam's section is given by (section_law.h).
#ifndef JOUNCE_LAWS_SECTION_SETTINGS_H_
#define JOUNCE_LAWS_SECTION_SETTINGS_H_

#include <array>
#include <vector>

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

}  // namespace jounce

#endif  // JOUNCE_LAWS_SECTION_SETTINGS_H_
