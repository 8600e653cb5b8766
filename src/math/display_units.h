// The units in which values are shown: pages, tables and exports follow the units of the user's
// file, while everything inside and in result files is SI.
//
// Lengths, forces, masses, angles and temperatures decide what is made of them: with mm, N and deg
// a torque is shown in N*mm, a stiffness in N/mm, a stress in MPa, a rate of turn in deg/s.
// Accelerations, energies and powers stay SI unless a unit of theirs is said, and times stay in s.
#ifndef JOUNCE_MATH_DISPLAY_UNITS_H_
#define JOUNCE_MATH_DISPLAY_UNITS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "math/units.h"

namespace jounce {

class DisplayUnits {
 public:
  DisplayUnits() = default;  // SI: values are shown as they are
  // As plain numbers of a file are written.
  explicit DisplayUnits(const UnitSystem& units);

  // "mm-N-deg", "mm-kN-deg-g-Nm" in any order, or "SI"; what is not said stays SI. Throws
  // InputError for what is no unit, a time, or a second unit of one kind.
  static DisplayUnits Parse(std::string_view text);
  // Read again, it gives the same.
  std::string ToString() const;

  // The unit in which values of this SI unit are shown. A unit that is not one of SI is the user's
  // own choice, and stays.
  std::string NameOf(const std::string& si_unit) const;
  // An SI value as it is shown.
  double Show(double value, const std::string& si_unit) const;
  // Values of a channel and its unit, in place.
  void Convert(std::string* unit, std::span<double> values) const;

 private:
  struct Said {
    std::string name;
    Unit unit;
  };
  struct Shown {
    std::string name;
    Unit unit;  // of 1 where the value stays as it is
  };

  void Add(const std::string& name, std::vector<std::string>* seen);
  Shown ShownOf(const std::string& si_unit) const;

  UnitSystem base_;
  std::vector<Said> said_;  // of what is made of the base: g, Nm, MPa, km/h
};

}  // namespace jounce

#endif  // JOUNCE_MATH_DISPLAY_UNITS_H_
