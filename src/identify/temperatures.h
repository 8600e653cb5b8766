// Tests of one part at several temperatures: K* of each over frequency, to be made into one law by
// superposition (superposition.h).
#ifndef JOUNCE_IDENTIFY_TEMPERATURES_H_
#define JOUNCE_IDENTIFY_TEMPERATURES_H_

#include <vector>

#include "identify/dma.h"
#include "identify/series.h"

namespace jounce::identify {

bool HaveSeveralTemperatures(const std::vector<Series>& data);

// Throws InputError where there are several: a law of loops is that of one temperature.
void RefuseSeveralTemperatures(const std::vector<Series>& data);

// Sweeps of K* (N/m, of rotations N m/rad) from prepared loops, coldest first. Throws InputError
// where the amplitudes differ: a shift of frequencies says nothing of them.
std::vector<Sweep> SweepsOfLoops(const std::vector<Series>& data);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_TEMPERATURES_H_
