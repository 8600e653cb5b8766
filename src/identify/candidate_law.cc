#include "identify/candidate_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace jounce::identify {
namespace {

// The same unit where displacements are angles: "N/m" -> "Nm/rad".
std::string RotaryUnit(const std::string& unit) {
  std::string turned, word;
  const auto flush = [&] {
    turned += word == "N" ? "Nm" : word == "m" ? "rad" : word == "kg" ? "kg m^2" : word;
    word.clear();
  };
  for (const char c : unit) {
    if (std::isalpha(static_cast<unsigned char>(c))) {
      word += c;
      continue;
    }
    flush();
    turned += c;
  }
  flush();
  return turned;
}

}  // namespace

int DistinguishingParameter(PartKind kind) {
  switch (kind) {
    case PartKind::kMaxwell:
    case PartKind::kCubic:
    case PartKind::kSlip:
    case PartKind::kFriction:
      return 1;  // tau, tau, tau, Fy
    case PartKind::kFluid:
      return 2;  // Tr
    default:
      return -1;
  }
}

void CandidateLaw::Add(PartKind kind, const std::vector<double>& values,
                       const std::string& suffix) {
  parts.push_back(kind);
  for (int i = 0; i < ParameterCount(kind); ++i) {
    Parameter parameter;
    parameter.name = fmt::format("{}{}.{}", ToString(kind), suffix, ParameterName(kind, i));
    parameter.unit = ParameterUnit(kind, i);
    parameter.value = values[i];
    parameter.least = LeastValue(kind, i);
    parameter.most = MostValue(kind, i);
    parameter.fixed = values[i] == 0 || IsGiven(kind, i);  // zero: a term that is left out
    parameters.push_back(std::move(parameter));
  }
}

int CandidateLaw::Count(PartKind kind) const {
  return static_cast<int>(std::count(parts.begin(), parts.end(), kind));
}

int CandidateLaw::FirstParameter(int part) const {
  int first = 0;
  for (int i = 0; i < part; ++i) first += ParameterCount(parts[i]);
  return first;
}

int CandidateLaw::FreeParameterCount() const {
  return static_cast<int>(std::count_if(parameters.begin(), parameters.end(),
                                        [](const auto& p) { return !p.fixed && p.tied_to < 0; }));
}

std::vector<double> CandidateLaw::Values() const {
  std::vector<double> values;
  for (const Parameter& parameter : parameters) values.push_back(parameter.value);
  return values;
}

void CandidateLaw::SetValues(const std::vector<double>& values) {
  for (size_t i = 0; i < values.size(); ++i) {
    Parameter& parameter = parameters[i];
    if (values[i] != 0 && parameter.value != 0) {
      const double ratio = parameter.value / values[i];
      parameter.lower *= ratio;
      parameter.upper *= ratio;
    }
    parameter.value = values[i];
  }
}

int CandidateLaw::Find(const std::string& parameter_name) const {
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == parameter_name) return static_cast<int>(i);
  }
  return -1;
}

std::vector<int> CandidateLaw::SortedOrder(const std::vector<double>& values) const {
  std::vector<int> order(parameters.size());
  std::iota(order.begin(), order.end(), 0);
  for (size_t begin = 0; begin < parts.size();) {
    size_t end = begin;
    while (end < parts.size() && parts[end] == parts[begin]) ++end;
    const int key = DistinguishingParameter(parts[begin]), count = ParameterCount(parts[begin]);
    const int first = FirstParameter(static_cast<int>(begin));
    const auto movable = [](const Parameter& p) { return !p.fixed && p.tied_to < 0; };
    const bool free = std::all_of(parameters.begin() + first,
                                  parameters.begin() + first + count * (end - begin), movable);
    if (key >= 0 && free) {
      std::vector<int> sorted(end - begin);
      std::iota(sorted.begin(), sorted.end(), 0);
      std::stable_sort(sorted.begin(), sorted.end(), [&](int a, int b) {
        return values[first + a * count + key] > values[first + b * count + key];
      });
      for (size_t i = 0; i < sorted.size(); ++i) {
        for (int k = 0; k < count; ++k)
          order[first + i * count + k] = first + sorted[i] * count + k;
      }
    }
    begin = end;
  }
  return order;
}

CandidateLaw HydrobushingModel(const std::vector<double>& yeoh,
                               const std::vector<std::vector<double>>& friction,
                               const std::vector<std::vector<double>>& fluid) {
  CandidateLaw model;
  model.name = fmt::format("hydrobushing {}/{}", friction.size(), fluid.size());
  // F = 2 (D10 u + 2 D20 u^3 + 3 D30 u^5) [Svensson 2004, eq. 4.2].
  model.Add(PartKind::kSpring, {2 * yeoh[0], 4 * yeoh[1], 6 * yeoh[2]});
  const double factors[] = {1.0 / 2, 1.0 / 4, 1.0 / 6};
  const char* names[] = {"D10", "D20", "D30"};
  for (int i = 0; i < 3; ++i) {
    model.parameters[i].name = names[i];
    model.parameters[i].shown = factors[i];
  }
  const auto add = [&](PartKind kind, const std::vector<std::vector<double>>& all,
                       const std::vector<const char*>& own) {
    for (size_t i = 0; i < all.size(); ++i) {
      model.Add(kind, all[i]);
      for (size_t k = 0; k < own.size(); ++k) {
        model.parameters[model.parameters.size() - own.size() + k].name =
            fmt::format("{}{}", own[k], i + 1);
      }
    }
  };
  add(PartKind::kFriction, friction, {"Kp", "Fy"});
  add(PartKind::kFluid, fluid, {"M", "Kf", "Tr"});
  return model;
}

void MakeRotary(CandidateLaw* model) {
  model->rotation = true;
  for (Parameter& parameter : model->parameters) parameter.unit = RotaryUnit(parameter.unit);
}

}  // namespace jounce::identify
