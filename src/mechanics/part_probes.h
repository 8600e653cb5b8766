// Probes of parts and of the whole: energies, sections of beams, stresses of flexible bodies. None
// of them can drive a signal.
#ifndef JOUNCE_MECHANICS_PART_PROBES_H_
#define JOUNCE_MECHANICS_PART_PROBES_H_

#include <memory>

#include "mechanics/probe.h"
#include "mechanics/system.h"

namespace jounce {

std::unique_ptr<Probe> MakeEnergyProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeSectionForceProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeSectionStrainProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeSectionStressProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeStressProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeVonMisesProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakePrincipalStressProbe(const System& system, const Sensor& sensor);
std::unique_ptr<Probe> MakeStrainGaugeProbe(const System& system, const Sensor& sensor);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_PART_PROBES_H_
