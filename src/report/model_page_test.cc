#include "report/model_page.h"

#include <gtest/gtest.h>

namespace jounce::report {
namespace {

TEST(ModelPage, CountsWhatIsInTheModel) {
  const Page page = MakeModelPage({.title = "m",
                                   .facts = {{"File", "m.yaml"}},
                                   .bodies = {{.name = "a", .mass = 2}, {.name = "b", .mass = 3.5}},
                                   .joints = {{.name = "j", .removed = 5}},
                                   .degrees_of_freedom = 7});
  ASSERT_EQ(page.facts.size(), 6u);
  EXPECT_EQ(page.facts[0].value, "m.yaml");
  EXPECT_EQ(page.facts[1].value, "2");
  EXPECT_EQ(page.facts[2].value, "5.5 kg");
  EXPECT_EQ(page.facts[5].value, "7");
  ASSERT_EQ(page.findings.size(), 1u);
  EXPECT_EQ(page.findings[0].text,
            "2 bodies of 5.5 kg with 7 degrees of freedom; no constraint is redundant.");
  ASSERT_EQ(page.sections.size(), 2u);
  EXPECT_TRUE(page.sections[0].open);
  EXPECT_FALSE(page.sections[1].open) << "on demand";
  const Table& bodies = std::get<Table>(page.sections[0].items[0]);
  EXPECT_EQ(std::get<std::string>(bodies.rows[1][0].value), "b");
  EXPECT_EQ(std::get<double>(bodies.rows[1][2].value), 3.5);
  for (const auto& row : bodies.rows) EXPECT_EQ(row.size(), bodies.columns.size());
}

TEST(ModelPage, ShowsTheModelAndItsWarningsFirst) {
  const Page page = MakeModelPage({.warnings = {{"w", Mark::kWarning}},
                                   .scene = {.bodies = {{.name = "a", .poses = {{}}}}},
                                   .connections = {{.name = "c", .kind = "bushing"}},
                                   .others = {{.name = "o"}}});
  ASSERT_EQ(page.findings.size(), 2u);
  EXPECT_EQ(page.findings[0].mark, Mark::kNone) << "no praise beside a warning";
  EXPECT_EQ(page.findings[1].text, "w");
  ASSERT_EQ(page.sections.size(), 3u);
  EXPECT_TRUE(std::holds_alternative<Scene>(page.sections[0].items[0]));
}

}  // namespace
}  // namespace jounce::report
