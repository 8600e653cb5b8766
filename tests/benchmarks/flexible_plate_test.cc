// The plate of appendix A of Wood 2003 from its deck into the engine: reduced, clamped at the node
// of its RBE2 and loaded at the tip it must say what the full mesh says.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "flex/plate_for_test.h"
#include "mechanics/stress.h"
#include "solve/modes.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using flex::testing::FullPlate;
using flex::testing::PlateAnswer;
using flex::testing::PlateDeck;
using flex::testing::ReadDeck;

Model ClampedPlate(const flex::Mesh& mesh, FlexibilityLevel level) {
  flex::PartOptions options;
  options.interfaces = {{"root", 154}, {"tip", 44}};
  options.reduction.modes = 10;
  NoProgress silent;
  Model model;
  model.gravity.setZero();
  Body plate;
  plate.name = "plate";
  plate.flexible.part = std::make_shared<FlexiblePart>(flex::MakePart(mesh, options, &silent).part);
  plate.flexible.level = level;
  model.bodies = {plate};
  Joint clamp;
  clamp.name = "clamp";
  clamp.kind = JointKind::kFixed;
  clamp.ends.second = "plate.root";
  model.joints = {clamp};
  return model;
}

double LargestAt(int node, const StressField& field, const FlexiblePart& part,
                 const SystemState& state) {
  double largest = 0;
  for (int i = 0; i < field.size(); ++i) {
    if (part.stress_points[field.point(i)].node != node) continue;
    largest = std::max(largest, VonMises(field.At(i, state)));
  }
  return largest;
}

// Whatever the level: what stands still has no inertia, and the modes are small motion.
TEST(FlexiblePlate, InTheEngineIsTheFullMesh) {
  const flex::Mesh mesh = ReadDeck(PlateDeck(), "mm-t-s");
  const PlateAnswer full = FullPlate(mesh);
  for (FlexibilityLevel level :
       {FlexibilityLevel::kConstant, FlexibilityLevel::kPartial, FlexibilityLevel::kFull}) {
    SCOPED_TRACE(static_cast<int>(level));
    Model model = ClampedPlate(mesh, level);
    const FlexiblePart& part = *model.bodies[0].flexible.part;
    const System unloaded(model);
    const LinearSystem linear(unloaded, unloaded.StartState());
    EXPECT_NEAR(UndampedModes(linear, 1)[0].frequency, full.frequency, 0.005 * full.frequency);

    Load push;
    push.name = "push";
    push.on = "plate.tip";
    push.direction = Eigen::Vector3d::UnitZ();
    push.function.constant = 20;
    model.loads = {push};
    Simulation simulation(model);
    ASSERT_TRUE(simulation.FindEquilibrium().ok);
    const SystemState& state = simulation.state();
    const double tip = state.pose[simulation.system().nodes()[1].slot()].p.z();
    EXPECT_NEAR(tip, full.tip, 0.005 * full.tip);
    EXPECT_NEAR(tip, 2.13e-3, 0.01 * 2.13e-3);  // as printed in the thesis
    const StressField field(simulation.system(), 0);
    const double stress = LargestAt(20, field, part, state);
    EXPECT_NEAR(stress, full.stress, 0.005 * full.stress);
    EXPECT_NEAR(stress, 101e6, 0.03 * 101e6);
    // The clamp carries the force and its moment about node 154, 108 mm behind the tip.
    const Element* clamp = simulation.system().FindItem("clamp");
    const Vector6 reaction = clamp->Reaction(System::Slice(simulation.evaluation(), *clamp));
    EXPECT_NEAR(std::abs(reaction[2]), 20, 0.02);
    EXPECT_NEAR(std::abs(reaction[3]), 20 * 0.108, 0.002 * 20 * 0.108);
  }
}

}  // namespace
}  // namespace jounce
