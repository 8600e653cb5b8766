#include "study/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/result_file.h"
#include "study/law_draw.h"
#include "study/study_file.h"

namespace jounce::study {
namespace {

// What a value does, besides the value itself.
std::string TargetOf(const Factor& factor) {
  std::string text = factor.name;
  for (const std::string& name : factor.set) text += "\nset " + name;
  if (factor.is_case) text += "\ncase";
  if (factor.scale) text += fmt::format("\nscale {}", static_cast<int>(*factor.scale));
  for (const std::string& pattern : factor.bushings) text += "\nbushings " + pattern;
  for (const std::string& direction : factor.directions) text += "\ndirection " + direction;
  return text;
}

}  // namespace

std::vector<TableColumn> InputColumns(const Study& study) {
  std::vector<TableColumn> columns;
  for (const Factor& factor : study.factors) {
    columns.push_back({factor.name, factor.unit, factor.IsText()});
  }
  return columns;
}

std::string TextOf(const Factor& factor, const FactorValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  const std::string number = fmt::format("{}", std::get<double>(value));
  return factor.unit.empty() ? number : number + " " + factor.unit;
}

Planner::Planner(const Study& study) : study_(study), recipe_(RecipeOf(study)) {
  for (const Factor& factor : study.factors) recipe_ += TargetOf(factor) + "\n";
  for (const LawDraw& draw : study.draws) {
    for (const auto& [name, value] : draw.fixed) recipe_ += fmt::format("{} = {}\n", name, value);
    for (const std::string& pattern : draw.bushings) recipe_ += "law of " + pattern + "\n";
    for (const std::string& direction : draw.directions) recipe_ += "along " + direction + "\n";
  }
}

FactorValue Planner::ValueOf(const Factor& factor, double u) const {
  if (factor.IsText()) return factor.values[factor.PlaceAt(u)];
  if (factor.IsList()) return factor.numbers[factor.PlaceAt(u)];
  if (study_.sampling.method == SamplingMethod::kGrid && !study_.optimize) {
    return factor.NumberAtLevel(static_cast<int>(u * factor.count));
  }
  return factor.NumberAt(u);
}

std::string Planner::KeyOf(const Run& run) const {
  std::string text = recipe_;
  for (size_t i = 0; i < run.values.size(); ++i) {
    text += TextOf(study_.factors[i], run.values[i]) + "\n";
  }
  return Sha256(text).substr(0, 32);
}

Run Planner::RunAt(const double* u) const {
  Run run;
  for (size_t i = 0; i < study_.factors.size(); ++i) {
    run.values.push_back(ValueOf(study_.factors[i], u[i]));
  }
  for (const LawDraw& draw : study_.draws) {
    std::vector<double> z;
    for (size_t i = 0; i < draw.values.size(); ++i) {
      z.push_back(std::get<double>(run.values[draw.first + i]));
    }
    const std::vector<double> parameters = DrawnParameters(draw, z);
    std::copy(parameters.begin(), parameters.end(),
              run.values.begin() + static_cast<long>(draw.first));
  }
  run.key = KeyOf(run);
  return run;
}

std::vector<Run> Planner::Sampled() const {
  std::vector<int> levels;
  for (const Factor& factor : study_.factors) levels.push_back(factor.Levels());
  const UnitPoints points = Sample(study_.sampling, levels);
  std::vector<Run> runs;
  // A study in which nothing varies is one run.
  if (levels.empty()) runs.push_back(RunAt(nullptr));
  for (int i = 0; i < points.runs(); ++i) {
    runs.push_back(RunAt(&points.values[static_cast<size_t>(i) * levels.size()]));
  }
  return runs;
}

}  // namespace jounce::study
