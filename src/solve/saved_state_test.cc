// A run that was stopped, saved and restored goes on as if nothing had happened: the yardstick is
// the same run in one go, to the last bit.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "mechanics/beam_part_for_test.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

Connection Rod(const std::string& name, const std::string& first, const std::string& second,
               const Vector3d& at, const Vector3d& at_second, const LawSettings& law) {
  Connection rod;
  rod.name = name;
  rod.kind = ConnectionKind::kRod;
  rod.ends = {.first = first, .second = second};
  rod.ends.at = at;
  rod.ends.at_second = at_second;
  rod.law = law;
  return rod;
}

// A bar that bends, hinged to a chain of pendulums, with rubber that remembers on all of them. With
// many pendulums the factors are used in blocks, with few as an inverse.
Model Swinging(int pendulums) {
  Model model;
  testing::BeamPart beam;
  beam.modes = 8;
  beam.damping = 0.01;
  model.bodies = {testing::FlexibleBeam("beam", beam, FlexibilityLevel::kFull)};
  Joint hinge;
  hinge.name = "hinge";
  hinge.kind = JointKind::kRevolute;
  hinge.ends.second = "beam.n1";
  hinge.ends.axis = Vector3d::UnitY();
  model.joints = {hinge};
  const PronySettings prony = {3e3, {{2e3, 0.02}, {1e3, 0.2}}};
  const BergSettings berg = {20, 1e-3};
  const ElastoPlasticSettings plastic = {{{4e3, 5}, {2e3, 8}}};
  model.connections = {
      Rod("prony", kGroundName, "beam.n6", Vector3d(1, 0, 0.5), Vector3d(1, 0, 0), prony)};
  std::string before = "beam.n6";
  for (int i = 0; i < pendulums; ++i) {
    Body body;
    body.name = "p" + std::to_string(i);
    body.mass = 0.5 + 0.1 * i;
    body.inertia = Vector3d(0.01, 0.02, 0.01);
    body.position = Vector3d(1.1 + 0.2 * i, 0, 0);
    model.bodies.push_back(body);
    Joint pin;
    pin.name = "pin" + std::to_string(i);
    pin.kind = JointKind::kSpherical;
    pin.ends = {.first = before, .second = body.name};
    pin.ends.at = Vector3d(1.0 + 0.2 * i, 0, 0);
    model.joints.push_back(pin);
    const Vector3d above(1.1 + 0.2 * i, 0.1, 0.4);
    model.connections.push_back(Rod("rub" + std::to_string(i), kGroundName, body.name, above,
                                    body.position,
                                    i % 2 == 0 ? LawSettings(berg) : LawSettings(plastic)));
    before = body.name;
  }
  Sensor place;
  place.name = "place";
  place.ends.second = before;
  Sensor load;
  load.name = "load";
  load.kind = "law_force";
  load.item = "prony";
  model.sensors = {place, load};
  model.solver.end_time = 0.2;
  model.solver.step = 1e-3;
  model.solver.output_step = 4e-3;
  return model;
}

// Wants to stop when it has been asked this often.
class StopAfter : public Progress {
 public:
  explicit StopAfter(int calls) : left_(calls) {}
  void Update(double, double, std::string_view) override {}
  bool StopRequested() const override { return left_-- <= 0; }

 private:
  mutable int left_;
};

struct Told {
  std::vector<double> numbers;
  int outputs = 0;

  void Add(const Simulation& now) {
    ++outputs;
    numbers.push_back(now.time());
    const size_t begin = numbers.size();
    numbers.resize(begin + now.sensors().channels().size());
    now.ReadSensors(numbers.data() + begin);
    const Energies energies = now.energies();
    for (const double e :
         {energies.kinetic, energies.potential, energies.stored, energies.dissipated}) {
      numbers.push_back(e);
    }
    const SystemState& state = now.state();
    for (const Pose& pose : state.pose) {
      numbers.insert(numbers.end(), pose.R.data(), pose.R.data() + 9);
      numbers.insert(numbers.end(), pose.p.data(), pose.p.data() + 3);
    }
    for (const Eigen::VectorXd& v : {state.modal, state.modal_velocity, state.multiplier}) {
      numbers.insert(numbers.end(), v.data(), v.data() + v.size());
    }
  }
};

void ExpectSame(const Told& a, const Told& b, const std::string& what) {
  ASSERT_EQ(a.numbers.size(), b.numbers.size()) << what;
  EXPECT_EQ(std::memcmp(a.numbers.data(), b.numbers.data(), 8 * a.numbers.size()), 0) << what;
}

void ExpectResumesAsOne(const Model& model, const std::string& what) {
  Told whole, parts;
  Simulation one(model);
  ASSERT_TRUE(one.Run([&](const Simulation& now) { whole.Add(now); }).ok) << what;
  SavedState saved;
  RunStatus status;
  // The lengths are not those of the intervals: it is stopped inside of them, too.
  const int lengths[] = {1, 37, 52, 10, 40};
  const auto output = [&](const Simulation& now) { parts.Add(now); };
  for (int i = 0; i < 6; ++i) {
    Simulation next(model);
    StopAfter stop(i < 5 ? lengths[i] : 1000);
    if (i > 0) next.Restore(saved);
    status = i == 0 ? next.Run(output, &stop) : next.Continue(output, &stop);
    EXPECT_EQ(status.interrupted, i < 5) << what << status.reason;
    saved = next.Save();
    if (i < 5) continue;
    EXPECT_EQ(next.statistics().iterations, one.statistics().iterations) << what;
  }
  EXPECT_TRUE(status.ok) << status.reason;
  EXPECT_EQ(whole.outputs, 51);
  ExpectSame(parts, whole, what);
}

TEST(SavedState, ARunResumedFiveTimesIsOneRun) {
  for (const IntegratorKind kind :
       {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep}) {
    for (const MatrixMode matrix :
         {MatrixMode::kAdaptive, MatrixMode::kNewton, MatrixMode::kFixed}) {
      for (const int pendulums : {2, 12}) {
        Model model = Swinging(pendulums);
        model.solver.integrator = kind;
        model.solver.matrix = matrix;
        ExpectResumesAsOne(model, std::to_string(static_cast<int>(kind)) + " " +
                                      std::to_string(static_cast<int>(matrix)) + " " +
                                      std::to_string(pendulums));
      }
    }
  }
}

TEST(SavedState, AlsoWithStepsOfChangingLength) {
  for (const IntegratorKind kind :
       {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep}) {
    Model model = Swinging(3);
    model.solver.integrator = kind;
    model.solver.error_tolerance = 1e-7;
    ExpectResumesAsOne(model, "error tolerance");
  }
}

// Steps that are taken again from a mark end where they ended before, to the solver's tolerance, however
// far the simulation had gone on and whatever its matrix has become.
TEST(SavedState, StepsAreTakenAgainFromAMark) {
  for (const IntegratorKind kind :
       {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep}) {
    Model model = Swinging(3);
    model.solver.integrator = kind;
    // To the tolerance: a mark has no matrix, and iterations go other ways.
    model.solver.verify = true;
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    const auto advance = [&](int steps) {
      for (int i = 0; i < steps; ++i) ASSERT_TRUE(simulation.Advance(1e-3).ok);
    };
    const auto places = [&] {
      std::vector<double> all(simulation.sensors().channels().size());
      simulation.ReadSensors(all.data());
      for (const Pose& pose : simulation.state().pose) {
        for (int k = 0; k < 3; ++k) all.push_back(pose.p[k]);
      }
      for (const Vector6& v : simulation.state().velocity) {
        for (int k = 0; k < 6; ++k) all.push_back(v[k]);
      }
      return all;
    };
    advance(40);
    const std::vector<std::byte> mark = simulation.Mark();
    const double time = simulation.time();
    advance(5);
    const std::vector<double> first = places();
    advance(60);
    simulation.Rewind(mark);
    EXPECT_EQ(simulation.time(), time);
    advance(5);
    const std::vector<double> second = places();
    for (size_t i = 0; i < first.size(); ++i) EXPECT_NEAR(first[i], second[i], 1e-7) << i;
  }
}

TEST(SavedState, AnotherModelsStateIsRefused) {
  Model model = Swinging(2);
  Simulation one(model);
  ASSERT_TRUE(one.Initialize().ok);
  const SavedState saved = one.Save();
  EXPECT_NO_THROW(Simulation(model).Restore(saved));
  Model heavier = model;
  heavier.bodies[1].mass *= 1.0000001;
  EXPECT_THROW(Simulation(heavier).Restore(saved), InputError);
  EXPECT_THROW(Simulation(Swinging(3)).Restore(saved), InputError);
  SavedState damaged = saved;
  damaged.bytes.resize(damaged.bytes.size() / 2);
  EXPECT_THROW(Simulation(model).Restore(damaged), InputError);
  SavedState older = saved;
  older.version = 0;
  EXPECT_THROW(Simulation(model).Restore(older), InputError);
}

}  // namespace
}  // namespace jounce
