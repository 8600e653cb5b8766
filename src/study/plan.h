// The runs of a study: for each the value of every factor, and the key under which its outcome is
// kept. Runs of equal inputs have one key and are run once.
#ifndef JOUNCE_STUDY_PLAN_H_
#define JOUNCE_STUDY_PLAN_H_

#include <string>
#include <variant>
#include <vector>

#include "study/study.h"

namespace jounce::study {

// A number in the unit of the factor, or a text.
using FactorValue = std::variant<double, std::string>;

struct Run {
  std::vector<FactorValue> values;  // one a factor
  std::string key;                  // hash of all that the user wrote that decides the outcome
};

// A column of the table of a study.
struct TableColumn {
  std::string name, unit;
  bool is_text = false;
};
std::vector<TableColumn> InputColumns(const Study& study);

// Makes runs of points of the unit cube.
class Planner {
 public:
  explicit Planner(const Study& study);

  // `u` has one entry a factor.
  Run RunAt(const double* u) const;
  // All runs of the study's sampling.
  std::vector<Run> Sampled() const;

 private:
  FactorValue ValueOf(const Factor& factor, double u) const;
  std::string KeyOf(const Run& run) const;

  const Study& study_;
  std::string recipe_;
};

// "12.5 N/mm", as --set takes it; numbers with all their digits.
std::string TextOf(const Factor& factor, const FactorValue& value);

}  // namespace jounce::study

#endif  // JOUNCE_STUDY_PLAN_H_
