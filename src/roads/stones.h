// Paving of stones, as of a Belgian block: rows across the road of stones of one size, each row
// shifted at random. A stone has its own height h and tilts a, b, falls off at its edges and ends in
// joints of one depth d,
//
//   z = -d + (d + h + a x + b y) (1 - |2 x/L|^k) (1 - |2 y/W|^k),
//
// x and y from the middle of the stone, L along and W across the road. So heights are continuous.
// What a stone has comes from its row, its place in it and the seed alone: the road is the same on
// every machine and needs no memory. Heights and tilts are sums of four uniform numbers, nearly
// normal and at most 3.5 deviations from their mean.
//
// The defaults are near a public measurement of a Belgian block [ASAM OpenCRG, belgian_block.crg]
// for wavelengths below 0.5 m; the long waves that such pavings are laid with are a random road
// (random_profile.h).
#ifndef JOUNCE_ROADS_STONES_H_
#define JOUNCE_ROADS_STONES_H_

#include <cstdint>

#include "roads/across_road.h"
#include "roads/road.h"

namespace jounce {

struct StoneSettings : AcrossRoad {
  double start = 0;                 // m
  double length = kRoadWithoutEnd;  // m, of the paving
  double stone_length = 0.17;       // m, L
  double stone_width = 0.2;         // m, W
  double joint_depth = 0.014;       // m, d
  double height_deviation = 0.003;  // m, of h
  double tilt_deviation = 0.1;      // of a and b
  double edge = 4;                  // k: the higher, the sharper
  uint64_t seed = 1;
};

// Throws InputError where stones have no size.
void CheckStones(const StoneSettings& stones);

// No allocation.
void AddStones(const StoneSettings& stones, double x, double y, RoadSurface* surface);

}  // namespace jounce

#endif  // JOUNCE_ROADS_STONES_H_
