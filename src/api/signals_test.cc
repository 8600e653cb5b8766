#include "jounce/signals.h"

#include <gtest/gtest.h>

#include <cmath>

#include "api/oscillator_for_test.h"

namespace jounce::api {
namespace {

Signal Sine() {
  Signal signal{.name = "force", .unit = "N", .sample_rate = 100};
  for (int i = 0; i < 256; ++i) signal.samples.push_back(1000 * std::sin(0.1 * i));
  return signal;
}

TEST(ApiSignals, AreWrittenAndRead) {
  const testing::Folder folder;
  // Numbers of RPC III are of 16 or 32 bits.
  const std::pair<const char*, double> formats[] = {{"a.csv", 1e-6}, {"a.rsp", 0.1}, {"a.h5", 0}};
  for (const auto& [name, tolerance] : formats) {
    SCOPED_TRACE(name);
    EXPECT_EQ(WriteSignals(folder.Path(name), {Sine()}), std::vector{folder.Path(name)});
    const std::vector<Signal> read = ReadSignals(folder.Path(name));
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read[0].name, "force");
    EXPECT_EQ(read[0].unit, "N");
    EXPECT_NEAR(read[0].sample_rate, 100, 1e-9);
    ASSERT_GE(read[0].samples.size(), 256u);
    for (size_t i = 0; i < 256; ++i) {
      ASSERT_NEAR(read[0].samples[i], Sine().samples[i], tolerance) << i;
    }
  }
}

TEST(ApiSignals, RefuseWhatIsWrong) {
  EXPECT_THROW(ReadSignals("/nowhere/road.rsp"), FileError);
  EXPECT_THROW(WriteSignals("road.docx", {Sine()}), InputError);
  EXPECT_THROW(WriteSignals("/nowhere/road.csv", {Sine()}), FileError);
}

}  // namespace
}  // namespace jounce::api
