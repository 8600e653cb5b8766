// Probes of what items do: the force and moment that they apply, strain and force of laws, and what
// motions and loads are given.
//
// A reaction is the wrench W = (f, m) on the item's second end, with orientation R and origin p:
// the force R f, and the moment R m + (p - c) x R f about the point c, which is p where nothing
// else is said. Both in any axes; or along one direction in them.
#ifndef JOUNCE_MECHANICS_LOAD_PROBES_H_
#define JOUNCE_MECHANICS_LOAD_PROBES_H_

#include <memory>
#include <string>

#include "mechanics/probe.h"
#include "mechanics/system.h"

namespace jounce {

std::unique_ptr<Probe> MakeReactionProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeStrainProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeLawForceProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeInputProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeElementProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeSignalProbe(const System& system, const Sensor& sensor);

// The ends that the user gave to a joint, motion or connection, in the order in which
// System::FindItem finds items of one name.
FramePair FramesOfItem(const System& system, const std::string& name);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_LOAD_PROBES_H_
