#include "replicate/replication.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "io/text_file.h"
#include "replicate/plan_file.h"
#include "signals/signal_file.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

// A mass on a foot that moves, and a lonely one that nothing moves.
const char* const kModel = R"(
parameters: {k: 40 N/mm}
bodies: {mass: {mass: 10, position: [0, 0, 1]}, lonely: {mass: 1, position: [1, 0, 1]}, foot: {mass: 0}}
signals: {up: {value: 0, unit: m}, idle: {value: 0}, follows: {expression: 2*up}}
joints:
  guide: {joint: translational, between: [ground, mass], at: [0, 0, 1], axis: [0, 0, 1]}
  other: {joint: translational, between: [ground, lonely], at: [1, 0, 1], axis: [0, 0, 1]}
  foot: {joint: translational, between: [ground, foot], axis: [0, 0, 1]}
motions: {foot: {motion: translation, joint: foot, expression: up}}
connections:
  spring: {connection: rod, between: [foot, mass], at_second: [0, 0, 1], law: {law: linear, stiffness: "${k}", damping: 150 N*s/m}}
  hold: {connection: rod, between: [ground, lonely], at: [1, 0, 0], at_second: [1, 0, 1], law: {law: linear, stiffness: 1 N/mm, damping: 10 N*s/m}}
sensors:
  mass: {sensor: accelerometer, of: mass}
  lonely: {sensor: accelerometer, of: lonely}
  spring: {sensor: law_force, item: spring}
  energy: {sensor: energy}
solver: {step: 1 ms}
)";

class ReplicationTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("jounce_replication_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
    WriteTextFile(Path("model.yaml"), kModel);
    std::string csv = "Time [s],acc [g],none,dead [g],way [mm]\n";
    for (int i = 0; i < 2000; ++i) {
      const double t = i / 200.0;
      const double x = std::sin(2 * M_PI * 3 * t) + 0.5 * std::sin(2 * M_PI * 11 * t);
      csv += std::to_string(t) + "," + std::to_string(x) + "," + std::to_string(x) + ",7," +
             std::to_string(x) + "\n";
    }
    WriteTextFile(Path("targets.csv"), csv);
    WriteSlow();
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  void WriteSlow() const {
    Channel slow;
    slow.name = "acc";
    slow.unit = "g";
    slow.sample_rate = 100;
    for (int i = 0; i < 500; ++i) slow.samples.push_back(std::sin(0.3 * i));
    WriteSignals(Path("slow.rsp"), MemorySource({slow}));
  }

  Replication Make(const std::string& drives, const std::string& targets,
                   const std::string& rest = "",
                   const std::string& events = "{one: {file: targets.csv}}") const {
    return Replication(ParsePlan("plant: {model: model.yaml}\ndrives: " + drives +
                                     "\ntargets: " + targets + "\nevents: " + events +
                                     "\nband: {low: 1, high: 25}\n" + rest,
                                 Path("plan.yaml")));
  }
  void ExpectError(const std::string& part, const std::string& drives, const std::string& targets,
                   const std::string& rest = "",
                   const std::string& events = "{one: {file: targets.csv}}") const {
    try {
      Make(drives, targets, rest, events);
      ADD_FAILURE() << "no error: " << part;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("plan.yaml"), std::string::npos) << error.what();
    }
  }

  fs::path folder_;
};

// Each names what is wrong before anything runs.
TEST_F(ReplicationTest, WrongPlans) {
  const std::string up = "{up: {}}", acc = "{acc: {probe: mass.z}}";
  ExpectError("2 drives are to be found from 1", "{up: {}, idle: {}}", acc);
  ExpectError("drive 'idle' moves no target", "{up: {}, idle: {}}",
              "{acc: {probe: mass.z}, b: {channel: acc, probe: spring, unit: N}}");
  ExpectError("no drive moves target 'acc'", up, "{acc: {probe: lonely.z}}");
  ExpectError("target 'none' has no unit", up, "{none: {probe: mass.z}}");
  ExpectError("target 'dead' of event 'one' is dead", up, "{dead: {probe: mass.z}}");
  ExpectError("of event 'one' is in 'mm', but its probe 'mass.z' in 'm/s^2'", up,
              "{way: {probe: mass.z}}");
  ExpectError("has 100 samples a second, those before have 200", up, acc, "",
              "{one: {file: targets.csv}, two: {file: slow.rsp}}");
  ExpectError("no channel 'mas.z'", up, "{acc: {probe: mas.z}}");
  ExpectError("no signal, load, motion or moving frame 'upp'", "{upp: {}}", acc);
  ExpectError("'follows' follows other signals", "{follows: {}}", acc);
  ExpectError("does not follow a small motion linearly", up,
              "{acc: {probe: energy.kinetic, unit: J}}");
  ExpectError("`stroke` of drive 'up' is in 'kN'", "{up: {stroke: 3 kN}}", acc);
  ExpectError("has no `level`", up, acc, "identification: {noise: {duration: 60 s}}");
  ExpectError("averages cannot tell", "{up: {level: 1 mm}}", acc,
              "identification: {noise: {duration: 6 s}}");
  const std::string servo = "iteration: {start: servo}\n";
  ExpectError("there are 1 drives and 2 controlled targets", up,
              "{acc: {probe: mass.z}, b: {channel: way, probe: spring, unit: N}}", servo);
  ExpectError("the band and its upper edge end at 27.5 Hz", up, acc, "edit: {rate: 50 Hz}\n");
}

// Two events on two variants of the plant, in parallel; drives in the unit of the plan. A linear
// plant with its exact response needs one run, but for the steps of the integration.
TEST_F(ReplicationTest, EventsOnVariants) {
  Replication replication =
      Make("{up: {unit: mm, stroke: 50 mm}}", "{acc: {probe: mass.z}}", "iteration: {error: 1 %}\n",
           "{soft: {file: targets.csv, set: {k: 20 N/mm}}, hard: {file: targets.csv, end: 6}}");
  EXPECT_EQ(replication.variants().size(), 2u);
  replication.Identify(nullptr);
  EXPECT_TRUE(replication.Run(nullptr, nullptr));
  for (const ReplicatedEvent& event : replication.events()) {
    EXPECT_EQ(event.iteration->state().records.size(), 1u) << event.name;
    const EventOutcome outcome = replication.OutcomeOf(event);
    EXPECT_LT(outcome.targets[0].error, 0.01);
    EXPECT_NEAR(outcome.targets[0].correlation.relative_damage, 1, 0.05);
    EXPECT_TRUE(outcome.limitations.empty());
    EXPECT_EQ(outcome.drives[0].history.unit, "mm");
    EXPECT_GT(outcome.drives[0].peak, 1);
    EXPECT_LT(outcome.drives[0].peak, 50);
  }
}

// By servo constraints the first run of a linear plant is as good as by its response; where errors are,
// they are those of the two formulas in time. It goes on from the state as any other does.
TEST_F(ReplicationTest, BeginsByServoConstraints) {
  Replication replication =
      Make("{up: {unit: mm}}", "{acc: {probe: mass.z}}", "iteration: {start: servo, error: 3 %}\n");
  replication.Identify(nullptr);
  EXPECT_TRUE(replication.Run(nullptr, nullptr));
  const IterationState& state = replication.events()[0].iteration->state();
  ASSERT_EQ(state.records.size(), 1u);
  EXPECT_LT(state.error, 0.03);
  EXPECT_EQ(state.records[0].note, "by servo constraints; ");
}

// A stroke that is too short is kept, told, and named as what limits.
TEST_F(ReplicationTest, LimitsAreKeptAndNamed) {
  Replication replication = Make("{up: {unit: mm, stroke: 2 mm}}", "{acc: {probe: mass.z}}");
  replication.Identify(nullptr);
  replication.Run(nullptr, nullptr);
  const EventOutcome outcome = replication.OutcomeOf(replication.events()[0]);
  EXPECT_NEAR(outcome.drives[0].peak, 2, 1e-9);
  ASSERT_EQ(outcome.limitations.size(), 1u);
  EXPECT_NE(outcome.limitations[0].why.find("drive 1 is at its stroke"), std::string::npos);
}

}  // namespace
}  // namespace jounce
