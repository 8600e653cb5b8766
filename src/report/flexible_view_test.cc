// Views, meshes and VTK files of a cantilever whose stress and deflection have closed forms.
#include "report/flexible_view.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <sstream>

#include "io/text_file.h"
#include "mechanics/beam_part_for_test.h"
#include "report/flexible_mesh.h"
#include "report/motion_recorder.h"
#include "report/simulation_page.h"
#include "report/vtk_file.h"
#include "solve/modes.h"
#include "solve/simulation.h"

namespace jounce::report {
namespace {

using jounce::testing::BeamPart;

constexpr double kForce = 20;

Model Cantilever(const BeamPart& beam) {
  Model model;
  model.gravity.setZero();
  model.bodies = {jounce::testing::FlexibleBeam("beam", beam, FlexibilityLevel::kPartial)};
  Joint clamp;
  clamp.name = "clamp";
  clamp.ends.second = "beam.n1";
  model.joints = {clamp};
  Load force;
  force.name = "force";
  force.on = "beam.n6";
  force.direction = Eigen::Vector3d(0, 0, -kForce);
  force.function.constant = 1;
  model.loads = {force};
  return model;
}

class FlexibleViewTest : public ::testing::Test {
 protected:
  FlexibleViewTest() : simulation_(Cantilever(beam_)) {
    EXPECT_TRUE(simulation_.FindEquilibrium().ok);
  }
  // M c / I at a distance from the clamp.
  double BendingStress(double x) const {
    return kForce * (beam_.length - x) * beam_.half_height / beam_.Iy;
  }

  BeamPart beam_;
  Simulation simulation_;
};

TEST_F(FlexibleViewTest, StressAndDisplacementAreTheClosedForms) {
  const FlexibleView view(simulation_.system(), 0);
  const SystemState& state = simulation_.state();
  // Corners 0 and 10 are above the clamp and the tip; their stress is that of the next element.
  EXPECT_NEAR(view.Stress(0, state)[0], BendingStress(0.1), 1e-4 * BendingStress(0));
  EXPECT_NEAR(view.Stress(10, state)[0], BendingStress(0.9), 1e-4 * BendingStress(0));
  const auto place = [&](int corner) -> Eigen::Vector3d {
    return state.pose[0] *
           (view.part().surface.position[corner] + view.Displacement(corner, state));
  };
  const double deflection = kForce / (3 * beam_.E * beam_.Iy);
  EXPECT_NEAR(place(10).z() - place(0).z(), -deflection, 1e-4 * deflection);
}

TEST_F(FlexibleViewTest, TheLargestStressOfARunIsRememberedWithItsPlace) {
  StressWatch watch(simulation_.system());
  SystemState state = simulation_.state();
  watch.Record(state);
  state.time = 1;
  state.modal *= 2;
  watch.Record(state);
  state.time = 2;
  state.modal *= 0.9;
  watch.Record(state);
  ASSERT_EQ(watch.bodies().size(), 1u);
  const StressPeak& peak = watch.bodies()[0].peak;
  EXPECT_EQ(peak.time, 1);
  EXPECT_EQ(peak.point, 0);
  EXPECT_NEAR(peak.von_mises, 2 * BendingStress(0.1), 1e-3 * BendingStress(0));
  EXPECT_EQ(watch.Peaks()[0].Place(), "element 1, top, at 0.1 0 0.01 m");
}

TEST_F(FlexibleViewTest, VtkHoldsPointsTrianglesAndStresses) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("jounce_" + std::to_string(::getpid()) + ".vtu"))
          .string();
  WriteVtu(path, FlexibleView(simulation_.system(), 0), simulation_.state());
  const std::string text = ReadTextFile(path);
  std::filesystem::remove(path);
  EXPECT_NE(text.find("<Piece NumberOfPoints=\"12\" NumberOfCells=\"10\">"), std::string::npos);
  const auto first = [&](const char* name) {
    size_t at = text.find(std::string("Name=\"") + name + "\"");
    EXPECT_NE(at, std::string::npos) << name;
    std::istringstream numbers(text.substr(text.find('\n', at)));
    double value = NAN;
    numbers >> value;
    return value;
  };
  EXPECT_NEAR(first("von_mises"), BendingStress(0.1), 1e-4 * BendingStress(0));
  EXPECT_NEAR(first("stress"), BendingStress(0.1), 1e-4 * BendingStress(0));
  EXPECT_EQ(first("types"), 5);
  EXPECT_EQ(first("offsets"), 3);
  EXPECT_NE(text.find("</VTKFile>"), std::string::npos);
}

// The only frame is of the half loaded beam; the output between frames bears the whole stress.
TEST_F(FlexibleViewTest, TheScaleOfColoursEndsAtTheLargestStressOfTheRun) {
  RunRecorder recorder(simulation_.system());
  recorder.Row(SimulationRow(simulation_));
  StressWatch watch(simulation_.system());
  SystemState state = simulation_.state();
  for (double& q : state.modal) q *= 2;
  watch.Record(state);
  RunSummary summary;
  watch.End(&summary);
  const RunPageInput input = DescribeRun("beam.yaml", simulation_.system(), recorder, summary);
  const double largest = input.motion->bodies[0].shapes[0].modes.largest;
  EXPECT_NEAR(largest, 2 * BendingStress(0.1), 1e-3 * BendingStress(0));
  const std::string& told = input.findings.back().text;
  const std::string begin = "The largest stress of beam is ";
  ASSERT_EQ(told.substr(0, begin.size()), begin);
  EXPECT_NEAR(std::stod(told.substr(begin.size())), 1e-6 * largest, 1e-3 * 1e-6 * largest);
  EXPECT_NE(told.find(" MPa at 0 s, "), std::string::npos) << told;
}

TEST_F(FlexibleViewTest, TheSceneBendsAsTheBodyDoes) {
  MotionRecorder recorder(simulation_.system(), 1);
  recorder.Record(SimulationRow(simulation_));
  const Scene scene = recorder.MakeScene();
  ASSERT_EQ(scene.bodies.size(), 1u);
  const SceneShape& shape = scene.bodies[0].shapes.at(0);
  ASSERT_EQ(shape.points.size(), 12u);
  const MeshModes& modes = shape.modes;
  ASSERT_EQ(modes.count, 30);
  EXPECT_NEAR(modes.largest, BendingStress(0.1), 1e-3 * BendingStress(0));
  double z = 0;
  for (int i = 0; i < modes.count; ++i) {
    z += modes.amplitudes[i] * modes.shapes[3 * (i * 12 + 10) + 2];
  }
  const FlexibleView view(simulation_.system(), 0);
  EXPECT_NEAR(z, view.Displacement(10, simulation_.state()).z(), 1e-6);
  // The joint is drawn where it was.
  EXPECT_EQ(scene.joints[0].at.body, 0);
}

TEST_F(FlexibleViewTest, WhereModesAreTooManyTheLargestAreKept) {
  const Eigen::VectorXd& q = simulation_.state().modal;
  const std::vector<double> amplitudes(q.data(), q.data() + q.size());
  const size_t one_mode = 9 * sizeof(float) * 12;
  const MeshModes few = MakeMeshModes(simulation_.system(), 0, amplitudes, 3 * one_mode);
  EXPECT_EQ(few.count, 3);
  EXPECT_EQ(few.shapes.size(), 3u * 3 * 12);
  EXPECT_EQ(MakeMeshModes(simulation_.system(), 0, amplitudes, 0).count, 0);
}

// The page of a model shows the mass, centre and inertia of the part: of a slender beam m, L/2 and
// m L^2/12, with half the mass of a piece in each end node of its five pieces.
TEST_F(FlexibleViewTest, ThePageOfAModelShowsWhatAFlexibleBodyWeighs) {
  const ModelBody body = DescribeModel("beam.yaml", simulation_).bodies[0];
  EXPECT_EQ(body.kind, "flexible");
  EXPECT_NEAR(body.mass, beam_.mass(), 1e-9 * beam_.mass());
  EXPECT_NEAR(body.centre[0], beam_.length / 2, 1e-3);
  const double slender = beam_.mass() * beam_.length * beam_.length / 12;
  EXPECT_NEAR(body.inertia[1], slender * (1 + 2.0 / 25), 1e-2 * slender);
}

// In every mode the clamped end stands still: frame and bending together.
TEST_F(FlexibleViewTest, ModesOnThePageBendAndKeepTheClamp) {
  const LinearSystem linear(simulation_.system(), simulation_.evaluation());
  const std::vector<Mode> modes = UndampedModes(linear, 4);
  const Scene scene = DescribeModes("beam.yaml", simulation_, modes).shapes;
  const SceneShape& shape = scene.bodies[0].shapes[0];
  const MeshModes& bending = shape.modes;
  const size_t count = bending.count, corners = shape.points.size();
  ASSERT_EQ(bending.amplitudes.size(), 2 * modes.size() * count);
  EXPECT_EQ(bending.largest, 0);  // of no size, so of no stress
  for (size_t m = 0; m < modes.size(); ++m) {
    const auto& frame = scene.modes[m].motion[0];
    const auto motion = [&](size_t corner) {
      Eigen::Vector3d moved, turn, at;
      for (int k = 0; k < 3; ++k) {
        moved[k] = frame[k].real();
        turn[k] = frame[3 + k].real();
        at[k] = shape.points[corner][k];
        for (size_t i = 0; i < count; ++i) {
          moved[k] += bending.amplitudes[2 * m * count + i] *
                      bending.shapes[3 * (i * corners + corner) + k];
        }
      }
      return Eigen::Vector3d(moved + turn.cross(at));
    };
    const double tip = motion(corners - 1).norm() + motion(corners - 2).norm();
    // The equilibrium about which it swings bends the part a little, which the drawing leaves out.
    EXPECT_LT(motion(0).norm(), 0.02 * tip) << m;
    EXPECT_LT(motion(1).norm(), 0.02 * tip) << m;
  }
}

TEST_F(FlexibleViewTest, StressOfElementsIsDataOfCells) {
  Model model = Cantilever(beam_);
  auto part = std::make_shared<FlexiblePart>(*model.bodies[0].flexible.part);
  for (size_t i = 0; i < part->surface.triangles.size(); ++i) {
    part->surface.triangle_stress.push_back(static_cast<int>(i / 2));
  }
  model.bodies[0].flexible.part = part;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  const FlexibleView view(simulation.system(), 0);
  EXPECT_NEAR(view.ElementStress(0, simulation.state())[0], BendingStress(0.1),
              1e-4 * BendingStress(0));
  const std::string path =
      std::filesystem::temp_directory_path() / ("jounce_" + std::to_string(::getpid()) + ".vtu");
  WriteVtu(path, view, simulation.state());
  const std::string text = ReadTextFile(path);
  std::filesystem::remove(path);
  const size_t cells = text.find("<CellData Scalars=\"element_von_mises\">");
  ASSERT_NE(cells, std::string::npos);
  std::istringstream numbers(text.substr(text.find('>', text.find("<DataArray", cells)) + 1));
  double first = 0;
  numbers >> first;
  EXPECT_NEAR(first, BendingStress(0.1), 1e-4 * BendingStress(0));
}

}  // namespace
}  // namespace jounce::report
