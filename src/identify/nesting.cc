#include "identify/nesting.h"

#include <algorithm>
#include <cmath>

namespace jounce::identify {
namespace {

// Far enough in the limit in which a part is another one: nothing is left of the difference.
constexpr double kLimit = 1e6;

// Can `large` do what `small` does?
bool Holds(PartKind large, PartKind small) {
  if (large == small) return true;
  if (small == PartKind::kMaxwell) return large == PartKind::kFluid || large == PartKind::kSlip;
  return small == PartKind::kFriction && large == PartKind::kSlip;
}

// Values of a part of kind `large` that acts like `small` with `values`; `own` are its start values.
std::vector<double> Translate(PartKind small, const std::vector<double>& values, PartKind large,
                              const std::vector<double>& own) {
  if (large == small) return values;
  if (large == PartKind::kFluid) return {0, values[0], values[1]};
  if (small == PartKind::kMaxwell) return {values[0], values[1], kLimit * own[2]};
  return {values[0], kLimit * own[1], values[1]};
}

std::vector<double> ValuesOfPart(const CandidateLaw& model, int part) {
  std::vector<double> values;
  const int first = model.FirstParameter(part);
  for (int i = 0; i < ParameterCount(model.parts[part]); ++i) {
    values.push_back(model.parameters[first + i].value);
  }
  return values;
}

bool IsLeftOut(const CandidateLaw& model, int part) {
  if (IsSpring(model.parts[part])) return false;
  const int strength = model.FirstParameter(part) + StrengthParameter(model.parts[part]);
  return model.parameters[strength].value == 0;
}

// The same absolute range for another value, widened where it would not hold it.
void MoveTo(double value, Parameter* parameter) {
  if (value == 0) {
    parameter->value = 0;
    parameter->fixed = true;
    return;
  }
  if (parameter->value != 0) {
    const double ratio = parameter->value / value;
    parameter->lower = std::min(parameter->lower * ratio, 0.5);
    parameter->upper = std::max(parameter->upper * ratio, 2.0);
  }
  parameter->value = value;
}

// For each part of the larger law the part of the smaller one that it takes over, or -1. Equal
// kinds first, then more general ones.
std::optional<std::vector<int>> Match(const CandidateLaw& smaller, const CandidateLaw& larger) {
  std::vector<int> taken(larger.parts.size(), -1);
  std::vector<bool> placed(smaller.parts.size(), false);
  for (size_t s = 0; s < placed.size(); ++s) placed[s] = IsLeftOut(smaller, static_cast<int>(s));
  for (const bool equal : {true, false}) {
    for (size_t s = 0; s < smaller.parts.size(); ++s) {
      for (size_t l = 0; l < larger.parts.size() && !placed[s]; ++l) {
        const bool fits =
            equal ? larger.parts[l] == smaller.parts[s] : Holds(larger.parts[l], smaller.parts[s]);
        if (!fits || taken[l] >= 0) continue;
        taken[l] = static_cast<int>(s);
        placed[s] = true;
      }
    }
  }
  if (!std::all_of(placed.begin(), placed.end(), [](bool one) { return one; })) return {};
  return taken;
}

}  // namespace

std::optional<Embedding> Embed(const CandidateLaw& smaller, const CandidateLaw& larger) {
  const std::optional<std::vector<int>> taken = Match(smaller, larger);
  if (!taken) return {};
  Embedding embedding{larger, std::vector<bool>(larger.parts.size(), false)};
  for (size_t l = 0; l < larger.parts.size(); ++l) {
    const int part = static_cast<int>(l), from = (*taken)[l];
    embedding.added[l] = from < 0;
    if (from < 0) continue;
    const std::vector<double> own = ValuesOfPart(larger, part);
    const std::vector<double> values =
        Translate(smaller.parts[from], ValuesOfPart(smaller, from), larger.parts[l], own);
    const int first = larger.FirstParameter(part);
    for (size_t i = 0; i < values.size(); ++i) {
      Parameter& parameter = embedding.model.parameters[first + i];
      // A term that the larger law does not have: it does not hold the smaller one.
      if (parameter.value == 0 && parameter.fixed && values[i] != 0) return {};
      if (parameter.fixed && parameter.value != values[i]) return {};
      MoveTo(values[i], &parameter);
    }
  }
  return embedding;
}

CandidateLaw WithoutAddedParts(const Embedding& embedding) {
  CandidateLaw model = embedding.model;
  for (size_t part = 0; part < model.parts.size(); ++part) {
    if (embedding.added[part]) LeaveOutPart(static_cast<int>(part), &model);
  }
  return model;
}

void LeaveOutPart(int part, CandidateLaw* model) {
  const PartKind kind = model->parts[part];
  const int first = model->FirstParameter(part);
  model->parameters[first + StrengthParameter(kind)].value = 0;
  for (int i = 0; i < ParameterCount(kind); ++i) model->parameters[first + i].fixed = true;
}

void LeaveOutTerm(int parameter, CandidateLaw* model) {
  model->parameters[parameter].value = 0;
  model->parameters[parameter].fixed = true;
}

CandidateLaw WithoutEmptyParts(const CandidateLaw& model, std::vector<int>* kept) {
  CandidateLaw rest;
  rest.name = model.name;
  rest.rotation = model.rotation;
  kept->clear();
  for (size_t p = 0; p < model.parts.size(); ++p) {
    const int part = static_cast<int>(p), first = model.FirstParameter(part);
    if (IsLeftOut(model, part)) continue;
    rest.parts.push_back(model.parts[p]);
    for (int i = first; i < first + ParameterCount(model.parts[p]); ++i) {
      rest.parameters.push_back(model.parameters[i]);
      kept->push_back(i);
    }
  }
  return rest;
}

}  // namespace jounce::identify
