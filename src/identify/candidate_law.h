// A law in the making: which parts it has, and what is known of their parameters.
#ifndef JOUNCE_IDENTIFY_CANDIDATE_LAW_H_
#define JOUNCE_IDENTIFY_CANDIDATE_LAW_H_

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "identify/part.h"

namespace jounce::identify {

struct Parameter {
  std::string name;    // as the user sees it, e.g. "Kp1"
  std::string unit;    // of what the user sees
  double value = 0;    // SI, as the part takes it; its sign is kept during the search
  double shown = 1;    // what the user sees = value * shown
  double lower = 0.1;  // bounds as multiples of the start value [Svensson 2004, section 5.2]
  double upper = 10;
  double least = 0;  // |value| that the part can have at all
  double most = HUGE_VAL;
  bool fixed = false;
  int tied_to = -1;  // index of the parameter whose ratio to this one is kept

  double Shown() const { return value * shown; }
  // The bounds inside what the part can have.
  double Lower() const { return value == 0 ? lower : std::max(lower, least / std::abs(value)); }
  double Upper() const { return value == 0 ? upper : std::min(upper, most / std::abs(value)); }
};

struct CandidateLaw {
  std::string name;  // e.g. "hydrobushing 2/2"
  std::vector<PartKind> parts;
  bool rotation = false;              // moments over angles
  std::vector<Parameter> parameters;  // those of the first part, then of the second, ...

  // Adds a part with these values; `suffix` tells equal parts apart in the names.
  void Add(PartKind kind, const std::vector<double>& values, const std::string& suffix = "");

  int Count(PartKind kind) const;
  int FirstParameter(int part) const;
  int FreeParameterCount() const;
  std::vector<double> Values() const;
  // The bounds stay where they are.
  void SetValues(const std::vector<double>& values);
  int Find(const std::string& parameter_name) const;  // -1: none

  // Parts of a kind are exchangeable. The order in which relaxation times and yield forces fall
  // [Svensson 2004, section 5.2]: entry i is the parameter that takes place i. Parts with fixed or
  // tied parameters keep theirs.
  std::vector<int> SortedOrder(const std::vector<double>& values) const;
};

// The parameter of a part that tells it from others of its kind: a relaxation time or yield force;
// -1: such parts come singly.
int DistinguishingParameter(PartKind kind);

// Makes it a law of a rotation: angles in rad and moments in N m, which the units then say.
void MakeRotary(CandidateLaw* model);

// The hydrobushing law under its own names: spring D10 D20 D30, friction Kp Fy, fluid M Kf Tr.
CandidateLaw HydrobushingModel(const std::vector<double>& yeoh,
                               const std::vector<std::vector<double>>& friction,
                               const std::vector<std::vector<double>>& fluid);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_CANDIDATE_LAW_H_
