#include "report/correlate_page.h"

#include <gtest/gtest.h>

namespace jounce::report {
namespace {

// Of two items half and nothing is left: sqrt((1/4 + 0)/2) = 35.4 %.
TEST(CorrelatePage, TellsWhatWasFoundAndWhatIsLeft) {
  correlate::Correlated outcome;
  outcome.parameters = {
      {.name = "coil", .unit = "N/mm", .before = 50, .value = 52, .lower = 51, .upper = 53},
      {.name = "mass", .unit = "kg", .before = 10, .value = 20, .lower = 19, .upper = 21},
      {.name = "tyre", .unit = "N/mm", .before = 200, .value = 900, .determined = false}};
  outcome.items = {{.event = "rest",
                    .name = "load",
                    .unit = "N",
                    .rms_before = 2,
                    .rms_after = 1,
                    .measured = 10,
                    .before = 12,
                    .after = 11},
                   {.event = "rest",
                    .name = "bounce",
                    .unit = "Hz",
                    .rms_before = 0.1,
                    .rms_after = 0,
                    .measured = 1,
                    .before = 1.1,
                    .after = 1},
                   {.event = "rest",
                    .name = "roll",
                    .unit = "Hz",
                    .held_out = true,
                    .rms_before = 1,
                    .rms_after = 2,
                    .measured = 3,
                    .before = 4,
                    .after = 5}};
  const Page page = MakeCorrelatePage(outcome, "plans/rest.yaml");
  EXPECT_EQ(page.title, "rest");
  ASSERT_EQ(page.findings.size(), 4u);
  EXPECT_EQ(page.findings[0].text,
            "The error of 2 measured items is 35.4 % of what it was, in the root mean square.");
  EXPECT_EQ(page.findings[1].mark, Mark::kWarning) << "what was held out became worse";
  EXPECT_EQ(page.findings[2].text,
            "Changed most, with 95 % intervals: mass from 10 to 20 kg (19 to 21), coil from 50 to "
            "52 N/mm (51 to 53).");
  EXPECT_EQ(page.findings[3].text, "Not determined by these data: tyre.");
  ASSERT_EQ(page.sections.size(), 1u) << "no history, no empty table of channels";
  EXPECT_EQ(std::get<Table>(page.sections[0].items[1]).rows.size(), 3u);
  EXPECT_FALSE(RenderPage(page).empty());
}

}  // namespace
}  // namespace jounce::report
