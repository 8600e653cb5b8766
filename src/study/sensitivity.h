// What the table of a study says: which inputs matter for which outputs, and which runs are best.
//
//   main effects   means of an output over the runs in each class of an input
//   correlation    of Pearson, and of ranks (Spearman), which sees any monotone relation
//   Sobol indices  shares of the variance: S_i what input i explains alone, T_i what it has a part in.
//                  Estimators of [Saltelli 2010, table 2 (b) and (f)]
//                    V_i = mean of f(B) (f(A_B^i) - f(A)),  V_Ti = mean of (f(A) - f(A_B^i))^2 / 2
//                  with f less its mean, which takes most of the error away. Bootstrap intervals.
//   Morris         elementary effects d_i = change of the output over that of the input as part of
//                  its range: mean |d_i| (mu*), mean and deviation [Morris 1991, Campolongo 2007]
//   Pareto front   runs that no other run is better than in all outputs
//
// Reference: sampling.h; F. Campolongo et al., An effective screening design for sensitivity analysis
// of large models, Environ. Model. Softw. 22 (2007) 1509-1518.
#ifndef JOUNCE_STUDY_SENSITIVITY_H_
#define JOUNCE_STUDY_SENSITIVITY_H_

#include <string>
#include <vector>

#include "study/sampling.h"

namespace jounce::study {

struct SobolIndex {
  double first = 0, total = 0;
  // Half of a 95 % interval.
  double first_error = 0, total_error = 0;
};
// `f` in the order of Sample: for each point A, A with column i of B, B. A point that lacks a number
// is left out. One entry a factor; empty where less than two points are left.
std::vector<SobolIndex> SobolIndices(const std::vector<double>& f, int factors);

struct MorrisEffect {
  double mean_absolute = 0, mean = 0, deviation = 0;  // change of the output over the whole range
  int count = 0;
};
// `points` are the unit points of the runs, f their outputs.
std::vector<MorrisEffect> MorrisEffects(const UnitPoints& points, const std::vector<double>& f);

// Over the pairs of which both are numbers; NaN for less than three or where one does not vary.
double Correlation(const std::vector<double>& x, const std::vector<double>& y);
double RankCorrelation(const std::vector<double>& x, const std::vector<double>& y);

struct EffectClass {
  std::string label;
  double middle = 0;  // of the class, or its number
  double mean = 0, deviation = 0;
  int count = 0;
};
// Classes of equal counts of a number, at most so many; a class for each value where there are fewer.
std::vector<EffectClass> MainEffect(const std::vector<double>& x, const std::vector<double>& y,
                                    int most_classes = 8);

// Indices of the runs on the front where all are to be small; those without a number are on none.
std::vector<size_t> ParetoFront(const std::vector<std::vector<double>>& outputs);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_SENSITIVITY_H_
