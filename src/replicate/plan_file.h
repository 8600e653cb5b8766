// Reads plans:
//
//   plant: {model: car.yaml, set: {input: rig}}
//   drives: {left: {item: rig/left/up, unit: mm, level: 3 mm, stroke: 75 mm}}
//   targets: {axle: {channel: LF Spindle Acceleration Z, probe: axle.z}}
//   events: {cobbles: {file: cobbles.rsp}}
//   band: {low: 0.7 Hz, high: 30 Hz}
#ifndef JOUNCE_REPLICATE_PLAN_FILE_H_
#define JOUNCE_REPLICATE_PLAN_FILE_H_

#include <string>
#include <vector>

#include "io/document.h"
#include "io/fields.h"
#include "replicate/plan.h"

namespace jounce {

void Describe(Fields& fields, ReplicatePlan& plan);

// Throws InputError with all mistakes, FileError where it cannot be read. The files that were read
// are appended to `files`.
ReplicatePlan LoadPlan(const std::string& path, const Assignments& assignments,
                       std::vector<std::string>* files);
ReplicatePlan ParsePlan(const std::string& text, const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_PLAN_FILE_H_
