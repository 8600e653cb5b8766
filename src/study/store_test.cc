#include "study/store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "io/text_file.h"
#include "study/study_file.h"

namespace jounce::study {
namespace {

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("jounce_store_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
  Study study_ = ParseStudy(
      "vary:\n  a: {from: 1 N/mm, to: 2 N/mm, count: 3}\n  'b \"x\"': {values: [p, q]}\n"
      "outputs:\n  y: {take: formula, formula: 2*a, unit: N}\n"
      "  status2: {take: formula, formula: a^2}\n",
      "s.yaml");
  std::vector<study::Run> runs_ = Planner(study_).Sampled();
};

TEST_F(StoreTest, OutcomesStayWhatTheyAreToTheLastBit) {
  const std::string path = Path("study.db");
  {
    Store store(path, Store::Mode::kWrite);
    store.SetPlan(study_, runs_);
    store.Add({{.key = runs_[1].key,
                .state = RunState::kDone,
                .outputs = {1.0 / 3, std::numeric_limits<double>::infinity()},
                .units = {"N", ""}},
               {.key = runs_[2].key, .state = RunState::kCrashed, .reason = "signal 11"}});
  }
  Store store(path, Store::Mode::kRead);
  const StudyTable table = store.Read();
  ASSERT_EQ(table.rows.size(), 6U);
  EXPECT_EQ(table.inputs[0].unit, "N/mm");
  EXPECT_EQ(table.outputs[0].unit, "N");
  EXPECT_FALSE(table.rows[0].state);
  EXPECT_EQ(table.rows[1].outputs[0], 1.0 / 3);
  EXPECT_EQ(table.rows[1].outputs[1], std::numeric_limits<double>::infinity());
  EXPECT_EQ(std::get<std::string>(table.rows[1].inputs[1]), "q");
  EXPECT_EQ(std::get<double>(table.rows[5].inputs[0]), 2.0);
  EXPECT_EQ(table.rows[2].state, RunState::kCrashed);
  EXPECT_EQ(table.rows[2].reason, "signal 11");
  EXPECT_TRUE(std::isnan(table.rows[2].outputs[0]));
}

// What was read and has changed since is not known any more.
TEST_F(StoreTest, RunsOfChangedFilesAreNotKnown) {
  WriteTextFile(Path("one.yaml"), "a");
  WriteTextFile(Path("two.yaml"), "b");
  {
    Store store(Path("study.db"), Store::Mode::kWrite);
    store.SetPlan(study_, runs_);
    store.Add({{.key = runs_[0].key,
                .state = RunState::kDone,
                .outputs = {1, 2},
                .files = {Path("one.yaml")}},
               {.key = runs_[1].key,
                .state = RunState::kDone,
                .outputs = {3, 4},
                .files = {Path("one.yaml"), Path("two.yaml")}}});
    EXPECT_EQ(store.Known().size(), 2U);
  }
  WriteTextFile(Path("two.yaml"), "c");
  Store store(Path("study.db"), Store::Mode::kWrite);
  store.SetPlan(study_, runs_);
  const auto known = store.Known();
  EXPECT_EQ(known.size(), 1U);
  EXPECT_TRUE(known.contains(runs_[0].key));
}

TEST_F(StoreTest, AFileThatIsNoTableIsRefused) {
  WriteTextFile(Path("study.db"), std::string(5000, 'x'));
  EXPECT_THROW(Store(Path("study.db"), Store::Mode::kWrite), FileError);
  EXPECT_THROW(Store(Path("none.db"), Store::Mode::kRead), FileError);
}

}  // namespace
}  // namespace jounce::study
