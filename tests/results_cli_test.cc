// Results as a contract: what is made from a result file later is what the run would have made, and
// a run that was stopped goes on to the same bits.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "command_test.h"
#include "io/any_signals.h"
#include "io/flexible_part_file.h"
#include "io/result_file.h"
#include "mechanics/beam_part_for_test.h"

namespace jounce {
namespace {

// A bar that bends on rubber that remembers, and a pendulum: all groups of a result.
constexpr const char* kModel = R"(
bodies:
  beam: {flexible: beam.h5, level: full, damping: 0.05}
  bob: {mass: 2, position: [1, 0, -0.5], inertia: [0.1, 0.1, 0.1]}
joints:
  pin: {joint: spherical, between: [beam.n6, bob], at: [1, 0, 0]}
connections:
  root:
    connection: bushing
    between: [ground, beam.n1]
    law: {law: axes, axes: [{law: linear, stiffness: 1e6}, {law: linear, stiffness: 1e6}, {law: berg, max_force: 200,
          half_displacement: 1e-4}, {law: linear, stiffness: 1e4}, {law: linear, stiffness: 1e4}, {law: linear, stiffness: 1e4}]}
  rope: {connection: rod, between: [ground, bob], at: [1, 0.2, 0.4], at_second: [1, 0, -0.5],
         law: {law: prony, stiffness: 3000, branches: [{stiffness: 2000, time: 20 ms}]}}
  prop: {connection: rod, between: [ground, beam.n6], at: [1, 0, -1], at_second: [1, 0, 0],
         law: {law: elastoplastic, elements: [{stiffness: 1e5, yield_force: 30}]}}
loads:
  push: {load: force, on: beam.n6, direction: [0, 0, -1], expression: 20*sin(40*t)}
sensors:
  tip: {sensor: position, of: beam.n6}
  root mises: {sensor: von_mises, of: beam, element: 1, surface: top}
  rope: {sensor: law_force, item: rope}
solver: {end_time: 0.4, step: 1e-3, integrator: generalized-alpha}
)";

// All numbers of two results, bit by bit.
void ExpectSameNumbers(const std::string& a, const std::string& b) {
  const ResultReader one(a), two(b);
  ASSERT_EQ(one.rows(), two.rows());
  ASSERT_EQ(one.columns().size(), two.columns().size());
  for (const ColumnInfo& column : one.columns()) {
    const std::vector<double> x = one.ReadColumn(column.path), y = two.ReadColumn(column.path);
    ASSERT_EQ(x.size(), y.size()) << column.path;
    EXPECT_EQ(std::memcmp(x.data(), y.data(), 8 * x.size()), 0) << column.path;
  }
}

class ResultsCliTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    WriteFlexiblePart(Path("beam.h5"), testing::MakeBeamPart(testing::BeamPart()));
    WriteTextFile(Path("model.yaml"), kModel);
  }

  void MustRun(const std::string& arguments) const {
    const Outcome outcome = Run(arguments);
    ASSERT_EQ(outcome.code, 0) << arguments << "\n" << outcome.err;
  }

  // Starts the program, sends a signal after some time, returns how it ended.
  int RunAndStop(const std::vector<std::string>& arguments, int signal, int milliseconds) const {
    const pid_t child = ::fork();
    if (child == 0) {
      std::filesystem::current_path(folder_);
      std::vector<char*> words = {const_cast<char*>(JOUNCE_PROGRAM), const_cast<char*>("-q")};
      for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
      words.push_back(nullptr);
      static_cast<void>(std::freopen("/dev/null", "w", stderr));
      ::execv(JOUNCE_PROGRAM, words.data());
      ::_exit(127);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    ::kill(child, signal);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
};

TEST_F(ResultsCliTest, APageFromTheResultIsThatOfTheRun) {
  MustRun("run model.yaml -o run.h5 -p run.html");
  MustRun("page run.h5 -o later.html");
  EXPECT_EQ(ReadTextFile(Path("later.html")), ReadTextFile(Path("run.html")));
  // Also where the model is gone; the part is needed, and must be the same one.
  std::filesystem::remove(Path("model.yaml"));
  MustRun("page run.h5 -o later.html --force");
  testing::BeamPart other;
  other.E *= 2;
  WriteFlexiblePart(Path("beam.h5"), testing::MakeBeamPart(other));
  const Outcome changed = Run("page run.h5 -o third.html");
  EXPECT_EQ(changed.code, 2);
  EXPECT_NE(changed.err.find("is not the file"), std::string::npos) << changed.err;
}

// The sensor saw the same stress while the run went on.
TEST_F(ResultsCliTest, StressesComeFromModalCoordinates) {
  MustRun("run model.yaml -o run.h5 --vtk fields --vtk-times 0.1 --all-motion");
  MustRun(
      "stress run.h5 --part beam --element 1 --surface top -o stress.csv --vtk later --times 0.1");
  const auto history = OpenAnySignals(Path("stress.csv"));
  const std::vector<double> seen = ResultReader(Path("run.h5")).ReadChannel("root mises");
  const Channel mises = history->ReadChannel(FindChannel(*history, "element 1 top.mises", ""));
  ASSERT_EQ(mises.samples.size(), seen.size());
  for (size_t i = 0; i < seen.size(); ++i) {
    ASSERT_NEAR(mises.samples[i], seen[i], 1e-9 * (1 + seen[i]));
  }
  EXPECT_EQ(ReadTextFile(Path("later_1.vtu")), ReadTextFile(Path("fields_1.vtu")));
  EXPECT_EQ(ReadTextFile(Path("later_2.vtu")), ReadTextFile(Path("fields_2.vtu"))) << "the peak";
  // The largest of the largest is the peak of the run.
  const nlohmann::json peaks = Run("stress run.h5 --vtk worst --envelope --json").Json();
  const std::string field = ReadTextFile(Path("worst_1.vtu"));
  const size_t at = field.find('\n', field.find("largest_von_mises\" Number"));
  std::istringstream numbers(field.substr(at));
  double largest = 0;
  for (double value; numbers >> value;) largest = std::max(largest, value);
  EXPECT_NEAR(largest, peaks["stresses"][0]["von_mises"].get<double>(), 1e-6 * largest);
  const Outcome nowhere = Run("stress run.h5 --node 9999");
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_NE(nowhere.err.find("no stress point at node 9999"), std::string::npos) << nowhere.err;
}

// What is driven by 0.1 sin(2 pi 5 t) is known at any rate.
TEST_F(ResultsCliTest, ChannelsAreExportedInAnyFormatAndRate) {
  WriteTextFile(
      Path("slider.yaml"),
      "bodies: {block: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {rail: {joint: translational, between: [ground, block], axis: [1, 0, 0]}}\n"
      "motions: {shake: {motion: translation, joint: rail, expression: "
      "0.1*sin(2*pi*5*t)}}\n"
      "sensors: {block: {sensor: position, of: block}}\n"
      "solver: {end_time: 2, step: 1 ms}\n");
  MustRun("run slider.yaml -o run.h5");
  for (const char* ending : {"csv", "rsp", "mat", "uff", "dac"}) {
    MustRun(std::string("export run.h5 -c block.x --rate 200 -o slow.") + ending);
    MustRun(std::string("run slider.yaml -o fast.") + ending);
    const std::string fast =
        ending == std::string("dac") ? "fast_001.dac" : std::string("fast.") + ending;
    for (const auto& [name, rate] :
         {std::pair<std::string, double>(std::string("slow.") + ending, 200), {fast, 1000}}) {
      const auto source = OpenAnySignals(Path(name.c_str()));
      const Channel x = source->ReadChannel(0);
      EXPECT_EQ(x.sample_rate, rate) << name;
      ASSERT_EQ(x.samples.size(), static_cast<size_t>(2 * rate) + 1) << name;
      for (size_t i = x.samples.size() / 4; i < 3 * x.samples.size() / 4; ++i) {
        ASSERT_NEAR(x.samples[i], 0.1 * std::sin(2 * M_PI * 5 * x.TimeOf(i)), 2e-5) << name;
      }
    }
  }
  EXPECT_EQ(Run("run slider.yaml -o fast.rsp").code, 2) << "it exists";
  const Outcome sheet = Run("export run.h5 -o run.odt");
  EXPECT_EQ(sheet.code, 2);
  EXPECT_NE(sheet.err.find("known: .rsp .dac .csv"), std::string::npos) << sheet.err;
}

// The same numbers as in the result, read by Python; the motion as glTF, whose animation ends where the
// run does; on paper, where there is a browser to print.
TEST_F(ResultsCliTest, AResultBecomesASheetAMovingModelAndPaper) {
  MustRun("run model.yaml -o run.h5");
  MustRun("export run.h5 -c 'tip.*' -o tip.xlsx");
  WriteTextFile(Path("sheet.py"),
                "import zipfile, xml.etree.ElementTree as tree\n"
                "file = zipfile.ZipFile('tip.xlsx')\n"
                "assert file.testzip() is None\n"
                "rows = list(tree.fromstring(file.read('xl/worksheets/sheet1.xml'))[0])\n"
                "text = lambda row: [''.join(cell.itertext()) for cell in row]\n"
                "assert text(rows[0]) == ['time', 'tip.x', 'tip.y', 'tip.z'], text(rows[0])\n"
                "assert text(rows[1]) == ['s', 'm', 'm', 'm']\n"
                "print(len(rows) - 2, text(rows[-1])[3])\n");
  const std::string line = "cd '" + folder_.string() + "' && python3 sheet.py >rows.txt";
  ASSERT_EQ(std::system(line.c_str()), 0);
  size_t rows = 0;
  double last = 0;
  const std::string printed = ReadTextFile(Path("rows.txt"));
  ASSERT_EQ(std::sscanf(printed.c_str(), "%zu %lf", &rows, &last), 2) << printed;
  const std::vector<double> tip = ResultReader(Path("run.h5")).ReadChannel("tip.z");
  EXPECT_EQ(rows, tip.size());
  EXPECT_EQ(last, tip.back());

  MustRun("export run.h5 -o run.glb");
  const std::string glb = ReadTextFile(Path("run.glb"));
  EXPECT_EQ(glb.substr(0, 4), "glTF");
  EXPECT_NE(glb.find("\"name\":\"bob\""), std::string::npos);
  uint32_t length = 0;
  std::memcpy(&length, glb.data() + 12, 4);
  const auto model = nlohmann::json::parse(glb.substr(20, length), nullptr, false);
  const auto sampler = model["animations"][0]["samplers"][0];
  const double end = model["accessors"][sampler["input"].get<size_t>()]["max"][0];
  EXPECT_NEAR(end, 0.4, 1.0 / 60) << "the last frame of a run of 0.4 s";
  EXPECT_EQ(Run("export run.h5 -c tip.x -o other.glb").code, 2) << "it has no channels";

  const Outcome none = Run("page run.h5 --pdf run.pdf");
  if (none.code == 3) {
    EXPECT_NE(none.err.find("no Chromium or Chrome"), std::string::npos) << none.err;
    GTEST_SKIP() << "there is no browser to print with";
  }
  EXPECT_EQ(none.code, 0) << none.err;
  EXPECT_EQ(ReadTextFile(Path("run.pdf")).substr(0, 5), "%PDF-");
}

// A block of 2 kg on a spring of 1 N/mm sags by m g / k = 2 * 9.81 / 1 mm = 19.62 mm.
TEST_F(ResultsCliTest, WhatIsShownFollowsTheUnitsOfTheModel) {
  WriteTextFile(
      Path("sag.yaml"),
      "units: {length: mm, force: N, mass: kg, angle: deg}\n"
      "gravity: [0, 0, -9810]\n"
      "bodies: {block: {mass: 2, inertia: [1, 1, 1]}}\n"
      "joints: {rail: {joint: translational, between: [ground, block], axis: [0, 0, 1]}}\n"
      "connections: {spring: {connection: linear_spring, between: [ground, block], law: "
      "{law: linear, dimension: 3, stiffness: 1}}}\n"
      "sensors: {block: {sensor: position, of: block}, spring: {sensor: law_force, item: "
      "spring}}\n"
      "solver: {end_time: 0.02 s, step: 1 ms}\n");
  const std::string table = Run("static sag.yaml").out;
  EXPECT_NE(table.find("-19.62 mm"), std::string::npos) << table;
  EXPECT_NEAR(Run("static sag.yaml --json").Json()["sensors"]["block.z"].get<double>(), -0.01962,
              1e-9);
  MustRun("run sag.yaml --equilibrium -o sag.h5 --page sag.html");
  // Kept in SI, shown in mm.
  EXPECT_NEAR(ResultReader(Path("sag.h5")).ReadChannel("block.z").back(), -0.01962, 1e-9);
  const auto last = [&](const std::string& options, std::string* unit) {
    MustRun("export sag.h5 -c block.z -o sag.csv --force " + options);
    const Channel channel = OpenAnySignals(Path("sag.csv"))->ReadChannel(0);
    *unit = channel.unit;
    return channel.samples.back();
  };
  std::string unit;
  EXPECT_NEAR(last("", &unit), -19.62, 1e-6);
  EXPECT_EQ(unit, "mm");
  EXPECT_NEAR(last("--units cm-kN", &unit), -1.962, 1e-7);
  EXPECT_EQ(unit, "cm");
  EXPECT_NEAR(last("--units SI", &unit), -0.01962, 1e-9);
  EXPECT_EQ(unit, "m");
  MustRun("run sag.yaml --equilibrium -o direct.csv");
  EXPECT_NEAR(OpenAnySignals(Path("direct.csv"))->ReadChannel(2).samples.back(), -19.62, 1e-6);
  MustRun("page sag.h5 -o again.html");
  for (const char* page : {"sag.html", "again.html"}) {
    EXPECT_NE(ReadTextFile(Path(page)).find("peak -19.62 mm"), std::string::npos) << page;
  }
  MustRun("page sag.h5 -o kn.html --units m-kN");
  EXPECT_NE(ReadTextFile(Path("kn.html")).find("peak -0.01962 m\""), std::string::npos);
  // Other units of the same signal are no difference.
  const nlohmann::json compared =
      Run("compare sag.h5 sag.csv -c block.z --segment 16 --json").Json();
  EXPECT_EQ(compared["channels"][0]["unit"], "mm");
  EXPECT_NEAR(compared["channels"][0]["max_error_percent"].get<double>(), 0, 1e-6);
  const Outcome wrong = Run("page sag.h5 -o wrong.html --units mm-furlong");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("'furlong' is not a known unit"), std::string::npos) << wrong.err;
  EXPECT_EQ(Run("run sag.yaml --units mm").code, 2) << "nothing is written";
}

TEST_F(ResultsCliTest, SinglePrecisionIsAChoice) {
  MustRun("run model.yaml -o double.h5 --end-time 2");
  MustRun("run model.yaml -o single.h5 --end-time 2 --float32");
  const ResultReader one(Path("double.h5")), two(Path("single.h5"));
  for (const ColumnInfo& column : one.columns()) {
    const std::vector<double> x = one.ReadColumn(column.path), y = two.ReadColumn(column.path);
    const bool is_time = column.path.ends_with("time");
    for (size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(y[i], is_time ? x[i] : static_cast<double>(static_cast<float>(x[i])));
    }
  }
  EXPECT_LT(std::filesystem::file_size(Path("single.h5")),
            0.6 * static_cast<double>(std::filesystem::file_size(Path("double.h5"))));
}

TEST_F(ResultsCliTest, AStoppedRunGoesOnToTheSameBits) {
  for (const char* method : {"generalized-alpha", "multistep"}) {
    std::string text = kModel;
    text.replace(text.find("end_time: 0.4"), 13, "end_time: 20");
    text.replace(text.find("generalized-alpha"), 17, method);
    WriteTextFile(Path("model.yaml"), text);
    const std::string whole = Path("whole.h5"), parts = Path("parts.h5");
    MustRun("run model.yaml -o whole.h5 --force");
    std::filesystem::remove(parts);
    // A signal before the first row ends the program at once: it then comes later.
    int code = -1, stops = 0, part = 20;
    for (int tries = 0; code != 0 && tries < 100; ++tries) {
      const bool goes_on = stops > 0;
      code = RunAndStop(goes_on ? std::vector<std::string>{"run", "--resume", "parts.h5"}
                                : std::vector<std::string>{"run", "model.yaml", "-o", "parts.h5"},
                        stops < 5 ? SIGTERM : 0, part);
      ASSERT_TRUE(code == 0 || code == 4 || code == 128 + SIGTERM) << code;
      if (code == 128 + SIGTERM) part += 10;
      if (code != 4) continue;
      ++stops;
      EXPECT_TRUE(ResultReader(parts).ReadState().has_value());
    }
    EXPECT_GE(stops, 2) << "it was hardly stopped";
    EXPECT_FALSE(ResultReader(parts).ReadState().has_value()) << "it is finished";
    ExpectSameNumbers(parts, whole);
  }
}

TEST_F(ResultsCliTest, AKilledRunGoesOnFromItsCheckpoint) {
  std::string text = kModel;
  text.replace(text.find("end_time: 0.4"), 13, "end_time: 40");
  WriteTextFile(Path("model.yaml"), text);
  MustRun("run model.yaml -o whole.h5");
  const double seconds =
      nlohmann::json::parse(ResultReader(Path("whole.h5")).ReadSummary())["wall_seconds"]
          .get<double>();
  const int code = RunAndStop({"run", "model.yaml", "-o", "parts.h5", "--checkpoint", "0.02 s"},
                              SIGKILL, static_cast<int>(500 * seconds) + 20);
  ASSERT_EQ(code, 128 + SIGKILL);
  const std::optional<ResultState> state = ResultReader(Path("parts.h5")).ReadState();
  ASSERT_TRUE(state.has_value());
  EXPECT_GT(state->rows, 1u);
  MustRun("run --resume parts.h5 -p page.html");
  ExpectSameNumbers(Path("parts.h5"), Path("whole.h5"));
  const Outcome again = Run("run --resume parts.h5");
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("holds no state to go on from"), std::string::npos) << again.err;
}

// A limit on the size of files stands for a disk that is full.
TEST_F(ResultsCliTest, AFullDiskIsToldAtTheStart) {
  const int status = std::system(("cd '" + folder_.string() +
                                  "' && trap '' XFSZ && ulimit -f 64 && '" JOUNCE_PROGRAM
                                  "' -q run model.yaml -o run.h5 2>err.txt")
                                     .c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3) << ReadTextFile(Path("err.txt"));
  EXPECT_FALSE(std::filesystem::exists(Path("run.h5")));
  EXPECT_FALSE(std::filesystem::exists(Path("run.h5.part")));
}

// A body in free fall, z = -g t^2 / 2, as version 2 of the format kept it.
TEST_F(ResultsCliTest, ResultsOfTheFormatBeforeAreRead) {
  const std::string old = JOUNCE_SOURCE_DIR "/tests/data/result_format_2.h5";
  const ResultReader reader(old);
  ASSERT_EQ(reader.rows(), 11u);
  const std::vector<double> time = reader.ReadTime(), z = reader.ReadChannel("fall.z");
  for (size_t i = 0; i < z.size(); ++i) {
    EXPECT_NEAR(time[i], 0.01 * static_cast<double>(i), 1e-12);
    EXPECT_NEAR(z[i], -0.5 * 9.81 * time[i] * time[i], 1e-9);
  }
  const Outcome page = Run("page '" + old + "' -o old.html");
  EXPECT_EQ(page.code, 2);
  EXPECT_NE(page.err.find("holds channels alone"), std::string::npos) << page.err;
}

}  // namespace
}  // namespace jounce
