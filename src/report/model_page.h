// The page of a model: what is in it, as a reader of the model file would want to check it.
#ifndef JOUNCE_REPORT_MODEL_PAGE_H_
#define JOUNCE_REPORT_MODEL_PAGE_H_

#include <string>
#include <vector>

#include "math/display_units.h"
#include "report/page.h"

namespace jounce::report {

struct ModelBody {
  std::string name = {};
  std::string kind = {};     // "rigid", "flexible".
  double mass = 0;           // kg
  Vec3 centre = {0, 0, 0};   // Centre of mass in the world, m.
  Vec3 inertia = {0, 0, 0};  // About the centre of mass and the body's axes, kg m^2.
};

struct ModelJoint {
  std::string name = {};
  std::string kind = {};
  std::string body_a = {};
  std::string body_b = {};
  int removed = 0;  // Degrees of freedom that it takes away.
};

struct ModelConnection {
  std::string name = {};
  std::string kind = {};  // "bushing"
  std::string law = {};   // "fractional derivative"
  std::string body_a = {};
  std::string body_b = {};
};

// Anything else by name: forces, motions, sensors.
struct ModelOther {
  std::string name = {};
  std::string kind = {};
  std::string where = {};
};

struct ModelPageInput {
  DisplayUnits units = {};  // of the page; all below is SI
  std::string title = {};
  std::string subtitle = {};
  std::vector<Fact> facts = {};  // Put before those that the page counts itself.
  std::vector<Note> warnings = {};
  Scene scene = {};  // At rest.
  std::vector<ModelBody> bodies = {};
  std::vector<ModelJoint> joints = {};
  std::vector<ModelConnection> connections = {};
  std::vector<ModelOther> others = {};
  int degrees_of_freedom = 0;
};

Page MakeModelPage(const ModelPageInput& input);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_MODEL_PAGE_H_
