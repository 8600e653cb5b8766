// One description of every kind of law, with realistic rubber values: for tests and benchmarks that
// must hold for all laws, and for the pictures in the documentation.
#ifndef JOUNCE_LAWS_LAW_GALLERY_H_
#define JOUNCE_LAWS_LAW_GALLERY_H_

#include <string>
#include <vector>

#include "laws/law_settings.h"

namespace jounce {

struct GalleryLaw {
  std::string name;  // "prony", "series of spring and dashpot", ...
  LawSettings settings;
  // How the law treats a strain that is linear over each step: exact at any step size, or with an
  // error that falls with the square of the step.
  bool exact = true;
  double amplitude = 2e-3;  // a strain that shows what the law does [m]
};

// Every kind but `library`, which needs a file, and some networks and modifiers. At least one of
// each dimension.
std::vector<GalleryLaw> LawGallery();

// The hydrobushing of Svensson & Håkansson 2004 with the parameters of appendix B, no weighting.
HydrobushingSettings LundHydrobushing();

}  // namespace jounce

#endif  // JOUNCE_LAWS_LAW_GALLERY_H_
