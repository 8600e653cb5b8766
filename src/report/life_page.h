// The page of a part's life: damage on its surface in colours, the hot spots with the loads that
// matter there, the events of a schedule.
#ifndef JOUNCE_REPORT_LIFE_PAGE_H_
#define JOUNCE_REPORT_LIFE_PAGE_H_

#include <string>
#include <vector>

#include "fatigue/schedule.h"
#include "report/page.h"

namespace jounce::report {

struct HotSpot {
  std::string name = {};  // "node 2100 top"
  Vec3 position = {0, 0, 0};
  double amplitude = 0;    // of the largest cycle [MPa]
  double damage = 0;       // of one pass, or of one schedule
  std::string loads = {};  // what matters there, for people
};

struct LifePageInput {
  std::string title = {};
  std::vector<Fact> facts = {};
  SceneShape surface = {};              // without triangles: nothing is drawn
  std::vector<double> damage = {};      // at each point of the surface
  std::vector<HotSpot> spots = {};      // the worst first
  std::vector<EventShare> events = {};  // at the worst spot; of one history: none
};

Page MakeLifePage(const LifePageInput& input);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_LIFE_PAGE_H_
