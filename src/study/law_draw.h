// Draws of an identified law: what `jounce identify --uncertainty` has written becomes factors of a
// study, one for each parameter that varies,
//
//   p_i = value_i exp(sum_j L_ij z_j),  L L^T = log_covariance
//
// with z_j the normal numbers of the sampling, and the law made of them stands in the place of those of
// some connections.
#ifndef JOUNCE_STUDY_LAW_DRAW_H_
#define JOUNCE_STUDY_LAW_DRAW_H_

#include <span>
#include <string>

#include "model/model.h"
#include "study/study.h"

namespace jounce::study {

// The file of an uncertainty. Throws InputError with all mistakes, or FileError.
LawDraw LoadLawDraw(const std::string& path);
LawDraw ParseLawDraw(const std::string& text, const std::string& path);

// Parameters for these normal numbers, one each.
std::vector<double> DrawnParameters(const LawDraw& draw, std::span<const double> z);

// The law with these parameters.
LawSettings LawOf(const LawDraw& draw, std::span<const double> parameters);

// Puts it into the connections that the draw names: the whole law of a rod, directions of `axes`.
void PlaceLaw(const LawDraw& draw, std::span<const double> parameters, Model* model);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_LAW_DRAW_H_
