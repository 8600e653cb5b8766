#include "base/error.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

TEST(Place, ShowsWhatIsKnown) {
  EXPECT_EQ((Place{"a.yaml", 3, 7}.ToString()), "a.yaml:3:7");
  EXPECT_EQ((Place{"a.yaml", 3, 0}.ToString()), "a.yaml:3");
  EXPECT_EQ((Place{"a.yaml", 0, 0}.ToString()), "a.yaml");
  EXPECT_EQ(Place{}.ToString(), "");
}

TEST(Diagnostics, WarningsAloneDoNotThrow) {
  Diagnostics diagnostics;
  diagnostics.Warning({"a.yaml", 1, 1}, "odd");
  EXPECT_FALSE(diagnostics.HasErrors());
  EXPECT_NO_THROW(diagnostics.ThrowIfErrors());
}

TEST(Diagnostics, ThrowsEverythingInTheOrderOfTheFile) {
  Diagnostics diagnostics;
  diagnostics.Error({"a.yaml", 9, 1}, "later");
  diagnostics.Error({"a.yaml", 2, 4}, "earlier", "remedy");
  try {
    diagnostics.ThrowIfErrors();
    FAIL() << "expected an InputError";
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 2u);
    EXPECT_STREQ(error.what(), "a.yaml:2:4: error: earlier (remedy)\na.yaml:9:1: error: later");
  }
}

}  // namespace
}  // namespace jounce
