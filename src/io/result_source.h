// The channels of a result file as a SignalSource, so that whatever works on measured signals works
// on simulated ones: conversion, spectra, comparison.
#ifndef JOUNCE_IO_RESULT_SOURCE_H_
#define JOUNCE_IO_RESULT_SOURCE_H_

#include <memory>
#include <string>

#include "signals/channel.h"

namespace jounce {

// All rows but a last one that comes at another interval. Throws FileError if it is not a result
// file, InputError if its rows are not evenly spaced in time.
std::shared_ptr<const SignalSource> OpenResultSource(const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_RESULT_SOURCE_H_
