#include "report/study_page.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce::report {
namespace {

// y = 2 a, z = -a: the front of (y, z) is all runs, that of y alone the first.
study::StudyTable SampleTable() {
  study::StudyTable table{
      .inputs = {{"a", "mm"}, {"kind", "", true}}, .outputs = {{"y", "N"}, {"z", ""}}, .rows = {}};
  for (int i = 0; i < 5; ++i) {
    table.rows.push_back({.run = i + 1,
                          .inputs = {1.0 * i, std::string(i % 2 ? "odd" : "even")},
                          .state = study::RunState::kDone,
                          .outputs = {2.0 * i, -1.0 * i}});
  }
  table.rows.push_back({.run = 6,
                        .inputs = {9.0, std::string("odd")},
                        .state = study::RunState::kCrashed,
                        .reason = "signal 11",
                        .outputs = {NAN, NAN}});
  return table;
}

template <class T>
const T* FindItem(const Page& page, const std::string& section) {
  for (const Section& one : page.sections) {
    if (one.title != section) continue;
    for (const Item& item : one.items) {
      if (const T* found = std::get_if<T>(&item)) return found;
    }
  }
  return nullptr;
}

TEST(StudyPage, ShowsRunsInfluencesAndFront) {
  const study::StudyTable table = SampleTable();
  StudyPageInput input{.title = "Sample", .table = &table};
  input.influence = study::InfluenceOf(table, nullptr);
  input.links = {"runs/1.html", "", "", "", "", ""};
  const Page page = MakeStudyPage(input);
  EXPECT_NE(page.findings[0].text.find("5 of 6 runs"), std::string::npos);
  EXPECT_NE(page.findings[0].text.find("signal 11"), std::string::npos);
  // y = 2 a, 0 to 8 N, in the first and the fifth run; only the plots that show it are open.
  EXPECT_EQ(page.findings[1].text,
            "y goes from 0 N in run 1 to 8 N in run 5. It goes most with a (rank correlation "
            "+1.00).");
  const auto* effect = FindItem<Plot>(page, "What matters");
  ASSERT_TRUE(effect);
  EXPECT_EQ(effect->title, "y over a");
  for (const Section& section : page.sections) {
    const bool shows = section.title == "What matters" || section.title == "Pareto front" ||
                       section.title == "Runs without a result";
    EXPECT_EQ(section.open, shows) << section.title;
  }
  const auto* all = FindItem<ParallelCoordinates>(page, "All runs");
  ASSERT_TRUE(all);
  ASSERT_EQ(all->axes.size(), 4U);
  EXPECT_EQ(all->axes[1].words, (std::vector<std::string>{"even", "odd"}));
  EXPECT_EQ(all->links[0], "runs/1.html");
  const auto* influence = FindItem<Table>(page, "Influence of all inputs");
  ASSERT_TRUE(influence);
  EXPECT_EQ(std::get<std::string>(influence->rows[0][1].value), "a");
  EXPECT_NEAR(std::get<double>(influence->rows[0][2].value), 1, 1e-12);
  const auto* front = FindItem<Table>(page, "Pareto front");
  ASSERT_TRUE(front);
  EXPECT_EQ(front->rows.size(), 5U);
  EXPECT_EQ(FindItem<Table>(page, "Runs without a result")->rows.size(), 1U);
  EXPECT_NE(RenderPage(page).find("runs/1.html"), std::string::npos);
}

TEST(StudyPage, ColumnsThatAreNotThereAreNamed) {
  const study::StudyTable table = SampleTable();
  EXPECT_EQ(MakeStudyPlots("t", table, {"a"}, {"y", "z"}).sections[0].items.size(), 2U);
  EXPECT_THROW(MakeStudyPlots("t", table, {"kind"}, {"y"}), InputError);
}

}  // namespace
}  // namespace jounce::report
