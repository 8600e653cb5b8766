// `jounce study`: many runs, whatever happens to them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "command_test.h"

namespace jounce {
namespace {

class Study : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    WriteTextFile(
        Path("mass.yaml"),
        "parameters: {k: 4 N/mm, duration: 0.3 s}\n"
        "bodies: {mass: {mass: 10, inertia: [1, 1, 1]}}\n"
        "joints: {guide: {joint: translational, between: [ground, mass], at: [0, 0, 0], "
        "axis: [0, 0, 1]}}\n"
        "connections: {spring: {connection: bushing, between: [ground, mass], at: [0, 0, "
        "0], law: {law: linear, dimension: 6, stiffnesses: ['${k}', '${k}', '${k}', 1, 1, "
        "1]}}}\n"
        "sensors: {place: {sensor: position, of: mass}}\n"
        "solver: {end_time: '${duration}', step: 0.2 ms}\n");
  }

  static std::string StudyText(int runs) {
    return "model: mass.yaml\nvary:\n  k: {from: 2 N/mm, to: 8 N/mm}\n"
           "  soft: {scale: stiffness, bushings: [spring], directions: [z], from: 0.5, to: 2}\n"
           "sampling: {method: latin_hypercube, runs: " +
           std::to_string(runs) +
           "}\noutputs:\n  lowest: {take: statistic, channel: place.z, statistic: min}\n"
           "  rms: {take: statistic, channel: place.z}\n";
  }

  // A script of the shell in the folder of the test, $jounce being the command.
  int Shell(const std::string& script) const {
    const std::string line = "cd '" + folder_.string() + "' && jounce='" JOUNCE_PROGRAM "' && (" +
                             script + ") >script.txt 2>&1";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string Csv(const std::string& folder) const {
    const Outcome outcome = Run("study table " + folder + " --force -o table.csv");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return ReadTextFile(Path("table.csv"));
  }
};

TEST_F(Study, KilledAtRandomAndGoneOnWithTheTableIsTheSame) {
  WriteTextFile(Path("s.yaml"), StudyText(150));
  ASSERT_EQ(Run("study s.yaml -j 1 -o one -q").code, 0);
  const std::string expected = Csv("one");
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 151);
  EXPECT_EQ(expected.find("missing"), std::string::npos);
  int kills = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string wait = std::to_string(0.05 + 0.04 * (i % 7));
    Shell("$jounce study s.yaml -j 3 -o two -q & p=$!; sleep " + wait +
          "; kill -9 $p 2>/dev/null && echo killed");
    kills += ReadTextFile(Path("script.txt")).find("killed") != std::string::npos ? 1 : 0;
  }
  const Outcome rest = Run("study s.yaml -j 2 -o two --json");
  ASSERT_EQ(rest.code, 0) << rest.err;
  EXPECT_GT(kills, 0);
  EXPECT_TRUE(Csv("two") == expected);
  // Nothing is left to do, and another study of the same runs finds them done.
  EXPECT_EQ(Run("study s.yaml -o two --json").Json().value("computed", -1), 0);
  WriteTextFile(Path("mass.yaml"), ReadTextFile(Path("mass.yaml")) + "# changed\n");
  EXPECT_EQ(Run("study s.yaml -o two --json").Json().value("computed", -1), 150);
}

TEST_F(Study, WhatGoesWrongIsARowWithItsReason) {
  WriteTextFile(Path("s.yaml"),
                "model: mass.yaml\ntime_limit: 2 s\nvary:\n"
                "  duration: {values: [0.1 s, 3000 s, 1 N, 0.2 s, 0.1 s]}\n"
                "outputs: {rms: {take: statistic, channel: place.z}}\n");
  const Outcome outcome = Run("study s.yaml -j 2 --json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json counts = outcome.Json()["counts"];
  EXPECT_EQ(counts["done"], 3);
  EXPECT_EQ(counts["late"], 1);
  EXPECT_EQ(counts["failed"], 1);
  EXPECT_EQ(outcome.Json()["computed"], 4) << "equal inputs are run once";
  const nlohmann::json rows = Run("study table s.yaml --json").Json()["rows"];
  EXPECT_NE(rows[1]["reason"].get<std::string>().find("time limit of 2 s"), std::string::npos);
  EXPECT_NE(rows[2]["reason"].get<std::string>().find("duration"), std::string::npos) << rows[2];
  EXPECT_EQ(rows[0]["rms"], rows[4]["rms"]);
  EXPECT_EQ(Run("study s.yaml --json").Json()["computed"], 0) << "what failed stays";
  EXPECT_EQ(Run("study s.yaml --retry --json").Json()["computed"], 2);
}

// A run whose process is shot is a row; the others are done.
TEST_F(Study, AProcessThatDiesTakesOneRunWithIt) {
  WriteTextFile(Path("s.yaml"),
                "model: mass.yaml\nvary:\n  duration: {values: [9000 s, 0.1 s, 0.2 s]}\n"
                "outputs: {rms: {take: statistic, channel: place.z}}\n");
  ASSERT_EQ(Shell("$jounce study s.yaml -j 1 -q & p=$!; sleep 1; "
                  "for f in /proc/[0-9]*/stat; do read -r pid name state parent rest <$f; "
                  "[ \"$parent\" = $p ] && kill -SEGV $pid; done; wait $p"),
            0)
      << ReadTextFile(Path("script.txt"));
  const nlohmann::json rows = Run("study table s.yaml --json").Json()["rows"];
  EXPECT_EQ(rows[0]["status"], "crashed") << rows;
  EXPECT_EQ(rows[1]["status"], "done");
  EXPECT_EQ(rows[2]["status"], "done");
}

// The limit of the size of files stands for a full disk, as in the tests of results.
TEST_F(Study, AFullDiskLosesNothingThatWasFinished) {
  WriteTextFile(
      Path("s.yaml"),
      "vary: {a: {from: 0, to: 1, count: 20000}}\n"
      "outputs: {y: {take: formula, formula: a^2}, z: {take: formula, formula: sin(a)}}\n");
  ASSERT_EQ(Run("study s.yaml -o one -q").code, 0);
  // The plan fits, its outcomes do not.
  EXPECT_EQ(Shell("trap '' XFSZ; ulimit -f 3500; $jounce study s.yaml -o two -q"), 3)
      << ReadTextFile(Path("script.txt"));
  EXPECT_NE(ReadTextFile(Path("script.txt")).find("kept"), std::string::npos);
  const Outcome rest = Run("study s.yaml -o two --json");
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_LT(rest.Json().value("computed", 99999), 20000);
  EXPECT_TRUE(Csv("one") == Csv("two"));
}

// f = (a - 0.3)^2 + 2 (b - 0.7)^2 under a + b <= 0.8 is least at a = 1/6, b = 19/30 (by hand).
TEST_F(Study, AnOptimizationThatIsKilledGoesOnAsItWould) {
  WriteTextFile(Path("s.yaml"),
                "vary: {a: {from: -1, to: 1}, b: {from: 0, to: 2}}\n"
                "outputs:\n  f: {take: formula, formula: (a - 0.3)^2 + 2*(b - 0.7)^2}\n"
                "  sum: {take: formula, formula: a + b}\n"
                "optimize: {minimize: f, limits: {sum: {most: 0.8}}, runs: 300}\n");
  const Outcome one = Run("study s.yaml -o one --json");
  ASSERT_EQ(one.code, 0) << one.err;
  const nlohmann::json best = one.Json()["best"];
  EXPECT_NEAR(best["f"].get<double>(), 2.0 / 75, 0.02 * 2 / 75);
  EXPECT_NEAR(best["a"].get<double>(), 1.0 / 6, 0.03);
  EXPECT_NEAR(best["b"].get<double>(), 19.0 / 30, 0.03);
  EXPECT_LE(best["sum"].get<double>(), 0.8);
  for (int i = 0; i < 4; ++i) {
    Shell("$jounce study s.yaml -o two -q & p=$!; sleep 0." + std::to_string(1 + i) +
          "; kill -9 $p 2>/dev/null");
  }
  ASSERT_EQ(Run("study s.yaml -o two -j 1").code, 0);
  EXPECT_TRUE(Csv("one") == Csv("two"));
}

// Gradients are those that `jounce kc` prints.
TEST_F(Study, KinematicsAndCompliance) {
  const std::string model = JOUNCE_SOURCE_DIR "/examples/suv/suv.yaml";
  const nlohmann::json kc = Run("kc '" + model + "' --axle rear --points 1 --json").Json();
  WriteTextFile(
      Path("s.yaml"),
      "model: " + model +
          "\noutputs:\n  rate: {take: kc, wheels: [rear/right_wheel, rear/left_wheel], pattern: "
          "antisymmetric, value: wheel_rate}\n"
          "  camber: {take: kc, wheels: [rear/right_wheel, rear/left_wheel], test: "
          "lateral_contact, pattern: antisymmetric, support: load_at_contact_point, value: "
          "camber_deg}\n");
  ASSERT_EQ(Run("study s.yaml -q").code, 0);
  const nlohmann::json row = Run("study table s.yaml --json").Json()["rows"][0];
  EXPECT_NEAR(row["rate"].get<double>(), kc["wheel_rate_N_per_m"][1]["wheels"][0].get<double>(), 1);
  bool found = false;
  for (const nlohmann::json& curve : kc["curves"]) {
    if (curve["test"] != "lateral_contact" || curve["pattern"] != "antisymmetric" ||
        curve["vertical_support"] != "load_at_contact_point") {
      continue;
    }
    found = true;
    EXPECT_NEAR(row["camber"].get<double>(), curve["gradients"][0]["camber_deg"].get<double>(),
                1e-6);
  }
  EXPECT_TRUE(found) << kc;
}

// A Slurm of one node in the folder of the test.
class StudyOnSlurm : public Study {
 protected:
  void SetUp() override {
    Study::SetUp();
    const int port = 20000 + ::getpid() % 20000;
    const int code = Shell("'" JOUNCE_SOURCE_DIR "/tests/slurm/start.sh' \"$PWD/cluster\" " +
                           std::to_string(port));
    if (code != 0) GTEST_SKIP() << "no Slurm: " << ReadTextFile(Path("script.txt"));
  }
  void TearDown() override {
    Shell("'" JOUNCE_SOURCE_DIR "/tests/slurm/stop.sh' \"$PWD/cluster\"; sleep 0.3");
    Study::TearDown();
  }
  int ShellOnSlurm(const std::string& script) const {
    return Shell("export SLURM_CONF=\"$PWD/cluster/slurm.conf\"; " + script);
  }
};

TEST_F(StudyOnSlurm, TheTableIsTheSame) {
  WriteTextFile(Path("s.yaml"), StudyText(40));
  ASSERT_EQ(Run("study s.yaml -j 2 -o one -q").code, 0);
  // A watcher that is killed finds its job again.
  const std::string line =
      "$jounce study s.yaml -o two --slurm --partition short --time 5:00 --runs-per-task 8 -q";
  EXPECT_EQ(ShellOnSlurm(line +
                         " & p=$!; for i in $(seq 100); do [ -s two/slurm/job_1/id ] && break; "
                         "sleep 0.1; done; kill -9 $p; " +
                         line + " && [ ! -e two/slurm/job_2 ]"),
            0)
      << ReadTextFile(Path("script.txt"));
  EXPECT_TRUE(Csv("one") == Csv("two"));
  EXPECT_EQ(ShellOnSlurm("$jounce study s.yaml -o three --slurm --partition none -q"), 2);
  EXPECT_NE(ReadTextFile(Path("script.txt")).find("sbatch does not take the job"),
            std::string::npos);
}

// Tasks are cancelled while they run: what they had finished is kept, the rest are rows that say so
// and are run by the next.
TEST_F(StudyOnSlurm, CancelledTasksLoseNothingThatWasFinished) {
  WriteTextFile(Path("s.yaml"),
                "model: mass.yaml\nvary: {duration: {values: [0.1 s, 0.2 s, 1500 s, 0.3 s]}}\n"
                "outputs: {rms: {take: statistic, channel: place.z}}\n");
  ASSERT_EQ(
      ShellOnSlurm("$jounce study s.yaml -o two --slurm --runs-per-task 3 -q & p=$!; "
                   "for i in $(seq 300); do [ $(cat two/slurm/job_1/*.rows 2>/dev/null | wc -l) "
                   "-ge 3 ] && break; sleep 0.1; done; scancel -n jounce; wait $p"),
      0)
      << ReadTextFile(Path("script.txt"));
  const nlohmann::json rows = Run("study table two --json").Json()["rows"];
  for (const int done : {0, 1, 3}) EXPECT_EQ(rows[done]["status"], "done") << rows;
  EXPECT_EQ(rows[2]["status"], "lost") << rows;
  EXPECT_NE(rows[2]["reason"].get<std::string>().find("CANCELLED"), std::string::npos) << rows[2];
  const Outcome rest = Run("study s.yaml -o two --json");
  EXPECT_EQ(rest.Json()["computed"], 1);
  EXPECT_EQ(rest.Json()["counts"]["done"], 4);
}

// Before ten thousand runs fail for it.
TEST_F(Study, CheckFindsNamesThatTheModelHasNot) {
  const auto check = [&](const std::string& from, const std::string& to) {
    std::string text = StudyText(3);
    text.replace(text.find(from), from.size(), to);
    WriteTextFile(Path("s.yaml"), text);
    return Run("check s.yaml");
  };
  EXPECT_EQ(check("k:", "k:").code, 0);
  Outcome outcome = check("  k:", "  kk:");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("there is no parameter or variant 'kk'"), std::string::npos)
      << outcome.err;
  outcome = check("place.z, statistic: min", "plaice.z, statistic: min");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("lowest: there is no channel 'plaice.z' (did you mean 'place.z'?)"),
            std::string::npos)
      << outcome.err;
  outcome = check("[spring]", "[sprong]");
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  outcome = check("runs: 3", "runs: 3 s");
  EXPECT_NE(outcome.err.find("'3 s' is a number of s, a plain one is expected (give it without a "
                             "unit)"),
            std::string::npos)
      << outcome.err;
}

TEST_F(Study, OneProgramAtATimeAndWrongWordsAreSaid) {
  WriteTextFile(Path("s.yaml"), "outputs: {y: {take: formula, formula: 1}}\n");
  EXPECT_EQ(Shell("mkdir two; exec 9>two/lock; flock 9; $jounce study s.yaml -o two"), 2);
  EXPECT_NE(ReadTextFile(Path("script.txt")).find("another program"), std::string::npos);
  EXPECT_EQ(Run("study").code, 2);
  EXPECT_EQ(Run("study none.yaml").code, 3);
  EXPECT_EQ(Run("study table none.yaml").code, 3);
  EXPECT_EQ(Run("study table s.yaml -j 3").code, 2);
}

}  // namespace
}  // namespace jounce
