// Models and laws with one or two things wrong: keys left out or misspelt, values of another kind,
// not a number, negative, huge, zero, nothing. Whatever comes in, the program neither crashes nor
// hangs, a result without complaint holds only numbers, and a refusal says what is wrong and where.
//
// The cases are the same in every run. One that fails is shown with its text. JOUNCE_MUTATIONS=20
// in the environment tries twenty times as many.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "base/sanitizer.h"
#include "io/law_file.h"
#include "io/model_file.h"
#include "io/text_file.h"
#include "io/yaml_tree.h"
#include "laws/make_law.h"
#include "solve/modes.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Random = std::mt19937;

// What hangs longer than this [s] is shown and ends the test.
constexpr unsigned kPatience = 60;
// A run is stopped after this [s]; what it computed must be numbers all the same.
#ifdef JOUNCE_ADDRESS_SANITIZER
constexpr double kRunSeconds = 2;
#else
constexpr double kRunSeconds = 0.1;
#endif

// ---- YAML
// -----------------------------------------------------------------------------------------

std::string ScalarText(const YamlNode& node) {
  const bool plain = !node.quoted && !node.text.empty() &&
                     node.text.find_first_of(",[]{}:#&*!|>'\"%@`\n") == std::string::npos &&
                     node.text != "on";
  if (plain) return node.text;
  std::string text = "\"";
  for (char c : node.text)
    text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return text + "\"";
}

std::string KeyText(const std::string& key) {
  YamlNode node{.kind = YamlNode::Kind::kScalar, .place = {}, .text = key, .quoted = true};
  return ScalarText(node);
}

// Two levels of mappings in lines of their own, so that places mean something; the rest in braces.
std::string WriteNode(const YamlNode& node, int depth) {
  std::string text;
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return "~";
    case YamlNode::Kind::kScalar:
      return ScalarText(node);
    case YamlNode::Kind::kSequence:
      for (const YamlNode& item : node.items) {
        text += (text.empty() ? "" : ", ") + WriteNode(item, 9);
      }
      return "[" + text + "]";
    case YamlNode::Kind::kMap:
      break;
  }
  if (depth > 1 || node.entries.empty()) {
    for (const YamlNode::Entry& entry : node.entries) {
      text += (text.empty() ? "" : ", ") + KeyText(entry.key) + ": " + WriteNode(entry.value, 9);
    }
    return "{" + text + "}";
  }
  for (const YamlNode::Entry& entry : node.entries) {
    text += "\n" + std::string(2 * depth, ' ') + KeyText(entry.key) + ": " +
            WriteNode(entry.value, depth + 1);
  }
  return text;
}

// ---- Mutations
// ------------------------------------------------------------------------------------

// Every mapping and list of a tree.
void Collect(YamlNode* node, std::vector<YamlNode*>* all) {
  if ((node->IsMap() && !node->entries.empty()) || (node->IsSequence() && !node->items.empty())) {
    all->push_back(node);
  }
  for (YamlNode& item : node->items) Collect(&item, all);
  for (YamlNode::Entry& entry : node->entries) Collect(&entry.value, all);
}

YamlNode Scalar(const std::string& text) {
  return {.kind = YamlNode::Kind::kScalar, .place = {}, .text = text};
}

// Another value: mostly numbers at the ends of what there is, sometimes of another kind.
YamlNode OtherValue(const YamlNode& value, Random* random) {
  static const char* const kTexts[] = {
      ".nan",  "nan",  ".inf",  "-.inf",  "1e308", "-1e308", "1e-308", "1e300",  "0",   "0",
      "-0.0",  "-1",   "1e10",  "-1e10",  "1e-9",  "1e6",    "3",      "12 N",   "1 m", "true",
      "hello", "sqrt", "${no}", "${1/0}", "t",     "1/0*t",  "ground", "9e99 mm"};
  const unsigned choice = (*random)() % 40;
  if (choice < 28) return Scalar(kTexts[choice]);
  if (choice < 32 && value.IsScalar() && !value.text.empty()) {
    return Scalar(value.text[0] == '-' ? value.text.substr(1) : "-" + value.text);
  }
  switch (choice) {
    case 32:
      return {};
    case 33:
      return Scalar("");
    case 34:
      return {.kind = YamlNode::Kind::kMap};
    case 35:
      return {.kind = YamlNode::Kind::kSequence};
    case 36:
      return {.kind = YamlNode::Kind::kSequence, .place = {}, .text = "", .items = {value, value}};
    default:
      return Scalar("0");
  }
}

void MutateMap(YamlNode* map, Random* random) {
  const size_t at = (*random)() % map->entries.size();
  YamlNode::Entry& entry = map->entries[at];
  switch ((*random)() % 6) {
    case 0:
      map->entries.erase(map->entries.begin() + static_cast<long>(at));
      return;
    case 1:
      entry.key += "x";
      return;
    case 2: {  // what another key has
      const size_t other = (*random)() % map->entries.size();
      std::swap(entry.value, map->entries[other].value);
      return;
    }
    default:
      entry.value = OtherValue(entry.value, random);
  }
}

void MutateList(YamlNode* list, Random* random) {
  const size_t at = (*random)() % list->items.size();
  switch ((*random)() % 4) {
    case 0:
      list->items.erase(list->items.begin() + static_cast<long>(at));
      return;
    case 1:
      list->items.push_back(list->items[at]);
      return;
    default:
      list->items[at] = OtherValue(list->items[at], random);
  }
}

std::string Mutated(YamlNode tree, Random* random) {
  const int changes = 1 + ((*random)() % 4 == 0);
  for (int i = 0; i < changes; ++i) {
    std::vector<YamlNode*> all;
    Collect(&tree, &all);
    if (all.empty()) break;
    YamlNode* chosen = all[(*random)() % all.size()];
    if (chosen->IsMap()) {
      MutateMap(chosen, random);
    } else {
      MutateList(chosen, random);
    }
  }
  return WriteNode(tree, 0) + "\n";
}

// ---- What must hold
// -------------------------------------------------------------------------------

std::string the_case;  // for what ends the program

void OnAlarm(int) {
  const std::string text = "hangs:\n" + the_case;
  const auto written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(written > 0 ? 1 : 2);
}

class ShortProgress : public Progress {
 public:
  void Update(double, double, std::string_view) override {}
  bool StopRequested() const override {
    return std::chrono::duration<double>(Clock::now() - start_).count() > kRunSeconds;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

bool AllFinite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

void ExpectNumbers(const Simulation& simulation, const std::string& what) {
  std::vector<double> values(simulation.sensors().channels().size());
  simulation.ReadSensors(values.data());
  EXPECT_TRUE(AllFinite(values)) << what << " has sensors that are no numbers:\n" << the_case;
  for (const Pose& pose : simulation.state().pose) {
    EXPECT_TRUE(pose.p.allFinite() && pose.R.allFinite()) << what << ":\n" << the_case;
  }
}

void ExpectReason(const RunStatus& status) { EXPECT_NE(status.reason, "") << the_case; }

// How many were refused, ran, failed in the run.
struct Tally {
  int refused = 0, ran = 0, failed = 0;
};

void TryRun(const Model& model, bool from_equilibrium, Tally* tally) {
  Simulation simulation(model);
  ShortProgress progress;
  const RunStatus status = simulation.Run(
      [&](const Simulation& now) { ExpectNumbers(now, "a run"); }, &progress, from_equilibrium);
  ++(status.ok ? tally->ran : tally->failed);
  if (!status.ok) ExpectReason(status);
}

void TryModes(const Model& model, Tally* tally) {
  Simulation simulation(model);
  const RunStatus status = simulation.FindEquilibrium();
  ++(status.ok ? tally->ran : tally->failed);
  if (!status.ok) return ExpectReason(status);
  ExpectNumbers(simulation, "an equilibrium");
  const LinearSystem linear(simulation.system(), simulation.state());
  if (linear.freedoms() > 40) return;
  for (const Mode& mode : ComplexModes(linear, 20)) {
    EXPECT_TRUE(std::isfinite(mode.frequency) && std::isfinite(mode.damping)) << the_case;
  }
}

void TryModel(const std::string& path, unsigned choice, Tally* tally) {
  Model model = LoadModel(path).model;
  model.solver.end_time = std::min(model.solver.end_time, 20 * model.solver.step);
  if (choice % 3 == 2) {
    TryModes(model, tally);
  } else {
    TryRun(model, choice % 3 == 1, tally);
  }
}

void TryLaw(const std::string& path, Tally* tally) {
  const std::unique_ptr<Law> law = MakeLaw(LoadLaw(path));
  std::vector<double> state(law->state_size()), next(state), strain(law->dimension(), 0), rate;
  law->Start(strain.data(), state.data());
  for (int i = 1; i <= 20; ++i) {
    strain.assign(strain.size(), 1e-3 * std::sin(0.3 * i));
    rate.assign(strain.size(), 0.3 * std::cos(0.3 * i));
    LawResponse response;
    law->Update({strain.data(), rate.data(), 1e-3}, state.data(), next.data(), &response);
    state.swap(next);
    for (int k = 0; k < law->dimension(); ++k) {
      ASSERT_TRUE(std::isfinite(response.force[k])) << "a force is no number:\n" << the_case;
    }
  }
  ++tally->ran;
}

void ExpectPlaces(const InputError& error) {
  EXPECT_FALSE(error.diagnostics().empty()) << the_case;
  for (const Diagnostic& d : error.diagnostics()) {
    EXPECT_NE(d.message, "") << the_case;
    EXPECT_GT(d.place.line, 0) << d.ToString() << "\nhas no place:\n" << the_case;
  }
}

class Mutations : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("jounce_mutations_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    std::signal(SIGALRM, OnAlarm);
  }
  void TearDown() override {
    ::alarm(0);
    std::filesystem::remove_all(folder_);
  }

  // The example's folder is copied, since models include and read other files.
  void CopyFolder(const std::string& name) {
    std::filesystem::copy(std::filesystem::path(JOUNCE_SOURCE_DIR) / "examples" / name,
                          folder_ / name, std::filesystem::copy_options::recursive);
  }

  Tally MutateText(const std::string& text, const std::string& folder, int count) {
    Diagnostics diagnostics;
    const YamlNode tree = ParseYaml(text, "original", &diagnostics);
    EXPECT_FALSE(diagnostics.HasErrors());
    const bool is_law = tree.Find("law") != nullptr;
    const std::string path = (folder_ / folder / "mutated.yaml").string();
    Random random(static_cast<unsigned>(text.size()));
    Tally tally;
#ifdef JOUNCE_ADDRESS_SANITIZER
    count = (count + 4) / 5;
#endif
    if (const char* more = std::getenv("JOUNCE_MUTATIONS")) count *= std::max(1, std::atoi(more));
    for (int i = 0; i < count && !HasFailure(); ++i) {
      // The first is the original: the way of writing it is right.
      the_case = i == 0 ? WriteNode(tree, 0) + "\n" : Mutated(tree, &random);
      WriteTextFile(path, the_case);
      ::alarm(kPatience);
      try {
        if (is_law) {
          TryLaw(path, &tally);
        } else {
          TryModel(path, random() % 3, &tally);
        }
      } catch (const InputError& error) {
        ++tally.refused;
        ExpectPlaces(error);
        EXPECT_NE(i, 0) << error.what() << the_case;
      }
    }
    return tally;
  }

  Tally MutateFile(const std::string& folder, const std::string& name, int count) {
    return MutateText(ReadTextFile((folder_ / folder / name).string()), folder, count);
  }

  std::filesystem::path folder_;
};

// Some are refused and some are not, or the mutations are not worth their time.
void ExpectBoth(const Tally& tally) {
  EXPECT_GT(tally.refused, 0);
  EXPECT_GT(tally.ran, 0);
}

TEST_F(Mutations, QuarterCar) {
  CopyFolder("quarter_car");
  ExpectBoth(MutateFile("quarter_car", "quarter_car.yaml", 250));
}

TEST_F(Mutations, ControlArm) {
  CopyFolder("control_arm");
  ExpectBoth(MutateFile("control_arm", "control_arm.yaml", 80));
}

TEST_F(Mutations, Buckling) {
  CopyFolder("buckling");
  ExpectBoth(MutateFile("buckling", "node.yaml", 100));
}

TEST_F(Mutations, Beams) {
  CopyFolder("beams");
  ExpectBoth(MutateFile("beams", "stabilizer_bar.yaml", 60));
}

TEST_F(Mutations, Laws) {
  CopyFolder("laws");
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "laws")) {
    if (entry.path().extension() != ".yaml" || entry.path().stem() == "mutated") continue;
    ExpectBoth(MutateFile("laws", entry.path().filename().string(), 30));
  }
}

// One of most kinds of things that no example has.
TEST_F(Mutations, AllKinds) {
  const char kAllKinds[] = R"yaml(
name: all kinds
gravity: [0, 0, -9.81]
parameters: {k: 20 N/mm, f: 3}
bodies:
  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0], angular_velocity: [0, 1, 0]}
  rod: {mass: 2, inertia: [0.2, 0.2, 0.2], products: [0, 0, 0.01], position: [1.5, 0, 0], centre: [0.1, 0, 0]}
  slider: {mass: 3, inertia: [0.1, 0.1, 0.1], position: [2, 0, 0], orientation: {euler: [0, 0, 0]}}
  rack: {mass: 1, inertia: [1, 1, 1], position: [0, 1, 0]}
  pinion: {mass: 1, inertia: [1, 1, 1], position: [0, 1.1, 0], inertia_point: [0, 0, 0]}
  bead: {mass: 0.5, inertia: [0.1, 0.1, 0.1], position: [0, -1, 0]}
  stick:
    position: [0, 3, 0]
    shapes:
      - {shape: rod, from: [0, 3, 0], to: [0, 3, 1], mass: 2}
      - {shape: tube, from: [0, 3, 0], to: [0, 4, 0], diameter: 0.1, wall: 0.01, density: 100}
      - {shape: cylinder, from: [0, 3, 0], to: [0, 4, 0], diameter: 0.1, mass: 1}
      - {shape: plate, corners: [[0, 3, 0], [1, 3, 0], [0, 4, 0]], thickness: 0.01, mass: 1}
      - {shape: box, at: [0, 3, 0], size: [0.1, 0.2, 0.3], mass: 1}
      - {shape: wheel, at: [0, 3, 0], axis: [0, 1, 0], diameter: 0.6, inner_diameter: 0.3, width: 0.2, mass: 1}
      - {shape: point, at: [0, 3, 1], mass: 1, inertia: [0.1, 0.1, 0.1]}
  hull:
    remainder_of: {mass: 90, centre: [0, 1, 1], inertia: [300, 300, 300], parts: [stick, crank]}
    payloads: {load: {mass: 10, at: [0, 1, 1], inertia: [1, 1, 1]}}
frames:
  tip: {body: slider, position: [0, 0, 0.1], orientation: {z_axis: [1, 0, 0], x_axis: [0, 1, 0]}}
joints:
  bearing: {joint: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 1, 0]}
  pin: {joint: universal, between: [crank, rod], at: [1, 0, 0], axis: [0, 1, 0], x_axis: [1, 0, 0]}
  ball: {joint: spherical, between: [rod, slider], at: [2, 0, 0]}
  rack slide: {joint: translational, between: [ground, rack], at: [0, 1, 0], axis: [1, 0, 0]}
  pinion pin: {joint: revolute, between: [ground, pinion], at: [0, 1.1, 0]}
  wire: {joint: curve, between: [ground, bead], at: [0, -1, 0], points: [[-1, -1, 0], [0, -1, 0], [1, -1, 0.2]]}
  link: {joint: distance, between: [ground, bead], at: [0.5, -2, 0], at_second: [0, -1, 0]}
couplers:
  steering: {rack_and_pinion: {rack: rack slide, pinion: pinion pin, radius: 10 mm}}
motions:
  drive: {motion: rotation, joint: pinion pin, prescribes: velocity, expression: "sin(2*pi*${f}*t)"}
connections:
  spring: {connection: rod, between: [ground, slider], at: [3, 0, 0], at_second: [2, 0, 0], free_length: 0.9, law: {law: linear, stiffness: "${k}", damping: 5}}
  mount: {connection: bushing, between: [ground, bead], at: [0, -1, 0], attached: second, law: {law: linear, dimension: 6, stiffnesses: [1e3, 1e3, 1e3, 10, 10, 10]}}
  twist: {connection: angular_spring, between: [ground, crank], zero_as_placed: true, law: {law: linear, dimension: 3, motion: rotation, stiffness: 5}}
  hold: {connection: linear_spring, between: [ground, slider], at: [2, 0, 0], law: {law: linear, dimension: 3, stiffness: 1e4}}
loads:
  push: {load: force, "on": tip, direction: [1, 0, 0], table: [[0, 0], [0.1, 5], [0.2, 0]], interpolation: linear}
  turn: {load: torque, "on": crank, direction: [0, 1, 0], value: 0.2, follows_body: true}
sensors:
  tip place: {sensor: position, of: tip, relative_to: crank, axes: first}
  tip feel: {sensor: accelerometer, of: tip}
  crank angle: {sensor: euler_313, of: crank}
  force: {sensor: reaction, item: ball}
  strain: {sensor: strain, item: mount}
  energy: {sensor: energy}
solver: {end_time: 0.1, step: 1e-3, output_step: 2e-3, rho: 0.9, integrator: multistep, tolerance: 1e-8}
)yaml";
  std::filesystem::create_directories(folder_ / "all");
  ExpectBoth(MutateText(kAllKinds, "all", 300));
}

}  // namespace
}  // namespace jounce
