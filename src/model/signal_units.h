// Units of signals, as far as they are known: of channels of sensors, of signals that say theirs, of
// blocks that keep, integrate or differentiate what they get, and of sums of such. Numbers have any
// unit: what is multiplied with one is not known.
#ifndef JOUNCE_MODEL_SIGNAL_UNITS_H_
#define JOUNCE_MODEL_SIGNAL_UNITS_H_

#include <map>
#include <optional>
#include <string>

#include "math/units.h"
#include "model/model.h"

namespace jounce {

struct KnownUnit {
  Dimension dimension;
  std::string name;  // as a user writes it
};

class SignalUnits {
 public:
  // `model` must outlive this.
  explicit SignalUnits(const Model& model);

  // Of a formula. Throws InputError where it adds what has different units.
  std::optional<KnownUnit> Of(const std::string& formula) const;
  // Throws InputError where a signal's own unit, or the inputs of its block, do not fit together.
  void Check(const Signal& signal) const;

 private:
  std::optional<KnownUnit> OfName(const std::string& name, int depth) const;
  std::optional<KnownUnit> OfFormula(const std::string& formula, int depth) const;
  // By its block or formula, whatever it says itself.
  std::optional<KnownUnit> Made(const Signal& signal, int depth) const;

  std::map<std::string, std::string> channels_;  // units by names
  std::map<std::string, const Signal*> signals_;
};

}  // namespace jounce

#endif  // JOUNCE_MODEL_SIGNAL_UNITS_H_
