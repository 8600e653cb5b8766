// Pages of time histories: overviews, spectra, frequency responses, cycle counts.
#ifndef JOUNCE_REPORT_SIGNAL_PAGE_H_
#define JOUNCE_REPORT_SIGNAL_PAGE_H_

#include <string>
#include <vector>

#include "report/page.h"
#include "signals/channel.h"
#include "signals/frequency_response.h"
#include "signals/load_matrix.h"
#include "signals/rainflow.h"
#include "signals/spectrum.h"

namespace jounce::report {

// "N" gives "N^2/Hz", "m/s^2" gives "(m/s^2)^2/Hz".
std::string DensityUnit(const std::string& unit);
// "N" over "mm" gives "N/mm".
std::string ResponseUnit(const std::string& output, const std::string& input);

// Statistics in a table, time histories and spectra; channels of one unit share a plot.
Page MakeSignalPage(const std::vector<Channel>& channels, const WelchSettings& welch);

Page MakePsdPage(const std::vector<Channel>& channels, const std::vector<PowerSpectrum>& spectra,
                 const WelchSettings& welch);

struct NamedResponse {
  std::string name;
  std::string unit;  // of the output
  MeasuredResponse response;
};
Page MakeFrfPage(const std::string& input_name, const std::string& input_unit,
                 const std::vector<NamedResponse>& responses);

struct NamedCycles {
  std::string name;
  std::string unit;
  std::vector<LoadCycle> cycles;
  Classes levels;  // of the from-to matrix
};
Page MakeRainflowPage(const std::vector<NamedCycles>& channels, size_t classes, double slope);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_SIGNAL_PAGE_H_
