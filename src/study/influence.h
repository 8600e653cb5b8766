// Which inputs matter for which outputs of a study, by what its sampling allows: Sobol indices,
// elementary effects of Morris, or correlations (sensitivity.h).
#ifndef JOUNCE_STUDY_INFLUENCE_H_
#define JOUNCE_STUDY_INFLUENCE_H_

#include <string>
#include <vector>

#include "study/sensitivity.h"
#include "study/store.h"

namespace jounce::study {

struct Influence {
  enum class Kind { kCorrelation, kMorris, kSobol };
  Kind kind = Kind::kCorrelation;
  struct Of {
    double strength = 0;  // |rank correlation|, mean |effect|, or total index: for the order
    double correlation = 0, rank_correlation = 0;
    MorrisEffect morris;
    SobolIndex sobol;
  };
  std::vector<std::vector<Of>> of;  // [output][input]

  // Inputs by falling strength.
  std::vector<size_t> Order(size_t output) const;
};

// `study` may be null where its file is not at hand: correlations only. The table must be that of the
// study's plan.
Influence InfluenceOf(const StudyTable& table, const Study* study);

// A column as numbers; texts as their places in the list of all there are, in order of occurrence.
std::vector<double> NumbersOf(const StudyTable& table, size_t input,
                              std::vector<std::string>* words = nullptr);
std::vector<double> OutputNumbers(const StudyTable& table, size_t output);

// Of an input or output by its name. Throws InputError where there is none, or its values are texts.
std::vector<double> ColumnNumbers(const StudyTable& table, const std::string& name,
                                  std::string* unit);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_INFLUENCE_H_
