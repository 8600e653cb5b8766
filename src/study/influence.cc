#include "study/influence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/names.h"

namespace jounce::study {

std::vector<size_t> Influence::Order(size_t output) const {
  std::vector<size_t> order(of[output].size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return of[output][a].strength > of[output][b].strength;
  });
  return order;
}

std::vector<double> NumbersOf(const StudyTable& table, size_t input,
                              std::vector<std::string>* words) {
  std::vector<std::string> known;
  std::vector<double> numbers;
  for (const StudyTable::Row& row : table.rows) {
    if (const auto* number = std::get_if<double>(&row.inputs[input])) {
      numbers.push_back(*number);
      continue;
    }
    const std::string& text = std::get<std::string>(row.inputs[input]);
    const auto at = std::find(known.begin(), known.end(), text);
    numbers.push_back(static_cast<double>(at - known.begin()));
    if (at == known.end()) known.push_back(text);
  }
  if (words) *words = known;
  return numbers;
}

std::vector<double> OutputNumbers(const StudyTable& table, size_t output) {
  std::vector<double> numbers;
  for (const StudyTable::Row& row : table.rows) numbers.push_back(row.outputs[output]);
  return numbers;
}

std::vector<double> ColumnNumbers(const StudyTable& table, const std::string& name,
                                  std::string* unit) {
  std::vector<std::string> names;
  for (size_t i = 0; i < table.outputs.size(); ++i) {
    *unit = table.outputs[i].unit;
    if (table.outputs[i].name == name) return OutputNumbers(table, i);
    names.push_back(table.outputs[i].name);
  }
  for (size_t i = 0; i < table.inputs.size(); ++i) {
    *unit = table.inputs[i].unit;
    if (table.inputs[i].is_text) continue;
    if (table.inputs[i].name == name) return NumbersOf(table, i);
    names.push_back(table.inputs[i].name);
  }
  throw InputError(fmt::format("there is no column of numbers '{}'", name),
                   SuggestName(name, names));
}

Influence InfluenceOf(const StudyTable& table, const Study* study) {
  const size_t inputs = table.inputs.size();
  UnitPoints points;
  Influence influence;
  if (study && !study->optimize) {
    std::vector<int> levels;
    for (const Factor& factor : study->factors) levels.push_back(factor.Levels());
    const SamplingMethod method = study->sampling.method;
    if (method == SamplingMethod::kMorris) influence.kind = Influence::Kind::kMorris;
    if (method == SamplingMethod::kSobolIndices) influence.kind = Influence::Kind::kSobol;
    if (influence.kind == Influence::Kind::kMorris) points = Sample(study->sampling, levels);
  }
  for (size_t output = 0; output < table.outputs.size(); ++output) {
    const std::vector<double> f = OutputNumbers(table, output);
    std::vector<Influence::Of> row(inputs);
    for (size_t i = 0; i < inputs; ++i) {
      const std::vector<double> x = NumbersOf(table, i);
      row[i].correlation = Correlation(x, f);
      row[i].rank_correlation = RankCorrelation(x, f);
      row[i].strength = std::isnan(row[i].rank_correlation) ? 0 : std::abs(row[i].rank_correlation);
    }
    if (influence.kind == Influence::Kind::kSobol) {
      const std::vector<SobolIndex> indices = SobolIndices(f, static_cast<int>(inputs));
      for (size_t i = 0; i < indices.size(); ++i) {
        row[i].sobol = indices[i];
        row[i].strength = indices[i].total;
      }
    } else if (influence.kind == Influence::Kind::kMorris) {
      const std::vector<MorrisEffect> effects = MorrisEffects(points, f);
      for (size_t i = 0; i < std::min(inputs, effects.size()); ++i) {
        row[i].morris = effects[i];
        row[i].strength = effects[i].mean_absolute;
      }
    }
    influence.of.push_back(std::move(row));
  }
  return influence;
}

}  // namespace jounce::study
