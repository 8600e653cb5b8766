#include "report/budget.h"

#include <gtest/gtest.h>

namespace jounce::report {
namespace {

TEST(Budget, EverythingFits) { EXPECT_EQ(ShareCap({10, 20, 30}, 60), 60u); }

TEST(Budget, LongItemsShareWhatShortOnesLeave) { EXPECT_EQ(ShareCap({100, 10, 100}, 110), 50u); }

TEST(Budget, EqualItemsShareEqually) { EXPECT_EQ(ShareCap({50, 50, 50, 50}, 100), 25u); }

TEST(Budget, NothingToShare) { EXPECT_EQ(ShareCap({}, 100), 100u); }

}  // namespace
}  // namespace jounce::report
