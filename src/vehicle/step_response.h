// What a quantity makes of a step of steering [ISO 7401]: where it settles, when it first has 90 %
// of that, its maximum. Times count from when the steering has half of its new value.
#ifndef JOUNCE_VEHICLE_STEP_RESPONSE_H_
#define JOUNCE_VEHICLE_STEP_RESPONSE_H_

#include <vector>

namespace jounce {

struct StepResponse {
  double steady = 0;     // mean over the last part of the record
  double time_90;        // s; not a number where it never comes there
  double peak_time;      // s; not a number where it does not overshoot
  double overshoot = 0;  // part of the steady value
};

// When a quantity first has this part of `whole`, for more than 10 ms; not a number where it never
// has.
double TimeOfPart(const std::vector<double>& time, const std::vector<double>& values, double whole,
                  double part);

// The steady value is the mean from `settled` on. Overshoots of less than 0.1 % are none.
StepResponse FindStepResponse(const std::vector<double>& time, const std::vector<double>& values,
                              double reference_time, double settled);

// The mean from a time on.
double MeanFrom(const std::vector<double>& time, const std::vector<double>& values, double from);

// Slope and value at zero of the straight line through points, by least squares.
struct StraightLine {
  double slope, at_zero;
};
StraightLine FitLine(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace jounce

#endif  // JOUNCE_VEHICLE_STEP_RESPONSE_H_
