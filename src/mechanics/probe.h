// A probe: what a sensor reads of a running system, as channels of numbers with names and units.
//
// To add a kind: a line in model/probe_kinds.cc (its word, keys, channels and check), a class
// derived from Probe beside its relatives (frame_probes, load_probes, joint_probes, part_probes)
// and a line in probes.cc that makes it.
#ifndef JOUNCE_MECHANICS_PROBE_H_
#define JOUNCE_MECHANICS_PROBE_H_

#include <Eigen/Core>
#include <optional>
#include <utility>
#include <vector>

#include "mechanics/element.h"
#include "model/probe_channel.h"

namespace jounce {

class ConnectionElement;

// Derivatives of one scalar: K by local pose increments (6 a slot, in the axes of the body or node,
// as in element.h), scalars and multipliers, in that order; C by twists and scalar rates; M by
// twist rates and second rates. All three have the same size.
struct ScalarGradient {
  Eigen::RowVectorXd K, C, M;

  void Reset(int size) {
    K.setZero(size);
    C.setZero(size);
    M.setZero(size);
  }
};

class Probe {
 public:
  explicit Probe(std::vector<ProbeChannel> channels) : channels_(std::move(channels)) {}
  virtual ~Probe() = default;

  const std::vector<ProbeChannel>& channels() const { return channels_; }

  // Writes one value a channel. `at` is of the whole system, as for System::Residual. Never
  // allocates.
  virtual void Read(const Evaluation& at, double* values) const = 0;

  // What its values depend on, all channels alike; nothing where they cannot drive a signal.
  virtual std::optional<SeenUnknowns> Sees() const { return std::nullopt; }

  // Adds the derivatives of one channel by what it sees, which are exact. `gradient` has the size
  // of that. Only where there is something that it sees.
  virtual void Differentiate(const Evaluation& /*at*/, int /*channel*/,
                             ScalarGradient* /*gradient*/) const {}

  // Whether it reads the energies of the whole system, with what was supplied since the start.
  virtual bool reads_energies() const { return false; }

  // The connection whose law's force this is, or null: in a frequency response that force is the
  // law's complex stiffness times the strain.
  virtual const ConnectionElement* ForceLaw() const { return nullptr; }

 private:
  std::vector<ProbeChannel> channels_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_PROBE_H_
