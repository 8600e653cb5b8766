// What commands write, and where: one rule for all of them, and nothing lost on the way.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "command_test.h"
#include "io/result_file.h"
#include "io/text_file.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

class OutputsCliTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    WriteTextFile(Path("solver.yaml"), "solver: {end_time: 0.01, step: 1 ms}\n");
    WriteTextFile(Path("model.yaml"),
                  "include: solver.yaml\n"
                  "bodies: {rod: {mass: 1, position: [1, 0, 0], inertia: [0.1, 0.1, 0.1]}}\n"
                  "joints: {pin: {joint: revolute, between: [ground, rod], at: [0, 0, 0], axis: "
                  "[0, 1, 0]}}\n"
                  "sensors: {tip: {sensor: position, of: rod}}\n");
    WriteTextFile(Path("law.yaml"), "law: linear\nstiffness: 100\n");
    ResultWriter writer(Path("run.h5"), {{"a", "N", ""}}, 3, {}, false);
    for (int i = 0; i < 3; ++i) writer.Append(0.1 * i, std::array<double, 1>{2.0 * i});
  }

  // A name with the right ending for a file that the command reads.
  std::string LinkTo(const std::string& file, const std::string& name) const {
    fs::create_symlink(file, folder_ / name);
    return name;
  }
};

TEST_F(OutputsCliTest, WhatIsReadIsNeverWritten) {
  const std::string before[] = {ReadTextFile(Path("model.yaml")), ReadTextFile(Path("solver.yaml")),
                                ReadTextFile(Path("law.yaml")), ReadTextFile(Path("run.h5"))};
  fs::create_hard_link(folder_ / "run.h5", folder_ / "hard.csv");
  LinkTo("model.yaml", "model.html");
  LinkTo("solver.yaml", "solver.html");
  LinkTo("solver.yaml", "solver.h5");
  LinkTo("law.yaml", "law.html");
  LinkTo("law.yaml", "law.csv");
  LinkTo("run.h5", "run.html");
  for (const char* line : {
           "check model.yaml --page model.html",
           "check model.yaml --page solver.html",
           "run model.yaml --page solver.html",
           "run model.yaml -o solver.h5",
           "modes model.yaml --page model.html",
           "bench law.yaml --page law.html",
           "bench law.yaml --loops law.csv",
           "export run.h5 -o hard.csv",
           "signal plot run.h5 -o run.html",
           "signal psd run.h5 -o hard.csv",
           "signal rainflow run.h5 -o run.html",
           "signal convert run.h5 -o hard.csv",
           "signal convert run.h5 -o run.h5",
           "compare run.h5 run.h5 -o run.html",
       }) {
    const Outcome outcome = Run(std::string(line) + " --force");
    EXPECT_EQ(outcome.code, 2) << line << outcome.err;
    EXPECT_NE(outcome.err.find("would be destroyed"), std::string::npos) << line << outcome.err;
  }
  const std::string after[] = {ReadTextFile(Path("model.yaml")), ReadTextFile(Path("solver.yaml")),
                               ReadTextFile(Path("law.yaml")), ReadTextFile(Path("run.h5"))};
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(before[i] == after[i]) << i;
}

TEST_F(OutputsCliTest, WhatExistsNeedsForce) {
  for (const char* line : {
           "check model.yaml --page old.html",
           "run model.yaml --page old.html",
           "modes model.yaml --page old.html",
           "bench law.yaml --frequencies 1 --amplitudes 1 --relaxation 0 --csv old.csv",
           "export run.h5 -o old.csv",
           "schema -o old.json",
           "signal plot run.h5 -o old.html",
           "signal convert run.h5 -o old.csv",
           "compare run.h5 run.h5 -o old.html",
       }) {
    const std::string file = std::string(line).substr(std::string(line).find("old."));
    WriteTextFile(Path(file), "precious");
    const Outcome refused = Run(line);
    EXPECT_EQ(refused.code, 2) << line;
    EXPECT_NE(refused.err.find("--force"), std::string::npos) << line << refused.err;
    EXPECT_EQ(ReadTextFile(Path(file)), "precious") << line;
    const Outcome forced = Run(std::string(line) + " --force");
    EXPECT_EQ(forced.code, 0) << line << forced.err;
    EXPECT_NE(ReadTextFile(Path(file)), "precious") << line;
  }
  // A result of the same inputs is made anew; one of others is not.
  EXPECT_EQ(Run("run model.yaml -o new.h5").code, 0);
  EXPECT_EQ(Run("run model.yaml -o new.h5").code, 0);
  EXPECT_EQ(Run("run model.yaml -o new.h5 --end-time 0.02").code, 2);
  EXPECT_EQ(Run("run model.yaml -o new.h5 --end-time 0.02 --force").code, 0);
  EXPECT_EQ(Run("bench law.yaml --csv same.csv --loops same.csv").code, 2) << "two in one file";
}

TEST_F(OutputsCliTest, TheEndingSaysTheFormat) {
  for (const char* line :
       {"run model.yaml -o run.xlsx", "export run.h5 -o run.odt", "run model.yaml --page run.xlsx",
        "schema -o schema.txt", "bench law.yaml --h5 loops.csv", "signal psd run.h5 -o psd.xlsx",
        "signal plot run.h5 -o plot", "signal convert run.h5 -o run.xyz"}) {
    const Outcome outcome = Run(line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_NE(outcome.err.find("known: ."), std::string::npos) << line << outcome.err;
  }
}

TEST_F(OutputsCliTest, DevicesAndPipesAreWrittenThrough) {
  const std::string text = Run("export run.h5").out;
  EXPECT_EQ(Run("export run.h5 -o /dev/null -q").code, 0);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(Run("export run.h5 -o /dev/stdout -q").out, text);
  const Outcome redirected = Run("export run.h5 -o /dev/stdout -q >out.csv");
  EXPECT_EQ(redirected.code, 0) << redirected.err;
  EXPECT_EQ(ReadTextFile(Path("out.csv")), text);
  EXPECT_EQ(Run("run model.yaml -o /dev/null").code, 2) << "a result cannot be streamed";
  fs::create_directory(folder_ / "far");
  LinkTo("far/away.csv", "link.csv");
  EXPECT_EQ(Run("export run.h5 -o link.csv").code, 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.csv"));
  EXPECT_EQ(ReadTextFile(Path("far/away.csv")), text);
}

TEST_F(OutputsCliTest, ASecondRunIsToldOfTheFirst) {
  WriteTextFile(Path("solver.yaml"), "solver: {end_time: 2000, step: 1 ms}\n");
  const std::string run = "'" JOUNCE_PROGRAM "' -q run model.yaml -o long.h5";
  WriteTextFile(Path("two.sh"), run + " & pid=$!\n" +
                                    "for i in $(seq 100); do [ -e long.h5 ] && break; sleep 0.1; "
                                    "done\n" +
                                    run + " --force 2>second.txt\n" +
                                    "code=$?; kill -9 $pid; wait $pid; exit $code\n");
  const int status =
      std::system(("cd '" + folder_.string() + "' && sh two.sh 2>/dev/null").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
  const std::string errors = ReadTextFile(Path("second.txt"));
  EXPECT_NE(errors.find("is being written by another run"), std::string::npos) << errors;
  EXPECT_NO_THROW(ResultReader(Path("long.h5"))) << "the first is not harmed";
}

// A pipe that nobody reads stands for work that takes long and keeps nothing.
TEST_F(OutputsCliTest, TheFirstSignalEndsWhatKeepsNothing) {
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  WriteTextFile(Path("stop.sh"), "'" JOUNCE_PROGRAM
                                 "' export run.h5 -o pipe & pid=$!\n"
                                 "sleep 1; kill -TERM $pid; sleep 1; kill -KILL $pid; wait $pid\n");
  const int status =
      std::system(("cd '" + folder_.string() + "' && sh stop.sh 2>/dev/null").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 128 + 15) << "128 + 9: it had to be killed";
}

TEST_F(OutputsCliTest, AFileWithoutAModelIsAnError) {
  for (const char* text : {"", "# nothing yet\n", "units: {length: mm}\n"}) {
    WriteTextFile(Path("empty.yaml"), text);
    const Outcome outcome = Run("check empty.yaml");
    EXPECT_EQ(outcome.code, 2) << text;
    EXPECT_NE(outcome.err.find("empty.yaml:1:1: error: there is no model"), std::string::npos)
        << outcome.err;
  }
}

TEST_F(OutputsCliTest, AFileThatIsTooLargeIsNotParsed) {
  fs::resize_file(folder_ / "solver.yaml", 200'000'000);  // zeros that take no room
  most_seconds_ = 20;
  const Outcome main = Run("check solver.yaml");
  EXPECT_EQ(main.code, 3);
  EXPECT_NE(main.err.find("200 MB, at most 32 MB"), std::string::npos) << main.err;
  EXPECT_EQ(Run("check model.yaml").code, 2) << "as an include";
}

// The plug-in lies beside its law, and both in the current folder.
TEST_F(OutputsCliTest, LibraryLawsByARelativeName) {
  fs::copy_file(JOUNCE_EXAMPLE_LAW, folder_ / "mine.so");
  const std::string law = "law: library\nfile: mine.so\nconstants: {a: {value: 100}, b: {value: 9}";
  WriteTextFile(Path("mine.yaml"), law + "}\n");
  const Outcome fine = Run("check mine.yaml");
  EXPECT_EQ(fine.code, 0) << fine.err;
  // f = a sinh(b e) over its amplitude of 1 mm: 100 sinh(0.009) / 1 mm.
  const Outcome bench =
      Run("bench mine.yaml --amplitudes 1 --frequencies 1 --static 1 --quasi-static 1 "
          "--relaxation 0 --json");
  ASSERT_EQ(bench.code, 0) << bench.err;
  EXPECT_NEAR(bench.Json()["loops"][0]["peak_stiffness"].get<double>(), 1e5 * std::sinh(0.009),
              0.01);
  WriteTextFile(Path("mine.yaml"), law + ", d: {value: 1}}\n");
  const Outcome refused = Run("check mine.yaml");
  EXPECT_EQ(refused.code, 2) << "its parameters are tried";
  EXPECT_NE(refused.err.find("'d' is not known"), std::string::npos) << refused.err;
  fs::remove(folder_ / "mine.so");
  EXPECT_EQ(Run("check mine.yaml").code, 3);
}

TEST_F(OutputsCliTest, WrongCallsAreTold) {
  const Outcome help = Run("chek --help");
  EXPECT_EQ(help.code, 2);
  EXPECT_EQ(help.out, "");
  EXPECT_NE(help.err.find("there is no command 'chek' (did you mean 'check'?)"), std::string::npos)
      << help.err;
  const Outcome verb = Run("signal pds --help");
  EXPECT_EQ(verb.code, 2);
  EXPECT_NE(verb.err.find("there is no command 'signal pds' (did you mean 'psd'?)"),
            std::string::npos)
      << verb.err;
  EXPECT_EQ(Run("signal psd --help").code, 0);
  for (const char* line :
       {"run --json", "chek --json", "run m.yaml --nonsense --json", "completion fish --json"}) {
    const Outcome outcome = Run(line);
    EXPECT_EQ(outcome.code, 2) << line;
    const nlohmann::json json = outcome.Json();
    ASSERT_TRUE(json.is_object()) << line << outcome.out;
    EXPECT_EQ(json["status"], "input is wrong");
    EXPECT_NE(json["diagnostics"][0]["message"], "");
  }
}

TEST_F(OutputsCliTest, CompletionKnowsVerbsAndValues) {
  const auto complete = [&](const std::string& words, int at) {
    return "COMP_WORDS=(" + words + ") COMP_CWORD=" + std::to_string(at) +
           "\n_jounce\necho \"${COMPREPLY[*]}\"\n";
  };
  WriteTextFile(Path("complete.sh"), Run("completion bash").out + complete("jounce signal ps", 2) +
                                         complete("jounce signal psd --seg", 3) +
                                         complete("jounce signal psd --window ha", 4) +
                                         complete("jounce run --matrix ''", 3) +
                                         complete("jounce completion z", 2));
  ASSERT_EQ(std::system(("cd '" + folder_.string() + "' && bash complete.sh > out.txt").c_str()),
            0);
  EXPECT_EQ(ReadTextFile(Path("out.txt")),
            "psd\n--segment\nhann hamming\nnewton adaptive fixed\nzsh\n");
}

TEST_F(OutputsCliTest, NothingHeldOutIsNoNumber) {
  const std::string loops = JOUNCE_SOURCE_DIR "/examples/identify/loops.csv";
  const Outcome outcome = Run("identify '" + loops + "' --law kelvin --hold-out 0 -o found.yaml");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("nan"), std::string::npos) << outcome.out;
  EXPECT_EQ(ReadTextFile(Path("found.yaml")).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace jounce
