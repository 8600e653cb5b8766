#include "identify/ladder.h"

#include <algorithm>
#include <cmath>

namespace jounce::identify {
namespace {

// A larger law must lower the held-out error by this share to be worth its parameters.
constexpr double kWorthwhile = 0.05;
// How many rungs of a family may fail to improve before it is left.
constexpr int kPatience = 1;

struct FamilyLadder {
  const char* family;
  std::vector<std::pair<int, int>> sizes;
};

const std::vector<FamilyLadder>& Families() {
  static const std::vector<FamilyLadder> families = {
      {"kelvin", {{0, 0}}},
      {"maxwell", {{1, 0}, {2, 0}, {3, 0}, {4, 0}}},
      {"friction", {{1, 1}, {2, 2}, {2, 3}, {3, 4}}},
      {"hydrobushing", {{1, 1}, {2, 1}, {2, 2}, {3, 2}, {3, 3}}},
      {"network", {{1, 1}, {2, 1}, {2, 2}, {3, 3}}},
      {"hydropath", {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 6}}},
  };
  return families;
}

double HeldOut(const Rung& rung) {
  return std::isnan(rung.phi_held_out) ? rung.phi_fitted : rung.phi_held_out;
}

void Choose(std::vector<Rung>* rungs) {
  double best = HUGE_VAL;
  for (const Rung& rung : *rungs) best = std::min(best, HeldOut(rung));
  Rung* chosen = nullptr;
  for (Rung& rung : *rungs) {
    if (HeldOut(rung) > best * (1 + kWorthwhile)) continue;
    if (!chosen || rung.parameters < chosen->parameters) chosen = &rung;
  }
  if (chosen) chosen->chosen = true;
}

}  // namespace

std::vector<Rung> ClimbLadder(const FitRung& fit, Progress* progress) {
  std::vector<Rung> rungs;
  for (const FamilyLadder& family : Families()) {
    double best = HUGE_VAL;
    int failed = 0;
    for (const auto& [m, n] : family.sizes) {
      if (progress->StopRequested() && !rungs.empty()) break;
      const LawShape shape = MakeShape(family.family, m, n);
      progress->Update(static_cast<double>(rungs.size()), 20, shape.Name());
      rungs.push_back(fit(shape));
      const double error = HeldOut(rungs.back());
      failed = error < best * (1 - kWorthwhile) ? 0 : failed + 1;
      best = std::min(best, error);
      if (failed > kPatience) break;
    }
  }
  Choose(&rungs);
  return rungs;
}

}  // namespace jounce::identify
