// The command as users and scripts meet it: exit codes, what goes to stdout and what to stderr.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "command_test.h"
#include "io/result_file.h"
#include "io/text_file.h"

namespace jounce {
namespace {

class CliTest : public CommandTest {};

TEST_F(CliTest, HelpTeachesAndListsEveryCommand) {
  const Outcome help = Run("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_NE(help.out.find("Exit codes: 0 done"), std::string::npos);
  for (const char* command :
       {"demo", "bench", "identify", "check", "run", "static", "modes", "frf", "reduce", "signal",
        "tyre", "road", "compare", "fatigue", "export", "open", "schema", "completion"}) {
    EXPECT_NE(help.out.find(command), std::string::npos) << command;
    const Outcome own = Run(std::string(command) + " --help");
    EXPECT_EQ(own.code, 0) << command;
    EXPECT_NE(own.out.find("Examples:\n  "), std::string::npos) << command;
  }
}

TEST_F(CliTest, VersionIsOneLine) {
  const Outcome version = Run("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.out.rfind("jounce ", 0), 0u);
}

TEST_F(CliTest, WrongCallsExitWith2) {
  EXPECT_EQ(Run("chek model.yaml").code, 2);
  EXPECT_NE(Run("chek model.yaml").err.find("did you mean 'check'?"), std::string::npos);
  EXPECT_EQ(Run("check").code, 2);
  EXPECT_EQ(Run("check a.yaml --set novalue").code, 2);
}

TEST_F(CliTest, AFileThatIsNotThereExitsWith3) {
  const Outcome missing = Run("check nowhere.yaml");
  EXPECT_EQ(missing.code, 3);
  EXPECT_EQ(missing.out, "");
  EXPECT_NE(missing.err.find("nowhere.yaml: cannot be read"), std::string::npos);
}

// Ten different mistakes, ten errors with the right lines, in one run, exit code 2, nothing
// written.
TEST_F(CliTest, TenMistakesTenErrors) {
  WriteTextFile(Path("model.yaml"), R"(units: {length: mm, mas: kg}
parameters: {k: 12 N/mm, bad: '${k + 1 m}'}
bodies:
  arm: {mass: 3 N, position: [0, 0]}
  knuckle: {mass: -4, inerta: [1, 1, 1]}
joints:
  ball: {joint: sperical, between: [arm, knukle], at: [1, 2, 3]}
  pin: {between: [arm, knuckle]}
  pin: {joint: revolute, between: [arm, knuckle]}
solver: {step: 1 mm, max_iterations: 2.5}
)");
  const Outcome outcome = Run("check model.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  const std::array<const char*, 11> expected = {
      "model.yaml:1:21: error: units has no key 'mas' (did you mean 'mass'?)",
      "model.yaml:2:31: error: parameter 'bad': cannot add N/m and m",
      "model.yaml:4:15: error: mass: '3 N' is a number of N, expected one of kg",
      "model.yaml:4:30: error: position: 3 entries are expected, there are 2",
      "model.yaml:5:19: error: mass: '-4' is out of range",
      "model.yaml:5:23: error: unknown key 'inerta' (did you mean 'inertia'?)",
      "model.yaml:7:17: error: joint: 'sperical' is not one of its words (did you mean "
      "'spherical'?)",
      "model.yaml:7:42: error: there is no body or frame 'knukle' (did you mean 'knuckle'?)",
      "model.yaml:8:8: error: the key 'joint' is missing",
      "model.yaml:9:3: error: the key 'pin' stands here a second time",
      "model.yaml:10:16: error: step: '1 mm' is a number of m, expected one of s"};
  for (const char* line : expected) {
    EXPECT_NE(outcome.err.find(line), std::string::npos) << line << "\n---\n" << outcome.err;
  }
  EXPECT_NE(
      outcome.err.find("model.yaml:10:38: error: max_iterations: '2.5' is not a whole number"),
      std::string::npos);
  // Nothing but the model and what this test itself put there.
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name == "model.yaml" || name == "stderr.txt") << name;
  }
}

TEST_F(CliTest, JsonIsTheOnlyThingOnStdout) {
  WriteTextFile(Path("model.yaml"), "bodies: {arm: {mass: 3, inertia: [1, 1, 1]}}\n");
  const nlohmann::json fine = nlohmann::json::parse(Run("check model.yaml --json").out);
  EXPECT_EQ(fine["bodies"], 1);
  EXPECT_EQ(fine["mass"], 3);
  WriteTextFile(Path("model.yaml"), "bodys: {}\n");
  const Outcome wrong = Run("--json check model.yaml");
  EXPECT_EQ(wrong.code, 2);
  const nlohmann::json report = nlohmann::json::parse(wrong.out);
  EXPECT_EQ(report["diagnostics"][0]["line"], 1);
  EXPECT_EQ(report["diagnostics"][0]["remedy"], "did you mean 'bodies'?");
}

TEST_F(CliTest, ExportWritesCsv) {
  {
    ResultWriter writer(Path("run.h5"), {{"a.x", "N", ""}, {"b, c", "m", ""}}, 2, {}, false);
    writer.Append(0, std::array<double, 2>{1.5, 2});
    writer.Append(0.1, std::array<double, 2>{0.1, -3e-9});
  }
  const Outcome text = Run("export run.h5");
  EXPECT_EQ(text.out, "time,a.x,\"b, c\"\ns,N,m\n0,1.5,2\n0.1,0.1,-3e-09\n");
  const Outcome file = Run("export run.h5 -c 'a.*' -o run.csv --json");
  EXPECT_EQ(nlohmann::json::parse(file.out)["channels"], 1);
  EXPECT_EQ(ReadTextFile(Path("run.csv")), "time,a.x\ns,N\n0,1.5\n0.1,0.1\n");
  EXPECT_EQ(Run("export run.h5 -c 'z*'").code, 2);
  EXPECT_EQ(Run("export stderr.txt").code, 3);
}

// h5py reads the file with no help of ours.
TEST_F(CliTest, PythonReadsResults) {
  if (std::system("python3 -c 'import h5py' 2>/dev/null") != 0 &&
      std::system("/usr/bin/python3 -c 'import h5py' 2>/dev/null") != 0) {
    GTEST_SKIP() << "needs python3-h5py";
  }
  {
    ResultWriter writer(Path("run.h5"), {{"arm.force", "N", "in the arm"}}, 10, {}, false);
    for (int i = 0; i < 10; ++i) writer.Append(0.1 * i, std::array<double, 1>{2.0 * i});
  }
  WriteTextFile(Path("read.py"),
                "import h5py\n"
                "f = h5py.File('run.h5', 'r')\n"
                "d = f['channels/arm.force']\n"
                "assert list(d[:]) == [2.0 * i for i in range(10)], d[:]\n"
                "assert d.attrs['unit'] == 'N' and f['time'].attrs['unit'] == 's'\n"
                "assert f['rows'][()] == 10\n");
  EXPECT_EQ(std::system(("cd '" + folder_.string() + "' && /usr/bin/python3 read.py").c_str()), 0);
}

// The main job: bench, identification, model, page. Each file it leaves can be used by hand.
TEST_F(CliTest, DemoLeavesFilesToGoOnWith) {
  const Outcome demo = Run("demo --quick -o demo --json");
  EXPECT_EQ(demo.code, 0) << demo.err;
  const nlohmann::json result = nlohmann::json::parse(demo.out);
  // The noise that the demo puts on its loops is 0.4 % of the peak: mean deviation 0.32 %.
  for (const char* part : {"hydro", "rubber"}) {
    EXPECT_LT(result[part]["phi"], 0.005);
    EXPECT_LT(result[part]["phi_held_out"], 0.006);
    EXPECT_LT(result[part]["factorizations"], 10);
  }
  EXPECT_GT(std::filesystem::file_size(Path("demo/demo.html")), 100'000u);
  // A story of few steps, each with a page of its own.
  const std::string story = ReadTextFile(Path("demo/demo.html"));
  for (const char* page : {"hydro_fit.html", "rubber_fit.html", "drive.html", "exchange.html"}) {
    EXPECT_NE(story.find(std::string("[\"") + page + "\",\"\",\"" + page), std::string::npos);
    EXPECT_GT(std::filesystem::file_size(Path(std::string("demo/") + page)), 50'000u) << page;
  }
  // It ends in a life; those of both bushings are as their damage on a line of slope 5 is.
  const double ratio = result["life"]["lower_front.y"]["hydro"].get<double>() /
                       result["life"]["lower_front.y"]["rubber"].get<double>();
  EXPECT_NEAR(ratio, result["plain_over_hydro"]["lower_front.y"]["damage"].get<double>(),
              1e-6 * ratio);
  // Its own folder it may write anew, another's not.
  EXPECT_EQ(Run("demo --quick -o demo").code, 0);
  std::filesystem::create_directories(Path("mine"));
  WriteTextFile(Path("mine/quarter_car.yaml"), "name: mine\n");
  EXPECT_EQ(Run("demo --quick -o mine").code, 2);
  EXPECT_EQ(Run("check demo/hydro_law.yaml").code, 0);
  EXPECT_EQ(Run("check demo/quarter_car.yaml --set front_bushing=rubber").code, 0);
  const Outcome run =
      Run("run demo/quarter_car.yaml --equilibrium --end-time 1 -o run.h5 --page run.html --json");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["steps"], 1000);
  EXPECT_EQ(ResultReader(Path("run.h5")).rows(), 1001u);
  EXPECT_EQ(Run("run demo/quarter_car.yaml --end-time 1 -o run.h5").code, 2)
      << "a result of other settings is not overwritten silently";
  EXPECT_TRUE(std::filesystem::exists(Path("run.html")));
}

// A run that is killed leaves a result file that opens.
TEST_F(CliTest, AKilledRunKeepsItsResults) {
  WriteTextFile(
      Path("model.yaml"),
      "bodies: {rod: {mass: 1, position: [1, 0, 0], inertia: [0.1, 0.1, 0.1]}}\n"
      "joints: {pin: {joint: revolute, between: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}}\n"
      "sensors: {tip: {sensor: position, of: rod}}\n"
      "solver: {end_time: 2000, step: 1 ms}\n");
  const int code = std::system(("cd '" + folder_.string() +
                                "' && timeout -s KILL 2 '" JOUNCE_PROGRAM
                                "' -q run model.yaml -o run.h5 2>/dev/null")
                                   .c_str());
  ASSERT_NE(code, 0) << "the run ended before it was killed";
  const ResultReader reader(Path("run.h5"));
  EXPECT_GT(reader.rows(), 100u);
  const std::vector<double> time = reader.ReadTime();
  EXPECT_NEAR(time.back(), 1e-3 * static_cast<double>(time.size() - 1), 1e-6);
}

// Ctrl-C stops cleanly and keeps what was computed.
TEST_F(CliTest, CtrlCKeepsWhatWasComputed) {
  WriteTextFile(
      Path("model.yaml"),
      "bodies: {rod: {mass: 1, position: [1, 0, 0], inertia: [0.1, 0.1, 0.1]}}\n"
      "joints: {pin: {joint: revolute, between: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}}\n"
      "sensors: {tip: {sensor: position, of: rod}}\n"
      "solver: {end_time: 2000, step: 1 ms}\n");
  const Outcome outcome =
      Run("run model.yaml -o run.h5 2>run.txt & pid=$!; sleep 1; kill -INT $pid; wait $pid");
  const std::string errors = ReadTextFile(Path("run.txt"));
  EXPECT_EQ(outcome.code, 4) << errors;
  EXPECT_NE(errors.find("stopped by the user"), std::string::npos) << errors;
  EXPECT_GT(ResultReader(Path("run.h5")).rows(), 100u);
}

TEST_F(CliTest, CompletionIsValidShell) {
  const Outcome script = Run("completion bash");
  EXPECT_EQ(script.code, 0);
  WriteTextFile(
      Path("complete.sh"),
      script.out +
          "COMP_WORDS=(jounce exp) COMP_CWORD=1\n_jounce\necho \"${COMPREPLY[*]}\"\n"
          "COMP_WORDS=(jounce export --out) COMP_CWORD=2\n_jounce\necho \"${COMPREPLY[*]}\"\n");
  EXPECT_EQ(std::system(("bash '" + Path("complete.sh") + "' > '" + Path("out.txt") + "'").c_str()),
            0);
  EXPECT_EQ(ReadTextFile(Path("out.txt")), "export\n--output\n");
}

TEST_F(CliTest, ReduceMakesAPartOfAMesh) {
  const std::string deck = JOUNCE_SOURCE_DIR "/examples/plate/plate.bdf";
  const Outcome done = Run("reduce '" + deck +
                           "' --units mm-t-s -i root=154,tip=44 -n 10 --verify -o plate.h5 --json");
  ASSERT_EQ(done.code, 0) << done.err;
  const nlohmann::json result = nlohmann::json::parse(done.out);
  EXPECT_NEAR(result["mass"].get<double>(), 7860 * 0.096 * 0.048 * 0.0015, 1e-9);
  EXPECT_EQ(result["frequencies"].size(), 16u);
  EXPECT_TRUE(std::filesystem::exists(Path("plate.h5")));
  for (const nlohmann::json& check : result["verify"]) {
    EXPECT_LT(check["largest_difference"].get<double>(), 0.01) << check["what"];
  }
  const Outcome none = Run("reduce '" + deck + "' --units mm-t-s");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("no interface nodes are named"), std::string::npos) << none.err;
  const Outcome missing = Run("reduce '" + deck + "' --units mm-t-s -i 999");
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("interface node 999 does not exist"), std::string::npos);
  EXPECT_EQ(Run("reduce nothing.bdf -i 1").code, 3);
}

TEST_F(CliTest, ReduceTakesAGmshMeshWithItsMaterials) {
  WriteTextFile(Path("steel.yaml"),
                "materials: {steel: {young: 210 GPa, poisson: 0.3, density: 7850 kg/m^3}}\n"
                "groups: {block: {material: steel}}\n"
                "attachments: {mount: {group: wall}}\n");
  const std::string mesh = JOUNCE_SOURCE_DIR "/tests/fuzz/seeds/gmsh_fuzz/cube2.msh";  // 1 m
  const Outcome done =
      Run("reduce '" + mesh + "' --units mm-t-s --materials steel.yaml -n 3 -o cube.h5 --json");
  ASSERT_EQ(done.code, 0) << done.err;
  const nlohmann::json result = nlohmann::json::parse(done.out);
  EXPECT_NEAR(result["mass"].get<double>(), 7850, 1e-6);
  EXPECT_EQ(result["interfaces"][0]["name"], "mount");
  const Outcome bare = Run("reduce '" + mesh + "'");
  EXPECT_EQ(bare.code, 2);
  EXPECT_NE(bare.err.find("needs a material file"), std::string::npos) << bare.err;
}

}  // namespace
}  // namespace jounce
