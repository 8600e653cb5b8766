// Beams through turning points of a load path.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/beam_problem.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using testing::BeamOf;
using testing::LoadOn;
using testing::SectionOf;

// Lee's frame [Lee 1968; with these numbers Cichon 1984, Schweizerhof & Wriggers 1986]: a column
// and a beam of 120 each, E = 720, A = 6, I = 2, hinged at both feet, loaded on the beam at a fifth
// of it. The published limit load is 18.55 EI/L^2. The values here are exact: the beam of Reissner
// with EA, GA and EI, its equations integrated from foot to foot to 1e-12 and its unknowns found by
// shooting, apart from this program. Without shear and stretching the same gives 18.5587 EI/L^2.
//
// References: [Lee 1968] S.-L. Lee, F. S. Manuel, E. C. Rossow, Large deflections and stability of
// elastic frames, J. Eng. Mech. Div. ASCE 94 (1968) 521-547. C. Cichon, Large displacements
// in-plane analysis of elastic-plastic frames, Computers & Structures 19 (1984) 737-745. K.
// Schweizerhof, P. Wriggers, Consistent linearization for path following methods in nonlinear FE
// analysis, Comput. Methods Appl. Mech. Engrg. 59 (1986) 261-279.
constexpr double kEI = 1440, kEA = 4320, kGA = 720 / 2.6 * 6 * 5 / 6;

// `elements` in each of the two legs, of which a fifth lies before the load.
Model LeesFrame(int elements) {
  Model model;
  model.gravity.setZero();
  model.beams = {BeamOf({{0, 0, 0}, {0, 0, 120}, {120, 0, 120}},
                        SectionOf({kEA, kGA, kGA, kEI, kEI, kEI}), 2 * elements)};
  model.beams[0].z_axes = {Vector3d(0, 1, 0)};
  for (const char* end : {"beam.start", "beam.end"}) {
    Joint foot;
    foot.name = std::string("foot ") + end;
    foot.kind = JointKind::kRevolute;
    foot.ends.second = end;
    model.joints.push_back(foot);
  }
  model.loads = {
      LoadOn("beam." + std::to_string(elements + elements / 5), LoadKind::kForce, {0, 0, -1}, "t")};
  return model;
}

struct Limit {
  double load = 0;
  double down = 0, across = 0;  // of the loaded point
  double lowest = 0;            // load on the way after it
};

Limit FollowLeesFrame(int elements) {
  const System system(LeesFrame(elements));
  const SystemState start = system.StartState();
  Statics statics(system, CountFreedom(system, start).active);
  const int loaded = elements + elements / 5;
  Limit limit;
  const StaticResult result =
      statics.FollowPath(start, 2.5, 0.05, 2000, [&](const SystemState& state, const auto&) {
        if (state.time > limit.load && limit.lowest == 0) {
          limit.load = state.time;
          limit.down = 120 - state.pose[loaded].p.z();
          limit.across = state.pose[loaded].p.x() - 24;
        }
        limit.lowest = std::min(limit.lowest, state.time);
      });
  EXPECT_TRUE(result.status.ok) << result.status.reason;
  EXPECT_NEAR(result.state.time, 2.5, 1e-12);
  return limit;
}

TEST(BeamPath, LeesFrameSnapsThroughAtItsLimitLoad) {
  for (const auto& [elements, tolerance] : {std::pair{5, 0.002}, std::pair{20, 2e-5}}) {
    const Limit limit = FollowLeesFrame(elements);
    EXPECT_NEAR(limit.load, 1.8544527, tolerance * 1.8544527) << elements;
    // At a limit the load hardly tells where it is reached, and the path has points there only.
    EXPECT_NEAR(limit.down, 48.754, 0.01 * 48.754);
    EXPECT_NEAR(limit.across, 26.878, 0.01 * 26.878);
    EXPECT_LT(limit.lowest, -0.5);
  }
}

}  // namespace
}  // namespace jounce
