#include "io/beam_fields.h"

#include <gtest/gtest.h>

#include <fstream>

#include "io/model_file.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

LoadedModel LoadRail(const std::string& beams, const std::string& rest = "") {
  const std::string path = testing::TemporaryPath("beams.yaml");
  std::ofstream(path) << "units: {length: mm}\n"
                      << "beams:\n"
                      << beams << rest;
  return LoadModel(path);
}

constexpr char kRail[] = R"(  rail:
    along: [[0, 0, 0], [1000, 0, 0]]
    elements: 4
    twist: [0, 90 deg]
    section: {shape: tube, diameter: 30, wall: 2, E: 210 GPa, density: 7850 kg/m^3}
)";

std::string MessagesOf(const std::string& beams, const std::string& rest = "") {
  try {
    LoadRail(beams, rest);
  } catch (const InputError& error) {
    std::string all;
    for (const Diagnostic& d : error.diagnostics()) all += d.message + " | " + d.remedy + "\n";
    return all;
  }
  return "";
}

TEST(BeamFields, ReadsABeamInTheUnitsOfItsFile) {
  const LoadedModel loaded = LoadRail(kRail, R"(
joints: {clamp: {joint: fixed, between: [ground, rail.start]}}
loads: {tip: {load: force, on: rail.4, value: 3}}
sensors: {root: {sensor: strain, item: rail.0-1}, middle: {sensor: section_force, beam: rail, along: 0.5}}
)");
  const Beam& beam = loaded.model.beams.at(0);
  EXPECT_NEAR(beam.along[1].x(), 1, 1e-15);
  EXPECT_NEAR(beam.twist[1], 1.5707963267948966, 1e-15);
  EXPECT_NEAR(std::get<TubeSection>(beam.section.shape).wall, 0.002, 1e-15);
  EXPECT_NEAR(beam.section.E, 210e9, 1);
}

TEST(BeamFields, StiffnessesAndMatrix) {
  const LoadedModel loaded = LoadRail(R"(  rail:
    along: [[0, 0, 0], [1000, 0, 0]]
    section: {shape: stiffness, stiffnesses: [1e6, 2e5, 3e5, 4e6, 5e6, 6e6], mass: 1 kg/m}
)");
  const auto& shape = std::get<StiffnessSection>(loaded.model.beams[0].section.shape);
  EXPECT_NEAR(shape.matrix[0], 1e6, 1e-6);
  EXPECT_NEAR(shape.matrix[4 * 7], 5, 1e-12);  // N mm^2 to N m^2
}

TEST(BeamFields, MassIsLumpedOrConsistent) {
  EXPECT_EQ(LoadRail(kRail).model.beams[0].mass, BeamMass::kLumped);
  const std::string rail = kRail;
  EXPECT_EQ(LoadRail(rail + "    mass: consistent\n").model.beams[0].mass, BeamMass::kConsistent);
  const std::string wrong = MessagesOf(rail + "    mass: consistant\n");
  EXPECT_NE(wrong.find("consistant"), std::string::npos);
  EXPECT_NE(wrong.find("'consistent'"), std::string::npos) << wrong;
}

TEST(BeamFields, SaysWhatIsWrong) {
  EXPECT_NE(MessagesOf(kRail, "loads: {tip: {load: force, on: rail.9, value: 3}}\n").find("rail.9"),
            std::string::npos);
  EXPECT_NE(MessagesOf(R"(  rail:
    along: [[0, 0, 0]]
    section: {shape: tube, diameter: 30, wall: 2, E: 210 GPa}
)")
                .find("along"),
            std::string::npos);
  EXPECT_NE(MessagesOf(R"(  rail:
    along: [[0, 0, 0], [1000, 0, 0]]
    section: {shape: tube, diameter: 30, wall: 20, E: 210 GPa}
)")
                .find("wall"),
            std::string::npos);
  EXPECT_NE(MessagesOf(R"(  rail:
    along: [[0, 0, 0], [1000, 0, 0]]
    section: {shape: tub, diameter: 30, wall: 2}
)")
                .find("tub"),
            std::string::npos);
  EXPECT_NE(MessagesOf(kRail, "sensors: {s: {sensor: section_stress, beam: rail, point: top}}\n")
                .find("top"),
            std::string::npos);
}

}  // namespace
}  // namespace jounce
