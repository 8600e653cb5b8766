#include "mechanics/assembly.h"

#include <algorithm>
#include <map>
#include <utility>

#include "mechanics/connection.h"
#include "model/check.h"
#include "model/expand_beams.h"

namespace jounce {
namespace {

// Makes each law once: connections of the same settings share it, so that the numbers of a law stay
// near the processor while one connection after the other asks for them.
class LawShelf {
 public:
  std::shared_ptr<const Law> Get(const Connection& connection) {
    if (connection.section) {
      std::shared_ptr<const Law>& law = sections_[connection.section.get()];
      if (!law) law = MakeConnectionLaw(connection);
      return law;
    }
    const size_t first = made_.size() - std::min(made_.size(), kMostCompared);
    for (size_t i = made_.size(); i > first; --i) {
      if (*made_[i - 1].first == *connection.law) return made_[i - 1].second;
    }
    made_.emplace_back(&*connection.law, MakeConnectionLaw(connection));
    return made_.back().second;
  }

 private:
  // The latest ones: a model of thousands of different laws must not be compared each with each.
  static constexpr size_t kMostCompared = 100;

  std::vector<std::pair<const LawSettings*, std::shared_ptr<const Law>>> made_;
  std::map<const SectionLawSettings*, std::shared_ptr<const Law>> sections_;
};

}  // namespace

Assembly Assemble(const Model& model) {
  const Model expanded = ExpandBeams(model);
  CheckModel(expanded);
  Assembly assembly;
  assembly.model = MergeWelds(expanded, &assembly.welds);
  LawShelf shelf;
  for (const Connection& connection : assembly.model.connections) {
    assembly.laws.push_back(shelf.Get(connection));
  }
  return assembly;
}

}  // namespace jounce
