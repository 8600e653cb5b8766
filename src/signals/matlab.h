// Time histories in MATLAB files: version 4 (save -v4) and 5 (save -v6 or -v7); what io/mat73.h
// reads of version 7.3 goes the same way.
//
// We write version 5, one structure per channel, with the fields name, description, unit,
// sample_rate, start and data. We read such structures, and also plain variables and those in
// structures (`s.x`): a vector `time` or `t`, or a scalar `fs`, `sample_rate` or `dt`, gives the
// time axis, or what the user says. Every real vector that fits it becomes a channel, and every
// column of a matrix
// (`m_1`, `m_2`, ...). What is left out is named.
#ifndef JOUNCE_SIGNALS_MATLAB_H_
#define JOUNCE_SIGNALS_MATLAB_H_

#include <memory>
#include <string>
#include <vector>

#include "signals/byte_source.h"
#include "signals/channel.h"
#include "signals/matlab_variable.h"

namespace jounce {

struct MatlabReadSettings {
  double sample_rate =
      0;  // Hz, where no variable is the time; 0: fs, sample_rate or dt of the file
  std::string time_column;  // the variable or column that is the time, where it is not time or t
};

// The channels among the variables of the file `path`. Throws an InputError where there are none.
// `left_out`: the variables that are no channels, and why.
std::vector<Channel> ChannelsOfMatlab(const std::string& path,
                                      std::vector<MatlabVariable> variables,
                                      const MatlabReadSettings& settings,
                                      std::vector<std::string>* left_out);

// Throws a FileError for a file that is damaged or of another version, an InputError for one that
// holds no time histories.
std::vector<Channel> ReadMatlab(const ByteSource& file, const MatlabReadSettings& settings = {},
                                std::vector<std::string>* left_out = nullptr);

// The same as a source that remarks on what is left out.
std::shared_ptr<const SignalSource> OpenMatlab(const ByteSource& file,
                                               const MatlabReadSettings& settings);

void WriteMatlab(const std::string& path, const SignalSource& source);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_MATLAB_H_
