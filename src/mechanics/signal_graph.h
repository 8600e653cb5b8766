// The signals of a model at run time: scalars that depend on time, on probes of the motion, on
// states of blocks, on what programs outside give, and on each other.
//
// They are nodes in an order in which each comes after those that it needs at once. Before the
// elements add up their residual all nodes are evaluated, each once; what depends on time alone,
// only when the time has changed. Their values lie in the flat memory of the system, after that of
// the elements, where elements find them (DrivingInput). Newton's method needs their slopes: a
// node's slopes with respect to the bodies, scalar coordinates and multipliers behind it follow by
// the chain rule, from the node back through all that it uses.
//
// A loop of signals in which each needs the next at once has no order and is refused. States,
// samples and delays break loops.
#ifndef JOUNCE_MECHANICS_SIGNAL_GRAPH_H_
#define JOUNCE_MECHANICS_SIGNAL_GRAPH_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "blocks/block.h"
#include "math/expression.h"
#include "mechanics/element.h"
#include "mechanics/probe.h"
#include "model/model.h"

namespace jounce {

class System;

class SignalGraph {
 public:
  // The signals of the system's model, whose elements have their places already; the values will
  // lie in the flat memory from `first_memory` on. `system` must outlive this.
  SignalGraph(const System& system, int first_memory);

  // The node of a scalar input of `owner`.
  int Add(const TimeFunctionSettings& settings, const Item& owner);

  // All inputs were added. Throws InputError with all that was wrong with any of them.
  void Finish();

  int first_memory() const { return first_memory_; }
  // Doubles in the flat memory; final when all inputs were added.
  int memory_size() const { return static_cast<int>(nodes_.size()) + block_memory_; }
  // Values of nodes come first in it, then what blocks remember.
  int node_count() const { return static_cast<int>(nodes_.size()); }
  // With those of elements, which come first.
  int state_count() const { return state_count_; }
  void InitialStates(double* states) const;
  const std::vector<std::string>& input_names() const { return input_names_; }
  const std::vector<double>& initial_inputs() const { return initial_inputs_; }
  // Whether linear analyses can follow all blocks; else the name of one that they cannot.
  bool has_small_motion(std::string* name) const;

  // `at` is of the whole system in these.
  void Start(const SystemState& state, double* history) const;
  void Evaluate(const Evaluation& at) const;
  double Value(const Evaluation& at, int node) const { return at.next[first_memory_ + node]; }

  // Whether a node depends on more than the time.
  bool follows_motion() const { return follows_motion_; }

  // Did a block jump at the end of a step, between the memory that was converged before it and the
  // one after?
  bool Jumped(const double* before, const double* after) const;

  // What the node depends on; the ground is left out.
  const SeenUnknowns& SeenBy(int node) const { return nodes_[node].seen; }
  // Slopes with respect to that, in its order. After Evaluate().
  void Differentiate(const Evaluation& at, int node, ScalarGradient* gradient) const;

  // A node that depends on time alone as a function; nullptr for another.
  std::shared_ptr<const TimeFunction> AsTimeFunction(int node) const;

  // Node of a signal or output of a block by its name; -1 where there is none.
  int Find(const std::string& name) const;
  // Node that was added for an item of this name.
  int NodeOfOwner(const std::string& name) const { return owners_.at(name); }

  // Blocks with states, each of which is an element (block_element.h).
  struct BlockUse {
    std::shared_ptr<const Block> block;
    const Signal* signal = nullptr;
    std::vector<int> inputs;  // nodes
    int first_state = 0;      // among all states
    int first_memory = 0;     // after the values of the nodes
    mutable std::vector<double> u, y;
    mutable BlockSlopes slopes;
  };
  const std::vector<BlockUse>& blocks() const { return blocks_; }
  // Values of a block's inputs, in BlockUse::u, and all that it may read.
  BlockPoint PointOf(const BlockUse& use, const Evaluation& at) const;

 private:
  enum class Kind { kTime, kProbe, kFormula, kInput, kBlock };
  struct Node {
    Kind kind = Kind::kTime;
    std::string name;                                        // for messages
    std::shared_ptr<const TimeFunction> function = nullptr;  // of time
    std::shared_ptr<const Expression> formula = nullptr;     // of t and its inputs
    std::vector<int> inputs = {};
    int source = -1;  // probe, outside input or block
    int channel = 0;  // of the probe or block
    bool of_time = false;
    SeenUnknowns seen = {};
    mutable double last_time = 0, last_value = 0;
    mutable bool known = false;  // the last two are
  };
  struct ProbeUse {
    std::unique_ptr<Probe> probe;
    SeenUnknowns seen;
    int first_value = 0;  // in probe_values_
  };
  // What a name stands for.
  struct Named {
    const Signal* signal = nullptr;
    const Sensor* sensor = nullptr;
    int channel = 0;
  };

  template <class Make>
  int Guard(const Item& owner, Make make);
  void CollectNames();
  int NodeOf(const std::string& name, const Item& user);
  int NodeOfSettings(const TimeFunctionSettings& settings, const Item& owner);
  int NodeOfFormula(const std::string& text, const TimeFunctionSettings& settings,
                    const Item& owner);
  int NodeOfOperand(const std::string& name, const TimeFunctionSettings& settings,
                    const Item& owner);
  int NodeOfSignal(const Signal& signal, int output);
  int NodeOfChannel(const Sensor& sensor, int channel, const std::string& name, const Item& user);
  int NodeOfBlock(const Signal& signal, int output);
  void BindInputs(int block);
  void BindBlocks();
  int AddNode(Node node);
  int AddConstant(double value);
  void SeeInputs(Node* node) const;
  void UniteSeen(const SeenUnknowns& other, SeenUnknowns* seen) const;

  friend class SignalOfTime;
  double ValueAt(int node, double time) const;
  Jet JetAt(int node, double time) const;
  double Compute(const Node& node, const Evaluation& at) const;
  void SpreadBlock(const Node& node, double adjoint, const Evaluation& at) const;
  void SpreadFormula(const Node& node, double adjoint, const Evaluation& at) const;
  void SpreadProbe(const Node& node, double adjoint, const Evaluation& at) const;

  const System& system_;
  int first_memory_;
  int block_memory_ = 0;
  bool follows_motion_ = false;
  int state_count_ = 0;
  std::vector<Node> nodes_;
  std::vector<BlockUse> blocks_;
  std::vector<ProbeUse> probes_;
  std::vector<std::string> input_names_;
  std::vector<double> initial_inputs_;

  std::map<std::string, Named> names_;
  std::map<std::string, int> made_;        // nodes by name
  std::map<std::string, int> owners_;      // nodes by the item that they were added for
  std::map<const Signal*, int> block_of_;  // made blocks
  std::map<const Sensor*, int> probe_of_;  // made probes
  std::vector<int> unbound_;               // blocks whose inputs are not yet looked up
  std::vector<std::string> path_;          // names being looked up, for loops
  Diagnostics diagnostics_;

  // For work; a System serves one thread. Slopes by all slots, scalars and multipliers.
  static constexpr size_t kMostOperands = 33;
  int scalar_column_ = 0, multiplier_column_ = 0;
  mutable std::vector<double> probe_values_, operands_, adjoint_;
  mutable ScalarGradient sum_, part_;
};

// One scalar input of an element: a node, and where in the element's unknowns stand those behind
// it.
class DrivingInput {
 public:
  // Takes this node. The element must See() what is returned, at once.
  const SeenUnknowns& Bind(int node, const Element& element, const SignalGraph& signals);

  // `at` is of the element in both.
  double Value(const Evaluation& at) const { return at.next[offset_]; }
  // Adds to the rows of the element, from `first_row` on, `slope` times the slopes of the signal.
  void AddTangents(const Evaluation& at, int first_row,
                   const Eigen::Ref<const Eigen::VectorXd>& slope, const Element& element,
                   ElementTangents* tangents) const;

  int node() const { return node_; }
  bool depends_on_motion() const { return signals_->SeenBy(node_).size() > 0; }

 private:
  const SignalGraph* signals_ = nullptr;
  int node_ = -1;
  int offset_ = 0;  // of its value from the element's memory
  int slot_ = 0, scalar_ = 0, multiplier_ = 0;
  mutable ScalarGradient gradient_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_SIGNAL_GRAPH_H_
