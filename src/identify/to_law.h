// What was identified, as the description of a law that bench and models take
// (laws/law_settings.h).
#ifndef JOUNCE_IDENTIFY_TO_LAW_H_
#define JOUNCE_IDENTIFY_TO_LAW_H_

#include "identify/candidate_law.h"
#include "identify/superposition.h"
#include "laws/law_settings.h"

namespace jounce::identify {

// The hydrobushing law under its own kind; anything else as parts in parallel.
LawSettings ToLaw(const CandidateLaw& model);

// A Prony series of moduli times `shape_factor` (area over thickness, m); with a master curve, the
// WLF shift goes along, at its reference temperature.
LawSettings ToLaw(const ModulusFit& fit, double shape_factor, const MasterCurve* curve = nullptr);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_TO_LAW_H_
