#include "study/optimize.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "study/cma_es.h"

namespace jounce::study {
namespace {

constexpr double kSmallestSpread = 1e-5;  // of the ranges: below, nothing is found any more
constexpr double kWorst = std::numeric_limits<double>::infinity();

// One combination of the lists, and the search over the ranges.
struct Branch {
  std::vector<double> u;  // of all factors; those of lists stay
  std::unique_ptr<CmaEs> search;
  int runs = 0;
  size_t first = 0, count = 0;  // of its runs in the generation at hand
  bool open = true;
};

std::vector<Branch> Branches(const Study& study, const std::vector<size_t>& ranges) {
  std::vector<Branch> branches(1);
  branches[0].u.assign(study.factors.size(), 0.5);
  for (size_t i = 0; i < study.factors.size(); ++i) {
    const Factor& factor = study.factors[i];
    if (!factor.IsList()) continue;
    const size_t n = factor.values.size();
    std::vector<Branch> more;
    for (const Branch& branch : branches) {
      for (size_t level = 0; level < n; ++level) {
        more.emplace_back().u = branch.u;
        more.back().u[i] = (static_cast<double>(level) + 0.5) / static_cast<double>(n);
      }
    }
    branches = std::move(more);
  }
  for (size_t b = 0; !ranges.empty() && b < branches.size(); ++b) {
    branches[b].search =
        std::make_unique<CmaEs>(static_cast<int>(ranges.size()), study.optimize->start_size,
                                1000003 * static_cast<std::uint64_t>(study.optimize->seed) + b);
  }
  return branches;
}

// How far beyond a limit, as part of it.
double Beyond(const Limit& limit, double value) {
  double beyond = 0;
  if (limit.most && value > *limit.most) {
    beyond += (value - *limit.most) / std::max(std::abs(*limit.most), 1e-12);
  }
  if (limit.least && value < *limit.least) {
    beyond += (*limit.least - value) / std::max(std::abs(*limit.least), 1e-12);
  }
  return beyond;
}

}  // namespace

Merit MeritOf(const Study& study, const Outcome* outcome) {
  if (!outcome || outcome->state != RunState::kDone) return {kWorst, kWorst};
  Merit merit;
  const auto of = [&](const std::string& name) {
    return outcome->outputs[static_cast<size_t>(study.FindOutput(name))];
  };
  for (const Limit& limit : study.optimize->limits)
    merit.violation += Beyond(limit, of(limit.name));
  merit.value = of(study.optimize->minimize);
  return merit;
}

OptimizationResult Optimize(const Study& study, const BatchRunner& run, const OutcomeFinder& find) {
  std::vector<size_t> ranges;
  for (size_t i = 0; i < study.factors.size(); ++i) {
    if (!study.factors[i].IsList()) ranges.push_back(i);
  }
  std::vector<Branch> branches = Branches(study, ranges);
  const Planner planner(study);
  OptimizationResult result;
  result.merit = {kWorst, kWorst};
  while (std::any_of(branches.begin(), branches.end(), [](const Branch& b) { return b.open; })) {
    const size_t start = result.runs.size();
    for (Branch& branch : branches) {
      if (!branch.open) continue;
      branch.first = result.runs.size();
      if (branch.search) {
        for (const std::vector<double>& point : branch.search->Ask()) {
          for (size_t i = 0; i < ranges.size(); ++i) branch.u[ranges[i]] = point[i];
          result.runs.push_back(planner.RunAt(branch.u.data()));
        }
      } else {
        result.runs.push_back(planner.RunAt(branch.u.data()));
      }
      branch.count = result.runs.size() - branch.first;
    }
    result.whole = run(result.runs, start);
    for (size_t i = start; i < result.runs.size(); ++i) {
      const Merit merit = MeritOf(study, find(result.runs[i].key));
      if (!(merit < result.merit)) continue;
      result.merit = merit;
      result.best = static_cast<int>(i);
    }
    if (!result.whole) return result;
    for (Branch& branch : branches) {
      if (!branch.open) continue;
      branch.runs += static_cast<int>(branch.count);
      if (!branch.search) {
        branch.open = false;
        continue;
      }
      std::vector<Merit> merits;
      for (size_t i = 0; i < branch.count; ++i) {
        merits.push_back(MeritOf(study, find(result.runs[branch.first + i].key)));
      }
      std::vector<int> order(branch.count);
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&merits](int a, int b) {
        return merits[static_cast<size_t>(a)] < merits[static_cast<size_t>(b)];
      });
      branch.search->Tell(order);
      branch.open = branch.runs + static_cast<int>(branch.count) <= study.optimize->runs &&
                    branch.search->Spread() > kSmallestSpread;
    }
  }
  return result;
}

}  // namespace jounce::study
