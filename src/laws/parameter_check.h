// Checks the parameters of a law and collects what is wrong, each by its name, so that a user sees
// all mistakes at once.
#ifndef JOUNCE_LAWS_PARAMETER_CHECK_H_
#define JOUNCE_LAWS_PARAMETER_CHECK_H_

#include <string>
#include <vector>

#include "base/error.h"

namespace jounce {

class ParameterCheck {
 public:
  // `law` is how messages call the law, e.g. "berg" or "bushing 'front': berg".
  ParameterCheck(std::string law, Diagnostics* diagnostics, const Place& place = {})
      : law_(std::move(law)), place_(place), diagnostics_(diagnostics) {}

  // The same for a part of this law, e.g. "series: part 2".
  ParameterCheck Part(const std::string& name) const {
    return ParameterCheck(law_ + ": " + name, diagnostics_, place_);
  }
  // The same for a part that stands elsewhere in the user's file, where that is known.
  ParameterCheck Part(const std::string& name, const Place& place) const {
    return ParameterCheck(law_ + ": " + name, diagnostics_, place.line > 0 ? place : place_);
  }

  // Each says no unless the value is finite and as the name of the check tells; true if good.
  bool Finite(const std::string& name, double value) const;
  bool NotNegative(const std::string& name, double value) const;
  bool Positive(const std::string& name, double value) const;
  bool Between(const std::string& name, double value, double low, double high) const;
  bool AllFinite(const std::string& name, const std::vector<double>& values) const;

  // A rule of the law's own.
  bool That(bool good, const std::string& message, const std::string& remedy) const;

 private:
  std::string law_;
  Place place_;
  Diagnostics* diagnostics_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_PARAMETER_CHECK_H_
