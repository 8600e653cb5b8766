// Area, inertias, torsion and shear of named sections (PBARL, PBEAML).
#ifndef JOUNCE_FLEX_BEAM_SECTIONS_H_
#define JOUNCE_FLEX_BEAM_SECTIONS_H_

#include <string>
#include <vector>

#include "flex/mesh.h"

namespace jounce::flex {

// Number of dimensions of a section type (BAR, BOX, CHAN, I, L, ROD, T, TUBE, TUBE2); 0: unknown.
int SectionDimensionCount(const std::string& type);

// Fills the section of `property`; false where the dimensions are impossible.
bool MakeSection(const std::string& type, const std::vector<double>& dimensions,
                 BeamProperty* property);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_BEAM_SECTIONS_H_
