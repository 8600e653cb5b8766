#include "study/slurm.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "io/text_file.h"
#include "study/study_file.h"

namespace jounce::study {
namespace {

TEST(Slurm, RunsAsLines) {
  const study::Run run{.values = {0.1, std::string("a\tb"), 3.0, std::string("")}, .key = "k1"};
  std::string line = WriteRun(run);
  line.pop_back();
  const auto read = ReadRun(line);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->key, run.key);
  EXPECT_EQ(read->values, run.values);
  EXPECT_FALSE(ReadRun(line.substr(1)));
}

// A task that was killed while it wrote goes on with what is left; the cut line spoils no other.
TEST(Slurm, ATaskGoesOn) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / ("jounce_slurm_" + std::to_string(::getpid())))
          .string();
  std::filesystem::create_directories(folder);
  WriteTextFile(
      folder + "/s.yaml",
      "vary: {a: {from: 1, to: 3, count: 3}}\noutputs: {y: {take: formula, formula: a^2}}\n");
  const Study study = LoadStudy(folder + "/s.yaml");
  const std::vector<study::Run> runs = Planner(study).Sampled();
  std::string lines;
  for (const study::Run& run : runs) lines += WriteRun(run);
  WriteTextFile(folder + "/study", folder + "/s.yaml\n");
  WriteTextFile(folder + "/0.runs", lines);
  const std::string first = WriteOutcome(Evaluate(study, runs[0]));
  WriteTextFile(folder + "/0.rows", first + first.substr(0, 20));

  const SlurmTask task = ReadSlurmTask(folder, 0);
  ASSERT_EQ(task.runs.size(), 2U);
  RunSlurmTask(task, study, nullptr);
  EXPECT_TRUE(ReadSlurmTask(folder, 0).runs.empty());
  const std::string rows = ReadTextFile(folder + "/0.rows");
  EXPECT_NE(rows.find(WriteOutcome(Evaluate(study, runs[1]))), std::string::npos);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace jounce::study
