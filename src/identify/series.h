// Measured loops: what identification fits to. All values SI.
#ifndef JOUNCE_IDENTIFY_SERIES_H_
#define JOUNCE_IDENTIFY_SERIES_H_

#include <limits>
#include <string>
#include <vector>

#include "base/error.h"

namespace jounce::identify {

enum class SeriesKind { kStatic, kQuasiStatic, kDynamic };

const char* ToString(SeriesKind kind);

// Tests whose temperatures lie within this are of one temperature, K.
inline constexpr double kSameTemperature = 2;

// One test: a record of displacement and force over time, or, once prepared, one steady loop of it.
struct Series {
  std::string name;  // as in the user's table, e.g. "17"
  SeriesKind kind = SeriesKind::kDynamic;
  double amplitude = 0;  // m, nominal
  double frequency = 0;  // Hz, nominal; for a static test that of its triangle
  std::vector<double> time, displacement, force;
  std::vector<int> rows;  // line of each point in the file, counted from 1
  // What preparation took out of the rows to centre them.
  double mean_displacement = 0, mean_force = 0;
  double temperature = std::numeric_limits<double>::quiet_NaN();  // degree Celsius; NaN: not said
  bool rotation = false;  // angle and moment, rad and N m, for displacement and force
  Place place;
  std::vector<std::string> notes;  // what preparation did, for the report

  int size() const { return static_cast<int>(time.size()); }
};

// "0.2 mm", of a rotation "1.5 deg".
std::string ShowDisplacement(double displacement, bool rotation);

// "series 17 (dynamic, 0.2 mm, 13 Hz)".
std::string Describe(const Series& series);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_SERIES_H_
