// Ways from measured velocities and accelerations, without their drift.
//
// An accelerometer has an offset, and it wanders. Integrated twice, a thousandth of g is five metres
// after half a minute. What is slower than the event cannot be told from it, so it is taken out
// before and after every integration:
//   1. the straight line of least squares is removed (offset and drift of the sensor);
//   2. a high-pass filter without phase shift (filter.h) takes out what is slower than `high_pass`:
//      all below half of it, nothing above one and a half times it;
//   3. the integral goes over cubics through four samples, exact to fourth order in the interval;
// and the way has 1 and 2 done to it once more. Where something truly moves that slowly, a hill, it
// is lost with the drift.
#ifndef JOUNCE_SIGNALS_INTEGRATION_H_
#define JOUNCE_SIGNALS_INTEGRATION_H_

#include <span>
#include <vector>

namespace jounce {

// From the first sample on, where the integral is zero.
std::vector<double> Integrate(std::span<const double> samples, double sample_rate);

// Samples integrated `times` times (0, 1 or 2), with what is slower than `high_pass` [Hz] taken out.
// Throws an InputError where the record is too short to hold one period of it.
std::vector<double> IntegrateWithoutDrift(std::span<const double> samples, double sample_rate,
                                          int times, double high_pass);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_INTEGRATION_H_
