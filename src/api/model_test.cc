#include "jounce/model.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "api/oscillator_for_test.h"
#include "io/flexible_part_file.h"
#include "jounce/part.h"
#include "jounce/simulation.h"
#include "mechanics/beam_part_for_test.h"

namespace jounce::api {
namespace {

using testing::ExactHeight;
using testing::Folder;
using testing::kOscillator;

TEST(ApiModel, IsReadFromAFile) {
  const Folder folder;
  const std::string path = folder.Write("oscillator.yaml", kOscillator);
  const Model model = Model::Load(path);
  EXPECT_EQ(model.name(), "oscillator");
  EXPECT_EQ(model.files(), std::vector<std::string>{path});
  EXPECT_EQ(model.bodies(), std::vector<std::string>{"mass"});
  EXPECT_EQ(model.end_time(), 1);
  EXPECT_EQ(model.step(), 1e-3);
  EXPECT_EQ(model.output_step(), 0.1);
  EXPECT_TRUE(model.warnings().empty());
}

TEST(ApiModel, TellsAllMistakesWithTheirPlaces) {
  try {
    Model::Parse("bodies:\n  mass: {mas: 2}\njoints:\n  j: {joint: revolut}\n", "bad.yaml");
    FAIL();
  } catch (const InputError& error) {
    ASSERT_GE(error.findings().size(), 2u);
    const Finding& first = error.findings()[0];
    EXPECT_EQ(first.file, "bad.yaml");
    EXPECT_EQ(first.line, 2);
    EXPECT_FALSE(first.is_warning);
    EXPECT_NE(std::string(error.what()).find(first.text), std::string::npos);
    EXPECT_NE(first.text.find("bad.yaml:2:"), std::string::npos);
  }
}

TEST(ApiModel, TellsAMissingFile) {
  try {
    Model::Load("/nowhere/car.yaml");
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(error.path(), "/nowhere/car.yaml");
  }
  EXPECT_THROW(Model::Load("/nowhere/car.yaml"), Error);
}

TEST(ApiModel, TakesSettings) {
  const Model model = Model::Parse(kOscillator, "model.yaml", {{"stiffness", "0.4 N/mm"}});
  Simulation simulation(model);
  simulation.AdvanceTo(0.3);
  EXPECT_NEAR(simulation.Output("mass.z"), ExactHeight(0.3, 400), 1e-4);
  EXPECT_THROW(Model::Parse(kOscillator, "model.yaml", {{"stifness", "1 N/m"}}), InputError);
}

TEST(ApiModel, ChangesOfACopyAreItsOwn) {
  const Model model = Model::Parse(kOscillator);
  Model copy = model;
  copy.SetEndTime(0.5);
  copy.SetStep(2e-3);
  EXPECT_EQ(copy.end_time(), 0.5);
  EXPECT_EQ(copy.step(), 2e-3);
  EXPECT_EQ(model.end_time(), 1);
  EXPECT_EQ(model.step(), 1e-3);
  EXPECT_THROW(copy.SetStep(0), std::invalid_argument);
  EXPECT_THROW(copy.SetEndTime(std::numeric_limits<double>::infinity()), std::invalid_argument);
}

TEST(ApiModel, IsWrittenAsItIs) {
  const Folder folder;
  Model model = Model::Parse(kOscillator);
  model.SetEndTime(0.25);
  model.Save(folder.Path("written.yaml"));
  const Model again = Model::Load(folder.Path("written.yaml"));
  EXPECT_EQ(again.Write(), model.Write());
  EXPECT_EQ(again.end_time(), 0.25);
  Simulation first(model), second(again);
  first.AdvanceTo(0.2);
  second.AdvanceTo(0.2);
  EXPECT_EQ(first.Output("mass.z"), second.Output("mass.z"));
}

// A steel bar along x: mass and centre are those of the bar, its nodes stand at equal distances.
TEST(ApiPart, IsReadAndWritten) {
  const Folder folder;
  const jounce::testing::BeamPart bar{.nodes = 6, .damping = 0.02};
  WriteFlexiblePart(folder.Path("bar.h5"), jounce::testing::MakeBeamPart(bar));
  const Part part = Part::Load(folder.Path("bar.h5"));
  EXPECT_NEAR(part.mass(), 7800 * 4e-4 * 1, 1e-9);
  EXPECT_NEAR(part.centre()[0], 0.5, 1e-12);
  ASSERT_EQ(part.nodes().size(), 6u);
  EXPECT_EQ(part.nodes()[5].name, "n6");
  EXPECT_NEAR(part.nodes()[1].position[0], 0.2, 1e-12);
  ASSERT_FALSE(part.modes().empty());
  EXPECT_GT(part.modes()[0].frequency, 0);
  EXPECT_EQ(part.modes()[0].damping, 0.02);
  part.Save(folder.Path("copy.h5"));
  EXPECT_EQ(Part::Load(folder.Path("copy.h5")).modes()[0].frequency, part.modes()[0].frequency);
  EXPECT_THROW(Part::Load(folder.Write("no.h5", "no part")), FileError);
}

}  // namespace
}  // namespace jounce::api
