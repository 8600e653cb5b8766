// A road as a model or a file of its own describes it: a file of OpenCRG or of another description,
// or a straight road that is made up. Plain data; io/road_file.h makes the road.
#ifndef JOUNCE_ROADS_ROAD_SETTINGS_H_
#define JOUNCE_ROADS_ROAD_SETTINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "roads/course.h"
#include "roads/made_road.h"

namespace jounce {

// A profile whose heights are in a file of signals.
struct ProfileFile {
  std::string file;
  std::vector<std::string> channels;
  std::vector<double> v;  // m, a channel
  double start = 0;
  double interval = 0;  // m; 0: by the speed
  double speed = 0;     // m/s, with which time histories were driven
  bool repeats = false;
};

struct RoadSettings : MadeRoadSettings {
  std::string file;  // instead of all the rest but the friction
  std::vector<ProfileFile> profile_files;
  std::optional<CourseSettings> drive;  // for drive signals of rigs; models have their own vehicle
};

}  // namespace jounce

#endif  // JOUNCE_ROADS_ROAD_SETTINGS_H_
