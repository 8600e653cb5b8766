// A straight road along x that is made up: a plane with bumps, waves, stones, profiles and patches of
// other friction. Heights of all that lies at a place are added.
#ifndef JOUNCE_ROADS_MADE_ROAD_H_
#define JOUNCE_ROADS_MADE_ROAD_H_

#include <optional>
#include <string>
#include <vector>

#include "roads/across_road.h"
#include "roads/random_profile.h"
#include "roads/road.h"
#include "roads/stones.h"

namespace jounce {

// A plank or cleat, or a pothole where the height is negative: a trapezoid along the road.
struct BumpSettings : AcrossRoad {
  double start = 0;      // m, where the first ramp begins
  double length = 0.1;   // m, with both ramps
  double height = 0.02;  // m
  double ramp = 0;       // m, of each side; 0: a step
};

// amplitude sin(2 pi (u - start)/wavelength), from start on for `length`.
struct WaveSettings : AcrossRoad {
  double start = 0;
  double length = kRoadWithoutEnd;
  double wavelength = 5;
  double amplitude = 0.01;
  double phase = 0;  // rad, at the start
};

// Heights along lines; between them straight across, beyond them as on the nearest.
struct ProfileTrack {
  double v = 0;                 // m
  std::vector<double> heights;  // m
};
struct ProfileSettings {
  double start = 0;        // m
  double interval = 0.05;  // m
  bool repeats =
      false;  // whether it goes on from the beginning; otherwise it keeps its last height
  std::vector<ProfileTrack> tracks;  // by rising v, of the same length
};

struct RandomRoadSettings : RandomProfileSettings {
  double start = 0;          // m
  double track_width = 1.5;  // m, between the tracks
};

struct FrictionPatch : AcrossRoad {
  double start = 0, length = kRoadWithoutEnd;  // m
  double friction = 0.5;
};

struct MadeRoadSettings {
  double friction = 1;
  double length = 100, width = 10;  // m, of what pictures show
  double slope = 0, banking = 0;    // dz/dx, dz/dy
  std::vector<BumpSettings> bumps;
  std::vector<WaveSettings> waves;
  std::vector<StoneSettings> stones;
  std::vector<RandomRoadSettings> random;
  std::vector<ProfileSettings> profiles;
  std::vector<FrictionPatch> patches;  // the last one that holds a place counts
};

class MadeRoad : public Road {
 public:
  // Throws InputError where something has no length.
  explicit MadeRoad(MadeRoadSettings settings);

  RoadSurface At(double x, double y, RoadHint* hint) const override;
  Extent extent() const override { return {0, s_.length, -s_.width / 2, s_.width / 2}; }

 private:
  MadeRoadSettings s_;
};

}  // namespace jounce

#endif  // JOUNCE_ROADS_MADE_ROAD_H_
