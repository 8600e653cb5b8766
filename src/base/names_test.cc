#include "base/names.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(EditDistance("", ""), 0);
  EXPECT_EQ(EditDistance("abc", ""), 3);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);  // Levenshtein's example
  EXPECT_EQ(EditDistance("stifness", "stiffness"), 1);
  EXPECT_EQ(EditDistance("mass", "MASS"), 0);
  EXPECT_EQ(EditDistance("bodeis", "bodies"), 1);  // two neighbours swapped
}

TEST(NearestName, FindsTypingErrorsOnly) {
  const std::vector<std::string> known = {"stiffness", "damping", "mass"};
  EXPECT_EQ(NearestName("stifness", known), "stiffness");
  EXPECT_EQ(NearestName("dampnig", known), "damping");
  EXPECT_EQ(NearestName("colour", known), "");
}

TEST(SuggestName, ListsWhatIsKnownWhenNothingIsNear) {
  EXPECT_EQ(SuggestName("mas", {"mass", "length"}), "did you mean 'mass'?");
  EXPECT_EQ(SuggestName("colour", {"mass", "length"}), "known: mass, length");
  EXPECT_EQ(SuggestName("colour", {}), "none is defined");
}

}  // namespace
}  // namespace jounce
