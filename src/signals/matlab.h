// Time histories in MATLAB files, version 5 (save -v6 or -v7).
//
// We write one structure per channel, with the fields name, description, unit, sample_rate, start
// and data. We read such structures, and also plain variables: a vector `time` or `t`, or a scalar
// `fs`, `sample_rate` or `dt`, gives the time axis, and every real vector or matrix that fits it
// becomes a channel or several.
#ifndef JOUNCE_SIGNALS_MATLAB_H_
#define JOUNCE_SIGNALS_MATLAB_H_

#include <string>
#include <vector>

#include "signals/byte_source.h"
#include "signals/channel.h"

namespace jounce {

// Throws a FileError for a file that is damaged or of another version, an InputError for one that
// holds no time histories.
std::vector<Channel> ReadMatlab(const ByteSource& file);

void WriteMatlab(const std::string& path, const SignalSource& source);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_MATLAB_H_
