// Windows: the weights that fade a piece of a signal in and out before it is transformed.
#ifndef JOUNCE_SIGNALS_WINDOW_H_
#define JOUNCE_SIGNALS_WINDOW_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

enum class Window { kRectangular, kHann, kHamming, kBlackman, kFlatTop };

// "hann" and so on; throws an InputError that lists the known ones.
Window WindowOfName(std::string_view name);
std::string NameOf(Window window);

// The periodic form, w_i = sum_m a_m cos(2 pi m i / n), as spectra need it.
std::vector<double> WindowWeights(Window window, size_t n);

// How many lines wide white noise sees a line: n sum w^2 / (sum w)^2.
double EquivalentNoiseBandwidth(const std::vector<double>& weights);

// The symmetric Kaiser window for designing filters, and the shape factor for a stop band of
// `attenuation` dB [Kaiser 1974, as in Oppenheim and Schafer, Discrete-Time Signal Processing].
double KaiserShape(double attenuation);
double KaiserWeight(double position, double shape);  // position from -1 to 1, 0 outside

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_WINDOW_H_
