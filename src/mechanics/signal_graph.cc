#include "mechanics/signal_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "base/names.h"
#include "blocks/block_kinds.h"
#include "math/dual.h"
#include "mechanics/probes.h"
#include "mechanics/system.h"
#include "model/probe_kinds.h"
#include "model/run_schedule.h"

namespace jounce {
namespace {

// The whole text as a number.
std::optional<double> AsNumber(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

void AddMissing(const std::vector<int>& more, std::vector<int>* numbers) {
  for (int number : more) {
    if (std::find(numbers->begin(), numbers->end(), number) == numbers->end()) {
      numbers->push_back(number);
    }
  }
}

// Names as messages list them.
std::vector<std::string> Keys(const auto& map) {
  std::vector<std::string> keys;
  for (const auto& entry : map) keys.push_back(entry.first);
  return keys;
}

}  // namespace

// A node that depends on time alone.
class SignalOfTime final : public TimeFunction {
 public:
  SignalOfTime(const SignalGraph* signals, int node) : signals_(signals), node_(node) {}
  Jet At(double t) const override { return signals_->JetAt(node_, t); }
  double Value(double t) const override { return signals_->ValueAt(node_, t); }

 private:
  const SignalGraph* signals_;
  int node_;
};

// ---- Making the graph ---------------------------------------------------------------------------

SignalGraph::SignalGraph(const System& system, int first_memory)
    : system_(system), first_memory_(first_memory), state_count_(system.state_count()) {
  CollectNames();
  for (const Signal& signal : system_.model().signals) {
    Guard(signal, [&] { return NodeOfSignal(signal, 0); });
  }
}

// What throws is reported, and counts as zero until ThrowIfErrors().
template <class Make>
int SignalGraph::Guard(const Item& owner, Make make) {
  int node = -1;
  try {
    node = make();
    BindBlocks();
  } catch (const InputError& error) {
    path_.clear();
    for (const Diagnostic& d : error.diagnostics()) {
      diagnostics_.Error(d.place.file.empty() ? owner.place : d.place,
                         fmt::format("'{}': {}", owner.name, d.message), d.remedy);
    }
  }
  return node >= 0 ? node : AddConstant(0);
}

void SignalGraph::CollectNames() {
  const Model& model = system_.model();
  for (const Sensor& sensor : model.sensors) {
    const std::vector<ProbeChannel> channels = ChannelsOf(model, sensor);
    for (size_t i = 0; i < channels.size(); ++i) {
      names_[channels[i].name] = {nullptr, &sensor, static_cast<int>(i)};
    }
  }
  for (const Signal& signal : model.signals) names_[signal.name] = {&signal, nullptr, 0};
}

int SignalGraph::Add(const TimeFunctionSettings& settings, const Item& owner) {
  const int node = Guard(owner, [&] { return NodeOfSettings(settings, owner); });
  owners_.emplace(owner.name, node);
  return node;
}

int SignalGraph::AddNode(Node node) {
  SeeInputs(&node);
  nodes_.push_back(std::move(node));
  return static_cast<int>(nodes_.size()) - 1;
}

int SignalGraph::AddConstant(double value) {
  TimeFunctionSettings settings;
  settings.constant = value;
  Node node;
  node.function = MakeTimeFunction(settings);
  node.of_time = true;
  return AddNode(std::move(node));
}

void SignalGraph::UniteSeen(const SeenUnknowns& other, SeenUnknowns* seen) const {
  AddMissing(other.slots, &seen->slots);
  AddMissing(other.scalars, &seen->scalars);
  AddMissing(other.multipliers, &seen->multipliers);
  std::erase_if(seen->slots, [this](int slot) { return system_.geometry().IsPrescribed(slot); });
}

void SignalGraph::SeeInputs(Node* node) const {
  for (int input : node->inputs) UniteSeen(nodes_[input].seen, &node->seen);
}

int SignalGraph::NodeOfSettings(const TimeFunctionSettings& settings, const Item& owner) {
  if (UsesSignals(settings)) return NodeOfFormula(settings.expression, settings, owner);
  Node node;
  node.name = owner.name;
  node.function = MakeTimeFunction(settings);
  node.of_time = true;
  return AddNode(std::move(node));
}

int SignalGraph::NodeOfFormula(const std::string& text, const TimeFunctionSettings& settings,
                               const Item& owner) {
  Node node;
  node.kind = Kind::kFormula;
  node.name = owner.name;
  std::vector<std::string> variables = {"t"};
  node.of_time = true;
  for (const std::string& name : Expression::NamesIn(text)) {
    if (name == "t") continue;
    node.inputs.push_back(NodeOfOperand(name, settings, owner));
    node.of_time = node.of_time && nodes_[node.inputs.back()].of_time;
    variables.push_back(name);
  }
  if (variables.size() > kMostOperands) {
    throw InputError(fmt::format("a formula uses {} signals", variables.size() - 1),
                     fmt::format("at most {}: split it into several", kMostOperands - 1));
  }
  node.formula = std::make_shared<Expression>(Expression::Parse(text, variables));
  // A name alone is the signal itself.
  if (node.inputs.size() == 1 && text == variables.back()) return node.inputs.front();
  return AddNode(std::move(node));
}

int SignalGraph::NodeOfOperand(const std::string& name, const TimeFunctionSettings& settings,
                               const Item& owner) {
  for (const auto& [local, meaning] : settings.let) {
    if (local != name) continue;
    if (IsNumberWithUnit(meaning)) return AddConstant(NumberWithUnit(meaning));
    // In a mirrored sub-assembly the image of what a sensor sees may have the other sign.
    if (meaning.starts_with('-')) {
      Node node;
      node.kind = Kind::kFormula;
      node.name = owner.name;
      node.inputs = {NodeOf(meaning.substr(1), owner)};
      node.of_time = nodes_[node.inputs[0]].of_time;
      node.formula = std::make_shared<Expression>(Expression::Parse("-a", {"t", "a"}));
      return AddNode(std::move(node));
    }
    return NodeOf(meaning, owner);
  }
  return NodeOf(name, owner);
}

int SignalGraph::NodeOf(const std::string& name, const Item& user) {
  const auto made = made_.find(name);
  if (made != made_.end()) return made->second;
  if (std::find(path_.begin(), path_.end(), name) != path_.end()) {
    std::string loop;
    for (auto i = std::find(path_.begin(), path_.end(), name); i != path_.end(); ++i) {
      loop += *i + " -> ";
    }
    throw InputError(fmt::format("signals need each other at once: {}{}", loop, name),
                     "a state, a sample or a delay between them breaks the loop");
  }
  std::string base = name;
  int output = 0;
  auto found = names_.find(name);
  if (found == names_.end()) {
    // "name.2" is an output of a block.
    const size_t dot = name.rfind('.');
    const std::optional<double> number =
        dot == std::string::npos ? std::nullopt : AsNumber(name.substr(dot + 1));
    if (number && *number >= 1) {
      base = name.substr(0, dot);
      output = static_cast<int>(*number) - 1;
      found = names_.find(base);
      if (found != names_.end() && !found->second.signal) found = names_.end();
    }
  }
  if (found == names_.end()) {
    throw InputError(fmt::format("no signal or channel of a sensor is called '{}'", name),
                     SuggestName(name, Keys(names_)));
  }
  const Named& named = found->second;
  return named.signal ? NodeOfSignal(*named.signal, output)
                      : NodeOfChannel(*named.sensor, named.channel, name, user);
}

int SignalGraph::NodeOfSignal(const Signal& signal, int output) {
  const std::string name =
      output == 0 ? signal.name : fmt::format("{}.{}", signal.name, output + 1);
  const auto made = made_.find(name);
  if (made != made_.end()) return made->second;
  if (output > 0 && !signal.block) {
    throw InputError(fmt::format("'{}' is no block: it has one value", signal.name));
  }
  path_.push_back(name);
  int node = 0;
  if (signal.block) {
    node = NodeOfBlock(signal, output);
  } else if (signal.input) {
    Node outside;
    outside.kind = Kind::kInput;
    outside.name = signal.name;
    outside.source = static_cast<int>(input_names_.size());
    input_names_.push_back(signal.name);
    initial_inputs_.push_back(*signal.input);
    node = AddNode(std::move(outside));
  } else {
    node = NodeOfSettings(signal.function, signal);
  }
  path_.pop_back();
  made_[name] = node;
  // The first output has both names.
  if (signal.block && output == 0) made_[signal.name + ".1"] = node;
  return node;
}

int SignalGraph::NodeOfChannel(const Sensor& sensor, int channel, const std::string& name,
                               const Item&) {
  if (!probe_of_.contains(&sensor)) {
    ProbeUse use;
    use.probe = MakeProbe(system_, sensor);
    const std::optional<SeenUnknowns> seen = use.probe->Sees();
    if (!seen) {
      throw InputError(fmt::format("the sensor '{}' cannot drive a signal", sensor.name),
                       "its slopes are not known; sensors of motion, joints, connections and their "
                       "forces can");
    }
    use.seen = *seen;
    use.first_value = static_cast<int>(probe_values_.size());
    probe_values_.resize(probe_values_.size() + use.probe->channels().size());
    probe_of_[&sensor] = static_cast<int>(probes_.size());
    probes_.push_back(std::move(use));
  }
  Node node;
  node.kind = Kind::kProbe;
  node.name = name;
  node.source = probe_of_[&sensor];
  node.channel = channel;
  UniteSeen(probes_[node.source].seen, &node.seen);
  const int index = AddNode(std::move(node));
  made_[name] = index;
  return index;
}

int SignalGraph::NodeOfBlock(const Signal& signal, int output) {
  if (!block_of_.contains(&signal)) {
    BlockUse use;
    const BlockContext context = {MakeRunSchedule(system_.model().solver).step};
    use.block = MakeBlock(*signal.block, context);
    use.signal = &signal;
    use.first_state = state_count_;
    use.first_memory = block_memory_;
    const Block& b = *use.block;
    state_count_ += b.states();
    block_memory_ += b.memory();
    use.u.resize(b.inputs());
    use.y.resize(b.outputs());
    use.slopes.A.setZero(b.states(), b.states());
    use.slopes.B.setZero(b.states(), b.inputs());
    use.slopes.C.setZero(b.outputs(), b.states());
    use.slopes.D.setZero(b.outputs(), b.inputs());
    block_of_[&signal] = static_cast<int>(blocks_.size());
    blocks_.push_back(std::move(use));
    unbound_.push_back(block_of_[&signal]);
  }
  const int block = block_of_[&signal];
  if (output >= blocks_[block].block->outputs()) {
    throw InputError(fmt::format("the block has {} output(s)", blocks_[block].block->outputs()));
  }
  if (blocks_[block].block->feeds_through()) BindInputs(block);
  Node node;
  node.kind = Kind::kBlock;
  node.name = signal.name;
  node.source = block;
  node.channel = output;
  const BlockUse& use = blocks_[block];
  if (use.block->feeds_through()) node.inputs = use.inputs;
  for (int i = 0; i < use.block->states(); ++i) {
    node.seen.scalars.push_back(system_.mode_count() + use.first_state + i);
  }
  return AddNode(std::move(node));
}

void SignalGraph::BindInputs(int block) {
  const auto waiting = std::find(unbound_.begin(), unbound_.end(), block);
  if (waiting == unbound_.end()) return;
  unbound_.erase(waiting);
  const Signal& signal = *blocks_[block].signal;
  std::vector<int> inputs;
  for (const std::string& text : signal.block->inputs) {
    TimeFunctionSettings settings = signal.function;
    settings.expression = text;
    inputs.push_back(NodeOfSettings(settings, signal));
  }
  blocks_[block].inputs = inputs;
}

// What breaks loops is looked up when nothing else is.
void SignalGraph::BindBlocks() {
  while (!unbound_.empty()) BindInputs(unbound_.back());
}

int SignalGraph::Find(const std::string& name) const {
  const auto found = made_.find(name);
  return found == made_.end() ? -1 : found->second;
}

void SignalGraph::Finish() {
  diagnostics_.ThrowIfErrors();
  const UnknownLayout& layout = system_.layout();
  scalar_column_ = 6 * system_.slot_count();
  multiplier_column_ = scalar_column_ + layout.modes + state_count_;
  sum_.Reset(multiplier_column_ + layout.multipliers);
  size_t most = 1;
  for (const Node& node : nodes_) most = std::max(most, node.inputs.size() + 1);
  operands_.resize(most);
  adjoint_.assign(nodes_.size(), 0);
  follows_motion_ =
      std::any_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return !node.of_time; });
}

void SignalGraph::InitialStates(double* states) const {
  for (const BlockUse& use : blocks_) use.block->InitialStates(states + use.first_state);
}

std::shared_ptr<const TimeFunction> SignalGraph::AsTimeFunction(int node) const {
  if (!nodes_[node].of_time) return nullptr;
  if (nodes_[node].kind == Kind::kTime) return nodes_[node].function;
  return std::make_shared<SignalOfTime>(this, node);
}

bool SignalGraph::has_small_motion(std::string* name) const {
  for (const BlockUse& use : blocks_) {
    *name = use.signal->name;
    if (!use.block->has_small_motion()) return false;
  }
  return true;
}

// ---- Values -------------------------------------------------------------------------------------

double SignalGraph::ValueAt(int index, double time) const {
  const Node& node = nodes_[index];
  if (node.kind == Kind::kTime) return node.function->Value(time);
  std::array<double, kMostOperands> operands;
  size_t count = 0;
  operands[count++] = time;
  for (int input : node.inputs) operands[count++] = ValueAt(input, time);
  return node.formula->Evaluate<double>({operands.data(), count});
}

Jet SignalGraph::JetAt(int index, double time) const {
  const Node& node = nodes_[index];
  if (node.kind == Kind::kTime) return node.function->At(time);
  std::array<Jet, kMostOperands> operands;
  size_t count = 0;
  operands[count++] = Jet::Time(time);
  for (int input : node.inputs) operands[count++] = JetAt(input, time);
  return node.formula->Evaluate<Jet>({operands.data(), count});
}

BlockPoint SignalGraph::PointOf(const BlockUse& use, const Evaluation& at) const {
  for (size_t i = 0; i < use.inputs.size(); ++i) use.u[i] = Value(at, use.inputs[i]);
  const int memory = first_memory_ + static_cast<int>(nodes_.size()) + use.first_memory;
  return {at.state.time,
          at.h,
          at.state.modal.data() + system_.mode_count() + use.first_state,
          use.u.data(),
          at.history + memory,
          at.next + memory};
}

double SignalGraph::Compute(const Node& node, const Evaluation& at) const {
  switch (node.kind) {
    case Kind::kTime:
      return node.function->Value(at.state.time);
    case Kind::kProbe:
      return probe_values_[probes_[node.source].first_value + node.channel];
    case Kind::kInput:
      return at.state.inputs[node.source];
    case Kind::kFormula:
      operands_[0] = at.state.time;
      for (size_t i = 0; i < node.inputs.size(); ++i) operands_[i + 1] = Value(at, node.inputs[i]);
      return node.formula->Evaluate<double>({operands_.data(), node.inputs.size() + 1});
    case Kind::kBlock:
      break;
  }
  const BlockUse& use = blocks_[node.source];
  const BlockPoint point = PointOf(use, at);
  use.block->Outputs(point, use.y.data());
  return use.y[node.channel];
}

void SignalGraph::Evaluate(const Evaluation& at) const {
  for (const ProbeUse& use : probes_) use.probe->Read(at, probe_values_.data() + use.first_value);
  double* values = at.next + first_memory_;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (!node.of_time) {
      values[i] = Compute(node, at);
      continue;
    }
    if (!node.known || node.last_time != at.state.time) {
      node.last_value =
          node.kind == Kind::kTime ? node.function->Value(at.state.time) : Compute(node, at);
      node.last_time = at.state.time;
      node.known = true;
    }
    values[i] = node.last_value;
  }
  if (block_memory_ == 0) return;
  for (const BlockUse& use : blocks_) {
    if (use.block->memory() > 0) use.block->Remember(PointOf(use, at));
  }
}

bool SignalGraph::Jumped(const double* before, const double* after) const {
  if (block_memory_ == 0) return false;
  const int first = first_memory_ + static_cast<int>(nodes_.size());
  return std::any_of(blocks_.begin(), blocks_.end(), [&](const BlockUse& use) {
    const int memory = first + use.first_memory;
    return use.block->Jumped(before + memory, after + memory);
  });
}

// Blocks have had the inputs of the start for ever. What they remember may itself be behind an
// input, so memory is made as often as there are blocks that remember.
void SignalGraph::Start(const SystemState& state, double* history) const {
  const Evaluation at{state, std::numeric_limits<double>::infinity(), history, history};
  Evaluate(at);
  if (block_memory_ == 0) return;
  for (size_t pass = 0; pass < blocks_.size(); ++pass) {
    for (const BlockUse& use : blocks_) {
      if (use.block->memory() == 0) continue;
      const BlockPoint point = PointOf(use, at);
      use.block->StartMemory(state.time, point.u, point.next);
    }
    Evaluate(at);
  }
}

// ---- Slopes -------------------------------------------------------------------------------------

void SignalGraph::SpreadProbe(const Node& node, double adjoint, const Evaluation& at) const {
  const ProbeUse& use = probes_[node.source];
  part_.Reset(use.seen.size());
  use.probe->Differentiate(at, node.channel, &part_);
  int from = 0;
  const auto add = [&](int to, int count) {
    sum_.K.segment(to, count) += adjoint * part_.K.segment(from, count);
    sum_.C.segment(to, count) += adjoint * part_.C.segment(from, count);
    sum_.M.segment(to, count) += adjoint * part_.M.segment(from, count);
    from += count;
  };
  for (int slot : use.seen.slots) {
    // The ground and frames on it do not move by themselves.
    if (system_.geometry().IsPrescribed(slot)) {
      from += 6;
    } else {
      add(6 * slot, 6);
    }
  }
  for (int scalar : use.seen.scalars) add(scalar_column_ + scalar, 1);
  for (int multiplier : use.seen.multipliers) add(multiplier_column_ + multiplier, 1);
}

void SignalGraph::SpreadFormula(const Node& node, double adjoint, const Evaluation& at) const {
  using Number = Dual<1>;
  std::array<Number, kMostOperands> operands;
  const size_t count = node.inputs.size() + 1;
  operands[0] = at.state.time;
  for (size_t i = 1; i < count; ++i) operands[i] = Value(at, node.inputs[i - 1]);
  for (size_t i = 1; i < count; ++i) {
    operands[i].d[0] = 1;
    const double slope =
        node.formula->Evaluate<Number>(std::span<const Number>(operands.data(), count)).d[0];
    operands[i].d[0] = 0;
    adjoint_[node.inputs[i - 1]] += adjoint * slope;
  }
}

void SignalGraph::SpreadBlock(const Node& node, double adjoint, const Evaluation& at) const {
  const BlockUse& use = blocks_[node.source];
  use.block->Differentiate(PointOf(use, at), &use.slopes);
  const int first = scalar_column_ + system_.mode_count() + use.first_state;
  for (int i = 0; i < use.block->states(); ++i) {
    sum_.K[first + i] += adjoint * use.slopes.C(node.channel, i);
  }
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    adjoint_[node.inputs[i]] += adjoint * use.slopes.D(node.channel, static_cast<Eigen::Index>(i));
  }
}

void SignalGraph::Differentiate(const Evaluation& at, int node, ScalarGradient* gradient) const {
  adjoint_[node] = 1;
  for (int i = node; i >= 0; --i) {
    const double adjoint = std::exchange(adjoint_[i], 0.0);
    const Node& n = nodes_[i];
    if (adjoint == 0 || n.seen.size() == 0) continue;
    if (n.kind == Kind::kProbe) SpreadProbe(n, adjoint, at);
    if (n.kind == Kind::kFormula) SpreadFormula(n, adjoint, at);
    if (n.kind == Kind::kBlock) SpreadBlock(n, adjoint, at);
  }
  const SeenUnknowns& seen = nodes_[node].seen;
  gradient->Reset(seen.size());
  int to = 0;
  const auto take = [&](int from, int count) {
    gradient->K.segment(to, count) = sum_.K.segment(from, count);
    gradient->C.segment(to, count) = sum_.C.segment(from, count);
    gradient->M.segment(to, count) = sum_.M.segment(from, count);
    sum_.K.segment(from, count).setZero();
    sum_.C.segment(from, count).setZero();
    sum_.M.segment(from, count).setZero();
    to += count;
  };
  for (int slot : seen.slots) take(6 * slot, 6);
  for (int scalar : seen.scalars) take(scalar_column_ + scalar, 1);
  for (int multiplier : seen.multipliers) take(multiplier_column_ + multiplier, 1);
}

// ---- Inputs of elements -------------------------------------------------------------------------

const SeenUnknowns& DrivingInput::Bind(int node, const Element& element,
                                       const SignalGraph& signals) {
  signals_ = &signals;
  node_ = node;
  offset_ = signals.first_memory() + node_ - element.first_history();
  slot_ = static_cast<int>(element.bodies().size());
  scalar_ = static_cast<int>(element.scalars().size());
  multiplier_ = static_cast<int>(element.seen_multipliers().size());
  return signals.SeenBy(node_);
}

void DrivingInput::AddTangents(const Evaluation& at, int first_row,
                               const Eigen::Ref<const Eigen::VectorXd>& slope,
                               const Element& element, ElementTangents* tangents) const {
  if (!depends_on_motion()) return;
  const SeenUnknowns& seen = signals_->SeenBy(node_);
  const Evaluation whole{at.state, at.h, at.history - element.first_history(),
                         at.next - element.first_history()};
  signals_->Differentiate(whole, node_, &gradient_);
  int from = 0;
  const auto add = [&](int column, size_t size) {
    const auto count = static_cast<int>(size);
    const auto rows = slope.size();
    tangents->K.block(first_row, column, rows, count).noalias() +=
        slope * gradient_.K.segment(from, count);
    tangents->C.block(first_row, column, rows, count).noalias() +=
        slope * gradient_.C.segment(from, count);
    tangents->M.block(first_row, column, rows, count).noalias() +=
        slope * gradient_.M.segment(from, count);
    from += count;
  };
  const auto bodies = static_cast<int>(element.bodies().size());
  add(6 * slot_, 6 * seen.slots.size());
  add(6 * bodies + scalar_, seen.scalars.size());
  add(element.motion_size() + element.multipliers() + multiplier_, seen.multipliers.size());
}

}  // namespace jounce
