#include "identify/ladder.h"

#include <algorithm>
#include <cmath>

namespace jounce::identify {
namespace {

// A larger law must lower the held-out error by this share to be worth its parameters.
constexpr double kWorthwhile = 0.05;
// How many rungs of a family may fail to improve before it is left.
constexpr int kPatience = 1;
// A family whose second law errs so many times more than the best is left.
constexpr double kFarWorse = 3;

struct FamilyLadder {
  const char* family;
  DataNature nature;  // of the data that it suits
  bool slides;        // all its laws have friction
  std::vector<std::pair<int, int>> sizes;
};

// Each family after those that it holds.
const std::vector<FamilyLadder>& Families() {
  using enum DataNature;
  static const std::vector<FamilyLadder> families = {
      {"kelvin", kRubber, false, {{0, 0}}},
      {"maxwell", kRubber, false, {{1, 0}, {2, 0}, {3, 0}, {4, 0}}},
      {"berg", kRubber, true, {{0, 0}, {1, 0}, {2, 0}, {3, 0}}},
      {"friction", kRubber, true, {{1, 1}, {2, 2}, {2, 3}, {3, 4}}},
      {"hydrobushing", kRubber, true, {{1, 1}, {2, 1}, {2, 2}, {3, 2}, {3, 3}}},
      {"network", kRubber, true, {{1, 1}, {2, 1}, {2, 2}, {3, 3}}},
      {"hydropath", kRubber, false, {{0, 0}, {0, 1}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 6}}},
      {"hydromount", kRubber, false, {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}}},
      {"damper", kAbsorber, false, {{0, 0}, {1, 0}}},
      {"damper-table", kAbsorber, false, {{0, 0}, {1, 0}}},
      {"table", kOneSided, false, {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 3}}},
  };
  return families;
}

double HeldOut(const Rung& rung) {
  return std::isnan(rung.phi_held_out) ? rung.phi_fitted : rung.phi_held_out;
}

void Choose(std::vector<Rung>* rungs) {
  const bool any =
      std::any_of(rungs->begin(), rungs->end(), [](const Rung& rung) { return rung.determined; });
  const auto may_win = [any](const Rung& rung) { return rung.determined || !any; };
  double best = HUGE_VAL;
  for (const Rung& rung : *rungs) {
    if (may_win(rung)) best = std::min(best, HeldOut(rung));
  }
  Rung* chosen = nullptr;
  for (Rung& rung : *rungs) {
    if (!may_win(rung) || HeldOut(rung) > best * (1 + kWorthwhile)) continue;
    if (!chosen || rung.parameters < chosen->parameters) chosen = &rung;
  }
  if (chosen) chosen->chosen = true;
}

}  // namespace

std::vector<Rung> ClimbLadder(const FitRung& fit, DataNature nature, bool several_amplitudes,
                              Progress* progress) {
  std::vector<Rung> rungs;
  double best_of_all = HUGE_VAL;
  for (const FamilyLadder& family : Families()) {
    if (family.nature != nature || (family.slides && !several_amplitudes)) continue;
    double best = HUGE_VAL;
    int failed = 0, tried = 0;
    for (const auto& [m, n] : family.sizes) {
      if (progress->StopRequested() && !rungs.empty()) break;
      const LawShape shape = MakeShape(family.family, m, n);
      if (shape.friction > 0 && !several_amplitudes) continue;
      progress->Update(static_cast<double>(rungs.size()), 35, shape.Name());
      rungs.push_back(fit(shape));
      const double error = HeldOut(rungs.back());
      best_of_all = std::min(best_of_all, error);
      if (++tried > 1 && error > kFarWorse * best_of_all) break;
      failed = error < best * (1 - kWorthwhile) ? 0 : failed + 1;
      best = std::min(best, error);
      if (failed > kPatience) break;
    }
  }
  Choose(&rungs);
  return rungs;
}

std::vector<LawShape> SmallerShapes(const LawShape& shape) {
  std::vector<LawShape> smaller;
  for (const FamilyLadder& family : Families()) {
    if (shape.family != family.family) continue;
    for (const auto& [m, n] : family.sizes) {
      const LawShape one = MakeShape(family.family, m, n);
      const bool holds = one.maxwell <= shape.maxwell && one.friction <= shape.friction &&
                         one.fluid <= shape.fluid && one.slip <= shape.slip;
      if (holds && one.Name() != shape.Name()) smaller.push_back(one);
    }
  }
  return smaller;
}

}  // namespace jounce::identify
