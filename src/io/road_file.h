// Roads from files: OpenCRG (.crg), or a description in YAML of a road that is made up:
//
//   friction: 0.9
//   length: 200
//   bumps: [{start: 20, length: 0.03, height: 0.015}]       a cleat; a pothole is below zero
//   waves: [{start: 40, length: 20, wavelength: 4, amplitude: 0.02}]
//   stones: [{start: 60, length: 100}]                      a Belgian block
//   random: [{class: C, length: 200, seed: 7}]              ISO 8608, two tracks
//   profiles: [{file: road.rsp, channels: [left, right], v: [0.75, -0.75], speed: 15}]
//   patches: [{start: 50, length: 20, v_low: 0, friction: 0.3}]
//   drive: {speed: 15, time: 50}                            over it (roads/course.h)
#ifndef JOUNCE_IO_ROAD_FILE_H_
#define JOUNCE_IO_ROAD_FILE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "io/document.h"
#include "io/fields.h"
#include "roads/road.h"
#include "roads/road_settings.h"

namespace jounce {

struct LoadedRoad {
  std::unique_ptr<Road> road;
  std::vector<std::string> files;  // all that was read
  bool is_crg = false;
  std::optional<CourseSettings> drive;  // that the description asks for
};

// `friction` is that of OpenCRG roads, whose files say nothing of it; assignments are for the
// parameters of descriptions. Throws FileError and
// InputError; warnings go to `warnings`.
LoadedRoad LoadRoad(const std::string& path, double friction, Diagnostics* warnings,
                    const Assignments& assignments = {});

// The road of a model: its keys are those of a description, or `file`.
void Describe(Fields& fields, RoadSettings& road);
LoadedRoad MakeRoad(const RoadSettings& settings, Diagnostics* warnings);

}  // namespace jounce

#endif  // JOUNCE_IO_ROAD_FILE_H_
