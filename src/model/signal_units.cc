#include "model/signal_units.h"

#include <fmt/format.h>

#include <vector>

#include "base/error.h"
#include "blocks/block_kinds.h"
#include "math/expression.h"
#include "model/probe_kinds.h"

namespace jounce {
namespace {

// Signals that follow each other in a circle are refused elsewhere.
constexpr int kDeepest = 64;
constexpr Dimension kSecond = {.time = 1};

std::string Trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\n"), last = text.find_last_not_of(" \t\n");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// What a formula adds and subtracts, outside all parentheses.
std::vector<std::string> TermsOf(const std::string& formula) {
  std::vector<std::string> terms(1);
  int depth = 0;
  for (const char c : formula) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth == 0 && (c == '+' || c == '-')) {
      terms.emplace_back();
    } else {
      terms.back() += c;
    }
  }
  for (std::string& term : terms) term = Trimmed(term);
  std::erase(terms, "");
  return terms;
}

std::optional<KnownUnit> ParsedUnit(const std::string& unit) {
  if (unit.empty()) return std::nullopt;
  return KnownUnit{ParseUnit(unit).dimension, unit};
}

BlockUnits UnitsOf(const BlockSettings& block) {
  for (const BlockKind* kind : BlockKinds()) {
    if (kind->word == block.kind) return kind->units;
  }
  return BlockUnits::kAny;
}

}  // namespace

SignalUnits::SignalUnits(const Model& model) {
  for (const Sensor& sensor : model.sensors) {
    try {
      for (const ProbeChannel& channel : ChannelsOf(model, sensor)) {
        channels_[channel.name] = channel.unit;
      }
    } catch (const InputError&) {
      continue;  // what is wrong with the sensor is said by its own check
    }
  }
  for (const Signal& signal : model.signals) signals_[signal.name] = &signal;
}

std::optional<KnownUnit> SignalUnits::Of(const std::string& formula) const {
  return OfFormula(formula, 0);
}

std::optional<KnownUnit> SignalUnits::OfName(const std::string& name, int depth) const {
  if (depth > kDeepest) return std::nullopt;
  if (const auto channel = channels_.find(name); channel != channels_.end()) {
    return ParsedUnit(channel->second);
  }
  const auto found = signals_.find(name);
  if (found == signals_.end()) return std::nullopt;
  const Signal& signal = *found->second;
  return signal.unit.empty() ? Made(signal, depth + 1) : ParsedUnit(signal.unit);
}

std::optional<KnownUnit> SignalUnits::OfFormula(const std::string& formula, int depth) const {
  std::optional<KnownUnit> all;
  std::string first;
  for (const std::string& term : TermsOf(formula)) {
    const std::optional<KnownUnit> one = OfName(term, depth);
    if (!one) continue;
    if (all && !(all->dimension == one->dimension)) {
      throw InputError(fmt::format("'{}' is in {} and '{}' in {}: their sum has no meaning", first,
                                   all->name, term, one->name),
                       "multiply one of them with what turns it into the other");
    }
    if (all) continue;
    first = term;
    all = one;
  }
  return all;
}

std::optional<KnownUnit> SignalUnits::Made(const Signal& signal, int depth) const {
  if (!signal.block) return OfFormula(signal.function.expression, depth);
  if (signal.block->inputs.empty()) return std::nullopt;
  const BlockUnits rule = UnitsOf(*signal.block);
  if (rule != BlockUnits::kKept && rule != BlockUnits::kIntegrated) return std::nullopt;
  const std::optional<KnownUnit> input = OfFormula(signal.block->inputs[0], depth);
  if (!input) return std::nullopt;
  if (rule == BlockUnits::kKept) return input;
  return KnownUnit{input->dimension * kSecond, input->name + " s"};
}

void SignalUnits::Check(const Signal& signal) const {
  const std::optional<KnownUnit> made = Made(signal, 0), said = ParsedUnit(signal.unit);
  if (made && said && !(made->dimension == said->dimension)) {
    throw InputError(
        fmt::format("it says that it is in {}, and is made in {}", signal.unit, made->name),
        "multiply its input with what turns one into the other");
  }
  if (!signal.block) return;
  std::vector<std::optional<KnownUnit>> inputs;
  for (const std::string& input : signal.block->inputs) inputs.push_back(Of(input));
  const bool has_rate = UnitsOf(*signal.block) == BlockUnits::kErrorAndRate && inputs.size() == 2;
  if (has_rate && inputs[0] && inputs[1] &&
      !(inputs[0]->dimension / kSecond == inputs[1]->dimension)) {
    throw InputError(fmt::format("its error is in {} and the rate of it in {}", inputs[0]->name,
                                 inputs[1]->name),
                     "the second input is the first one's rate");
  }
}

}  // namespace jounce
