// A block: numbers in, numbers out, with states of its own and memory. Controllers, filters,
// limiters and delays are blocks; they know no bodies.
//
//   x' = f(t, x, u)     states, integrated with the motion of the model
//   y  = g(t, x, u)     outputs
//
// What cannot be said by states (a sample that is held, a signal some time ago) lies in memory:
// `memory` holds the last converged step, `next` receives the trial. Blocks are const and shared.
//
// To add a block: derive from Block, describe its settings in a BlockKind (block_kinds.h), and add
// that to the table there.
#ifndef JOUNCE_BLOCKS_BLOCK_H_
#define JOUNCE_BLOCKS_BLOCK_H_

#include <Eigen/Core>
#include <cmath>

namespace jounce {

// All that a block may read, and the memory that it writes.
struct BlockPoint {
  double time;
  double h;  // length of the step; infinity in statics, where states rest
  const double* x;
  const double* u;
  const double* memory;
  double* next;

  bool is_static() const { return std::isinf(h); }
};

// Slopes of rates and outputs: A = df/dx, B = df/du, C = dg/dx, D = dg/du.
struct BlockSlopes {
  Eigen::MatrixXd A, B, C, D;
};

class Block {
 public:
  Block(int inputs, int outputs, int states, int memory)
      : inputs_(inputs), outputs_(outputs), states_(states), memory_(memory) {}
  virtual ~Block() = default;

  int inputs() const { return inputs_; }
  int outputs() const { return outputs_; }
  int states() const { return states_; }
  int memory() const { return memory_; }

  // Do outputs follow inputs at once? Where not, Outputs() must not read `u`.
  virtual bool feeds_through() const { return true; }
  // Is small motion about a state at rest told by its slopes? Not so where it samples or delays.
  virtual bool has_small_motion() const { return true; }

  // Did its outputs jump between two steps, by themselves? Then motion begins anew from there.
  virtual bool Jumped(const double* /*before*/, const double* /*after*/) const { return false; }

  // States at the start.
  virtual void InitialStates(double* x) const { std::fill(x, x + states_, 0.0); }
  // Memory of a block whose inputs were `u` for ever.
  virtual void StartMemory(double /*time*/, const double* /*u*/, double* /*memory*/) const {}

  // Neither of these allocates.
  virtual void Outputs(const BlockPoint& at, double* y) const = 0;
  virtual void Rates(const BlockPoint& /*at*/, double* /*rates*/) const {}
  // Writes the memory, all of it in statics, once the inputs are known.
  virtual void Remember(const BlockPoint& /*at*/) const {}

  // Writes all four matrices, which have their sizes.
  virtual void Differentiate(const BlockPoint& at, BlockSlopes* slopes) const = 0;

 private:
  int inputs_, outputs_, states_, memory_;
};

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_BLOCK_H_
